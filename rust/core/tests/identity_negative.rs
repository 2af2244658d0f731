//! Negative proofs: ceilings, declarations and absences, row by row, and our own vectors.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all identity_negative::` writes
//! `rust/vectors/identity/negative.json`; `ts/test/identityNegative.test.ts` checks it with other
//! implementations.

use countersign_core::{
    Error,
    encoding::hex,
    fact::State,
    identity::{
        negative::{
            Query, Report, absence, exclude_by_grants, exclude_by_lineage, unsigned,
            verify_declaration,
        },
        spawn::Options,
    },
    receipt::{self, Receipt},
    time::UnixSeconds,
    trust::Trust,
};
use countersign_testkit::{
    frames,
    keys::{did, multi, secret},
    own_vectors,
    records::sign_receipt,
    vectors,
};
use serde_json::{Value, json};

use crate::support::identity_negative::{NOW, asked, declaration, pinned, testimony};

fn failure(report: &Report) -> Option<(&'static str, usize, &'static str)> {
    report.facts.iter().find_map(|(fact, state)| match state {
        State::Refused { place, error } => Some((*fact, *place, error.code())),
        State::Ok | State::Unchecked => None,
    })
}

/// The lineage of the vectors of spawn: a ceiling of `read:docs/**` and `write:docs/drafts/*`, then
/// one of `read:docs/a/*`.
fn spawned(member: &str) -> String {
    vectors("identity/spawn.json")[member].to_string()
}

fn excluded(capability: &str, now: u64) -> Report {
    let options = Options::new(UnixSeconds(now));
    exclude_by_lineage(capability, &spawned("lineage"), &pinned(&[&secret(1)]), &options).unwrap()
}

#[test]
fn a_ceiling_excludes_what_it_does_not_touch() {
    for (capability, index) in [
        ("delete:docs/a", 0),
        ("read:secrets/**", 0),
        ("write:docs/drafts/a", 1),
        ("read:docs/b/*", 1),
        ("read:docs/a", 1),
        ("read:docs/a/b/c", 1),
    ] {
        let report = excluded(capability, NOW.0);
        assert_eq!(report.require(&[]), Ok(()), "{capability}");
        let json: Value = serde_json::from_str(&report.to_json()).unwrap();
        assert_eq!(json["excludedBy"]["at"], index, "{capability}");
        assert_eq!(
            (&json["evidence"], &json["signer"]["trust"]),
            (&json!("ceiling"), &json!("trusted"))
        );
    }
    for capability in ["read:docs/a/b", "read:docs/a/*", "read:docs/**", "*:docs/a/b", "*:**"] {
        let want = Some(("exclusion", 1, "ERR_NEGATIVE_COVERED"));
        assert_eq!(failure(&excluded(capability, NOW.0)), want, "{capability}");
    }
    let long_after = excluded("delete:docs/a", NOW.0 + 1_000_000);
    assert_eq!(long_after.require(&[]), Ok(()), "the end of a life takes only away");
    let before = excluded("delete:docs/a", NOW.0 - 101);
    assert_eq!(failure(&before), Some(("exclusion", 0, "ERR_NEGATIVE_NOT_YET")));
}

#[test]
fn a_ceiling_of_nobody_we_know_excludes_nothing() {
    let (options, lineage) = (Options::new(NOW), spawned("lineage"));
    let by = |trust: &Trust, lineage: &str| {
        failure(&exclude_by_lineage("delete:docs/a", lineage, trust, &options).unwrap())
    };
    assert_eq!(by(&pinned(&[&secret(8)]), &lineage), Some(("root", 0, "ERR_SPAWN_ROOT")));
    let mut changed: Value = serde_json::from_str(&lineage).unwrap();
    changed[1]["spawn"]["ceiling"] = json!(["read:docs/**"]);
    let first_key = pinned(&[&secret(1)]);
    assert_eq!(
        by(&first_key, &changed.to_string()),
        Some(("signatures", 1, "ERR_SPAWN_SIGNATURE"))
    );
    assert_eq!(by(&first_key, "[]"), Some(("form", 0, "ERR_SPAWN_MALFORMED")));
    let bad = exclude_by_lineage("docs", &lineage, &first_key, &options);
    assert_eq!(bad.unwrap_err().code(), "ERR_CAPABILITY_MALFORMED");
}

#[test]
fn grants_exclude_what_they_do_not_touch() {
    let (options, grants) = (Options::new(NOW), spawned("grants"));
    let by = |capability: &str, key: u8| {
        exclude_by_grants(capability, &grants, &pinned(&[&secret(key)]), &options).unwrap()
    };
    assert_eq!(by("read:docs/b", 1).require(&[]), Ok(()));
    assert!(by("read:docs/b", 1).to_json().contains("\"basis\":\"grants\""));
    let covered = failure(&by("read:docs/a/b", 1));
    assert_eq!(covered, Some(("exclusion", 1, "ERR_NEGATIVE_COVERED")));
    assert_eq!(failure(&by("read:docs/b", 2)), Some(("root", 0, "ERR_GRANT_ROOT")));
    let none = exclude_by_grants("read:docs/b", "[]", &pinned(&[]), &options).unwrap();
    assert_eq!(failure(&none), Some(("form", 0, "ERR_GRANT_MALFORMED")));
}

/// A chain of receipts of these actions.
fn receipts(actions: &[&str]) -> Vec<Value> {
    let by = secret(1);
    let mut chain = Vec::new();
    let mut previous: Option<Receipt> = None;
    for (index, action) in actions.iter().enumerate() {
        let given = json!({
            "actor": did(&by), "keyId": format!("{}#{}", did(&by), multi(&by)),
            "algorithm": "ed25519", "action": action, "content": {},
            "time": NOW.0 * 1000 + u64::try_from(index).unwrap() });
        let signed = sign_receipt(&given, previous.as_ref(), &by);
        chain.push(serde_json::from_str(&signed.to_json().unwrap()).unwrap());
        previous = Some(signed);
    }
    chain
}

fn searched(chain: &[Value], query: &Value, policy: &Value) -> Report {
    let policy = receipt::chain::Policy::from_json(&policy.to_string()).unwrap();
    let query = Query::from_json(&query.to_string()).unwrap();
    absence(&frames(chain), pinned(&[&secret(1)]), policy, &query).unwrap()
}

#[test]
fn an_absence_is_shown_by_the_whole_range() {
    let all = receipts(&["read", "read", "deploy:test", "read", "read"]);
    let count = json!({ "count": 5 });
    let none = json!({});
    type Row<'a> = (&'a str, &'a [Value], Value, &'a Value, Option<(&'a str, usize, &'a str)>);
    let rows: [Row<'_>; 9] = [
        ("never", &all, json!({ "actions": ["delete"] }), &count, None),
        (
            "never in a range",
            &all,
            json!({ "actions": ["deploy:*"], "from": 3, "to": 4 }),
            &none,
            None,
        ),
        (
            "it is there",
            &all,
            json!({ "actions": ["deploy:*"] }),
            &count,
            Some(("absence", 2, "ERR_NEGATIVE_FOUND")),
        ),
        (
            "by name",
            &all,
            json!({ "actions": ["x", "deploy:test"], "from": 2, "to": 2 }),
            &none,
            Some(("absence", 2, "ERR_NEGATIVE_FOUND")),
        ),
        (
            "a tail is cut",
            &all[..4],
            json!({ "actions": ["delete"] }),
            &count,
            Some(("range", 3, "ERR_RECEIPT_COUNT")),
        ),
        (
            "shorter than the range",
            &all,
            json!({ "actions": ["delete"], "from": 0, "to": 5 }),
            &none,
            Some(("range", 5, "ERR_NEGATIVE_RANGE")),
        ),
        (
            "begins later",
            &all[3..],
            json!({ "actions": ["delete"], "from": 0, "to": 4 }),
            &none,
            Some(("range", 0, "ERR_NEGATIVE_RANGE")),
        ),
        (
            "nothing",
            &[],
            json!({ "actions": ["delete"] }),
            &none,
            Some(("range", 0, "ERR_NEGATIVE_RANGE")),
        ),
        (
            "not so many",
            &all,
            json!({ "actions": ["delete"], "from": 0, "to": 4 }),
            &json!({ "count": 6 }),
            Some(("range", 4, "ERR_RECEIPT_COUNT")),
        ),
    ];
    for (name, chain, query, policy, want) in rows {
        let report = searched(chain, &query, policy);
        assert_eq!(failure(&report), want, "{name}: {}", report.to_json());
        if want.is_none() {
            assert_eq!(report.require(&[]), Ok(()), "{name}");
        }
    }
}

#[test]
fn an_absence_needs_a_range_without_a_gap() {
    let (all, none) = (receipts(&["read", "read", "deploy:test", "read", "read"]), json!({}));
    let open = searched(&all, &json!({ "actions": ["delete"] }), &none);
    assert_eq!(open.require(&[]), Err(Error::FactUnchecked("range")));
    let gap = [all[0].clone(), all[1].clone(), all[3].clone(), all[4].clone()];
    let hidden = searched(&gap, &json!({ "actions": ["deploy:*"], "from": 0, "to": 4 }), &none);
    assert_eq!(failure(&hidden), Some(("chain", 2, "ERR_RECEIPT_PREVIOUS")), "one was left out");
}

#[test]
fn a_question_is_read_strictly() {
    for query in [
        json!({}),
        json!({ "actions": [] }),
        json!({ "actions": [""] }),
        json!({ "actions": ["a"], "from": 2, "to": 1 }),
        json!({ "actions": ["a"], "before": 1 }),
        json!({ "actions": vec!["a"; 65] }),
    ] {
        let refused = Query::from_json(&query.to_string()).unwrap_err();
        assert_eq!(refused.code(), "ERR_POLICY_MALFORMED", "{query}");
    }
}

#[test]
fn our_own_vectors_hold() {
    own_vectors("identity/negative.json", &everything());
}

/// All records of the format, by fixed keys: secrets are 32 bytes of 01 and 02.
fn everything() -> Value {
    let said = declaration();
    let seen = testimony(&said, &secret(2), NOW.0);
    let record = |record: &Value| {
        let mut body = record.clone();
        body.as_object_mut().unwrap().remove("signature");
        let message = hex::encode(unsigned(&body.to_string()).unwrap().message());
        json!({ "record": record, "message": message })
    };
    let text =
        verify_declaration(&said.to_string(), &[], &pinned(&[&secret(1)]), &asked(&json!({})));
    let found: Value = serde_json::from_str(&text.unwrap()).unwrap();
    let spawned = vectors("identity/spawn.json");
    json!({
        "source": "this project, by the test `identity_negative`",
        "licence": "MIT OR Apache-2.0",
        "now": NOW.0,
        "secrets": { "declarer": "01 * 32", "witness": "02 * 32" },
        "declaration": said,
        "declarationId": found["id"],
        "witness": seen,
        "records": [record(&said), record(&seen)],
        "lineage": spawned["lineage"],
        "ceilings": [
            { "capability": "delete:docs/a", "excludedAt": 0 },
            { "capability": "write:docs/drafts/a", "excludedAt": 1 },
            { "capability": "read:docs/a/b" },
            { "capability": "*:**" },
        ],
        "receipts": receipts(&["read", "deploy:test", "read"]),
        "absences": [
            { "actions": ["delete"], "count": 3 },
            { "actions": ["deploy:*"], "from": 2, "to": 2 },
            { "actions": ["deploy:*"], "count": 3, "code": "ERR_NEGATIVE_FOUND" },
            { "actions": ["delete"], "from": 0, "to": 3, "code": "ERR_NEGATIVE_RANGE" },
        ],
    })
}
