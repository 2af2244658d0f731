//! Histories of keys: our own vectors, rejections, forks, a property.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all identity_rotation::` writes
//! `rust/vectors/identity/rotation.json`.

use countersign_core::{
    Error,
    did::{Did, peer},
    encoding::hex,
    identity::rotation::{History, Inception, Known, MAX_EVENTS, Reason, Relation, compare},
    keys::{KeyType, SecretKey, multikey},
    time::UnixSeconds,
};
use countersign_testkit::{
    keys::{secret_of, sign},
    records::tree,
    vectors, write_vectors,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const START: u64 = 1_760_000_000;

/// The nth key of an identity. Types take turns.
fn key(number: u8) -> SecretKey {
    let key_type = [KeyType::Ed25519, KeyType::P256, KeyType::Secp256k1][usize::from(number) % 3];
    secret_of(key_type, number + 1)
}

fn start(next: Option<&SecretKey>) -> History {
    let first = key(0);
    let algorithm = first.key_type().default_algorithm().unwrap();
    let next = next.map(SecretKey::public_key);
    let inception =
        Inception::new(first.public_key().clone(), algorithm, UnixSeconds(START), next).unwrap();
    History::start(&inception, &sign(&first, &inception.to_bytes())).unwrap()
}

fn rotate_with(
    history: &mut History,
    [old, new]: [&SecretKey; 2],
    time: u64,
    why: (Reason, Option<UnixSeconds>),
    next: Option<&SecretKey>,
) -> Result<(), Error> {
    let algorithm = new.key_type().default_algorithm().unwrap();
    let next = next.map(SecretKey::public_key);
    let rotation =
        history.rotation((new.public_key().clone(), algorithm), UnixSeconds(time), why, next)?;
    let authorized = sign(old, &rotation.to_bytes());
    let accepted = sign(new, &rotation.accept_bytes());
    history.extend(&rotation, [&authorized, &accepted])
}

fn rotate(history: &mut History, old: u8, new: u8, time: u64) -> Result<(), Error> {
    rotate_with(history, [&key(old), &key(new)], time, (Reason::Scheduled, None), None)
}

/// Three keys; the first committed to the second, the second was compromised.
fn three() -> History {
    let mut history = start(Some(&key(1)));
    rotate(&mut history, 0, 1, START + 100).unwrap();
    let why = (Reason::Compromised, Some(UnixSeconds(START + 150)));
    rotate_with(&mut history, [&key(1), &key(2)], START + 200, why, Some(&key(3))).unwrap();
    history
}

#[test]
fn the_identifier_stays() {
    let (short, three) = (start(Some(&key(1))), three());
    assert_eq!(short.id(), three.id());
    assert!(short.id().starts_with("did:peer:4zQm"));
    assert_eq!(short.id().parse::<Did>().unwrap().as_str(), short.id());
    assert_ne!(short.id(), start(None).id());
    let read = History::verify(&three.to_text(), short.id()).unwrap();
    assert_eq!(read, three);
    let (want, got) = (start(None).id().to_owned(), three.id().to_owned());
    let refused = History::verify(&three.to_text(), &want).unwrap_err();
    assert_eq!(refused, Error::HistoryId(want, got));
}

#[test]
fn a_key_holds_in_its_time() {
    let history = three();
    let key_at = |time: u64| {
        let period = history.key_at(UnixSeconds(START + time));
        period.map(|period| period.key.clone())
    };
    let public = |index: u8| Some(key(index).public_key().clone());
    assert_eq!(history.key_at(UnixSeconds(START - 1)), None);
    assert_eq!(key_at(0), public(0));
    assert_eq!(key_at(99), public(0));
    assert_eq!(key_at(100), public(1));
    assert_eq!(key_at(149), public(1));
    // The key was compromised, and no other had taken over yet.
    assert_eq!(key_at(150), None);
    assert_eq!(key_at(199), None);
    assert_eq!(key_at(200), public(2));
    let facts: Value = serde_json::from_str(&history.to_json(UnixSeconds(START + 150))).unwrap();
    assert_eq!(facts.get("valid"), None);
    assert_eq!((&facts["committed"], &facts["sequence"]), (&json!(true), &json!(2)));
    let facts: Value = serde_json::from_str(&history.to_json(UnixSeconds(START + 300))).unwrap();
    assert_eq!(facts["valid"], 2);
}

#[test]
fn a_history_ends_at_the_limit_of_events() {
    let fresh = |index: usize| {
        let mut seed = [5; 32];
        seed[..8].copy_from_slice(&index.to_be_bytes());
        SecretKey::from_bytes(KeyType::Ed25519, &seed).unwrap()
    };
    let (mut history, mut old) = (start(None), key(0));
    for index in 1..MAX_EVENTS {
        let new = fresh(index);
        let time = START + u64::try_from(index).unwrap();
        rotate_with(&mut history, [&old, &new], time, (Reason::Scheduled, None), None).unwrap();
        old = new;
    }
    assert_eq!(History::read(&history.to_text()).unwrap(), history);
    let new = fresh(MAX_EVENTS);
    let more =
        rotate_with(&mut history, [&old, &new], START + 9_999, (Reason::Scheduled, None), None);
    assert_eq!(more.unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn refuses_rotations() {
    let committed = || start(Some(&key(1)));
    let thief = key(7);
    let why = (Reason::Scheduled, None);
    let time = START + 100;
    let rotated =
        |mut history: History, keys: [&SecretKey; 2], time, why, next: Option<&SecretKey>| {
            rotate_with(&mut history, keys, time, why, next).unwrap_err().code()
        };
    let (old, new) = (key(0), key(1));
    assert_eq!(rotated(committed(), [&old, &thief], time, why, None), "ERR_HISTORY_COMMITMENT");
    assert_eq!(rotated(committed(), [&old, &new], START, why, None), "ERR_HISTORY_TIME");
    assert_eq!(rotated(start(None), [&old, &old], time, why, None), "ERR_HISTORY_KEY");
    assert_eq!(rotated(three(), [&key(2), &new], time + 200, why, None), "ERR_HISTORY_KEY");
    assert_eq!(rotated(start(None), [&thief, &new], time, why, None), "ERR_HISTORY_SIGNATURE");
    assert_eq!(rotated(start(None), [&old, &new], time, why, Some(&new)), "ERR_HISTORY_COMMITMENT");
    let marked = (Reason::Scheduled, Some(UnixSeconds(START)));
    assert_eq!(rotated(start(None), [&old, &new], time, marked, None), "ERR_HISTORY_MALFORMED");
    let unmarked = (Reason::Compromised, None);
    assert_eq!(rotated(start(None), [&old, &new], time, unmarked, None), "ERR_HISTORY_MALFORMED");
    let later = (Reason::Compromised, Some(UnixSeconds(time + 1)));
    assert_eq!(rotated(start(None), [&old, &new], time, later, None), "ERR_HISTORY_MALFORMED");
    let public = |key: &SecretKey| key.public_key().clone();
    let algorithm = KeyType::P256.default_algorithm().unwrap();
    let other = Inception::new(public(&old), algorithm, UnixSeconds(0), None).unwrap_err();
    assert_eq!(other.code(), "ERR_KEY_ALGORITHM");
    let own = old.key_type().default_algorithm().unwrap();
    let itself = Inception::new(public(&old), own, UnixSeconds(0), Some(&public(&old)));
    assert_eq!(itself.unwrap_err(), Error::HistoryCommitment);
}

#[test]
fn refuses_forms_and_changes() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change, &str); 24] = [
        (
            "another version",
            |history| history["type"] = "countersign/key-history/v2".into(),
            "ERR_HISTORY_VERSION",
        ),
        ("no event", |history| history["events"] = json!([]), "ERR_HISTORY_MALFORMED"),
        ("an extra member", |history| history["extra"] = 1.into(), "ERR_HISTORY_MALFORMED"),
        (
            "one in an event",
            |history| history["events"][1]["extra"] = 1.into(),
            "ERR_HISTORY_MALFORMED",
        ),
        (
            "an event of another version",
            |history| history["events"][1]["type"] = "countersign/rotation/v2".into(),
            "ERR_HISTORY_VERSION",
        ),
        (
            "no first event",
            |history| drop(history["events"].as_array_mut().unwrap().remove(0)),
            "ERR_HISTORY_VERSION",
        ),
        (
            "a gap",
            |history| drop(history["events"].as_array_mut().unwrap().remove(1)),
            "ERR_HISTORY_SEQUENCE",
        ),
        (
            "an event twice",
            |history| {
                let event = history["events"][1].clone();
                history["events"].as_array_mut().unwrap().insert(1, event);
            },
            "ERR_HISTORY_SEQUENCE",
        ),
        (
            "events swapped",
            |history| history["events"].as_array_mut().unwrap().swap(1, 2),
            "ERR_HISTORY_SEQUENCE",
        ),
        (
            "a sequence that lies",
            |history| history["events"][2]["sequence"] = 3.into(),
            "ERR_HISTORY_SEQUENCE",
        ),
        (
            "another event before it",
            |history| history["events"][1]["previous"] = history["events"][2]["previous"].clone(),
            "ERR_HISTORY_PREVIOUS",
        ),
        (
            "another first key",
            |history| history["events"][0]["key"] = history["events"][1]["key"].clone(),
            "ERR_KEY_ALGORITHM",
        ),
        (
            "another start",
            |history| history["events"][0]["created"] = 1.into(),
            "ERR_HISTORY_SIGNATURE",
        ),
        (
            "the commitment taken away",
            |history| drop(history["events"][0].as_object_mut().unwrap().remove("next")),
            "ERR_HISTORY_SIGNATURE",
        ),
        (
            "another identifier",
            |history| history["events"][1]["id"] = "did:peer:4zQmOther".into(),
            "ERR_HISTORY_ID",
        ),
        (
            "time running back",
            |history| history["events"][1]["time"] = 1.into(),
            "ERR_HISTORY_TIME",
        ),
        (
            "another time",
            |history| history["events"][1]["time"] = 1_760_000_101.into(),
            "ERR_HISTORY_SIGNATURE",
        ),
        (
            "another reason",
            |history| history["events"][1]["reason"] = "manual".into(),
            "ERR_HISTORY_SIGNATURE",
        ),
        (
            "an unknown reason",
            |history| history["events"][1]["reason"] = "because".into(),
            "ERR_HISTORY_MALFORMED",
        ),
        (
            "the mark moved",
            |history| history["events"][2]["compromisedSince"] = 1_760_000_160.into(),
            "ERR_HISTORY_SIGNATURE",
        ),
        (
            "the mark taken away",
            |history| {
                drop(history["events"][2].as_object_mut().unwrap().remove("compromisedSince"))
            },
            "ERR_HISTORY_MALFORMED",
        ),
        (
            "only the old key",
            |history| history["events"][1]["accepted"] = history["events"][1]["authorized"].clone(),
            "ERR_HISTORY_SIGNATURE",
        ),
        (
            "only the new key",
            |history| history["events"][1]["authorized"] = history["events"][1]["accepted"].clone(),
            "ERR_HISTORY_SIGNATURE",
        ),
        (
            "no signature",
            |history| history["events"][0]["signature"] = "".into(),
            "ERR_HISTORY_MALFORMED",
        ),
    ];
    let text = three().to_text();
    for (name, change, code) in cases {
        let mut value: Value = serde_json::from_str(&text).unwrap();
        change(&mut value);
        assert_eq!(History::read(&value.to_string()).unwrap_err().code(), code, "{name}");
    }
    let endless =
        json!({ "type": "countersign/key-history/v1", "events": vec![1; MAX_EVENTS + 1] });
    assert_eq!(History::read(&endless.to_string()).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn finds_forks_and_missing_ends() {
    let (mut left, mut right) = (start(None), start(None));
    let known = |history: &History| Known { sequence: history.sequence(), hash: history.tip() };
    let first = known(&left);
    rotate(&mut left, 0, 1, START + 100).unwrap();
    assert_eq!(compare(&left, &right).unwrap(), Relation::Ahead);
    assert_eq!(compare(&right, &left).unwrap(), Relation::Behind);
    rotate(&mut right, 0, 2, START + 50).unwrap();
    assert_eq!(compare(&left, &right).unwrap(), Relation::Fork(1));
    assert_eq!(compare(&left, &left).unwrap(), Relation::Same);
    assert_eq!(compare(&left, &three()).unwrap_err().code(), "ERR_HISTORY_ID");

    let now = UnixSeconds(START + 1000);
    assert_eq!(left.check_now(Some(first), now, 0), Ok(()));
    assert_eq!(left.check_now(Some(known(&right)), now, 0), Err(Error::HistoryFork(1)));
    let seen = known(&left);
    assert_eq!(
        start(None).check_now(Some(seen), now, 0),
        Err(Error::HistoryTruncated(seen.sequence))
    );
    assert_eq!(left.check_now(None, UnixSeconds(START), 60), Err(Error::HistoryTime(1)));
    assert_eq!(left.check_now(None, UnixSeconds(START + 40), 60), Ok(()));
}

#[test]
fn the_long_form_is_a_document_of_the_first_key() {
    let first = key(0);
    let algorithm = first.key_type().default_algorithm().unwrap();
    let inception =
        Inception::new(first.public_key().clone(), algorithm, UnixSeconds(START), None).unwrap();
    let document = tree(&peer::document(&inception.long_id().unwrap()).unwrap());
    let method = &document["verificationMethod"][0]["publicKeyMultibase"];
    assert_eq!(method, &json!(multikey::encode(first.public_key())));
}

#[test]
fn golden_histories() {
    write_vectors("identity/rotation.json", written);
    for case in vectors("identity/rotation.json")["histories"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        let history = History::verify(&case["history"].to_string(), id).unwrap();
        assert_eq!(hex::encode(&history.tip()), case["tip"].as_str().unwrap());
    }
}

fn written() -> Value {
    let case = |history: &History| {
        json!({
            "id": history.id(),
            "history": serde_json::from_str::<Value>(&history.to_text()).unwrap(),
            "tip": hex::encode(&history.tip()),
        })
    };
    json!({ "histories": [case(&start(None)), case(&three())] })
}

proptest! {
    /// A history with a changed byte is refused, or has another identifier.
    #[test]
    fn any_change_is_found(index in 0_usize..4000, with in any::<u8>()) {
        let original = three();
        let mut bytes = original.to_text().into_bytes();
        let index = index % bytes.len();
        bytes[index] = with;
        let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
        if let Ok(read) = History::verify(&text, original.id()) {
            prop_assert_eq!(read, original);
        }
    }
}
