//! The policy and the result of a verification as JSON, as the host passes and
//! receives them.

use super::{Checked, Policy, Verified};
use crate::{
    Error,
    fact::verdict,
    print::{Print, Written},
    trust::{Checks, Trust, policy as options},
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
    Ok(report(&verified, &policy))
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

fn report(verified: &Verified, policy: &Policy) -> String {
    Written::new()
        .json("document", &verified.document.print())
        .objects("proofs", verified.proofs.iter(), |row, proof| facts(row, proof, policy))
        .end()
}

fn facts(row: Written, checked: &Checked, policy: &Policy) -> Written {
    let row = row.json("proof", &checked.proof.print());
    verdict(row, checked.outcome.as_ref(), |row, signed| {
        signed.write(row).texts("unchecked", list_unchecked(checked, policy).into_iter())
    })
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
