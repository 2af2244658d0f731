//! Against the X-Wing of the crate `hpke`, which is made of the crates `x-wing` and x25519-dalek.

use hpke::{Deserializable, Kem, Serializable, kem::XWing};
use proptest::prelude::*;
use zeroize::Zeroizing;

use super::{super::fixed::Replay, Encapsulated, Public, Secret};
use crate::Error;

/// Key, encapsulated key and both sides' secret, from chosen bytes.
fn ours(seed: &[u8; 32], drawn: &[u8]) -> [Vec<u8>; 4] {
    let secret = Secret::expand(Zeroizing::new(*seed));
    let public = secret.public();
    let read = Public::from_bytes(&public).unwrap();
    let (enc, sent) = read.encapsulate(&mut Replay(drawn)).unwrap();
    let got = open(seed, &enc);
    [public, enc, sent.to_vec(), got]
}

/// The secret that is found in an encapsulated key.
fn open(seed: &[u8; 32], enc: &[u8]) -> Vec<u8> {
    let secret = Secret::expand(Zeroizing::new(*seed));
    secret.decapsulate(&Encapsulated::from_bytes(enc).unwrap()).unwrap().to_vec()
}

fn theirs(seed: &[u8; 32], drawn: &[u8]) -> [Vec<u8>; 4] {
    let secret = <XWing as Kem>::PrivateKey::from_bytes(seed).unwrap();
    let public = XWing::sk_to_pk(&secret);
    let (sent, enc) = XWing::encap_with_rng(&public, None, &mut Replay(drawn)).unwrap();
    let enc = enc.to_bytes().to_vec();
    let got = their_open(seed, &enc);
    [public.to_bytes().to_vec(), enc, sent.0.to_vec(), got]
}

fn their_open(seed: &[u8; 32], enc: &[u8]) -> Vec<u8> {
    let secret = <XWing as Kem>::PrivateKey::from_bytes(seed).unwrap();
    let enc = <XWing as Kem>::EncappedKey::from_bytes(enc).unwrap();
    XWing::decap(&secret, None, &enc).unwrap().0.to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn both_agree(seed: [u8; 32], drawn: [[u8; 32]; 2], changed in 0..1_088_usize) {
        let drawn = drawn.as_flattened();
        let ours = ours(&seed, drawn);
        prop_assert_eq!(&ours, &theirs(&seed, drawn));
        prop_assert_eq!(&ours[2], &ours[3]);

        // A changed ciphertext gives a secret that nobody has, and the same one.
        let mut enc = ours[1].clone();
        enc[changed] ^= 1;
        let other = open(&seed, &enc);
        prop_assert_ne!(&other, &ours[3]);
        prop_assert_eq!(other, their_open(&seed, &enc));
    }

    #[test]
    fn derived_keys_agree(ikm in prop::collection::vec(any::<u8>(), 0..100)) {
        let secret = Secret::derive(&ikm);
        let (theirs, their_public) = XWing::derive_keypair(&ikm);
        prop_assert_eq!(secret.seed().to_vec(), theirs.to_bytes().to_vec());
        prop_assert_eq!(secret.public(), their_public.to_bytes().to_vec());
    }
}

#[test]
fn other_lengths_and_bad_keys_are_refused() {
    let mut key = Secret::expand(Zeroizing::new([7; 32])).public();
    for length in [0, 31, 1_087, 1_119, 1_121, 1_215, 1_217] {
        let bytes = vec![1; length];
        assert!(Public::from_bytes(&bytes).is_none());
        assert!(Encapsulated::from_bytes(&bytes).is_none());
    }
    assert!(Public::from_bytes(&key).is_some());
    // A coefficient of 4095 is not below 3329.
    key[0] = 0xff;
    key[1] = 0xff;
    assert!(Public::from_bytes(&key).is_none());
}

#[test]
fn an_agreement_of_zero_is_refused() {
    let secret = Secret::expand(Zeroizing::new([7; 32]));
    let mut key = secret.public();
    let (mut enc, _) =
        Public::from_bytes(&key).unwrap().encapsulate(&mut Replay(&[3; 64])).unwrap();
    enc[1_088..].fill(0);
    let refused = secret.decapsulate(&Encapsulated::from_bytes(&enc).unwrap());
    assert_eq!(refused.map(drop), Err(Error::KeyAgreementZero));
    key[1_184..].fill(0);
    let weak = Public::from_bytes(&key).unwrap();
    let refused = weak.encapsulate(&mut Replay(&[3; 64]));
    assert_eq!(refused.map(drop), Err(Error::KeyAgreementZero));
}
