//! Proof of possession: our own vectors, rejections, and a property.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test pop` writes
//! `rust/vectors/pop/v1.json`; `ts/test/pop.test.ts` checks it with other implementations.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

use std::fs;

use countersign_core::{
    Error, did,
    encoding::{base64url, frames},
    fact::State,
    keys::{Algorithm, KeyType, PublicKey, SecretKey, multikey},
    label,
    pop::{
        Challenge, Expected, MAX_KEYS, MAX_LIFETIME, Proof, Statement, read_keys, read_proofs,
        verify, verify_agreement, verify_all,
    },
    replay::Once,
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
    unsigned::Unsigned,
};
use countersign_testkit::{
    keys::{pinned, secret_of},
    records::sign_document,
    vector_path, vectors,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const DID: &str = "did:web:agent.example";
const AUDIENCE: &str = "https://registry.example/agents";
const ISSUED: UnixSeconds = UnixSeconds(1_760_000_000);
const NOW: UnixSeconds = UnixSeconds(1_760_000_010);
const EXPIRES: UnixSeconds = UnixSeconds(1_760_000_300);

fn challenge(ephemeral: Option<&SecretKey>) -> Challenge {
    let ephemeral = ephemeral.map(|secret| secret.public_key().clone());
    Challenge::new(AUDIENCE, &[7; 16], ISSUED, EXPIRES, ephemeral).unwrap()
}

fn prove(secret: &SecretKey, algorithm: Algorithm, challenge: &Challenge) -> Proof {
    let key = secret.public_key().clone();
    let statement = Statement::new(DID, algorithm, key, challenge, NOW).unwrap();
    read(statement.into_unsigned().unwrap(), secret)
}

fn prove_agreement(identity: &SecretKey, key: &SecretKey, challenge: &Challenge) -> Proof {
    let public = |secret: &SecretKey| secret.public_key().clone();
    let algorithm = Algorithm::Ed25519;
    let statement =
        Statement::for_agreement(DID, algorithm, public(identity), public(key), challenge, NOW)
            .unwrap();
    read(statement.into_unsigned_agreement(key).unwrap(), identity)
}

/// The proof that `secret` signs.
fn read(unsigned: Unsigned, secret: &SecretKey) -> Proof {
    Proof::from_json(&sign_document(unsigned, secret)).unwrap()
}

fn expected<'a>(trust: &'a Trust, challenge: &'a Challenge) -> Expected<'a> {
    Expected { did: DID, trust, challenge, now: NOW, skew: 60 }
}

#[test]
fn every_algorithm_proves() {
    for algorithm in Algorithm::ALL {
        let (secret, challenge) = (secret_of(algorithm.key_type(), 1), challenge(None));
        let proof = prove(&secret, algorithm, &challenge);
        let read = Proof::from_json(&proof.to_json()).unwrap();
        assert_eq!(read, proof);
        verify(read, &expected(&pinned([secret.public_key()]), &challenge)).unwrap();
    }
}

#[test]
fn what_was_proven_is_told_member_by_member() {
    let [identity, key, ephemeral] = [
        secret_of(KeyType::Ed25519, 1),
        secret_of(KeyType::X25519, 2),
        secret_of(KeyType::X25519, 3),
    ];
    let told = |text: String| serde_json::from_str::<Value>(&text).unwrap();
    let plain = challenge(None);
    let proof = prove(&identity, Algorithm::Ed25519, &plain);
    let proven = verify(proof, &expected(&pinned([identity.public_key()]), &plain)).unwrap();
    let (verifier, holder) = (AUDIENCE.as_bytes(), DID.as_bytes());
    let once = Once { label: label::POP_CHALLENGE, verifier, holder, nonce: &[7; 16] };
    let mut facts = json!({
        "did": DID, "key": multikey::encode(identity.public_key()), "audience": AUDIENCE,
        "nonce": base64url::encode(&[7; 16]), "issued": NOW.0, "expires": EXPIRES.0,
        "algorithm": "ed25519",
        "signer": {
            "publicKeyMultibase": multikey::encode(identity.public_key()), "type": "Ed25519", "trust": "trusted",
        },
        "replay": once.to_value(UnixSeconds(EXPIRES.0 + 60)),
    });
    assert_eq!(told(proven.to_json()), facts);
    let asked = challenge(Some(&ephemeral));
    let proof = prove_agreement(&identity, &key, &asked);
    let trust = pinned([key.public_key(), identity.public_key()]);
    let proven = verify_agreement(proof, &expected(&trust, &asked), &ephemeral).unwrap();
    facts["key"] = multikey::encode(key.public_key()).into();
    facts["signer"]["publicKeyMultibase"] = multikey::encode(identity.public_key()).into();
    assert_eq!(told(proven.to_json()), facts);
}

#[test]
fn an_agreement_key_needs_its_secret_and_an_identity() {
    let [identity, key, ephemeral] = [
        secret_of(KeyType::Ed25519, 1),
        secret_of(KeyType::X25519, 2),
        secret_of(KeyType::X25519, 3),
    ];
    let challenge = challenge(Some(&ephemeral));
    let proof = prove_agreement(&identity, &key, &challenge);
    let good = |proof: &Proof, identity: &SecretKey, ephemeral: &SecretKey| {
        let trust = pinned([key.public_key(), identity.public_key()]);
        verify_agreement(proof.clone(), &expected(&trust, &challenge), ephemeral).map(|_| ())
    };
    assert_eq!(good(&proof, &identity, &ephemeral), Ok(()));
    assert_eq!(good(&proof, &secret_of(KeyType::Ed25519, 9), &ephemeral), Err(Error::PopIdentity));
    assert_eq!(good(&proof, &identity, &key), Err(Error::PopEphemeral));
    let plain = verify(proof.clone(), &expected(&pinned([key.public_key()]), &challenge));
    assert_eq!(plain, Err(Error::PopEphemeral));

    // Mallory names a key that is not hers: her signature holds, her MAC cannot.
    let mut record: Value = serde_json::from_str(&proof.to_json()).unwrap();
    record["mac"] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".into();
    let forged = Proof::from_json(&record.to_string()).unwrap();
    assert_eq!(good(&forged, &identity, &ephemeral), Err(Error::PopInvalid));
}

#[test]
fn refuses_what_it_did_not_expect() {
    let secret_key = secret_of(KeyType::Ed25519, 1);
    let [key, other] = [1, 2].map(|fill| pinned([secret_of(KeyType::Ed25519, fill).public_key()]));
    let (key, other) = (&key, &other);
    let asked = challenge(None);
    let proof = prove(&secret_key, Algorithm::Ed25519, &asked);
    let made = |audience: &str, nonce: u8, expires: u64| {
        Challenge::new(audience, &[nonce; 16], ISSUED, UnixSeconds(expires), None).unwrap()
    };
    let (audience, nonce, expiry) = (
        made("https://other.example", 7, EXPIRES.0),
        made(AUDIENCE, 8, EXPIRES.0),
        made(AUDIENCE, 7, EXPIRES.0 + 1),
    );
    let expected_at = |now: u64| Expected { now: UnixSeconds(now), ..expected(key, &asked) };
    let rows = [
        (
            "another DID",
            Expected { did: "did:web:other.example", ..expected(key, &asked) },
            "ERR_POP_DID",
        ),
        ("another key", expected(other, &asked), "ERR_POP_KEY"),
        ("another audience", expected(key, &audience), "ERR_POP_AUDIENCE"),
        ("another nonce", expected(key, &nonce), "ERR_POP_NONCE"),
        ("another expiry", expected(key, &expiry), "ERR_POP_CHALLENGE"),
        ("too early", expected_at(NOW.0 - 61), "ERR_POP_NOT_YET"),
        ("at the end", expected_at(EXPIRES.0 + 60), "ERR_POP_EXPIRED"),
    ];
    for (name, expected, code) in rows {
        assert_eq!(verify(proof.clone(), &expected).unwrap_err().code(), code, "{name}");
    }
    verify(proof.clone(), &expected_at(NOW.0 - 60)).unwrap();
    verify(proof, &expected_at(EXPIRES.0 + 59)).unwrap();
}

/// As [`prove`], for another DID.
fn prove_as(did: &str, secret: &SecretKey, challenge: &Challenge) -> Proof {
    let (algorithm, key) = (Algorithm::Ed25519, secret.public_key().clone());
    let statement = Statement::new(did, algorithm, key, challenge, NOW).unwrap();
    read(statement.into_unsigned().unwrap(), secret)
}

/// The DID that is made of a key.
fn did_of(secret: &SecretKey) -> String {
    did::key::from_public_key(secret.public_key()).unwrap().to_string()
}

#[test]
fn a_did_that_is_a_key_is_proven_by_that_key_alone() {
    let [own, other] = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let (did, challenge) = (did_of(&own), challenge(None));
    let judge = |secret: &SecretKey| {
        let trust = pinned([secret.public_key()]);
        let expected = Expected { did: &did, ..expected(&trust, &challenge) };
        verify(prove_as(&did, secret, &challenge), &expected).map(drop)
    };
    assert_eq!(judge(&own), Ok(()));
    assert_eq!(judge(&other), Err(Error::PopKey));

    let trust = pinned([&own, &other].map(SecretKey::public_key));
    let proofs = [&own, &other].map(|secret| prove_as(&did, secret, &challenge).to_json());
    let expected = Expected { did: &did, ..expected(&trust, &challenge) };
    let proofs = proofs.each_ref().map(|proof| Some(proof.as_str()));
    let verdicts = verify_all(&proofs, &expected, None).unwrap();
    let refused: Vec<_> = verdicts.keys.into_iter().map(|verdict| verdict.refused).collect();
    assert_eq!(refused, [None, Some(Error::PopKey)]);
}

#[test]
fn a_peer_did_of_one_key_is_proven_by_that_key_alone() {
    let [own, other] = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let did = did::peer::from_public_key(own.public_key()).unwrap().to_string();
    let challenge = challenge(None);
    let judge = |secret: &SecretKey| {
        let trust = pinned([secret.public_key()]);
        let expected = Expected { did: &did, ..expected(&trust, &challenge) };
        verify(prove_as(&did, secret, &challenge), &expected).map(drop)
    };
    assert_eq!(judge(&own), Ok(()));
    assert_eq!(judge(&other), Err(Error::PopKey));
}

#[test]
fn a_did_that_is_a_key_vouches_with_that_key_alone() {
    let [own, other] = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let [key, ephemeral] = [3, 4].map(|fill| secret_of(KeyType::X25519, fill));
    let (did, challenge) = (did_of(&own), challenge(Some(&ephemeral)));
    let judge = |identity: &SecretKey| {
        let [public, agreed] = [identity, &key].map(|secret| secret.public_key().clone());
        let algorithm = Algorithm::Ed25519;
        let made =
            Statement::for_agreement(&did, algorithm, public, agreed, &challenge, NOW).unwrap();
        let proof = read(made.into_unsigned_agreement(&key).unwrap(), identity);
        let trust = pinned([key.public_key(), identity.public_key()]);
        let expected = Expected { did: &did, ..expected(&trust, &challenge) };
        verify_agreement(proof, &expected, &ephemeral).map(drop)
    };
    assert_eq!(judge(&own), Ok(()));
    assert_eq!(judge(&other), Err(Error::PopIdentity));
}

#[test]
fn a_challenge_is_used_up_for_one_did_alone() {
    let (secret, challenge) = (secret_of(KeyType::Ed25519, 1), challenge(None));
    let trust = pinned([secret.public_key()]);
    let replay = |did: &str| -> Value {
        let expected = Expected { did, skew: 7, ..expected(&trust, &challenge) };
        let proven = verify(prove_as(did, &secret, &challenge), &expected).unwrap();
        serde_json::from_str::<Value>(&proven.to_json()).unwrap()["replay"].take()
    };
    let (verifier, holder) = (AUDIENCE.as_bytes(), DID.as_bytes());
    let once = Once { label: label::POP_CHALLENGE, verifier, holder, nonce: &[7; 16] };
    assert_eq!(replay(DID), once.to_value(UnixSeconds(EXPIRES.0 + 7)));
    assert_ne!(replay("did:web:other.example")["mark"], replay(DID)["mark"]);

    let proof = prove(&secret, Algorithm::Ed25519, &challenge).to_json();
    let expected = Expected { skew: 7, ..expected(&trust, &challenge) };
    let all = verify_all(&[Some(&proof)], &expected, None).unwrap();
    let all: Value = serde_json::from_str(&all.to_json()).unwrap();
    assert_eq!(all["replay"], replay(DID), "one challenge is answered once, by whichever call");
}

/// Texts of proofs, or null.
fn shown(proofs: &[Value]) -> Vec<Option<&str>> {
    proofs.iter().map(Value::as_str).collect()
}

#[test]
fn lists_are_read_as_they_cross() {
    let keys = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill).public_key().clone());
    let tagged = keys.each_ref().map(PublicKey::to_tagged);
    let list = frames::join(&tagged.each_ref().map(Vec::as_slice));
    assert_eq!(read_keys(&list), Ok(keys.to_vec()));
    let many = frames::join(&[tagged[0].as_slice(); MAX_KEYS + 1]);
    assert_eq!(read_keys(&many).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");

    let list = frames::join(&[&frames::join(&[b"{}"]), b"", &frames::join(&[b""])]);
    assert_eq!(read_proofs(&list), Ok(vec![Some("{}"), None, Some("")]));
    let cut = frames::join(&[b"\0\0\0\x02{"]);
    assert_eq!(read_proofs(&cut).unwrap_err().code(), "ERR_ENCODING_MALFORMED");
}

#[test]
fn one_proven_key_uses_the_challenge_up_whatever_became_of_the_others() {
    let (good, challenge) = (secret_of(KeyType::Ed25519, 1), challenge(None));
    let proof = prove(&good, Algorithm::Ed25519, &challenge);
    let mut forged: Value = serde_json::from_str(&proof.to_json()).unwrap();
    forged["signature"] = "A".repeat(86).into();
    let keys = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let trust = pinned(keys.iter().map(SecretKey::public_key));
    let judge = |proofs: [Value; 2]| -> Value {
        let expected = Expected { skew: 7, ..expected(&trust, &challenge) };
        let verdicts = verify_all(&shown(&proofs), &expected, None).unwrap();
        serde_json::from_str(&verdicts.to_json()).unwrap()
    };
    let part = judge([proof.to_json().into(), Value::Null]);
    assert_eq!(
        (&part["facts"]["proofs"]["at"], &part["keys"][0]["state"]),
        (&json!(1), &json!("ok"))
    );
    let (verifier, holder) = (AUDIENCE.as_bytes(), DID.as_bytes());
    let once = Once { label: label::POP_CHALLENGE, verifier, holder, nonce: &[7; 16] };
    assert_eq!(part["replay"], once.to_value(UnixSeconds(EXPIRES.0 + 7)));
    let nothing = judge([forged.to_string().into(), Value::Null]);
    assert_eq!(nothing["replay"], Value::Null, "a stranger burns no challenge");
}

#[test]
fn refuses_malformed_records() {
    let secret = secret_of(KeyType::Ed25519, 1);
    let proof: Value =
        serde_json::from_str(&prove(&secret, Algorithm::Ed25519, &challenge(None)).to_json())
            .unwrap();
    let set = |name: &str, value: Value| {
        let mut proof = proof.clone();
        proof[name] = value;
        proof.to_string()
    };
    let without = |name: &str| {
        let mut proof = proof.clone();
        proof.as_object_mut().unwrap().remove(name);
        proof.to_string()
    };
    let rows = [
        ("not JSON", "{".to_owned(), "ERR_JSON_MALFORMED"),
        ("not an object", "[]".to_owned(), "ERR_JSON_NOT_OBJECT"),
        ("twice", r#"{"did":"a","did":"b"}"#.to_owned(), "ERR_JSON_DUPLICATE"),
        ("another version", set("type", "countersign/pop/v2".into()), "ERR_POP_VERSION"),
        ("a challenge", challenge(None).to_json(), "ERR_POP_VERSION"),
        ("no nonce", without("nonce"), "ERR_POP_MALFORMED"),
        ("short nonce", set("nonce", "AAAA".into()), "ERR_POP_MALFORMED"),
        ("padded nonce", set("nonce", "BwcHBwcHBwcHBwcHBwcHBw==".into()), "ERR_POP_MALFORMED"),
        ("not a DID", set("did", "agent".into()), "ERR_POP_MALFORMED"),
        (
            "DID by its alias",
            set("did", "did:sage:eth:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266".into()),
            "ERR_POP_MALFORMED",
        ),
        ("DID URL", set("did", "did:web:agent.example#key-1".into()), "ERR_POP_MALFORMED"),
        ("empty audience", set("audience", "".into()), "ERR_POP_MALFORMED"),
        ("long audience", set("audience", "a".repeat(8193).into()), "ERR_POP_MALFORMED"),
        ("time as text", set("issued", "1".into()), "ERR_POP_MALFORMED"),
        ("time with a fraction", set("issued", 1.5.into()), "ERR_POP_MALFORMED"),
        ("negative time", set("issued", (-1).into()), "ERR_POP_MALFORMED"),
        ("end before start", set("expires", ISSUED.0.into()), "ERR_POP_MALFORMED"),
        ("too long", set("expires", (NOW.0 + MAX_LIFETIME + 1).into()), "ERR_POP_MALFORMED"),
        ("unknown member", set("admin", true.into()), "ERR_POP_MALFORMED"),
        ("member of the other kind", set("mac", "AA".into()), "ERR_POP_MALFORMED"),
        ("short signature", set("signature", "AAAA".into()), "ERR_POP_MALFORMED"),
        ("no algorithm", set("algorithm", "none".into()), "ERR_KEY_ALGORITHM_UNKNOWN"),
        (
            "algorithm of another key",
            set("algorithm", "ecdsa-p256-sha256".into()),
            "ERR_KEY_ALGORITHM",
        ),
        ("key without bytes", set("key", "z".into()), "ERR_ENCODING_MALFORMED"),
    ];
    for (name, text, code) in rows {
        assert_eq!(Proof::from_json(&text).unwrap_err().code(), code, "{name}");
    }
}

#[test]
fn a_challenge_reads_back_and_is_bounded() {
    let ephemeral = secret_of(KeyType::X25519, 3);
    let made = challenge(Some(&ephemeral));
    assert_eq!(Challenge::from_json(&made.to_json()).unwrap(), made);
    let new = |audience: &str, nonce: &[u8], expires: u64, key: Option<&SecretKey>| {
        let key = key.map(|secret| secret.public_key().clone());
        Challenge::new(audience, nonce, ISSUED, UnixSeconds(expires), key).unwrap_err().code()
    };
    assert_eq!(new("", &[7; 16], EXPIRES.0, None), "ERR_POP_MALFORMED");
    assert_eq!(new("a", &[7; 15], EXPIRES.0, None), "ERR_POP_MALFORMED");
    assert_eq!(new("a", &[7; 65], EXPIRES.0, None), "ERR_POP_MALFORMED");
    assert_eq!(new("a", &[7; 16], ISSUED.0, None), "ERR_POP_MALFORMED");
    assert_eq!(new("a", &[7; 16], ISSUED.0 + MAX_LIFETIME + 1, None), "ERR_POP_MALFORMED");
    let signing = secret_of(KeyType::Ed25519, 3);
    assert_eq!(new("a", &[7; 16], EXPIRES.0, Some(&signing)), "ERR_KEY_TYPE_MISMATCH");
}

#[test]
fn all_keys_have_their_own_verdict() {
    let signers = [
        (secret_of(KeyType::Ed25519, 1), Algorithm::Ed25519),
        (secret_of(KeyType::Secp256k1, 1), Algorithm::Secp256k1Keccak256),
        (secret_of(KeyType::P256, 1), Algorithm::P256Sha256),
    ];
    let [agreement, ephemeral] = [2, 3].map(|fill| secret_of(KeyType::X25519, fill));
    let challenge = challenge(Some(&ephemeral));
    let mut keys: Vec<PublicKey> =
        signers.iter().map(|(secret, _)| secret.public_key().clone()).collect();
    keys.push(agreement.public_key().clone());
    let mut proofs: Vec<Value> = signers
        .iter()
        .map(|(secret, algorithm)| prove(secret, *algorithm, &challenge))
        .chain([prove_agreement(&signers[0].0, &agreement, &challenge)])
        .map(|proof| proof.to_json().into())
        .collect();
    let judge = |keys: &[PublicKey], proofs: &[Value], secret: Option<&SecretKey>| {
        let trust = pinned(keys);
        let verdicts = verify_all(&shown(proofs), &expected(&trust, &challenge), secret)?;
        let codes = verdicts.keys.iter().map(|verdict| verdict.refused.as_ref().map(Error::code));
        Ok::<_, Error>((verdicts.state() == State::Ok, codes.collect::<Vec<_>>()))
    };
    assert_eq!(judge(&keys, &proofs, Some(&ephemeral)), Ok((true, vec![None; 4])));
    let missing = judge(&keys, &proofs, None).unwrap();
    assert_eq!(missing, (false, vec![None, None, None, Some("ERR_POP_EPHEMERAL")]));

    // The identity key that vouches for the X25519 key must itself be proven.
    let mut spoilt: Value = serde_json::from_str(proofs[0].as_str().unwrap()).unwrap();
    spoilt["signature"] = "A".repeat(86).into();
    proofs[0] = spoilt.to_string().into();
    proofs[1] = Value::Null;
    let spoilt = judge(&keys, &proofs, Some(&ephemeral)).unwrap();
    let want =
        vec![Some("ERR_POP_INVALID"), Some("ERR_POP_MISSING"), None, Some("ERR_POP_IDENTITY")];
    assert_eq!(spoilt, (false, want));

    assert_eq!(judge(&[], &[], None).unwrap_err().code(), "ERR_POP_MALFORMED");
    assert_eq!(judge(&keys, &proofs[..3], None).unwrap_err().code(), "ERR_POP_MALFORMED");
    keys[1] = keys[0].clone();
    assert_eq!(judge(&keys, &proofs, None).unwrap_err().code(), "ERR_POP_MALFORMED");
}

/// What a row does to an entry of a trust input.
type Change = fn(&mut TrustedKey);

#[test]
fn the_trust_input_says_which_keys_a_did_may_prove() {
    let [own, other, agreement, ephemeral] = [
        secret_of(KeyType::Ed25519, 1),
        secret_of(KeyType::Ed25519, 9),
        secret_of(KeyType::X25519, 2),
        secret_of(KeyType::X25519, 3),
    ];
    let challenge = challenge(Some(&ephemeral));
    let proof = prove(&own, Algorithm::Ed25519, &challenge);
    let agreed = prove_agreement(&own, &agreement, &challenge);
    let judge = |change: Change, vouched: bool| {
        let mut trust = pinned([&other, &own, &agreement].map(SecretKey::public_key));
        change(&mut trust.keys[if vouched { 2 } else { 1 }]);
        let expected = expected(&trust, &challenge);
        let judged = if vouched {
            verify_agreement(agreed.clone(), &expected, &ephemeral)
        } else {
            verify(proof.clone(), &expected)
        };
        judged.map_err(|error| error.code())
    };
    let rows: [(&str, Change, bool); 8] = [
        ("a bare key", |_| (), true),
        ("a key of the DID", |key| key.controller = Some(DID.into()), true),
        ("a key by its name", |key| key.id = Some(format!("{DID}#key-1")), true),
        ("of another", |key| key.controller = Some("did:web:other.example".into()), false),
        ("revoked", |key| key.revoked = true, false),
        ("expired", |key| key.expires = Some(NOW), false),
        ("from later on", |key| key.from = Some(EXPIRES), false),
        ("for nothing", |key| key.purposes = Some(Vec::new()), false),
    ];
    for (name, change, good) in rows {
        for vouched in [false, true] {
            let want = if good { Ok(()) } else { Err("ERR_POP_KEY") };
            assert_eq!(judge(change, vouched).map(drop), want, "{name} {vouched}");
        }
    }
    let named = judge(|key| key.id = Some(format!("{DID}#key-1")), false).unwrap();
    let facts: Value = serde_json::from_str(&named.to_json()).unwrap();
    assert_eq!(facts["signer"]["id"], format!("{DID}#key-1"));
    let open = Trust { allow_embedded_key: true, ..Trust::default() };
    let carried = verify(proof.clone(), &expected(&open, &challenge));
    assert_eq!(carried, Err(Error::PopKey), "a proof never brings its own key");
}

#[test]
fn own_vectors_hold() {
    let made = own_vectors();
    if std::env::var_os("COUNTERSIGN_WRITE_VECTORS").is_some() {
        let text = serde_json::to_string_pretty(&made).unwrap() + "\n";
        fs::create_dir_all(vector_path("pop")).unwrap();
        fs::write(vector_path("pop/v1.json"), text).unwrap();
    }
    assert_eq!(made, vectors("pop/v1.json"));
}

fn own_vectors() -> Value {
    let ephemeral = secret_of(KeyType::X25519, 3);
    let mut cases = Vec::new();
    for algorithm in Algorithm::ALL.into_iter().take(4) {
        let (secret, challenge) = (secret_of(algorithm.key_type(), 1), challenge(None));
        let key = secret.public_key().clone();
        let statement = Statement::new(DID, algorithm, key, &challenge, NOW).unwrap();
        cases.push(case(&challenge, &secret, &statement, &prove(&secret, algorithm, &challenge)));
    }
    let (identity, agreement) = (secret_of(KeyType::Ed25519, 1), secret_of(KeyType::X25519, 2));
    let challenge = challenge(Some(&ephemeral));
    let keys = [&identity, &agreement].map(|secret| secret.public_key().clone());
    let [public, key] = keys;
    let statement =
        Statement::for_agreement(DID, Algorithm::Ed25519, public, key, &challenge, NOW).unwrap();
    let proof = prove_agreement(&identity, &agreement, &challenge);
    let mut row = case(&challenge, &identity, &statement, &proof);
    row["agreementSecret"] = hex(agreement.expose()).into();
    row["ephemeralSecret"] = hex(ephemeral.expose()).into();
    cases.push(row);
    json!({
        "description": "Proof of possession v1; the bytes are described in rust/core/src/pop.rs. Secrets are for tests only.",
        "now": NOW.0,
        "cases": cases,
    })
}

fn case(challenge: &Challenge, signer: &SecretKey, statement: &Statement, proof: &Proof) -> Value {
    let parse = |text: String| serde_json::from_str::<Value>(&text).unwrap();
    json!({
        "challenge": parse(challenge.to_json()),
        "signerSecret": hex(signer.expose()),
        "signerKey": multikey::encode(signer.public_key()),
        "statement": hex(&statement.to_bytes()),
        "proof": parse(proof.to_json()),
    })
}

fn hex(bytes: &[u8]) -> String {
    countersign_core::encoding::hex::encode(bytes)
}

proptest! {
    #[test]
    fn fields_cannot_run_into_each_other(a in "[a-z]{1,20}", b in "[a-z]{1,20}", cut in 0usize..20) {
        // The same letters, divided elsewhere between DID and audience, give other bytes.
        let statement = |did: &str, audience: &str| {
            let challenge = Challenge::new(audience, &[7; 16], ISSUED, EXPIRES, None).unwrap();
            let key = secret_of(KeyType::Ed25519, 1).public_key().clone();
            Statement::new(did, Algorithm::Ed25519, key, &challenge, NOW).unwrap().to_bytes()
        };
        let whole = format!("{a}{b}");
        let cut = 1 + cut % whole.len().saturating_sub(1).max(1);
        if cut < whole.len() && cut != a.len() {
            let did = |tail: &str| format!("did:example:{tail}");
            prop_assert_ne!(statement(&did(&a), &b), statement(&did(&whole[..cut]), &whole[cut..]));
        }
    }

    #[test]
    fn no_member_can_be_changed(member in 0usize..9, flip in 1u8..16) {
        let signer = secret_of(KeyType::Ed25519, 1);
        let asked = challenge(None);
        let mut proof: Value =
            serde_json::from_str(&prove(&signer, Algorithm::Ed25519, &asked).to_json()).unwrap();
        let name = proof.as_object().unwrap().keys().nth(member).unwrap().clone();
        proof[&name] = match &proof[&name] {
            Value::Number(number) => (number.as_u64().unwrap() + u64::from(flip)).into(),
            value => {
                let text = value.as_str().unwrap();
                let (index, last) = text.char_indices().last().unwrap();
                let other = if last == 'A' { 'B' } else { 'A' };
                format!("{}{other}", &text[..index]).into()
            }
        };
        let read = Proof::from_json(&proof.to_string());
        let trust = pinned([signer.public_key()]);
        let held = read.and_then(|proof| verify(proof, &expected(&trust, &asked)));
        prop_assert!(held.is_err(), "{}", name);
    }

    #[test]
    fn reading_never_panics(text in ".{0,200}") {
        let _ = Proof::from_json(&text);
        let _ = Challenge::from_json(&text);
    }
}
