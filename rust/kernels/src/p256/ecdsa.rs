//! Keys, and ECDSA over a digest of 32 bytes (SEC 1, section 4.1; FIPS 186-5, section 6).

use zeroize::Zeroizing;

use super::{
    P256, Point, Secret, agree,
    base::{HasTables, multiply},
    jacobian::Jacobian,
    public::sum_with_base,
};
use crate::{
    field_p256::{Field, P},
    nonce::Nonces,
    numbers::{Words, added, below, from_be, to_be},
    scalar::Group,
    selftest::sound,
    signature,
    stack::{DEEP, swept},
};

/// More of the stack than an agreement takes, which has the multiples of a point on it in limbs.
const DEEPER: usize = 2 * DEEP;

/// A signature.
pub type Signature = signature::Signature<P256>;

impl Secret {
    /// The public key: that multiple of the generator.
    #[must_use]
    pub fn public_key<F: HasTables>(&self) -> Point<F> {
        let comb = F::comb();
        sound(swept::<DEEP, _>(|| multiply(comb, self).to_affine()))
    }

    /// The x coordinate of that multiple of a point, which both sides share.
    #[must_use]
    pub fn agree<F: Field>(&self, point: &Point<F>) -> Zeroizing<[u8; 32]> {
        sound(swept::<DEEPER, _>(|| {
            Some(Zeroizing::new(agree::multiply(self, &point.xy).to_affine()?.x()))
        }))
    }

    /// Signs with the nonce of RFC 6979 over HMAC-SHA-256: s is at most n / 2.
    #[must_use]
    pub fn sign<F: HasTables>(&self, digest: &[u8; 32]) -> Signature {
        let (comb, order) = (F::comb(), P256::order());
        sound(swept::<DEEP, _>(|| {
            let own = self.words();
            let z = order.reduced_once(&from_be(digest));
            let mut nonces = Nonces::new(&Zeroizing::new(to_be(own)), &to_be(&z));
            loop {
                let nonce = Self::drawn(nonces.below(order.n()));
                let point: Point<F> = multiply(comb, &nonce).to_affine()?;
                let r = order.reduced_once(&from_be(&point.x()));
                // (r d + z) / k
                let inverse = Zeroizing::new(order.invert(nonce.words()));
                let s = order.response([&r, own, &z, &inverse]);
                // None is never seen: the chance is 2^-255.
                if let Some(signature) = Signature::of(r, s) {
                    return Some(signature.low());
                }
                nonces.skip();
            }
        }))
    }
}

/// Tells whether the signature is one of `digest` by `key`, be s high or low.
#[inline(never)]
#[must_use]
pub fn verify<F: HasTables>(key: &Point<F>, digest: &[u8; 32], signature: &Signature) -> bool {
    let [a, b] = signature.multipliers(digest);
    x_is(sum_with_base(F::multiples(), &a, &b, &key.xy), signature)
}

/// Tells whether the point, which is not neutral, has the x of the signature.
#[inline(never)]
pub(super) fn x_is<F: Field>(sum: Option<Jacobian<F>>, signature: &Signature) -> bool {
    let r = signature.r();
    sum.is_some_and(|sum| sum.has_x(r) || plus_n(r).is_some_and(|x| sum.has_x(&x)))
}

/// r + n, if it is below p.
fn plus_n(r: &Words) -> Option<Words> {
    let (sum, over) = added(r, P256::order().n(), 0);
    (over == 0 && below(&sum, &P)).then_some(sum)
}
