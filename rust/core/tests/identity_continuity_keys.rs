//! Continuity of an agent whose keys rotate, by a history or in the chain itself.

use countersign_core::{
    identity::rotation::{History, Inception, Reason},
    keys::Algorithm,
    receipt::{Receipt, unsigned_rotation, with_next},
    time::UnixSeconds,
};
use countersign_testkit::{
    keys::secret,
    records::{receipts_of, sign_by_two, sign_document},
};
use serde_json::{Value, json};

use crate::support::{
    continuity::{over, run, run_with},
    receipts::{AGENT, HOUR, START, issue, issue_as},
};

/// An identity whose key was replaced after two hours. The old key is not believed from then on.
fn history() -> History {
    let (old, new) = (secret(1), secret(4));
    let start = UnixSeconds(START / 1000 - 60);
    let inception =
        Inception::new(old.public_key().clone(), Algorithm::Ed25519, start, None).unwrap();
    let history = History::unsigned(inception).unwrap();
    let history = History::read(&sign_document(history, &secret(1))).unwrap();
    let time = UnixSeconds((START + 2 * HOUR) / 1000);
    let rotation = history
        .rotation(
            (new.public_key().clone(), Algorithm::Ed25519),
            time,
            (Reason::Scheduled, None),
            None,
        )
        .unwrap();
    let unsigned = history.unsigned_rotation(rotation).unwrap();
    History::read(&sign_by_two(unsigned, &secret(1), &secret(4))).unwrap()
}

#[test]
fn a_history_says_who_signs_when() {
    let history = history();
    let did = history.id().to_owned();
    let made = |fills: &[u8]| {
        receipts_of((0..).zip(fills), |(hour, fill), previous| {
            issue_as(&did, *fill, previous, &over(START + hour * HOUR))
        })
    };
    let policy = json!({ "actor": did, "now": START + 3 * HOUR, "maxSilence": 3600 });
    let run = |fills: &[u8]| run_with(history.trust(), &made(fills), &policy);
    let report = run(&[1, 1, 4, 4]);
    assert_eq!(report.require(&["completeness"]), Ok(()), "{}", report.json);
    // The old key signs after its time, the new key before its time.
    assert_eq!(run(&[1, 1, 1, 4])["facts"]["signatures"]["at"], 2);
    assert_eq!(run(&[1, 4, 4, 4])["facts"]["signatures"]["at"], 1);
}

#[test]
fn a_rotation_in_the_chain_is_honoured() {
    let first = issue(AGENT, None, &over(START));
    let given = json!({ "actor": AGENT, "keyId": format!("{AGENT}#key-1"), "algorithm": "ed25519",
        "content": null, "time": START + HOUR });
    let key = secret(4).public_key().to_tagged();
    let given = with_next(&given.to_string(), &format!("{AGENT}#key-2"), "ed25519", &key).unwrap();
    let unsigned = unsigned_rotation(&given, Some(&first)).unwrap();
    let rotation = sign_by_two(unsigned, &secret(4), &secret(1));
    let rotation = Receipt::from_json(rotation.as_bytes()).unwrap();
    let next = |fill, name: &str| {
        let given = json!({ "time": START + 2 * HOUR, "keyId": format!("{AGENT}#{name}") });
        issue_as(AGENT, fill, Some(&rotation), &given)
    };
    let policy = json!({ "maxSilence": 3600, "until": START + 2 * HOUR });
    let good = run(&[first.clone(), rotation.clone(), next(4, "key-2")], &policy);
    assert_eq!(good.require(&["completeness"]), Ok(()));
    // What the old key signs afterwards does not end a silence.
    let bad = run(&[first, rotation.clone(), next(1, "key-1")], &policy);
    assert_eq!(bad["facts"]["signatures"]["at"], 2);
    assert_eq!(bad["facts"]["silence"]["code"], Value::Null);
    assert_eq!(bad["last"], 1);
}
