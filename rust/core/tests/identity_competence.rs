//! Competence: counts, windows, true claims, our own vectors, properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all identity_competence::` writes
//! `rust/vectors/identity/competence.json`.

use countersign_core::{
    identity::competence::{Policy, content},
    keys::multikey,
    receipt::Receipt,
};
use countersign_testkit::{keys::secret, own_vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{
    competence::{attempts, judged, outcome, partly, run, text, tried, usual},
    receipts::{ARCHIVE, HOUR, NOTARY, START},
};

#[test]
fn attempts_are_counted_anew() {
    let report = run(&[], &attempts(&usual()), &json!({}));
    let reported = json!({ "attempts": 5, "successes": 3, "failures": 1, "partials": 1,
        "rate": 733_333, "streak": 4, "bestStreak": 4 });
    assert_eq!(report["reported"], reported);
    assert_eq!(report["validated"]["attempts"], 0);
    assert_eq!(report["validated"]["rate"], Value::Null);
    assert_eq!(report.require(&[]), Ok(()));
}

#[test]
fn a_window_needs_its_receipts_alone() {
    let all = attempts(&usual());
    let window = json!({ "from": START + HOUR, "until": START + 4 * HOUR, "attempts": 2 });
    let report = run(&[], &all[..5], &window);
    assert_eq!(report.require(&[]), Ok(()), "{}", report.json);
    assert_eq!(report["reported"]["attempts"], 2);
    assert_eq!(report["others"], 2);
    // Without a mark at its end, the chain may have more receipts.
    let open = run(&[], &all[..4], &window);
    assert_eq!(open["facts"]["window"]["state"], "unchecked");
    assert_eq!(open.require(&[]), Err("ERR_FACT_UNCHECKED"));
    assert_eq!(open.require(&["window"]), Ok(()));
    // The final receipt of a chain ends every window.
    let rest =
        run(&[], &all[1..], &json!({ "from": START + 2 * HOUR, "until": START + 50 * HOUR }));
    assert_eq!(rest.require(&[]), Ok(()), "{}", rest.json);
    assert_eq!(rest["reported"]["attempts"], 3);
}

#[test]
fn a_claim_that_is_true_holds() {
    let claim = json!({ "domain": "deploy:**", "attempts": 2, "rate": 500_000, "validated": 1, "validatedRate": 1_000_000 });
    let other = json!({ "domain": "review:**", "attempts": 99, "rate": 1_000_000 });
    let receipts = attempts(&[tried("failure"), tried("success"), claim, other]);
    let validations = [judged(&receipts[1], NOTARY, &outcome("success"))];
    let report = run(&validations, &receipts, &json!({}));
    assert_eq!(report["facts"]["claims"]["state"], "ok");
    assert_eq!(report["claimCount"], 1);
    assert_eq!(run(&[], &receipts, &json!({}))["facts"]["claims"]["code"], "ERR_COMPETENCE_CLAIM");
}

#[test]
fn contents_and_policies_are_strict() {
    let good = tried("success").to_string();
    assert_eq!(content("attempt", &good).as_deref(), Ok(good.as_str()));
    for (kind, given) in [("claim", good.as_str()), ("attempt", "{}"), ("validation", &good)] {
        assert_eq!(content(kind, given).unwrap_err().code(), "ERR_COMPETENCE_MALFORMED", "{kind}");
    }
    let rows = [
        (r#"{}"#, "ERR_POLICY_MALFORMED"),
        (r#"{"domain":7}"#, "ERR_POLICY_MALFORMED"),
        (r#"{"domain":"deploy"}"#, "ERR_CAPABILITY_MALFORMED"),
        (r#"{"domain":"deploy:**","rate":0.9}"#, "ERR_ARGUMENT"),
        (r#"{"domain":"deploy:**","rate":4294967296}"#, "ERR_ARGUMENT"),
        (r#"{"domain":"deploy:**","minimum":{}}"#, "ERR_POLICY_MALFORMED"),
    ];
    for (row, code) in rows {
        assert_eq!(Policy::from_json(row).unwrap_err().code(), code, "{row}");
    }
    let nothing = run(&[], &[], &json!({}));
    assert!(nothing.require(&["window"]).is_err());
}

fn own() -> Value {
    let value = |receipt: &Receipt| serde_json::from_str::<Value>(&text(receipt)).unwrap();
    let row =
        |receipt: &Receipt| json!({ "receipt": value(receipt), "id": receipt.id().to_string() });
    let work = attempts(&[Value::Null])[0].id().to_string();
    let claim = json!({ "domain": "deploy:**", "attempts": 5, "rate": 733_333, "validated": 2, "validatedRate": 500_000 });
    let mut contents = usual();
    contents[1]["work"] = work.into();
    contents.push(claim);
    let receipts = attempts(&contents);
    let validations = [
        judged(&receipts[1], NOTARY, &outcome("success")),
        judged(&receipts[4], ARCHIVE, &outcome("failure")),
    ];
    let policy = json!({ "domain": "deploy:**", "now": START + 99 * HOUR, "attempts": 5, "rate": 700_000, "validated": 2 });
    json!({
        "seeds": { "agent": 1, "notary": 2, "archive": 3 },
        "keys": { "agent": multikey::encode(secret(1).public_key()), "notary": multikey::encode(secret(2).public_key()), "archive": multikey::encode(secret(3).public_key()) },
        "attempts": receipts.iter().map(row).collect::<Vec<_>>(),
        "validations": validations.iter().map(row).collect::<Vec<_>>(),
        "policy": policy,
        "report": run(&validations, &receipts, &policy).json,
    })
}

#[test]
fn our_own_vectors() {
    let made = own();
    own_vectors("identity/competence.json", &made);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The counts are those of the outcomes, and a rate is never above the mean.
    #[test]
    fn counts_are_exact(scores in prop::collection::vec(0_u64..=1_000_000, 0..10)) {
        let contents: Vec<Value> = scores.iter().map(|score| match score {
            0 => tried("failure"),
            1_000_000 => tried("success"),
            score => partly(*score),
        }).collect();
        let report = run(&[], &attempts(&contents), &json!({}));
        let count = scores.len() as u64;
        let rate = scores.iter().sum::<u64>().checked_div(count);
        prop_assert_eq!(report["reported"]["attempts"].as_u64(), Some(count));
        prop_assert_eq!(report["reported"]["rate"].as_u64(), rate);
        let streak = scores.iter().rev().take_while(|score| **score >= 500_000).count();
        prop_assert_eq!(report["reported"]["streak"].as_u64(), Some(streak as u64));
    }

    /// Attempts that were left out, doubled or moved are never accepted.
    #[test]
    fn nothing_is_left_out(order in prop::collection::vec(0_usize..4, 1..5)) {
        let all = attempts(&[tried("failure"), tried("success"), tried("success"), tried("success")]);
        let receipts: Vec<Receipt> = order.iter().map(|index| all[*index].clone()).collect();
        let held = run(&[], &receipts, &json!({})).require(&[]).is_ok();
        prop_assert_eq!(held, order == [0, 1, 2, 3]);
    }
}
