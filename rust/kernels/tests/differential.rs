//! The kernels, or with the feature `model-fused` or `model-limbs` those of WebAssembly, against the dalek crates: same keys,
//! signatures, verdicts, secrets.
//!
//! A bounded share runs with every test. `COUNTERSIGN_CASES` says how many of each, and the step `long` asks for a million:
//! here, and with `--target wasm32-wasip1` in WebAssembly itself.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test")]

mod cases;

use countersign_kernels::{
    ed25519::{self, Prepared, PublicKey, Refusal, SMALL_ORDER, SigningKey},
    x25519,
};
use curve25519_dalek::{
    EdwardsPoint, Scalar, constants::EIGHT_TORSION, edwards::CompressedEdwardsY,
};
use ed25519_dalek::{Signer, Verifier, VerifyingKey};
use proptest::prelude::*;
use sha2::{Digest, Sha512};

use cases::config;

/// 32 bytes: any, or with long runs of zeros or ones.
fn bytes32() -> impl Strategy<Value = [u8; 32]> {
    let run = (any::<[u8; 32]>(), 0_usize..32, 0_usize..32, any::<bool>()).prop_map(
        |(mut bytes, from, length, ones)| {
            bytes.iter_mut().skip(from).take(length).for_each(|b| *b = if ones { 0xff } else { 0 });
            bytes
        },
    );
    prop_oneof![any::<[u8; 32]>(), run]
}

/// The verdict of the criterion, on dalek.
fn verdict(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    let (r, _) = signature.split_first_chunk::<32>().unwrap();
    key_verdict(key)
        .is_ok_and(|key| !SMALL_ORDER.contains(r) && key.verify(message, &signature.into()).is_ok())
}

fn key_verdict(bytes: &[u8; 32]) -> Result<VerifyingKey, Refusal> {
    if SMALL_ORDER.contains(bytes) {
        return Err(Refusal::SmallOrder);
    }
    let key = VerifyingKey::from_bytes(bytes).map_err(|_| Refusal::OffCurve)?;
    if key.to_edwards().compress().as_bytes() == bytes {
        Ok(key)
    } else {
        Err(Refusal::NotCanonical)
    }
}

/// All ways to verify give the verdict of dalek.
fn agree(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    let want = verdict(key, message, signature);
    assert_eq!(ed25519::verify(key, message, signature), want, "{key:02x?} {signature:02x?}");
    let parsed = PublicKey::parse(key);
    assert_eq!(parsed.as_ref().err(), key_verdict(key).as_ref().err(), "{key:02x?}");
    if let (Ok(key), Ok(theirs)) = (parsed, key_verdict(key)) {
        assert_eq!(key.to_montgomery(), theirs.to_montgomery().to_bytes());
        let twice =
            [key.verify(message, signature), Prepared::new(&key).verify(message, signature)];
        assert_eq!(twice, [want; 2], "{key:?} {signature:02x?}");
    } else {
        assert!(!want, "{key:02x?} {signature:02x?}");
    }
    want
}

fn join(r: &[u8; 32], s: &Scalar) -> [u8; 64] {
    [*r, s.to_bytes()].concat().try_into().unwrap()
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn keys_and_signatures(
        seed in bytes32(),
        message: Vec<u8>,
        bit in 0_usize..512,
        key_bit in 0_usize..256,
    ) {
        let theirs = ed25519_dalek::SigningKey::from_bytes(&seed);
        let ours = SigningKey::from_seed(&seed);
        let public = *ours.public_key().as_bytes();
        prop_assert_eq!(public, theirs.verifying_key().to_bytes());
        let signature = ours.sign(&message);
        prop_assert_eq!(signature, theirs.sign(&message).to_bytes());
        prop_assert!(agree(&public, &message, &signature));
        let u = theirs.verifying_key().to_montgomery().to_bytes();
        prop_assert_eq!(ours.public_key().to_montgomery(), u);
        prop_assert_eq!(ours.expose().to_le(), theirs.to_scalar().to_bytes());

        let mut other = signature;
        other[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(!agree(&public, &message, &other));
        let mut other = public;
        other[key_bit / 8] ^= 1 << (key_bit % 8);
        agree(&other, &message, &signature);
    }

    #[test]
    fn any_bytes(key in bytes32(), r in bytes32(), s in bytes32(), message: Vec<u8>) {
        agree(&key, &message, &[r, s].concat().try_into().unwrap());
        let (ours, theirs) = (PublicKey::parse(&key).map(|key| *key.as_bytes()), key_verdict(&key));
        prop_assert_eq!(ours, theirs.map(|key| key.to_bytes()));
    }

    /// A and R of mixed or small order: the equation holds exactly, or only times 8.
    #[test]
    fn torsion(
        secret: [u8; 32],
        nonce: [u8; 32],
        torsion_of_a in 0_usize..8,
        torsion_of_r in 0_usize..8,
        zero: (bool, bool),
        message: [u8; 4],
    ) {
        let [secret, nonce] = [(secret, zero.0), (nonce, zero.1)]
            .map(|(bytes, zero)| if zero { Scalar::ZERO } else { Scalar::from_bytes_mod_order(bytes) });
        let a = (EdwardsPoint::mul_base(&secret) + EIGHT_TORSION[torsion_of_a]).compress().to_bytes();
        let r = (EdwardsPoint::mul_base(&nonce) + EIGHT_TORSION[torsion_of_r]).compress().to_bytes();
        let hash = Sha512::new().chain_update(r).chain_update(a).chain_update(message).finalize();
        let k = Scalar::from_bytes_mod_order_wide(&hash.into());
        agree(&a, &message, &join(&r, &(nonce + k * secret)));
    }

    /// S + L, and R whose y is not below p.
    #[test]
    fn other_forms(seed: [u8; 32], message: [u8; 4]) {
        let key = SigningKey::from_seed(&seed);
        let mut signature = key.sign(&message);
        let order = Scalar::ZERO - Scalar::ONE;
        let mut carry = 1_u16;
        for (to, add) in signature[32..].iter_mut().zip(order.to_bytes()) {
            carry += u16::from(*to) + u16::from(add);
            *to = carry as u8;
            carry >>= 8;
        }
        prop_assert!(!agree(key.public_key().as_bytes(), &message, &signature));
    }

    #[test]
    fn agreements(secret in bytes32(), other in bytes32(), u in bytes32()) {
        let theirs = x25519_dalek::StaticSecret::from(secret);
        prop_assert_eq!(x25519::public(&secret), x25519_dalek::PublicKey::from(&theirs).to_bytes());
        for u in [u, x25519::public(&other)] {
            let shared = theirs.diffie_hellman(&x25519_dalek::PublicKey::from(u));
            prop_assert_eq!(*x25519::agree(&secret, &u), shared.to_bytes());
        }
    }
}

/// Every pair of encodings near 0, p and 2^255, and of small order, as A and as R.
#[test]
fn edge_encodings() {
    let mut edges = SMALL_ORDER.to_vec();
    for low in [0, 1, 2, 3, 0xe9, 0xea, 0xeb, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xfe, 0xff] {
        for (middle, top) in [(0, 0), (0, 0x80), (0xff, 0x7f), (0xff, 0xff)] {
            let mut bytes = [middle; 32];
            (bytes[0], bytes[31]) = (low, top);
            edges.push(bytes);
        }
    }
    edges.push(EdwardsPoint::mul_base(&Scalar::from(7_u8)).compress().to_bytes());
    let scalars = [Scalar::ZERO, Scalar::ONE, -Scalar::ONE];
    for (index, a) in edges.iter().enumerate() {
        for (r, s) in edges.iter().zip(scalars.iter().cycle().skip(index % 3)) {
            agree(a, b"edge", &join(r, s));
        }
    }
    assert!(edges.iter().any(|bytes| CompressedEdwardsY(*bytes).decompress().is_none()));
}

/// Every u of small order, in each of its forms.
#[test]
fn edge_agreements() {
    for torsion in EIGHT_TORSION {
        let u = torsion.to_montgomery().to_bytes();
        assert_eq!(*x25519::agree(&[0x55; 32], &u), [0; 32]);
    }
    for low in 0..=255_u8 {
        for (middle, top) in [(0, 0), (0, 0x80), (0xff, 0x7f), (0xff, 0xff)] {
            let mut u = [middle; 32];
            (u[0], u[31]) = (low, top);
            let secret = x25519_dalek::StaticSecret::from([0x33; 32]);
            let shared = secret.diffie_hellman(&x25519_dalek::PublicKey::from(u));
            assert_eq!(*x25519::agree(&[0x33; 32], &u), shared.to_bytes(), "{u:02x?}");
        }
    }
}

/// A = B and A = -B, R = A and R = -A, S = 0, S = 1, S = L - 1, under the hash of RFC 8032, many times
/// by the same tables.
#[test]
fn special_keys_and_signatures() {
    let one = Scalar::ONE;
    let (mut held, mut refused) = (0, 0);
    for (a, torsion) in [one, -one, Scalar::from(2_u8), Scalar::from(127_u8), -Scalar::from(5_u8)]
        .into_iter()
        .flat_map(|a| [(a, 0), (a, 1), (a, 4)])
    {
        let key = EdwardsPoint::mul_base(&a) + EIGHT_TORSION[torsion];
        let opposite = (-key).compress().to_bytes();
        let key = key.compress().to_bytes();
        let ends = [one, -one].map(|r| (r, EdwardsPoint::mul_base(&r).compress().to_bytes()));
        for (nonce, r) in [(a, key), (-a, opposite), ends[0], ends[1]] {
            for message in [&b""[..], b"a", b"special"] {
                let hash = Sha512::new().chain_update(r).chain_update(key).chain_update(message);
                let k = Scalar::from_bytes_mod_order_wide(&hash.finalize().into());
                let exact = nonce + k * a;
                for s in [exact, -exact, exact + one, Scalar::ZERO, one, -one, k, -k] {
                    let verdict = agree(&key, message, &join(&r, &s));
                    assert!(!verdict || s == exact, "{a:?} {nonce:?} {s:?}");
                    assert!(verdict || s != exact || torsion != 0, "{a:?} {nonce:?}");
                    *(if verdict { &mut held } else { &mut refused }) += 1;
                }
            }
        }
    }
    assert!(held >= 60 && refused > 1000, "{held} {refused}");
}

/// Two signatures that are wrong by T and by -T, so that a sum over both would not see it: each is
/// refused, however often its tables are used.
#[test]
fn cancelling_pairs_by_tables() {
    for torsion in [EIGHT_TORSION[1], EIGHT_TORSION[2], EIGHT_TORSION[4]] {
        let pair = [(11_u64, torsion), (13, -torsion), (11, -torsion)].map(|(secret, off)| {
            let secret = Scalar::from(secret);
            let key = EdwardsPoint::mul_base(&secret).compress().to_bytes();
            let nonce = Scalar::from(0x5eed_u64);
            let r = (EdwardsPoint::mul_base(&nonce) + off).compress().to_bytes();
            let hash = Sha512::new().chain_update(r).chain_update(key).chain_update(b"pair");
            let k = Scalar::from_bytes_mod_order_wide(&hash.finalize().into());
            (Prepared::new(&PublicKey::parse(&key).unwrap()), join(&r, &(nonce + k * secret)))
        });
        for _ in 0..8 {
            for (key, signature) in &pair {
                assert!(!key.verify(b"pair", signature));
            }
        }
    }
}
