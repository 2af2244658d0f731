//! Which key a verifier may use, black box.

use countersign_core::{
    did::{self, Purpose, own_key},
    keys::{self, Algorithm, KeyType, PublicKey, SecretKey},
    time::UnixSeconds,
    trust::{MAX_KEYS, NoKey, Owner, Signatory, Trust, TrustedKey, Use},
};
use countersign_testkit::records::document;
use serde_json::json;

use crate::support::{
    trust::trust_of,
    trust_shared::{pinned, text},
};

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
        keys::jwk::public_from_json(
            document(&json!({
                "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
            }))
            .root(),
        )
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
