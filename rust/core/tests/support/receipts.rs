//! Receipts of the tests of continuity and competence: an agent, two who witness, one who is nobody.

use countersign_core::{
    receipt::{Receipt, Witness},
    trust::{Trust, TrustedKey},
};
use serde_json::{Value, json};

use countersign_testkit::{
    keys::secret,
    records::{sign_document, sign_receipt, with_members},
};

pub const AGENT: &str = "did:web:agent.example";
pub const NOTARY: &str = "did:web:notary.example";
pub const ARCHIVE: &str = "did:web:archive.example";
pub const START: u64 = 1_760_000_000_000;
pub const HOUR: u64 = 3_600_000;

/// Whose key is made of seeds of this byte.
pub fn fill(did: &str) -> u8 {
    match did {
        AGENT => 1,
        NOTARY => 2,
        ARCHIVE => 3,
        _ => 9,
    }
}

pub fn trust() -> Trust {
    let key = |did: &str| TrustedKey {
        id: Some(format!("{did}#key-1")),
        ..TrustedKey::pinned(secret(fill(did)).public_key().clone())
    };
    Trust { keys: [AGENT, NOTARY, ARCHIVE].map(key).to_vec(), ..Trust::default() }
}

/// A receipt by `did` with the seed `fill`, of members over the usual ones.
pub fn issue_as(did: &str, fill: u8, previous: Option<&Receipt>, over: &Value) -> Receipt {
    let usual = json!({
        "actor": did, "keyId": format!("{did}#key-1"), "algorithm": "ed25519",
        "action": "tool.call", "content": null, "time": START,
    });
    sign_receipt(&with_members(&usual, over), previous, &secret(fill))
}

pub fn issue(did: &str, previous: Option<&Receipt>, over: &Value) -> Receipt {
    issue_as(did, fill(did), previous, over)
}

/// The receipt, witnessed by `did` at `time`.
pub fn witness(receipt: &Receipt, did: &str, time: u64) -> Receipt {
    let given = json!({ "witness": did, "keyId": format!("{did}#key-1"), "algorithm": "ed25519", "time": time });
    let witness = Witness::from_json(&given.to_string()).unwrap();
    let text = sign_document(witness.into_unsigned(receipt.clone()).unwrap(), &secret(fill(did)));
    Receipt::from_json(text.as_bytes()).unwrap()
}
