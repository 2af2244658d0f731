//! Proof of possession: our own vectors, rejections, and a property.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all pop::` writes
//! `rust/vectors/pop/v1.json`; `ts/test/pop.test.ts` checks it with other implementations.

use countersign_core::{
    Error,
    encoding::{base64url, frames},
    keys::{Algorithm, KeyType, PublicKey, SecretKey, multikey},
    label,
    pop::{
        Challenge, Expected, MAX_KEYS, MAX_LIFETIME, Proof, Statement, read_keys, read_proofs,
        verify, verify_agreement, verify_all,
    },
    replay::Once,
    time::UnixSeconds,
};
use countersign_testkit::{
    keys::{pinned, secret_of},
    own_vectors,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::pop::{
    AUDIENCE, DID, EXPIRES, ISSUED, NOW, challenge, expected, prove, prove_agreement, prove_as,
};

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
        "replay": once.to_json(UnixSeconds(EXPIRES.0 + 60)).parse::<Value>().unwrap(),
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
    let refused = |expected| verify(proof.clone(), &expected).map(drop).unwrap_err();
    let got = base64url::encode(&[7; 16]);
    assert_eq!(refused(expected(key, &nonce)), Error::PopNonce(got));
    assert_eq!(refused(expected(key, &expiry)), Error::PopChallenge("expires"));
    verify(proof.clone(), &expected_at(NOW.0 - 60)).unwrap();
    verify(proof, &expected_at(EXPIRES.0 + 59)).unwrap();
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
    assert_eq!(replay(DID), once.to_json(UnixSeconds(EXPIRES.0 + 7)).parse::<Value>().unwrap());
    assert_ne!(replay("did:web:other.example")["mark"], replay(DID)["mark"]);

    let proof = prove(&secret, Algorithm::Ed25519, &challenge).to_json();
    let expected = Expected { skew: 7, ..expected(&trust, &challenge) };
    let all = verify_all(&[Some(&proof)], &expected, None).unwrap();
    let all: Value = serde_json::from_str(&all.to_json()).unwrap();
    assert_eq!(all["replay"], replay(DID), "one challenge is answered once, by whichever call");
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
fn own_vectors_hold() {
    own_vectors("pop/v1.json", &everything());
}

/// A proof of each kind, by fixed keys.
fn everything() -> Value {
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
    fn reading_proofs_never_panics(text in ".{0,200}") {
        let _ = Proof::from_json(&text);
        let _ = Challenge::from_json(&text);
    }
}
