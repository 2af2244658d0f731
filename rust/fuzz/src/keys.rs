//! Raw keys, signatures, packed batches: only canonical bytes are read, and every way to verify agrees.

use countersign_core::keys::{Algorithm, HighS, KeyType, PublicKey, batch, ecdsa, recover, verify};

use crate::Target;

/// First byte: the type, by its code. Then the raw key. Seeds are the base points.
pub(crate) const RAW: Target = Target {
    name: "raw key",
    run: raw_target,
    seeds: &[
        b"\x01\x58fffffffffffffffffffffffffffffff",
        b"\x02\x02\x79\xbe\x66\x7e\xf9\xdc\xbb\xac\x55\xa0\x62\x95\xce\x87\x0b\x07\x02\x9b\xfc\xdb\x2d\xce\x28\xd9\x59\xf2\x81\x5b\x16\xf8\x17\x98",
        b"\x03\x03\x6b\x17\xd1\xf2\xe1\x2c\x42\x47\xf8\xbc\xe6\xe5\x63\xa4\x40\xf2\x77\x03\x7d\x81\x2d\xeb\x33\xa0\xf4\xa1\x39\x45\xd8\x98\xc2\x96",
        b"\x04\x09\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    ],
};

pub(crate) const SIGNATURE_DER: Target = Target {
    name: "signature in DER",
    run: der_target,
    seeds: &[
        b"\x30\x06\x02\x01\x01\x02\x01\x01",
        b"\x30\x44\x02\x20\x4f\x05\x3f\x56\x3a\xd3\x4b\x74\xfd\x8c\x99\x34\xce\x59\xe7\x9c\x2e\xb8\xe6\xec\xa0\xfe\xf5\xb3\x23\xca\x67\xd5\xac\x7e\xd2\x38\x02\x20\x4d\x4b\x05\xda\xa0\x71\x9e\x77\x3d\x86\x17\xdc\xe5\x63\x1c\x5f\xd6\xf5\x9c\x9b\xdc\x74\x8e\x4b\x55\xc9\x70\x04\x0a\xf0\x1b\xe5",
    ],
};

/// 65 bytes `r ‖ s ‖ v`, then the message.
pub(crate) const RECOVER: Target = Target {
    name: "recover",
    run: recover_target,
    seeds: &[
        b"\xc9\xcf\x86\x33\x3b\xcb\x06\x5d\x14\x00\x32\xec\xaa\xb5\xd9\x28\x1b\xde\x80\xf2\x1b\x96\x87\xb3\xe9\x41\x61\xde\x42\xd5\x18\x95\x72\x7a\x10\x8a\x0b\x8d\x10\x14\x65\x41\x40\x33\xc3\xf7\x05\xa9\xc7\xb8\x26\xe5\x96\x76\x60\x46\xee\x11\x83\xdb\xc8\xae\xaa\x68\x00message",
    ],
};

/// The RFC 8032 test of an empty message, packed.
pub(crate) const BATCH: Target = Target {
    name: "packed batch",
    run: batch_target,
    seeds: &[
        b"",
        b"\x01\x22\x00\xed\x01\xd7\x5a\x98\x01\x82\xb1\x0a\xb7\xd5\x4b\xfe\xd3\xc9\x64\x07\x3a\x0e\xe1\x72\xf3\xda\xa6\x23\x25\xaf\x02\x1a\x68\xf7\x07\x51\x1a\x40\x00\xe5\x56\x43\x00\xc3\x60\xac\x72\x90\x86\xe2\xcc\x80\x6e\x82\x8a\x84\x87\x7f\x1e\xb8\xe5\xd9\x74\xd8\x73\xe0\x65\x22\x49\x01\x55\x5f\xb8\x82\x15\x90\xa3\x3b\xac\xc6\x1e\x39\x70\x1c\xf9\xb4\x6b\xd2\x5b\xf5\xf0\x59\x5b\xbe\x24\x65\x51\x41\x43\x8e\x7a\x10\x0b\x00\x00\x00\x00",
    ],
};

fn raw_target(data: &[u8]) {
    let Some((code, raw)) = data.split_first() else { return };
    let Ok(key_type) = KeyType::from_code(u32::from(*code)) else { return };
    let Ok(key) = PublicKey::from_raw(key_type, raw) else { return };
    assert_eq!(PublicKey::from_raw(key_type, key.as_bytes()).as_ref(), Ok(&key));
    assert_eq!(PublicKey::from_tagged(&key.to_tagged()).as_ref(), Ok(&key));
    match key.uncompressed() {
        Some(long) => assert_eq!(PublicKey::from_raw(key_type, &long), Ok(key)),
        None => assert_eq!(key.as_bytes(), raw),
    }
}

fn der_target(data: &[u8]) {
    for key_type in [KeyType::Secp256k1, KeyType::P256] {
        let Ok(raw) = ecdsa::from_der(key_type, data) else { continue };
        assert_eq!(ecdsa::to_der(key_type, &raw).as_deref(), Ok(data));
        let low = ecdsa::normalize(key_type, &raw);
        assert_eq!(low.clone().and_then(|low| ecdsa::normalize(key_type, &low)), low);
    }
}

fn recover_target(data: &[u8]) {
    let Some((signature, message)) = data.split_at_checked(65) else { return };
    for algorithm in [Algorithm::Secp256k1Sha256, Algorithm::Secp256k1Keccak256] {
        let Ok(key) = recover(algorithm, message, signature, HighS::Refuse) else { continue };
        let Some((rs, _)) = signature.split_at_checked(64) else { continue };
        assert!(verify(algorithm, &key, message, rs, HighS::Refuse));
    }
}

fn batch_target(data: &[u8]) {
    let Ok(strict) = batch::verify_packed(data, HighS::Refuse) else { return };
    let lenient = batch::verify_packed(data, HighS::Accept).unwrap_or_default();
    assert_eq!(strict.len(), lenient.len());
    // A signature that holds under the strict rule holds under the lenient one.
    assert!(strict.iter().zip(&lenient).all(|(strict, lenient)| strict <= lenient));
}
