//! Receipts that are refused: altered ones, ones about something else, and drafts in a wrong place.

use countersign_core::{
    Error,
    keys::Algorithm,
    receipt::{Draft, Expected, Receipt, verify},
};
use countersign_testkit::records::sign_receipt;
use serde_json::{Value, json};

use crate::support::receipt::{DID, NOW, draft, ed25519, trust, value};

const NOW_NUMBER: f64 = 1_760_000_000_000.0;

/// What is refused: the name of a case, a change of the receipt as JSON, the code.
type Row = (&'static str, fn(&mut Value), &'static str);

const REFUSED: &[Row] = &[
    (
        "another content",
        |receipt| receipt["content"]["query"] = "news".into(),
        "ERR_RECEIPT_SIGNATURE",
    ),
    // It would be printed as an integer that no text may have.
    (
        "a number that cannot be printed and read",
        |receipt| receipt["content"]["count"] = json!(1e20),
        "ERR_JSON_NUMBER",
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
    let good = sign_receipt(&draft(Algorithm::Ed25519), None, &secret);
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
    let rewritten = sign_receipt(
        &{
            let mut given = draft(Algorithm::Ed25519);
            given["content"] = "rewritten".into();
            given
        },
        None,
        &secret,
    );
    let id = good.id().to_string();
    let kept = [id.as_str(), ""];
    assert_eq!(refused(&good.to_json().unwrap(), kept), "");
    assert_eq!(refused(&rewritten.to_json().unwrap(), kept), "ERR_RECEIPT_ID");
    let content = good.content_hash().unwrap().to_string();
    let about = ["", content.as_str()];
    assert_eq!(refused(&good.to_json().unwrap(), about), "");
    assert_eq!(refused(&rewritten.to_json().unwrap(), about), "ERR_RECEIPT_CONTENT");
    let about = Expected::from_parts(NOW_NUMBER, 60, "", &content, 0, 16).unwrap();
    let other = rewritten.content_hash().unwrap().to_string();
    let refusal = verify(&rewritten, &trust, &about).map(drop).unwrap_err();
    assert_eq!(refusal, Error::ReceiptContent(content, other));
    assert!(Expected::from_parts(1.0, 60, "sha256:00", "", 0, 16).is_err());
}

#[test]
fn drafts_refuse_a_wrong_place() {
    let secret = ed25519(1);
    let first = sign_receipt(&draft(Algorithm::Ed25519), None, &secret);
    let drafted = |change: fn(&mut Value), previous: &Receipt| {
        let mut given = draft(Algorithm::Ed25519);
        change(&mut given);
        Draft::new(&given.to_string(), Some(previous)).map(drop)
    };
    let refused = |change, previous: &Receipt| {
        drafted(change, previous).map_or_else(|error| error.code(), |()| "")
    };
    assert_eq!(refused(|_| (), &first), "");
    assert_eq!(refused(|receipt| receipt["time"] = (NOW - 1).into(), &first), "ERR_RECEIPT_TIME");
    let other = |receipt: &mut Value| {
        receipt["actor"] = "did:web:other.example".into();
        receipt["keyId"] = "did:web:other.example#key-1".into();
    };
    assert_eq!(refused(other, &first), "ERR_RECEIPT_ACTOR");
    let wanted =
        Error::ReceiptActor(DID.to_owned(), "the draft names \"did:web:other.example\"".to_owned());
    assert_eq!(drafted(other, &first), Err(wanted));
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
    let end = sign_receipt(&end, Some(&first), &secret);
    assert_eq!(refused(|_| (), &end), "ERR_RECEIPT_FINAL");
}
