//! The check of an expanded ML-DSA secret key (FIPS 204, algorithms 9, 24, 25, 32, 35, 41, 42).
//!
//! ```text
//! key = rho 32 ‖ K 32 ‖ tr 64 ‖ s1 (l polynomials) ‖ s2 (k polynomials) ‖ t0 (k polynomials, 416 bytes each)
//! ```
//!
//! A key with coefficients out of range, or with parts that do not fit together, makes signatures
//! that reveal something about it. So all of it is computed anew: s1 and s2 are in range,
//! `t = A s1 + s2` has the low bits t0, and `tr` is the hash of the public key that follows. `K` is
//! random and fits any key. The arithmetic is plain, because a key comes in once: no branch and no
//! table depends on a coefficient, except where the key is refused.

use shake::{ExtendableOutput, Shake128, Shake256, Update, XofReader};
use zeroize::Zeroizing;

use super::Set;
use crate::Error;

/// The modulus.
const Q: u32 = 8_380_417;
/// A 512th root of unity modulo [`Q`].
const ROOT: u32 = 1_753;
/// 256^-1 modulo [`Q`].
const INVERSE: u32 = 8_347_681;
/// Low bits of `t` that the public key leaves out.
const D: u32 = 13;
/// Bytes of a polynomial of t0, of 13 bits each coefficient.
const T0_LEN: usize = 416;

const REFUSED: Error = Error::KeyExpanded;

type Polynomial = [u32; 256];

/// Rows and columns of A, and the largest coefficient of s1 and s2.
const fn dimensions(set: Set) -> (usize, usize, u32) {
    match set {
        Set::MlDsa44 => (4, 4, 2),
        Set::MlDsa65 => (6, 5, 4),
        Set::MlDsa87 => (8, 7, 2),
    }
}

/// The public key of an expanded key in which everything fits.
pub(super) fn check(set: Set, key: &[u8]) -> Result<Vec<u8>, Error> {
    let (rows, columns, eta) = dimensions(set);
    let (rho, rest) = key.split_at_checked(32).ok_or(REFUSED)?;
    let (tr, rest) = rest.get(32..).and_then(|rest| rest.split_at_checked(64)).ok_or(REFUSED)?;
    let bits = if eta == 2 { 3 } else { 4 };
    let (secrets, low) = rest.split_at_checked((rows + columns) * bits * 32).ok_or(REFUSED)?;
    let mut short = Zeroizing::new(Vec::with_capacity(rows + columns));
    for packed in secrets.chunks_exact(bits * 32) {
        short.push(short_polynomial(packed, bits, eta)?);
    }
    let (s1, s2) = short.split_at_mut_checked(columns).ok_or(REFUSED)?;
    s1.iter_mut().for_each(transform);
    let mut public = rho.to_vec();
    for (row, (s2, low)) in s2.iter().zip(low.chunks_exact(T0_LEN)).enumerate() {
        let t = Zeroizing::new(product_row(rho, row, s1, s2)?);
        if !has_low_bits(&t, low) {
            return Err(REFUSED);
        }
        pack_high_bits(&t, &mut public);
    }
    let mut hash = [0; 64];
    shake256(&public, &mut hash);
    if hash == tr { Ok(public) } else { Err(REFUSED) }
}

/// One row of `A s1 + s2`. `s1` is transformed.
fn product_row(
    rho: &[u8],
    row: usize,
    s1: &[Polynomial],
    s2: &Polynomial,
) -> Result<Polynomial, Error> {
    let mut sum = [0; 256];
    for (column, secret) in s1.iter().enumerate() {
        let matrix = uniform(rho, column, row)?;
        for ((sum, a), s) in sum.iter_mut().zip(matrix).zip(secret) {
            *sum = add(*sum, multiply(a, *s));
        }
    }
    transform_back(&mut sum);
    sum.iter_mut().zip(s2).for_each(|(sum, s)| *sum = add(*sum, *s));
    Ok(sum)
}

/// A polynomial of coefficients `eta - v`, each `v` of a few bits, at most `2 eta`.
fn short_polynomial(packed: &[u8], bits: usize, eta: u32) -> Result<Polynomial, Error> {
    let mut in_range = true;
    let mut out = [0; 256];
    for (out, value) in out.iter_mut().zip(unpack(packed, bits)) {
        in_range &= value <= 2 * eta;
        *out = add(eta, Q - value);
    }
    if in_range { Ok(out) } else { Err(REFUSED) }
}

/// Little-endian groups of bits.
fn unpack(packed: &[u8], bits: usize) -> impl Iterator<Item = u32> {
    let bit =
        |index: usize| packed.get(index / 8).map_or(0, |byte| u32::from((byte >> (index % 8)) & 1));
    (0..packed.len() * 8 / bits).map(move |group| {
        (0..bits).rev().fold(0, |value, offset| (value << 1) | bit(group * bits + offset))
    })
}

/// Whether the low bits of `t`, as FIPS 204 rounds them, are those that are packed.
fn has_low_bits(t: &Polynomial, packed: &[u8]) -> bool {
    let half = 1 << (D - 1);
    // The packed value is 2^12 - t0; 2^12 + t0 = t + 2^12 - 2^13 t1 is its mirror image.
    let differs = t.iter().zip(unpack(packed, 13)).fold(0, |differs, (t, value)| {
        let raised = ((t + half - 1) & ((1 << D) - 1)) + 1;
        differs | ((raised + value) ^ (2 * half))
    });
    differs == 0
}

/// Writes the bits of `t` above the low ones, 10 of each coefficient.
fn pack_high_bits(t: &Polynomial, out: &mut Vec<u8>) {
    let (mut bits, mut count) = (0_u32, 0);
    for coefficient in t {
        bits |= ((coefficient + (1 << (D - 1)) - 1) >> D) << count;
        count += 10;
        while count >= 8 {
            out.extend(bits.to_le_bytes().first());
            bits >>= 8;
            count -= 8;
        }
    }
}

/// An entry of A, already transformed (algorithm 30).
fn uniform(rho: &[u8], column: usize, row: usize) -> Result<Polynomial, Error> {
    let mut xof = Shake128::default();
    xof.update(rho);
    xof.update(&[u8::try_from(column).unwrap_or(0), u8::try_from(row).unwrap_or(0)]);
    // 448 draws of which 256 must be below q; one is not with a chance of 1 in 1,024.
    let mut stream = [0; 168 * 8];
    xof.finalize_xof().read(&mut stream);
    let mut draws = stream
        .as_chunks::<3>()
        .0
        .iter()
        .map(|[a, b, c]| u32::from_le_bytes([*a, *b, c & 0x7f, 0]))
        .filter(|value| *value < Q);
    let mut out = [0; 256];
    for coefficient in &mut out {
        *coefficient = draws.next().ok_or(REFUSED)?;
    }
    Ok(out)
}

fn shake256(bytes: &[u8], out: &mut [u8]) {
    let mut xof = Shake256::default();
    xof.update(bytes);
    xof.finalize_xof().read(out);
}

/// The number-theoretic transform, in place.
fn transform(polynomial: &mut Polynomial) {
    let mut index = 0_u32;
    for length in [128, 64, 32, 16, 8, 4, 2, 1] {
        for block in polynomial.chunks_exact_mut(2 * length) {
            index += 1;
            let root = power(index.reverse_bits() >> 24);
            let (low, high) = block.split_at_mut(length);
            for (low, high) in low.iter_mut().zip(high) {
                let product = multiply(root, *high);
                (*low, *high) = (add(*low, product), add(*low, Q - product));
            }
        }
    }
}

/// Its inverse, in place.
fn transform_back(polynomial: &mut Polynomial) {
    let mut index = 256_u32;
    for length in [1, 2, 4, 8, 16, 32, 64, 128] {
        for block in polynomial.chunks_exact_mut(2 * length) {
            index -= 1;
            let root = Q - power(index.reverse_bits() >> 24);
            let (low, high) = block.split_at_mut(length);
            for (low, high) in low.iter_mut().zip(high) {
                let difference = add(*low, Q - *high);
                (*low, *high) = (add(*low, *high), multiply(root, difference));
            }
        }
    }
    polynomial.iter_mut().for_each(|value| *value = multiply(*value, INVERSE));
}

/// A power of [`ROOT`]. The exponent is public.
fn power(exponent: u32) -> u32 {
    (0..8).rev().fold(1, |value, bit| {
        let square = multiply(value, value);
        if (exponent >> bit) & 1 == 1 { multiply(square, ROOT) } else { square }
    })
}

/// A sum below q, of terms that may be q.
const fn add(a: u32, b: u32) -> u32 {
    (a + b) % Q
}

#[allow(clippy::cast_possible_truncation, reason = "the remainder is below q")]
const fn multiply(a: u32, b: u32) -> u32 {
    ((a as u64 * b as u64) % Q as u64) as u32
}
