//! A key that the object carries, beside trusted ones: one answer in every format that takes such a key.
//!
//! Where the object's name for its key means a trusted one, that one signed, or nobody.

use countersign_core::{
    Error,
    card::{self, Reading, VerifyOptions},
    data_integrity,
    did::{self, Purpose},
    encoding::{base64url, frames},
    jws::{self, Form, Shape},
    keys::{Algorithm, KeyType},
    receipt::{self, Expected, Receipt},
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{secret, secret_of, sign},
    records::{document, sign_document, sign_receipt},
};
use serde_json::{Value, json};

/// A format, what its object calls its key, the object, and how it is verified: gives what vouches for the key.
type Row = (&'static str, String, String, fn(&str, &Trust) -> Result<String, Error>);

fn rows() -> [Row; 4] {
    let own = secret_of(KeyType::Ed25519, 1);
    let point = base64url::encode(own.public_key().as_bytes());
    let header = json!({ "kid": "k", "jwk": { "kty": "OKP", "crv": "Ed25519", "x": point } });
    let did = did::key::from_public_key(own.public_key()).unwrap().to_string();
    let method = format!("{did}#{}", did.strip_prefix("did:key:").unwrap());
    [
        ("JWS", "k".into(), jws(&header), verify_jws),
        ("card", "k".into(), card(&header), verify_card),
        ("Data Integrity", method.clone(), secured(&method), verify_secured),
        ("receipt", method.clone(), receipt(&did, &method), verify_receipt),
    ]
}

fn jws(header: &Value) -> String {
    let header = document(header);
    let shape = Shape::new(Form::Compact, false);
    sign_document(
        jws::unsigned(header.root(), Algorithm::Ed25519, b"x", shape).unwrap(),
        &secret(1),
    )
}

fn verify_jws(text: &str, trust: &Trust) -> Result<String, Error> {
    let verified = jws::verify_json(text, None, trust, "{}")?.to_bytes();
    let facts = frames::whole(&verified).unwrap().next().unwrap();
    let facts: Value = serde_json::from_slice(facts).unwrap();
    Ok(facts["signatures"][0]["signer"]["trust"].as_str().unwrap().to_owned())
}

fn card(header: &Value) -> String {
    let card = json!({
        "name": "Agent", "description": "Reports", "version": "1.0.0",
        "supportedInterfaces": [{
            "url": "https://a.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0",
        }],
        "capabilities": { "streaming": false },
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
        "skills": [{ "id": "now", "name": "Now", "description": "Now", "tags": ["now"] }],
    });
    let text = card.to_string();
    let payload = card::parse(text.as_bytes(), false)
        .and_then(|card| Reading::default().payload(&card))
        .unwrap();
    let mut header = header.clone();
    header["alg"] = "EdDSA".into();
    let protected = base64url::encode(header.to_string().as_bytes());
    let input = format!("{protected}.{}", base64url::encode(payload.text.as_bytes()));
    let signature = base64url::encode(&sign(&secret(1), input.as_bytes()));
    let mut signed = card;
    signed["signatures"] = json!([{ "protected": protected, "signature": signature }]);
    signed.to_string()
}

fn verify_card(text: &str, trust: &Trust) -> Result<String, Error> {
    let facts = card::verify(text.as_bytes(), trust, VerifyOptions::default())?.to_json();
    let facts: Value = serde_json::from_str(&facts).unwrap();
    Ok(facts["signer"]["trust"].as_str().unwrap().to_owned())
}

fn secured(method: &str) -> String {
    let options = json!({ "verificationMethod": method, "proofPurpose": "assertionMethod" });
    let (document, options) = (br#"{"a":1}"#, options.to_string());
    let made = data_integrity::unsigned(document, options.as_bytes(), Algorithm::Ed25519);
    sign_document(made.unwrap(), &secret(1))
}

fn verify_secured(text: &str, trust: &Trust) -> Result<String, Error> {
    let facts = data_integrity::verify_json(text.as_bytes(), trust, "{}")?;
    let facts: Value = serde_json::from_str(&facts).unwrap();
    Ok(facts["proofs"][0]["signer"]["trust"].as_str().unwrap().to_owned())
}

fn receipt(did: &str, method: &str) -> String {
    let given = json!({
        "actor": did, "keyId": method, "algorithm": "ed25519", "action": "a", "content": {}, "time": 0,
    });
    sign_receipt(&given, None, &secret(1)).to_json().unwrap()
}

fn verify_receipt(text: &str, trust: &Trust) -> Result<String, Error> {
    let receipt = Receipt::from_json(text.as_bytes())?;
    let facts = receipt::verify(&receipt, trust, &Expected::default())?.to_json();
    let facts: Value = serde_json::from_str(&facts).unwrap();
    Ok(facts["signer"]["trust"].as_str().unwrap().to_owned())
}

/// What is found with these keys trusted beside the one that the object carries.
fn found(row: &Row, keys: Vec<TrustedKey>) -> String {
    let trust = Trust { keys, allow_embedded_key: true, did: None };
    (row.3)(&row.2, &trust).unwrap_or_else(|_| "refused".to_owned())
}

#[test]
fn a_trusted_key_of_the_name_decides_whatever_its_type() {
    for row in rows() {
        let (format, name) = (row.0, row.1.clone());
        let listed = |key_type, fill| TrustedKey {
            id: Some(name.clone()),
            ..TrustedKey::pinned(secret_of(key_type, fill).public_key().clone())
        };
        assert_eq!(found(&row, vec![]), "self-asserted", "{format}");
        assert_eq!(found(&row, vec![listed(KeyType::Ed25519, 1)]), "trusted", "{format}");
        for key_type in [KeyType::Ed25519, KeyType::P256, KeyType::Secp256k1] {
            assert_eq!(found(&row, vec![listed(key_type, 2)]), "refused", "{format} {key_type:?}");
        }
        let bound =
            TrustedKey { algorithm: Some(Algorithm::P256Sha256), ..listed(KeyType::Ed25519, 1) };
        assert_eq!(found(&row, vec![bound]), "refused", "{format}: with another algorithm");
    }
}

#[test]
fn a_trusted_key_that_is_not_meant_decides_nothing() {
    for row in rows() {
        let other = |name: &str| TrustedKey {
            id: Some(name.to_owned()),
            ..TrustedKey::pinned(secret_of(KeyType::P256, 2).public_key().clone())
        };
        let elsewhere = TrustedKey { purposes: Some(vec![Purpose::KeyAgreement]), ..other(&row.1) };
        assert_eq!(found(&row, vec![other("another")]), "self-asserted", "{}", row.0);
        assert_eq!(found(&row, vec![elsewhere]), "self-asserted", "{}: for something else", row.0);
    }
}
