//! Keys, texts and answers of AgenticIdentity.

use countersign_core::{
    aid::{Anchors, Micros},
    keys::SecretKey,
    receipt::aid as receipts,
};
use countersign_testkit::{keys::secret, records::sign_document};
use serde_json::{Value, json};

use super::trust::anchors_of;

/// Trusts the key of the seeds 01 and 07, the identities of the vectors.
pub fn known() -> Anchors {
    let keys: Vec<Value> = [1_u8, 2, 3, 4, 5, 6, 7, 8, 9]
        .iter()
        .map(|byte| {
            let secret = secret(*byte);
            let key = countersign_core::keys::multikey::encode(secret.public_key());
            json!({ "publicKeyMultibase": key })
        })
        .collect();
    anchors_of(&json!({ "keys": keys }), None).unwrap()
}

pub fn parsed(text: Result<String, countersign_core::Error>) -> Result<Value, &'static str> {
    text.map(|text| serde_json::from_str(&text).unwrap()).map_err(|error| error.code())
}

pub fn micros(value: &Value) -> Micros {
    Micros(value.as_u64().unwrap())
}

/// The parent's receipt of a spawn, with this `data`.
pub fn receipt_of(parent: &SecretKey, kind: &str, data: &Value) -> Value {
    let draft = json!({
        "action_type": kind,
        "action": { "description": "", "data": data, "references": [] },
        "timestamp": 9,
        "context_hash": null,
        "previous_receipt": null,
    });
    let draft = draft.to_string();
    let made = receipts::unsigned(&draft, parent.public_key()).unwrap();
    serde_json::from_str(&sign_document(made, parent)).unwrap()
}
