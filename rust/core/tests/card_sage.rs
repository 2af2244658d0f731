//! SAGE cards: upstream's vectors, our verdicts, rejections, and a property.

use countersign_core::{
    Error,
    card::sage::{
        Card, MergePolicy, check_metadata, from_a2a, generate, merge, to_a2a, trust_of, unsigned,
        verify,
    },
    did,
    encoding::hex,
    keys::{Algorithm, KeyType, SecretKey},
    metadata::V4,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{cases_of, vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

const SIGNED_AT: &str = "2025-10-19T13:00:00Z";

fn embedded() -> Trust {
    Trust { allow_embedded_key: true, ..Trust::default() }
}

fn signer(case: &Value) -> SecretKey {
    let keys = &vectors("sage/a2a_card.json")["keys"];
    let name = case["signing_key"].as_str().unwrap();
    let (key_type, secret) = match keys["ed25519_seeds"][name].as_str() {
        Some(seed) => (KeyType::Ed25519, seed),
        None => (KeyType::Secp256k1, keys["secp256k1"][name].as_str().unwrap()),
    };
    SecretKey::from_bytes(key_type, &hex::decode(secret).unwrap()).unwrap()
}

fn sign(card: &str, secret: &SecretKey) -> Result<Card, Error> {
    let key = secret.public_key();
    let algorithm = key.key_type().default_algorithm().unwrap();
    let signed = unsigned(card, key, algorithm, SIGNED_AT)?.sign(secret, SecretKey::sign)?;
    Card::validate(core::str::from_utf8(&signed).unwrap())
}

fn metadata(case: &Value) -> V4 {
    V4::from_json(&case["metadata"].to_string()).unwrap()
}

#[test]
fn cards_are_upstreams_byte_for_byte() {
    let cases = cases_of("sage/a2a_card.json", "sign");
    assert_eq!(cases.len(), 5);
    for case in cases {
        let card = generate(&metadata(&case)).unwrap();
        assert_eq!(card.canonical(), case["canonical"].as_str().unwrap());
        let signed = sign(&card.to_json(), &signer(&case)).unwrap();
        assert_eq!(signed.to_json(), case["wire"].as_str().unwrap());
        let verified = verify(&signed.to_json(), &trust_of(&metadata(&case)), None).unwrap();
        assert!(!verified.signer.is_self_asserted());
        assert_eq!(verified.card, signed);
        check_metadata(&signed.to_json(), &metadata(&case)).unwrap();
    }
}

#[test]
fn verdicts_are_upstreams_or_ours() {
    for case in cases_of("sage/a2a_card.json", "verify") {
        let got = verify(case["wire"].as_str().unwrap(), &embedded(), None);
        let want = match case["ours"]["verdict"].as_str() {
            Some("either") => continue,
            Some(verdict) => verdict == "accept",
            None => case["verify"] == true,
        };
        assert_eq!(got.is_ok(), want, "{}: {:?}", case["name"], got.err());
    }
    for case in cases_of("sage/a2a_card.json", "validate") {
        let got = Card::validate(&case["card"].to_string());
        assert_eq!(got.is_ok(), case["accept"] == true, "{}: {:?}", case["name"], got.err());
    }
}

#[test]
fn a_key_in_hex_alone_is_a_key() {
    let case = cases_of("sage/a2a_card.json", "sign")[0].clone();
    let mut card = generate(&metadata(&case)).unwrap();
    card.public_key.as_mut().unwrap()[0].base58.clear();
    let signed = sign(&card.to_json(), &signer(&case)).unwrap();
    verify(&signed.to_json(), &trust_of(&metadata(&case)), None).unwrap();
}

#[test]
fn unknown_members_are_uncovered_and_gone() {
    let cases = cases_of("sage/a2a_card.json", "verify");
    let case = cases
        .iter()
        .find(|case| case["name"].as_str().unwrap().contains("unknown member"))
        .unwrap();
    let verified = verify(case["wire"].as_str().unwrap(), &embedded(), None).unwrap();
    let facts: Value = serde_json::from_str(&verified.to_json()).unwrap();
    assert_eq!(facts["signer"]["trust"], "self-asserted");
    assert_eq!(facts["uncovered"][0], "skills");
    assert!(facts["card"].get("skills").is_none());
    assert_eq!(facts["unproven"], json!(["did", "expiry", "audience", "nonce"]));
}

#[test]
fn trust_is_the_callers() {
    let case = &cases_of("sage/a2a_card.json", "sign")[0];
    let wire = case["wire"].as_str().unwrap();
    let key = signer(case).public_key().clone();
    let pinned = |change: fn(&mut TrustedKey)| {
        let mut key = TrustedKey::pinned(key.clone());
        change(&mut key);
        Trust { keys: vec![key], ..Trust::default() }
    };
    let other = Trust { did: Some("did:web:other.example".into()), ..pinned(|_| ()) };
    let rows = [
        ("none", Trust::default(), false),
        ("pinned", pinned(|_| ()), true),
        ("of another controller", pinned(|key| key.controller = Some("did:x:y".into())), false),
        ("by another name", pinned(|key| key.id = Some("did:x:y#1".into())), false),
        ("revoked", pinned(|key| key.revoked = true), false),
        ("for nothing", pinned(|key| key.purposes = Some(Vec::new())), false),
        ("for another algorithm", pinned(|key| key.algorithm = Some(Algorithm::P256Sha256)), false),
        ("of another subject", other, false),
    ];
    for (name, trust, want) in rows {
        let got = verify(wire, &trust, None);
        assert_eq!(got.is_ok(), want, "{name}");
        if let Err(error) = got {
            assert_eq!(error.code(), "ERR_CARD_SAGE_UNTRUSTED", "{name}");
        }
    }
    let bound = |trust: Trust| verify(wire, &trust, None).unwrap().did_bound;
    assert!(!bound(pinned(|_| ())) && bound(trust_of(&metadata(case))));
    let mut named = pinned(|_| ());
    let alias = metadata(case).profile.did.replace("did:sage:ethereum:", "did:sage:eth:");
    assert_ne!(alias, metadata(case).profile.did);
    named.keys[0].controller = Some(alias);
    assert!(bound(named), "a controller by an alias of the DID");
    let did = Some(metadata(case).profile.did);
    assert!(bound(Trust { did, ..pinned(|_| ()) }));
    let revoked: fn(&mut TrustedKey) = |key| key.revoked = true;
    let of_another = |key: &mut TrustedKey| key.controller = Some("did:web:other.example".into());
    for listed in [revoked, of_another] {
        let trust = Trust { allow_embedded_key: true, ..pinned(listed) };
        assert_eq!(verify(wire, &trust, None).unwrap_err().code(), "ERR_CARD_SAGE_UNTRUSTED");
    }
}

#[test]
fn a_did_that_is_a_key_signs_with_that_key_alone() {
    let case = &cases_of("sage/a2a_card.json", "sign")[0];
    let secret = signer(case);
    let other = SecretKey::from_bytes(KeyType::Ed25519, &[9; 32]).unwrap();
    let judge = |named: &SecretKey, trust: &Trust| {
        let did = did::key::from_public_key(named.public_key()).unwrap().to_string();
        let text = case["metadata"].to_string().replace(&metadata(case).profile.did, &did);
        let card = generate(&V4::from_json(&text).unwrap()).unwrap();
        let signed = sign(&card.to_json(), &secret).unwrap();
        verify(&signed.to_json(), trust, None).map(drop)
    };
    let pinned = TrustedKey::pinned(secret.public_key().clone());
    for trust in [Trust { keys: vec![pinned], ..Trust::default() }, embedded()] {
        assert_eq!(judge(&secret, &trust), Ok(()));
        assert_eq!(judge(&other, &trust).unwrap_err().code(), "ERR_CARD_SAGE_UNTRUSTED");
    }
}

#[test]
fn refuses_malformed_cards() {
    let case = &cases_of("sage/a2a_card.json", "sign")[0];
    let base: Value = serde_json::from_str(case["wire"].as_str().unwrap()).unwrap();
    let set = |pointer: &str, value: Value| {
        let mut card = base.clone();
        *card.pointer_mut(pointer).unwrap() = value;
        card.to_string()
    };
    let key = base["publicKey"][0].clone();
    let rows = [
        ("not JSON", "{".to_owned(), "ERR_JSON_MALFORMED"),
        ("null", "null".to_owned(), "ERR_JSON_NOT_OBJECT"),
        ("a member twice", r#"{"id":"a","id":"b"}"#.to_owned(), "ERR_JSON_DUPLICATE"),
        ("a member in other letters", r#"{"ID":"a"}"#.to_owned(), "ERR_CARD_SAGE_MALFORMED"),
        ("name is a list", set("/name", json!([])), "ERR_CARD_SAGE_MALFORMED"),
        ("keys is text", set("/publicKey", "x".into()), "ERR_CARD_SAGE_MALFORMED"),
        ("a key is null", set("/publicKey/0", Value::Null), "ERR_CARD_SAGE_MALFORMED"),
        ("no keys", set("/publicKey", json!([])), "ERR_CARD_SAGE_MALFORMED"),
        ("a key twice", set("/publicKey", json!([key, key])), "ERR_CARD_SAGE_KEY"),
        ("no key type", set("/publicKey/0/type", "".into()), "ERR_CARD_SAGE_MALFORMED"),
        ("key type unknown", set("/publicKey/0/type", "RSA".into()), "ERR_CARD_SAGE_KEY"),
        ("key not base58", set("/publicKey/0/publicKeyBase58", "0".into()), "ERR_CARD_SAGE_KEY"),
        (
            "two spellings differ",
            set("/publicKey/0/publicKeyHex", "00".into()),
            "ERR_CARD_SAGE_KEY",
        ),
        (
            "controller is another",
            set("/publicKey/0/controller", "did:x:y".into()),
            "ERR_CARD_SAGE_CONTROLLER",
        ),
        ("id is another", set("/id", "did:x:y".into()), "ERR_CARD_SAGE_METHOD"),
        (
            "a time of no calendar",
            set("/created", "2025-02-30T00:00:00Z".into()),
            "ERR_CARD_SAGE_MALFORMED",
        ),
        (
            "purpose is another",
            set("/proof/proofPurpose", "keyAgreement".into()),
            "ERR_CARD_SAGE_PURPOSE",
        ),
        (
            "proof of another type",
            set("/proof/type", "EcdsaSecp256k1Signature2019".into()),
            "ERR_CARD_SAGE_PROOF_TYPE",
        ),
        (
            "method is another",
            set("/proof/verificationMethod", "did:x#1".into()),
            "ERR_CARD_SAGE_METHOD",
        ),
        ("no proof", set("/proof", Value::Null), "ERR_CARD_SAGE_PROOF"),
        ("signature is short", set("/proof/proofValue", "111".into()), "ERR_CARD_SAGE_SIGNATURE"),
        (
            "signature is not base58",
            set("/proof/proofValue", "0OIl".into()),
            "ERR_CARD_SAGE_SIGNATURE",
        ),
        ("name changed", set("/name", "Mallory".into()), "ERR_CARD_SAGE_SIGNATURE"),
    ];
    for (name, text, code) in rows {
        assert_eq!(verify(&text, &embedded(), None).unwrap_err().code(), code, "{name}");
    }
    let refused = |path, to: &str| verify(&set(path, to.into()), &embedded(), None).unwrap_err();
    let (id, text) = (base["id"].as_str().unwrap(), str::to_owned);
    for (error, want) in [
        (
            refused("/publicKey/0/controller", "did:x:y"),
            Error::CardSageController(text(id), text("did:x:y")),
        ),
        (
            refused("/proof/proofPurpose", "keyAgreement"),
            Error::CardSagePurpose("assertionMethod", text("keyAgreement")),
        ),
        (refused("/proof/type", "x"), Error::CardSageProofType("Ed25519Signature2020", text("x"))),
        (refused("/proof/verificationMethod", "did:x#1"), Error::CardSageMethod(text("did:x#1"))),
    ] {
        assert_eq!(error, want);
    }
}

#[test]
fn signs_only_what_it_covers_with_a_key_of_the_card() {
    let case = &cases_of("sage/a2a_card.json", "sign")[0];
    let card = generate(&metadata(case)).unwrap();
    let stranger = SecretKey::from_bytes(KeyType::Ed25519, &[9; 32]).unwrap();
    assert_eq!(sign(&card.to_json(), &stranger).unwrap_err(), Error::CardSageSigner);
    let extra = card.to_json().replacen('{', r#"{"skills":[],"#, 1);
    assert_eq!(sign(&extra, &signer(case)).unwrap_err().code(), "ERR_CARD_SAGE_UNCOVERED");
    let own = signer(case);
    let other = unsigned(&card.to_json(), own.public_key(), Algorithm::P256Sha256, SIGNED_AT);
    assert_eq!(other.unwrap_err().code(), "ERR_KEY_ALGORITHM");
}

#[test]
fn merges_what_is_proven() {
    let case = &cases_of("sage/a2a_card.json", "sign")[1];
    let agent = metadata(case);
    let mut card = generate(&agent).unwrap();
    card.name = "Renamed".into();
    let signed = sign(&card.to_json(), &signer(case)).unwrap();
    let facts = merge(&signed.to_json(), &agent, MergePolicy::default(), None).unwrap();
    let facts: Value = serde_json::from_str(&facts).unwrap();
    assert_eq!(
        (&facts["proof"], &facts["metadata"]["name"]),
        (&json!({ "state": "ok" }), &json!("Renamed"))
    );
    let again = generate(&V4::from_json(&facts["metadata"].to_string()).unwrap()).unwrap();
    assert_eq!(again, card, "what was merged is read back");

    let policy = MergePolicy::default();
    let unsigned = merge(&card.to_json(), &agent, policy, None).unwrap_err();
    assert_eq!(unsigned, Error::CardSageProof);
}

#[test]
fn merging_anything_takes_two_permissions() {
    let all = vectors("sage/a2a_merge.json");
    let result = &all["cases"][0]["result"];
    let agent = metadata(&cases_of("sage/a2a_card.json", "sign")[0]);
    let mut foreign = generate(&V4::from_json(&result.to_string()).unwrap()).unwrap();
    foreign.id = "did:sage:ethereum:0x0000000000000000000000000000000000000bad".into();
    let merged = |allow_foreign_id, allow_unproven| {
        let policy = MergePolicy { allow_foreign_id, allow_unproven };
        merge(&foreign.to_json(), &agent, policy, None)
    };
    assert_eq!(merged(false, true).unwrap_err().code(), "ERR_CARD_SAGE_ID");
    assert!(merged(true, false).is_err());
    let facts: Value = serde_json::from_str(&merged(true, true).unwrap()).unwrap();
    assert_eq!(facts["proof"]["code"], "ERR_CARD_SAGE_PROOF");
    assert_eq!(facts["metadata"], *result);
    let case = &all["cases"][1];
    let again = generate(&V4::from_json(&result.to_string()).unwrap()).unwrap();
    let again: Value = serde_json::from_str(&again.to_json()).unwrap();
    assert_eq!(again, case["ours"]["card"]);
}

#[test]
fn metadata_must_agree() {
    let case = &cases_of("sage/a2a_card.json", "sign")[0];
    let text = case["wire"].as_str().unwrap();
    let change = |pointer: &str, value: Value| {
        let mut all = case["metadata"].clone();
        *all.pointer_mut(pointer).unwrap() = value;
        check_metadata(text, &V4::from_json(&all.to_string()).unwrap()).unwrap_err()
    };
    let differs = |path: &str| Error::CardSageMetadata(path.into());
    assert_eq!(change("/did", "did:x:y".into()), differs("id"));
    assert_eq!(change("/keys/0/verified", false.into()), differs("publicKey[0]"));
    assert_eq!(change("/endpoint", "https://other.example".into()), differs("service[0].uri"));
    assert_eq!(change("/is_active", false.into()), differs("is_active"));
}

#[test]
fn converts_to_a2a_and_back_with_a_report() {
    let agent = metadata(&cases_of("sage/a2a_card.json", "sign")[1]);
    let card = generate(&agent).unwrap();
    let out: Value =
        serde_json::from_str(&to_a2a(&card.to_json(), "1.0.0", "text/plain").unwrap()).unwrap();
    assert_eq!(out["card"]["supportedInterfaces"][1]["protocolBinding"], "GRPC");
    let lost = ["@context", "id", "type", "publicKey", "created", "updated", "capabilities[2]"];
    assert_eq!(out["lost"], json!(lost));
    assert_eq!(out["missing"], json!([]));
    let back: Value =
        serde_json::from_str(&from_a2a(&out["card"].to_string(), &agent).unwrap()).unwrap();
    assert_eq!(back["card"]["id"], agent.profile.did);
    assert_eq!(back["card"]["capabilities"], json!(["chat", "search"]));
    assert!(back["lost"].as_array().unwrap().contains(&json!("skills[0].tags")));
    let mut most = out["card"].clone();
    let skill = most["skills"][0].clone();
    most["skills"] = json!(vec![skill.clone(); 256]);
    assert!(from_a2a(&most.to_string(), &agent).is_ok());
    most["skills"] = json!(vec![skill; 257]);
    assert!(from_a2a(&most.to_string(), &agent).is_err());
    assert_eq!(from_a2a("{}", &agent).unwrap_err().code(), "ERR_CARD_SAGE_MALFORMED");
}

proptest! {
    #[test]
    fn canonical_text_is_stable(name in "\\PC{1,40}", description in any::<String>()) {
        let mut card = generate(&metadata(&cases_of("sage/a2a_card.json", "sign")[0])).unwrap();
        card.name = name;
        card.description = description;
        let again = Card::from_json(&card.to_json()).unwrap();
        prop_assert_eq!(again.canonical(), card.canonical());
    }

    #[test]
    fn reading_cards_never_panics(text in ".{0,200}") {
        let _ = verify(&text, &embedded(), None);
    }
}
