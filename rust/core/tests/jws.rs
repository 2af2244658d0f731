//! JSON Web Signatures, black box.

#![allow(clippy::panic, reason = "test code")]

use countersign_core::Error;
use countersign_core::encoding::base64url;
use countersign_core::jws::{self, Form, Policy, Shape, jwks};
use countersign_core::keys::{Algorithm, KeyType, SecretKey};
use countersign_core::trust::{Trust, key_set};
use countersign_testkit::{keys::secret_of, records::document, vectors};
use proptest::prelude::*;

use serde_json::{Value, json};

use crate::support::jws::{code, detached, pinned, signed, trust_of};

#[test]
fn reproduces_the_ed25519_example() {
    let case = vectors("jose/cookbook/curve25519/jws.json");
    let (input, output) = (&case["input"], &case["output"]);
    let d = base64url::decode(input["key"]["d"].as_str().unwrap()).unwrap();
    let key = SecretKey::from_bytes(KeyType::Ed25519, &d).unwrap();
    let payload = input["payload"].as_str().unwrap().as_bytes();
    let header = case["signing"]["protected"].clone();
    let write = |form| signed(&key, Algorithm::Ed25519, header.clone(), payload, form);
    assert_eq!(write(Form::Compact), output["compact"].as_str().unwrap());
    let parsed = |form| serde_json::from_str::<Value>(&write(form)).unwrap();
    assert_eq!(parsed(Form::General), output["json"]);
    assert_eq!(parsed(Form::Flattened), output["json_flat"]);
    for text in [write(Form::Compact), output["json"].to_string(), output["json_flat"].to_string()]
    {
        let verified = jws::verify(&text, None, &pinned(&key), &Policy::default()).unwrap();
        assert_eq!(verified.payload(), payload);
    }
}

#[test]
fn reproduces_the_hmac_examples() {
    for file in [
        "4_4.hmac-sha2_integrity_protection",
        "4_5.signature_with_detached_content",
        "4_7.protecting_content_only",
    ] {
        let case = vectors(&format!("jose/cookbook/jws/{file}.json"));
        let payload = case["input"]["payload"].as_str().unwrap().as_bytes();
        let protected = case["signing"].get("protected").cloned().unwrap_or(json!({}));
        let unprotected = case["signing"].get("unprotected").cloned().unwrap_or(json!({}));
        let k = base64url::decode(case["input"]["key"]["k"].as_str().unwrap()).unwrap();
        let keys = jwks::Symmetric::from_json(&case["input"]["key"].to_string()).unwrap();
        let detached = case["output"]["json"].get("payload").is_none();
        for (form, name) in
            [(Form::Compact, "compact"), (Form::General, "json"), (Form::Flattened, "json_flat")]
        {
            let Some(want) = case["output"].get(name) else { continue };
            let shape = Shape::read(form.as_str(), detached, &unprotected.to_string()).unwrap();
            let got =
                jws::hmac::sign("HS256", &k, document(&protected).root(), payload, shape).unwrap();
            let text = want.as_str().map_or_else(|| want.to_string(), str::to_owned);
            assert_eq!(got, text, "{file}");
            let given = detached.then_some(payload);
            assert_eq!(jws::hmac::verify(&text, given, &keys).unwrap(), payload, "{file}");
        }
    }
}

#[test]
fn an_unencoded_payload_needs_crit() {
    let case = vectors("jose/cookbook/rfc7797/4.2.hmac-sha2_b64_false.json");
    let key = case["input"]["key"].to_string();
    let keys = jwks::Symmetric::from_json(&key).unwrap();
    // The cookbook forgot `crit` in the encoded header; RFC 7797, section 6 demands it.
    let refused = jws::hmac::verify(&case["output"]["json_flat"].to_string(), None, &keys);
    assert_eq!(refused.unwrap_err().code(), "ERR_JWS_CRIT");
    // RFC 7797, section 4.2, as printed there.
    let printed = r#"{"protected":"eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19","payload":"$.02","signature":"A5dxf2s96_n5FLueVuW1Z_vh161FwXZC4YLPff6dmDY"}"#;
    assert_eq!(jws::hmac::verify(printed, None, &keys).unwrap(), b"$.02");
    let k = base64url::decode(case["input"]["key"]["k"].as_str().unwrap()).unwrap();
    let write = |form| {
        let header = document(&case["signing"]["protected"]);
        jws::hmac::sign("HS256", &k, header.root(), b"$.02", Shape::new(form, false))
    };
    let flattened: Value = serde_json::from_str(&write(Form::Flattened).unwrap()).unwrap();
    assert_eq!(flattened, serde_json::from_str::<Value>(printed).unwrap());
    assert_eq!(write(Form::Compact).unwrap_err().code(), "ERR_JWS_PAYLOAD");
}

#[test]
fn the_dpop_examples_hold_only_as_self_asserted() {
    for case in vectors("jose/dpop_rfc9449_examples.json").as_array().unwrap() {
        let text = case["dpop"].as_str().unwrap();
        assert_eq!(code(text, None, &trust_of(vec![])), "ERR_JWS_KEY");
        let embedded = Trust { keys: vec![], allow_embedded_key: true, did: None };
        let policy = Policy { typ: Some("dpop+jwt".to_owned()), ..Policy::default() };
        let verified = jws::verify(text, None, &embedded, &policy).unwrap();
        let outcome = &verified.signatures()[0].outcome;
        assert!(outcome.as_ref().unwrap().signer.is_self_asserted());
        let claims: Value = serde_json::from_slice(verified.payload()).unwrap();
        assert_eq!(claims, case["claims"]);
        let policy = Policy { typ: Some("JWT".to_owned()), ..Policy::default() };
        let other = jws::verify(text, None, &embedded, &policy);
        assert_eq!(other.unwrap_err().code(), "ERR_JWS_TYP");
    }
}

#[test]
fn follows_wycheproof() {
    let mut counts = (0, 0);
    for name in ["signature", "crypto", "key"] {
        let file = vectors(&format!("jose/wycheproof_json_web_{name}_test.json"));
        for group in file["testGroups"].as_array().unwrap() {
            let keys = group.get("public").or_else(|| group.get("private")).unwrap();
            for case in group["tests"].as_array().unwrap() {
                let Some(text) = case.get("jws") else { continue };
                let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
                match wycheproof_case(&text, keys) {
                    None => counts.1 += 1,
                    Some(accepted) => {
                        counts.0 += 1;
                        let want = case["result"] == "valid" && strict(&text);
                        assert_eq!(accepted, want, "{name} {}: {}", case["tcId"], case["comment"]);
                    }
                }
            }
        }
    }
    assert_eq!(counts, (74, 180), "(judged, of RSA or P-521)");
}

/// Wycheproof counts two texts as valid that are not canonical base64url.
fn strict(text: &str) -> bool {
    text.split('.').all(|segment| base64url::decode(segment).is_ok())
}

/// Whether we accept; nothing if the key is of a kind that is out of scope.
fn wycheproof_case(text: &str, keys: &Value) -> Option<bool> {
    let all = keys.get("keys").and_then(Value::as_array).cloned().unwrap_or(vec![keys.clone()]);
    if all.iter().all(|key| key["kty"] == "RSA" || key["crv"] == "P-521") {
        return None;
    }
    if all.iter().all(|key| key["kty"] == "oct") {
        let keys = jwks::Symmetric::from_json(&keys.to_string());
        return Some(keys.is_ok_and(|keys| jws::hmac::verify(text, None, &keys).is_ok()));
    }
    let trusted = key_set::read(&keys.to_string());
    Some(trusted.is_ok_and(|keys| code(text, None, &trust_of(keys)).is_empty()))
}

#[test]
fn refuses_headers() {
    let key = secret_of(KeyType::Ed25519, 7);
    let trust = pinned(&key);
    let rows: &[(&str, &str, &str)] = &[
        ("not an object", "[]", "ERR_JSON_NOT_OBJECT"),
        ("duplicate member", r#"{"alg":"EdDSA","alg":"EdDSA"}"#, "ERR_JSON_DUPLICATE"),
        ("no alg", r#"{"kid":"a"}"#, "ERR_JWS_HEADER"),
        ("alg is a number", r#"{"alg":1}"#, "ERR_JWS_HEADER"),
        ("kid is a number", r#"{"alg":"EdDSA","kid":1}"#, "ERR_JWS_HEADER"),
        ("alg none", r#"{"alg":"none"}"#, "ERR_JWS_ALGORITHM"),
        ("alg None", r#"{"alg":"None"}"#, "ERR_JWS_ALGORITHM"),
        ("HMAC with the public key", r#"{"alg":"HS256"}"#, "ERR_JWS_ALGORITHM"),
        ("RSA", r#"{"alg":"RS256"}"#, "ERR_JWS_ALGORITHM"),
        ("not in the policy", r#"{"alg":"Ed25519"}"#, "ERR_JWS_ALGORITHM"),
        ("of another key type", r#"{"alg":"ES256"}"#, "ERR_JWS_KEY"),
        ("crit unknown", r#"{"alg":"EdDSA","crit":["exp"],"exp":1}"#, "ERR_JWS_CRIT"),
        ("crit empty", r#"{"alg":"EdDSA","crit":[]}"#, "ERR_JWS_CRIT"),
        ("crit absent member", r#"{"alg":"EdDSA","crit":["b64"]}"#, "ERR_JWS_CRIT"),
        ("crit twice", r#"{"alg":"EdDSA","b64":true,"crit":["b64","b64"]}"#, "ERR_JWS_CRIT"),
        ("crit not a list", r#"{"alg":"EdDSA","b64":true,"crit":"b64"}"#, "ERR_JWS_CRIT"),
        ("b64 without crit", r#"{"alg":"EdDSA","b64":false}"#, "ERR_JWS_CRIT"),
        ("b64 not a boolean", r#"{"alg":"EdDSA","b64":0,"crit":["b64"]}"#, "ERR_JWS_HEADER"),
    ];
    for (name, header, want) in rows {
        let input = format!("{}.{}", base64url::encode(header.as_bytes()), base64url::encode(b"x"));
        let signature = key.sign(Algorithm::Ed25519, input.as_bytes()).unwrap();
        let text = format!("{input}.{}", base64url::encode(&signature));
        assert_eq!(code(&text, None, &trust), *want, "{name}");
    }
}

#[test]
fn says_which_parameter_is_critical() {
    let rows = [
        (r#"{"alg":"EdDSA","crit":["exp"],"exp":1}"#, "exp"),
        (r#"{"alg":"EdDSA","b64":true,"crit":["b64","exp"],"exp":1}"#, "exp"),
        (r#"{"alg":"EdDSA","crit":["b64"]}"#, "b64"),
        (r#"{"alg":"EdDSA","b64":false}"#, "b64"),
        (r#"{"alg":"EdDSA","crit":[]}"#, "crit"),
        (r#"{"alg":"EdDSA","b64":true,"crit":["b64","b64"]}"#, "crit"),
        (r#"{"alg":"EdDSA","crit":7}"#, "crit"),
    ];
    for (header, member) in rows {
        let text = format!("{}..", base64url::encode(header.as_bytes()));
        let refused = jws::verify(&text, None, &Trust::default(), &Policy::default()).unwrap_err();
        assert_eq!(refused, Error::JwsCrit(member.to_owned()), "{header}");
    }
}

#[test]
fn refuses_texts() {
    let key = secret_of(KeyType::Ed25519, 7);
    let trust = pinned(&key);
    let good = signed(&key, Algorithm::Ed25519, json!({}), b"payload", Form::Compact);
    let [h, p, s] = good.split('.').collect::<Vec<_>>()[..] else { panic!("three segments") };
    let many = vec![json!({ "protected": h, "signature": s }); 17];
    let rows: &[(&str, String, &str)] = &[
        ("empty", String::new(), "ERR_JWS_MALFORMED"),
        ("two segments", format!("{h}.{p}"), "ERR_JWS_MALFORMED"),
        ("four segments", format!("{good}.{s}"), "ERR_JWS_MALFORMED"),
        ("no header", format!(".{p}.{s}"), "ERR_JWS_HEADER"),
        ("no signature", format!("{h}.{p}."), "ERR_JWS_SIGNATURE"),
        ("no payload", format!("{h}..{s}"), "ERR_JWS_SIGNATURE"),
        ("padding", format!("{h}.{p}.{s}=="), "ERR_ENCODING_MALFORMED"),
        ("blank", format!("{h}.{p}.{s} "), "ERR_ENCODING_MALFORMED"),
        ("line feed", format!("{h}.{p}\n.{s}"), "ERR_ENCODING_MALFORMED"),
        (
            "another payload",
            format!("{h}.{}.{s}", base64url::encode(b"other")),
            "ERR_JWS_SIGNATURE",
        ),
        ("too large", "a".repeat((1 << 20) + 1), "ERR_LIMIT_EXCEEDED"),
        ("header too large", format!("{}.{p}.{s}", "e30A".repeat(6000)), "ERR_JWS_HEADER"),
        (
            "both forms",
            json!({ "payload": p, "protected": h, "signature": s, "signatures": [] }).to_string(),
            "ERR_JWS_MALFORMED",
        ),
        (
            "no signatures",
            json!({ "payload": p, "signatures": [] }).to_string(),
            "ERR_JWS_MALFORMED",
        ),
        (
            "17 signatures",
            json!({ "payload": p, "signatures": many }).to_string(),
            "ERR_JWS_MALFORMED",
        ),
        (
            "payload is a number",
            json!({ "payload": 1, "protected": h, "signature": s }).to_string(),
            "ERR_JWS_MALFORMED",
        ),
        (
            "signature missing",
            json!({ "payload": p, "protected": h }).to_string(),
            "ERR_JWS_MALFORMED",
        ),
        (
            "header is a list",
            json!({ "payload": p, "protected": h, "header": [], "signature": s }).to_string(),
            "ERR_JWS_MALFORMED",
        ),
        (
            "a member in both headers",
            json!({ "payload": p, "protected": h, "header": { "alg": "EdDSA" }, "signature": s })
                .to_string(),
            "ERR_JWS_HEADER",
        ),
        (
            "crit unprotected",
            json!({ "payload": p, "protected": h, "header": { "crit": ["x"] }, "signature": s })
                .to_string(),
            "ERR_JWS_HEADER",
        ),
        (
            "alg unprotected",
            json!({ "payload": p, "header": { "alg": "EdDSA" }, "signature": s }).to_string(),
            "ERR_JWS_HEADER",
        ),
        (
            "payload absent",
            json!({ "protected": h, "signature": s }).to_string(),
            "ERR_JWS_PAYLOAD",
        ),
        (
            "duplicate member",
            format!(r#"{{"payload":"{p}","payload":"{p}","protected":"{h}","signature":"{s}"}}"#),
            "ERR_JSON_DUPLICATE",
        ),
    ];
    for (name, text, want) in rows {
        assert_eq!(code(text, None, &trust), *want, "{name}");
    }
    assert_eq!(code(&good, Some(b"payload"), &trust), "ERR_JWS_PAYLOAD", "two payloads");
    assert_eq!(code(&good, None, &trust), "");
}

#[test]
fn detached_payloads_are_given_by_the_caller() {
    let key = secret_of(KeyType::P256, 7);
    let trust = pinned(&key);
    for header in [json!({}), json!({ "b64": false, "crit": ["b64"] })] {
        for form in [Form::Compact, Form::Flattened, Form::General] {
            let text = detached(&key, Algorithm::P256Sha256, header.clone(), b"a.b\xff", form);
            assert_eq!(code(&text, Some(b"a.b\xff"), &trust), "", "{text}");
            assert_eq!(code(&text, Some(b"a.b"), &trust), "ERR_JWS_SIGNATURE", "{text}");
        }
    }
}

#[test]
fn holds_a_shared_secret_to_its_length_and_its_name() {
    let key = |kid: &str, length: usize| json!({ "kty": "oct", "kid": kid, "alg": "HS256", "k": base64url::encode(&vec![7; length]) });
    let sign = |kid: &str| {
        let header = document(&json!({ "kid": kid }));
        jws::hmac::sign("HS256", &[7; 32], header.root(), b"x", Shape::new(Form::Compact, false))
            .unwrap()
    };
    let verify = |text: &str, keys: Value| {
        let keys = jwks::Symmetric::from_json(&keys.to_string());
        keys.and_then(|keys| jws::hmac::verify(text, None, &keys)).map_or_else(|e| e.code(), |_| "")
    };
    let other = {
        let mut key = key("a", 64);
        key["alg"] = json!("HS512");
        key
    };
    let rows = [
        ("its key", json!({ "keys": [key("b", 33), key("a", 32)] }), ""),
        ("no key of the name", key("b", 32), "ERR_JWS_KEY"),
        (
            "two of one name",
            json!({ "keys": [key("a", 32), key("a", 33)] }),
            "ERR_JWK_DUPLICATE_KID",
        ),
        ("another secret", key("a", 33), "ERR_JWS_SIGNATURE"),
        ("too short", key("a", 31), "ERR_JWS_ALGORITHM"),
        ("for another algorithm", other, "ERR_JWS_ALGORITHM"),
        (
            "a public key",
            json!({ "kty": "OKP", "crv": "Ed25519", "x": "AA", "k": "AA" }),
            "ERR_JWK_UNSUPPORTED",
        ),
        ("no secret", json!({ "kty": "oct" }), "ERR_JWK_MEMBER"),
    ];
    for (name, keys, want) in rows {
        assert_eq!(verify(&sign("a"), keys), want, "{name}");
    }
    let none = document(&json!({}));
    let short =
        jws::hmac::sign("HS256", &[7; 31], none.root(), b"x", Shape::new(Form::Compact, false));
    assert_eq!(short.unwrap_err().code(), "ERR_JWS_ALGORITHM");
    for alg in ["a\"b", "\\", "a\nb", "HS256\",\"x\":\"y"] {
        let named =
            jws::hmac::sign(alg, &[7; 32], none.root(), b"x", Shape::new(Form::Compact, false));
        assert_eq!(named.unwrap_err().code(), "ERR_JWS_ALGORITHM", "{alg}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_is_signed_verifies(payload: Vec<u8>, ed25519: bool, flip in 0_usize..512) {
        let (key_type, algorithm) = if ed25519 { (KeyType::Ed25519, Algorithm::Ed25519) } else { (KeyType::Secp256k1, Algorithm::Secp256k1Sha256) };
        let key = secret_of(key_type, 7);
        for form in [Form::Compact, Form::Flattened, Form::General] {
            let text = signed(&key, algorithm, json!({}), &payload, form);
            let verified = jws::verify(&text, None, &pinned(&key), &Policy::default()).unwrap();
            prop_assert_eq!(verified.payload(), &payload[..]);
        }
        let text = signed(&key, algorithm, json!({}), &payload, Form::Compact);
        let (input, signature) = text.rsplit_once('.').unwrap();
        let mut signature = base64url::decode(signature).unwrap();
        signature[flip / 8] ^= 1 << (flip % 8);
        let text = format!("{input}.{}", base64url::encode(&signature));
        prop_assert_eq!(code(&text, None, &pinned(&key)), "ERR_JWS_SIGNATURE");
    }

    #[test]
    fn no_text_panics(text: String) {
        let _ = jws::verify(&text, None, &trust_of(vec![]), &Policy::default());
    }
}

#[test]
fn a_policy_out_of_form_is_refused_and_not_passed_over() {
    let key = secret_of(KeyType::Ed25519, 7);
    let text = signed(&key, Algorithm::Ed25519, json!({}), b"x", Form::Compact);
    let verify = |policy: &Value| {
        jws::verify_json(&text, None, &pinned(&key), &policy.to_string()).map(drop)
    };
    assert_eq!(verify(&json!({ "now": 1, "algorithms": ["EdDSA"] })), Ok(()));
    for policy in [
        json!({ "now": 1.5 }),
        json!({ "now": null }),
        json!({ "algorithms": "ES256" }),
        json!({ "algorithms": null }),
        json!({ "purpose": null }),
        json!({ "typ": 1 }),
        json!({ "jwks": {} }),
        json!({ "alg": ["ES256"] }),
    ] {
        assert_eq!(verify(&policy).unwrap_err().code(), "ERR_POLICY_MALFORMED", "{policy}");
    }
}
