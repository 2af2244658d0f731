//! The biases of the columns, less the constants in the bits that the columns gather. The header of
//! the module explains them.

use super::C;

/// What [`super::reduce`] adds to each column of a product.
pub(super) const MUL_BIAS: [u64; 5] = biases(false);
/// As [`MUL_BIAS`], of a square.
pub(super) const SQUARE_BIAS: [u64; 5] = biases(true);

const fn biases(squaring: bool) -> [u64; 5] {
    let mut sums = [0; 5];
    let mut index = 0;
    while index < 5 {
        let constants =
            offset(index, squaring).wrapping_add(offset(index + 5, squaring).wrapping_mul(19));
        sums[index] = ((1_u64 << 59) + (1 << 50)).wrapping_sub(constants);
        index += 1;
    }
    sums
}

/// The constants that column `at` gathers: one of l for each product of column `at`,
/// one of h for each of the column below.
const fn offset(index: usize, squaring: bool) -> u64 {
    let low = products(index, squaring).wrapping_mul((1.5 * (1_u64 << 52) as f64).to_bits());
    let below = if index == 0 { 0 } else { products(index - 1, squaring) };
    low.wrapping_add(below.wrapping_mul(C.to_bits()))
}

/// How many products go to column `at`.
const fn products(index: usize, squaring: bool) -> u64 {
    let mut count = 0;
    let mut i = 0;
    while i < 5 {
        let mut j = if squaring { i } else { 0 };
        while j < 5 {
            if i + j == index {
                count += 1;
            }
            j += 1;
        }
        i += 1;
    }
    count
}
