//! Secrets, and ECDSA over a digest of 32 bytes (SEC 1, section 4.1; FIPS 186-5, section 6).

use zeroize::Zeroizing;

use super::{
    Point, agree,
    base::{HasTables, multiply},
    jacobian::Jacobian,
    order::{self, MODULO_N, N, response},
    public::sum_with_base,
};
use crate::{
    digits::Odd,
    field_p256::{Field, P},
    nonce::Nonces,
    numbers::{Words, added, below, from_be, to_be},
    selftest::sound,
    stack::{DEEP, swept},
};

/// More of the stack than an agreement takes, which has the multiples of a point on it in limbs.
const DEEPER: usize = 2 * DEEP;

/// A secret scalar, 1 to n - 1. Wiped when dropped.
pub struct Secret(Zeroizing<Words>);

impl Secret {
    /// Reads big-endian bytes; `None` for zero and for a number that is not below n.
    #[must_use]
    pub fn parse(bytes: &[u8; 32]) -> Option<Self> {
        let number = Zeroizing::new(from_be(bytes));
        let (_, in_range) = crate::numbers::less(&number, &N);
        let any = number.iter().fold(0, |any, word| any | word);
        (in_range == 1 && any != 0).then_some(Self(number))
    }

    /// The public key: that multiple of the generator.
    #[must_use]
    pub fn public_key<F: HasTables>(&self) -> Point<F> {
        let comb = F::comb();
        sound(swept::<DEEP, _>(|| multiply(comb, &self.odd()).to_affine()))
    }

    /// The x coordinate of that multiple of a point, which both sides share.
    #[must_use]
    pub fn agree<F: Field>(&self, point: &Point<F>) -> Zeroizing<[u8; 32]> {
        sound(swept::<DEEPER, _>(|| {
            Some(Zeroizing::new(agree::multiply(&self.odd(), &point.xy).to_affine()?.x()))
        }))
    }

    /// Signs with the nonce of RFC 6979 over HMAC-SHA-256: s is at most n / 2.
    #[must_use]
    pub fn sign<F: HasTables>(&self, digest: &[u8; 32]) -> Signature {
        let comb = F::comb();
        sound(swept::<DEEP, _>(|| {
            let Self(own) = self;
            let z = order::reduced(&from_be(digest));
            let mut nonces = Nonces::new(&Zeroizing::new(to_be(own)), &to_be(&z));
            loop {
                let nonce = Self(nonces.below(&N));
                let point: Point<F> = multiply(comb, &nonce.odd()).to_affine()?;
                let r = order::reduced(&from_be(&point.x()));
                // (z + r d) / k
                let inverse = Zeroizing::new(MODULO_N.invert(&nonce.0));
                let s = response(&z, &r, own, &inverse);
                // Never seen: the chance is 2^-255.
                if r != [0; 4] && s != [0; 4] {
                    return Some(Signature { r, s }.low());
                }
                nonces.skip();
            }
        }))
    }

    #[inline(always)]
    fn odd(&self) -> Odd {
        let Self(own) = self;
        Odd::of(own, &Zeroizing::new(order::negated(own)))
    }
}

/// A signature: both numbers are 1 to n - 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Signature {
    r: Words,
    s: Words,
}

impl Signature {
    /// Reads `r ‖ s`; `None` for another length, and for numbers out of range.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (r, s) = bytes.split_first_chunk()?;
        Some(Self { r: order::parse(r)?, s: order::parse(s.try_into().ok()?)? })
    }

    /// `r ‖ s`.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&to_be(&self.r));
        bytes[32..].copy_from_slice(&to_be(&self.s));
        bytes
    }

    /// Whether s is above n / 2.
    #[must_use]
    pub fn is_high(&self) -> bool {
        order::is_high(&self.s)
    }

    /// The same signature with s at most n / 2.
    #[must_use]
    pub fn low(&self) -> Self {
        let (opposite, high) = (order::negated(&self.s), order::high(&self.s));
        let s = core::array::from_fn(|i| self.s[i] ^ (self.s[i] ^ opposite[i]) & high);
        Self { r: self.r, s }
    }
}

/// Tells whether the signature is one of `digest` by `key`, be s high or low.
#[inline(never)]
#[must_use]
pub fn verify<F: HasTables>(key: &Point<F>, digest: &[u8; 32], signature: &Signature) -> bool {
    let [a, b] = multipliers(digest, signature);
    x_is(sum_with_base(F::multiples(), &a, &b, &key.xy), signature)
}

/// a and b, where the signature is one of this digest if `a G + b P` has x = r.
#[inline(never)]
pub(super) fn multipliers(digest: &[u8; 32], Signature { r, s }: &Signature) -> [Words; 2] {
    let inverse = order::invert_public(s);
    let z = order::reduced(&from_be(digest));
    [order::product(&z, &inverse), order::product(r, &inverse)]
}

/// Tells whether the point, which is not neutral, has the x of the signature.
#[inline(never)]
pub(super) fn x_is<F: Field>(sum: Option<Jacobian<F>>, Signature { r, .. }: &Signature) -> bool {
    sum.is_some_and(|sum| sum.has_x(r) || plus_n(r).is_some_and(|x| sum.has_x(&x)))
}

/// r + n, if it is below p.
fn plus_n(r: &Words) -> Option<Words> {
    let (sum, over) = added(r, &N, 0);
    (over == 0 && below(&sum, &P)).then_some(sum)
}
