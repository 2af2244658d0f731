//! The policy and the result of a verification as JSON, as the host passes and
//! receives them.

use super::{Checked, Policy, Verified};
use crate::{
    Error,
    encoding::document::Node,
    fact::verdict,
    print::Written,
    trust::{Checks, Trust, policy as options},
};

/// Verifies with a policy in JSON:
/// `{ purpose?, now?, skew?, domain?: [text], challenge?, all?, maxChecks? }`.
///
/// Gives `{ document, proofs: [{ state, proof, … }] }` as JSON text.
///
/// # Errors
///
/// As [`super::verify`]; `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a number out of range; `ERR_TRUST_MALFORMED` for an
/// unknown purpose.
pub fn verify_json(text: &[u8], trust: &Trust, policy: &str) -> Result<String, Error> {
    let policy = Policy::from_json(policy)?;
    let verified = super::verify(text, trust, &policy)?;
    Ok(report(&verified))
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

    /// The members of a proof that are not compared, and `@context` if the proof covers only a part of it.
    pub(super) fn list_unchecked(&self, proof: Node<'_>, is_extended: bool) -> Vec<&'static str> {
        let rows = [
            ("@context", is_extended),
            ("challenge", self.challenge.is_none()),
            ("created", self.now.is_none()),
            ("domain", self.domain.is_none()),
            ("expires", self.now.is_none()),
        ];
        let unchecked = rows.into_iter().filter(|(name, unchecked)| *unchecked && proof.has(name));
        unchecked.map(|(name, _)| name).collect()
    }
}

fn report(verified: &Verified) -> String {
    Written::new()
        .json("document", &verified.document)
        .objects("proofs", verified.proofs.iter(), facts)
        .end()
}

fn facts(row: Written, checked: &Checked) -> Written {
    let row = row.json("proof", &checked.proof);
    verdict(row, checked.outcome.as_ref(), |row, signed| {
        signed.write(row).texts("unchecked", checked.unchecked.iter().copied())
    })
}
