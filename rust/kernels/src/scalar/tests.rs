//! Numbers modulo each order against big integers, and the scalars of curve25519-dalek, k256 and p256.

use curve25519_dalek::Scalar as Dalek;
use k256::elliptic_curve::{PrimeField, ops::Reduce};
use num_bigint::BigInt;
use proptest::prelude::*;

use super::{Group, Order, Scalar, Secret};
use crate::{
    cases::config,
    ed25519::Ed25519,
    numbers::{Words, to_be},
    p256::P256,
    secp256k1::Secp256k1,
    signature::Signature,
};

fn number(words: &Words) -> BigInt {
    words.iter().rev().fold(BigInt::from(0), |sum, word| (sum << 64) + *word)
}

fn orders() -> [&'static Order; 3] {
    [Ed25519::order(), Secp256k1::order(), P256::order()]
}

/// Below 2^256: any, small, all ones, about each order, its half and twice it.
fn any_number() -> impl Strategy<Value = Words> {
    let near = (0..3_usize, -40_i64..40, -1..2_i32).prop_map(|(order, step, shift)| {
        let [a, b, c, d] = *orders()[order].n();
        let [a, b, c, d] = match shift {
            -1 => [a >> 1 | b << 63, b >> 1 | c << 63, c >> 1 | d << 63, d >> 1],
            1 => [a << 1, b << 1 | a >> 63, c << 1 | b >> 63, d << 1 | c >> 63],
            _ => [a, b, c, d],
        };
        [a.wrapping_add_signed(step), b, c, d]
    });
    let runs = (any::<Words>(), 0..5_usize).prop_map(|(mut words, ones)| {
        words.iter_mut().take(ones).for_each(|word| *word = u64::MAX);
        words
    });
    let small = (0..3_u64).prop_map(|small| [small, 0, 0, 0]);
    prop_oneof![any::<Words>(), near, runs, Just([u64::MAX; 4]), small]
}

/// All that is computed, for one order. What must be below it is reduced first.
fn check(order: &Order, any: [Words; 4]) {
    let n = number(order.n());
    let [vx, vy, ..] = any.map(|words| number(&words));
    assert_eq!(number(&order.reduced(&any[0], &any[1])), (&vx + (&vy << 256)) % &n);
    if order.n()[3] >> 63 == 1 {
        assert_eq!(number(&order.reduced_once(&any[0])), &vx % &n);
    }
    let all = any.map(|words| order.reduced(&words, &[0; 4]));
    let values = all.map(|words| number(&words));
    assert_eq!(values, any.map(|words| number(&words) % &n));
    let ([a, b, c, d], [va, vb, vc, vd]) = (all.each_ref(), values.each_ref());
    assert_eq!(number(&order.sum(a, b)), (va + vb) % &n);
    assert_eq!(number(&order.negated(a)), (&n - va) % &n);
    assert_eq!(number(&order.product(a, b)), va * vb % &n);
    assert_eq!(number(&order.product(&any[0], b)), &vx * vb % &n);
    assert_eq!(number(&order.product_sum(a, b, c)), (va * vb + vc) % &n);
    assert_eq!(number(&order.less_product([a, b, c])), (va + &n * &n - vb * vc) % &n);
    assert_eq!(number(&order.response([a, b, c, d])), (va * vb + vc) * vd % &n);
    assert!(order.has(a) && !order.has(order.n()));
    assert_eq!(order.has(&any[0]), vx < n);
    assert_eq!(order.is_high(a), *va > &n / 2);
    assert_eq!(order.high(a), if *va > &n / 2 { u64::MAX } else { 0 });
    let inverse = va.modpow(&(&n - 2), &n);
    assert_eq!(
        [order.invert(a), order.invert_public(a)].map(|own| number(&own)),
        [(); 2].map(|()| inverse.clone())
    );
}

/// What the types of a group do with bytes.
fn check_bytes<G: Group>(any: [Words; 2]) {
    let (order, bytes) = (G::order(), to_be(&any[0]));
    let mut little = bytes;
    little.reverse();
    let both = [Scalar::<G>::from_be(&bytes), Scalar::from_le(&little)];
    let want = order.has(&any[0]).then_some(any[0]);
    for scalar in both {
        assert_eq!(scalar.map(|own| *own.words()), want);
        assert_eq!(scalar.map(|own| [own.to_be(), own.to_le()]), want.map(|_| [bytes, little]));
    }
    let secret = Secret::<G>::parse(&bytes);
    let wanted = want.filter(|own| *own != [0; 4]);
    assert_eq!(secret.map(|own| **own.words()), wanted);
    let again = both[0].and_then(|scalar| Secret::of_scalar(&scalar));
    assert_eq!(again.map(|own| **own.words()), wanted);
    let pair = [bytes, to_be(&any[1])].concat();
    let signature = Signature::<G>::parse(&pair);
    let in_range = any.iter().all(|own| *own != [0; 4] && order.has(own));
    assert_eq!(signature.map(|own| own.to_bytes().to_vec()), in_range.then_some(pair));
    if let Some(own) = signature {
        assert_eq!(own.is_high(), order.is_high(&any[1]));
        assert!(!own.low().is_high() && own.low().low() == own.low() && own.low().r() == own.r());
        let opposite = if own.is_high() { order.negated(own.s()) } else { *own.s() };
        assert_eq!(own.low().s(), &opposite);
    }
}

/// The same as the audited scalars.
fn check_theirs(a: [u8; 32], b: [u8; 32]) {
    let wide: [u8; 64] = [a, b].concat().try_into().unwrap();
    let dalek = Dalek::from_bytes_mod_order_wide(&wide);
    let ours = Scalar::<Ed25519>::wide_le(&wide);
    assert_eq!(ours.to_le(), dalek.to_bytes());
    let (x, y) = (Dalek::from_bytes_mod_order(a), Dalek::from_bytes_mod_order(b));
    let [own_x, own_y] = [a, b].map(|bytes| Scalar::<Ed25519>::reduced_le(&bytes));
    assert_eq!(own_x.product_sum(&own_y, &ours).to_le(), (x * y + dalek).to_bytes());
    assert_eq!(own_x.less_product(&own_y, &ours).to_le(), (x - y * dalek).to_bytes());
    let mut reversed = wide;
    reversed.reverse();
    assert_eq!(Scalar::<Ed25519>::wide_be(&reversed).to_le(), dalek.to_bytes());
    assert_eq!(
        Scalar::<Ed25519>::from_le(&a).is_some(),
        bool::from(Dalek::from_canonical_bytes(a).is_some())
    );
    weierstrass::<Secp256k1, k256::Scalar>(a, b);
    weierstrass::<P256, p256::Scalar>(a, b);
}

fn weierstrass<G: Group, T>(a: [u8; 32], b: [u8; 32])
where
    T: PrimeField<Repr = k256::FieldBytes> + Reduce<k256::FieldBytes>,
{
    let [x, y] = [a, b].map(|bytes| T::reduce(&bytes.into()));
    let [own_x, own_y] = [a, b].map(|bytes| Scalar::<G>::reduced_be(&bytes));
    assert_eq!(own_x.to_be()[..], x.to_repr()[..]);
    assert_eq!(own_x.less_product(&own_y, &own_x).to_be()[..], (x - y * x).to_repr()[..]);
    assert_eq!(Scalar::<G>::from_be(&a).is_some(), bool::from(T::from_repr(a.into()).is_some()));
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn numbers_modulo_each_order(any in [any_number(), any_number(), any_number(), any_number()]) {
        orders().into_iter().for_each(|order| check(order, any));
    }

    #[test]
    fn bytes_of_each_group(any in [any_number(), any_number()]) {
        check_bytes::<Ed25519>(any);
        check_bytes::<Secp256k1>(any);
        check_bytes::<P256>(any);
    }

    #[test]
    fn scalars_of_the_libraries(a in any_number(), b in any_number()) {
        check_theirs(to_be(&a), to_be(&b));
    }
}

#[test]
fn the_orders_are_those_of_the_libraries() {
    let less_one = |order: &Order| number(order.n()) - 1;
    let bytes = |bytes: &[u8]| BigInt::from_bytes_be(num_bigint::Sign::Plus, bytes);
    let mut dalek = (-Dalek::ONE).to_bytes();
    dalek.reverse();
    assert_eq!(less_one(Ed25519::order()), bytes(&dalek));
    assert_eq!(less_one(Secp256k1::order()), bytes(&(-k256::Scalar::ONE).to_bytes()));
    assert_eq!(less_one(P256::order()), bytes(&(-p256::Scalar::ONE).to_bytes()));
}

#[test]
fn secrets_are_not_shown() {
    let secret = Secret::<P256>::parse(&[7; 32]).unwrap();
    assert_eq!(format!("{secret:?} {:?}", *secret.expose()), "Secret(..) Scalar(..)");
}
