//! HTTP signatures: the examples of RFC 9421, rejections, and properties.

use countersign_core::{
    Error,
    encoding::base64,
    http_sig::{Component, Keys, Message, Policy, Secret, list_to_json, prepare, verify},
    keys::{KeyType, SecretKey, jwk},
    time::UnixSeconds,
    trust::Trust,
};
use countersign_testkit::{keys::secret_of, vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::http_sig::{
    BODY, NOW, check, options, policy, printed, read, request, rfc_message, signed, trust,
};

#[test]
fn every_algorithm_signs_and_verifies() {
    for key_type in [KeyType::Ed25519, KeyType::P256, KeyType::Secp256k1] {
        let key = secret_of(key_type, 7);
        let message = signed(request(), BODY, json!({ "includeAlgorithm": true }), &key);
        let facts = check(&message, BODY, json!({ "replay": true }), &key).unwrap();
        assert_eq!(
            facts["components"],
            json!(["\"@method\"", "\"@target-uri\"", "\"content-digest\""])
        );
        assert_eq!(facts["uncovered"], json!(["content-type", "date"]));
        assert_eq!(
            (&facts["signer"]["trust"], &facts["bodyCovered"]),
            (&json!("trusted"), &json!(true))
        );
        assert_eq!(facts["replay"]["until"], NOW + 360);
        let unasked = check(&message, BODY, json!({}), &key).unwrap();
        assert_eq!(unasked.get("replay"), None);
    }
}

#[test]
fn every_algorithm_of_sage_signs_and_verifies_each_component() {
    let components = ["@method", "@target-uri", "@authority", "@scheme", "@path", "@query", "date"];
    for key_type in [KeyType::Ed25519, KeyType::P256, KeyType::Secp256k1] {
        let key = secret_of(key_type, 7);
        let given = json!({ "profile": "sage", "components": components, "nonce": null });
        let message = signed(request(), b"", given, &key);
        let asked = json!({ "profile": "sage", "required": components });
        let facts = check(&message, b"", asked.clone(), &key).unwrap();
        assert_eq!(facts["signer"]["trust"], "trusted", "{key_type:?}");
        let mut other = message;
        other["method"] = "PUT".into();
        let refused = check(&other, b"", asked, &key).unwrap_err();
        assert_eq!(refused.code(), "ERR_HTTP_SIG_INVALID");
    }
}

/// The request, with what a shared secret of nines makes of it.
fn shared(given: Value) -> Value {
    let prepared = prepare(read(&request()), b"", &options(given)).unwrap();
    let fields: Vec<Value> = serde_json::from_str(&prepared.seal(&[9; 32]).unwrap()).unwrap();
    let mut message = request();
    message["headers"].as_array_mut().unwrap().extend(fields);
    message
}

#[test]
fn a_shared_secret_signs_and_verifies() {
    let message = shared(json!({ "algorithm": "hmac-sha256" }));
    let check = |secret: &[u8], given: Value| {
        let keys = Keys::Secret(Secret(secret));
        verify(&read(&message), b"", keys, &policy(given)).map(|facts| facts.to_json())
    };
    assert!(check(&[9; 32], json!({})).unwrap().contains("\"signer\":null"));
    assert_eq!(check(&[8; 32], json!({})), Err(Error::HttpSigInvalid));
    assert_eq!(check(&[9; 31], json!({})), Err(Error::HttpSigSecret(32, 31)));
    assert_eq!(
        check(&[9; 32], json!({ "profile": "mcp" })),
        Err(Error::HttpSigAlgorithm("hmac-sha256".into()))
    );
    let given = json!({ "algorithm": "hmac-sha256" });
    let prepared = prepare(read(&request()), b"", &options(given)).unwrap();
    assert_eq!(prepared.seal(&[1; 31]), Err(Error::HttpSigSecret(32, 31)));
    let public = trust(&secret_of(KeyType::Ed25519, 7));
    let confused = verify(&read(&message), b"", Keys::Trust(&public), &policy(json!({})));
    assert_eq!(confused.err(), Some(Error::HttpSigInvalid));
}

#[test]
fn a_shared_secret_is_for_no_other_algorithm_than_is_named() {
    for (algorithm, want) in
        [("hmac-sha256", Ok(())), ("ed25519", Err(Error::HttpSigAlgorithm("hmac-sha256".into())))]
    {
        let message = shared(json!({ "algorithm": algorithm, "includeAlgorithm": true }));
        let keys = Keys::Secret(Secret(&[9; 32]));
        let verified = verify(&read(&message), b"", keys, &policy(json!({})));
        assert_eq!(verified.map(drop), want, "{algorithm}");
    }
}

#[test]
fn a_key_whose_secret_the_rfc_prints_is_nobodys() {
    let verdict = |key: &SecretKey, profile: &str| {
        let name = jwk::thumbprint(key.public_key());
        let given = json!({ "profile": profile, "keyid": name, "expires": NOW + 60 });
        let message = signed(request(), b"", given, key);
        let mut trust = trust(key);
        trust.keys[0].id = Some(name);
        let policy = policy(json!({ "profile": profile }));
        verify(&read(&message), b"", Keys::Trust(&trust), &policy).map(drop)
    };
    assert_eq!(verdict(&printed(), "web-bot-auth"), Err(Error::HttpSigTestKey));
    assert_eq!(verdict(&secret_of(KeyType::Ed25519, 7), "web-bot-auth"), Ok(()));
    assert_eq!(verdict(&printed(), "rfc9421"), Ok(()), "where nobody is known by it");
}

#[test]
fn the_examples_of_the_rfc() {
    let file: Value = vectors("http-signatures/rfc9421_examples.json");
    let mut checked = 0;
    for case in file["cases"].as_array().unwrap() {
        let mut message = rfc_message(&case["message"]);
        if case["request"].is_object() {
            message["request"] = rfc_message(&case["request"]);
        }
        let text = |name: &str| case[name].as_str().unwrap();
        let headers = message["headers"].as_array_mut().unwrap();
        headers.retain(|line| !line[0].as_str().unwrap().starts_with("Signature"));
        let (label, input) = (text("label"), text("signature_input_member"));
        headers.push(json!(["Signature-Input", format!("{label}={input}")]));
        headers.push(json!(["Signature", format!("{label}=:{}:", text("signature_b64"))]));
        let body = case["message"]["body"].as_str().unwrap_or_default().as_bytes();
        let wide = json!({ "required": [], "allowUncoveredBody": true, "maxAge": 1_000_000_000 });
        let base = |list: &Value| list.to_string();
        assert!(!base(&message).is_empty());
        let jwk = &file["keys_jwk"][text("keyid")];
        let verified = match text("alg") {
            "hmac-sha256" => {
                let secret = countersign_core::encoding::base64::decode(
                    file["shared_secret_b64"].as_str().unwrap(),
                );
                let secret = secret.unwrap();
                verify(&read(&message), body, Keys::Secret(Secret(&secret)), &policy(wide))
            }
            "ed25519" | "ecdsa-p256-sha256" => {
                let key = countersign_core::keys::jwk::secret_from_text(&jwk.to_string()).unwrap();
                let mut trust = trust(&key);
                trust.keys[0].id = Some(text("keyid").to_owned());
                verify(&read(&message), body, Keys::Trust(&trust), &policy(wide))
            }
            _ => continue,
        };
        checked += 1;
        match text("expect") {
            "valid" => assert!(verified.is_ok(), "{}: {verified:?}", case["id"]),
            _ => assert_eq!(verified.err(), Some(Error::HttpSigInvalid), "{}", case["id"]),
        }
    }
    assert_eq!(checked, 5);
}

/// A changed message, or another policy, and the code that says so.
#[test]
fn refusals() {
    let key = secret_of(KeyType::Ed25519, 7);
    let good = signed(request(), BODY, json!({ "expires": NOW + 100 }), &key);
    let refused = |message: &Value, body: &[u8], given: Value| {
        check(message, body, given, &key).err().map(|error| error.code())
    };
    assert_eq!(refused(&good, BODY, json!({})), None);
    for (given, code) in [
        (json!({ "now": NOW + 160 }), "ERR_HTTP_SIG_EXPIRED"),
        (json!({ "now": NOW - 61 }), "ERR_HTTP_SIG_NOT_YET"),
        (json!({ "now": NOW + 71, "maxAge": 11 }), "ERR_HTTP_SIG_TOO_OLD"),
        (json!({ "maxLifetime": 99 }), "ERR_HTTP_SIG_TIME"),
        (json!({ "tag": "other" }), "ERR_HTTP_SIG_TAG"),
        (json!({ "label": "sig2" }), "ERR_HTTP_SIG_MISSING"),
        (json!({ "required": ["content-type"] }), "ERR_HTTP_SIG_UNCOVERED"),
        (json!({ "algorithms": ["ecdsa-p256-sha256"] }), "ERR_HTTP_SIG_ALGORITHM"),
        (json!({ "purpose": "keyAgreement" }), "none"),
    ] {
        let got = refused(&good, BODY, given.clone()).unwrap_or("none");
        assert_eq!(got, code, "{given}");
    }
    assert_eq!(refused(&good, b"{}", json!({})), Some("ERR_HTTP_SIG_DIGEST"));
    assert_eq!(refused(&good, b"", json!({})), Some("ERR_HTTP_SIG_DIGEST"));
    let mut other = good.clone();
    other["method"] = "PUT".into();
    assert_eq!(refused(&other, BODY, json!({})), Some("ERR_HTTP_SIG_INVALID"));
    let stranger = trust(&secret_of(KeyType::P256, 7));
    let verdict = verify(&read(&good), BODY, Keys::Trust(&stranger), &policy(json!({})));
    assert_eq!(verdict.err(), Some(Error::HttpSigInvalid));
    let mut none = trust(&key);
    none.keys[0].id = Some("other".into());
    let verdict = verify(&read(&good), BODY, Keys::Trust(&none), &policy(json!({})));
    assert_eq!(verdict.unwrap_err().code(), "ERR_HTTP_SIG_KEY");
}

#[test]
fn a_replay_mark_is_of_key_and_nonce() {
    let key = secret_of(KeyType::P256, 7);
    let mark = |given: Value, body: &[u8]| {
        let message = signed(request(), body, given, &key);
        let facts = check(&message, body, json!({ "replay": true }), &key).unwrap();
        facts["replay"]["mark"].as_str().unwrap().to_owned()
    };
    assert_eq!(mark(json!({}), b""), mark(json!({}), BODY));
    assert_ne!(mark(json!({}), b""), mark(json!({ "nonce": "n-2" }), b""));
    let none = json!({ "nonce": null });
    assert_eq!(mark(none.clone(), b""), mark(none.clone(), b""));
    assert_ne!(mark(none.clone(), b""), mark(none, BODY));
}

#[test]
fn a_share_of_a_store_is_of_who_holds_the_keys() {
    let sender = |type_of: KeyType, controller: Option<&str>| {
        let key = secret_of(type_of, 7);
        let message = signed(request(), b"", json!({}), &key);
        let mut trust = trust(&key);
        trust.keys[0].controller = controller.map(str::to_owned);
        let policy = policy(json!({ "replay": true }));
        let facts = verify(&read(&message), b"", Keys::Trust(&trust), &policy).unwrap();
        let facts: Value = serde_json::from_str(&facts.to_json()).unwrap();
        facts["replay"]["sender"].as_str().unwrap().to_owned()
    };
    let one = Some("did:web:agent.example");
    assert_eq!(sender(KeyType::Ed25519, one), sender(KeyType::P256, one));
    assert_ne!(
        sender(KeyType::Ed25519, one),
        sender(KeyType::Ed25519, Some("did:web:other.example"))
    );
    assert_ne!(sender(KeyType::Ed25519, None), sender(KeyType::P256, None));
}

/// The same signature with `n - s` in the place of `s`.
fn turned(message: &Value, order: &str) -> Value {
    let order = countersign_core::encoding::hex::decode(order).unwrap();
    let mut message = message.clone();
    let line = message["headers"].as_array_mut().unwrap().last_mut().unwrap();
    let text = line[1].as_str().unwrap().to_owned();
    let (label, value) = text.split_once("=:").unwrap();
    let mut bytes = base64::decode(value.trim_end_matches(':')).unwrap();
    let mut borrow = 0;
    for at in (0..32).rev() {
        let value = 256 + i32::from(order[at]) - i32::from(bytes[32 + at]) - borrow;
        borrow = i32::from(value < 256);
        bytes[32 + at] = value.to_le_bytes()[0];
    }
    line[1] = format!("{label}=:{}:", base64::encode(&bytes)).into();
    message
}

#[test]
fn high_s_holds_is_reported_and_counts_as_the_same_message() {
    for (key_type, order) in [
        (KeyType::P256, "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
        (KeyType::Secp256k1, "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
    ] {
        let key = secret_of(key_type, 7);
        for (profile, nonce) in
            [("rfc9421", json!("n")), ("rfc9421", json!(null)), ("sage", json!("n"))]
        {
            let message =
                signed(request(), BODY, json!({ "profile": profile, "nonce": nonce }), &key);
            let given = json!({ "profile": profile, "replay": true });
            let check = |message| check(message, BODY, given.clone(), &key).unwrap();
            let (low, high) = (check(&message), check(&turned(&message, order)));
            assert_eq!(
                (low.get("highS"), high.get("highS")),
                (None, Some(&json!(true))),
                "{profile}"
            );
            assert!(low["replay"].is_object(), "{profile}");
            assert_eq!(low["replay"], high["replay"], "{profile}");
        }
    }
    let key = secret_of(KeyType::Ed25519, 7);
    let facts = check(&signed(request(), BODY, json!({}), &key), BODY, json!({}), &key).unwrap();
    assert_eq!(facts.get("highS"), None);
}

proptest! {
    #[test]
    fn any_change_of_a_covered_byte_is_seen(at in 0_usize..400, flip in 1_u8..128) {
        let key = secret_of(KeyType::Ed25519, 7);
        let all = json!({ "components": ["@method", "@target-uri", "content-digest", "content-type", "date"] });
        let good = signed(request(), BODY, all, &key);
        let mut text = good.to_string().into_bytes();
        let at = at % text.len();
        text[at] ^= flip;
        let Ok(text) = String::from_utf8(text) else { return Ok(()) };
        let Ok(message) = Message::from_json(&text) else { return Ok(()) };
        // Names of fields and hosts come in any case, and base64 has spare bits.
        if message == read(&good) {
            return Ok(());
        }
        let trust = trust(&key);
        let verdict = verify(&message, BODY, Keys::Trust(&trust), &policy(json!({})));
        if let Ok(facts) = verdict {
            let facts: Value = serde_json::from_str(&facts.to_json()).unwrap();
            prop_assert_eq!(&facts["components"].as_array().unwrap().len(), &5);
            prop_assert_eq!(message.value(&Component::parse("@method").unwrap()).unwrap(), "POST");
        }
    }

    #[test]
    fn no_fields_panic(input in "[ -~]{0,60}", signature in "[ -~]{0,40}", url in "https://[ -~]{0,40}") {
        let message = json!({ "kind": "request", "method": "GET", "url": url,
            "headers": [["Signature-Input", input], ["Signature", signature]] });
        if let Ok(message) = Message::from_json(&message.to_string()) {
            let _ = list_to_json(&message);
            let now = UnixSeconds(NOW);
            let policy = Policy::of(countersign_core::http_sig::Profile::WebBotAuth, now);
            let verdict = verify(&message, b"", Keys::Trust(&Trust::default()), &policy);
            prop_assert!(verdict.is_err());
        }
    }
}
