//! Keys and documents that are trusted.

use countersign_core::{
    keys::{KeyType, PublicKey, multikey},
    trust::TrustedKey,
};

pub fn pinned() -> TrustedKey {
    // The base point of P-256, compressed.
    let mut bytes = [0; 33];
    let hex = "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
    for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    }
    TrustedKey::pinned(PublicKey::from_raw(KeyType::P256, &bytes).unwrap())
}

/// The base point of P-256, as text.
pub fn text() -> String {
    multikey::encode(&pinned().key)
}
