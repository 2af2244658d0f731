//! An agent, its receipts, and who witnesses them.

use countersign_core::{
    keys::{Algorithm, KeyType, PublicKey, SecretKey},
    receipt::{
        Expected, Receipt, Witness,
        envelope::{self, Kind, Seal},
        unsigned_rotation, verify, with_next,
    },
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::secret_of,
    records::{sign_by_two, sign_document},
};
use serde_json::{Value, json};

pub const DID: &str = "did:web:agent.example";

pub const NOW: u64 = 1_760_000_000_000;

pub fn ed25519(fill: u8) -> SecretKey {
    secret_of(KeyType::Ed25519, fill)
}

pub fn named(id: &str, key: &PublicKey) -> TrustedKey {
    TrustedKey { id: Some(id.to_owned()), ..TrustedKey::pinned(key.clone()) }
}

pub fn trust(keys: &[(&str, &SecretKey)]) -> Trust {
    let keys = keys.iter().map(|(id, secret)| named(id, secret.public_key())).collect();
    Trust { keys, ..Trust::default() }
}

pub fn expected() -> Expected {
    Expected { now: Some(NOW), ..Expected::default() }
}

pub fn draft(algorithm: Algorithm) -> Value {
    json!({
        "actor": DID,
        "keyId": format!("{DID}#key-1"),
        "algorithm": algorithm.as_str(),
        "action": "tool.call",
        "content": { "tool": "search", "query": "weather" },
        "time": NOW,
    })
}

pub fn countersign(receipt: Receipt, who: &str, secret: &SecretKey) -> Receipt {
    countersign_at(receipt, who, secret, NOW)
}

pub fn countersign_at(receipt: Receipt, who: &str, secret: &SecretKey, time: u64) -> Receipt {
    let entry = json!({
        "witness": who, "keyId": format!("{who}#key-1"), "algorithm": "ed25519", "time": time,
    });
    witness(receipt, &entry, secret)
}

pub fn witness(receipt: Receipt, entry: &Value, secret: &SecretKey) -> Receipt {
    let witness = Witness::from_json(&entry.to_string()).unwrap();
    let text = sign_document(witness.into_unsigned(receipt).unwrap(), secret);
    Receipt::from_json(text.as_bytes()).unwrap()
}

pub fn value(receipt: &Receipt) -> Value {
    serde_json::from_str(&receipt.to_json().unwrap()).unwrap()
}

pub fn code(receipt: &Receipt, trust: &Trust) -> &'static str {
    verify(receipt, trust, &expected()).map_or_else(|error| error.code(), |_| "")
}

pub fn seal(receipt: &Receipt, kind: Kind, secret: &SecretKey, algorithm: Algorithm) -> Vec<u8> {
    let seal = Seal { algorithm, key_id: "did:web:archive.example#key-1" };
    let text = receipt.to_json().unwrap();
    let unsigned = envelope::unsigned(kind, text.as_bytes(), seal).unwrap();
    unsigned.sign(secret, SecretKey::sign).unwrap()
}

/// The rotation from `old` to `next`, which both must sign.
pub fn rotate(old: &SecretKey, next: &SecretKey, previous: &Receipt) -> Receipt {
    let mut given = draft(Algorithm::Ed25519);
    given.as_object_mut().unwrap().remove("action");
    given["content"] = Value::Null;
    let key_id = format!("{DID}#key-2");
    let key = next.public_key().to_tagged();
    let given = with_next(&given.to_string(), &key_id, "ed25519", &key).unwrap();
    let unsigned = || unsigned_rotation(&given, Some(previous)).unwrap();
    let by_old = unsigned().sign(old, SecretKey::sign);
    assert_eq!(by_old.unwrap_err().code(), "ERR_RECEIPT_ROTATION", "the new key signs first");
    let key = next.public_key().to_tagged();
    assert_eq!(unsigned().attach(&key, &[0; 64]).unwrap_err().code(), "ERR_SIGNER_INVALID");
    Receipt::from_json(sign_by_two(unsigned(), next, old).as_bytes()).unwrap()
}
