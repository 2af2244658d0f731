//! Scalars, which are those of k256, from and to words.

use k256::{FieldBytes, Scalar, elliptic_curve::ops::Reduce};

use super::constants::N;
use crate::{
    euclid,
    numbers::{Words, from_be, to_be},
};

/// The words of a scalar, the lowest first.
#[inline(always)]
pub(super) fn words(scalar: &Scalar) -> Words {
    from_be(&scalar.to_bytes().into())
}

/// The number modulo n.
#[inline(always)]
pub(super) fn scalar(number: &Words) -> Scalar {
    reduced(&to_be(number))
}

/// A big-endian number modulo n.
#[inline(always)]
pub(super) fn reduced(bytes: &[u8; 32]) -> Scalar {
    Scalar::reduce(&FieldBytes::from(*bytes))
}

/// The inverse of a scalar that is public, in variable time; zero of zero.
pub(super) fn invert_public(number: &Scalar) -> Scalar {
    scalar(&euclid::invert(&words(number), &N))
}
