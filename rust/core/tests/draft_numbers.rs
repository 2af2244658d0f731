//! Numbers in drafts: where a whole number belongs, `1e3` and `1000.0` are none, whatever is written of them later.

use countersign_core::{Error, grant, identity::spawn, keys::Algorithm, receipt::Draft};
use countersign_testkit::{
    keys::secret,
    records::{sign_receipt, tree},
};
use serde_json::{Value, json};

use crate::support::{grant as grants, identity_spawn, receipt};

/// The text of a draft with another spelling of a number, for which it has the number 7,000.
fn spelled(draft: &Value, number: &str) -> String {
    let text = draft.to_string();
    assert!(text.contains("7000"), "{text}");
    text.replace("7000", number)
}

fn code<T>(made: Result<T, Error>) -> &'static str {
    made.map_or_else(|error| error.code(), |_| "")
}

#[test]
fn of_receipts() {
    let key = receipt::ed25519(1);
    let mut given = receipt::draft(Algorithm::Ed25519);
    let first = sign_receipt(&given, None, &key);
    given["time"] = json!(7000);
    for number in ["7e3", "7000.0", "70.00e2", "-0"] {
        let text = spelled(&given, number);
        assert_eq!(code(Draft::new(&text, None)), "ERR_RECEIPT_MALFORMED", "{number}");
        assert_eq!(code(Draft::new(&text, Some(&first))), "ERR_RECEIPT_MALFORMED", "{number}");
    }
    assert_eq!(code(Draft::new(&spelled(&given, "7000"), None)), "");
    given = receipt::draft(Algorithm::Ed25519);
    given["content"] = json!({ "number": 7000 });
    let statement = |number| Draft::new(&spelled(&given, number), None).unwrap().statement();
    assert_eq!(statement("7e3"), statement("7000"), "content is any JSON, and signed canonically");
}

#[test]
fn of_grants() {
    let [_, _, helper, next] = [1, 2, 3, 4].map(secret);
    let chain = json!([grants::root(&secret(1), &secret(2))]).to_string();
    let delegate = |draft: &str| grant::delegate(&chain, draft);
    let mut draft = grants::draft(&secret(2), &helper, &json!({ "delegation": 7000 }));
    for number in ["0.0", "-0", "1e0"] {
        assert_eq!(code(delegate(&spelled(&draft, number))), "ERR_GRANT_MALFORMED", "{number}");
    }
    assert_eq!(tree(&delegate(&spelled(&draft, "1")).unwrap())["delegation"], 1);
    draft =
        grants::draft(&secret(2), &next, &json!({ "constraints": { "custom": { "n": 7000 } } }));
    assert_eq!(code(delegate(&spelled(&draft, "7e3"))), "");
}

#[test]
fn of_spawns() {
    let draft = identity_spawn::draft(&secret(1), &secret(2), &json!({ "depth": 7000 }));
    for number in ["2.0", "2e0", "-0"] {
        let made = spawn::prepare("", &spelled(&draft, number));
        assert_eq!(code(made), "ERR_SPAWN_MALFORMED", "{number}");
    }
    assert_eq!(code(spawn::prepare("", &spelled(&draft, "2"))), "");
}
