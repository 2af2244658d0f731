//! Fixed inputs: a grant, a card of 2 KB, a time.

use countersign_core::{
    encoding::base64url,
    keys::{Algorithm, PublicKey, SecretKey},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::keys::{did, multi};
use serde_json::{Value, json};

pub(crate) const NOW: UnixSeconds = UnixSeconds(1_760_000_000);

/// The actor's name wherever one is needed.
pub(crate) const DID: &str = "did:web:agent.example";

/// A grant that the subject may hand on once, unsigned.
pub(crate) fn grant(issuer: &SecretKey, subject: &SecretKey) -> Value {
    json!({
        "type": "countersign/grant/v1", "algorithm": Algorithm::Ed25519.as_str(),
        "issuer": did(issuer), "issuerKey": multi(issuer),
        "subject": did(subject), "subjectKey": multi(subject),
        "capabilities": ["read:docs/**", "write:docs/drafts/*"],
        "constraints": { "notBefore": NOW.0 - 100, "expires": NOW.0 + 1000 },
        "delegation": 1, "issued": NOW.0 - 50, "nonce": base64url::encode(&[7; 16]),
    })
}

/// Trust in one key, under a name if there is one.
pub(crate) fn trust(id: Option<&str>, key: &PublicKey) -> Trust {
    let key = TrustedKey { id: id.map(str::to_owned), ..TrustedKey::pinned(key.clone()) };
    Trust { keys: vec![key], ..Trust::default() }
}

/// An A2A card of about 2 KB, as in `bench/input.ts`.
pub(crate) fn card() -> Value {
    let skill = |number: usize| {
        json!({
            "id": format!("skill-{number}"),
            "name": format!("Skill {number}"),
            "description": "Answers one kind of question, and says so when it is asked another",
            "tags": ["question", "answer"],
            "examples": ["What does the contract say about notice?"],
        })
    };
    json!({
        "name": "Bench agent",
        "description": "An agent whose card is measured",
        "version": "1.0.0",
        "supportedInterfaces": [
            { "url": "https://agent.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" },
        ],
        "provider": { "url": "https://example.com", "organization": "Example" },
        "capabilities": { "streaming": true, "pushNotifications": true },
        "defaultInputModes": ["text/plain", "application/json"],
        "defaultOutputModes": ["text/plain", "application/json"],
        "skills": (0..7).map(skill).collect::<Vec<_>>(),
    })
}
