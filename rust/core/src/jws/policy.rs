//! The policy and the result of a verification, as the host passes and receives them.

use serde_json::{Map, Value};

use super::{Alg, Checked, Policy, Verified};
use crate::{
    Error,
    encoding::{frames, json::object},
    fact::{ok, refused},
    print::Print,
    trust::{Checks, Trust, policy as options},
    written::Written,
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
    let members = options::read(policy, &["algorithms", "purpose", "now", "typ", "maxChecks"])?;
    super::verify(text, detached, trust, &Policy::from_members(&members)?)
}

impl Policy {
    fn from_members(members: &Map<String, Value>) -> Result<Self, Error> {
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
    let [header, unprotected] = [header.protected(), header.unprotected()];
    match outcome {
        Ok(signed) => {
            let row = signed.write(Written::new().object("header", header));
            ok(row).object("unprotected", unprotected).end()
        }
        Err(error) => {
            let row = object! { "header": header.clone(), "unprotected": unprotected.clone() };
            refused(error, row).print()
        }
    }
}
