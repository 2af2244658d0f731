//! The order of the group against big integers, and keys for the tests of other modules.

use num_bigint::BigInt;
use proptest::prelude::*;

use super::{
    Field, HasTables, Point, Secret,
    jacobian::Jacobian,
    order::{self, N},
};
use crate::numbers::{Words, to_be};

/// The point of a small secret.
pub(super) fn point<F: HasTables>(secret: u64) -> Point<F> {
    Secret::parse(&to_be(&[secret, 0, 0, 0])).unwrap().public_key()
}

/// A sum in bytes.
pub(super) fn compressed<F: Field>(sum: Jacobian<F>) -> [u8; 33] {
    sum.to_projective().to_affine().unwrap().to_compressed()
}

fn number(words: &Words) -> BigInt {
    words.iter().rev().fold(BigInt::from(0), |sum, word| (sum << 64) + *word)
}

/// Below 2^256, near the order more often than chance has it.
fn any_number() -> impl Strategy<Value = Words> {
    prop_oneof![
        any::<Words>(),
        (-40_i64..40).prop_map(|step| [N[0].wrapping_add_signed(step), N[1], N[2], N[3]]),
        Just([u64::MAX; 4]),
        (0..3_u64).prop_map(|small| [small, 0, 0, 0]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn numbers_modulo_n(a in any_number(), b in any_number(), c in any_number(), d in any_number()) {
        let n = number(&N);
        let [a, b, c, d] = [a, b, c, d].map(|words| {
            let below = order::reduced(&words);
            assert_eq!(number(&below), number(&words) % &n);
            below
        });
        let [va, vb, vc, vd] = [a, b, c, d].map(|words| number(&words));
        prop_assert_eq!(number(&order::product(&a, &b)), &va * &vb % &n);
        prop_assert_eq!(number(&order::response(&a, &b, &c, &d)), (&va + &vb * &vc) * &vd % &n);
        prop_assert_eq!(order::is_high(&a), va > &n / 2);
        prop_assert_eq!(order::high(&a), if va > &n / 2 { u64::MAX } else { 0 });
        if va != BigInt::from(0) {
            prop_assert_eq!(number(&order::negated(&a)), &n - &va);
            prop_assert_eq!(number(&order::product(&a, &order::invert_public(&a))), BigInt::from(1));
            prop_assert_eq!(order::MODULO_N.invert(&a), order::invert_public(&a));
        }
        prop_assert_eq!(order::parse(&to_be(&a)), Some(a).filter(|a| *a != [0; 4]));
    }
}

#[test]
fn a_number_that_is_not_below_the_order_is_none() {
    assert!(order::parse(&to_be(&N)).is_none() && Secret::parse(&to_be(&N)).is_none());
    assert!(order::parse(&[0; 32]).is_none() && Secret::parse(&[0; 32]).is_none());
    let largest = to_be(&[N[0] - 1, N[1], N[2], N[3]]);
    assert!(order::parse(&largest).is_some() && Secret::parse(&largest).is_some());
}
