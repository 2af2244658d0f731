//! ML-DSA against fips204, another implementation, and against the vectors of ACVP and Wycheproof.

use countersign_core::{
    Error,
    keys::{
        Algorithm, HighS, KeyType, PublicKey, SecretKey, Signing, batch, der, jwk,
        ml_dsa::{self, MAX_CONTEXT, Set},
        multikey, verify, verify_in,
    },
};
use countersign_testkit::keys::{secret, secret_of};
use fips204::{
    ml_dsa_44, ml_dsa_65, ml_dsa_87,
    traits::{KeyGen, SerDes, Signer, Verifier},
};
use proptest::prelude::*;
use shake::{ExtendableOutput, Shake256, Update, XofReader};

const TYPES: [(KeyType, Algorithm); 3] = [
    (KeyType::MlDsa44, Algorithm::MlDsa44),
    (KeyType::MlDsa65, Algorithm::MlDsa65),
    (KeyType::MlDsa87, Algorithm::MlDsa87),
];

/// Public key, expanded key and signature of the other implementation.
fn oracle(set: Set, seed: &[u8; 32], message: &[u8], context: &[u8]) -> [Vec<u8>; 3] {
    macro_rules! run {
        ($module:ident) => {{
            let (public, secret) = $module::KG::keygen_from_seed(seed);
            let signature = secret.try_sign_with_seed(&[0; 32], message, context).unwrap();
            [public.into_bytes().to_vec(), secret.into_bytes().to_vec(), signature.to_vec()]
        }};
    }
    match set {
        Set::MlDsa44 => run!(ml_dsa_44),
        Set::MlDsa65 => run!(ml_dsa_65),
        Set::MlDsa87 => run!(ml_dsa_87),
    }
}

fn oracle_verifies(
    set: Set,
    public: &[u8],
    message: &[u8],
    context: &[u8],
    signature: &[u8],
) -> bool {
    macro_rules! run {
        ($module:ident) => {
            $module::PublicKey::try_from_bytes(public.try_into().unwrap()).unwrap().verify(
                message,
                signature.try_into().unwrap(),
                context,
            )
        };
    }
    match set {
        Set::MlDsa44 => run!(ml_dsa_44),
        Set::MlDsa65 => run!(ml_dsa_65),
        Set::MlDsa87 => run!(ml_dsa_87),
    }
}

#[test]
fn agrees_with_another_implementation() {
    for (key_type, algorithm) in TYPES {
        let set = Set::of(key_type).unwrap();
        for fill in 0..4 {
            let context = vec![fill; usize::from(fill) * 85];
            let message = vec![fill; 1 << fill];
            let key = secret_of(key_type, fill);
            let signing = Signing { context: &context, ..Signing::default() };
            let signature = key.sign_with(algorithm, &message, signing).unwrap();
            let [public, expanded, expected] = oracle(set, &[fill; 32], &message, &context);
            assert_eq!(key.public_key().as_bytes(), public);
            assert_eq!(*ml_dsa::expand(set, &[fill; 32]).unwrap().1, expanded);
            assert_eq!(signature, expected);
            assert!(oracle_verifies(set, &public, &message, &context, &signature));
            assert!(verify_in(
                algorithm,
                key.public_key(),
                &message,
                &context,
                &signature,
                HighS::Refuse
            ));
        }
    }
}

#[test]
fn lengths_are_those_of_the_standard() {
    for (key_type, algorithm) in TYPES {
        let set = Set::of(key_type).unwrap();
        let key = secret_of(key_type, 7);
        assert_eq!(key.public_key().as_bytes().len(), set.public_len());
        assert_eq!(key.sign(algorithm, b"m").unwrap().len(), algorithm.signature_len());
        assert_eq!(set.signature_len(), algorithm.signature_len());
    }
    assert_eq!(Set::of(KeyType::P256).unwrap_err().code(), "ERR_KEY_ALGORITHM");
}

#[test]
fn an_expanded_key_signs_and_has_no_seed() {
    for (key_type, algorithm) in TYPES {
        let set = Set::of(key_type).unwrap();
        let (public, expanded) = ml_dsa::expand(set, &[3; 32]).unwrap();
        let key = SecretKey::from_bytes(key_type, &expanded).unwrap();
        assert_eq!(key.public_key().as_bytes(), public);
        assert_eq!(key.expose(), expanded.as_slice());
        assert_eq!(key.expose_seed(), Err(Error::KeySeed));
        assert_eq!(jwk::secret_to_text(&key).unwrap_err(), Error::KeySeed);
        let seeded = secret_of(key_type, 3);
        assert_eq!(key.sign(algorithm, b"m").unwrap(), seeded.sign(algorithm, b"m").unwrap());
        let written = der::secret_to_der(&key).unwrap();
        assert_eq!(der::secret_from_der(&written).unwrap().expose(), expanded.as_slice());
    }
}

#[test]
fn refuses_expanded_keys_that_do_not_fit_together() {
    for (key_type, _) in TYPES {
        let set = Set::of(key_type).unwrap();
        let good = ml_dsa::expand(set, &[9; 32]).unwrap().1;
        let tail = good.len() - 1;
        let s2 = good.len() - 416 * if key_type == KeyType::MlDsa44 { 4 } else { 6 } - 1;
        for (name, at, bits) in [
            ("rho", 0, 1_u8),
            ("tr", 64, 1),
            ("tr, its end", 127, 0x80),
            ("s1, another value", 128, 1),
            ("s1, out of range", 130, 0xff),
            ("s2", s2, 1),
            ("t0", tail, 0x80),
        ] {
            let mut bad = good.to_vec();
            bad[at] ^= bits;
            let error = SecretKey::from_bytes(key_type, &bad).unwrap_err();
            assert_eq!(error.code(), "ERR_KEY_EXPANDED", "{name} of {key_type:?}");
        }
        // K is random, so another K is another key, as good as this one.
        let mut other = good.to_vec();
        other[40] ^= 1;
        assert!(SecretKey::from_bytes(key_type, &other).is_ok());
    }
}

#[test]
fn refuses_secrets_of_another_length() {
    for (key_type, _) in TYPES {
        let full = Set::of(key_type).unwrap().expanded_len();
        for length in [0, 31, 33, 64, full - 1, full + 1] {
            let error = SecretKey::from_bytes(key_type, &vec![0; length]).unwrap_err();
            assert_eq!(error.code(), "ERR_BYTES_LENGTH", "{length}");
        }
    }
}

#[test]
fn refuses_signatures_that_are_not_its_own() {
    for (key_type, algorithm) in TYPES {
        let key = secret_of(key_type, 1);
        let good = key.sign(algorithm, b"message").unwrap();
        let holds = |message: &[u8], context: &[u8], signature: &[u8]| {
            verify_in(algorithm, key.public_key(), message, context, signature, HighS::Refuse)
        };
        assert!(holds(b"message", b"", &good));
        let longer = [good.as_slice(), &[0]].concat();
        let flipped = |at: usize| {
            let mut bad = good.clone();
            bad[at] ^= 1;
            bad
        };
        let end = good.len() - 1;
        for (name, message, context, signature) in [
            ("another message", b"messagf".as_slice(), b"".as_slice(), good.clone()),
            ("another context", b"message", b"c", good.clone()),
            ("a context too long", b"message", &[0; MAX_CONTEXT + 1], good.clone()),
            ("a byte less", b"message", b"", good[..end].to_vec()),
            ("a byte more", b"message", b"", longer),
            ("nothing", b"message", b"", Vec::new()),
            ("another challenge", b"message", b"", flipped(0)),
            ("another response", b"message", b"", flipped(100)),
            ("another hint", b"message", b"", flipped(end)),
            ("all ones", b"message", b"", vec![0xff; good.len()]),
            ("all zeros", b"message", b"", vec![0; good.len()]),
        ] {
            assert!(!holds(message, context, &signature), "{name} of {key_type:?}");
        }
        for (_, other) in TYPES {
            if other != algorithm {
                assert!(!verify(other, key.public_key(), b"message", &good, HighS::Refuse));
            }
        }
    }
}

#[test]
fn a_context_has_at_most_255_bytes_and_is_for_these_keys_alone() {
    let signing = Signing { context: &[0; MAX_CONTEXT + 1], ..Signing::default() };
    let error =
        secret_of(KeyType::MlDsa65, 1).sign_with(Algorithm::MlDsa65, b"", signing).unwrap_err();
    assert_eq!(error.code(), "ERR_LIMIT_EXCEEDED");
    let plain = secret(1);
    let signing = Signing { context: b"c", ..Signing::default() };
    let error = plain.sign_with(Algorithm::Ed25519, b"", signing).unwrap_err();
    assert_eq!(error.code(), "ERR_KEY_ALGORITHM");
    let signature = plain.sign(Algorithm::Ed25519, b"").unwrap();
    assert!(!verify_in(
        Algorithm::Ed25519,
        plain.public_key(),
        b"",
        b"c",
        &signature,
        HighS::Refuse
    ));
}

#[test]
fn hedged_signatures_differ_and_hold() {
    struct Count(u8);
    impl rand_core::TryRng for Count {
        type Error = core::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(0)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(0)
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            self.0 += 1;
            bytes.fill(self.0);
            Ok(())
        }
    }
    impl rand_core::TryCryptoRng for Count {}
    let (key, mut rng) = (secret_of(KeyType::MlDsa44, 1), Count(0));
    let mut sign = || key.sign_hedged(Algorithm::MlDsa44, b"m", &mut rng).unwrap();
    let (first, second) = (sign(), sign());
    assert_ne!(first, second);
    assert!(verify(Algorithm::MlDsa44, key.public_key(), b"m", &first, HighS::Refuse));
    assert!(verify(Algorithm::MlDsa44, key.public_key(), b"m", &second, HighS::Refuse));
}

#[test]
fn keys_keep_their_bytes_in_every_form() {
    for (key_type, _) in TYPES {
        let key = secret_of(key_type, 5);
        let public = key.public_key();
        assert_eq!(multikey::decode(&multikey::encode(public)).unwrap(), *public);
        assert_eq!(PublicKey::from_tagged(&public.to_tagged()).unwrap(), *public);
        assert_eq!(der::public_from_der(&der::public_to_der(public).unwrap()).unwrap(), *public);
        let again = jwk::secret_from_text(&jwk::secret_to_text(&key).unwrap()).unwrap();
        assert_eq!(again.expose(), key.expose());
        let again = der::secret_from_der(&der::secret_to_der(&key).unwrap()).unwrap();
        assert_eq!(again.expose(), key.expose());
    }
}

#[test]
fn internal_signing_takes_the_composed_message() {
    for (key_type, algorithm) in TYPES {
        let set = Set::of(key_type).unwrap();
        let (public, expanded) = ml_dsa::expand(set, &[8; 32]).unwrap();
        let composed = [&[0, 2][..], b"ctmessage"].concat();
        let signature = ml_dsa::sign_internal(set, &expanded, &composed, &[0; 32]).unwrap();
        let signing = Signing { context: b"ct", ..Signing::default() };
        let same = secret_of(key_type, 8).sign_with(algorithm, b"message", signing).unwrap();
        assert_eq!(signature, same);
        assert!(ml_dsa::verify_internal(set, &public, &composed, &signature));
        assert!(!ml_dsa::verify_internal(set, &public[1..], &composed, &signature));
        assert!(!ml_dsa::verify_internal(set, &public, b"message", &signature));
    }
}

/// What anybody can make for a key whose `t1` is zero: no response, no hint, the challenge of zero.
fn forged(public: &[u8], composed: &[u8], set: Set) -> Vec<u8> {
    let (challenge, columns, bits, w1, hint) = match set {
        Set::MlDsa44 => (32, 4, 18, 768, 84),
        Set::MlDsa65 => (48, 5, 20, 768, 61),
        Set::MlDsa87 => (64, 7, 20, 1_024, 83),
    };
    let hash = |parts: &[&[u8]], length: usize| {
        let mut xof = Shake256::default();
        parts.iter().for_each(|part| xof.update(part));
        let mut out = vec![0; length];
        xof.finalize_xof().read(&mut out);
        out
    };
    let mu = hash(&[&hash(&[public], 64), composed], 64);
    let mut signature = hash(&[&mu, &vec![0; w1]], challenge);
    let mut response = vec![0_u8; columns * 32 * bits];
    for coefficient in 0..columns * 256 {
        let top = (coefficient + 1) * bits - 1;
        response[top / 8] |= 1 << (top % 8);
    }
    signature.extend(response);
    signature.extend(vec![0; hint]);
    signature
}

#[test]
fn a_key_without_t1_verifies_as_the_standard_says_and_is_nobodys() {
    for (key_type, algorithm) in TYPES {
        let set = Set::of(key_type).unwrap();
        let mut public = vec![0; set.public_len()];
        public[..32].fill(7);
        let signature = forged(&public, b"\0\0message", set);
        assert!(ml_dsa::verify_internal(set, &public, b"\0\0message", &signature));
        let tagged = [&key_type.tag()[..], &public].concat();
        let judge = |algorithm, message: &[u8]| {
            batch::verify_tagged(algorithm, &tagged, message, &signature, HighS::Refuse)
        };
        assert_eq!(judge(algorithm, b"message"), Ok(true));
        assert_eq!(judge(algorithm, b"another"), Ok(false));
        assert_eq!(judge(Algorithm::Ed25519, b"message"), Ok(false));

        let refused = Error::KeyUnbound(key_type.as_str());
        assert_eq!(PublicKey::from_raw(key_type, &public).unwrap_err(), refused);
        let mut der = der::public_to_der(secret_of(key_type, 1).public_key()).unwrap();
        let start = der.len() - public.len();
        der[start..].copy_from_slice(&public);
        assert_eq!(der::public_from_der(&der).unwrap_err(), refused);
        let half = PublicKey::from_raw(KeyType::Ed25519MlDsa65, &[0; 1_984]);
        assert_eq!(half.unwrap_err(), Error::KeyUnbound("Ed25519+ML-DSA-65"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_is_signed_verifies_in_both(seed: [u8; 32], message: Vec<u8>, context: [u8; 9], which in 0..3_usize) {
        let (key_type, algorithm) = TYPES[which];
        let key = SecretKey::from_bytes(key_type, &seed).unwrap();
        let signing = Signing { context: &context, randomness: &seed };
        let signature = key.sign_with(algorithm, &message, signing).unwrap();
        let public = key.public_key();
        prop_assert!(verify_in(algorithm, public, &message, &context, &signature, HighS::Refuse));
        let set = Set::of(key_type).unwrap();
        prop_assert!(oracle_verifies(set, public.as_bytes(), &message, &context, &signature));
    }

    #[test]
    fn a_changed_byte_never_verifies(at in 0..2_420_usize, bits in 1..=255_u8) {
        let key = secret_of(KeyType::MlDsa44, 2);
        let mut signature = key.sign(Algorithm::MlDsa44, b"m").unwrap();
        signature[at] ^= bits;
        prop_assert!(!verify(Algorithm::MlDsa44, key.public_key(), b"m", &signature, HighS::Refuse));
        let set = Set::MlDsa44;
        prop_assert!(!oracle_verifies(set, key.public_key().as_bytes(), b"m", b"", &signature));
    }

    #[test]
    fn any_bytes_are_read_or_refused(which in 0..3_usize, bytes: Vec<u8>) {
        let (key_type, algorithm) = TYPES[which];
        let _ = SecretKey::from_bytes(key_type, &bytes);
        prop_assert!(!verify(algorithm, secret_of(key_type, 1).public_key(), &bytes, &bytes, HighS::Refuse));
    }
}
