//! What a verifier of HTTP signatures refuses.

use countersign_core::{
    Error,
    http_sig::{Hash, choose_to_json, content_digest, list_to_json, prepare},
    keys::{Algorithm, KeyType},
};
use countersign_testkit::keys::secret_of;
use serde_json::{Value, json};

use crate::support::http_sig::{BODY, NOW, check, options, policy, read, request, signed};

#[test]
fn too_little_is_refused() {
    let key = secret_of(KeyType::Ed25519, 7);
    for (components, body, code) in [
        (json!([]), b"".as_slice(), "ERR_HTTP_SIG_UNCOVERED"),
        (json!(["@method"]), b"", "ERR_HTTP_SIG_UNCOVERED"),
        (json!(["@method", "@path", "@query"]), b"", "ERR_HTTP_SIG_UNCOVERED"),
        (json!(["@method", "@authority", "@path"]), b"", "ERR_HTTP_SIG_UNCOVERED"),
        (json!(["@method", "@target-uri"]), BODY, "ERR_HTTP_SIG_UNCOVERED"),
        (json!(["@method", "@authority", "@path", "@query"]), b"", "none"),
        (json!(["@method", "@authority", "@request-target"]), b"", "none"),
        (json!(["@method", "@target-uri", "\"content-digest\";key=\"sha-256\""]), BODY, "none"),
    ] {
        let message = signed(request(), body, json!({ "components": components }), &key);
        let got = check(&message, body, json!({}), &key).err().map_or("none", |error| error.code());
        assert_eq!(got, code, "{components}");
    }
    let message = signed(request(), b"", json!({ "created": null }), &key);
    assert_eq!(check(&message, b"", json!({}), &key), Err(Error::HttpSigTime("it lacks created")));
    let free = json!({ "allowMissingCreated": true });
    assert!(check(&message, b"", free, &key).is_ok());
    let replay = json!({ "allowMissingCreated": true, "replay": true });
    let no_end = Error::HttpSigTime("a mark against replay needs created or expires");
    assert_eq!(check(&message, b"", replay, &key), Err(no_end));
    let message = signed(request(), b"", json!({ "nonce": null }), &key);
    assert_eq!(
        check(&message, b"", json!({ "requireNonce": true }), &key),
        Err(Error::HttpSigNonce)
    );
}

#[test]
fn hostile_signature_fields() {
    let key = secret_of(KeyType::Ed25519, 7);
    let bytes = format!("sig1=:{}:", "A".repeat(86) + "==");
    let input =
        |rest: &str| format!("sig1=(\"@method\" \"@target-uri\"){rest};created={NOW};keyid=\"k\"");
    let many: Vec<String> = (0..17).map(|at| format!("s{at}=()")).collect();
    for (inputs, signature, code) in [
        (input(""), "sig1=:".to_owned(), "ERR_STRUCTURED_FIELD_MALFORMED"),
        (input(""), "sig1".to_owned(), "ERR_HTTP_SIG_MALFORMED"),
        (input(""), "sig1=\"x\"".to_owned(), "ERR_HTTP_SIG_MALFORMED"),
        (input(""), format!("{bytes}, {bytes}"), "ERR_STRUCTURED_FIELD_DUPLICATE"),
        (input(""), bytes.replace("sig1", "sig2"), "ERR_HTTP_SIG_MISSING"),
        (input(";created=5"), bytes.clone(), "ERR_STRUCTURED_FIELD_DUPLICATE"),
        (format!("{}, {}", input(""), input("")), bytes.clone(), "ERR_STRUCTURED_FIELD_DUPLICATE"),
        ("sig1=:AA==:".to_owned(), bytes.clone(), "ERR_HTTP_SIG_MALFORMED"),
        (
            "sig1=(\"@method\" \"@method\");created=1".to_owned(),
            bytes.clone(),
            "ERR_HTTP_SIG_COMPONENT",
        ),
        (
            "sig1=(\"x\";req;key=\"a\" \"x\";key=\"a\";req)".to_owned(),
            bytes.clone(),
            "ERR_HTTP_SIG_COMPONENT",
        ),
        ("sig1=(\"x\");keyid=\"".to_owned(), bytes.clone(), "ERR_STRUCTURED_FIELD_MALFORMED"),
        ("sig1=(\"x\");keyid=abc".to_owned(), bytes.clone(), "ERR_HTTP_SIG_PARAMETER"),
        ("sig1=(x);created=1".to_owned(), bytes.clone(), "ERR_HTTP_SIG_COMPONENT"),
        ("sig1=(\"@method\");created=-1".to_owned(), bytes.clone(), "ERR_HTTP_SIG_PARAMETER"),
        ("sig1=(\"@method\");created=1.5".to_owned(), bytes.clone(), "ERR_HTTP_SIG_PARAMETER"),
        (input(";alg=\"rsa-v1_5-sha256\""), bytes.clone(), "ERR_HTTP_SIG_ALGORITHM"),
        (input(";alg=\"ecdsa-p256-sha256\""), bytes.clone(), "ERR_HTTP_SIG_ALGORITHM"),
        (input(";alg=\"hmac-sha256\""), bytes.clone(), "ERR_HTTP_SIG_ALGORITHM"),
        (format!("sig1=({})", "\"a\" ".repeat(65)), bytes.clone(), "ERR_LIMIT_EXCEEDED"),
        (many.join(", "), bytes.clone(), "ERR_LIMIT_EXCEEDED"),
        (input(""), bytes.clone(), "ERR_HTTP_SIG_INVALID"),
        (input(""), "sig1=:AA==:".to_owned(), "ERR_HTTP_SIG_INVALID"),
    ] {
        let mut message = request();
        let headers = message["headers"].as_array_mut().unwrap();
        headers.push(json!(["Signature-Input", inputs]));
        headers.push(json!(["Signature", signature]));
        let got = check(&message, b"", json!({}), &key).err().map_or("none", |error| error.code());
        assert_eq!(got, code, "{inputs} {signature}");
    }
}

#[test]
fn several_signatures() {
    let key = secret_of(KeyType::Ed25519, 7);
    let once = signed(request(), b"", json!({ "label": "a", "tag": "one" }), &key);
    let twice = signed(once, b"", json!({ "label": "b", "tag": "two" }), &key);
    assert_eq!(
        check(&twice, b"", json!({}), &key),
        Err(Error::HttpSigLabel("the message has several signatures: choose one by its `label`"))
    );
    assert_eq!(check(&twice, b"", json!({ "tag": "two" }), &key).unwrap()["label"], "b");
    assert_eq!(check(&twice, b"", json!({ "label": "a" }), &key).unwrap()["tag"], "one");
    let chosen = choose_to_json(&read(&twice), &policy(json!({ "label": "a" }))).unwrap();
    assert!(chosen.contains("\"keyid\":\"k\""));
    assert_eq!(list_to_json(&read(&twice)).unwrap().matches("\"label\"").count(), 2);
    let taken = prepare(read(&twice), b"", &options(json!({ "label": "a" }))).err();
    assert_eq!(
        taken,
        Some(Error::HttpSigLabel("the message has a signature of this label already"))
    );
}

#[test]
fn a_response_is_tied_to_its_request() {
    let key = secret_of(KeyType::Ed25519, 7);
    let asked = signed(request(), BODY, json!({}), &key);
    let response = |request: &Value| json!({ "kind": "response", "status": 200, "headers": [], "request": request });
    let message = signed(response(&asked), b"ok", json!({ "label": "r" }), &key);
    let facts = check(&message, b"ok", json!({}), &key).unwrap();
    let components = facts["components"].to_string();
    assert!(components.contains(r#"\"signature\";req;key=\"sig1\""#), "{components}");
    let mut other = message.clone();
    other["request"] = signed(request(), BODY, json!({ "nonce": "n-2" }), &key);
    assert_eq!(check(&other, b"ok", json!({}), &key), Err(Error::HttpSigInvalid));
    let mut alone = message.clone();
    alone.as_object_mut().unwrap().remove("request");
    let missing = check(&alone, b"ok", json!({}), &key).err().unwrap();
    assert_eq!(missing.code(), "ERR_HTTP_SIG_COMPONENT_MISSING");
    let bare = json!({ "kind": "response", "status": 200, "headers": [] });
    let bare = signed(bare, b"", json!({}), &key);
    assert!(check(&bare, b"", json!({}), &key).is_ok());
    let mut claimed = bare;
    claimed["request"] = asked;
    let uncovered = check(&claimed, b"", json!({}), &key).err().unwrap();
    assert_eq!(uncovered.code(), "ERR_HTTP_SIG_UNCOVERED");
}

#[test]
fn bad_options() {
    for (given, code) in [
        (json!({ "algorithm": "rsa" }), "ERR_HTTP_SIG_ALGORITHM"),
        (json!({ "algorithm": Algorithm::Secp256k1Keccak256.as_str() }), "ERR_HTTP_SIG_ALGORITHM"),
        (json!({ "algorithm": null }), "ERR_HTTP_SIG_ALGORITHM"),
        (json!({ "nonce": "\u{fc}" }), "ERR_HTTP_SIG_PARAMETER"),
        (json!({ "keyid": "a\nb" }), "ERR_HTTP_SIG_PARAMETER"),
        (json!({ "created": 1_000_000_000_000_000_u64 }), "ERR_HTTP_SIG_PARAMETER"),
        (json!({ "expires": NOW }), "ERR_HTTP_SIG_TIME"),
        (json!({ "label": "A" }), "ERR_HTTP_SIG_LABEL"),
        (json!({ "components": ["@method", "@method"] }), "ERR_HTTP_SIG_COMPONENT"),
        (json!({ "components": ["signature"] }), "ERR_HTTP_SIG_COMPONENT"),
        (json!({ "components": ["none"] }), "ERR_HTTP_SIG_COMPONENT_MISSING"),
        (json!({ "digest": "md5" }), "ERR_HTTP_SIG_DIGEST_UNSUPPORTED"),
        (json!({ "profile": "x" }), "ERR_POLICY_MALFORMED"),
        (json!({ "unknown": 1 }), "ERR_POLICY_MALFORMED"),
    ] {
        let error = prepare(read(&request()), b"", &options(given.clone())).err();
        assert_eq!(error.map(|error| error.code()), Some(code), "{given}");
    }
    let mut message = request();
    message["headers"]
        .as_array_mut()
        .unwrap()
        .push(json!(["Content-Digest", content_digest(Hash::Sha256, b"x")]));
    let error = prepare(read(&message), BODY, &options(json!({}))).err();
    assert_eq!(error, Some(Error::HttpSigDigest));
}
