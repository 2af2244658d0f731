//! Competence: what others say of an attempt, and whose word counts.

use countersign_core::{
    identity::competence::{VALIDATION, validation},
    keys::multikey,
    receipt::Receipt,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::keys::secret;
use serde_json::{Value, json};

use crate::support::{
    competence::{attempts, judged, of, outcome, run, run_with, tried, usual},
    receipts::{AGENT, ARCHIVE, HOUR, NOTARY, START, issue, issue_as, trust},
};

const LATER: u64 = START + 1000;

/// The content of a validation that calls an attempt a success.
fn praise(attempt: &Receipt) -> Value {
    json!({ "attempt": attempt.id().to_string(), "outcome": "success" })
}

/// A validation with this content, by the key of these seeds.
fn by(did: &str, fill: u8, content: &Value, time: u64) -> Receipt {
    issue_as(did, fill, None, &of(VALIDATION, content, time))
}

/// The key of these seeds, trusted as one of this DID.
fn named(did: &str, fill: u8) -> TrustedKey {
    TrustedKey {
        id: Some(format!("{did}#key-1")),
        ..TrustedKey::pinned(secret(fill).public_key().clone())
    }
}

fn trust_with(more: impl IntoIterator<Item = TrustedKey>) -> Trust {
    let mut trust = trust();
    trust.keys.extend(more);
    trust
}

/// Place and code of each row.
fn refused_rows(rows: &Value) -> Vec<(Option<u64>, Option<&str>)> {
    let rows = rows.as_array().into_iter().flatten();
    rows.map(|row| (row["index"].as_u64(), row["code"].as_str())).collect()
}

#[test]
fn what_others_say_is_counted_apart() {
    let receipts = attempts(&usual());
    let validations = [
        judged(&receipts[1], NOTARY, &outcome("success")),
        // The agent called it a success.
        judged(&receipts[4], NOTARY, &outcome("failure")),
        // Of two judgements the lower one counts.
        judged(&receipts[5], NOTARY, &outcome("success")),
        judged(&receipts[5], ARCHIVE, &json!({ "outcome": "partial", "score": 250_000 })),
    ];
    let report = run(&validations, &receipts, &json!({}));
    let validated = json!({ "attempts": 3, "successes": 1, "failures": 1, "partials": 1,
        "rate": 416_666, "streak": 0, "bestStreak": 1 });
    assert_eq!(report["validated"], validated);
    assert_eq!(report["reported"]["rate"], 733_333);
    assert_eq!(
        report["validations"],
        json!({ "count": 4, "counted": 4, "unused": 0, "refused": [], "refusals": 0 })
    );
    let two = run(&validations, &receipts, &json!({ "quorum": 2 }));
    assert_eq!(two["validated"]["attempts"], 1);
    assert_eq!(two["validated"]["rate"], 250_000);
}

#[test]
fn validations_that_do_not_count_are_listed() {
    let receipts = attempts(&[tried("failure")]);
    let attempt = &receipts[0];
    let good = praise(attempt);
    let mut weighed = good.clone();
    weighed["weight"] = 9.into();
    let rows = [
        ("its own", by(AGENT, 1, &good, LATER), "ERR_COMPETENCE_SELF"),
        (
            "its own key, under another name",
            by("did:web:alias.example", 1, &good, LATER),
            "ERR_COMPETENCE_SELF",
        ),
        ("before the attempt", by(NOTARY, 2, &good, START - 61_000), "ERR_COMPETENCE_TIME"),
        ("of the future", by(NOTARY, 2, &good, START + 100 * HOUR), "ERR_RECEIPT_NOT_YET"),
        ("by nobody", by("did:web:nobody.example", 9, &good, LATER), "ERR_RECEIPT_KEY"),
        ("under another's name", by(NOTARY, 9, &good, LATER), "ERR_RECEIPT_SIGNATURE"),
        (
            "not a validation",
            issue(NOTARY, None, &of("tool.call", &good, LATER)),
            "ERR_COMPETENCE_MALFORMED",
        ),
        ("a member too many", by(NOTARY, 2, &weighed, LATER), "ERR_COMPETENCE_MALFORMED"),
    ];
    for (name, validation, code) in rows {
        let report = run_with(
            trust_with([named("did:web:alias.example", 1)]),
            &[validation],
            &receipts,
            &json!({}),
        );
        assert_eq!(
            refused_rows(&report["validations"]["refused"]),
            [(Some(0), Some(code))],
            "{name}"
        );
        assert_eq!(report["validated"]["attempts"], 0, "{name}");
        // A refused validation takes nothing away.
        assert_eq!(report.require(&[]), Ok(()), "{name}");
    }
}

#[test]
fn a_key_that_only_vouches_for_itself_does_not_count() {
    let receipts = attempts(&[tried("success")]);
    let good = praise(&receipts[0]);
    let key = multikey::encode(secret(9).public_key());
    let did = format!("did:key:{key}");
    let given = json!({ "action": VALIDATION, "content": good, "time": LATER, "keyId": format!("{did}#{key}") });
    let own = issue_as(&did, 9, None, &given);
    let embedded = Trust { allow_embedded_key: true, ..trust() };
    let report = run_with(embedded, &[own], &receipts, &json!({}));
    assert_eq!(report["validations"]["refused"][0]["code"], "ERR_COMPETENCE_UNTRUSTED");
}

#[test]
fn a_key_of_an_unknown_owner_does_not_count() {
    let receipts = attempts(&[tried("success")]);
    let good = praise(&receipts[0]);
    let bare = trust_with([TrustedKey::pinned(secret(9).public_key().clone())]);
    let own = by("did:web:anybody.example", 9, &good, LATER);
    let report = run_with(bare, &[own], &receipts, &json!({}));
    assert_eq!(report["validations"]["refused"][0]["code"], "ERR_COMPETENCE_UNTRUSTED");
}

#[test]
fn a_party_is_heard_once_and_about_what_is_shown() {
    let receipts = attempts(&[tried("failure")]);
    let attempt = &receipts[0];
    let once = judged(attempt, NOTARY, &outcome("success"));
    let again = by(NOTARY, 2, &praise(attempt), LATER + 1);
    let other = judged(&attempts(&[tried("success")])[0], NOTARY, &outcome("success"));
    let report = run(&[once, again, other], &receipts, &json!({}));
    let validations = &report["validations"];
    let rows = refused_rows(&validations["refused"]);
    assert_eq!(rows, [(Some(1), Some("ERR_COMPETENCE_DUPLICATE"))]);
    assert_eq!((&validations["counted"], &validations["unused"]), (&json!(1), &json!(1)));
    assert_eq!(report["validated"]["successes"], 1);
}

#[test]
fn an_agent_does_not_validate_itself() {
    let receipts = attempts(&[tried("success"), Value::Null]);
    let refused = |receipt: &Receipt, by: &str, given: &Value| {
        validation(receipt, by, &given.to_string()).unwrap_err().code()
    };
    assert_eq!(refused(&receipts[0], AGENT, &outcome("success")), "ERR_COMPETENCE_SELF");
    assert_eq!(refused(&receipts[1], NOTARY, &outcome("success")), "ERR_COMPETENCE_MALFORMED");
    assert_eq!(refused(&receipts[0], NOTARY, &outcome("fine")), "ERR_COMPETENCE_MALFORMED");
}

#[test]
fn validations_of_one_attempt_are_bounded() {
    let receipts = attempts(&[tried("success")]);
    let mut keys = trust();
    let mut validations = Vec::new();
    for index in 0..20_u8 {
        let did = format!("did:web:v{index}.example");
        keys.keys.push(named(&did, index + 20));
        validations.push(by(&did, index + 20, &praise(&receipts[0]), START));
    }
    let report = run_with(keys, &validations, &receipts, &json!({ "quorum": 16 }));
    assert_eq!(report["validations"]["counted"], 16);
    assert_eq!(report["validations"]["refused"][0]["code"], "ERR_LIMIT_EXCEEDED");
    assert_eq!(report["validated"]["attempts"], 1);
}
