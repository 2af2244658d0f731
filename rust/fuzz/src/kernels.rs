//! The kernels, on the field of this machine, against the dalek crates: the same verdicts, signatures and secrets.

use countersign_kernels::{
    ed25519::{self, Prepared, PublicKey, SMALL_ORDER, SigningKey},
    x25519,
};
use ed25519_dalek::{Signature, Signer, Verifier, VerifyingKey};

use crate::Target;

/// Key, signature, message. The seeds are RFC 8032, tests 1 and 2, and a key and R of small order.
pub(crate) const VERIFY: Target = Target {
    name: "kernel verify",
    run: verify_target,
    seeds: &[
        b"\xd7\x5a\x98\x01\x82\xb1\x0a\xb7\xd5\x4b\xfe\xd3\xc9\x64\x07\x3a\x0e\xe1\x72\xf3\xda\xa6\x23\x25\xaf\x02\x1a\x68\xf7\x07\x51\x1a\xe5\x56\x43\x00\xc3\x60\xac\x72\x90\x86\xe2\xcc\x80\x6e\x82\x8a\x84\x87\x7f\x1e\xb8\xe5\xd9\x74\xd8\x73\xe0\x65\x22\x49\x01\x55\x5f\xb8\x82\x15\x90\xa3\x3b\xac\xc6\x1e\x39\x70\x1c\xf9\xb4\x6b\xd2\x5b\xf5\xf0\x59\x5b\xbe\x24\x65\x51\x41\x43\x8e\x7a\x10\x0b",
        b"\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    ],
};

/// Seed, message.
pub(crate) const SIGN: Target = Target {
    name: "kernel sign",
    run: sign_target,
    seeds: &[
        b"\x9d\x61\xb1\x9d\xef\xfd\x5a\x60\xba\x84\x4a\xf4\x92\xec\x2c\xc4\x44\x49\xc5\x69\x7b\x32\x69\x19\x70\x3b\xac\x03\x1c\xae\x7f\x60",
    ],
};

/// Secret, u.
pub(crate) const AGREE: Target = Target {
    name: "kernel agree",
    run: agree_target,
    seeds: &[
        b"\x77\x07\x6d\x0a\x73\x18\xa5\x7d\x3c\x16\xc1\x72\x51\xb2\x66\x45\xdf\x4c\x2f\x87\xeb\xc0\x99\x2a\xb1\x77\xfb\xa5\x1d\xb9\x2c\x2a\x09\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    ],
};

fn verify_target(data: &[u8]) {
    let Some((key, rest)) = data.split_first_chunk::<32>() else { return };
    let Some((signature, message)) = rest.split_first_chunk::<64>() else { return };
    let want = by_library(key, message, signature);
    assert_eq!(ed25519::verify(key, message, signature), want);
    let verdicts = PublicKey::parse(key).map(|key| {
        [key.verify(message, signature), Prepared::new(&key).verify(message, signature)]
    });
    assert_eq!(verdicts.unwrap_or([false; 2]), [want; 2]);
}

/// The verification criterion of `core::keys::ed25519`, written with dalek.
fn by_library(bytes: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    let Ok(key) = VerifyingKey::from_bytes(bytes) else { return false };
    let signature = Signature::from_bytes(signature);
    key.to_edwards().compress().as_bytes() == bytes
        && !SMALL_ORDER.contains(bytes)
        && !SMALL_ORDER.contains(signature.r_bytes())
        && key.verify(message, &signature).is_ok()
}

fn sign_target(data: &[u8]) {
    let Some((seed, message)) = data.split_first_chunk::<32>() else { return };
    let theirs = ed25519_dalek::SigningKey::from_bytes(seed);
    let ours = SigningKey::from_seed(seed);
    assert_eq!(ours.public_key().as_bytes(), theirs.verifying_key().as_bytes());
    assert_eq!(ours.sign(message), theirs.sign(message).to_bytes());
}

fn agree_target(data: &[u8]) {
    let Some((secret, rest)) = data.split_first_chunk::<32>() else { return };
    let Some((u, _)) = rest.split_first_chunk::<32>() else { return };
    let theirs = x25519_dalek::StaticSecret::from(*secret);
    assert_eq!(x25519::public(secret), x25519_dalek::PublicKey::from(&theirs).to_bytes());
    let shared = theirs.diffie_hellman(&x25519_dalek::PublicKey::from(*u));
    assert_eq!(*x25519::agree(secret, u), shared.to_bytes());
}
