//! The other form of an ECDSA signature, which anybody can make.

use countersign_core::{encoding::hex, keys::KeyType};

/// `r ‖ n - s` of `r ‖ s`.
pub fn other_s(key_type: KeyType, signature: &[u8]) -> Vec<u8> {
    let order = hex::decode(match key_type {
        KeyType::P256 => "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
        _ => "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    })
    .unwrap();
    let mut other = signature.to_vec();
    let mut borrow = 0;
    for at in (0..32).rev() {
        let difference = i16::from(order[at]) - i16::from(signature[32 + at]) - borrow;
        borrow = i16::from(difference < 0);
        other[32 + at] = u8::try_from(difference.rem_euclid(256)).unwrap();
    }
    other
}
