//! Scalars, which are those of k256, from and to words.

use k256::{FieldBytes, Scalar, elliptic_curve::ops::Reduce};

use super::constants::N;
use crate::{euclid, field_secp256k1::Words};

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

#[inline(always)]
pub(super) fn from_be(bytes: &[u8; 32]) -> Words {
    let mut number = [0; 4];
    for (word, chunk) in number.iter_mut().rev().zip(bytes.as_chunks().0) {
        *word = u64::from_be_bytes(*chunk);
    }
    number
}

#[inline(always)]
pub(super) fn to_be(number: &Words) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.as_chunks_mut().0.iter_mut().zip(number.iter().rev()) {
        *chunk = word.to_be_bytes();
    }
    bytes
}
