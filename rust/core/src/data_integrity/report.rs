//! The policy and the result of a verification as JSON, as the host passes and
//! receives them.

use serde_json::Value;

use super::{Checked, Policy, Verified};
use crate::{
    Error,
    encoding::json::object,
    fact::verdict,
    print::Print,
    trust::{Checks, Signed, Trust, policy as options},
};

/// Verifies with a policy in JSON:
/// `{ purpose?, now?, skew?, domain?: [text], challenge?, all?, maxChecks? }`.
///
/// Gives `{ document, proofs: [{ state, proof, … }] }` as JSON text.
///
/// # Errors
///
/// As [`super::verify`]; `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a number out of range; `ERR_TRUST_MALFORMED` for an unknown purpose.
pub fn verify_json(text: &[u8], trust: &Trust, policy: &str) -> Result<String, Error> {
    let policy = Policy::from_json(policy)?;
    let verified = super::verify(text, trust, &policy)?;
    Ok(report(&verified, &policy).print())
}

impl Policy {
    fn from_json(policy: &str) -> Result<Self, Error> {
        let names = ["purpose", "now", "skew", "domain", "challenge", "all", "maxChecks"];
        let read = options::read(policy, &names)?;
        let members = read.root();
        let mut policy = Self::default();
        if let Some(purpose) = options::text(members, "purpose")? {
            policy.purpose = purpose.parse()?;
        }
        policy.now = options::time(members, "now")?;
        policy.skew = options::skew(members)?;
        policy.challenge = options::text(members, "challenge")?.map(str::to_owned);
        policy.all = options::flag(members, "all")?;
        policy.max_checks = Checks::most_of(members)?;
        let domain = options::texts(members, "domain")?;
        policy.domain = domain.map(|names| names.into_iter().map(str::to_owned).collect());
        Ok(policy)
    }
}

fn report(verified: &Verified, policy: &Policy) -> Value {
    let proofs: Vec<_> = verified.proofs.iter().map(|proof| facts(proof, policy)).collect();
    object! { "document": &verified.document, "proofs": proofs }
}

fn facts(checked: &Checked, policy: &Policy) -> Value {
    let describe = |signed: &Signed| {
        let mut signer = signed.to_value();
        if let Value::Object(members) = &mut signer {
            members.insert("unchecked".to_owned(), list_unchecked(checked, policy).into());
        }
        signer
    };
    verdict(checked.outcome.as_ref().map(describe), object! { "proof": checked.proof.clone() })
}

/// The members of a proof that the policy did not compare, and `@context` if the proof covers only a part of it.
fn list_unchecked(checked: &Checked, policy: &Policy) -> Vec<&'static str> {
    let states = |name: &str| checked.proof.contains_key(name);
    let rows = [
        ("@context", checked.context_extended),
        ("challenge", states("challenge") && policy.challenge.is_none()),
        ("created", states("created") && policy.now.is_none()),
        ("domain", states("domain") && policy.domain.is_none()),
        ("expires", states("expires") && policy.now.is_none()),
    ];
    rows.into_iter().filter(|(_, unchecked)| *unchecked).map(|(name, _)| name).collect()
}
