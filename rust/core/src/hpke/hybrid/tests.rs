//! Against the X-Wing of the crate `hpke`, which is made of the crates `x-wing` and x25519-dalek.

use hpke::{Deserializable, Kem, Serializable, kem};
use proptest::prelude::*;

use super::{super::fixed::Replay, XWing};

/// Key, encapsulated key and both sides' secret of a mechanism, from chosen bytes.
fn run<K: Kem>(seed: &[u8], drawn: &[u8]) -> [Vec<u8>; 4] {
    let secret = K::PrivateKey::from_bytes(seed).unwrap();
    let public = K::sk_to_pk(&secret);
    let (sent, enc) = K::encap_with_rng(&public, None, &mut Replay(drawn)).unwrap();
    let read = K::EncappedKey::from_bytes(&enc.to_bytes()).unwrap();
    let got = K::decap(&secret, None, &read).unwrap();
    [public.to_bytes().to_vec(), enc.to_bytes().to_vec(), sent.0.to_vec(), got.0.to_vec()]
}

/// The secret that a mechanism finds in an encapsulated key.
fn open<K: Kem>(seed: &[u8], enc: &[u8]) -> Vec<u8> {
    let secret = K::PrivateKey::from_bytes(seed).unwrap();
    let enc = K::EncappedKey::from_bytes(enc).unwrap();
    K::decap(&secret, None, &enc).unwrap().0.to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn both_agree(seed: [u8; 32], drawn: [[u8; 32]; 2], changed in 0..1_088_usize) {
        let drawn = drawn.as_flattened();
        let ours = run::<XWing>(&seed, drawn);
        prop_assert_eq!(&ours, &run::<kem::XWing>(&seed, drawn));
        prop_assert_eq!(&ours[2], &ours[3]);

        // A changed ciphertext gives a secret that nobody has, and the same one.
        let mut enc = ours[1].clone();
        enc[changed] ^= 1;
        let other = open::<XWing>(&seed, &enc);
        prop_assert_ne!(&other, &ours[3]);
        prop_assert_eq!(other, open::<kem::XWing>(&seed, &enc));
    }

    #[test]
    fn derived_keys_agree(ikm in prop::collection::vec(any::<u8>(), 0..100)) {
        let (secret, public) = XWing::derive_keypair(&ikm);
        let (theirs, their_public) = kem::XWing::derive_keypair(&ikm);
        prop_assert_eq!(secret.to_bytes(), theirs.to_bytes());
        prop_assert_eq!(public.to_bytes(), their_public.to_bytes());
    }
}

#[test]
fn other_lengths_and_bad_keys_are_refused() {
    let secret = <XWing as Kem>::PrivateKey::from_bytes(&[7; 32]).unwrap();
    let mut key = XWing::sk_to_pk(&secret).to_bytes().to_vec();
    for length in [0, 31, 1_087, 1_119, 1_121, 1_215, 1_217] {
        let bytes = vec![1; length];
        assert!(<XWing as Kem>::PublicKey::from_bytes(&bytes).is_err());
        assert!(<XWing as Kem>::PrivateKey::from_bytes(&bytes).is_err());
        assert!(<XWing as Kem>::EncappedKey::from_bytes(&bytes).is_err());
    }
    assert!(<XWing as Kem>::PublicKey::from_bytes(&key).is_ok());
    // A coefficient of 4095 is not below 3329.
    key[0] = 0xff;
    key[1] = 0xff;
    assert!(<XWing as Kem>::PublicKey::from_bytes(&key).is_err());
}

#[test]
fn an_agreement_of_zero_and_a_sender_s_key_are_refused() {
    let secret = <XWing as Kem>::PrivateKey::from_bytes(&[7; 32]).unwrap();
    let public = XWing::sk_to_pk(&secret);
    let drawn = [3; 64];
    let (_, enc) = XWing::encap_with_rng(&public, None, &mut Replay(&drawn)).unwrap();
    let mut bytes = enc.to_bytes().to_vec();
    bytes[1_088..].fill(0);
    let zero = <XWing as Kem>::EncappedKey::from_bytes(&bytes).unwrap();
    assert!(XWing::decap(&secret, None, &zero).is_err());
    let mut key = public.to_bytes().to_vec();
    key[1_184..].fill(0);
    let weak = <XWing as Kem>::PublicKey::from_bytes(&key).unwrap();
    assert!(XWing::encap_with_rng(&weak, None, &mut Replay(&drawn)).is_err());
    let identity = Some((&secret, &public));
    assert!(XWing::encap_with_rng(&public, identity, &mut Replay(&drawn)).is_err());
    assert!(XWing::decap(&secret, Some(&public), &enc).is_err());
}
