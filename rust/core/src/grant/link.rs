//! One grant: who lets whom do what.

use super::{
    Body, MAX_CAPABILITIES, MAX_LINKS,
    capability::{self, Pattern},
    constraints::Constraints,
    record::{ID_PREFIX, REFUSALS, Record, malformed, quoted},
};
use crate::{
    Error, did,
    encoding::document::Node,
    keys::PublicKey,
    label,
    signed_record::{Identified, Refusals},
    time::UnixSeconds,
};

/// What a grant says. See the table in [`crate::grant`].
#[derive(Clone, Debug, PartialEq)]
pub struct Grant {
    /// Who grants.
    pub issuer: String,
    /// Name of the issuer's key, for a verifier's trust input.
    pub key_id: Option<String>,
    /// Who may act.
    pub subject: String,
    /// The key with which it acts.
    pub subject_key: PublicKey,
    /// What it may do; never empty.
    pub capabilities: Vec<Pattern>,
    /// Under which conditions.
    pub constraints: Constraints,
    /// How many grants may follow below this one.
    pub delegation: usize,
    /// Id of the grant above.
    pub parent: Option<String>,
    /// When it was made, as the issuer says.
    pub issued: UnixSeconds,
}

impl Identified for Grant {
    const ID_LABEL: &'static str = label::GRANT_ID;
    const ID_PREFIX: &'static str = ID_PREFIX;
}

impl Body for Grant {
    const LABEL: &'static str = label::GRANT;
    const KEY: &'static str = "issuerKey";
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        let capabilities = record.texts("capabilities", MAX_CAPABILITIES)?;
        if capabilities.is_empty() {
            return Err(Error::GrantEmpty);
        }
        let capabilities = capabilities.iter().map(|text| text.parse());
        let most = u64::try_from(MAX_LINKS - 1).unwrap_or_default();
        record.bytes("nonce", 16..=64)?;
        Ok(Self {
            issuer: record.did("issuer")?.to_owned(),
            key_id: record.maybe("keyId", Record::owned)?,
            subject: record.did("subject")?.to_owned(),
            subject_key: record.key("subjectKey")?,
            capabilities: capabilities.collect::<Result<_, _>>()?,
            constraints: Constraints::read(record.object("constraints")?)?,
            delegation: usize::try_from(record.whole("delegation", most)?)
                .map_err(|_| malformed("delegation", "it is too large"))?,
            parent: record.maybe("parent", |record, name| record.id(name, ID_PREFIX))?,
            issued: record.seconds("issued")?,
        })
    }

    fn check_issue(&self, key: &PublicKey) -> Result<(), Error> {
        if self.subject_key == *key {
            return Err(Error::GrantCycle);
        }
        did::check_names(&self.issuer, key, Error::GrantIdentity)?;
        did::check_names(&self.subject, &self.subject_key, Error::GrantIdentity).map(drop)
    }
}

impl Grant {
    /// Refuses unless this grant allows no more than `parent`.
    ///
    /// # Errors
    ///
    /// `ERR_GRANT_WIDENED`.
    pub fn check_narrows(&self, parent: &Self) -> Result<(), Error> {
        if !capability::narrows(&parent.capabilities, &self.capabilities) {
            return Err(Error::GrantWidened("capabilities"));
        }
        self.constraints.check_narrows(&parent.constraints)
    }

    /// Refuses unless `now` is inside the times, both ends widened by `skew`.
    ///
    /// # Errors
    ///
    /// `ERR_GRANT_NOT_YET`, also for a grant that is issued later; `ERR_GRANT_EXPIRED`.
    pub fn check_time(&self, now: UnixSeconds, skew: u64) -> Result<(), Error> {
        if self.issued.0 > now.0.saturating_add(skew) {
            return Err(Error::GrantNotYet(self.issued.0));
        }
        self.constraints.check_time(now, skew)
    }
}

/// What a reader needs of a grant, without what it was signed with: JSON text.
pub(super) fn facts(id: &str, grant: Node<'_>) -> String {
    let left_out = ["algorithm", "keyId", "nonce", "signature", "type"];
    // None is refused that was read.
    grant.canonical_with(&left_out, &[("id", &quoted(id))]).unwrap_or_default()
}
