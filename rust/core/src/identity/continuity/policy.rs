//! What a verifier asks of a continuity, as it comes from a host.

use core::ops::RangeInclusive;

use crate::{
    Error,
    encoding::base64url,
    range::Range,
    receipt::{MAX_WITNESSES, chain},
    trust::policy as options,
};

/// Lengths of a challenge, in bytes.
pub(super) const CHALLENGE: RangeInclusive<usize> = 16..=64;

/// How many witnesses may be asked for: no receipt has more.
const QUORUM: Range = Range::new("quorum", 1, MAX_WITNESSES as u64);

/// What a verifier asks. Times and bounds in milliseconds.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// What it asks of the chain.
    pub chain: chain::Policy,
    /// The number of the first receipt, if only a part of a chain is shown.
    pub first: Option<u64>,
    /// The number of the last receipt.
    pub last: Option<u64>,
    /// When the window begins; with the first receipt by default.
    pub from: Option<u64>,
    /// When it ends.
    pub until: Option<u64>,
    /// The longest silence.
    pub max_silence: Option<u64>,
    /// The longest time from a receipt to its anchor.
    pub max_lag: Option<u64>,
    /// The longest time from an acknowledged anchor to a receipt.
    pub max_lead: Option<u64>,
    /// How many witnesses make an anchor; 0 counts as 1.
    pub quorum: usize,
    /// What a heartbeat must answer.
    pub challenge: Option<Vec<u8>>,
}

const NAMES: [&str; 9] =
    ["first", "last", "from", "until", "maxSilence", "maxLag", "maxLead", "quorum", "challenge"];

impl Policy {
    /// Reads the members of [`chain::Policy`] and `{ first?, last?, from?, until?, maxSilence?,
    /// maxLag?, maxLead?, quorum?, challenge? }`; the three bounds are in seconds, the challenge is
    /// base64url.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a number out of range; `ERR_RECEIPT_MALFORMED` for text that is not
    /// an id; a code of JSON.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let names: Vec<&str> = chain::Policy::NAMES.into_iter().chain(NAMES).collect();
        let policy = options::read(text, &names)?;
        let members = policy.root();
        let whole = |name| options::whole(members, name);
        let bound = |name| Ok(whole(name)?.map(|seconds| seconds.saturating_mul(1000)));
        let quorum = options::within(members, QUORUM)?.unwrap_or(1);
        Ok(Self {
            chain: chain::Policy::of(members)?,
            first: whole("first")?,
            last: whole("last")?,
            from: whole("from")?,
            until: whole("until")?,
            max_silence: bound("maxSilence")?,
            max_lag: bound("maxLag")?,
            max_lead: bound("maxLead")?,
            quorum: usize::try_from(quorum).unwrap_or(usize::MAX),
            challenge: options::text(members, "challenge")?.map(challenge).transpose()?,
        })
    }
}

fn challenge(text: &str) -> Result<Vec<u8>, Error> {
    let bytes = base64url::decode(text).ok().filter(|bytes| CHALLENGE.contains(&bytes.len()));
    bytes.ok_or_else(|| options::malformed("challenge", "16 to 64 bytes"))
}
