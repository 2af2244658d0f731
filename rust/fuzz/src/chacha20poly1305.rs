//! The kernel of ChaCha20-Poly1305, run as its scalar model, against RustCrypto.

use countersign_core::hazmat::aead::{self, Algorithm};
use countersign_kernels::chacha20poly1305 as kernel;

use crate::Target;

pub(crate) const CHACHA20POLY1305: Target = Target {
    name: "chacha20poly1305",
    run,
    seeds: &[
        &[0; 400],
        &[0xff; 700],
        b"key and nonce and length of the associated data: this is thirty-two and twelve and one",
    ],
};

/// Key (32), nonce (12), length of the associated data (1), repetitions (1), associated data, text.
fn run(data: &[u8]) {
    let Some((key, rest)) = data.split_first_chunk::<32>() else { return };
    let Some((nonce, rest)) = rest.split_first_chunk::<12>() else { return };
    let Some((&[length, times], rest)) = rest.split_first_chunk::<2>() else { return };
    let (associated, text) = rest.split_at(rest.len().min(length.into()));
    // The kernel takes other paths for long texts, so some inputs are repeated.
    let text = text.repeat(1 + usize::from(times % 32));

    let algorithm = Algorithm::CHACHA20_POLY1305;
    let theirs = aead::seal(algorithm, key, nonce, associated, &text).unwrap_or_default();
    let mut ours = text.clone();
    let tag = kernel::seal(key, nonce, associated, &mut ours);
    assert_eq!([ours.as_slice(), &tag].concat(), theirs);

    let mut opened = vec![0; text.len()];
    assert!(kernel::open_to(key, nonce, associated, &ours, &mut opened, &tag));
    assert_eq!(opened, text);
    assert!(kernel::open(key, nonce, associated, &mut ours, &tag));
    assert_eq!(ours, text);
    // With one bit of the tag changed, nothing opens and the buffer stays as it was.
    let mut forged = tag;
    forged[0] ^= 1 << (times % 8);
    assert!(!kernel::open(key, nonce, associated, &mut ours, &forged));
    assert_eq!(ours, text);
}
