//! Ends of spawned identities, and grants inside their lives.

use countersign_core::{
    Error,
    did::Purpose,
    encoding::base64url,
    fact::State,
    grant,
    identity::spawn::{Options, Report, prepare, terminate},
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{did, multi, secret},
    records::{pinned, sign_grant, sign_spawn},
};
use serde_json::{Value, json};

use crate::support::identity_spawn::{
    NOW, With, completion, draft, failure, generation, grants, ids, judge_with, lineage, narrower,
    options, termination,
};

fn ended(lineage: &[Value], ends: Vec<Value>) -> Report {
    judge_with(lineage, &options(), &pinned(&secret(1)), &With { ends, ..With::default() })
}

#[test]
fn who_may_ends_a_child_and_all_below() {
    let all = lineage();
    let [one, two, three] = [1, 2, 3].map(secret);
    let guardian = secret(9);
    let rows = [
        ("the parent", vec![termination(&all[1], &two, NOW.0)], 1, "ERR_SPAWN_TERMINATED"),
        ("an ancestor", vec![termination(&all[1], &one, NOW.0)], 1, "ERR_SPAWN_TERMINATED"),
        ("a guardian", vec![termination(&all[1], &guardian, NOW.0)], 1, "ERR_SPAWN_TERMINATED"),
        ("cascade", vec![termination(&all[0], &one, NOW.0)], 0, "ERR_SPAWN_TERMINATED"),
        ("itself", vec![completion(&all[1], &three)], 1, "ERR_SPAWN_COMPLETED"),
        ("its parent itself", vec![completion(&all[0], &two)], 0, "ERR_SPAWN_COMPLETED"),
        ("unreadable", vec![json!("{}")], 0, "ERR_SPAWN_TERMINATION"),
        (
            "no JSON",
            vec![json!({ "type": "countersign/spawn-termination/v1" })],
            0,
            "ERR_SPAWN_TERMINATION",
        ),
        (
            "the first of two",
            vec![termination(&all[1], &two, NOW.0), termination(&all[0], &one, NOW.0)],
            0,
            "ERR_SPAWN_TERMINATED",
        ),
    ];
    for (name, ends, index, code) in rows {
        let report = ended(&all, ends);
        assert_eq!(failure(&report), Some(("termination", index, code)), "{name}");
        assert!(report.ignored.is_empty(), "{name}");
    }
}

#[test]
fn a_key_that_is_ruled_out_still_ends_what_it_made() {
    let (all, two) = (lineage(), secret(2));
    let listed = || TrustedKey::pinned(two.public_key().clone());
    for parent in [
        TrustedKey { revoked: true, ..listed() },
        TrustedKey { until: Some(NOW), ..listed() },
        TrustedKey { purposes: Some(vec![Purpose::Authentication]), ..listed() },
    ] {
        let trust =
            Trust { keys: vec![pinned(&secret(1)).keys[0].clone(), parent], ..Trust::default() };
        let judge = |of: &Value| {
            let ends = vec![termination(of, &two, NOW.0)];
            judge_with(&all, &options(), &trust, &With { ends, ..With::default() })
        };
        let own = State::Refused { place: 1, error: Error::SpawnTerminated };
        assert_eq!(*judge(&all[1]).state("termination"), own);
        assert_eq!(*judge(&all[0]).state("termination"), State::Ok, "its own birth is not its own");
    }
}

#[test]
fn an_end_by_a_stranger_counts_for_nothing() {
    let all = lineage();
    let [two, three, guardian, stranger] = [2, 3, 9, 8].map(secret);
    let mut forged = termination(&all[1], &two, NOW.0);
    forged["effective"] = json!(NOW.0 - 1);
    let mut other = json!({ "type": "countersign/spawn-completion/v1", "algorithm": "ed25519",
        "spawn": ids(&all)[1], "key": multi(&stranger), "issued": NOW.0 });
    other = sign_spawn(&other.to_string(), &stranger);
    let draft = json!({ "algorithm": "ed25519", "terminator": "did:web:other.example",
        "key": multi(&two), "issued": NOW.0, "effective": NOW.0, "reason": "task done" });
    let renamed =
        sign_spawn(&terminate(&all[1]["spawn"].to_string(), &draft.to_string()).unwrap(), &two);
    let rows = [
        ("the parent's key under another name", renamed, Some("ERR_SPAWN_TERMINATOR")),
        ("a stranger", termination(&all[1], &stranger, NOW.0), Some("ERR_SPAWN_TERMINATOR")),
        ("the child", termination(&all[1], &three, NOW.0), Some("ERR_SPAWN_TERMINATOR")),
        ("a child its parent", termination(&all[0], &two, NOW.0), Some("ERR_SPAWN_TERMINATOR")),
        (
            "a guardian of one below",
            termination(&all[0], &guardian, NOW.0),
            Some("ERR_SPAWN_TERMINATOR"),
        ),
        ("a completion of another", other, Some("ERR_SPAWN_TERMINATOR")),
        ("forged", forged, Some("ERR_SPAWN_SIGNATURE")),
        ("later", termination(&all[1], &two, NOW.0 + 61), None),
    ];
    for (name, end, code) in rows {
        let report = ended(&all, vec![end]);
        assert_eq!(report.require(&["authority"]), Ok(()), "{name}");
        assert_eq!(report.ignored.first().map(|(_, _, error)| error.code()), code, "{name}");
    }
    let open = Options { ends: false, ..options() };
    let report = judge_with(&all, &open, &pinned(&secret(1)), &With::default());
    assert_eq!(report.require(&["authority"]), Err(Error::FactUnchecked("termination")));
}

#[test]
fn a_number_and_a_key_come_once() {
    let all = lineage();
    let [one, two, three, four] = [1, 2, 3, 4].map(secret);
    let first = std::slice::from_ref(&all[0]);
    let sibling = generation(first, &two, &four, &json!({ "depth": 0, "number": 0 }));
    let twin = generation(first, &two, &four, &narrower());
    let again =
        sign_spawn(&prepare("", &draft(&four, &three, &json!({})).to_string()).unwrap(), &four);
    let other =
        sign_spawn(&prepare("", &draft(&four, &one, &json!({})).to_string()).unwrap(), &four);
    let mut forged = twin["spawn"].clone();
    forged["purpose"] = json!("another");
    let rows = [
        ("a sibling", vec![sibling["spawn"].clone()], None, 0),
        ("itself", vec![all[1]["spawn"].clone()], None, 0),
        ("of another family", vec![other], None, 0),
        ("a number twice", vec![twin["spawn"].clone()], Some(1), 0),
        ("a key twice", vec![again], Some(1), 0),
        ("forged", vec![forged], None, 1),
    ];
    for (name, family, index, ignored) in rows {
        let with = With { family, ..With::default() };
        let report = judge_with(&all, &options(), &pinned(&one), &with);
        let want = index.map(|index| ("family", index, "ERR_SPAWN_DUPLICATE"));
        assert_eq!(failure(&report), want, "{name}");
        assert_eq!(report.ignored.len(), ignored, "{name}");
    }
    let with = With { family: vec![json!("{}")], ..With::default() };
    let report = judge_with(&all, &options(), &pinned(&one), &with);
    assert_eq!(*report.state("family"), State::Unchecked);
    // The same holds if many cannot be read.
    let with = With { family: vec![json!("{}"), json!("{}")], ..With::default() };
    let report = judge_with(&all, &options(), &pinned(&one), &with);
    assert_eq!(*report.state("family"), State::Unchecked);
}

#[test]
fn grants_hold_inside_the_bounds_of_a_life() {
    let all = lineage();
    let judged = |grants: Vec<Value>| {
        let with = With { grants, ..With::default() };
        judge_with(&all, &options(), &pinned(&secret(1)), &with)
    };
    let good = judged(grants(&json!({})));
    assert_eq!(good.require(&[]), Ok(()), "{}", good.to_json());
    let four = secret(4);
    let rows = [
        (
            "above the ceiling",
            grants(&json!({ "capabilities": ["read:docs/b"] })),
            1,
            "ERR_SPAWN_WIDENED",
        ),
        (
            "to another",
            grants(&json!({ "subject": did(&four), "subjectKey": multi(&four) })),
            1,
            "ERR_SPAWN_GRANT",
        ),
        ("too short", grants(&json!({}))[..1].to_vec(), 1, "ERR_SPAWN_GRANT"),
        ("the other way", grants(&json!({})).into_iter().rev().collect(), 0, "ERR_GRANT_ROOT"),
    ];
    for (name, grants, index, code) in rows {
        assert_eq!(failure(&judged(grants)), Some(("authority", index, code)), "{name}");
    }
    let mut endless = grants(&json!({}));
    endless[0]["constraints"] = json!({});
    endless[0].as_object_mut().unwrap().remove("signature");
    let first = sign_grant(&endless[0], &secret(1));
    let with = With { grants: vec![first], ..With::default() };
    let report = judge_with(&all[..1], &options(), &pinned(&secret(1)), &with);
    assert_eq!(failure(&report), Some(("authority", 0, "ERR_SPAWN_WIDENED")), "no end");
}

/// A human grants to 1, which spawned 2. The verifier only knows the human.
#[test]
fn grants_may_lead_to_the_first_parent() {
    let [human, one, two] = [7, 1, 2].map(secret);
    let all = [generation(&[], &one, &two, &json!({}))];
    let body = json!({
        "type": "countersign/grant/v1", "algorithm": "ed25519",
        "issuer": did(&human), "issuerKey": multi(&human),
        "subject": did(&one), "subjectKey": multi(&one),
        "capabilities": ["read:docs/**"], "constraints": { "expires": NOW.0 + 400 },
        "delegation": 2, "issued": NOW.0 - 40, "nonce": base64url::encode(&[1; 16]) });
    let root = sign_grant(&body, &human);
    let draft = json!({
        "algorithm": "ed25519", "issuerKey": multi(&one),
        "subject": did(&two), "subjectKey": multi(&two),
        "capabilities": ["read:docs/a"], "delegation": 0, "issued": NOW.0 - 30,
        "nonce": base64url::encode(&[2; 16]) });
    let link = grant::delegate(&json!([root]).to_string(), &draft.to_string()).unwrap();
    let link = sign_grant(&serde_json::from_str(&link).unwrap(), &one);
    let with = With { grants: vec![root.clone(), link], ..With::default() };
    let report = judge_with(&all, &options(), &pinned(&human), &with);
    assert_eq!(report.require(&[]), Ok(()), "{}", report.to_json());
    assert!(report.to_json().contains("\"trust\":\"granted\""));
    let report = judge_with(&all, &options(), &pinned(&secret(6)), &with);
    assert_eq!(failure(&report), Some(("root", 0, "ERR_SPAWN_ROOT")));
    let with = With { grants: vec![root], ..With::default() };
    let report = judge_with(&all, &options(), &pinned(&human), &with);
    assert_eq!(failure(&report), Some(("root", 0, "ERR_SPAWN_ROOT")), "not to the parent");
}
