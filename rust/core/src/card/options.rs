//! Options as they cross the boundary: JSON records of the TypeScript layer.

use serde_json::{Map, Value};

use super::Reading;
use crate::{
    Error,
    encoding::json,
    time::UnixSeconds,
    trust::{Checks, policy},
};

/// How a card is verified.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions {
    /// Which bytes the signatures cover.
    pub reading: Reading,
    /// The time, for keys and signatures that expire.
    pub now: Option<UnixSeconds>,
    /// Check signatures of 0.3 and older, whose form nobody specified, by the rules of 1.0.
    pub accept_unspecified_form: bool,
    /// The text was printed from a parsed object, not received.
    pub parsed: bool,
    /// How many signature checks the call may make, over all signatures.
    pub max_checks: usize,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self {
            reading: Reading::default(),
            now: None,
            accept_unspecified_form: false,
            parsed: false,
            max_checks: Checks::DEFAULT,
        }
    }
}

impl VerifyOptions {
    /// Reads `{ reading?, now?, acceptUnspecifiedForm?, parsed?, maxChecks? }`; `now` in Unix seconds.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a number out of range; as [`json::parse_object`] and [`Reading::from_json`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let common = Common::from_json(text)?;
        Ok(Self {
            reading: common.reading.unwrap_or_default(),
            now: policy::time(&common.members, "now")?,
            accept_unspecified_form: policy::flag(&common.members, "acceptUnspecifiedForm")?,
            parsed: common.parsed,
            max_checks: Checks::most_of(&common.members)?,
        })
    }
}

/// What every operation takes.
pub(super) struct Common {
    /// The reading, if one is named.
    pub(super) reading: Option<Reading>,
    /// The text was printed from a parsed object.
    pub(super) parsed: bool,
    /// Everything, for the options of one operation.
    pub(super) members: Map<String, Value>,
}

impl Common {
    pub(super) fn from_json(text: &str) -> Result<Self, Error> {
        let members = json::parse_object(text.as_bytes())?;
        let reading = members.get("reading").map(Reading::from_json).transpose()?;
        let parsed = policy::flag(&members, "parsed")?;
        Ok(Self { reading, parsed, members })
    }
}
