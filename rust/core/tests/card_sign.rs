//! Signing cards: what is put in, and what is refused.

use countersign_core::{
    card::{self, VerifyOptions},
    encoding::base64url,
    keys::{Algorithm, KeyType},
};
use countersign_testkit::{keys::secret_of, records::sign_document};
use serde_json::json;

use crate::support::card::{own_trust, plain, with};

#[test]
fn a_signature_is_put_into_the_text_as_it_is() {
    let rows = [
        (r#"{ "name":"\u0061" }"#, r#"{ "name":"\u0061" ,"signatures":[E]}"#),
        (r#"{"signatures": [ ],"name":"a"}"#, r#"{"signatures": [ E],"name":"a"}"#),
        (r#"{"signatures":[{"a":"]"}]}"#, r#"{"signatures":[{"a":"]"},E]}"#),
        ("{}", r#"{"signatures":[E]}"#),
    ];
    let options = json!({ "algorithm": Algorithm::Ed25519.as_str(), "header": { "kid": "k1" }, "reading": "default" });
    let options = options.to_string();
    let key = secret_of(KeyType::Ed25519, 7);
    for (text, want) in rows {
        let unsigned = card::sign::unsigned(text, &options).unwrap();
        let input = unsigned.message().to_vec();
        let signature = key.sign(Algorithm::Ed25519, &input).unwrap();
        let signed = sign_document(unsigned, &key);
        let protected = core::str::from_utf8(&input).unwrap().split('.').next().unwrap();
        let signature_text = base64url::encode(&signature);
        let entry = format!(r#"{{"protected":"{protected}","signature":"{signature_text}"}}"#);
        assert_eq!(signed, want.replace('E', &entry), "{text}");
        let trust = own_trust(KeyType::Ed25519);
        assert!(card::verify(signed.as_bytes(), &trust, VerifyOptions::default()).is_ok());
    }
}

#[test]
fn signing_refuses_what_verifiers_would_read_differently() {
    let cases = [
        ("empty REQUIRED", with(&json!({ "description": "" })), "ERR_CARD_INVALID"),
        (
            "absent REQUIRED",
            {
                let mut card = plain();
                card.as_object_mut().unwrap().remove("version");
                card
            },
            "ERR_CARD_INVALID",
        ),
        ("plain default", with(&json!({ "securityRequirements": [] })), "ERR_CARD_READINGS_DIFFER"),
        (
            "empty in free data",
            with(&json!({ "capabilities": { "extensions": [
            { "uri": "https://x.example", "params": { "a": "" } }] } })),
            "ERR_CARD_READINGS_DIFFER",
        ),
        ("unknown field", with(&json!({ "metadata": 1 })), "ERR_CARD_READINGS_DIFFER"),
        (
            "dual name",
            with(&json!({ "icon_url": "https://x.example", "iconUrl": "https://x.example" })),
            "ERR_CARD_INVALID",
        ),
        (
            "0.3",
            json!({ "protocolVersion": "0.3.0", "url": "https://x.example" }),
            "ERR_CARD_FORM_UNSPECIFIED",
        ),
        ("signatures not a list", with(&json!({ "signatures": {} })), "ERR_CARD_INVALID"),
        (
            "a problem behind an odd signature",
            with(&json!({ "signatures": [{}], "skills": [1] })),
            "ERR_CARD_INVALID",
        ),
    ];
    for (name, card, code) in cases {
        let options = json!({ "algorithm": "ed25519", "header": { "kid": "k1" } }).to_string();
        let error = card::sign::unsigned(&card.to_string(), &options).unwrap_err();
        assert_eq!(error.code(), code, "{name}");
    }
}

#[test]
fn signing_refuses_a_header_out_of_form() {
    let cases = [
        ("no header", json!({ "algorithm": "ed25519" }), "ERR_CARD_HEADER"),
        ("no kid", json!({ "algorithm": "ed25519", "header": {} }), "ERR_CARD_HEADER"),
        (
            "empty kid",
            json!({ "algorithm": "ed25519", "header": { "kid": "" } }),
            "ERR_CARD_HEADER",
        ),
        (
            "alg given",
            json!({ "algorithm": "ed25519", "header": { "kid": "k", "alg": "none" } }),
            "ERR_CARD_HEADER",
        ),
        (
            "http jku",
            json!({ "algorithm": "ed25519", "header": { "kid": "k", "jku": "http://x" } }),
            "ERR_CARD_HEADER",
        ),
        (
            "exp as text",
            json!({ "algorithm": "ed25519", "header": { "kid": "k", "exp": "1" } }),
            "ERR_CARD_HEADER",
        ),
        (
            "no JOSE name",
            json!({ "algorithm": "ecdsa-secp256k1-keccak256", "header": { "kid": "k" } }),
            "ERR_JWS_ALGORITHM",
        ),
        ("no algorithm", json!({ "header": { "kid": "k" } }), "ERR_KEY_ALGORITHM_UNKNOWN"),
        (
            "bad reading",
            json!({ "algorithm": "ed25519", "header": { "kid": "k" }, "reading": "both" }),
            "ERR_CARD_READING",
        ),
    ];
    for (name, options, code) in cases {
        let error = card::sign::unsigned(&plain().to_string(), &options.to_string());
        assert_eq!(error.unwrap_err().code(), code, "{name}");
    }
}
