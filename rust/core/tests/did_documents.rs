//! DID documents: made from every method that needs no network, and checked when received.

use countersign_core::{
    Error,
    did::{Agreement, Did, Purpose, document, ethr, jwk, key, peer, pkh, plc, record, sage},
    encoding::base64url,
    keys::{Algorithm, KeyType, PublicKey, jwk as keys_jwk, multikey},
    trust::Trust,
};
use countersign_testkit::{
    keys::{parse_did, secret, secret_of},
    records::{self, tree},
    vectors,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::trust::trust_of;

const ADDRESS: &str = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const CHECKSUMMED: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const SOLANA: &str = "DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK";

const CLASSIC: [KeyType; 4] =
    [KeyType::Ed25519, KeyType::X25519, KeyType::P256, KeyType::Secp256k1];

fn public(key_type: KeyType, seed: u8) -> PublicKey {
    secret_of(key_type, seed).public_key().clone()
}

/// The document passes the check of a received one, and gives the keys to a verifier.
fn trusted(did: &Did, document: String) -> Trust {
    assert_eq!(document::check(document.as_bytes(), did).as_ref(), Ok(&document));
    trust_of(&json!({ "document": tree(&document) })).unwrap()
}

fn holds(trust: &Trust, key: &PublicKey) -> Vec<&'static str> {
    let found =
        |purpose: &Purpose| trust.find(None, *purpose, None).any(|candidate| candidate.key == *key);
    Purpose::ALL.iter().filter(|purpose| found(purpose)).map(|purpose| purpose.as_str()).collect()
}

const SIGNING: [&str; 4] =
    ["authentication", "assertionMethod", "capabilityInvocation", "capabilityDelegation"];

#[test]
fn a_key_is_its_own_document() {
    for key_type in CLASSIC {
        let key = public(key_type, 7);
        let expected: &[&str] =
            if key_type == KeyType::X25519 { &["keyAgreement"] } else { &SIGNING };
        let did = key::from_public_key(&key).unwrap();
        assert_eq!(key::public_key(&did).unwrap(), key);
        let separate = key::document(&did, Agreement::Separate).unwrap();
        assert_eq!(holds(&trusted(&did, separate), &key), expected, "{key_type:?}");
        let did = peer::from_public_key(&key).unwrap();
        assert_eq!(holds(&trusted(&did, peer::document(&did).unwrap()), &key), expected);
    }
}

#[test]
fn a_signing_key_agrees_too_if_asked() {
    for key_type in [KeyType::P256, KeyType::Secp256k1] {
        let did = key::from_public_key(&public(key_type, 7)).unwrap();
        let trust = trusted(&did, key::document(&did, Agreement::Derived).unwrap());
        assert_eq!(holds(&trust, &public(key_type, 7)).len(), 5);
    }
    let key = public(KeyType::Ed25519, 7);
    let did = key::from_public_key(&key).unwrap();
    let trust = trusted(&did, key::document(&did, Agreement::Derived).unwrap());
    assert_eq!(holds(&trust, &key), SIGNING);
    assert_eq!(holds(&trust, &key.to_x25519().unwrap()), ["keyAgreement"]);
}

#[test]
fn a_post_quantum_key_has_a_document() {
    for (key_type, length) in
        [(KeyType::MlDsa44, 1_312), (KeyType::MlDsa65, 1_952), (KeyType::MlDsa87, 2_592)]
    {
        let key = PublicKey::from_raw(key_type, &vec![7; length]).unwrap();
        let did = key::from_public_key(&key).unwrap();
        let document = key::document(&did, Agreement::Derived).unwrap();
        assert_eq!(holds(&trusted(&did, document), &key), SIGNING);
    }
}

#[test]
fn a_jwk_says_what_it_is_for() {
    let agrees: &[&str] = &[
        "authentication",
        "assertionMethod",
        "keyAgreement",
        "capabilityInvocation",
        "capabilityDelegation",
    ];
    let rows: [(KeyType, Option<&str>, &[&str]); 5] = [
        (KeyType::P256, None, agrees),
        (KeyType::P256, Some("sig"), &SIGNING),
        (KeyType::P256, Some("enc"), &["keyAgreement"]),
        (KeyType::Ed25519, None, &SIGNING),
        (KeyType::X25519, None, &["keyAgreement"]),
    ];
    for (key_type, usage, expected) in rows {
        let key = public(key_type, 3);
        let mut jwk = tree(&keys_jwk::public_to_json(&key));
        if let Some(usage) = usage {
            jwk["use"] = usage.into();
        }
        let did = parse_did(&format!("did:jwk:{}", base64url::encode(jwk.to_string().as_bytes())));
        assert_eq!(jwk::public_key(&did).unwrap(), key);
        assert_eq!(holds(&trusted(&did, jwk::document(&did).unwrap()), &key), expected);
    }
    let key = public(KeyType::P256, 3);
    assert_eq!(jwk::public_key(&jwk::from_public_key(&key).unwrap()).unwrap(), key);
}

#[test]
fn a_jwk_that_is_no_public_key_is_refused() {
    let secret = keys_jwk::secret_to_text(&secret_of(KeyType::P256, 3)).unwrap();
    let twice = r#"{"kty":"OKP","kty":"OKP","crv":"Ed25519","x":"AA"}"#;
    let agrees = r#"{"kty":"OKP","crv":"Ed25519","use":"enc","x":"AA"}"#;
    for (name, text, code) in [
        ("no JSON", "{", "ERR_JSON_MALFORMED"),
        ("a use that its type has not", agrees, "ERR_JWK_INCONSISTENT"),
        ("a list", "[]", "ERR_JSON_NOT_OBJECT"),
        ("one name twice", twice, "ERR_JSON_DUPLICATE"),
        ("a secret key", &secret, "ERR_JWK_PRIVATE"),
    ] {
        let did = parse_did(&format!("did:jwk:{}", base64url::encode(text.as_bytes())));
        assert_eq!(jwk::document(&did).unwrap_err().code(), code, "{name}");
        assert_eq!(jwk::public_key(&did).unwrap_err().code(), code, "{name}");
    }
}

#[test]
fn an_account_names_its_chain() {
    let rows = [
        (format!("did:ethr:{ADDRESS}"), 1),
        (format!("did:ethr:mainnet:{ADDRESS}"), 1),
        (format!("did:ethr:0x1:{ADDRESS}"), 1),
        (format!("did:ethr:sepolia:{ADDRESS}"), 11_155_111),
        (format!("did:ethr:0xAA36A7:{ADDRESS}"), 11_155_111),
        (format!("did:ethr:gno:{ADDRESS}"), 100),
        (format!("did:ethr:polygon:{ADDRESS}"), 137),
        (format!("did:ethr:0x89:{CHECKSUMMED}"), 137),
        (format!("did:ethr:aurora:{ADDRESS}"), 0x4e45_4152),
        (format!("did:ethr:goerli:{ADDRESS}"), 5),
        (format!("did:ethr:0xffffffffffffffff:{ADDRESS}"), u64::MAX),
    ];
    for (text, chain) in rows {
        let did = parse_did(&text);
        let document = ethr::default_document(&did).unwrap();
        let account = &tree(&document)["verificationMethod"][0]["blockchainAccountId"];
        assert_eq!(account, &format!("eip155:{chain}:{CHECKSUMMED}"), "{text}");
        assert_eq!(trusted(&did, document).keys, [], "an account is no key");
    }
    let unknown = ethr::default_document(&parse_did(&format!("did:ethr:private:{ADDRESS}")));
    assert_eq!(unknown.unwrap_err().code(), "ERR_DID_NEEDS_RESOLVER");
}

#[test]
fn an_ethr_key_is_in_its_document() {
    let key = public(KeyType::Secp256k1, 9);
    let did = ethr::from_public_key(&key).unwrap();
    let trust = trusted(&did, ethr::default_document(&did).unwrap());
    assert_eq!(holds(&trust, &key), ["authentication", "assertionMethod"]);
    let off = did_of_point();
    assert_eq!(ethr::default_document(&off).unwrap_err().code(), "ERR_KEY_OFF_CURVE");
    for wrong in [KeyType::Ed25519, KeyType::P256] {
        let error = ethr::from_public_key(&public(wrong, 9)).unwrap_err();
        assert_eq!(error.code(), "ERR_KEY_TYPE_MISMATCH");
    }
}

#[test]
fn a_did_has_the_document_that_its_method_makes() {
    let (key, account) = (public(KeyType::Ed25519, 7), public(KeyType::Secp256k1, 9));
    let [by_key, by_jwk, by_peer, by_ethr] = [
        key::from_public_key(&key),
        jwk::from_public_key(&key),
        peer::from_public_key(&key),
        ethr::from_public_key(&account),
    ]
    .map(Result::unwrap);
    let by_pkh = pkh::from_account(&format!("eip155:1:{ADDRESS}")).unwrap();
    let (separate, derived) = (Agreement::Separate, Agreement::Derived);
    let rows = [
        (&by_key, separate, key::document(&by_key, separate)),
        (&by_key, derived, key::document(&by_key, derived)),
        (&by_jwk, separate, jwk::document(&by_jwk)),
        (&by_peer, separate, peer::document(&by_peer)),
        (&by_ethr, separate, ethr::default_document(&by_ethr)),
        (&by_pkh, separate, pkh::document(&by_pkh)),
    ];
    for (did, agreement, made) in rows {
        let made = made.unwrap();
        assert_eq!(tree(&made)["id"], did.as_str());
        assert_eq!(did.document(agreement).as_ref(), Ok(&made), "{did}");
        let text = record::document(did.as_str(), agreement == derived);
        assert_eq!(text, Ok(made));
    }
    for fetched in ["did:web:a.example", "did:ex:a"] {
        let made = parse_did(fetched).document(separate);
        assert_eq!(made, Err(Error::DidNeedsResolver(fetched.into())), "{fetched}");
    }
}

#[test]
fn what_was_fetched_is_read_as_its_method_says() {
    for name in ["did:web:a.example", "did:ex:a"] {
        let text = json!({ "id": name, "alsoKnownAs": ["did:web:b.example"] }).to_string();
        assert_eq!(record::read_fetched(&text, name).as_ref(), Ok(&text));
        let other = record::read_fetched(&text, "did:web:c.example");
        let want = "did:web:c.example".to_owned();
        assert_eq!(other, Err(Error::DidDocumentId(want, name.to_owned())), "{name}");
    }
    let log = vectors("did/did-plc/nullification_nested.json");
    let name = log[0]["did"].as_str().unwrap();
    let document = plc::document_of_log(log.to_string().as_bytes(), &parse_did(name)).unwrap();
    let text = document;
    assert_eq!(record::read_fetched(&log.to_string(), name).as_ref(), Ok(&text));
    // A document by itself proves nothing there.
    assert_eq!(record::read_fetched(&text, name).unwrap_err().code(), "ERR_DID_LOG");
}

fn did_of_point() -> Did {
    parse_did(&format!("did:ethr:0x02{}", "ff".repeat(32)))
}

#[test]
fn an_account_of_any_chain() {
    let account = format!("eip155:1:{CHECKSUMMED}");
    let did_of = |account: &str| pkh::from_account(account).unwrap();
    let did = did_of(&account);
    let document = pkh::document(&did).unwrap();
    assert_eq!(did.as_str(), format!("did:pkh:eip155:1:{ADDRESS}"));
    let method = &tree(&document)["verificationMethod"][0];
    assert_eq!(method["blockchainAccountId"], format!("eip155:1:{ADDRESS}"));
    trusted(&did, document);
    let bitcoin =
        did_of("bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6");
    trusted(&bitcoin, pkh::document(&bitcoin).unwrap());
    let solana = did_of(&format!("solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ:{SOLANA}"));
    let trust = trusted(&solana, pkh::document(&solana).unwrap());
    assert_eq!(trust.keys[0].key.key_type(), KeyType::Ed25519);
    let rows = [
        (
            "another namespace",
            "tezos:NetXdQprcVkpaWU:tz1TzrmTBSuiVHV2VfMnGRMYvTEPCP42oSM8",
            "ERR_DID_NEEDS_RESOLVER",
        ),
        ("early draft", "eth:0xb9c5714089478a327f09197987f16f9e5d936e8a", "ERR_DID_NEEDS_RESOLVER"),
        ("no key", "solana:mainnet:11111111111111111111111111111112", "ERR_KEY_OFF_CURVE"),
        ("short", "solana:mainnet:1111", "ERR_BYTES_LENGTH"),
    ];
    for (name, account, code) in rows {
        assert_eq!(pkh::document(&did_of(account)).unwrap_err().code(), code, "{name}");
    }
}

#[test]
fn another_method_is_not_taken() {
    let other = parse_did("did:ex:a");
    let codes = [
        key::public_key(&other).unwrap_err().code(),
        jwk::document(&other).unwrap_err().code(),
        peer::document(&other).unwrap_err().code(),
        peer::short_form(&other).unwrap_err().code(),
        pkh::document(&other).unwrap_err().code(),
        ethr::default_document(&other).unwrap_err().code(),
        sage::components(&other).unwrap_err().code(),
    ];
    assert_eq!(codes, ["ERR_DID_METHOD_UNEXPECTED"; 7]);
}

#[test]
fn a_legacy_name_of_sage_is_read_by_name_only() {
    let rows = [
        ("did:sage:eth:agent_1", Ok("did:sage:ethereum:agent_1")),
        ("did:sage:ethereum:0x1234567890abcdef:1", Ok("did:sage:ethereum:0x1234567890abcdef:1")),
        ("did:sage:sol:x", Ok("did:sage:solana:x")),
        ("did:sage:ethereum", Err("ERR_DID_METHOD_ID")),
        ("did:sage:kaia:x", Err("ERR_DID_METHOD_ID")),
        ("did:sage:ethereum: ", Err("ERR_DID_SYNTAX")),
        ("did:sage:ethereum:0xabc/path", Err("ERR_DID_SYNTAX")),
        ("did:ex:ethereum:a", Err("ERR_DID_METHOD_UNEXPECTED")),
    ];
    for (text, expected) in rows {
        let read = sage::parse_legacy(text).map(|did| did.to_string());
        assert_eq!(read.as_deref().map_err(Error::code), expected, "{text}");
        assert!(text.parse::<Did>().is_err() || text.starts_with("did:ex"), "{text}");
    }
}

#[test]
fn records_cross_as_text() {
    let value =
        |text: Result<String, Error>| serde_json::from_str::<Value>(&text.unwrap()).unwrap();
    assert_eq!(
        value(record::url("did:ex:a/b?c#d")),
        json!({ "did": "did:ex:a", "path": "/b", "query": "c", "fragment": "d" })
    );
    assert_eq!(
        value(record::inspect(&format!("did:sage:eth:{CHECKSUMMED}:7"))),
        json!({
        "did": format!("did:sage:ethereum:{ADDRESS}:7"), "method": "sage", "id": format!("ethereum:{ADDRESS}:7"),
        "chain": "ethereum", "account": ADDRESS, "nonce": "7" })
    );
    let plain = json!({ "did": "did:key:z6Mk", "method": "key", "id": "z6Mk" });
    assert_eq!(value(record::inspect("did:key:z6Mk")), plain);
    let web = value(record::inspect("did:web:a.example"));
    assert_eq!(web["url"], "https://a.example/.well-known/did.json");
    let key = public(KeyType::Secp256k1, 9);
    let nonces = [("", true), ("7", true), ("07", false), ("18446744073709551616", false)];
    for (nonce, good) in nonces {
        assert_eq!(record::sage_account(&key, nonce).is_ok(), good, "{nonce}");
    }
}

#[test]
fn an_elements_record_out_of_form_is_refused() {
    let key = multikey::encode(&public(KeyType::Ed25519, 1));
    let rows = [
        (
            "fine",
            json!({ "keys": [{ "purpose": "authentication", "publicKeyMultibase": key }] }),
            "ok",
        ),
        ("nothing", json!({}), "ERR_DID_METHOD_ID"),
        ("keys an object", json!({ "keys": {}, "services": [] }), "ERR_DID_DOCUMENT"),
        ("services a text", json!({ "keys": [], "services": "s" }), "ERR_DID_DOCUMENT"),
        (
            "purpose unknown",
            json!({ "keys": [{ "purpose": "x", "publicKeyMultibase": key }] }),
            "ERR_TRUST_MALFORMED",
        ),
        ("no key", json!({ "keys": [{ "purpose": "authentication" }] }), "ERR_MULTIBASE_UNKNOWN"),
    ];
    for (name, record, code) in rows {
        let made = record::peer_elements(&record.to_string());
        assert_eq!(made.map_or_else(|error| error.code(), |_| "ok"), code, "{name}");
    }
}

#[test]
fn a_resolved_key_verifies_what_its_holder_signs() {
    let secret = secret(5);
    let did = peer::from_public_key(secret.public_key()).unwrap();
    let trust = trusted(&did, peer::document(&did).unwrap());
    let found = trust.find(None, Purpose::AssertionMethod, None).next().unwrap();
    let signature = secret.sign(Algorithm::Ed25519, b"m").unwrap();
    let verified = countersign_core::keys::verify(
        Algorithm::Ed25519,
        &found.key,
        b"m",
        &signature,
        countersign_core::keys::HighS::Refuse,
    );
    assert!(verified);
}

proptest! {
    #[test]
    fn the_document_of_a_made_did_passes_the_check(seed in 1..u8::MAX, which in 0..4_usize) {
        let key = public(CLASSIC[which], seed);
        let made = [key::from_public_key(&key).unwrap(), peer::from_public_key(&key).unwrap(), jwk::from_public_key(&key).unwrap()];
        for did in made {
            prop_assert_eq!(&did.as_str().parse::<Did>().unwrap(), &did);
            let text = record_of(&did);
            prop_assert!(document::check(text.as_bytes(), &did).is_ok());
        }
    }

    #[test]
    fn a_service_of_any_text_comes_back(kind in ".{0,20}", uri in ".{0,40}", name in "[b-qu-z]{2,9}") {
        let service = json!({ "id": "#s", "type": kind, "serviceEndpoint": { name: uri } });
        if kind != "dm" {
            let did = peer::from_elements(&[], &[records::document(&service).root()]).unwrap();
            prop_assert_eq!(&tree(&peer::document(&did).unwrap())["service"][0], &service);
        }
    }
}

fn record_of(did: &Did) -> String {
    let document = match did.method() {
        "key" => key::document(did, Agreement::Derived),
        "jwk" => jwk::document(did),
        _ => peer::document(did),
    };
    document.unwrap()
}
