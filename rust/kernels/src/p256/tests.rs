//! Keys for the tests of other modules.

use super::{Field, HasTables, Point, Secret, jacobian::Jacobian};
use crate::numbers::to_be;

/// The point of a small secret.
pub(super) fn point<F: HasTables>(secret: u64) -> Point<F> {
    Secret::parse(&to_be(&[secret, 0, 0, 0])).unwrap().public_key()
}

/// A sum in bytes.
pub(super) fn compressed<F: Field>(sum: Jacobian<F>) -> [u8; 33] {
    sum.to_affine().unwrap().to_compressed()
}
