//! A vault, its keys, and its slots.

use countersign_core::{
    Error,
    identity::{
        file::{File, SlotSettings},
        vault::Vault,
    },
    keys::{KeyType, SecretKey},
    time::UnixSeconds,
};
use countersign_testkit::{FixedRng, keys::secret_of};
use serde_json::json;

pub const PASSPHRASE: &[u8] = "pässword of the agent".as_bytes();

pub const CREATED: UnixSeconds = UnixSeconds(1_760_000_000);

pub const TYPES: [KeyType; 4] =
    [KeyType::Ed25519, KeyType::Secp256k1, KeyType::P256, KeyType::X25519];

pub fn own_key(key_type: KeyType) -> SecretKey {
    secret_of(key_type, u8::try_from(key_type.code()).unwrap())
}

pub fn settings(kind: &str) -> SlotSettings {
    let salt = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE";
    let mut settings = json!({ "kind": kind, "salt": salt, "label": "first" });
    let more = match kind {
        "passphrase" => json!({ "memory": 35_840, "iterations": 1, "parallelism": 1 }),
        "passkey" => json!({ "credential": "AAEC", "relyingParty": "agent.example" }),
        _ => json!({}),
    };
    settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    SlotSettings::from_json(&settings.to_string()).unwrap()
}

pub fn vault(rng: &mut FixedRng) -> Vault {
    let mut vault = Vault::new(Some("did:web:agent.example"), rng).unwrap();
    for key_type in TYPES {
        vault.add_key(key_type.as_str(), CREATED, &own_key(key_type)).unwrap();
    }
    vault
}

/// A file whose only slot is for the recovery key of nines: it opens without Argon2id.
pub fn quick() -> (String, String) {
    let mut rng = FixedRng(1);
    let mut vault = vault(&mut rng);
    let id = vault.add_slot(settings("recovery"), &[9; 32], &mut rng).unwrap();
    (vault.seal(&mut rng).unwrap(), id)
}

pub fn open(text: &str, slot: &str, secret: &[u8]) -> Result<Vault, Error> {
    Vault::open(&File::parse(text)?, slot, secret)
}
