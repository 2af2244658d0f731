//! HPKE: a hostile encapsulated key, recipient's key or ciphertext is refused, and nothing else happens.

use countersign_core::{
    hpke::{Aead, Kem, Psk, RecipientKey, RecipientSecret, Setup, receiver, sender_from},
    keys::{KeyType, SecretKey},
};

use crate::Target;

pub(crate) const HPKE: Target = Target {
    name: "hpke",
    run,
    seeds: &[
        b"\x37\xfd\xa3\x56\x7b\xdb\xd6\x28\xe8\x86\x68\xc3\xc8\xd7\xe9\x7d\x1d\x12\x53\xb6\xd4\xea\x6d\x44\xc1\x50\xf7\x41\xf1\xbf\x44\x31 and a ciphertext of some length",
        &[9; 1_216],
    ],
};

fn run(data: &[u8]) {
    let Ok(secret) = SecretKey::from_bytes(KeyType::X25519, &[7; 32]) else { return };
    let (enc, sealed) = data.split_at(data.len().min(32));
    let setup = Setup {
        aead: Aead::CHACHA20_POLY1305,
        info: sealed,
        psk: Psk::new(data, enc).ok().flatten(),
    };
    if let Ok(mut context) = receiver(enc, RecipientSecret::X25519(&secret), &setup, None) {
        // Nobody sealed for this key.
        assert!(context.open(sealed, enc).is_err());
    }
    for kem in [Kem::X25519, Kem::XWing] {
        let Ok(key) = RecipientKey::from_raw(kem, data) else { continue };
        assert_eq!(key.as_bytes(), data);
        let setup = Setup { info: b"", psk: None, ..setup };
        let seed = [3; 64];
        let ikm = if kem == Kem::X25519 { &seed[..32] } else { &seed[..] };
        assert!(sender_from(&key, &setup, None, ikm).is_ok());
    }
}
