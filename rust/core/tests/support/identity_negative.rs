//! Ceilings, declarations, and what they exclude.

use countersign_core::{
    encoding::base64url,
    identity::negative::{Asked, unsigned, witness},
    keys::SecretKey,
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{did, multi, secret},
    records::sign_record,
};
use serde_json::{Value, json};

pub const NOW: UnixSeconds = UnixSeconds(1_760_000_000);

pub fn pinned(keys: &[&SecretKey]) -> Trust {
    let keys = keys.iter().map(|key| TrustedKey::pinned(key.public_key().clone())).collect();
    Trust { keys, ..Trust::default() }
}

pub fn sign(record: &str, by: &SecretKey) -> Value {
    sign_record(record, by, unsigned)
}

pub fn body(by: &SecretKey) -> Value {
    json!({
        "type": "countersign/negative-declaration/v1", "algorithm": "ed25519",
        "declarer": did(by), "key": multi(by),
        "capabilities": ["delete:**", "deploy:production/*"],
        "from": NOW.0 - 1000, "until": NOW.0 + 1000, "issued": NOW.0,
        "reason": "freeze", "nonce": base64url::encode(&[4; 16]) })
}

pub fn declaration() -> Value {
    sign(&body(&secret(1)).to_string(), &secret(1))
}

pub fn testimony(of: &Value, by: &SecretKey, issued: u64) -> Value {
    let draft =
        json!({ "algorithm": "ed25519", "witness": did(by), "key": multi(by), "issued": issued });
    sign(&witness(&of.to_string(), &draft.to_string()).unwrap(), by)
}

pub fn asked(more: &Value) -> Asked {
    let mut asked = json!({ "now": NOW.0 });
    asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Asked::from_json(&asked.to_string()).unwrap()
}
