//! The key derivation beside the audited crates.

#![allow(clippy::expect_used, reason = "tests")]

use countersign_kernels::hkdf::{Keyed, MAX_OUTPUT, expand};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use proptest::prelude::*;
use sha2::Sha256;

fn theirs(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length will do");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[test]
fn every_length_of_a_message_around_two_blocks() {
    let (key, bytes) = ([7; 32], [0xa5; 200]);
    for length in 0..200 {
        let message = bytes.get(..length).expect("within");
        let (a, b) = message.split_at(length / 3);
        assert_eq!(Keyed::new(&key).tag(&[a, b]), theirs(&key, &[message]), "{length}");
    }
}

#[test]
fn the_longest_output_and_one_byte_more() {
    let key = [1; 32];
    let (mut ours, mut same) = (vec![0; MAX_OUTPUT], vec![0; MAX_OUTPUT]);
    assert!(expand(&key, [b"a", b"b"], &mut ours));
    Hkdf::<Sha256>::from_prk(&key).expect("32 bytes").expand(b"ab", &mut same).expect("fits");
    assert_eq!(ours, same);
    let mut over = vec![0; MAX_OUTPUT + 1];
    assert!(!expand(&key, [b"", b""], &mut over));
    assert!(over.iter().all(|byte| *byte == 0));
}

proptest! {
    #[test]
    fn as_the_audited_crate(
        key in any::<[u8; 32]>(),
        label in prop::collection::vec(any::<u8>(), 0..90),
        more in prop::collection::vec(any::<u8>(), 0..90),
        length in 0_usize..200,
    ) {
        let (mut ours, mut same) = (vec![0; length], vec![0; length]);
        prop_assert!(expand(&key, [&label, &more], &mut ours));
        let hkdf = Hkdf::<Sha256>::from_prk(&key).expect("32 bytes");
        hkdf.expand_multi_info(&[&label, &more], &mut same).expect("fits");
        prop_assert_eq!(ours, same);
        prop_assert_eq!(Keyed::new(&key).tag(&[&label, &more]), theirs(&key, &[&label, &more]));
    }
}
