//! What became of the signatures of receipts, declarations and objects of AgenticIdentity, and of their witnesses: as in
//! `states.rs`.

use std::rc::Rc;

use countersign_core::{
    aid::Anchors,
    encoding::{base64url, frames},
    identity::negative::{self, Asked, verify_declaration},
    keys::SecretKey,
    receipt::{
        self, Expected, Receipt, Witness, aid,
        chain::{self, Chain},
    },
    trust::TrustedKey,
};
use countersign_testkit::{
    frames as framed,
    keys::{did, multi, secret},
    records::{sign_document, sign_receipt, sign_record},
};
use serde_json::{Value, json};

use crate::support::states::{A, B, Given, NOW, ROW, check_row, told, trusting, want};

fn receipt_of(actor: &str, fill: u8) -> Receipt {
    let given = json!({ "actor": actor, "keyId": format!("{actor}#k"), "algorithm": "ed25519",
        "action": "tool.call", "content": 1, "time": NOW.0 * 1000 });
    sign_receipt(&given, None, &secret(fill))
}

#[test]
fn witnesses_of_a_receipt() {
    let receipt = receipt_of(B, 2);
    let entry = json!({ "witness": A, "keyId": ROW, "algorithm": "ed25519", "time": NOW.0 * 1000 });
    let witness = Witness::from_json(&entry.to_string()).unwrap();
    let text = sign_document(witness.into_unsigned(receipt).unwrap(), &secret(1));
    let receipt = Receipt::from_json(text.as_bytes()).unwrap();
    let codes = ["ERR_RECEIPT_SIGNATURE", "ERR_RECEIPT_KEY", "ERR_TRUST_CHECKS"];
    let verify = |given: Given, witnesses| {
        // Each witness adds a check of its own.
        let expected =
            Expected { now: Some(NOW.0 * 1000), witnesses, max_checks: 1, ..Expected::default() };
        receipt::verify(&receipt, &given.trust(), &expected).map(|verified| verified.to_json())
    };
    for given in Given::ALL {
        let report: Value = serde_json::from_str(&verify(given, 0).unwrap()).unwrap();
        check_row("Receipt", given, &report["witnesses"][0], codes);
        assert_eq!(verify(given, 1).is_ok(), given == Given::Right, "{given:?}");
    }
}

#[test]
fn signatures_of_a_chain_of_receipts() {
    let receipt = receipt_of(A, 1).to_json().unwrap();
    let codes = ["ERR_RECEIPT_SIGNATURE", "ERR_RECEIPT_KEY", "ERR_TRUST_CHECKS"];
    for given in Given::ALL {
        let each = Expected { now: Some(NOW.0 * 1000), max_checks: 1, ..Expected::default() };
        let batch =
            receipt::verify_batch(&framed(&[receipt.as_str().into()]), &given.trust(), &each);
        let rows: Value = serde_json::from_str(&batch.unwrap()).unwrap();
        check_row("Receipt.verifyBatch", given, &rows[0], codes);
        let mut chain =
            Chain::new(given.trust(), chain::Policy { each, ..chain::Policy::default() });
        chain.push(receipt.as_bytes());
        let report = chain.report();
        let told: Value = serde_json::from_str(&report.to_json()).unwrap();
        let fact = &told["facts"]["signatures"];
        assert_eq!(fact["state"], given.state(), "{given:?}: {fact}");
        let code = report.facts.require(&["signatures", "identities", "completeness"]);
        let code = code.map_err(|error| error.code());
        let want = match given {
            Given::Right => Ok(()),
            Given::Wrong => Err("ERR_RECEIPT_SIGNATURE"),
            Given::Nothing => Err("ERR_RECEIPT_KEY"),
            Given::Crowd => Err("ERR_TRUST_CHECKS"),
        };
        assert_eq!(
            code, want,
            "one that is there is refused, although it may be unchecked: {given:?}"
        );
    }
}

#[test]
fn witnesses_of_a_declaration() {
    let record =
        |record: &str, by: &SecretKey| -> Value { sign_record(record, by, negative::unsigned) };
    let body = json!({ "type": "countersign/negative-declaration/v1", "algorithm": "ed25519",
        "declarer": did(&secret(2)), "key": multi(&secret(2)), "capabilities": ["delete:**"],
        "from": NOW.0 - 9, "until": NOW.0 + 9, "issued": NOW.0, "nonce": base64url::encode(&[4; 16]) });
    let said = record(&body.to_string(), &secret(2));
    let draft = json!({ "algorithm": "ed25519", "witness": did(&secret(1)),
        "key": multi(&secret(1)), "issued": NOW.0 });
    let draft = negative::witness(&said.to_string(), &draft.to_string()).unwrap();
    let seen = record(&draft, &secret(1));
    let mut forged = seen.clone();
    forged["signature"] = base64url::encode(&[7; 64]).into();
    let asked = Asked::from_json(&json!({ "now": NOW.0 }).to_string()).unwrap();
    let row = |seen: &Value, keys: &[u8]| {
        let pinned = |fill: &u8| TrustedKey::pinned(secret(*fill).public_key().clone());
        let trust = trusting(keys.iter().map(pinned));
        let seen = framed(std::slice::from_ref(seen));
        let report = verify_declaration(&said.to_string(), &seen, &trust, &asked).unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        told(&report["witnesses"][0])
    };
    assert_eq!(row(&seen, &[2, 1]), want("ok", None));
    assert_eq!(row(&forged, &[2, 1]), want("failed", Some("ERR_NEGATIVE_SIGNATURE")));
    assert_eq!(row(&seen, &[2]), want("unchecked", Some("ERR_NEGATIVE_KEY")));
}

#[test]
fn witnesses_and_chains_of_agentic_identity() {
    let [actor, witness] = [secret(2), secret(1)];
    let draft = json!({ "action_type": "Decision", "timestamp": 5,
        "action": { "description": "a", "references": [] } });
    let draft = draft.to_string();
    let text = sign_document(aid::unsigned(&draft, actor.public_key()).unwrap(), &actor);
    let seen = aid::unsigned_witness(&text, witness.public_key(), 7).unwrap();
    let seen = sign_document(seen, &witness);
    let mut forged: Value = serde_json::from_str(&seen).unwrap();
    forged["witnesses"][0]["witnessed_at"] = 8.into();
    let anchors = |fills: &[u8]| {
        let pinned = |fill: &u8| TrustedKey::pinned(secret(*fill).public_key().clone());
        Anchors::new(Rc::new(trusting(fills.iter().map(pinned))), &[], None).unwrap()
    };
    let row = |text: &str, fills: &[u8]| {
        let verified = aid::verify(text, &anchors(fills)).unwrap();
        let facts: Value = verified.to_text().lines().next().unwrap().parse().unwrap();
        told(&facts["witnesses"][0])
    };
    assert_eq!(row(&seen, &[2, 1]), want("ok", None));
    assert_eq!(row(&forged.to_string(), &[2, 1]), want("failed", Some("ERR_AID_SIGNATURE")));
    assert_eq!(row(&seen, &[2]), want("unchecked", Some("ERR_AID_UNTRUSTED")));
    let chain = |fills: &[u8]| -> Value {
        let list = frames::join(&[seen.as_bytes()]);
        serde_json::from_str(&aid::verify_chain(&list, &anchors(fills), "{}").unwrap()).unwrap()
    };
    assert_eq!(told(&chain(&[2])["facts"]["signatures"]), want("ok", None));
    assert_eq!(chain(&[2])["badWitnesses"], 0, "nobody trusts it, and it may well hold");
    let nobody = chain(&[]);
    assert_eq!(told(&nobody["facts"]["signatures"]), want("unchecked", Some("ERR_AID_UNTRUSTED")));
    assert!(aid::verify(&seen, &anchors(&[])).is_err());
}
