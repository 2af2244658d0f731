//! Received DID documents: what is refused, and which of their keys a verifier gets.

use countersign_core::{
    did::{self, Did, DidUrl, Purpose, document},
    encoding::{base58, hex},
    keys::{KeyType, PublicKey, SecretKey, jwk, multikey},
    time::UnixSeconds,
    trust::Trust,
};
use countersign_testkit::{records::tree, vectors};
use serde_json::{Value, json};

use crate::support::trust::trust_of;

const DID: &str = "did:web:a.example";

fn check(document: &Value, did: &str) -> &'static str {
    let checked = document::check(document.to_string().as_bytes(), &did.parse().unwrap());
    checked.map_or_else(|error| error.code(), |_| "ok")
}

fn with(name: &str, value: Value) -> Value {
    let mut document = json!({ "id": DID });
    document[name] = value;
    document
}

fn method(id: &str) -> Value {
    json!({ "id": id, "type": "Multikey", "controller": DID })
}

fn without(mut value: Value, name: &str) -> Value {
    value.as_object_mut().unwrap().remove(name);
    value
}

fn changed(mut value: Value, name: &str, to: Value) -> Value {
    value[name] = to;
    value
}

#[test]
fn takes() {
    let service =
        json!({ "id": "https://a.example/#s", "type": ["A", "B"], "serviceEndpoint": [{}, "u"] });
    let rows = [
        ("only an id", json!({ "id": DID })),
        ("another spelling", json!({ "id": "did:web:A.Example" })),
        ("unknown members", with("x", json!({ "y": [1, null] }))),
        (
            "own and other ids",
            with("verificationMethod", json!([method("#1"), method("did:web:b.example#1")])),
        ),
        (
            "another controller",
            with(
                "verificationMethod",
                json!([changed(method("#1"), "controller", "did:ex:b".into())]),
            ),
        ),
        (
            "references",
            with("authentication", json!(["#1", "did:ex:b#2", "did:web:a.example?v=1#3"])),
        ),
        ("a method inside", with("keyAgreement", json!([method("#1")]))),
        ("a service by URL", with("service", json!([service]))),
        (
            "256 methods",
            with("verificationMethod", (0..256).map(|n| method(&format!("#{n}"))).collect()),
        ),
    ];
    for (name, document) in rows {
        assert_eq!(check(&document, DID), "ok", "{name}");
    }
    let alias = "did:sage:eth:0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266";
    assert_eq!(
        check(&json!({ "id": alias }), &alias.to_lowercase().replace(":eth:", ":ethereum:")),
        "ok"
    );
}

#[test]
fn refuses() {
    let bad = "ERR_DID_DOCUMENT";
    let methods = |list: Value| with("verificationMethod", list);
    let twice = changed(
        methods(json!([method("#1")])),
        "authentication",
        json!([method("did:web:a.example#1")]),
    );
    let rows = [
        ("a number that is printed as none", with("x", json!(1e20)), "ERR_JSON_NUMBER"),
        ("a list", json!([]), "ERR_JSON_NOT_OBJECT"),
        ("no id", json!({}), bad),
        ("id a number", json!({ "id": 1 }), bad),
        ("id no DID", json!({ "id": "a" }), "ERR_DID_SYNTAX"),
        ("id a DID URL", json!({ "id": "did:web:a.example#1" }), "ERR_DID_SYNTAX"),
        ("another subject", json!({ "id": "did:web:b.example" }), "ERR_DID_DOCUMENT_ID"),
        ("methods an object", methods(json!({})), bad),
        ("method a text", methods(json!(["#1"])), bad),
        ("method without id", methods(json!([without(method("#1"), "id")])), bad),
        ("method without type", methods(json!([without(method("#1"), "type")])), bad),
        ("method without controller", methods(json!([without(method("#1"), "controller")])), bad),
        (
            "controller no DID",
            methods(json!([changed(method("#1"), "controller", "me".into())])),
            "ERR_DID_SYNTAX",
        ),
        (
            "controller a list",
            methods(json!([changed(method("#1"), "controller", json!([DID]))])),
            bad,
        ),
        ("method id no URL", methods(json!([method("key-1")])), "ERR_DID_SYNTAX"),
        ("method id with a blank", methods(json!([method("#a b")])), "ERR_DID_SYNTAX"),
        ("one id twice", methods(json!([method("#1"), method("#1")])), bad),
        (
            "one id in two spellings",
            methods(json!([method("#1"), method("did:web:A.example#1")])),
            bad,
        ),
        ("one id in two places", twice, bad),
        (
            "257 methods",
            methods((0..257).map(|n| method(&format!("#{n}"))).collect()),
            "ERR_LIMIT_EXCEEDED",
        ),
        ("relationship a text", with("authentication", "#1".into()), bad),
        ("reference a number", with("authentication", json!([1])), bad),
        ("reference no URL", with("authentication", json!(["key-1"])), "ERR_DID_SYNTAX"),
        (
            "257 references",
            with("authentication", (0..257).map(|_| json!("#1")).collect()),
            "ERR_LIMIT_EXCEEDED",
        ),
        (
            "method inside without type",
            with("keyAgreement", json!([without(method("#1"), "type")])),
            bad,
        ),
    ];
    for (name, document, code) in rows {
        assert_eq!(check(&document, DID), code, "{name}");
    }
    let doubled = format!(r#"{{"id":"{DID}","id":"{DID}"}}"#);
    let error = document::check(doubled.as_bytes(), &DID.parse().unwrap()).unwrap_err();
    assert_eq!(error.code(), "ERR_JSON_DUPLICATE");
}

#[test]
fn refuses_services() {
    let bad = "ERR_DID_DOCUMENT";
    let service = json!({ "id": "#s", "type": "T", "serviceEndpoint": "u" });
    let one = |service: Value| json!([service]);
    let rows = [
        ("services an object", json!({}), bad),
        ("a text", json!(["s"]), bad),
        ("no id", one(without(service.clone(), "id")), bad),
        ("no type", one(without(service.clone(), "type")), bad),
        ("type a number", one(changed(service.clone(), "type", 1.into())), bad),
        ("no types", one(changed(service.clone(), "type", json!([]))), bad),
        ("types of numbers", one(changed(service.clone(), "type", json!([1]))), bad),
        ("no endpoint", one(without(service.clone(), "serviceEndpoint")), bad),
        ("endpoint null", one(changed(service.clone(), "serviceEndpoint", Value::Null)), bad),
        ("endpoint of lists", one(changed(service.clone(), "serviceEndpoint", json!([[]]))), bad),
        (
            "one id twice",
            json!([service, changed(service.clone(), "id", format!("{DID}#s").into())]),
            bad,
        ),
        ("257", vec![service.clone(); 257].into(), "ERR_LIMIT_EXCEEDED"),
        ("one", one(service.clone()), "ok"),
    ];
    for (name, services, code) in rows {
        assert_eq!(check(&with("service", services), DID), code, "{name}");
    }
}

#[test]
fn sizes() {
    let longest = format!("did:ex:{}", "a".repeat(did::MAX_LEN - 7));
    assert_eq!(longest.parse::<Did>().unwrap().as_str(), longest);
    assert_eq!(format!("{longest}a").parse::<Did>().unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
    let tail = format!("#{}", "a".repeat(did::MAX_TAIL_LEN - 1));
    assert!(format!("{longest}{tail}").parse::<DidUrl>().is_ok());
    let error = format!("{longest}{tail}a").parse::<DidUrl>().unwrap_err();
    assert_eq!(error.code(), "ERR_LIMIT_EXCEEDED");
    let method = format!("did:{}:a", "m".repeat(did::MAX_METHOD_LEN));
    assert!(method.parse::<Did>().is_ok());
}

fn public(key_type: KeyType) -> PublicKey {
    SecretKey::from_bytes(key_type, &[4; 32]).unwrap().public_key().clone()
}

/// What a verifier gets of one method.
fn trusted(members: Value) -> Trust {
    let mut method = method("#1");
    for (name, value) in members.as_object().unwrap() {
        method[name] = value.clone();
    }
    let document = json!({ "id": DID, "verificationMethod": [method], "assertionMethod": ["#1"] });
    assert_eq!(check(&document, DID), "ok");
    trust_of(&json!({ "document": document })).unwrap()
}

#[test]
fn keys_in_every_form() {
    let suites = [
        (KeyType::Ed25519, "Ed25519VerificationKey2018"),
        (KeyType::Ed25519, "Ed25519VerificationKey2020"),
        (KeyType::X25519, "X25519KeyAgreementKey2019"),
        (KeyType::X25519, "X25519KeyAgreementKey2020"),
        (KeyType::Secp256k1, "EcdsaSecp256k1VerificationKey2019"),
    ];
    for (key_type, suite) in suites {
        let key = public(key_type);
        let forms = [
            json!({ "publicKeyMultibase": multikey::encode(&key) }),
            json!({ "publicKeyMultibase": multikey::encode(&key), "type": suite }),
            json!({ "publicKeyJwk": tree(&jwk::public_to_json(&key)), "type": "JsonWebKey2020" }),
            json!({ "publicKeyJwk": tree(&jwk::public_to_json(&key)), "type": suite }),
            json!({ "publicKeyBase58": base58::encode(key.as_bytes()), "type": suite }),
            json!({ "publicKeyHex": hex::encode(key.as_bytes()), "type": suite }),
        ];
        for form in forms {
            let trust = trusted(form.clone());
            assert_eq!(trust.keys[0].key, key, "{form}");
            assert_eq!(trust.keys[0].id.as_deref(), Some("did:web:a.example#1"));
        }
    }
    let key = public(KeyType::Secp256k1);
    let long = hex::encode(&key.uncompressed().unwrap());
    let form = json!({ "publicKeyHex": long, "type": "EcdsaSecp256k1VerificationKey2019" });
    assert_eq!(trusted(form).keys[0].key, key);
}

#[test]
fn a_method_without_a_key_of_ours_gives_none() {
    let key = public(KeyType::Ed25519);
    let multikey = multikey::encode(&key);
    let raw = base58::encode(key.as_bytes());
    let secret = SecretKey::from_bytes(KeyType::Ed25519, &[4; 32]).unwrap();
    let secret: Value = serde_json::from_str(&jwk::secret_to_text(&secret).unwrap()).unwrap();
    let rows = [
        ("no key", json!({})),
        ("an account", json!({ "blockchainAccountId": "eip155:1:0x" })),
        ("unknown codec", json!({ "publicKeyMultibase": "z6" })),
        (
            "two keys",
            json!({ "publicKeyMultibase": multikey, "publicKeyBase58": raw, "type": "Ed25519VerificationKey2018" }),
        ),
        ("base58 of no suite", json!({ "publicKeyBase58": raw })),
        (
            "base58 of another suite",
            json!({ "publicKeyBase58": raw, "type": "EcdsaSecp256k1VerificationKey2019" }),
        ),
        (
            "hex in upper case",
            json!({ "publicKeyHex": hex::encode(key.as_bytes()).to_uppercase(), "type": "Ed25519VerificationKey2018" }),
        ),
        ("short", json!({ "publicKeyBase58": "1", "type": "Ed25519VerificationKey2018" })),
        (
            "small order",
            json!({ "publicKeyHex": format!("01{}", "00".repeat(31)), "type": "Ed25519VerificationKey2018" }),
        ),
        ("key a number", json!({ "publicKeyMultibase": 1 })),
        ("a secret key", json!({ "publicKeyJwk": secret, "type": "JsonWebKey2020" })),
    ];
    for (name, members) in rows {
        assert_eq!(trusted(members).keys, [], "{name}");
    }
}

#[test]
fn a_method_ends_by_its_own_word() {
    let key = multikey::encode(&public(KeyType::Ed25519));
    let at = |seconds: u64| Some(UnixSeconds(seconds));
    let rows = [
        ("neither", json!({}), None, true),
        ("revoked", json!({ "revoked": "2020-01-01T00:00:00Z" }), at(0), false),
        ("revoked out of form", json!({ "revoked": false }), None, false),
        ("before its end", json!({ "expires": "1970-01-01T00:01:00Z" }), at(59), true),
        ("at its end", json!({ "expires": "1970-01-01T00:01:00Z" }), at(60), false),
        ("time unknown", json!({ "expires": "2999-01-01T00:00:00Z" }), None, false),
        ("end out of form", json!({ "expires": "never" }), at(0), false),
        ("end a number", json!({ "expires": 9_999_999_999_u64 }), at(0), false),
    ];
    for (name, mut members, now, expected) in rows {
        members["publicKeyMultibase"] = key.as_str().into();
        let trust = trusted(members);
        let found = trust.find(None, Purpose::AssertionMethod, now).count() == 1;
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn lists_of_a_document_are_bounded() {
    let reference = |count: usize| with("assertionMethod", vec![json!("#1"); count].into());
    let trust = |document: Value| trust_of(&json!({ "document": document }));
    assert!(trust(reference(256)).is_ok());
    assert_eq!(trust(reference(257)).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
    let methods = with("verificationMethod", (0..257).map(|n| method(&format!("#{n}"))).collect());
    assert_eq!(trust(methods).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn a_received_document_gives_its_keys() {
    let report = vectors("did/did-core-suite/did-web-mattr.json");
    let name = "did:web:kyledenhartog.com";
    let document = &report[name]["didDocumentDataModel"]["properties"];
    let trust = trust_of(&json!({ "document": document })).unwrap();
    assert_eq!(trust.did.as_deref(), Some(name));
    let ids = |purpose| -> Vec<_> {
        let keys = trust.find(None, purpose, None);
        keys.map(|key| key.id.as_deref().unwrap().strip_prefix(name).unwrap()).collect()
    };
    assert_eq!(ids(Purpose::Authentication), ["#signingKey"]);
    // The two methods that are named by a path have another controller.
    assert_eq!(ids(Purpose::AssertionMethod), ["#signingKey"]);
    assert_eq!(ids(Purpose::KeyAgreement), ["#handshakeKey"]);
}
