//! Competence: each refusal has its code, and says which fact failed, and where.

use countersign_core::{identity::competence::ATTEMPT, receipt::Receipt};
use countersign_testkit::{keys::secret, records::sign_receipt};
use serde_json::{Value, json};

use crate::support::{
    competence::{DOMAIN, Failure, assert_fails, attempts, of, partly, run, tried, usual},
    receipts::{AGENT, HOUR, NOTARY, START, issue, issue_as},
};

/// A success that counts the receipt `work`.
fn with_work(work: &str) -> Value {
    json!({ "domain": DOMAIN, "outcome": "success", "work": work })
}

#[test]
fn a_sequence_that_is_not_whole() {
    let all = attempts(&usual());
    let pick = |order: &[usize]| order.iter().map(|index| all[*index].clone()).collect();
    let work = all[2].id().to_string();
    let rows: [(&str, Vec<Receipt>, Value, Failure); 12] = [
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
            attempts(&[tried("success")]),
            json!({ "now": START - HOUR }),
            ("time", 0, "ERR_RECEIPT_NOT_YET"),
        ),
        (
            "work counted twice",
            attempts(&[with_work(&work), with_work(&work)]),
            json!({}),
            ("attempts", 1, "ERR_COMPETENCE_DUPLICATE"),
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
        let report = run(&[], &receipts, &policy);
        assert_fails(name, &report, failure);
        if failure.0 == "window" {
            let end = if failure.1 == 0 { "first" } else { "last" };
            let reason = format!("its {end} receipts are missing");
            assert_eq!(report["facts"]["window"]["data"]["reason"], reason, "{name}");
        }
    }
}

#[test]
fn an_attempt_of_another_form() {
    let rows = [
        ("work that is no id", with_work("x"), "ERR_COMPETENCE_MALFORMED"),
        (
            "a domain outside the grammar",
            json!({ "domain": "deploy:web/../prod", "outcome": "success" }),
            "ERR_CAPABILITY_TRAVERSAL",
        ),
        (
            "a domain that is a pattern",
            json!({ "domain": "deploy:**", "outcome": "success" }),
            "ERR_CAPABILITY_WILDCARD",
        ),
        (
            "look-alikes in a domain",
            json!({ "domain": "deploy:wеb", "outcome": "success" }),
            "ERR_CAPABILITY_CHARACTER",
        ),
        ("no outcome", json!({ "domain": DOMAIN }), "ERR_COMPETENCE_MALFORMED"),
        ("an outcome that there is not", tried("perfect"), "ERR_COMPETENCE_MALFORMED"),
        ("partly, without a score", tried("partial"), "ERR_COMPETENCE_MALFORMED"),
        ("partly, and wholly", partly(1_000_000), "ERR_COMPETENCE_MALFORMED"),
        ("partly, and not at all", partly(0), "ERR_COMPETENCE_MALFORMED"),
        (
            "partly, and half a part",
            json!({ "domain": DOMAIN, "outcome": "partial", "score": 0.5 }),
            "ERR_COMPETENCE_MALFORMED",
        ),
        (
            "a failure with a score",
            json!({ "domain": DOMAIN, "outcome": "failure", "score": 9 }),
            "ERR_COMPETENCE_MALFORMED",
        ),
        (
            "a member too many",
            json!({ "domain": DOMAIN, "outcome": "success", "validator": NOTARY }),
            "ERR_COMPETENCE_MALFORMED",
        ),
    ];
    for (name, content, code) in rows {
        let report = run(&[], &attempts(&[content]), &json!({}));
        assert_fails(name, &report, ("attempts", 0, code));
    }
}

#[test]
fn an_attempt_whose_content_is_hidden() {
    let shown = &attempts(&usual())[0];
    let mut given = of(ATTEMPT, &Value::Null, START);
    given.as_object_mut().unwrap().remove("content");
    given["contentHash"] = shown.content_hash().unwrap().to_string().into();
    given["actor"] = AGENT.into();
    given["keyId"] = format!("{AGENT}#key-1").into();
    given["algorithm"] = "ed25519".into();
    given["final"] = true.into();
    let hidden = sign_receipt(&given, None, &secret(1));
    let failure = ("attempts", 0, "ERR_COMPETENCE_MALFORMED");
    assert_fails("hidden content", &run(&[], &[hidden], &json!({})), failure);
}

#[test]
fn a_threshold_that_is_not_met() {
    let all = attempts(&usual());
    let rows = [
        (
            "no attempt in the domain",
            json!({ "domain": "review:**", "attempts": 0, "rate": 0 }),
            "ERR_COMPETENCE_DOMAIN",
        ),
        ("too few", json!({ "attempts": 6 }), "ERR_COMPETENCE_THRESHOLD"),
        ("not good enough", json!({ "rate": 733_334 }), "ERR_COMPETENCE_THRESHOLD"),
        ("nobody else says so", json!({ "validated": 1 }), "ERR_COMPETENCE_THRESHOLD"),
        ("a rate of nothing", json!({ "validatedRate": 0 }), "ERR_COMPETENCE_THRESHOLD"),
        ("no such streak", json!({ "streak": 5 }), "ERR_COMPETENCE_THRESHOLD"),
    ];
    for (name, policy, code) in rows {
        assert_fails(name, &run(&[], &all, &policy), ("thresholds", 5, code));
    }
}

#[test]
fn a_claim_that_is_not_true() {
    let claim = |rate: u64, attempts: u64| json!({ "domain": "deploy:**", "attempts": attempts, "rate": rate });
    let rows = [
        (
            "a claim of a better rate",
            vec![tried("failure"), tried("success"), claim(500_001, 2)],
            2,
            "ERR_COMPETENCE_CLAIM",
        ),
        (
            "a claim of more",
            vec![tried("success"), claim(0, 2), tried("success")],
            1,
            "ERR_COMPETENCE_CLAIM",
        ),
        (
            "a claim without a domain",
            vec![json!({ "attempts": 0, "rate": 0 })],
            0,
            "ERR_COMPETENCE_MALFORMED",
        ),
        ("a claim of a rate above all", vec![claim(1_000_001, 0)], 0, "ERR_COMPETENCE_MALFORMED"),
    ];
    for (name, contents, index, code) in rows {
        let report = run(&[], &attempts(&contents), &json!({}));
        assert_fails(name, &report, ("claims", index, code));
    }
}
