//! Which key a verifier may use, black box.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "test code")]

#[path = "support/trust.rs"]
mod trust_input;

use countersign_core::{
    did::{self, Purpose, own_key},
    keys::{self, Algorithm, KeyType, PublicKey, SecretKey, multikey},
    time::UnixSeconds,
    trust::{MAX_KEYS, NoKey, Owner, Signatory, Trust, TrustedKey, Use},
};
use serde_json::{Value, json};
use trust_input::{frame_of, trust_of};

fn pinned() -> TrustedKey {
    // The base point of P-256, compressed.
    let mut bytes = [0; 33];
    let hex = "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
    for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    }
    TrustedKey::pinned(PublicKey::from_raw(KeyType::P256, &bytes).unwrap())
}

fn found(key: TrustedKey, id: Option<&str>, purpose: Purpose, now: Option<u64>) -> bool {
    let trust = Trust { keys: vec![key], ..Trust::default() };
    trust.find(id, purpose, now.map(UnixSeconds)).count() == 1
}

#[test]
fn a_key_is_found_only_where_it_holds() {
    let named = TrustedKey { id: Some("did:ex:a#1".into()), ..pinned() };
    let bound = TrustedKey { purposes: Some(vec![Purpose::Authentication]), ..pinned() };
    let ends = TrustedKey { expires: Some(UnixSeconds(10)), ..pinned() };
    let revoked = TrustedKey { revoked: true, ..pinned() };
    let state = Purpose::AssertionMethod;
    let rows = [
        ("no name: any id", pinned(), Some("x"), state, None, true),
        ("its name", named.clone(), Some("did:ex:a#1"), state, None, true),
        ("another name", named.clone(), Some("did:ex:a#2"), state, None, false),
        ("no id asked", named, None, state, None, true),
        ("its purpose", bound.clone(), None, Purpose::Authentication, None, true),
        ("another purpose", bound, None, state, None, false),
        ("before its end", ends.clone(), None, state, Some(9), true),
        ("at its end", ends.clone(), None, state, Some(10), false),
        ("time unknown", ends, None, state, None, false),
        ("revoked", revoked, None, state, None, false),
    ];
    for (name, key, id, purpose, now, want) in rows {
        assert_eq!(found(key, id, purpose, now), want, "{name}");
    }
}

#[test]
fn a_key_signs_from_its_start_to_its_end() {
    let span = |from, until| TrustedKey {
        from: Option::map(from, UnixSeconds),
        until: Option::map(until, UnixSeconds),
        ..pinned()
    };
    let rows = [
        ("no span", span(None, None), None, true),
        ("before", span(Some(10), Some(20)), Some(9), false),
        ("start is inside", span(Some(10), Some(20)), Some(10), true),
        ("last second", span(Some(10), Some(20)), Some(19), true),
        ("end is outside", span(Some(10), Some(20)), Some(20), false),
        ("time unknown", span(Some(10), None), None, false),
        ("end only, time unknown", span(None, Some(20)), None, false),
        ("an empty span", span(Some(20), Some(10)), Some(15), false),
    ];
    let state = Purpose::AssertionMethod;
    for (name, key, signed, want) in rows {
        assert_eq!(key.signs_at(signed.map(UnixSeconds)), want, "{name}");
        // What states no time of its own is of now.
        assert_eq!(found(key, None, state, signed), want, "{name}");
    }
    let trust = Trust { keys: vec![span(Some(10), Some(20))], ..Trust::default() };
    let at = |second| trust.find_signed(None, state, Some(UnixSeconds(99)), Some(second)).count();
    assert_eq!((at(UnixSeconds(15)), at(UnixSeconds(25))), (1, 0));
}

#[test]
fn a_key_that_is_listed_twice_is_its_strictest_entry() {
    let of = |owner: &str| TrustedKey { controller: Some(owner.into()), ..pinned() };
    let revoked = |key: TrustedKey| TrustedKey { revoked: true, ..key };
    let expired = TrustedKey { expires: Some(UnixSeconds(10)), ..pinned() };
    let rows = [
        ("revoked beside it", vec![pinned(), revoked(pinned())], 0),
        ("expired beside it", vec![expired, pinned()], 0),
        ("revoked of the same owner", vec![of("did:ex:a"), revoked(of("did:ex:a"))], 0),
        ("revoked of nobody", vec![of("did:ex:a"), revoked(pinned())], 0),
        ("another owner revoked it", vec![of("did:ex:a"), revoked(of("did:ex:b"))], 1),
    ];
    for (name, keys, count) in rows {
        let trust = Trust { keys, ..Trust::default() };
        let now = Some(UnixSeconds(10));
        assert_eq!(trust.find(None, Purpose::AssertionMethod, now).count(), count, "{name}");
    }
}

#[test]
fn a_key_that_is_listed_otherwise_is_ruled_out() {
    let at = |second| Some(UnixSeconds(second));
    let own = || TrustedKey { controller: Some("did:ex:a".into()), ..pinned() };
    let other = TrustedKey::pinned(
        keys::jwk::public_from_json(&json!({
            "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
        }))
        .unwrap(),
    );
    let authentication = vec![Purpose::Authentication];
    let key_of = |key: PublicKey| did::key::from_public_key(&key).unwrap().to_string();
    let rows = [
        ("nothing is listed", vec![], false),
        ("another key is", vec![TrustedKey { revoked: true, ..other }], false),
        ("it is", vec![pinned()], false),
        ("as its own", vec![own()], false),
        (
            "under its own did:key",
            vec![TrustedKey { controller: Some(key_of(pinned().key)), ..pinned() }],
            false,
        ),
        (
            "as that of another",
            vec![TrustedKey { controller: Some("did:ex:b".into()), ..pinned() }],
            true,
        ),
        ("revoked", vec![TrustedKey { revoked: true, ..pinned() }], true),
        (
            "revoked, and again without",
            vec![pinned(), TrustedKey { revoked: true, ..pinned() }],
            true,
        ),
        ("expired", vec![TrustedKey { expires: at(100), ..own() }], true),
        ("not expired", vec![TrustedKey { expires: at(101), ..own() }], false),
        ("ended before it signed", vec![TrustedKey { until: at(50), ..own() }], true),
        ("ended after it signed", vec![TrustedKey { until: at(51), ..own() }], false),
        (
            "ended before it signed, and again without times",
            vec![TrustedKey { until: at(50), ..own() }, own()],
            true,
        ),
        (
            "ended after it signed, and again without times",
            vec![TrustedKey { until: at(51), ..own() }, own()],
            false,
        ),
        (
            "for something else",
            vec![TrustedKey { purposes: Some(authentication.clone()), ..own() }],
            true,
        ),
        (
            "for something else, and for this",
            vec![TrustedKey { purposes: Some(authentication), ..own() }, own()],
            false,
        ),
        (
            "with another algorithm",
            vec![TrustedKey { algorithm: Some(Algorithm::Ed25519), ..own() }],
            true,
        ),
        (
            "with this one",
            vec![TrustedKey { algorithm: Some(Algorithm::P256Sha256), ..own() }],
            false,
        ),
    ];
    for (name, keys, want) in rows {
        let trust = Trust { keys, allow_embedded_key: true, did: None };
        let used = Use {
            did: Some("did:ex:a"),
            key: &pinned().key,
            algorithm: Some(Algorithm::P256Sha256),
            purpose: Purpose::AssertionMethod,
            signed: at(50),
            now: at(100),
        };
        assert_eq!(trust.rules_out(&used), want, "{name}");
        assert_eq!(trust.takes_embedded(&used), !want, "{name}");
        let closed = Trust { allow_embedded_key: false, ..trust };
        assert!(!closed.takes_embedded(&used), "{name}");
    }
}

#[test]
fn a_name_without_a_key_has_its_reason_in_any_spelling() {
    let listed = || TrustedKey { id: Some("did:web:a.example#k".into()), ..pinned() };
    let other = || TrustedKey { id: Some("did:web:b.example#k".into()), ..pinned() };
    let expired = || TrustedKey { expires: Some(UnixSeconds(9)), ..listed() };
    let revoked = || TrustedKey { revoked: true, ..listed() };
    let rows = [
        ("nothing", vec![other()], NoKey::Unknown),
        ("for something else", vec![listed(), other()], NoKey::Purpose),
        ("expired", vec![other(), expired()], NoKey::Expired),
        ("revoked", vec![other(), revoked()], NoKey::Revoked),
        (
            "revoked elsewhere",
            vec![listed(), TrustedKey { revoked: true, ..pinned() }],
            NoKey::Revoked,
        ),
        (
            "another's is revoked",
            vec![listed(), TrustedKey { revoked: true, ..other() }],
            NoKey::Purpose,
        ),
        ("both", vec![expired(), revoked()], NoKey::Revoked),
    ];
    for (name, keys, want) in rows {
        let trust = Trust { keys, ..Trust::default() };
        for id in ["did:web:a.example#k", "did:web:A.Example#k"] {
            assert_eq!(trust.why_none(Some(id), Some(UnixSeconds(10))), want, "{name}, {id}");
        }
    }
}

#[test]
fn an_owner_is_a_controller_or_the_did_of_a_name() {
    let owner = |id: Option<&str>, controller: Option<&str>| {
        let (id, controller) = (id.map(str::to_owned), controller.map(str::to_owned));
        TrustedKey { id, controller, ..pinned() }.owner().map(|owner| owner.into_owned())
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(owner(None, None), None);
    assert_eq!(owner(Some("work key"), None), None);
    assert_eq!(owner(Some("did:ex:a#1"), None), some("did:ex:a"));
    assert_eq!(owner(Some("did:ex:a#1"), Some("did:ex:b")), some("did:ex:b"));
    assert_eq!(owner(None, Some("did:web:A.example")), some("did:web:a.example"));
}

/// The base point of P-256, as text.
fn text() -> String {
    multikey::encode(&pinned().key)
}

#[test]
fn a_trust_input_is_read_whole() {
    let input = json!({
        "keys": [{ "publicKeyMultibase": text(), "id": "k", "controller": "did:web:a.example",
            "purposes": ["authentication"], "algorithm": "ecdsa-p256-sha256", "revoked": true,
            "expires": 9, "from": 3, "until": 8 }],
        "allowEmbeddedKey": true,
    });
    let trust = trust_of(&input).unwrap();
    let key = TrustedKey {
        id: Some("k".into()),
        controller: Some("did:web:a.example".into()),
        purposes: Some(vec![Purpose::Authentication]),
        algorithm: Some(Algorithm::P256Sha256),
        revoked: true,
        expires: Some(UnixSeconds(9)),
        from: Some(UnixSeconds(3)),
        until: Some(UnixSeconds(8)),
        ..pinned()
    };
    assert_eq!(trust, Trust { keys: vec![key], allow_embedded_key: true, did: None });
    assert_eq!(trust_of(&json!({})).unwrap(), Trust::default());
}

#[test]
fn a_trust_input_may_hold_as_many_keys_as_the_limit_says() {
    let keys = vec![json!({ "publicKeyMultibase": text() }); MAX_KEYS];
    let trust = trust_of(&json!({ "keys": keys })).unwrap();
    assert_eq!(trust.keys.len(), MAX_KEYS);
}

#[test]
fn the_owner_of_a_key_is_asked_about_that_key_alone() {
    let secret = |fill| SecretKey::from_bytes(KeyType::Ed25519, &[fill; 32]).unwrap();
    let (named, other) = (secret(1), secret(2));
    let id = Some("did:web:a.example#1".to_owned());
    let trusted = TrustedKey { id, ..TrustedKey::pinned(named.public_key().clone()) };
    let trust = Trust { keys: vec![trusted], ..Trust::default() };
    let owner = |key: &SecretKey| {
        let state = Purpose::AssertionMethod;
        let who = Signatory {
            did: "did:web:a.example",
            id: None,
            key: key.public_key(),
            algorithm: Algorithm::Ed25519,
            signed: UnixSeconds(1),
        };
        trust.owner_of_signed(&who, state, UnixSeconds(1))
    };
    assert_eq!((owner(&named), owner(&other)), (Owner::This, Owner::Untrusted));
}

#[test]
fn a_did_that_is_its_key_says_whose_key_it_is() {
    let secret = |fill| SecretKey::from_bytes(KeyType::Ed25519, &[fill; 32]).unwrap();
    let (own, other) = (secret(1), secret(2));
    let key = did::key::from_public_key(own.public_key()).unwrap().to_string();
    let jwk = did::jwk::from_public_key(own.public_key()).unwrap().to_string();
    let peer = did::peer::from_public_key(own.public_key()).unwrap().to_string();
    for did in [key, jwk, peer] {
        assert_eq!(own_key(&did, own.public_key()), Some(true), "{did}");
        assert_eq!(own_key(&did, other.public_key()), Some(false), "{did}");
    }
    assert_eq!(own_key("did:web:a.example", own.public_key()), None);
    assert_eq!(own_key("did:peer:2.Vz6Mk", own.public_key()), None);
}

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
