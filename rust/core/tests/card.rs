//! Agent cards: what is signed verifies, and what is refused.

use countersign_core::{
    card::{self, Reading, VerifyOptions},
    encoding::base64url,
    keys::{Algorithm, KeyType},
};
use serde_json::{Value, json};

use crate::support::{
    card::{facts, outcome_of, own_trust, plain, sign, sign_raw},
    high_s::other_s,
};

#[test]
fn every_algorithm_signs_and_verifies_and_signatures_add_up() {
    let mut card = plain();
    let algorithms = [
        Algorithm::Ed25519,
        Algorithm::P256Sha256,
        Algorithm::Secp256k1Sha256,
        Algorithm::MlDsa44,
        Algorithm::Ed25519MlDsa65,
    ];
    for algorithm in algorithms {
        card = sign(&card, &json!({ "kid": "k1" }), algorithm).unwrap();
    }
    for (index, algorithm) in algorithms.into_iter().enumerate() {
        let trust = own_trust(algorithm.key_type());
        let verified =
            card::verify(card.to_string().as_bytes(), &trust, VerifyOptions::default()).unwrap();
        let held: Vec<_> =
            verified.signatures().iter().map(|signature| signature.outcome.is_ok()).collect();
        assert_eq!(held, [0, 1, 2, 3, 4].map(|i| i == index), "{}", algorithm.as_str());
        let header = verified.signatures()[index].header.as_ref().unwrap().protected();
        assert!(header.get("typ").unwrap().says("JOSE"));
        let json = facts(&verified);
        assert!(!json["card"].as_object().unwrap().contains_key("signatures"));
        assert_eq!(json["signer"]["trust"], "trusted");
        assert_eq!(json["signer"]["id"], "k1");
        assert_eq!(json["reading"].to_string(), Reading::default().to_json());
        assert_eq!(json["problems"], json!([]));
    }
}

#[test]
fn a_header_that_proves_nothing_is_refused() {
    let trust = own_trust(KeyType::Ed25519);
    let none = json!({});
    let cases = [
        ("no kid", r#"{"alg":"EdDSA"}"#, &none, "failed: ERR_JWS_HEADER"),
        ("empty kid", r#"{"alg":"EdDSA","kid":""}"#, &none, "failed: ERR_JWS_HEADER"),
        ("no alg", r#"{"kid":"k1"}"#, &none, "failed: ERR_"),
        ("alg none", r#"{"alg":"none","kid":"k1"}"#, &none, "unchecked: ERR_JWS_ALGORITHM"),
        ("alg HS256", r#"{"alg":"HS256","kid":"k1"}"#, &none, "unchecked: ERR_JWS_ALGORITHM"),
        ("alg RS256", r#"{"alg":"RS256","kid":"k1"}"#, &none, "unchecked: ERR_JWS_ALGORITHM"),
        ("alg of another key", r#"{"alg":"ES256","kid":"k1"}"#, &none, "unchecked: ERR_JWS_KEY"),
        ("alg not text", r#"{"alg":1,"kid":"k1"}"#, &none, "failed: ERR_"),
        ("another kid", r#"{"alg":"EdDSA","kid":"k2"}"#, &none, "unchecked: ERR_JWS_KEY"),
        (
            "crit",
            r#"{"alg":"EdDSA","kid":"k1","crit":["exp"],"exp":1}"#,
            &none,
            "failed: ERR_JWS_CRIT",
        ),
        (
            "b64",
            r#"{"alg":"EdDSA","kid":"k1","crit":["b64"],"b64":true}"#,
            &none,
            "failed: ERR_JWS_CRIT",
        ),
        ("b64 alone", r#"{"alg":"EdDSA","kid":"k1","b64":false}"#, &none, "failed: ERR_JWS_CRIT"),
        ("kid twice", r#"{"alg":"EdDSA","kid":"k2","kid":"k1"}"#, &none, "failed: ERR_"),
        ("not an object", r#"["EdDSA","k1"]"#, &none, "failed: ERR_"),
        ("not JSON", "EdDSA", &none, "failed: ERR_"),
        (
            "kid unprotected",
            r#"{"alg":"EdDSA"}"#,
            &json!({ "header": { "kid": "k1" } }),
            "failed: ERR_JWS_HEADER",
        ),
        (
            "kid in both",
            r#"{"alg":"EdDSA","kid":"k1"}"#,
            &json!({ "header": { "kid": "k1" } }),
            "failed: ERR_JWS_",
        ),
        (
            "header not an object",
            r#"{"alg":"EdDSA","kid":"k1"}"#,
            &json!({ "header": [] }),
            "failed: ERR_JWS_",
        ),
        (
            "payload beside the card",
            r#"{"alg":"EdDSA","kid":"k1"}"#,
            &json!({ "payload": "e30" }),
            "failed: ERR_JWS_",
        ),
        (
            "expires, no clock",
            r#"{"alg":"EdDSA","kid":"k1","exp":9}"#,
            &none,
            "unchecked: ERR_CARD_CLOCK",
        ),
    ];
    for (name, header, entry, reason) in cases {
        let card = sign_raw(&plain(), header, entry);
        let error = outcome_of(&card, &trust, None).unwrap_err();
        assert!(error.contains(reason), "{name}: {error}");
    }
}

#[test]
fn a_signature_holds_for_its_time() {
    let trust = own_trust(KeyType::Ed25519);
    let header = r#"{"alg":"EdDSA","kid":"k1","iat":1000,"exp":2000}"#;
    let card = sign_raw(&plain(), header, &json!({}));
    let cases = [
        ("before, beyond the skew", 939, Err("failed: ERR_CARD_NOT_YET")),
        ("start less the skew", 940, Ok(())),
        ("within", 1500, Ok(())),
        ("last second", 2059, Ok(())),
        ("end and the skew", 2060, Err("failed: ERR_CARD_EXPIRED")),
    ];
    for (name, now, expected) in cases {
        let verdict = outcome_of(&card, &trust, Some(now));
        match expected {
            Ok(()) => assert_eq!(verdict, Ok(()), "{name}"),
            Err(reason) => assert!(verdict.unwrap_err().contains(reason), "{name}"),
        }
    }
    let odd = sign_raw(&plain(), r#"{"alg":"EdDSA","kid":"k1","exp":"soon"}"#, &json!({}));
    assert!(outcome_of(&odd, &trust, Some(1)).unwrap_err().contains("failed: ERR_JWS_HEADER"));
}

#[test]
fn verify_options_out_of_form_are_refused() {
    for options in
        [json!({ "now": 1.5 }), json!({ "parsed": 1 }), json!({ "acceptUnspecifiedForm": null })]
    {
        let refused = VerifyOptions::from_json(&options.to_string()).unwrap_err();
        assert_eq!(refused.code(), "ERR_POLICY_MALFORMED", "{options}");
    }
}

#[test]
fn a_tampered_or_unsigned_card_is_refused() {
    let signed = sign(&plain(), &json!({ "kid": "k1" }), Algorithm::Ed25519).unwrap();
    let change = |change: &dyn Fn(&mut Value)| {
        let mut card = signed.clone();
        change(&mut card);
        card.to_string()
    };
    let cases = [
        ("name", change(&|card| card["name"] = "Other".into()), "ERR_CARD_SIGNATURE"),
        ("added field", change(&|card| card["url"] = "https://x.example".into()), "ERR_CARD_SIGNATURE"),
        ("added REQUIRED default", change(&|card| card["skills"][0]["tags"] = json!([])), "ERR_CARD_SIGNATURE"),
        ("optional unset", change(&|card| card["capabilities"] = json!({})), "ERR_CARD_SIGNATURE"),
        (
            "signature cut",
            change(&|card| card["signatures"][0]["signature"] = "AAAA".into()),
            "ERR_CARD_UNVERIFIABLE",
        ),
        (
            "padded base64url",
            change(&|card| {
                let text = card["signatures"][0]["protected"].as_str().unwrap().to_owned();
                card["signatures"][0]["protected"] = format!("{text}=").into();
            }),
            "ERR_CARD_UNVERIFIABLE",
        ),
        ("no signatures", change(&|card| card["signatures"] = json!([])), "ERR_CARD_UNSIGNED"),
        ("signatures null", change(&|card| card["signatures"] = Value::Null), "ERR_CARD_INVALID"),
        ("entry null", change(&|card| card["signatures"] = json!([null])), "ERR_CARD_UNVERIFIABLE"),
        (
            "too many",
            change(&|card| card["signatures"] = vec![Value::Null; 17].into()),
            "ERR_LIMIT_EXCEEDED",
        ),
        ("not an object", "[]".to_owned(), "ERR_JSON_NOT_OBJECT"),
        ("duplicate member", r#"{"name":"a","name":"b"}"#.to_owned(), "ERR_JSON_DUPLICATE"),
        (
            "dual name",
            change(&|card| card["default_input_modes"] = json!([])),
            "ERR_CARD_DUAL_NAME",
        ),
        (
            "Sigstore bundle",
            json!({ "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json", "dsseEnvelope": {} })
                .to_string(),
            "ERR_CARD_UNSIGNED",
        ),
    ];
    for (name, text, code) in cases {
        let trust = own_trust(KeyType::Ed25519);
        let error = card::verify(text.as_bytes(), &trust, VerifyOptions::default()).unwrap_err();
        assert_eq!(error.code(), code, "{name}");
    }
    // A plain field at its default says nothing: rule 1 leaves it out.
    let same = change(&|card| card["capabilities"]["extensions"] = json!([]));
    let verified =
        card::verify(same.as_bytes(), &own_trust(KeyType::Ed25519), VerifyOptions::default());
    assert_eq!(verified.unwrap().uncovered(), ["/capabilities/extensions"]);
}

#[test]
fn a_card_of_0_3_has_no_specified_form() {
    let mut old = json!({
        "name": "Old", "description": "d", "url": "https://old.example", "version": "1",
        "protocolVersion": "0.3.0", "capabilities": {}, "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"], "skills": [],
    });
    old = sign_raw(&old, r#"{"alg":"EdDSA","kid":"k1"}"#, &json!({}));
    let trust = own_trust(KeyType::Ed25519);
    let refused = outcome_of(&old, &trust, None).unwrap_err();
    assert!(refused.contains("0.3"), "{refused}");
    let options = VerifyOptions { accept_unspecified_form: true, ..VerifyOptions::default() };
    let verified = card::verify(old.to_string().as_bytes(), &trust, options).unwrap();
    assert_eq!(facts(&verified)["form"], "unspecified");
    assert_eq!(facts(&verified)["version"], "0.3");
    assert_eq!(facts(&verified)["problems"], json!([{ "path": "", "code": "version" }]));
}

#[test]
fn either_s_holds_and_the_result_says_which() {
    for algorithm in [Algorithm::P256Sha256, Algorithm::Secp256k1Sha256] {
        let key_type = algorithm.key_type();
        let mut card = sign(&plain(), &json!({ "kid": "k1" }), algorithm).unwrap();
        for want in [Value::Null, true.into()] {
            let options = VerifyOptions::default();
            let text = card.to_string();
            let verified = card::verify(text.as_bytes(), &own_trust(key_type), options).unwrap();
            let facts = facts(&verified);
            assert_eq!(facts["signatures"][0]["highS"], want, "{algorithm:?}");
            let signature = card["signatures"][0]["signature"].as_str().unwrap();
            let other = other_s(key_type, &base64url::decode(signature).unwrap());
            card["signatures"][0]["signature"] = base64url::encode(&other).into();
        }
    }
}
