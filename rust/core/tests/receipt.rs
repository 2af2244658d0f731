//! Receipts: our own vectors, rejections, witnesses, envelopes.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test receipt` writes
//! `rust/vectors/receipt/v1.json`; `ts/test/receipt.test.ts` checks it with other implementations.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use countersign_core::{
    Error, did,
    encoding::{base64url, hex},
    keys::{Algorithm, KeyType, PublicKey, SecretKey},
    receipt::{
        Draft, Expected, Receipt, Witness,
        envelope::{self, Kind, Seal},
        unsigned_rotation, verify, verify_batch, with_next,
    },
    time::UnixSeconds,
    trust::{Owner, Trust, TrustedKey},
};
use countersign_testkit::{
    frames,
    keys::secret_of,
    own_vectors,
    records::{sign_by_two, sign_document, sign_raw_receipt, sign_receipt},
};
use proptest::prelude::*;
use serde_json::{Value, json};

#[path = "support/high_s.rs"]
mod high_s;
use high_s::other_s;

const DID: &str = "did:web:agent.example";
const NOW: u64 = 1_760_000_000_000;
const NOW_NUMBER: f64 = 1_760_000_000_000.0;

fn ed25519(fill: u8) -> SecretKey {
    secret_of(KeyType::Ed25519, fill)
}

fn named(id: &str, key: &PublicKey) -> TrustedKey {
    TrustedKey { id: Some(id.to_owned()), ..TrustedKey::pinned(key.clone()) }
}

fn trust(keys: &[(&str, &SecretKey)]) -> Trust {
    let keys = keys.iter().map(|(id, secret)| named(id, secret.public_key())).collect();
    Trust { keys, ..Trust::default() }
}

fn expected() -> Expected {
    Expected { now: Some(NOW), ..Expected::default() }
}

fn draft(algorithm: Algorithm) -> Value {
    json!({
        "actor": DID,
        "keyId": format!("{DID}#key-1"),
        "algorithm": algorithm.as_str(),
        "action": "tool.call",
        "content": { "tool": "search", "query": "weather" },
        "time": NOW,
    })
}

fn issue(secret: &SecretKey, given: &Value, previous: Option<&Receipt>) -> Receipt {
    sign_receipt(given, previous, secret)
}

fn countersign(receipt: Receipt, who: &str, secret: &SecretKey) -> Receipt {
    countersign_at(receipt, who, secret, NOW)
}

fn countersign_at(receipt: Receipt, who: &str, secret: &SecretKey, time: u64) -> Receipt {
    let entry = json!({
        "witness": who, "keyId": format!("{who}#key-1"), "algorithm": "ed25519", "time": time,
    });
    witness(receipt, &entry, secret)
}

fn witness(receipt: Receipt, entry: &Value, secret: &SecretKey) -> Receipt {
    let witness = Witness::from_json(&entry.to_string()).unwrap();
    let text = sign_document(witness.into_unsigned(receipt).unwrap(), secret);
    Receipt::from_json(text.as_bytes()).unwrap()
}

fn value(receipt: &Receipt) -> Value {
    serde_json::from_str(&receipt.to_json().unwrap()).unwrap()
}

#[test]
fn every_algorithm_signs() {
    for algorithm in Algorithm::ALL {
        let secret = secret_of(algorithm.key_type(), 1);
        let receipt = issue(&secret, &draft(algorithm), None);
        let verified =
            verify(&receipt, &trust(&[("did:web:agent.example#key-1", &secret)]), &expected());
        assert_eq!(verified.unwrap().owner(), Owner::This);
    }
}

#[test]
fn a_did_peer_that_is_a_key_signs_with_that_key_alone() {
    let (own, other) = (ed25519(1), ed25519(2));
    let did = did::peer::from_public_key(own.public_key()).unwrap();
    let mut made = draft(Algorithm::Ed25519);
    made["actor"] = did.as_str().into();
    made["keyId"] = format!("{did}#key-1").into();
    let pinned = |key: &SecretKey| Trust {
        keys: vec![TrustedKey::pinned(key.public_key().clone())],
        ..Trust::default()
    };
    let receipt = issue(&own, &made, None);
    let proven = verify(&receipt, &pinned(&own), &expected()).unwrap();
    assert_eq!(proven.owner(), Owner::This);
    assert_eq!(code(&issue(&other, &made, None), &pinned(&other)), "ERR_RECEIPT_ACTOR");
}

#[test]
fn says_what_binds_the_key_to_the_actor() {
    let secret = ed25519(1);
    let pinned =
        Trust { keys: vec![TrustedKey::pinned(secret.public_key().clone())], ..Trust::default() };
    let receipt = issue(&secret, &draft(Algorithm::Ed25519), None);
    assert_eq!(verify(&receipt, &pinned, &expected()).unwrap().owner(), Owner::Unnamed);
    for (did, fragment) in [
        (did::key::from_public_key(secret.public_key()).unwrap(), None),
        (did::jwk::from_public_key(secret.public_key()).unwrap(), Some("0")),
    ] {
        let mut own = draft(Algorithm::Ed25519);
        own["actor"] = did.as_str().into();
        own["keyId"] = format!("{did}#{}", fragment.unwrap_or(did.id())).into();
        let receipt = issue(&secret, &own, None);
        assert_eq!(verify(&receipt, &pinned, &expected()).unwrap().owner(), Owner::This);
        let embedded = Trust { allow_embedded_key: true, ..Trust::default() };
        let facts = verify(&receipt, &embedded, &expected()).unwrap().to_json();
        assert!(facts.contains(r#""trust":"self-asserted""#), "{facts}");
        assert_eq!(code(&receipt, &Trust::default()), "ERR_RECEIPT_KEY");
        // The DID of one key, signed by another.
        let forged = issue(&ed25519(2), &own, None);
        let other = ed25519(2);
        let pinned =
            Trust { keys: vec![TrustedKey::pinned(other.public_key().clone())], ..pinned.clone() };
        assert_eq!(code(&forged, &pinned), "ERR_RECEIPT_ACTOR");
        // A key that vouches for itself does not replace a key that the verifier has.
        let beside = Trust { allow_embedded_key: true, ..pinned.clone() };
        assert_eq!(code(&receipt, &beside), "ERR_RECEIPT_ACTOR");
        assert_eq!(code(&forged, &embedded), "ERR_RECEIPT_SIGNATURE");
    }
}

fn code(receipt: &Receipt, trust: &Trust) -> &'static str {
    verify(receipt, trust, &expected()).map_or_else(|error| error.code(), |_| "")
}

#[test]
fn a_key_of_another_actor_does_not_speak() {
    let secret = ed25519(1);
    let receipt = issue(&secret, &draft(Algorithm::Ed25519), None);
    let mut trust = Trust {
        keys: vec![TrustedKey {
            controller: Some("did:web:other.example".into()),
            ..TrustedKey::pinned(secret.public_key().clone())
        }],
        ..Trust::default()
    };
    assert_eq!(code(&receipt, &trust), "ERR_RECEIPT_ACTOR");
    trust.keys[0].controller = Some(DID.into());
    assert_eq!(code(&receipt, &trust), "");
    trust.keys[0].revoked = true;
    assert_eq!(code(&receipt, &trust), "ERR_RECEIPT_KEY");
    let other = self::trust(&[("did:web:other.example#key-1", &secret)]);
    assert_eq!(code(&receipt, &other), "ERR_RECEIPT_KEY");
}

/// What is refused: the name of a case, a change of the receipt as JSON, the code.
type Row = (&'static str, fn(&mut Value), &'static str);

const REFUSED: &[Row] = &[
    (
        "another content",
        |receipt| receipt["content"]["query"] = "news".into(),
        "ERR_RECEIPT_SIGNATURE",
    ),
    ("another action", |receipt| receipt["action"] = "tool.list".into(), "ERR_RECEIPT_SIGNATURE"),
    ("another time", |receipt| receipt["time"] = (NOW - 1).into(), "ERR_RECEIPT_SIGNATURE"),
    ("the future", |receipt| receipt["time"] = (NOW + 60_001).into(), "ERR_RECEIPT_NOT_YET"),
    (
        "another key id",
        |receipt| receipt["keyId"] = "did:web:agent.example#key-2".into(),
        "ERR_RECEIPT_KEY",
    ),
    (
        "a key id of another",
        |receipt| receipt["keyId"] = "did:web:other.example#key-1".into(),
        "ERR_RECEIPT_MALFORMED",
    ),
    (
        "another actor",
        |receipt| {
            receipt["actor"] = "did:web:other.example".into();
            receipt["keyId"] = "did:web:other.example#key-1".into();
        },
        "ERR_RECEIPT_KEY",
    ),
    (
        "an actor in another spelling",
        |receipt| receipt["actor"] = "did:web:AGENT.example".into(),
        "ERR_RECEIPT_MALFORMED",
    ),
    (
        "another algorithm",
        |receipt| receipt["algorithm"] = "ecdsa-p256-sha256".into(),
        "ERR_RECEIPT_KEY",
    ),
    (
        "an unknown algorithm",
        |receipt| receipt["algorithm"] = "none".into(),
        "ERR_RECEIPT_MALFORMED",
    ),
    (
        "no signature",
        |receipt| {
            receipt.as_object_mut().unwrap().remove("signature");
        },
        "ERR_RECEIPT_MALFORMED",
    ),
    (
        "a padded signature",
        |receipt| {
            receipt["signature"] = format!("{}=", receipt["signature"].as_str().unwrap()).into()
        },
        "ERR_RECEIPT_MALFORMED",
    ),
    ("an unknown member", |receipt| receipt["note"] = "x".into(), "ERR_RECEIPT_MALFORMED"),
    (
        "an id, which is computed",
        |receipt| receipt["id"] = "sha256:00".into(),
        "ERR_RECEIPT_MALFORMED",
    ),
    (
        "another version",
        |receipt| receipt["type"] = "countersign/receipt/v2".into(),
        "ERR_RECEIPT_VERSION",
    ),
    (
        "no content",
        |receipt| {
            receipt.as_object_mut().unwrap().remove("content");
        },
        "ERR_RECEIPT_MALFORMED",
    ),
    (
        "content and its hash",
        |receipt| receipt["contentHash"] = format!("sha256:{:064}", 0).into(),
        "ERR_RECEIPT_MALFORMED",
    ),
    (
        "a link at the start",
        |receipt| receipt["previous"] = format!("sha256:{:064}", 0).into(),
        "ERR_RECEIPT_MALFORMED",
    ),
    ("a null link", |receipt| receipt["previous"] = Value::Null, "ERR_RECEIPT_MALFORMED"),
    ("a place without a link", |receipt| receipt["sequence"] = 1.into(), "ERR_RECEIPT_MALFORMED"),
    ("a negative place", |receipt| receipt["sequence"] = (-1).into(), "ERR_RECEIPT_MALFORMED"),
    ("a fraction of a place", |receipt| receipt["sequence"] = json!(0.5), "ERR_RECEIPT_MALFORMED"),
    ("final: false", |receipt| receipt["final"] = false.into(), "ERR_RECEIPT_MALFORMED"),
    ("an end", |receipt| receipt["final"] = true.into(), "ERR_RECEIPT_SIGNATURE"),
    ("no references", |receipt| receipt["references"] = json!([]), "ERR_RECEIPT_MALFORMED"),
    (
        "a reference that is no text",
        |receipt| receipt["references"] = json!([1]),
        "ERR_RECEIPT_MALFORMED",
    ),
    ("an empty grant", |receipt| receipt["grant"] = "".into(), "ERR_RECEIPT_MALFORMED"),
    (
        "a space in the action",
        |receipt| receipt["action"] = "tool call".into(),
        "ERR_RECEIPT_MALFORMED",
    ),
    (
        "a look-alike in the action",
        |receipt| receipt["action"] = "t\u{43e}ol.call".into(),
        "ERR_RECEIPT_MALFORMED",
    ),
    (
        "a rotation without a key",
        |receipt| receipt["action"] = "countersign/key-rotation".into(),
        "ERR_RECEIPT_MALFORMED",
    ),
    ("a key without a rotation", |receipt| receipt["next"] = json!({}), "ERR_RECEIPT_MALFORMED"),
];

#[test]
fn refuses_what_was_altered() {
    let secret = ed25519(1);
    let trust = trust(&[("did:web:agent.example#key-1", &secret)]);
    let good = issue(&secret, &draft(Algorithm::Ed25519), None);
    let policy = ["", ""];
    let refused = |text: &str, policy: [&str; 2]| {
        let expected = Expected::from_parts(NOW_NUMBER, 60, policy[0], policy[1], 0, 16).unwrap();
        let receipt = Receipt::from_json(text.as_bytes());
        let verified = receipt
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|receipt| verify(receipt, &trust, &expected));
        verified.map_or_else(|error| error.code(), |_| "")
    };
    assert_eq!(refused(&good.to_json().unwrap(), policy), "");
    for (name, change, code) in REFUSED {
        let mut receipt = value(&good);
        change(&mut receipt);
        assert_eq!(refused(&receipt.to_string(), policy), *code, "{name}");
    }
    let twice = good.to_json().unwrap().replacen('{', r#"{"action":"tool.call","#, 1);
    assert_eq!(refused(&twice, policy), "ERR_JSON_DUPLICATE");
    // Content that was rewritten and kept under the old id.
    let rewritten = issue(
        &secret,
        &{
            let mut given = draft(Algorithm::Ed25519);
            given["content"] = "rewritten".into();
            given
        },
        None,
    );
    let id = good.id().to_string();
    let kept = [id.as_str(), ""];
    assert_eq!(refused(&good.to_json().unwrap(), kept), "");
    assert_eq!(refused(&rewritten.to_json().unwrap(), kept), "ERR_RECEIPT_ID");
    let content = good.content_hash().unwrap().to_string();
    let about = ["", content.as_str()];
    assert_eq!(refused(&good.to_json().unwrap(), about), "");
    assert_eq!(refused(&rewritten.to_json().unwrap(), about), "ERR_RECEIPT_CONTENT");
    assert!(Expected::from_parts(1.0, 60, "sha256:00", "", 0, 16).is_err());
}

#[test]
fn drafts_refuse_a_wrong_place() {
    let secret = ed25519(1);
    let first = issue(&secret, &draft(Algorithm::Ed25519), None);
    let refused = |change: fn(&mut Value), previous: &Receipt| {
        let mut given = draft(Algorithm::Ed25519);
        change(&mut given);
        Draft::new(&given.to_string(), Some(previous)).map_or_else(|error| error.code(), |_| "")
    };
    assert_eq!(refused(|_| (), &first), "");
    assert_eq!(refused(|receipt| receipt["time"] = (NOW - 1).into(), &first), "ERR_RECEIPT_TIME");
    let other = |receipt: &mut Value| {
        receipt["actor"] = "did:web:other.example".into();
        receipt["keyId"] = "did:web:other.example#key-1".into();
    };
    assert_eq!(refused(other, &first), "ERR_RECEIPT_ACTOR");
    assert_eq!(refused(|receipt| receipt["sequence"] = 7.into(), &first), "ERR_RECEIPT_MALFORMED");
    assert_eq!(
        refused(|receipt| receipt["action"] = "countersign/key-rotation".into(), &first),
        "ERR_RECEIPT_MALFORMED"
    );
    // The same holds for a first receipt, which follows none.
    let mut rotation = draft(Algorithm::Ed25519);
    rotation["action"] = "countersign/key-rotation".into();
    let refused_first = Draft::new(&rotation.to_string(), None).unwrap_err();
    assert_eq!(refused_first.code(), "ERR_RECEIPT_MALFORMED");
    assert_eq!(refused_first.datum("member"), Some(&"action".into()));
    let mut end = draft(Algorithm::Ed25519);
    end["final"] = true.into();
    let end = issue(&secret, &end, Some(&first));
    assert_eq!(refused(|_| (), &end), "ERR_RECEIPT_FINAL");
}

#[test]
fn an_action_is_128_plain_letters_at_most() {
    let issued = |action: &str| {
        let mut given = draft(Algorithm::Ed25519);
        given["action"] = action.into();
        Draft::new(&given.to_string(), None).map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(issued(&"a".repeat(128)), Ok(()));
    for action in ["a".repeat(129), "a".repeat(200), "two words".into(), String::new()] {
        assert_eq!(issued(&action), Err("ERR_RECEIPT_MALFORMED"), "{action}");
    }
}

#[test]
fn witnesses_are_reported_and_do_not_poison() {
    let [actor, good, stranger] = [1, 2, 3].map(ed25519);
    let trust =
        trust(&[("did:web:agent.example#key-1", &actor), ("did:web:notary.example#key-1", &good)]);
    let plain = issue(&actor, &draft(Algorithm::Ed25519), None);
    let mut receipt = countersign(plain.clone(), "did:web:notary.example", &good);
    assert_eq!(receipt.id(), plain.id());
    receipt = countersign(receipt, "did:web:notary.example", &good);
    receipt = countersign(receipt, "did:web:notary.example", &stranger);
    receipt = countersign(receipt, "did:web:stranger.example", &stranger);
    receipt = countersign(receipt, DID, &actor);
    let mut all = value(&receipt);
    let list = all["witnesses"].as_array_mut().unwrap();
    list.push(json!("garbage"));
    list.push(json!({ "witness": "did:web:notary.example", "signature": 7 }));
    let receipt = Receipt::from_json(all.to_string().as_bytes()).unwrap();
    let verified = verify(&receipt, &trust, &expected()).unwrap();
    let codes: Vec<_> = verified
        .witnesses()
        .iter()
        .map(|testimony| testimony.refused().map_or("", countersign_core::Error::code))
        .collect();
    assert_eq!(
        codes,
        [
            "",
            "ERR_RECEIPT_WITNESS_DUPLICATE",
            "ERR_RECEIPT_SIGNATURE",
            "ERR_RECEIPT_KEY",
            "ERR_RECEIPT_WITNESS_SELF",
            "ERR_RECEIPT_MALFORMED",
            "ERR_RECEIPT_MALFORMED",
        ]
    );
    let quorum = |witnesses| verify(&receipt, &trust, &Expected { witnesses, ..expected() });
    assert!(quorum(1).is_ok());
    assert_eq!(quorum(2).unwrap_err().code(), "ERR_RECEIPT_WITNESSES");
    all["witnesses"] = "garbage".into();
    let receipt = Receipt::from_json(all.to_string().as_bytes()).unwrap();
    assert_eq!(verify(&receipt, &trust, &expected()).unwrap().witnesses().len(), 1);
    // A flood is counted and not looked at.
    all["witnesses"] = vec![json!(0); 1000].into();
    let receipt = Receipt::from_json(all.to_string().as_bytes()).unwrap();
    let facts = verify(&receipt, &trust, &expected()).unwrap().to_json();
    assert!(facts.contains(r#""witnessesOmitted":936"#), "{facts}");
}

/// As JSON, the verdicts on the witnesses of a receipt, and how many count.
fn testimonies(receipt: &Receipt, trust: &Trust) -> (Value, usize) {
    let quorum = |witnesses| verify(receipt, trust, &Expected { witnesses, ..expected() });
    let facts: Value = serde_json::from_str(&quorum(0).unwrap().to_json()).unwrap();
    let count = (0..9).take_while(|want| quorum(*want).is_ok()).last().unwrap();
    (facts["witnesses"].clone(), count)
}

#[test]
fn a_witness_signs_with_an_algorithm_of_its_own() {
    let actor = ed25519(1);
    let mut receipt = issue(&actor, &draft(Algorithm::Ed25519), None);
    let mut keys = vec![(format!("{DID}#key-1"), ed25519(1))];
    let others = [Algorithm::P256Sha256, Algorithm::Secp256k1Sha256, Algorithm::Secp256k1Keccak256];
    for (index, algorithm) in others.into_iter().enumerate() {
        let who = format!("did:web:notary-{index}.example");
        let key_id = format!("{who}#key-1");
        let entry = json!({
            "witness": who, "keyId": key_id, "algorithm": algorithm.as_str(), "time": NOW,
        });
        let notary = secret_of(algorithm.key_type(), 20 + u8::try_from(index).unwrap());
        receipt = witness(receipt, &entry, &notary);
        keys.push((key_id, notary));
    }
    let keys: Vec<_> = keys.iter().map(|(id, key)| (id.as_str(), key)).collect();
    assert_eq!(testimonies(&receipt, &trust(&keys)).1, 3);
}

#[test]
fn a_witness_signs_within_the_time_of_its_key() {
    let [actor, notary] = [1, 2].map(ed25519);
    let plain = issue(&actor, &draft(Algorithm::Ed25519), None);
    let receipt = countersign(plain, "did:web:notary.example", &notary);
    let second = NOW / 1000;
    let held = |from: u64, until: u64| {
        let mut trust = trust(&[
            ("did:web:agent.example#key-1", &actor),
            ("did:web:notary.example#key-1", &notary),
        ]);
        trust.keys[1].from = Some(UnixSeconds(from));
        trust.keys[1].until = Some(UnixSeconds(until));
        let quorum = Expected { witnesses: 1, ..expected() };
        verify(&receipt, &trust, &quorum).map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(held(second, second + 1), Ok(()));
    assert_eq!(held(second + 1, second + 9), Err("ERR_RECEIPT_WITNESSES"));
    assert_eq!(held(second - 9, second), Err("ERR_RECEIPT_WITNESSES"));
}

#[test]
fn a_witness_saw_nothing_that_is_to_come() {
    let [actor, notary] = [1, 2].map(ed25519);
    let who = "did:web:notary.example";
    let trust = trust(&[(&format!("{DID}#key-1"), &actor), (&format!("{who}#key-1"), &notary)]);
    let seen = |time| {
        let plain = issue(&actor, &draft(Algorithm::Ed25519), None);
        testimonies(&countersign_at(plain, who, &notary, time), &trust)
    };
    assert_eq!(seen(NOW + 60_000).1, 1, "the clocks may differ by a minute");
    let (verdicts, count) = seen(NOW + 60_001);
    assert_eq!((&verdicts[0]["code"], count), (&json!("ERR_RECEIPT_NOT_YET"), 0));
}

#[test]
fn an_actor_is_no_witness_of_itself_by_another_key_or_name() {
    let [actor, second] = [1, 2].map(ed25519);
    let (own, other) = (format!("{DID}#key-1"), "did:web:notary.example");
    let beside = format!("{other}#key-1");
    let trust = trust(&[(&own, &actor), (&own, &second), (&beside, &actor)]);
    let plain = issue(&actor, &draft(Algorithm::Ed25519), None);
    for (who, key) in [(DID, &second), (other, &actor)] {
        let (verdicts, count) = testimonies(&countersign(plain.clone(), who, key), &trust);
        let code = &verdicts[0]["code"];
        assert_eq!((code, count), (&json!("ERR_RECEIPT_WITNESS_SELF"), 0), "{who}");
    }
}

#[test]
fn a_key_that_has_ended_is_judged_by_the_second_of_now() {
    let actor = ed25519(1);
    let receipt = issue(&actor, &draft(Algorithm::Ed25519), None);
    let verdict_at = |expires: u64| {
        let mut trust = trust(&[("did:web:agent.example#key-1", &actor)]);
        trust.keys[0].expires = Some(UnixSeconds(expires));
        verify(&receipt, &trust, &expected()).map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(verdict_at(NOW / 1000 + 1), Ok(()));
    assert_eq!(verdict_at(NOW / 1000), Err("ERR_RECEIPT_KEY"));
}

#[test]
fn a_witness_with_two_keys_is_one_witness() {
    let (actor, one, two) = (ed25519(1), ed25519(2), ed25519(3));
    let who = "did:web:notary.example";
    let seen = countersign(issue(&actor, &draft(Algorithm::Ed25519), None), who, &one);
    let entry = json!({
        "witness": who, "keyId": format!("{who}#key-2"), "algorithm": "ed25519", "time": NOW,
    });
    let seen = witness(seen, &entry, &two);
    let (first, second) = (format!("{who}#key-1"), format!("{who}#key-2"));
    let actor_key = format!("{DID}#key-1");
    let trust = trust(&[(&actor_key, &actor), (&first, &one), (&second, &two)]);
    let (verdicts, count) = testimonies(&seen, &trust);
    assert_eq!(count, 1);
    assert_eq!(verdicts[1]["code"], "ERR_RECEIPT_WITNESS_DUPLICATE");
}

#[test]
fn a_witness_whom_nothing_names_does_not_count() {
    let (actor, notary) = (ed25519(1), ed25519(2));
    let seen = countersign(
        issue(&actor, &draft(Algorithm::Ed25519), None),
        "did:web:notary.example",
        &notary,
    );
    let bare = |secret: &SecretKey| TrustedKey::pinned(secret.public_key().clone());
    let of = |keys| Trust { keys, ..Trust::default() };
    let named_actor = named(&format!("{DID}#key-1"), actor.public_key());
    let (verdicts, count) = testimonies(&seen, &of(vec![named_actor.clone(), bare(&notary)]));
    assert_eq!((&verdicts[0]["unproven"], count), (&json!(["witness"]), 0));
    // A name that the trust input gives proves it.
    let owned = TrustedKey { controller: Some("did:web:notary.example".into()), ..bare(&notary) };
    let (verdicts, count) = testimonies(&seen, &of(vec![named_actor.clone(), owned]));
    assert_eq!((&verdicts[0]["unproven"], count), (&json!([]), 1));
    // Two bare keys may be one actor's, who then testifies for itself under the name of the second.
    let name = did::key::from_public_key(notary.public_key()).unwrap().to_string();
    let fragment = name.strip_prefix("did:key:").unwrap();
    let receipt = issue(&actor, &draft(Algorithm::Ed25519), None);
    let entry = json!({
        "witness": name, "keyId": format!("{name}#{fragment}"), "algorithm": "ed25519", "time": NOW,
    });
    let receipt = witness(receipt, &entry, &notary);
    let (verdicts, count) = testimonies(&receipt, &of(vec![bare(&actor), bare(&notary)]));
    assert_eq!((&verdicts[0]["unproven"], count), (&json!(["witness"]), 0));
    let (_, count) = testimonies(&receipt, &of(vec![named_actor, bare(&notary)]));
    assert_eq!(count, 1);
}

#[test]
fn a_batch_gives_a_verdict_for_each() {
    let actor = ed25519(1);
    let good = issue(&actor, &draft(Algorithm::Ed25519), None).to_json().unwrap();
    let forged = good.replace("weather", "money");
    let list = frames(&[good.as_str(), &forged, "{}", "", &good].map(Value::from));
    let trust = trust(&[(&format!("{DID}#key-1"), &actor)]);
    let rows: Value =
        serde_json::from_str(&verify_batch(&list, &trust, &expected()).unwrap()).unwrap();
    let codes: Vec<_> = rows.as_array().unwrap().iter().map(|row| row["code"].as_str()).collect();
    let [forgery, empty, nothing] =
        ["ERR_RECEIPT_SIGNATURE", "ERR_RECEIPT_VERSION", "ERR_JSON_MALFORMED"].map(Some);
    assert_eq!(codes, [None, forgery, empty, nothing, None]);
    assert_eq!(rows[0]["id"], rows[4]["id"]);
    assert_eq!(verify_batch(&[], &trust, &expected()).unwrap(), "[]");
    let cut = verify_batch(&list[..list.len() - 1], &trust, &expected()).unwrap_err();
    assert_eq!(cut.code(), "ERR_ENCODING_MALFORMED");
}

#[test]
fn a_witness_of_another_receipt_does_not_count() {
    let [actor, notary] = [1, 2].map(ed25519);
    let trust = trust(&[
        ("did:web:agent.example#key-1", &actor),
        ("did:web:notary.example#key-1", &notary),
    ]);
    let first = issue(&actor, &draft(Algorithm::Ed25519), None);
    let second = issue(&actor, &draft(Algorithm::Ed25519), Some(&first));
    let witnessed = value(&countersign(first, "did:web:notary.example", &notary));
    let mut moved = value(&second);
    moved["witnesses"] = witnessed["witnesses"].clone();
    let moved = Receipt::from_json(moved.to_string().as_bytes()).unwrap();
    let verified = verify(&moved, &trust, &expected()).unwrap();
    assert_eq!(verified.witnesses()[0].refused().unwrap().code(), "ERR_RECEIPT_SIGNATURE");
}

fn rotate(old: &SecretKey, next: &SecretKey, previous: &Receipt) -> Receipt {
    let mut given = draft(Algorithm::Ed25519);
    given.as_object_mut().unwrap().remove("action");
    given["content"] = Value::Null;
    let key_id = format!("{DID}#key-2");
    let key = next.public_key().to_tagged();
    let given = with_next(&given.to_string(), &key_id, "ed25519", &key).unwrap();
    let unsigned = || unsigned_rotation(&given, Some(previous)).unwrap();
    let by_old = unsigned().sign(old, SecretKey::sign);
    assert_eq!(by_old.unwrap_err().code(), "ERR_RECEIPT_ROTATION", "the new key signs first");
    let key = next.public_key().to_tagged();
    assert_eq!(unsigned().attach(&key, &[0; 64]).unwrap_err().code(), "ERR_SIGNER_INVALID");
    Receipt::from_json(sign_by_two(unsigned(), next, old).as_bytes()).unwrap()
}

#[test]
fn a_rotation_takes_a_check_for_the_new_key() {
    let [old, next] = [1, 2].map(ed25519);
    let trust = trust(&[("did:web:agent.example#key-1", &old)]);
    let first = issue(&old, &draft(Algorithm::Ed25519), None);
    let rotation = rotate(&old, &next, &first);
    let allow = |max_checks| Expected { max_checks, ..expected() };
    assert!(verify(&rotation, &trust, &allow(2)).is_ok());
    let refused = verify(&rotation, &trust, &allow(1)).unwrap_err();
    assert_eq!(refused, Error::TrustChecks(1));
    assert!(verify(&first, &trust, &allow(1)).is_ok(), "what is no rotation has one signature");
}

#[test]
fn a_rotation_is_signed_by_both_keys() {
    let [old, next] = [1, 2].map(ed25519);
    let trust = trust(&[("did:web:agent.example#key-1", &old)]);
    let first = issue(&old, &draft(Algorithm::Ed25519), None);
    let rotation = rotate(&old, &next, &first);
    verify(&rotation, &trust, &expected()).unwrap();
    assert_eq!(rotation.rotation().unwrap().unwrap().key, *next.public_key());
    // The old key alone cannot name a key that did not agree.
    let mut forged = rotation.body().clone();
    forged["next"]["keyId"] = format!("{DID}#key-3").into();
    let forged = sign_raw_receipt(&Value::Object(forged), &old);
    let forged = Receipt::from_json(forged.as_bytes()).unwrap();
    assert_eq!(code(&forged, &trust), "ERR_RECEIPT_ROTATION");
}

fn seal(receipt: &Receipt, kind: Kind, secret: &SecretKey, algorithm: Algorithm) -> Vec<u8> {
    let seal = Seal { algorithm, key_id: "did:web:archive.example#key-1" };
    let text = receipt.to_json().unwrap();
    let unsigned = envelope::unsigned(kind, text.as_bytes(), seal).unwrap();
    unsigned.sign(secret, SecretKey::sign).unwrap()
}

#[test]
fn envelopes_carry_the_whole_receipt_and_are_checked_twice() {
    let [actor, notary] = [1, 2].map(ed25519);
    let receipt = issue(&actor, &draft(Algorithm::Ed25519), None);
    let receipt = countersign(receipt, "did:web:notary.example", &notary);
    for kind in [Kind::Jws, Kind::Dsse, Kind::Cose] {
        for algorithm in [Algorithm::Ed25519, Algorithm::P256Sha256, Algorithm::Secp256k1Sha256] {
            let archive = secret_of(algorithm.key_type(), 9);
            let sealed = seal(&receipt, kind, &archive, algorithm);
            let open =
                |trust: &Trust, bytes: &[u8]| envelope::verify(kind, bytes, trust, &expected());
            let both = trust(&[
                ("did:web:agent.example#key-1", &actor),
                ("did:web:archive.example#key-1", &archive),
            ]);
            let opened: Value = serde_json::from_str(&open(&both, &sealed).unwrap()).unwrap();
            assert_eq!(opened["receipt"], value(&receipt));
            assert_eq!(opened["facts"]["id"], receipt.id().to_string());
            assert_eq!(opened["envelope"]["signer"]["id"], "did:web:archive.example#key-1");
            let inner = open(&trust(&[("did:web:agent.example#key-1", &actor)]), &sealed);
            let inner = inner.unwrap_err().code();
            assert!(["ERR_ENVELOPE_KEY", "ERR_JWS_KEY"].contains(&inner), "{inner}");
            let outer = open(&trust(&[("did:web:archive.example#key-1", &archive)]), &sealed);
            assert_eq!(outer.unwrap_err().code(), "ERR_RECEIPT_KEY");
            for index in 0..sealed.len() {
                let mut altered = sealed.clone();
                altered[index] ^= 1;
                if let Ok(again) = open(&both, &altered) {
                    // DSSE passes over members that it does not know, and the key id is a hint.
                    assert_eq!(kind, Kind::Dsse, "{index}");
                    assert_eq!(
                        serde_json::from_str::<Value>(&again).unwrap()["receipt"],
                        value(&receipt)
                    );
                }
            }
        }
    }
}

#[test]
fn the_key_of_an_envelope_is_of_its_type_and_for_its_algorithm() {
    let (actor, archive) = (ed25519(1), secret_of(KeyType::Secp256k1, 9));
    let receipt = issue(&actor, &draft(Algorithm::Ed25519), None);
    let sealed = seal(&receipt, Kind::Cose, &archive, Algorithm::Secp256k1Sha256);
    let code = |key_type, seed, algorithm| {
        let key = secret_of(key_type, seed);
        let mut trust = trust(&[
            ("did:web:agent.example#key-1", &actor),
            ("did:web:archive.example#key-1", &key),
        ]);
        trust.keys[1].algorithm = algorithm;
        let opened = envelope::verify(Kind::Cose, &sealed, &trust, &expected());
        opened.map_or_else(|error| error.code(), |_| "")
    };
    let k1 = KeyType::Secp256k1;
    assert_eq!(code(k1, 9, None), "");
    assert_eq!(code(k1, 9, Some(Algorithm::Secp256k1Sha256)), "");
    assert_eq!(code(k1, 9, Some(Algorithm::Secp256k1Keccak256)), "ERR_ENVELOPE_KEY");
    assert_eq!(code(KeyType::P256, 9, None), "ERR_ENVELOPE_KEY");
    assert_eq!(code(k1, 8, None), "ERR_ENVELOPE_SIGNATURE");
}

#[test]
fn an_envelope_may_have_either_s_and_changes_no_id() {
    let actor = ed25519(1);
    let receipt = issue(&actor, &draft(Algorithm::Ed25519), None);
    let text = receipt.to_json().unwrap();
    for kind in [Kind::Jws, Kind::Dsse, Kind::Cose] {
        for algorithm in [Algorithm::P256Sha256, Algorithm::Secp256k1Sha256] {
            let archive = secret_of(algorithm.key_type(), 9);
            let seal = Seal { algorithm, key_id: "did:web:archive.example#key-1" };
            let unsigned = || envelope::unsigned(kind, text.as_bytes(), seal).unwrap();
            let low = archive.sign(algorithm, unsigned().message()).unwrap();
            let both = trust(&[
                ("did:web:agent.example#key-1", &actor),
                ("did:web:archive.example#key-1", &archive),
            ]);
            for (signature, high_s) in
                [(low.clone(), Value::Null), (other_s(algorithm.key_type(), &low), true.into())]
            {
                let sealed = unsigned().sign(&archive, |_, _, _| Ok(signature)).unwrap();
                let opened = envelope::verify(kind, &sealed, &both, &expected()).unwrap();
                let opened: Value = serde_json::from_str(&opened).unwrap();
                assert_eq!(opened["envelope"]["highS"], high_s, "{kind:?} {algorithm:?}");
                assert_eq!(opened["facts"]["id"], receipt.id().to_string());
            }
        }
    }
}

#[test]
fn a_receipt_has_a_low_s() {
    for algorithm in [Algorithm::P256Sha256, Algorithm::Secp256k1Sha256] {
        let key = secret_of(algorithm.key_type(), 4);
        let mut receipt = value(&issue(&key, &draft(algorithm), None));
        let low = base64url::decode(receipt["signature"].as_str().unwrap()).unwrap();
        let trust = trust(&[("did:web:agent.example#key-1", &key)]);
        let code = |receipt: &Value| {
            let receipt = Receipt::from_json(receipt.to_string().as_bytes()).unwrap();
            verify(&receipt, &trust, &expected()).map_or_else(|error| error.code(), |_| "")
        };
        assert_eq!(code(&receipt), "");
        receipt["signature"] = base64url::encode(&other_s(algorithm.key_type(), &low)).into();
        assert_eq!(code(&receipt), "ERR_RECEIPT_SIGNATURE", "{algorithm:?}");
    }
}

#[test]
fn refuses_other_forms_of_cose() {
    let (actor, archive) = (ed25519(1), ed25519(9));
    let receipt = issue(&actor, &draft(Algorithm::Ed25519), None);
    let sealed = seal(&receipt, Kind::Cose, &archive, Algorithm::Ed25519);
    let both = trust(&[
        ("did:web:agent.example#key-1", &actor),
        ("did:web:archive.example#key-1", &archive),
    ]);
    let code = |bytes: &[u8]| {
        envelope::verify(Kind::Cose, bytes, &both, &expected())
            .map_or_else(|error| error.code(), |_| "")
    };
    assert_eq!(code(&sealed), "");
    assert_eq!(hex::encode(&sealed[..2]), "d284");
    let longer = [&sealed[..], &[0]].concat();
    let untagged = &sealed[1..];
    let long_array = [&[0xd2, 0x98, 0x04], &sealed[2..]].concat();
    let indefinite = [&[0xd2, 0x9f], &sealed[2..], &[0xff]].concat();
    let long_tag = [&[0xd8, 0x12], &sealed[1..]].concat();
    let huge = [0xd2, 0x84, 0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    for bytes in
        [&longer, untagged, &long_array, &indefinite, &long_tag, &huge[..], &[], &sealed[..40]]
    {
        assert_eq!(code(bytes), "ERR_ENVELOPE_MALFORMED", "{}", hex::encode(bytes));
    }
    assert!(
        envelope::unsigned(
            Kind::Cose,
            receipt.to_json().unwrap().as_bytes(),
            Seal { algorithm: Algorithm::Secp256k1Keccak256, key_id: "" },
        )
        .is_err()
    );
}

#[test]
fn our_vectors_stand() {
    let [actor, next, notary] = [1, 2, 3].map(ed25519);
    let first = issue(&actor, &draft(Algorithm::Ed25519), None);
    let mut full = draft(Algorithm::Ed25519);
    let members = full.as_object_mut().unwrap();
    let hash = countersign_core::receipt::content_hash(&json!({ "b": 1, "a": "\u{e9}" })).unwrap();
    members.remove("content");
    members.insert("contentHash".into(), hash.to_string().into());
    members.insert("references".into(), json!(["https://tool.example/runs/7"]));
    members.insert("context".into(), "session 7".into());
    members.insert("grant".into(), "sha256:grant".into());
    let second = issue(&actor, &full, Some(&first));
    let second = countersign(second, "did:web:notary.example", &notary);
    let third = rotate(&actor, &next, &second);
    let mut end = draft(Algorithm::Ed25519);
    end["keyId"] = format!("{DID}#key-2").into();
    end["final"] = true.into();
    let fourth = issue(&next, &end, Some(&third));
    let rows: Vec<Value> = [&first, &second, &third, &fourth]
        .iter()
        .map(|receipt| {
            json!({
                "id": receipt.id().to_string(),
                "statement": hex::encode(&receipt.statement()),
                "receipt": value(receipt),
            })
        })
        .collect();
    let archive = ed25519(9);
    let envelope = |kind| seal(&second, kind, &archive, Algorithm::Ed25519);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let file = json!({
        "source": "ours, made once from seeds of 32 equal bytes",
        "now": NOW,
        "content": { "b": 1, "a": "\u{e9}" },
        "seeds": { "actor": 1, "next": 2, "notary": 3, "archive": 9 },
        "chain": rows,
        "envelopes": {
            "of": 1,
            "jws": text(envelope(Kind::Jws)),
            "dsse": text(envelope(Kind::Dsse)),
            "cose": hex::encode(&envelope(Kind::Cose)),
        },
    });
    own_vectors("receipt/v1.json", &file);
}

proptest! {
    #[test]
    fn any_bytes_are_refused_or_read(bytes in any::<Vec<u8>>(), index in any::<prop::sample::Index>(), to in any::<u8>()) {
        let _ = Receipt::from_json(&bytes);
        let trust = Trust { allow_embedded_key: true, ..Trust::default() };
        for kind in [Kind::Jws, Kind::Dsse, Kind::Cose] {
            let opened = envelope::verify(kind, &bytes, &trust, &expected());
            prop_assert!(opened.is_err());
        }
        let secret = ed25519(1);
        let receipt = issue(&secret, &draft(Algorithm::Ed25519), None).to_json().unwrap();
        let mut altered = receipt.clone().into_bytes();
        let index = index.index(altered.len());
        altered[index] = to;
        if let Ok(altered) = Receipt::from_json(&altered) {
            let trust = self::trust(&[("did:web:agent.example#key-1", &secret)]);
            let same = altered.to_json().unwrap() == receipt;
            prop_assert_eq!(verify(&altered, &trust, &expected()).is_ok(), same);
        }
    }
}
