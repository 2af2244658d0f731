//! The policy and the result of a verification, as the host passes and receives them.

use super::{Alg, Checked, Policy, Verified};
use crate::{
    Error,
    encoding::{document::Node, frames},
    fact::verdict,
    print::Written,
    trust::{Checks, Trust, policy as options},
};

/// Verifies with a policy in JSON: `{ algorithms?, purpose?, now?, typ?, maxChecks? }`.
///
/// # Errors
///
/// `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a number out of range; as [`super::verify`].
pub fn verify_json(
    text: &str,
    detached: Option<&[u8]>,
    trust: &Trust,
    policy: &str,
) -> Result<Verified, Error> {
    let policy = options::read(policy, &["algorithms", "purpose", "now", "typ", "maxChecks"])?;
    let members = policy.root();
    super::verify(text, detached, trust, &Policy::read(members)?)
}

impl Policy {
    fn read(members: Node<'_>) -> Result<Self, Error> {
        let mut policy = Self::default();
        if let Some(names) = options::texts(members, "algorithms")? {
            let read = |name| Alg::from_name(name).ok_or_else(|| Alg::unfit(name));
            policy.algorithms = names.into_iter().map(read).collect::<Result<_, _>>()?;
        }
        if let Some(purpose) = options::text(members, "purpose")? {
            policy.purpose = purpose.parse()?;
        }
        policy.now = options::time(members, "now")?;
        policy.typ = options::text(members, "typ")?.map(str::to_owned);
        policy.max_checks = Checks::most_of(members)?;
        Ok(policy)
    }
}

impl Verified {
    /// The facts, JSON, and the payload, as [`frames`].
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows: Vec<_> = self.signatures.iter().map(facts).collect();
        let facts = Written::new().list("signatures", &rows).end();
        frames::join(&[facts.as_bytes(), &self.payload])
    }
}

fn facts(Checked { header, outcome }: &Checked) -> String {
    let row = Written::new().node("header", header.protected());
    let row = row.json("unprotected", header.unprotected());
    verdict(row, outcome.as_ref(), |row, signed| signed.write(row)).end()
}
