//! Signatures that no document holds: keys, rings, possession, messages of SAGE.

use countersign_core::{
    Error,
    encoding::{base64, base64url, frames},
    guard::sage::Message,
    hazmat,
    keys::{
        self, Algorithm, Claim, HighS, KeyType, PublicKey, SecretKey, ml_dsa, sage_data::StoredKey,
        sage_sign,
    },
    peer,
    pop::{self, Challenge, Expected, Proof, Statement},
    ring::{Ring, go},
    time::{UnixSeconds, rfc3339},
    trust::Trust,
};
use countersign_testkit::{
    FixedRng,
    keys::{pinned, secret_of},
    records::{sign_as_sage, sign_bytes, sign_document},
};
use serde_json::{Value, json};

use super::{
    actors::SECONDS,
    costs::{Made, Row, cost, made, row},
};

pub const ROWS: &[Row] = &[
    row("Keys.verify", "1 signature check", verify),
    row("Keys.verifyBatch", "1 signature check a claim", verify_batch),
    row("Keys.recover", "1 signature check", recover),
    row("Sage.Keys.verify", "1 signature check", sage_verify),
    row("Peer.verifyRaw", "1 signature check", peer_verify),
    row("Ecdsa.verifyDigest", "1 signature check", verify_digest),
    row("MlDsa.verifyInternal", "1 signature check", verify_internal),
    row("Ring.verify", "1 signature check a member", || ring(false)),
    row("Ring.PreparedRing#verify", "1 signature check a member", || ring(false)),
    row("Ring.PreparedRing#verifyBatch", "1 signature check a member of each claim", || ring(true)),
    row("RingGo.verify", "1 signature check a member", ring_go),
    row("Sage.Guard.verify", "16 signature checks", guard_sage),
    row("Pop.verify", "1 signature check", pop_verify),
    row("Pop.verifyOnce", "1 signature check", pop_verify),
    row("Pop.verifyAgreement", "1 signature check", pop_agreement),
    row("Pop.verifyAgreementOnce", "1 signature check", pop_agreement),
    row("Pop.verifyAll", "64 signature checks", pop_all),
    row("Pop.verifyAllOnce", "64 signature checks", pop_all),
    row("Sage.Pop.verify", "16 signature checks", pop_sage),
    row("Sage.Pop.verifyAll", "64 signature checks", pop_sage_all),
];

const DID: &str = "did:web:a.example";

/// A signature of `secret_of(Secp256k1, 1)` with its recovery byte: whoever checks it recovers the key.
fn recoverable(message: &[u8]) -> Vec<u8> {
    sign_as_sage(message, &secret_of(KeyType::Secp256k1, 1))
}

fn verify() -> Made {
    let key = secret_of(KeyType::MlDsa87, 1);
    let signature = key.sign(Algorithm::MlDsa87, b"message").unwrap();
    let judge = || {
        keys::verify(Algorithm::MlDsa87, key.public_key(), b"message", &signature, HighS::Refuse)
    };
    made(|| assert!(judge()))
}

fn verify_batch() -> Made {
    let key = secret_of(KeyType::Ed25519, 1);
    let signature = key.sign(Algorithm::Ed25519, b"message").unwrap();
    let claim = Claim {
        algorithm: Algorithm::Ed25519,
        key: key.public_key(),
        message: b"message",
        signature: &signature,
    };
    made(|| keys::verify_batch(&[claim; 5], HighS::Refuse)).of("claim", 5)
}

fn recover() -> Made {
    let signature = recoverable(b"message");
    let algorithm = Algorithm::Secp256k1Keccak256;
    made(|| assert!(keys::recover(algorithm, b"message", &signature, HighS::Refuse).is_ok()))
}

fn sage_verify() -> Made {
    let (key, signature) = (secret_of(KeyType::Secp256k1, 1), recoverable(b"message"));
    made(|| assert!(sage_sign::verifies(key.public_key(), b"message", &signature)))
}

fn peer_verify() -> Made {
    let key = secret_of(KeyType::Secp256k1, 1);
    let signature =
        sign_bytes(peer::unsigned(Algorithm::Secp256k1Sha256, b"message").unwrap(), &key);
    made(|| assert!(peer::verify(key.public_key(), b"message", &signature)))
}

fn verify_digest() -> Made {
    let (key, digest) = (secret_of(KeyType::P256, 1), [7; 32]);
    let signature = hazmat::ecdsa::sign_digest(KeyType::P256, key.expose(), &digest).unwrap();
    let judge = || {
        hazmat::ecdsa::verify_digest(key.public_key(), &digest, &signature, HighS::Refuse).unwrap()
    };
    made(|| assert!(judge()))
}

fn verify_internal() -> Made {
    let key = secret_of(KeyType::MlDsa65, 1);
    let set = ml_dsa::Set::of(KeyType::MlDsa65).unwrap();
    let signature = key.sign(Algorithm::MlDsa65, b"message").unwrap();
    let public = key.public_key().as_bytes();
    // Signatures sign an empty context and the message behind two bytes.
    made(|| assert!(ml_dsa::verify_internal(set, public, b"\0\0message", &signature)))
}

fn ring(batch: bool) -> Made {
    let members: Vec<_> = (1..=5).map(|seed| secret_of(KeyType::Ed25519, seed)).collect();
    let keys: Vec<_> = members.iter().map(|member| member.public_key().clone()).collect();
    let ring = Ring::new(&keys, b"scope").unwrap();
    let signature = ring.sign(&members[2], b"message", &[9; 32]).unwrap();
    if !batch {
        return made(|| assert!(ring.verify(b"message", &signature).is_ok())).of("member", 5);
    }
    let claims = frames::join(&[b"message".as_slice(), &signature]).repeat(3);
    made(|| assert_eq!(ring.verify_packed(&claims), Ok(vec![1; 3])))
        .of("member of each claim", 3 * 5)
}

fn ring_go() -> Made {
    let members: Vec<_> = (1..=5).map(|seed| secret_of(KeyType::Ed25519, seed)).collect();
    let keys: Vec<_> = members.iter().map(|member| member.public_key().clone()).collect();
    let signature = go::sign(&keys, &members[2], &[7; 32], &mut FixedRng(1)).unwrap();
    let expected: Vec<u8> = keys.iter().flat_map(|key| key.as_bytes().to_vec()).collect();
    let judge = || {
        let reading = go::Reading::Strict;
        go::verify_packed(KeyType::Ed25519, &[7; 32], &signature, Some(&expected), reading).unwrap()
    };
    made(judge).of("member", 5)
}

#[test]
fn a_signature_of_another_ring_is_refused_without_a_check() {
    let members: Vec<_> = (1..=5).map(|seed| secret_of(KeyType::Ed25519, seed)).collect();
    let keys: Vec<_> = members.iter().map(|member| member.public_key().clone()).collect();
    let signature = go::sign(&keys, &members[2], &[7; 32], &mut FixedRng(1)).unwrap();
    let fewer: Vec<u8> = keys.iter().take(2).flat_map(|key| key.as_bytes().to_vec()).collect();
    for reading in [go::Reading::Strict, go::Reading::Upstream] {
        let judge =
            || go::verify_packed(KeyType::Ed25519, &[7; 32], &signature, Some(&fewer), reading);
        assert_eq!(cost(judge), (Err(Error::RingOther), 0));
    }
}

/// As many keys of one type as are tried, of which the last signs.
fn crowd(signer: &SecretKey) -> Trust {
    let key_type = signer.public_key().key_type();
    let strangers: Vec<_> = (100..115).map(|fill| secret_of(key_type, fill)).collect();
    pinned(strangers.iter().chain([signer]).map(SecretKey::public_key))
}

fn guard_sage() -> Made {
    let did = "did:x:a";
    let message = json!({ "agentDid": did, "messageId": "m", "nonce": "n", "body": "b",
        "timestamp": "2025-10-19T12:34:56.789Z" });
    let message = Message::from_json(&message.to_string()).unwrap();
    let key = secret_of(KeyType::Secp256k1, 1);
    let base = message.base().unwrap();
    let signature = key.sign(Algorithm::Secp256k1Sha256, base.as_bytes()).unwrap();
    let now = rfc3339::parse("2025-10-19T12:34:57Z").unwrap();
    let trust = crowd(&key);
    made(|| assert!(message.verify(&trust, &signature, now, 300).is_ok()))
}

fn now() -> UnixSeconds {
    UnixSeconds(SECONDS)
}

fn challenge(ephemeral: Option<&PublicKey>) -> Challenge {
    let end = UnixSeconds(SECONDS + 60);
    Challenge::new("https://a.example", &[7; 16], now(), end, ephemeral.cloned()).unwrap()
}

fn proof_of(seed: u8) -> Proof {
    let key = secret_of(KeyType::Ed25519, seed);
    let public = key.public_key().clone();
    let challenge = challenge(None);
    let statement = Statement::new(DID, Algorithm::Ed25519, public, &challenge, now()).unwrap();
    let text = sign_document(statement.into_unsigned().unwrap(), &key);
    Proof::from_json(&text).unwrap()
}

fn pop_verify() -> Made {
    let (proof, challenge, key) = (proof_of(1), challenge(None), secret_of(KeyType::Ed25519, 1));
    let trust = pinned([key.public_key()]);
    let expected =
        Expected { did: DID, trust: &trust, challenge: &challenge, now: now(), skew: 60 };
    made(|| assert!(pop::verify(proof, &expected).is_ok()))
}

fn pop_agreement() -> Made {
    let (identity, key) = (secret_of(KeyType::Ed25519, 1), secret_of(KeyType::X25519, 2));
    let ephemeral = secret_of(KeyType::X25519, 3);
    let challenge = challenge(Some(ephemeral.public_key()));
    let [signs, agrees] = [&identity, &key].map(|key| key.public_key().clone());
    let statement =
        Statement::for_agreement(DID, Algorithm::Ed25519, signs, agrees, &challenge, now())
            .unwrap();
    let unsigned = statement.into_unsigned_agreement(&key).unwrap();
    let proof = Proof::from_json(&sign_document(unsigned, &identity)).unwrap();
    let trust = pinned([key.public_key(), identity.public_key()]);
    let expected =
        Expected { did: DID, trust: &trust, challenge: &challenge, now: now(), skew: 60 };
    made(|| assert!(pop::verify_agreement(proof, &expected, &ephemeral).is_ok()))
}

/// A signature that does not hold spoils no other, and costs no more.
fn pop_all() -> Made {
    let keys: Vec<_> = (1..=64).map(|seed| secret_of(KeyType::Ed25519, seed)).collect();
    let trust = pinned(keys.iter().map(SecretKey::public_key));
    let mut proofs: Vec<_> = (1..=64).map(|seed| proof_of(seed).to_json()).collect();
    let mut bad: Value = serde_json::from_str(&proofs[63]).unwrap();
    bad["signature"] = base64url::encode(&[7; 64]).into();
    proofs[63] = bad.to_string();
    let challenge = challenge(None);
    let shown: Vec<_> = proofs.iter().map(|proof| Some(proof.as_str())).collect();
    made(|| {
        let expected =
            Expected { did: DID, trust: &trust, challenge: &challenge, now: now(), skew: 60 };
        let judged = pop::verify_all(&shown, &expected, None).unwrap();
        assert!(judged.state().is_refused());
    })
}

fn stored(seed: u8) -> (StoredKey, Vec<u8>) {
    let key = secret_of(KeyType::Ed25519, seed);
    let stored = StoredKey::of(key.public_key()).unwrap();
    let unsigned = pop::sage::unsigned(DID, &stored, Algorithm::Ed25519).unwrap();
    let proof = unsigned.sign(&key, SecretKey::sign).unwrap();
    (stored, proof)
}

fn pop_sage() -> Made {
    let (_, proof) = stored(1);
    let trust = crowd(&secret_of(KeyType::Ed25519, 1));
    let expected = pop::sage::Expected { did: DID, trust: &trust, stored: None, now: now() };
    made(|| pop::sage::verify_trusted(&proof, &expected).map(drop).unwrap())
}

fn pop_sage_all() -> Made {
    let item = |seed: u8| {
        let (key, proof) = stored(seed);
        json!({ "type": key.type_number(), "key_data": base64::encode(key.data()),
            "signature": base64::encode(&proof) })
    };
    let keys: Value = (1..=64).map(item).collect();
    made(|| {
        assert!(
            pop::sage::verify_all(DID, &keys.to_string())
                .unwrap()
                .contains("\"proofs\":{\"state\":\"ok\"}")
        )
    })
}
