//! What the targets of P-256 and secp256k1 share: their kernels have three fields each, and take two forms of keys.

/// Runs a check, which is generic, in each field of the kernel whose `Fused`, `Limbs` and `Whole` are in scope.
macro_rules! in_each_field {
    ($check:ident) => {
        |data| {
            $check::<Fused>(data);
            $check::<Limbs>(data);
            $check::<Whole>(data);
        }
    };
}

pub(crate) use in_each_field;

/// Whether a key has one of the forms that the kernels take; the libraries take more.
pub(crate) fn is_taken(key: &[u8]) -> bool {
    matches!((key.first(), key.len()), (Some(2 | 3), 33) | (Some(4), 65))
}
