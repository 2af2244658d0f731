//! HTTP signatures: the examples of RFC 9421, rejections, and properties.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

use countersign_core::{
    Error,
    did::Purpose,
    encoding::base64,
    http_sig::{
        Component, Hash, Keys, Message, Policy, Secret, choose_to_json, content_digest,
        list_to_json, prepare, verify, verify_content_digest, web_bot_auth,
    },
    keys::{Algorithm, KeyType, SecretKey, checks_made, jwk, multikey},
    time::UnixSeconds,
    trust::{Checks, Trust, TrustedKey},
};
use countersign_testkit::{keys::secret_of, vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

const NOW: u64 = 1_760_000_000;
const BODY: &[u8] = br#"{"hello": "world"}"#;
const URL: &str = "https://Agent.Example:443/rpc?x=1&y=a%20b";

fn request() -> Value {
    json!({ "kind": "request", "method": "POST", "url": URL,
        "headers": [["Content-Type", "application/json"], ["Date", "today"]] })
}

fn read(message: &Value) -> Message {
    Message::from_json(&message.to_string()).unwrap()
}

fn trust(secret: &SecretKey) -> Trust {
    let key =
        TrustedKey { id: Some("k".into()), ..TrustedKey::pinned(secret.public_key().clone()) };
    Trust { keys: vec![key], ..Trust::default() }
}

fn policy(members: Value) -> Policy {
    let mut all = json!({ "now": NOW });
    for (name, value) in members.as_object().unwrap() {
        all[name] = value.clone();
    }
    Policy::from_json(&all.to_string()).unwrap()
}

fn options(members: Value) -> String {
    let mut all = json!({ "created": NOW, "keyid": "k", "nonce": "n-1", "algorithm": "ed25519" });
    for (name, value) in members.as_object().unwrap() {
        if value.is_null() {
            all.as_object_mut().unwrap().remove(name);
        } else {
            all[name] = value.clone();
        }
    }
    all.to_string()
}

/// Signs and gives the message with its signature.
fn signed(mut message: Value, body: &[u8], given: Value, key: &SecretKey) -> Value {
    let algorithm = key.public_key().key_type().default_algorithm().unwrap();
    let mut given = given;
    if given.get("algorithm").is_none() {
        given["algorithm"] = algorithm.as_str().into();
    }
    let prepared = prepare(read(&message), body, &options(given)).unwrap();
    let signature = key.sign(algorithm, prepared.base().as_bytes()).unwrap();
    let fields: Vec<Value> = serde_json::from_str(&prepared.fields(&signature)).unwrap();
    message["headers"].as_array_mut().unwrap().extend(fields);
    message
}

fn check(message: &Value, body: &[u8], given: Value, key: &SecretKey) -> Result<Value, Error> {
    let trust = trust(key);
    let verified = verify(&read(message), body, Keys::Trust(&trust), &policy(given))?;
    Ok(serde_json::from_str(&verified.to_json()).unwrap())
}

#[test]
fn every_algorithm_signs_and_verifies() {
    for key_type in [KeyType::Ed25519, KeyType::P256, KeyType::Secp256k1] {
        let key = secret_of(key_type, 7);
        let message = signed(request(), BODY, json!({ "includeAlgorithm": true }), &key);
        let facts = check(&message, BODY, json!({}), &key).unwrap();
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

/// The Ed25519 key whose secret the RFC prints.
fn printed() -> SecretKey {
    let file = vectors("http-signatures/rfc9421_examples.json");
    jwk::secret_from_text(&file["keys_jwk"]["test-key-ed25519"].to_string()).unwrap()
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

fn rfc_message(message: &Value) -> Value {
    if message["type"] == "response" {
        return json!({ "kind": "response", "status": message["status"], "headers": message["headers"] });
    }
    let host = message["headers"][0][1].as_str().unwrap();
    let url = format!("https://{host}{}", message["target"].as_str().unwrap());
    json!({ "kind": "request", "method": message["method"], "url": url, "headers": message["headers"] })
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

#[test]
fn the_components_of_the_rfc() {
    let file: Value = vectors("http-signatures/rfc9421_components.json");
    for case in file.as_array().unwrap() {
        let message = read(&rfc_message(&case["message"]));
        for line in case["expected_lines"].as_array().unwrap() {
            let line = line.as_str().unwrap();
            let split = line.find(": ").unwrap();
            let component = Component::parse(&line[..split]).unwrap();
            assert_eq!(message.value(&component).unwrap(), line[split + 2..], "{line}");
        }
    }
}

#[test]
fn what_a_component_gives() {
    let message = read(&json!({ "kind": "request", "method": "OPTIONS", "target": "*",
        "url": "HTTP://[::1]:80?a=%C3%BC+x&b=1&b=2&%22=%0A&bad=%FF",
        "headers": [["A", " one "], ["a", "two\t"], ["D", "k=1, l=(a  b);p, m"], ["L", "x, x"],
            ["Raw", "\u{e9}"]],
        "trailers": [["T", "end"]] }));
    let value = |text: &str| message.value(&Component::parse(text).unwrap());
    for (component, want) in [
        ("@request-target", "*"),
        ("@authority", "[::1]"),
        ("@path", "/"),
        ("@target-uri", "http://[::1]/?a=%C3%BC+x&b=1&b=2&%22=%0A&bad=%FF"),
        ("\"@query-param\";name=\"a\"", "%C3%BC%20x"),
        ("\"@query-param\";name=\"%22\"", "%0A"),
        ("a", "one, two"),
        ("\"a\";bs", ":b25l:, :dHdv:"),
        ("\"d\";sf", "k=1, l=(a b);p, m"),
        ("\"d\";key=\"l\"", "(a b);p"),
        ("\"d\";key=\"m\"", "?1"),
        ("\"raw\";bs", ":6Q==:"),
        ("\"t\";tr", "end"),
    ] {
        assert_eq!(value(component).as_deref(), Ok(want), "{component}");
    }
    for component in ["t", "\"d\";key=\"z\"", "none", "\"@query-param\";name=\"z\""] {
        assert!(
            value(component).is_err_and(|error| error.is("ERR_HTTP_SIG_COMPONENT_MISSING")),
            "{component}"
        );
    }
    for component in [
        "raw",
        "@status",
        "\"l\";sf",
        "\"@query-param\";name=\"b\"",
        "\"@query-param\";name=\"bad\"",
        "\"@method\";req",
    ] {
        assert!(
            value(component).is_err_and(|error| error.is("ERR_HTTP_SIG_COMPONENT")),
            "{component}"
        );
    }
}

#[test]
fn identifiers_that_are_none() {
    for text in [
        "",
        "@foo",
        "Date",
        "a b",
        "\"a\";x",
        "\"a\";sf=?0",
        "\"a\";sf;bs",
        "\"a\";key=1",
        "\"@method\";sf",
        "\"@query-param\"",
        "\"@method\";name=\"a\"",
        "\"@status\";req",
        "\"a\";name=\"b\"",
        "@signature-params",
    ] {
        assert!(Component::parse(text).is_err(), "{text}");
    }
}

#[test]
fn messages_that_are_none() {
    let with = |name: &str, value: Value| {
        let mut message = request();
        message[name] = value;
        Message::from_json(&message.to_string()).err()
    };
    for (name, value) in [
        ("method", json!("PO ST")),
        ("method", json!("")),
        ("url", json!("/rpc")),
        ("url", json!("ftp://a/")),
        ("url", json!("https://")),
        ("url", json!("https://user@host/")),
        ("url", json!("https://host:port/")),
        ("url", json!("https://host\\@other/")),
        ("url", json!("https://h/a\nb")),
        ("url", json!("https://h/\u{fc}")),
        ("url", json!("https://h/pay#")),
        ("url", json!("https://h/pay#?to=mallory")),
        ("url", json!("https://h#@other/")),
        ("target", json!("/rpc?x=1&y=a%20b#")),
        ("target", json!("/rpc#?x=1&y=a%20b")),
        ("target", json!("https://agent.example/rpc?x=1&y=a%20b#x")),
        ("target", json!("/other")),
        ("target", json!("*")),
        ("headers", json!([["A", "one\r\n two"]])),
        ("headers", json!([["A", "one\nB: two"]])),
        ("headers", json!([["A", "nul\u{0}"]])),
        ("headers", json!([["A", "\u{20ac}"]])),
        ("headers", json!([["A B", "x"]])),
        ("headers", json!([["A:", "x"]])),
        ("headers", json!([["A"]])),
        ("headers", json!({})),
        ("kind", json!("other")),
        ("other", json!(1)),
    ] {
        let error = with(name, value.clone());
        assert!(
            error.as_ref().is_some_and(|error| error.is("ERR_HTTP_SIG_MESSAGE")),
            "{name} {value}: {error:?}"
        );
    }
}

#[test]
fn a_response_answers_a_request_and_nothing_else() {
    let response = || json!({ "kind": "response", "status": 200, "headers": [] });
    let answer = |to: Value| {
        let mut message = response();
        message["request"] = to;
        Message::from_json(&message.to_string()).map(drop)
    };
    answer(request()).unwrap();
    assert!(answer(response()).is_err_and(|error| error.is("ERR_HTTP_SIG_MESSAGE")));
}

#[test]
fn every_profile_has_its_name() {
    for name in [
        "rfc9421",
        "sage",
        "web-bot-auth",
        "web-bot-auth-directory",
        "tap-browser",
        "tap-payer",
        "mcp",
    ] {
        Policy::from_json(&json!({ "now": NOW, "profile": name }).to_string()).unwrap();
    }
    let unknown = Policy::from_json(&json!({ "now": NOW, "profile": "tap" }).to_string());
    assert_eq!(unknown.unwrap_err().code(), "ERR_POLICY_MALFORMED");
}

#[test]
fn a_client_says_where_its_keys_are_by_https_alone() {
    let told = |field: &str| {
        let list = web_bot_auth::agents_to_json(field)?;
        Ok::<Value, Error>(serde_json::from_str(&list).unwrap())
    };
    let at = |uri: &str, kind: &str| json!({ "label": "s", "uri": uri, "type": kind });
    assert_eq!(told(r#"s="https://a""#), Ok(json!([at("https://a", "directory")])));
    assert_eq!(told(r#"s="https://a";type=cimd"#), Ok(json!([at("https://a", "cimd")])));
    assert_eq!(
        told(r#"s="https://a/k";type=jwks_uri"#),
        Ok(json!([at("https://a/k", "jwks_uri")]))
    );
    assert_eq!(told(r#""https://a""#), Ok(json!([{ "uri": "https://a", "type": "directory" }])));
    for field in [
        r#"s="http://bot.example""#,
        r#"s="https://""#,
        r#"s="https://a";type=other"#,
        r#"s="https://a";type="cimd""#,
        r#"s=("https://a")"#,
        "s=1",
    ] {
        assert_eq!(told(field), Err(Error::HttpSigAgent), "{field}");
    }
    assert_eq!(web_bot_auth::agent_field("s", "https://a"), Ok(r#"s="https://a""#.into()));
    assert_eq!(web_bot_auth::agent_field("s", "http://a"), Err(Error::HttpSigAgent));
}

#[test]
fn a_card_of_an_agent_is_the_card_of_its_url() {
    let url = "https://bot.example/card";
    let read = |url: &str, card: Value| {
        let facts = web_bot_auth::card_to_json(url, card.to_string().as_bytes())?;
        Ok::<Value, Error>(serde_json::from_str(&facts).unwrap())
    };
    let set = json!({ "keys": [] });
    let keys = "https://bot.example/keys";
    let good = json!({ "client_id": url, "client_name": "Bot", "jwks_uri": keys });
    assert_eq!(read(url, good), Ok(json!({ "name": "Bot", "jwksUri": keys })));
    let inside = json!({ "client_id": url, "jwks": set });
    assert_eq!(read(url, inside.clone()), Ok(json!({ "jwks": set.to_string() })));
    let plain = "http://bot.example/card";
    for (url, card) in [
        ("https://bot.example/other", inside),
        (url, json!({ "jwks": set })),
        (plain, json!({ "client_id": plain, "jwks": set })),
        (url, json!({ "client_id": url })),
        (url, json!({ "client_id": url, "jwks": set, "jwks_uri": keys })),
        (url, json!({ "client_id": url, "jwks_uri": "http://bot.example/keys" })),
        (url, json!({ "client_id": url, "jwks_uri": 1 })),
    ] {
        assert_eq!(read(url, card.clone()), Err(Error::HttpSigAgent), "{url} {card}");
    }
}

#[test]
fn a_registry_has_one_url_a_line_and_an_end() {
    let text = "# bots\nhttps://a.example/card # one\n\n https://b.example\n";
    let read = web_bot_auth::registry_to_json(text);
    assert_eq!(read, Ok(json!(["https://a.example/card", "https://b.example"]).to_string()));
    for line in ["http://a.example", "https://a b", "https://a.example/\u{fc}", "a"] {
        assert_eq!(web_bot_auth::registry_to_json(line), Err(Error::HttpSigAgent), "{line}");
    }
    let lines = |count: usize| web_bot_auth::registry_to_json(&"https://a\n".repeat(count));
    assert!(lines(10_000).is_ok());
    assert_eq!(lines(10_001).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
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
    assert_eq!(check(&message, b"", json!({}), &key), Err(Error::HttpSigTime));
    let free = json!({ "allowMissingCreated": true });
    assert!(check(&message, b"", free, &key).is_ok());
    let replay = json!({ "allowMissingCreated": true, "replay": true });
    assert_eq!(check(&message, b"", replay, &key), Err(Error::HttpSigTime));
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
fn digests() {
    let both =
        format!("{}, {}", content_digest(Hash::Sha256, BODY), content_digest(Hash::Sha512, BODY));
    assert_eq!(verify_content_digest(both.as_bytes(), BODY), Ok(()));
    let one_wrong =
        format!("{}, {}", content_digest(Hash::Sha256, BODY), content_digest(Hash::Sha512, b""));
    for (value, error) in [
        (one_wrong.as_str(), Error::HttpSigDigest),
        ("sha-256=\"x\"", Error::HttpSigDigest),
        ("sha-256=(:AA==:)", Error::HttpSigDigest),
        ("md5=:AA==:", Error::HttpSigDigestUnsupported),
        ("", Error::HttpSigDigestUnsupported),
        ("sha-256=:AA==:, sha-256=:AA==:", Error::StructuredFieldDuplicate),
        ("sha-256=:", Error::StructuredFieldMalformed(9)),
    ] {
        assert_eq!(verify_content_digest(value.as_bytes(), BODY), Err(error), "{value}");
    }
}

#[test]
fn a_replay_mark_is_of_key_and_nonce() {
    let key = secret_of(KeyType::P256, 7);
    let mark = |given: Value, body: &[u8]| {
        let message = signed(request(), body, given, &key);
        check(&message, body, json!({}), &key).unwrap()["replay"]["mark"].clone()
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
        let facts = verify(&read(&message), b"", Keys::Trust(&trust), &policy(json!({}))).unwrap();
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
            let check =
                |message| check(message, BODY, json!({ "profile": profile }), &key).unwrap();
            let (low, high) = (check(&message), check(&turned(&message, order)));
            assert_eq!(
                (low.get("highS"), high.get("highS")),
                (None, Some(&json!(true))),
                "{profile}"
            );
            assert_eq!(low["replay"], high["replay"], "{profile}");
        }
    }
    let key = secret_of(KeyType::Ed25519, 7);
    let facts = check(&signed(request(), BODY, json!({}), &key), BODY, json!({}), &key).unwrap();
    assert_eq!(facts.get("highS"), None);
}

/// A document with `count` keys of which the last signed, and a message that names the document alone.
fn crowd(count: u8) -> (Trust, Value) {
    let did = "did:web:agent.example";
    let secrets: Vec<SecretKey> = (1..=count)
        .map(|seed| SecretKey::from_bytes(KeyType::Ed25519, &[seed; 32]).unwrap())
        .collect();
    let keys = secrets.iter().enumerate().map(|(at, secret)| TrustedKey {
        id: Some(format!("{did}#key-{at}")),
        purposes: Some(vec![Purpose::Authentication]),
        ..TrustedKey::pinned(secret.public_key().clone())
    });
    let trust = Trust { keys: keys.collect(), did: Some(did.to_owned()), ..Trust::default() };
    let message = signed(request(), b"", json!({ "keyid": did }), secrets.last().unwrap());
    (trust, message)
}

#[test]
fn a_name_of_many_keys_costs_a_bounded_number_of_checks() {
    let cost = |count: u8, given: Value| {
        let (trust, message) = crowd(count);
        let message = read(&message);
        let before = checks_made();
        let verdict = verify(&message, b"", Keys::Trust(&trust), &policy(given));
        (verdict.err(), checks_made() - before)
    };
    let over = |most| Some(Error::TrustChecks(most));
    assert_eq!(cost(16, json!({})), (None, 16));
    assert_eq!(cost(17, json!({})), (over(Checks::DEFAULT), 16));
    assert_eq!(cost(250, json!({})), (over(Checks::DEFAULT), 16));
    assert_eq!(cost(17, json!({ "maxChecks": 17 })), (None, 17));
    assert_eq!(cost(2, json!({ "maxChecks": 1 })), (over(1), 1));
    // A key of another algorithm than the signature names is not tried, and one that is named alone is.
    assert_eq!(
        cost(17, json!({ "algorithms": ["ecdsa-p256-sha256"] })),
        (Some(Error::HttpSigAlgorithm("".into())), 0)
    );
    let (trust, _) = crowd(250);
    let key = SecretKey::from_bytes(KeyType::Ed25519, &[250; 32]).unwrap();
    let named = signed(request(), b"", json!({ "keyid": "did:web:agent.example#key-249" }), &key);
    let before = checks_made();
    assert!(verify(&read(&named), b"", Keys::Trust(&trust), &policy(json!({}))).is_ok());
    assert_eq!(checks_made() - before, 1);
}

#[test]
fn of_many_bots_only_the_one_of_the_thumbprint_is_checked() {
    let (mut trust, _) = crowd(250);
    trust.keys.iter_mut().for_each(|key| key.id = None);
    let given = json!({ "profile": "web-bot-auth", "expires": NOW + 60 });
    let of = |seed: u8, given: &Value| {
        let key = SecretKey::from_bytes(KeyType::Ed25519, &[seed; 32]).unwrap();
        let mut given = given.clone();
        given["keyid"] = jwk::thumbprint(key.public_key()).into();
        signed(request(), b"", given, &key)
    };
    let cost = |message: &Value| {
        let before = checks_made();
        let bots = policy(json!({ "profile": "web-bot-auth" }));
        let verdict = verify(&read(message), b"", Keys::Trust(&trust), &bots);
        (verdict.err().map(|error| error.code()), checks_made() - before)
    };
    assert_eq!(cost(&of(250, &given)), (None, 1));
    assert_eq!(cost(&of(251, &given)), (Some("ERR_HTTP_SIG_KEY"), 0));
}

#[test]
fn a_directory_gives_each_key_once() {
    let key = secret_of(KeyType::Ed25519, 7);
    let one = jwk::public_to_json(key.public_key());
    let text = json!({ "keys": vec![one; 1000] }).to_string();
    let keys: Value =
        serde_json::from_str(&web_bot_auth::directory_to_json(text.as_bytes()).unwrap()).unwrap();
    assert_eq!(keys.as_array().unwrap().len(), 1);
}

#[test]
fn a_directory_gives_keys_that_sign_and_are_somebodys() {
    let own = secret_of(KeyType::Ed25519, 7);
    let keys =
        [&own, &secret_of(KeyType::X25519, 7), &printed()].map(|key| key.public_key().clone());
    let text = json!({ "keys": keys.each_ref().map(jwk::public_to_json) }).to_string();
    let read = web_bot_auth::directory_to_json(text.as_bytes()).unwrap();
    let want = json!([{ "keyid": jwk::thumbprint(&keys[0]), "key": multikey::encode(&keys[0]) }]);
    assert_eq!(serde_json::from_str::<Value>(&read).unwrap(), want);
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
