//! Receipts, their chains, envelopes, rings and logs.

use countersign_core::{
    checkpoint::{self, Checkpoint, NoteKey, verify_note},
    encoding::base64url,
    keys::{Algorithm, KeyType, SecretKey},
    receipt::{
        self, Expected, Receipt,
        chain::{self, Chain},
        envelope::{self, Kind, Seal},
        ring::{self, Members},
    },
    time::UnixSeconds,
};
use countersign_testkit::{
    keys::{pinned, secret, secret_of},
    records::{sign_document, sign_receipt},
    text_frames,
};
use serde_json::{Value, json};

use super::{
    actors::{NOW, stranger, strangers, with_signer},
    costs::{Made, Row, cost, made, row},
};

pub const ROWS: &[Row] = &[
    row("Receipt.verify", "80 signature checks", verify),
    row("Receipt.countersign", "80 signature checks", verify),
    row("Identity.competence.validate", "80 signature checks", verify),
    row("Receipt.verifyBatch", "80 signature checks a receipt", verify_batch),
    row("Receipt.verifyChain", "80 signature checks a receipt", || verify_chain(3)),
    row("Receipt.verifyStream", "80 signature checks a receipt", || verify_chain(3)),
    row("Receipt.ChainVerifier#push", "80 signature checks a receipt", || verify_chain(1)),
    row("Receipt.fromJws", "96 signature checks", || open(Kind::Jws)),
    row("Receipt.fromDsse", "96 signature checks", || open(Kind::Dsse)),
    row("Receipt.fromCose", "96 signature checks", || open(Kind::Cose)),
    row("Ring.verifyReceipt", "1 signature check a member", verify_ring),
    row("Log.verifyCheckpoint", "64 signature checks", verify_checkpoint),
];

/// A receipt of a key that the verifier does not have, and witnesses that nobody made.
pub fn receipt_of(witnesses: usize, given: &Value) -> Receipt {
    let did = "did:web:a.example";
    let mut draft = json!({ "actor": did, "keyId": format!("{did}#k"), "algorithm": "ed25519",
        "action": "tool.call", "content": 1, "time": NOW });
    for (name, value) in given.as_object().unwrap() {
        draft[name] = value.clone();
    }
    let text = sign_receipt(&draft, None, &secret(1)).to_json().unwrap();
    let mut receipt: Value = serde_json::from_str(&text).unwrap();
    let witness = |index: usize| {
        let did = format!("did:web:w{index}.example");
        json!({ "witness": did, "keyId": format!("{did}#k"), "algorithm": "ed25519", "time": NOW,
            "signature": base64url::encode(&[7; 64]) })
    };
    if witnesses > 0 {
        receipt["witnesses"] = (0..witnesses).map(witness).collect();
    }
    Receipt::from_json(receipt.to_string().as_bytes()).unwrap()
}

/// The text of a receipt with more witnesses than are looked at.
pub fn text() -> String {
    receipt_of(100, &json!({})).to_json().unwrap()
}

pub fn expected() -> Expected {
    Expected { now: Some(NOW), ..Expected::default() }
}

pub fn chain_policy() -> chain::Policy {
    chain::Policy { each: Expected { witnesses: 1, ..expected() }, ..chain::Policy::default() }
}

fn verify() -> Made {
    let receipt = receipt_of(100, &json!({}));
    made(|| assert!(receipt::verify(&receipt, &with_signer(0), &expected()).is_ok()))
}

#[test]
fn a_receipt_costs_16_checks_and_one_for_each_witness() {
    for (witnesses, trust, most) in
        [(0, strangers(), 16), (1, with_signer(0), 17), (63, with_signer(0), 79)]
    {
        let receipt = receipt_of(witnesses, &json!({}));
        let (_, checks) = cost(|| receipt::verify(&receipt, &trust, &expected()).map(drop));
        assert_eq!(checks, most, "{witnesses}");
    }
}

fn verify_batch() -> Made {
    let list = text_frames(&vec![text(); 3]);
    made(|| receipt::verify_batch(&list, &with_signer(0), &expected()).unwrap()).of("receipt", 3)
}

fn verify_chain(count: usize) -> Made {
    let mut verifier = Chain::new(with_signer(0), chain_policy());
    made(|| (0..count).for_each(|_| verifier.push(text().as_bytes()))).of("receipt", count)
}

#[test]
fn witnesses_that_nobody_asked_for_are_not_checked_in_a_chain() {
    for (asked, most) in [(0, 1), (1, 1 + 15 + 3)] {
        let each = Expected { witnesses: asked, ..expected() };
        let policy = chain::Policy { each, ..chain::Policy::default() };
        let mut verifier = Chain::new(with_signer(0), policy);
        let text = receipt_of(3, &json!({})).to_json().unwrap();
        let ((), checks) = cost(|| verifier.push(text.as_bytes()));
        assert_eq!(checks, most, "{asked}");
    }
}

/// The envelope is signed by the last key that may be tried for it.
fn open(kind: Kind) -> Made {
    let text = text();
    let seal = Seal { algorithm: Algorithm::Ed25519, key_id: "" };
    let unsigned = envelope::unsigned(kind, text.as_bytes(), seal).unwrap();
    let sealed = unsigned.sign(&stranger(15), SecretKey::sign).unwrap();
    let trust = with_signer(0);
    made(|| envelope::verify(kind, &sealed, &trust, &expected()))
}

fn verify_ring() -> Made {
    let receipt = receipt_of(0, &json!({}));
    let agents: Vec<_> = (1..=5).map(|seed| secret_of(KeyType::Ed25519, seed)).collect();
    let keys: Vec<u8> =
        agents.iter().flat_map(|agent| agent.public_key().as_bytes().to_vec()).collect();
    let members = Members { key_type: KeyType::Ed25519, keys: &keys };
    let proof = ring::prove(&receipt, members, None, &agents[2], &[9; 32]).unwrap();
    let judge = || assert!(ring::verify(proof.as_bytes(), &receipt, members, None).is_ok());
    made(judge).of("member", agents.len())
}

/// A checkpoint with as many signatures as it may have, all of them the log's.
fn verify_checkpoint() -> Made {
    let log = secret_of(KeyType::Ed25519, 1);
    let key = NoteKey::new("log.example", log.public_key().clone()).unwrap();
    let state = Checkpoint::from_parts("log.example", 1, &[7; 32], b"").unwrap();
    let text = state.to_text().unwrap();
    let note = sign_document(checkpoint::unsigned(&state, key).unwrap(), &log);
    let line = note.strip_prefix(&format!("{text}\n")).unwrap();
    let note = format!("{text}\n{}", line.repeat(64));
    let (origin, name) = ("log.example", "log.example");
    let (trust, expected) =
        (pinned([log.public_key()]), checkpoint::Expected { origin, name, now: UnixSeconds(0) });
    made(|| assert!(verify_note(&note, &trust, &expected).is_ok()))
}
