//! Options as they cross the boundary: JSON records of the TypeScript layer.

use super::Reading;
use crate::{
    Error,
    encoding::document::{Document, Numbers},
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
    /// `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a number out of range; as [`Document::read_object`] and [`Reading::from_json`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let common = Common::from_json(text)?;
        let options = common.options.root();
        Ok(Self {
            reading: common.reading.unwrap_or_default(),
            now: policy::time(options, "now")?,
            accept_unspecified_form: policy::flag(options, "acceptUnspecifiedForm")?,
            parsed: common.parsed,
            max_checks: Checks::most_of(options)?,
        })
    }
}

/// What every operation takes.
pub(super) struct Common<'a> {
    /// The reading, if one is named.
    pub(super) reading: Option<Reading>,
    /// The text was printed from a parsed object.
    pub(super) parsed: bool,
    /// Everything, for the options of one operation.
    pub(super) options: Document<'a>,
}

impl<'a> Common<'a> {
    pub(super) fn from_json(text: &'a str) -> Result<Self, Error> {
        let options = Document::read_object(text.as_bytes(), Numbers::Exact)?;
        let reading = options.root().get("reading").map(Reading::from_json).transpose()?;
        let parsed = policy::flag(options.root(), "parsed")?;
        Ok(Self { reading, parsed, options })
    }
}
