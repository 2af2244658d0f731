//! What a verifier asks, as JSON from a host.
//!
//! ```text
//! { "now": seconds, "skew"?: seconds, "purpose"?: text, "maxLinks"?: n, "complete"?: true,
//!   "capability"?: text, "audience"?: text, "address"?: text, "holder"?: Multikey,
//!   "custom"?: [{ "link": n, "name": text, "holds": bool }] }
//! ```
//!
//! `complete` says that the status records are all that the caller knows of, so that a link
//! that they do not mention is not revoked.

use core::net::IpAddr;

use countersign_kernels::json::Kind;

use super::{MAX_LINKS, capability::Request};
use crate::{
    Error,
    did::Purpose,
    encoding::document::Node,
    keys::{PublicKey, multikey},
    range::Range,
    time::{CLOCK_SKEW, UnixSeconds},
    trust::policy,
};

/// How many links may be allowed. [`MAX_LINKS`] bounds a greater number.
const LINKS: Range = Range::at_least("maxLinks", 1);

/// How a chain is judged.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// The time.
    pub now: UnixSeconds,
    /// Allowed difference of the clocks, in seconds.
    pub skew: u64,
    /// What the first issuer's key must be trusted for.
    pub purpose: Purpose,
    /// Most links, up to [`MAX_LINKS`].
    pub max_links: usize,
    /// Whether the status records are all there are.
    pub complete: bool,
}

/// What somebody wants to do, and where.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Action {
    /// What.
    pub capability: Request,
    /// The verifier's own name.
    pub audience: Option<String>,
    /// Where the request comes from.
    pub address: Option<IpAddr>,
    /// A key that the caller knows the client to hold, as by an HTTP signature.
    pub holder: Option<PublicKey>,
    /// What the verifier's own handlers said of custom constraints: link, name, verdict.
    pub custom: Vec<(usize, String, bool)>,
}

impl Options {
    /// Options at `now`, with the defaults.
    #[must_use]
    pub const fn for_time(now: UnixSeconds) -> Self {
        Self {
            now,
            skew: CLOCK_SKEW,
            purpose: Purpose::CapabilityDelegation,
            max_links: MAX_LINKS,
            complete: false,
        }
    }

    /// Reads the options, and the action if there is one.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a number out of range; a code of
    /// [`crate::encoding::document`] or [`super::capability`]; `ERR_TRUST_MALFORMED` for an unknown purpose.
    pub fn from_json(text: &str) -> Result<(Self, Option<Action>), Error> {
        let action = ["capability", "audience", "address", "holder", "custom"];
        let names = ["now", "skew", "purpose", "maxLinks", "complete"];
        let policy = policy::read(text, &[names.as_slice(), &action].concat())?;
        let members = policy.root();
        let now =
            policy::time(members, "now")?.ok_or_else(|| policy::malformed("now", "the time"))?;
        let mut options = Self::for_time(now);
        options.complete = policy::flag(members, "complete")?;
        options.skew = policy::skew(members)?;
        if let Some(purpose) = policy::text(members, "purpose")? {
            options.purpose = purpose.parse()?;
        }
        if let Some(most) = policy::within(members, LINKS)? {
            options.max_links = usize::try_from(most).unwrap_or(MAX_LINKS).min(MAX_LINKS);
        }
        let asked = policy::text(members, "capability")?.map(|text| text.parse()).transpose()?;
        let Some(capability) = asked else { return Ok((options, None)) };
        let address = policy::text(members, "address")?.map(address).transpose()?;
        let audience = policy::text(members, "audience")?.map(str::to_owned);
        let holder = policy::text(members, "holder")?.map(multikey::decode).transpose()?;
        let custom = verdicts(members.get("custom"))?;
        Ok((options, Some(Action { capability, audience, address, holder, custom })))
    }
}

fn address(text: &str) -> Result<IpAddr, Error> {
    text.parse().map_err(|_| policy::malformed("address", "an IP address"))
}

fn verdicts(list: Option<Node<'_>>) -> Result<Vec<(usize, String, bool)>, Error> {
    let Some(list) = list else { return Ok(Vec::new()) };
    let verdict = |item: Node<'_>| {
        let link = usize::try_from(item.get("link")?.as_u64()?).ok()?;
        Some((link, item.get("name")?.as_str()?.to_owned(), item.get("holds")?.as_bool()?))
    };
    let items = (list.kind() == Kind::Array).then(|| list.items().map(verdict).collect());
    items.flatten().ok_or_else(|| policy::malformed("custom", "a list of { link, name, holds }"))
}
