//! What a DID document says of its keys, and what a trust input must not say.

use countersign_core::{
    did::{self, Purpose},
    keys::{self, KeyType, PublicKey, SecretKey, multikey},
    trust::Trust,
};
use serde_json::{Value, json};

use crate::support::{
    trust::{frame_of, trust_of},
    trust_shared::{pinned, text},
};

#[test]
fn a_method_counts_for_the_relationships_that_name_it() {
    let method = |id: &str| json!({ "id": id, "type": "Multikey", "controller": "did:web:a.example", "publicKeyMultibase": text() });
    let document = json!({
        "@context": "https://www.w3.org/ns/did/v1",
        "id": "did:web:a.example",
        "verificationMethod": [
            method("#one"),
            method("did:web:a.example#two"),
            { "id": "#odd", "type": "EcdsaSecp256k1RecoveryMethod2020", "blockchainAccountId": "x" },
        ],
        "assertionMethod": ["did:web:a.example#one", "#odd", "did:web:b.example#one"],
        "authentication": ["#one", method("#inside")],
    });
    let trust = trust_of(&json!({ "document": document })).unwrap();
    assert_eq!(trust.did.as_deref(), Some("did:web:a.example"));
    let ids = |purpose| -> Vec<_> {
        trust.find(None, purpose, None).map(|key| key.id.as_deref().unwrap_or_default()).collect()
    };
    assert_eq!(ids(Purpose::AssertionMethod), ["did:web:a.example#one"]);
    assert_eq!(ids(Purpose::Authentication), ["did:web:a.example#one", "did:web:a.example#inside"]);
    assert!(ids(Purpose::CapabilityInvocation).is_empty());
}

#[test]
fn a_document_speaks_for_its_subject_alone() {
    let rows = [
        ("its own", "did:web:a.example#k", "did:web:a.example", 1),
        ("another spelling of its own", "did:web:A.example#k", "did:web:A.EXAMPLE", 1),
        ("an id of another", "did:web:bank.example#k", "did:web:a.example", 0),
        ("an id that is longer", "did:web:a.example.evil#k", "did:web:a.example", 0),
        ("an id that is no DID URL", "https://a.example#k", "did:web:a.example", 0),
        ("controlled by another", "#k", "did:web:bank.example", 0),
        ("controlled by nobody known", "#k", "bank", 0),
    ];
    for (name, id, controller, keys) in rows {
        let method = json!({ "id": id, "type": "Multikey", "controller": controller, "publicKeyMultibase": text() });
        let document = json!({ "id": "did:web:a.example", "assertionMethod": [method] });
        let trust = trust_of(&json!({ "document": document })).unwrap();
        assert_eq!(trust.keys.len(), keys, "{name}");
    }
}

#[test]
fn a_document_has_no_say_over_a_pinned_key() {
    let input = json!({
        "keys": [{ "publicKeyMultibase": text(), "id": "k", "purposes": ["authentication"] }],
        "document": { "id": "did:web:a.example", "assertionMethod": ["k"] },
    });
    let trust = trust_of(&input).unwrap();
    assert_eq!(trust.find(Some("k"), Purpose::AssertionMethod, None).count(), 0);
}

/// The DID of some other key than [`text`].
const ANOTHER: &str = "did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp";

#[test]
fn a_key_to_agree_on_secrets_may_stand_beside_a_did_that_is_a_key() {
    let own = did::key::from_public_key(&pinned().key).unwrap().to_string();
    let read = |key: &PublicKey, controller: &str| {
        let key =
            json!({ "publicKeyMultibase": keys::multikey::encode(key), "controller": controller });
        trust_of(&json!({ "keys": [key] })).map(drop)
    };
    let agreement = keys::SecretKey::from_bytes(keys::KeyType::X25519, &[9; 32]).unwrap();
    let agreement = agreement.public_key();
    assert_eq!(read(&pinned().key, &own), Ok(()));
    assert_eq!(read(agreement, ANOTHER), Ok(()));
    assert_eq!(read(&pinned().key, ANOTHER).unwrap_err().code(), "ERR_TRUST_MALFORMED");
}

#[test]
fn a_did_that_is_another_key_owns_no_signing_key() {
    let own = did::key::from_public_key(&pinned().key).unwrap().to_string();
    let code = |input: Value| trust_of(&input).map_or_else(|error| error.code(), |_| "");
    let named =
        |did: &str| json!({ "keys": [{ "publicKeyMultibase": text(), "id": format!("{did}#k") }] });
    let document = |did: &str, key: &str| {
        let method =
            json!({ "id": "#k", "type": "Multikey", "controller": did, "publicKeyMultibase": key });
        json!({ "document": { "id": did, "verificationMethod": [method] } })
    };
    let agreement = SecretKey::from_bytes(KeyType::X25519, &[9; 32]).unwrap();
    let agreement = multikey::encode(agreement.public_key());
    let rows = [
        ("named by its own", named(&own), ""),
        ("named by another", named(ANOTHER), "ERR_TRUST_MALFORMED"),
        ("in its own document", document(&own, &text()), ""),
        ("in the document of another", document(ANOTHER, &text()), "ERR_TRUST_MALFORMED"),
        ("one that only agrees", document(ANOTHER, &agreement), ""),
    ];
    for (name, input, want) in rows {
        assert_eq!(code(input), want, "{name}");
    }
}

#[test]
fn a_trust_input_out_of_form_is_refused() {
    let key = |change: Value| {
        let mut key = json!({ "publicKeyMultibase": text() });
        for (name, value) in change.as_object().unwrap() {
            key[name] = value.clone();
        }
        json!({ "keys": [key] })
    };
    let document = |methods: Value| json!({ "document": { "id": "did:web:a.example", "verificationMethod": methods } });
    let method = json!({ "id": "#a", "publicKeyMultibase": text() });
    let rows = [
        (
            "the did:key of another key",
            key(json!({ "controller": ANOTHER })),
            "ERR_TRUST_MALFORMED",
        ),
        ("unknown algorithm", key(json!({ "algorithm": "none" })), "ERR_KEY_ALGORITHM_UNKNOWN"),
        ("expires with a fraction", key(json!({ "expires": 1.5 })), "ERR_TRUST_MALFORMED"),
        ("expires before 1970", key(json!({ "expires": -1 })), "ERR_TRUST_MALFORMED"),
        ("a document that is a list", json!({ "document": [] }), "ERR_TRUST_MALFORMED"),
        ("base64 key", key(json!({ "publicKeyMultibase": "mAA" })), "ERR_MULTIBASE_UNKNOWN"),
        ("document without id", json!({ "document": {} }), "ERR_DID_DOCUMENT"),
        ("id not a DID", json!({ "document": { "id": "a" } }), "ERR_DID_SYNTAX"),
        ("method without id", document(json!([{}])), "ERR_DID_DOCUMENT"),
        ("one id twice", document(json!([method, method])), "ERR_DID_DOCUMENT"),
        (
            "one id twice, the first of no type of ours",
            document(json!([{ "id": "#a" }, method])),
            "ERR_DID_DOCUMENT",
        ),
        (
            "one id twice, in two spellings",
            document(json!([{ "id": "did:web:A.example#a" }, method])),
            "ERR_DID_DOCUMENT",
        ),
        (
            "the id of a pinned key",
            json!({
                "keys": [{ "publicKeyMultibase": text(), "id": "did:web:A.example#a" }],
                "document": { "id": "did:web:a.example", "verificationMethod": [method] },
            }),
            "ERR_TRUST_MALFORMED",
        ),
        (
            "too many methods",
            document(json!(vec![json!({ "id": "#a" }); 257])),
            "ERR_LIMIT_EXCEEDED",
        ),
        (
            "too many references",
            json!({ "document": { "id": "did:web:a.example", "keyAgreement": vec!["#a"; 257] } }),
            "ERR_LIMIT_EXCEEDED",
        ),
        (
            "too many",
            json!({ "keys": vec![json!({ "publicKeyMultibase": text() }); 257] }),
            "ERR_LIMIT_EXCEEDED",
        ),
    ];
    for (name, input, code) in rows {
        assert_eq!(trust_of(&input).unwrap_err().code(), code, "{name}");
    }
}

#[test]
fn a_frame_out_of_form_is_refused() {
    let key = json!({ "publicKeyMultibase": text(), "id": "k", "purposes": [], "expires": 9 });
    let (frame, _) = frame_of(&json!({ "keys": [key, key] })).unwrap();
    let code =
        |frame: &[u8]| Trust::from_frame(frame, "").map_or_else(|error| error.code(), |_| "");
    assert_eq!(code(&frame), "");
    for length in 0..frame.len() {
        assert_eq!(code(&frame[..length]), "ERR_TRUST_MALFORMED", "cut at {length}");
    }
    assert_eq!(code(&[frame.as_slice(), &[0]].concat()), "ERR_TRUST_MALFORMED", "one byte more");
    let with = |at: usize, byte: u8| {
        let mut changed = frame.clone();
        changed[at] = byte;
        code(&changed)
    };
    // Flags, number of keys; members, length, key; name; purposes.
    let (key, name) = (10, 10 + 35 + 4);
    assert_eq!(with(0, 2), "ERR_TRUST_MALFORMED", "an unknown flag");
    assert_eq!(with(1, 1), "ERR_LIMIT_EXCEEDED", "more keys than there may be");
    assert_eq!(with(key, 0xff), "ERR_KEY_TYPE_UNKNOWN");
    assert_eq!(with(name, 0xff), "ERR_TRUST_MALFORMED", "a name that is not UTF-8");
    assert_eq!(with(name + 1, 32), "ERR_TRUST_MALFORMED", "a purpose that is none");
    assert_eq!(with(name + 2, 0xbf), "ERR_TRUST_MALFORMED", "a time before 1970");
    assert_eq!(code(&vec![0; (1 << 20) + 1]), "ERR_LIMIT_EXCEEDED", "longer than any document");
    assert_eq!(Trust::from_frame(&[0; 5], "{").unwrap_err().code(), "ERR_JSON_MALFORMED");
}
