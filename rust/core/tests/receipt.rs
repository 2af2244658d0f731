//! Receipts: our own vectors, rejections, rotations, batches.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test receipt` writes
//! `rust/vectors/receipt/v1.json`; `ts/test/receipt.test.ts` checks it with other implementations.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use countersign_core::{
    Error,
    encoding::{base64url, hex},
    keys::{Algorithm, SecretKey},
    receipt::{
        Draft, Expected, Receipt,
        envelope::{self, Kind},
        unsigned_rotation, verify, verify_batch, with_next,
    },
    time::UnixSeconds,
    trust::{Owner, Trust},
};
use countersign_testkit::{
    frames,
    keys::secret_of,
    own_vectors,
    records::{sign_by_two, sign_raw_receipt},
};
use proptest::prelude::*;
use serde_json::{Value, json};

#[path = "support/high_s.rs"]
mod high_s;
use high_s::other_s;

#[path = "support/receipt.rs"]
mod shared;
use shared::{DID, NOW, code, countersign, draft, ed25519, expected, issue, seal, trust, value};

const NOW_NUMBER: f64 = 1_760_000_000_000.0;

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
