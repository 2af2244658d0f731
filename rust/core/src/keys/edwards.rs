//! Multiples of the base point of edwards25519, by curve25519-dalek.
//!
//! The library's table of them is 31 kB that no compression shrinks. In WebAssembly the same table is made when it is
//! first asked for, which takes some 3 ms.

use std::sync::OnceLock;

use countersign_kernels::{scalar_code, stack::swept};
use curve25519_dalek::{
    EdwardsPoint, MontgomeryPoint, Scalar, constants::ED25519_BASEPOINT_POINT,
    edwards::EdwardsBasepointTable, traits::BasepointTable,
};

/// Bytes of the stack to sweep, more than it takes to make the table: 38 kB. Code that is not optimised uses more.
pub(super) const DEPTH: usize = if cfg!(debug_assertions) { 128 << 10 } else { 64 << 10 };

/// `[scalar]B`, in a time that does not depend on the scalar.
pub(crate) fn times_base(scalar: &Scalar) -> EdwardsPoint {
    scalar_code(|| {
        if cfg!(target_family = "wasm") {
            table().mul_base(scalar)
        } else {
            EdwardsPoint::mul_base(scalar)
        }
    })
}

/// The public key of X25519 for a secret, which is clamped first (RFC 7748, section 5).
pub(super) fn x25519(secret: &[u8; 32]) -> MontgomeryPoint {
    scalar_code(|| {
        if cfg!(target_family = "wasm") {
            table().mul_base_clamped(*secret).to_montgomery()
        } else {
            MontgomeryPoint::mul_base_clamped(*secret)
        }
    })
}

fn table() -> &'static EdwardsBasepointTable {
    static TABLE: OnceLock<EdwardsBasepointTable> = OnceLock::new();
    // It is made on the stack, deeper than a caller wipes.
    let make = || TABLE.get_or_init(|| EdwardsBasepointTable::create(&ED25519_BASEPOINT_POINT));
    TABLE.get().unwrap_or_else(|| swept::<DEPTH, _>(make))
}

#[cfg(test)]
mod tests {
    use super::{BasepointTable, EdwardsPoint, MontgomeryPoint, Scalar, table};

    #[test]
    fn the_table_is_that_of_the_library() {
        for seed in 0..100_u8 {
            let scalar = Scalar::hash_from_bytes::<sha2::Sha512>(&[seed]);
            assert_eq!(table().mul_base(&scalar), EdwardsPoint::mul_base(&scalar));
            let secret = scalar.to_bytes().map(|byte| byte ^ seed.reverse_bits());
            let clamped = table().mul_base_clamped(secret).to_montgomery();
            assert_eq!(clamped, MontgomeryPoint::mul_base_clamped(secret));
        }
    }
}
