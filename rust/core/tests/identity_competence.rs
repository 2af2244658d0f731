//! Competence: counts, each refusal, validations, claims, our own vectors, properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1` writes `rust/vectors/identity/competence.json`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "support/found.rs"]
mod found;
#[path = "support/receipts.rs"]
mod receipts;

use countersign_core::{
    identity::competence::{ATTEMPT, CLAIM, Competence, Policy, VALIDATION, content, validation},
    keys::multikey,
    receipt::Receipt,
    trust::Trust,
};
use countersign_testkit::{keys::secret, own_vectors, records::sign_receipt};
use found::Found;
use proptest::prelude::*;
use receipts::{AGENT, ARCHIVE, HOUR, NOTARY, START, issue, issue_as, trust};
use serde_json::{Value, json};

const DOMAIN: &str = "deploy:web/staging";

fn text(receipt: &Receipt) -> String {
    receipt.to_json().unwrap()
}

fn run_with(trust: Trust, validations: &[Receipt], receipts: &[Receipt], policy: &Value) -> Found {
    let mut asked = json!({ "domain": "deploy:**", "now": START + 99 * HOUR });
    for (name, value) in policy.as_object().unwrap() {
        asked[name] = value.clone();
    }
    let policy = Policy::from_json(&asked.to_string()).unwrap();
    let mut competence = Competence::new(trust, policy);
    for receipt in validations {
        competence.push_validation(text(receipt).as_bytes());
    }
    for receipt in receipts {
        competence.push(text(receipt).as_bytes());
    }
    let report = competence.report();
    Found::of(&report.facts, &report.to_json())
}

fn run(validations: &[Receipt], receipts: &[Receipt], policy: &Value) -> Found {
    run_with(trust(), validations, receipts, policy)
}

fn of(action: &str, content: &Value, time: u64) -> Value {
    json!({ "action": action, "content": content, "time": time })
}

/// A chain of these contents, an hour apart: attempts, or plain receipts of null. The last is final.
fn chain(contents: &[Value]) -> Vec<Receipt> {
    let mut receipts: Vec<Receipt> = Vec::new();
    for (index, content) in contents.iter().enumerate() {
        let action = match content {
            Value::Null => "tool.call",
            content if content.get("rate").is_some() => CLAIM,
            _ => ATTEMPT,
        };
        let mut given = of(action, content, START + index as u64 * HOUR);
        if index + 1 == contents.len() {
            given["final"] = true.into();
        }
        receipts.push(issue(AGENT, receipts.last(), &given));
    }
    receipts
}

fn tried(outcome: &str) -> Value {
    json!({ "domain": DOMAIN, "outcome": outcome })
}

fn partly(score: u64) -> Value {
    json!({ "domain": DOMAIN, "outcome": "partial", "score": score })
}

/// A failure, a success, something else, two thirds, a success, a success.
fn usual() -> Vec<Value> {
    vec![
        tried("failure"),
        tried("success"),
        Value::Null,
        partly(666_667),
        tried("success"),
        tried("success"),
    ]
}

fn judged(attempt: &Receipt, by: &str, given: &Value) -> Receipt {
    let content = validation(attempt, by, &given.to_string()).unwrap();
    let content: Value = serde_json::from_str(&content).unwrap();
    issue(by, None, &of(VALIDATION, &content, attempt.time() + 1000))
}

fn outcome(name: &str) -> Value {
    json!({ "outcome": name })
}

/// Place and code of each row.
fn refused_rows(rows: &Value) -> Vec<(Option<u64>, Option<&str>)> {
    let rows = rows.as_array().into_iter().flatten();
    rows.map(|row| (row["index"].as_u64(), row["code"].as_str())).collect()
}

#[test]
fn attempts_are_counted_anew() {
    let report = run(&[], &chain(&usual()), &json!({}));
    let reported = json!({ "attempts": 5, "successes": 3, "failures": 1, "partials": 1,
        "rate": 733_333, "streak": 4, "bestStreak": 4 });
    assert_eq!(report["reported"], reported);
    assert_eq!(report["validated"]["attempts"], 0);
    assert_eq!(report["validated"]["rate"], Value::Null);
    assert_eq!(report.require(&[]), Ok(()));
}

#[test]
fn what_others_say_is_counted_apart() {
    let receipts = chain(&usual());
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
    let receipts = chain(&[tried("failure")]);
    let attempt = &receipts[0];
    let good = json!({ "attempt": attempt.id().to_string(), "outcome": "success" });
    let by = |did: &str, fill: u8, content: &Value, time: u64| {
        issue_as(did, fill, None, &of(VALIDATION, content, time))
    };
    let later = START + 1000;
    let rows = [
        ("its own", by(AGENT, 1, &good, later), "ERR_COMPETENCE_SELF"),
        (
            "its own key, under another name",
            by("did:web:alias.example", 1, &good, later),
            "ERR_COMPETENCE_SELF",
        ),
        ("before the attempt", by(NOTARY, 2, &good, START - 61_000), "ERR_COMPETENCE_TIME"),
        ("of the future", by(NOTARY, 2, &good, START + 100 * HOUR), "ERR_RECEIPT_NOT_YET"),
        ("by nobody", by("did:web:nobody.example", 9, &good, later), "ERR_RECEIPT_KEY"),
        ("under another's name", by(NOTARY, 9, &good, later), "ERR_RECEIPT_SIGNATURE"),
        (
            "not a validation",
            issue(NOTARY, None, &of("tool.call", &good, later)),
            "ERR_COMPETENCE_MALFORMED",
        ),
        (
            "a member too many",
            by(
                NOTARY,
                2,
                &json!({ "attempt": attempt.id().to_string(), "outcome": "success", "weight": 9 }),
                later,
            ),
            "ERR_COMPETENCE_MALFORMED",
        ),
    ];
    let alias = countersign_core::trust::TrustedKey {
        id: Some("did:web:alias.example#key-1".into()),
        ..countersign_core::trust::TrustedKey::pinned(secret(1).public_key().clone())
    };
    for (name, validation, code) in rows {
        let mut trust = trust();
        trust.keys.push(alias.clone());
        let report = run_with(trust, &[validation], &receipts, &json!({}));
        assert_eq!(
            refused_rows(&report["validations"]["refused"]),
            [(Some(0), Some(code))],
            "{name}"
        );
        assert_eq!(report["validated"]["attempts"], 0, "{name}");
        // A refused validation takes nothing away.
        assert_eq!(report.require(&[]), Ok(()), "{name}");
    }
    // A key that only vouches for itself.
    let key = multikey::encode(secret(9).public_key());
    let did = format!("did:key:{key}");
    let given = json!({ "action": VALIDATION, "content": good, "time": later, "keyId": format!("{did}#{key}") });
    let own = issue_as(&did, 9, None, &given);
    let embedded = Trust { allow_embedded_key: true, ..trust() };
    let report = run_with(embedded, &[own], &receipts, &json!({}));
    assert_eq!(report["validations"]["refused"][0]["code"], "ERR_COMPETENCE_UNTRUSTED");
    // A key of an unknown owner.
    let mut bare = trust();
    bare.keys.push(countersign_core::trust::TrustedKey::pinned(secret(9).public_key().clone()));
    let own = by("did:web:anybody.example", 9, &good, later);
    let report = run_with(bare, &[own], &receipts, &json!({}));
    assert_eq!(report["validations"]["refused"][0]["code"], "ERR_COMPETENCE_UNTRUSTED");
    // Twice by one party, and about an attempt that is not shown.
    let once = judged(attempt, NOTARY, &outcome("success"));
    let again = by(NOTARY, 2, &good, later + 1);
    let other = judged(&chain(&[tried("success")])[0], NOTARY, &outcome("success"));
    let report = run(&[once, again, other], &receipts, &json!({}));
    let validations = &report["validations"];
    let rows = refused_rows(&validations["refused"]);
    assert_eq!(rows, [(Some(1), Some("ERR_COMPETENCE_DUPLICATE"))]);
    assert_eq!((&validations["counted"], &validations["unused"]), (&json!(1), &json!(1)));
    assert_eq!(report["validated"]["successes"], 1);
}

#[test]
fn an_agent_does_not_validate_itself() {
    let receipts = chain(&[tried("success"), Value::Null]);
    let refused = |receipt: &Receipt, by: &str, given: &Value| {
        validation(receipt, by, &given.to_string()).unwrap_err().code()
    };
    assert_eq!(refused(&receipts[0], AGENT, &outcome("success")), "ERR_COMPETENCE_SELF");
    assert_eq!(refused(&receipts[1], NOTARY, &outcome("success")), "ERR_COMPETENCE_MALFORMED");
    assert_eq!(refused(&receipts[0], NOTARY, &outcome("fine")), "ERR_COMPETENCE_MALFORMED");
}

type Failure = (&'static str, u64, &'static str);

/// The fact that failed, of the chain or of the competence.
fn assert_fails(name: &str, report: &Found, (fact, index, code): Failure) {
    let (found, want) = (&report["facts"][fact], json!(["failed", index, code]));
    assert_eq!(
        json!([found["state"], found["at"], found["code"]]),
        want,
        "{name}: {}",
        report.json
    );
    assert!(report.require(&["window"]).is_err(), "{name}");
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn each_refusal_has_its_code() {
    let all = chain(&usual());
    let pick = |order: &[usize]| -> Vec<Receipt> {
        order.iter().map(|index| all[*index].clone()).collect()
    };
    let work = all[2].id().to_string();
    let with_work = |work: &str| json!({ "domain": DOMAIN, "outcome": "success", "work": work });
    let single = |content: Value| chain(&[content]);
    let claim = |rate: u64, attempts: u64| json!({ "domain": "deploy:**", "attempts": attempts, "rate": rate });
    let hidden = {
        let mut given = of(ATTEMPT, &Value::Null, START);
        given.as_object_mut().unwrap().remove("content");
        given["contentHash"] = all[0].content_hash().unwrap().to_string().into();
        given["actor"] = AGENT.into();
        given["keyId"] = format!("{AGENT}#key-1").into();
        given["algorithm"] = "ed25519".into();
        given["final"] = true.into();
        vec![sign_receipt(&given, None, &secret(1))]
    };
    type Row = (&'static str, Vec<Receipt>, Value, Failure);
    let rows: Vec<Row> = vec![
        (
            "the failure is left out",
            pick(&[1, 2, 3, 4, 5]),
            json!({}),
            ("window", 0, "ERR_COMPETENCE_WINDOW"),
        ),
        (
            "one in the middle is left out",
            pick(&[0, 1, 2, 4, 5]),
            json!({}),
            ("sequence", 3, "ERR_RECEIPT_SEQUENCE"),
        ),
        (
            "the last is left out",
            pick(&[0, 1, 2, 3, 4]),
            json!({ "count": 6 }),
            ("completeness", 4, "ERR_RECEIPT_COUNT"),
        ),
        (
            "the last is left out, of a tip",
            pick(&[0, 1, 2, 3, 4]),
            json!({ "tip": all[5].id().to_string() }),
            ("window", 4, "ERR_COMPETENCE_WINDOW"),
        ),
        (
            "a success twice",
            pick(&[0, 1, 1, 2, 3, 4, 5]),
            json!({}),
            ("attempts", 2, "ERR_COMPETENCE_DUPLICATE"),
        ),
        (
            "a success of before",
            pick(&[0, 1, 2, 3, 1, 4, 5]),
            json!({}),
            ("linkage", 4, "ERR_RECEIPT_DUPLICATE"),
        ),
        (
            "of another",
            vec![issue(NOTARY, None, &of(ATTEMPT, &tried("success"), START))],
            json!({ "actor": AGENT }),
            ("actors", 0, "ERR_RECEIPT_ACTOR"),
        ),
        (
            "under another key",
            vec![issue_as(AGENT, 9, None, &of(ATTEMPT, &tried("success"), START))],
            json!({}),
            ("signatures", 0, "ERR_RECEIPT_SIGNATURE"),
        ),
        (
            "of the future",
            single(tried("success")),
            json!({ "now": START - HOUR }),
            ("time", 0, "ERR_RECEIPT_NOT_YET"),
        ),
        (
            "work counted twice",
            chain(&[with_work(&work), with_work(&work)]),
            json!({}),
            ("attempts", 1, "ERR_COMPETENCE_DUPLICATE"),
        ),
        (
            "work that is no id",
            single(with_work("x")),
            json!({}),
            ("attempts", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        (
            "a domain outside the grammar",
            single(json!({ "domain": "deploy:web/../prod", "outcome": "success" })),
            json!({}),
            ("attempts", 0, "ERR_CAPABILITY_TRAVERSAL"),
        ),
        (
            "a domain that is a pattern",
            single(json!({ "domain": "deploy:**", "outcome": "success" })),
            json!({}),
            ("attempts", 0, "ERR_CAPABILITY_WILDCARD"),
        ),
        (
            "look-alikes in a domain",
            single(json!({ "domain": "deploy:wеb", "outcome": "success" })),
            json!({}),
            ("attempts", 0, "ERR_CAPABILITY_CHARACTER"),
        ),
        (
            "no outcome",
            single(json!({ "domain": DOMAIN })),
            json!({}),
            ("attempts", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        (
            "an outcome that there is not",
            single(tried("perfect")),
            json!({}),
            ("attempts", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        (
            "partly, without a score",
            single(tried("partial")),
            json!({}),
            ("attempts", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        (
            "partly, and wholly",
            single(partly(1_000_000)),
            json!({}),
            ("attempts", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        (
            "partly, and not at all",
            single(partly(0)),
            json!({}),
            ("attempts", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        (
            "partly, and half a part",
            single(json!({ "domain": DOMAIN, "outcome": "partial", "score": 0.5 })),
            json!({}),
            ("attempts", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        (
            "a failure with a score",
            single(json!({ "domain": DOMAIN, "outcome": "failure", "score": 9 })),
            json!({}),
            ("attempts", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        (
            "a member too many",
            single(json!({ "domain": DOMAIN, "outcome": "success", "validator": NOTARY })),
            json!({}),
            ("attempts", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        ("hidden content", hidden, json!({}), ("attempts", 0, "ERR_COMPETENCE_MALFORMED")),
        (
            "no attempt in the domain",
            all.clone(),
            json!({ "domain": "review:**", "attempts": 0, "rate": 0 }),
            ("thresholds", 5, "ERR_COMPETENCE_DOMAIN"),
        ),
        (
            "too few",
            all.clone(),
            json!({ "attempts": 6 }),
            ("thresholds", 5, "ERR_COMPETENCE_THRESHOLD"),
        ),
        (
            "not good enough",
            all.clone(),
            json!({ "rate": 733_334 }),
            ("thresholds", 5, "ERR_COMPETENCE_THRESHOLD"),
        ),
        (
            "nobody else says so",
            all.clone(),
            json!({ "validated": 1 }),
            ("thresholds", 5, "ERR_COMPETENCE_THRESHOLD"),
        ),
        (
            "a rate of nothing",
            all.clone(),
            json!({ "validatedRate": 0 }),
            ("thresholds", 5, "ERR_COMPETENCE_THRESHOLD"),
        ),
        (
            "no such streak",
            all.clone(),
            json!({ "streak": 5 }),
            ("thresholds", 5, "ERR_COMPETENCE_THRESHOLD"),
        ),
        (
            "a claim of a better rate",
            chain(&[tried("failure"), tried("success"), claim(500_001, 2)]),
            json!({}),
            ("claims", 2, "ERR_COMPETENCE_CLAIM"),
        ),
        (
            "a claim of more",
            chain(&[tried("success"), claim(0, 2), tried("success")]),
            json!({}),
            ("claims", 1, "ERR_COMPETENCE_CLAIM"),
        ),
        (
            "a claim without a domain",
            single(json!({ "attempts": 0, "rate": 0 })),
            json!({}),
            ("claims", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        (
            "a claim of a rate above all",
            single(claim(1_000_001, 0)),
            json!({}),
            ("claims", 0, "ERR_COMPETENCE_MALFORMED"),
        ),
        (
            "a window that begins before what is shown",
            pick(&[1, 2, 3, 4, 5]),
            json!({ "from": START }),
            ("window", 0, "ERR_COMPETENCE_WINDOW"),
        ),
        (
            "a window that begins where it is shown",
            pick(&[1, 2, 3, 4, 5]),
            json!({ "from": START + HOUR }),
            ("window", 0, "ERR_COMPETENCE_WINDOW"),
        ),
    ];
    for (name, receipts, policy, failure) in rows {
        assert_fails(name, &run(&[], &receipts, &policy), failure);
    }
}

#[test]
fn a_window_needs_its_receipts_alone() {
    let all = chain(&usual());
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
    let receipts = chain(&[tried("failure"), tried("success"), claim, other]);
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

#[test]
fn validations_of_one_attempt_are_bounded() {
    let receipts = chain(&[tried("success")]);
    let mut keys = trust();
    let mut validations = Vec::new();
    for index in 0..20_u8 {
        let did = format!("did:web:v{index}.example");
        keys.keys.push(countersign_core::trust::TrustedKey {
            id: Some(format!("{did}#key-1")),
            ..countersign_core::trust::TrustedKey::pinned(secret(index + 20).public_key().clone())
        });
        let content = json!({ "attempt": receipts[0].id().to_string(), "outcome": "success" });
        validations.push(issue_as(&did, index + 20, None, &of(VALIDATION, &content, START)));
    }
    let report = run_with(keys, &validations, &receipts, &json!({ "quorum": 16 }));
    assert_eq!(report["validations"]["counted"], 16);
    assert_eq!(report["validations"]["refused"][0]["code"], "ERR_LIMIT_EXCEEDED");
    assert_eq!(report["validated"]["attempts"], 1);
}

fn own() -> Value {
    let value = |receipt: &Receipt| serde_json::from_str::<Value>(&text(receipt)).unwrap();
    let row =
        |receipt: &Receipt| json!({ "receipt": value(receipt), "id": receipt.id().to_string() });
    let work = chain(&[Value::Null])[0].id().to_string();
    let claim = json!({ "domain": "deploy:**", "attempts": 5, "rate": 733_333, "validated": 2, "validatedRate": 500_000 });
    let mut contents = usual();
    contents[1]["work"] = work.into();
    contents.push(claim);
    let receipts = chain(&contents);
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
        let report = run(&[], &chain(&contents), &json!({}));
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
        let all = chain(&[tried("failure"), tried("success"), tried("success"), tried("success")]);
        let receipts: Vec<Receipt> = order.iter().map(|index| all[*index].clone()).collect();
        let held = run(&[], &receipts, &json!({})).require(&[]).is_ok();
        prop_assert_eq!(held, order == [0, 1, 2, 3]);
    }
}
