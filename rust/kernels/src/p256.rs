//! P-256 (FIPS 186-5; SEC 2, section 2.4.2) on [`crate::field_p256`]: keys, ECDSA, agreement.
//!
//! | Function | Time |
//! | --- | --- |
//! | [`Secret`], [`Secret::public_key`], [`Secret::sign`], [`Secret::agree`] | constant, except for a nonce out of range, which has a probability of 2^-32 |
//! | [`Point::parse`], [`Signature`], [`verify`], [`Prepared`] | variable: all inputs are public |
//!
//! There is no other code of this curve in an engine. So each function serves any [`Field`], and an engine has that of
//! [`Own`]; tests run all three. A point that was computed from a secret is checked to be on the curve before any part
//! of it is returned. If the check fails the computer multiplies wrongly, and the engine stops.
//!
//! Proven: the bounds of the field, and that sums of secret multiples need no complete addition ([`crate::comb`]). Tested:
//! points, scalars and sums against the crate p256 and big integers; all algorithms against p256 and the vectors of
//! Wycheproof; and, in the module that ships, that functions of secrets have no branch. Not covered: how an engine
//! compiles an instruction; power and radiation, as there
//! is no blinding; the hash, which is trusted to take constant time.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices; digits in range")]

mod affine;
mod agree;
mod base;
mod curve;
mod ecdsa;
mod jacobian;
mod order;
pub mod own;
mod powers;
mod prepared;
mod public;
#[cfg(test)]
mod tests;

pub use affine::Point;
pub use base::HasTables;
pub use ecdsa::{Signature, verify};
pub use order::{P256, Secret};
pub use prepared::Prepared;

pub use crate::field_p256::{Field, Fused, Limbs, Whole};

/// The field that is fastest on this target.
#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
pub type Own = Fused;
/// The field that is fastest on this target.
#[cfg(all(target_arch = "wasm32", not(target_feature = "relaxed-simd")))]
pub type Own = Limbs;
/// The field that is fastest on this target.
#[cfg(not(target_arch = "wasm32"))]
pub type Own = Whole;
