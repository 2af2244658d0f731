//! JSON Web Keys, black box.

use countersign_core::{
    Error,
    keys::{KeyType, PublicKey, SecretKey, jwk, jwk_set},
};
use countersign_testkit::{
    FixedRng,
    records::{document, tree},
    vectors,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const ED: &str = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
const ED_SECRET: &str = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";
const X: &str = "04N0xi21hshyvBp7I167sbE_bXqyqkAPfefdklMO7wY";
const Y: &str = "UI8exy-C06a7DUnjIdENkxeFtHM4-l_41LqEw9nVgmw";
const D: &str = "yy49oPcINGK2ps0LmtxpB6UTEOiITghHBif6wDqmJ3c";

#[test]
fn reads_and_writes_what_openssl_writes() {
    for case in vectors("keys/openssl_keys.json")["cases"].as_array().unwrap() {
        let key = jwk::public_from_json(document(&case["jwkPublic"]).root()).unwrap();
        assert_eq!(key.key_type().as_str(), case["type"]);
        assert_eq!(tree(&jwk::public_to_json(&key)), case["jwkPublic"]);
        let secret = jwk::secret_from_text(&case["jwkPrivate"].to_string()).unwrap();
        assert_eq!(secret.public_key(), &key);
        let written: Value = serde_json::from_str(&jwk::secret_to_text(&secret).unwrap()).unwrap();
        assert_eq!(written, case["jwkPrivate"]);
    }
}

#[test]
fn thumbprints_of_the_rfcs() {
    let vectors = vectors("jose/jwk_thumbprints_rfc7638_8037.json");
    for case in vectors.as_array().unwrap() {
        let key: Value = serde_json::from_str(case["jwk"].as_str().unwrap()).unwrap();
        assert_eq!(
            jwk::thumbprint_of(document(&key).root()).unwrap(),
            case["thumbprint"].as_str().unwrap()
        );
    }
    let key =
        jwk::public_from_json(document(&json!({ "kty": "OKP", "crv": "Ed25519", "x": ED })).root())
            .unwrap();
    assert_eq!(jwk::thumbprint(&key), "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
}

#[test]
fn thumbprints_of_every_key_of_the_cookbook() {
    for name in [
        "3_1.ec_public_key",
        "3_3.rsa_public_key",
        "3_4.rsa_private_key",
        "3_5.symmetric_key_mac_computation",
        "3_6.symmetric_key_encryption",
    ] {
        let key = vectors(&format!("jose/cookbook/jwk/{name}.json"));
        assert_eq!(jwk::thumbprint_of(document(&key).root()).unwrap().len(), 43, "{name}");
        assert!(jwk::public_from_json(document(&key).root()).is_err(), "{name}");
    }
    let public =
        jwk::thumbprint_of(document(&vectors("jose/cookbook/jwk/3_3.rsa_public_key.json")).root());
    let private =
        jwk::thumbprint_of(document(&vectors("jose/cookbook/jwk/3_4.rsa_private_key.json")).root());
    assert_eq!(public, private);
}

#[test]
fn thumbprints_agree_for_our_types() {
    for key_type in [KeyType::Ed25519, KeyType::Secp256k1, KeyType::P256, KeyType::X25519] {
        let secret = SecretKey::generate(key_type, &mut FixedRng(3)).unwrap();
        let text: Value = serde_json::from_str(&jwk::secret_to_text(&secret).unwrap()).unwrap();
        let expected = jwk::thumbprint(secret.public_key());
        assert_eq!(jwk::thumbprint_of(document(&text).root()).unwrap(), expected);
    }
    let key = PublicKey::from_raw(KeyType::MlDsa44, &[1; 1_312]).unwrap();
    let written = tree(&jwk::public_to_json(&key));
    assert_eq!(jwk::thumbprint_of(document(&written).root()).unwrap(), jwk::thumbprint(&key));
    assert_eq!(jwk::public_from_json(document(&written).root()).unwrap(), key);
}

#[test]
fn thumbprint_refuses() {
    let rows = [
        ("no kty", json!({}), "ERR_JWK_MEMBER"),
        ("other kty", json!({ "kty": "XYZ" }), "ERR_JWK_UNSUPPORTED"),
        ("not an object", json!([]), "ERR_JSON_NOT_OBJECT"),
        ("RSA without n", json!({ "kty": "RSA", "e": "AQAB" }), "ERR_JWK_MEMBER"),
        ("RSA leading zero", json!({ "kty": "RSA", "e": "AAEAAQ", "n": "AQ" }), "ERR_JWK_MEMBER"),
        ("padding", json!({ "kty": "oct", "k": "AA==" }), "ERR_ENCODING_MALFORMED"),
        ("number", json!({ "kty": "oct", "k": 1 }), "ERR_JWK_MEMBER"),
        (
            "short P-521",
            json!({ "kty": "EC", "crv": "P-521", "x": "AQ", "y": "AQ" }),
            "ERR_BYTES_LENGTH",
        ),
        (
            "short P-256",
            json!({ "kty": "EC", "crv": "P-256", "x": "AQ", "y": "AQ" }),
            "ERR_BYTES_LENGTH",
        ),
    ];
    for (name, key, code) in rows {
        assert_eq!(jwk::thumbprint_of(document(&key).root()).unwrap_err().code(), code, "{name}");
    }
}

/// `base` with the members of `change`; `null` takes one away.
fn with(base: &Value, change: Value) -> Value {
    let mut key = base.clone();
    for (name, value) in change.as_object().unwrap() {
        match value {
            Value::Null => drop(key.as_object_mut().unwrap().remove(name)),
            value => key[name.as_str()] = value.clone(),
        }
    }
    key
}

#[test]
fn public_import_accepts_what_fits() {
    let ed = json!({ "kty": "OKP", "crv": "Ed25519", "x": ED });
    let ec = json!({ "kty": "EC", "crv": "P-256", "x": X, "y": Y });
    let good = [
        with(&ed, json!({ "alg": "EdDSA", "use": "sig", "kid": "1", "ext": true })),
        with(&ed, json!({ "alg": "Ed25519", "key_ops": ["verify"] })),
        with(&ed, json!({ "key_ops": [], "x5t": "unknown", "X": 1 })),
        with(&ec, json!({ "alg": "ES256", "use": "sig", "key_ops": ["sign", "verify"] })),
        with(&ec, json!({ "alg": "ECDH-ES", "use": "enc", "key_ops": ["deriveBits"] })),
    ];
    for key in good {
        assert!(jwk::public_from_json(document(&key).root()).is_ok(), "{key}");
    }
}

#[test]
fn public_import_refuses() {
    let ed = json!({ "kty": "OKP", "crv": "Ed25519", "x": ED });
    let ec = json!({ "kty": "EC", "crv": "P-256", "x": X, "y": Y });
    let short = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let zero = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let rows = [
        ("array", json!([]), "ERR_JSON_NOT_OBJECT"),
        ("kty missing", with(&ed, json!({ "kty": null })), "ERR_JWK_MEMBER"),
        ("kty a number", with(&ed, json!({ "kty": 1 })), "ERR_JWK_MEMBER"),
        ("kty of another family", with(&ed, json!({ "kty": "EC" })), "ERR_JWK_UNSUPPORTED"),
        ("kty in lower case", with(&ed, json!({ "kty": "okp" })), "ERR_JWK_UNSUPPORTED"),
        ("kty RSA", with(&ec, json!({ "kty": "RSA" })), "ERR_JWK_UNSUPPORTED"),
        ("crv missing", with(&ed, json!({ "crv": null })), "ERR_JWK_MEMBER"),
        ("crv unknown", with(&ed, json!({ "crv": "Ed448" })), "ERR_JWK_UNSUPPORTED"),
        ("crv P-384", with(&ec, json!({ "crv": "P-384" })), "ERR_JWK_UNSUPPORTED"),
        ("crv of another curve", with(&ec, json!({ "crv": "secp256k1" })), "ERR_KEY_OFF_CURVE"),
        ("x missing", with(&ed, json!({ "x": null })), "ERR_JWK_MEMBER"),
        ("x empty", with(&ed, json!({ "x": "" })), "ERR_BYTES_LENGTH"),
        ("x an array", with(&ed, json!({ "x": [1] })), "ERR_JWK_MEMBER"),
        ("x of 31 bytes", with(&ed, json!({ "x": short })), "ERR_BYTES_LENGTH"),
        ("x padded", with(&ed, json!({ "x": format!("{ED}=") })), "ERR_ENCODING_MALFORMED"),
        (
            "x unused bits",
            with(&ed, json!({ "x": ED.replace("URo", "URp") })),
            "ERR_ENCODING_MALFORMED",
        ),
        ("x small order", with(&ed, json!({ "x": zero })), "ERR_KEY_SMALL_ORDER"),
        ("y missing", with(&ec, json!({ "y": null })), "ERR_JWK_MEMBER"),
        ("y of 31 bytes", with(&ec, json!({ "y": short })), "ERR_BYTES_LENGTH"),
        ("off the curve", with(&ec, json!({ "y": X })), "ERR_KEY_OFF_CURVE"),
        ("private", with(&ec, json!({ "d": D })), "ERR_JWK_PRIVATE"),
        ("private, not text", with(&ec, json!({ "d": 1 })), "ERR_JWK_PRIVATE"),
        ("symmetric", json!({ "kty": "oct", "k": "AA" }), "ERR_JWK_PRIVATE"),
        ("alg of another curve", with(&ec, json!({ "alg": "ES256K" })), "ERR_JWK_INCONSISTENT"),
        (
            "alg empty, of a key that signs nothing",
            with(&ed, json!({ "crv": "X25519", "alg": "" })),
            "ERR_JWK_INCONSISTENT",
        ),
        ("alg unknown", with(&ec, json!({ "alg": "ES224" })), "ERR_JWK_INCONSISTENT"),
        ("alg none", with(&ed, json!({ "alg": "none" })), "ERR_JWK_INCONSISTENT"),
        ("alg HS256", with(&ed, json!({ "alg": "HS256" })), "ERR_JWK_INCONSISTENT"),
        ("alg agreement", with(&ed, json!({ "alg": "ECDH-ES" })), "ERR_JWK_INCONSISTENT"),
        ("alg a number", with(&ed, json!({ "alg": 5 })), "ERR_JWK_MEMBER"),
        ("use enc", with(&ed, json!({ "use": "enc" })), "ERR_JWK_INCONSISTENT"),
        ("use unknown", with(&ed, json!({ "use": "tls" })), "ERR_JWK_INCONSISTENT"),
        (
            "use against alg",
            with(&ec, json!({ "alg": "ES256", "use": "enc" })),
            "ERR_JWK_INCONSISTENT",
        ),
        ("key_ops text", with(&ed, json!({ "key_ops": "verify" })), "ERR_JWK_MEMBER"),
        ("key_ops number", with(&ed, json!({ "key_ops": [1] })), "ERR_JWK_MEMBER"),
        (
            "key_ops twice",
            with(&ed, json!({ "key_ops": ["verify", "verify"] })),
            "ERR_JWK_INCONSISTENT",
        ),
        (
            "key_ops of agreement",
            with(&ed, json!({ "key_ops": ["deriveBits"] })),
            "ERR_JWK_INCONSISTENT",
        ),
        ("key_ops unknown", with(&ed, json!({ "key_ops": ["fly"] })), "ERR_JWK_INCONSISTENT"),
        (
            "key_ops against use",
            with(&ec, json!({ "use": "sig", "key_ops": ["deriveKey"] })),
            "ERR_JWK_INCONSISTENT",
        ),
        ("kid a number", with(&ed, json!({ "kid": 7 })), "ERR_JWK_MEMBER"),
        ("ext text", with(&ed, json!({ "ext": "true" })), "ERR_JWK_MEMBER"),
    ];
    for (name, key, code) in rows {
        assert_eq!(
            jwk::public_from_json(document(&key).root()).unwrap_err().code(),
            code,
            "{name}"
        );
    }
}

#[test]
fn secret_import_refuses() {
    let ed = json!({ "kty": "OKP", "crv": "Ed25519", "x": ED, "d": ED_SECRET });
    let ec = json!({ "kty": "EC", "crv": "P-256", "x": X, "y": Y, "d": D });
    assert!(
        jwk::secret_from_json(document(&ed).root()).is_ok()
            && jwk::secret_from_json(document(&ec).root()).is_ok()
    );
    let order = "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE";
    let zero = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let negative = "r3DhN9B9LFpE8rYc3i7ybOh6S43HBaAHK0V7PCYqfZM";
    let rows = [
        ("no d", with(&ed, json!({ "d": null })), "ERR_JWK_MEMBER"),
        ("d of 31 bytes", with(&ed, json!({ "d": &ED_SECRET[..42] })), "ERR_ENCODING_MALFORMED"),
        ("d of 1 byte", with(&ec, json!({ "d": "AQ" })), "ERR_BYTES_LENGTH"),
        ("d zero", with(&ec, json!({ "d": zero })), "ERR_KEY_SCALAR_RANGE"),
        ("d the order", with(&ec, json!({ "d": order })), "ERR_KEY_SCALAR_RANGE"),
        ("d of another key", with(&ed, json!({ "d": D })), "ERR_KEY_PAIR_MISMATCH"),
        ("d of another key", with(&ec, json!({ "d": ED_SECRET })), "ERR_KEY_PAIR_MISMATCH"),
        ("y of the negative key", with(&ec, json!({ "y": negative })), "ERR_KEY_PAIR_MISMATCH"),
        ("no x", with(&ed, json!({ "x": null })), "ERR_JWK_MEMBER"),
        ("no y", with(&ec, json!({ "y": null })), "ERR_JWK_MEMBER"),
        ("wrong use", with(&ed, json!({ "use": "enc" })), "ERR_JWK_INCONSISTENT"),
        (
            "AKP, no seed",
            json!({ "kty": "AKP", "alg": "ML-DSA-44", "pub": "AA", "priv": "AA" }),
            "ERR_BYTES_LENGTH",
        ),
    ];
    for (name, key, code) in rows {
        assert_eq!(
            jwk::secret_from_json(document(&key).root()).unwrap_err().code(),
            code,
            "{name}"
        );
    }
    for (key, d, member) in
        [(&ed, D, "JWK member x"), (&ec, ED_SECRET, "pair of JWK members x and y")]
    {
        let refused =
            jwk::secret_from_json(document(&with(key, json!({ "d": d }))).root()).unwrap_err();
        assert_eq!(refused, Error::KeyPairMismatch(member));
    }
}

#[test]
fn text_must_be_strict_json() {
    let twice = format!(r#"{{"kty":"OKP","crv":"Ed25519","x":"{ED}","x":"{ED}"}}"#);
    assert_eq!(jwk::public_from_text(&twice).unwrap_err().code(), "ERR_JSON_DUPLICATE");
    assert_eq!(jwk::secret_from_text("[]").unwrap_err().code(), "ERR_JSON_NOT_OBJECT");
}

#[test]
fn no_error_holds_a_secret() {
    let key = json!({ "kty": "OKP", "crv": "Ed25519", "x": X, "d": ED_SECRET });
    let error = jwk::secret_from_json(document(&key).root()).unwrap_err();
    assert!(!format!("{error} {error:?}").contains(ED_SECRET));
}

#[test]
fn wycheproof_key_sets() {
    for group in vectors("jose/wycheproof_json_web_key_test.json")["testGroups"].as_array().unwrap()
    {
        let set = group.get("public").unwrap_or(&group["private"]);
        let comment = group["comment"].as_str().unwrap();
        let kty = &set["keys"][0]["kty"];
        let read = jwk_set::from_json(document(set).root());
        match kty.as_str().unwrap() {
            // No key of a kind that we use is left over.
            "RSA" => assert_eq!(read, Ok(vec![]), "{comment}"),
            // Symmetric keys are refused; each EC set of the file is bad.
            _ => assert!(read.is_err(), "{comment}"),
        }
    }
}

#[test]
fn sets() {
    let ed = json!({ "kty": "OKP", "crv": "Ed25519", "x": ED, "kid": "a", "alg": "EdDSA" });
    let rsa = json!({ "kty": "RSA", "e": "AQAB", "n": "AQAB", "kid": "b" });
    let read = jwk_set::from_json(document(&json!({ "keys": [ed, rsa] })).root()).unwrap();
    let [key] = read.as_slice() else { panic!("one key") };
    assert_eq!((key.id.as_deref(), key.algorithm.as_deref()), (Some("a"), Some("EdDSA")));
    let rows = [
        ("no keys", json!({}), "ERR_JWK_MEMBER"),
        ("keys an object", json!({ "keys": {} }), "ERR_JWK_MEMBER"),
        ("a bare key", ed.clone(), "ERR_JWK_MEMBER"),
        ("kid twice", json!({ "keys": [ed, ed] }), "ERR_JWK_DUPLICATE_KID"),
        ("private RSA", json!({ "keys": [with(&rsa, json!({ "d": "AA" }))] }), "ERR_JWK_PRIVATE"),
        ("not an object", json!({ "keys": [1] }), "ERR_JSON_NOT_OBJECT"),
        ("too many", json!({ "keys": vec![json!({}); 1_001] }), "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, set, code) in rows {
        assert_eq!(jwk_set::from_json(document(&set).root()).unwrap_err().code(), code, "{name}");
    }
}

proptest! {
    #[test]
    fn keys_round_trip(seed: u64) {
        for key_type in [KeyType::Ed25519, KeyType::Secp256k1, KeyType::P256, KeyType::X25519] {
            let secret = SecretKey::generate(key_type, &mut FixedRng(seed)).unwrap();
            let public = tree(&jwk::public_to_json(secret.public_key()));
            prop_assert_eq!(&jwk::public_from_json(document(&public).root()).unwrap(), secret.public_key());
            prop_assert!(public.get("d").is_none());
            let read = jwk::secret_from_text(&jwk::secret_to_text(&secret).unwrap()).unwrap();
            prop_assert_eq!(read.expose(), secret.expose());
        }
    }
}
