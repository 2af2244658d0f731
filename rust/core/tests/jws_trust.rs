//! Which keys a verifier of a JWS takes, and how they are chosen.

#![allow(clippy::panic, reason = "test code")]

use countersign_core::encoding::{base64url, frames};
use countersign_core::jws::{self, Alg, Form, Policy};
use countersign_core::keys::{Algorithm, KeyType, SecretKey};
use countersign_core::trust::{Trust, key_set};
use countersign_testkit::{keys::secret_of, records::tree, vectors};

use serde_json::{Value, json};

use crate::support::{
    high_s::other_s,
    jws::{code, detached, jwks_key, pinned, signed, trust_of},
};

#[test]
fn keys_are_chosen_by_protected_id_and_policy() {
    let (key, other) = (secret_of(KeyType::Ed25519, 7), secret_of(KeyType::P256, 7));
    let text = signed(&key, Algorithm::Ed25519, json!({ "kid": "a" }), b"x", Form::Compact);
    let named = |id| trust_of(jwks_key(&key, Some(id)));
    assert_eq!(code(&text, None, &named("a")), "");
    assert_eq!(code(&text, None, &named("b")), "ERR_JWS_KEY");
    assert_eq!(code(&text, None, &pinned(&other)), "ERR_JWS_KEY");
    let mut revoked = named("a");
    revoked.keys[0].revoked = true;
    assert_eq!(code(&text, None, &revoked), "ERR_JWS_KEY");
    let mut bound = named("a");
    bound.keys[0].algorithm = Some(Algorithm::P256Sha256);
    assert_eq!(code(&text, None, &bound), "ERR_JWS_KEY");
}

#[test]
fn an_embedded_key_never_replaces_a_trusted_one() {
    let (key, attacker) = (secret_of(KeyType::P256, 7), secret_of(KeyType::P256, 9));
    let point = attacker.public_key().uncompressed().unwrap();
    let jwk = json!({ "kty": "EC", "crv": "P-256", "x": base64url::encode(&point[1..33]), "y": base64url::encode(&point[33..]) });
    let text = signed(&attacker, Algorithm::P256Sha256, json!({ "jwk": jwk }), b"x", Form::Compact);
    let mut trust = pinned(&key);
    assert_eq!(code(&text, None, &trust), "ERR_JWS_SIGNATURE");
    trust.allow_embedded_key = true;
    assert_eq!(code(&text, None, &trust), "ERR_JWS_SIGNATURE");
    trust.keys.clear();
    assert_eq!(code(&text, None, &trust), "");
}

#[test]
fn a_general_jws_tells_each_signature() {
    let (first, second) = (secret_of(KeyType::Ed25519, 7), secret_of(KeyType::P256, 7));
    let part = |key: &SecretKey, algorithm| -> Value {
        serde_json::from_str(&detached(key, algorithm, json!({}), b"x", Form::Flattened)).unwrap()
    };
    let mut broken = part(&second, Algorithm::P256Sha256);
    broken["signature"] = Value::String(base64url::encode(&[1; 64]));
    let rs256 = json!({ "protected": base64url::encode(br#"{"alg":"RS256"}"#), "signature": "AA" });
    let text = json!({ "payload": base64url::encode(b"x"), "signatures": [
        rs256, broken, part(&second, Algorithm::P256Sha256), part(&first, Algorithm::Ed25519),
    ] });
    let verified =
        jws::verify(&text.to_string(), None, &pinned(&second), &Policy::default()).unwrap();
    let outcomes: Vec<_> =
        verified.signatures().iter().map(|signature| &signature.outcome).collect();
    let told: Vec<_> = outcomes
        .iter()
        .map(|outcome| {
            outcome.as_ref().map_or_else(|error| (error.state(), error.code()), |_| ("ok", ""))
        })
        .collect();
    let want = [
        ("unchecked", "ERR_JWS_ALGORITHM"),
        ("failed", "ERR_JWS_SIGNATURE"),
        ("ok", ""),
        ("unchecked", "ERR_JWS_KEY"),
    ];
    assert_eq!(told, want);
    assert_eq!(verified.signatures()[2].header.alg(), Alg::from_name("ES256"));
}

#[test]
fn a_row_has_both_headers_whether_it_holds_or_not() {
    let (key, other) = (secret_of(KeyType::Ed25519, 7), secret_of(KeyType::P256, 7));
    let part = |header: Value| -> Value {
        let text = detached(&key, Algorithm::Ed25519, json!({}), b"x", Form::Flattened);
        let mut part = tree(&text);
        part["header"] = header;
        part
    };
    let mut broken = part(json!({ "kid": "a", "z": [1.0] }));
    broken["signature"] = Value::String(base64url::encode(&[1; 64]));
    let list = [broken, part(json!({ "y": 2 })), part(json!({}))];
    let text = json!({ "payload": base64url::encode(b"x"), "signatures": list }).to_string();
    let trust = Trust {
        keys: [&key, &other].map(|key| pinned(key).keys[0].clone()).into(),
        ..Trust::default()
    };
    let verified = jws::verify_json(&text, None, &trust, "{}").unwrap().to_bytes();
    let facts = frames::whole(&verified).unwrap().next().unwrap();
    let rows = &tree(core::str::from_utf8(facts).unwrap())["signatures"];
    let beside: Vec<_> = rows.as_array().unwrap().iter().map(|row| &row["unprotected"]).collect();
    assert_eq!(beside, [&json!({ "kid": "a", "z": [1] }), &json!({ "y": 2 }), &json!({})]);
    assert_eq!(rows[0]["state"], "failed");
    assert_eq!(rows[0]["header"], rows[1]["header"]);
}

#[test]
fn takes_only_the_keys_of_a_set_that_are_for_signatures() {
    let ec = &vectors("jose/dpop_rfc9449_examples.json")[0]["header"]["jwk"];
    let with = |member: &str, value: Value| {
        let mut key = ec.clone();
        key[member] = value;
        key
    };
    let (a, b) = (with("kid", json!("a")), with("kid", json!("b")));
    let refused: &[(&str, Value, &str)] = &[
        ("a list", json!([ec]), "ERR_JSON_NOT_OBJECT"),
        ("keys is a number", json!({ "keys": 1 }), "ERR_JWK_MEMBER"),
        ("1,001 keys", json!({ "keys": vec![ec; 1001] }), "ERR_LIMIT_EXCEEDED"),
        ("two of one kid", json!({ "keys": [a, a] }), "ERR_JWK_DUPLICATE_KID"),
        ("a key that is text", json!({ "keys": ["a"] }), "ERR_JSON_NOT_OBJECT"),
        (
            "symmetric among public",
            json!({ "keys": [a, { "kty": "oct", "k": "AAAA" }] }),
            "ERR_JWK_PRIVATE",
        ),
        ("private", with("d", json!("AAAA")), "ERR_JWK_PRIVATE"),
        ("alg of another type", with("alg", json!("EdDSA")), "ERR_JWK_INCONSISTENT"),
        ("a point off the curve", with("y", ec["x"].clone()), "ERR_KEY_OFF_CURVE"),
    ];
    for (name, set, want) in refused {
        assert_eq!(key_set::read(&set.to_string()).unwrap_err().code(), *want, "{name}");
    }
    let rsa = json!({ "kty": "RSA", "kid": "c", "n": "AQAB", "e": "AQAB" });
    let kept: &[(&str, Value, usize)] = &[
        ("one key", ec.clone(), 1),
        ("an empty set", json!({ "keys": [] }), 0),
        ("two keys", json!({ "keys": [a, b] }), 2),
        ("RSA is passed over", json!({ "keys": [a, rsa] }), 1),
        ("for encryption", with("use", json!("enc")), 0),
        ("for signing only", with("key_ops", json!(["sign"])), 0),
        ("for verifying", with("key_ops", json!(["verify"])), 1),
    ];
    for (name, set, want) in kept {
        assert_eq!(key_set::read(&set.to_string()).unwrap().len(), *want, "{name}");
    }
}

#[test]
fn either_s_holds_and_the_result_says_which() {
    for (key_type, algorithm) in
        [(KeyType::P256, Algorithm::P256Sha256), (KeyType::Secp256k1, Algorithm::Secp256k1Sha256)]
    {
        let key = secret_of(key_type, 7);
        let own = signed(&key, algorithm, json!({}), b"payload", Form::Compact);
        let (input, low) = own.rsplit_once('.').unwrap();
        let high = base64url::encode(&other_s(key_type, &base64url::decode(low).unwrap()));
        for (signature, want) in [(low, false), (&high, true)] {
            let text = format!("{input}.{signature}");
            let verified = jws::verify(&text, None, &pinned(&key), &Policy::default()).unwrap();
            let signed = verified.signatures()[0].outcome.as_ref().unwrap();
            assert_eq!(signed.high_s, want, "{algorithm:?}");
            let bytes = verified.to_bytes();
            let facts = String::from_utf8_lossy(&bytes);
            assert_eq!(facts.contains(r#""highS":true"#), want, "{facts}");
        }
    }
}

#[test]
fn a_revoked_key_is_not_used_because_the_object_carries_it() {
    let key = secret_of(KeyType::Ed25519, 7);
    let x = base64url::encode(key.public_key().as_bytes());
    let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "x": x });
    let text = signed(&key, Algorithm::Ed25519, json!({ "jwk": jwk }), b"x", Form::Compact);
    let mut trust = pinned(&key);
    trust.allow_embedded_key = true;
    trust.keys[0].revoked = true;
    assert_eq!(code(&text, None, &trust), "ERR_JWS_KEY");
}
