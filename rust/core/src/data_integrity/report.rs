//! Policy and result of a verification as JSON, the form in which they cross to
//! a host.

use serde_json::{Map, Value, json};

use super::{Checked, Policy, Verified};
use crate::{Error, encoding::json as strict, keys::multikey, time::UnixSeconds, trust::Trust};

/// Verifies with a policy in JSON:
/// `{ purpose?, now?, skew?, domain?: [text], challenge?, all? }`.
///
/// Gives `{ document, proofs: [{ outcome, proof, … }] }` as JSON text.
///
/// # Errors
///
/// As [`super::verify`]; `ERR_TRUST_MALFORMED` for a purpose that there is not.
pub fn verify_json(text: &[u8], trust: &Trust, policy: &str) -> Result<String, Error> {
    let members = strict::parse_object(policy.as_bytes())?;
    let policy = Policy::from_members(&members)?;
    let verified = super::verify(text, trust, &policy)?;
    Ok(report(&verified, &policy).to_string())
}

impl Policy {
    fn from_members(members: &Map<String, Value>) -> Result<Self, Error> {
        let mut policy = Self::default();
        if let Some(purpose) = members.get("purpose").and_then(Value::as_str) {
            policy.purpose = purpose.parse()?;
        }
        policy.now = members.get("now").and_then(Value::as_u64).map(UnixSeconds);
        policy.skew = members.get("skew").and_then(Value::as_u64).unwrap_or(policy.skew);
        policy.challenge = members.get("challenge").and_then(Value::as_str).map(str::to_owned);
        policy.all = members.get("all").and_then(Value::as_bool).unwrap_or(false);
        policy.domain = members
            .get("domain")
            .and_then(Value::as_array)
            .map(|domains| domains.iter().filter_map(Value::as_str).map(str::to_owned).collect());
        Ok(policy)
    }
}

fn report(verified: &Verified, policy: &Policy) -> Value {
    let proofs: Vec<_> = verified.proofs.iter().map(|one| facts(one, policy)).collect();
    json!({ "document": verified.document, "proofs": proofs })
}

fn facts(checked: &Checked, policy: &Policy) -> Value {
    match &checked.outcome {
        Err(error) => {
            json!({ "outcome": "failed", "code": error.code(), "proof": checked.proof })
        }
        Ok(signer) => json!({
            "outcome": "verified",
            "proof": checked.proof,
            "trust": if signer.self_asserted { "self-asserted" } else { "trusted" },
            "key": multikey::encode(&signer.key),
            "keyId": signer.id,
            "unchecked": unchecked(checked, policy),
        }),
    }
}

/// What the proof states and nobody compared, and what it does not cover.
fn unchecked(checked: &Checked, policy: &Policy) -> Vec<&'static str> {
    let states = |name: &str| checked.proof.contains_key(name);
    let rows = [
        ("@context", checked.context_extended),
        ("challenge", states("challenge") && policy.challenge.is_none()),
        ("created", states("created") && policy.now.is_none()),
        ("domain", states("domain") && policy.domain.is_none()),
        ("expires", states("expires") && policy.now.is_none()),
    ];
    rows.into_iter().filter(|(_, open)| *open).map(|(name, _)| name).collect()
}
