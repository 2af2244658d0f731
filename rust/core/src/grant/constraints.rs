//! Constraints of a grant: when, how often, for whom, from where it may be used.
//!
//! ```text
//! { "notBefore"?: seconds, "expires"?: seconds, "uses"?: 1..2^53-1,
//!   "audience"?: [text], "network"?: [block], "custom"?: { name: any JSON } }
//! ```
//!
//! | Member | Holds if | Passed on |
//! | --- | --- | --- |
//! | `notBefore` | `notBefore <= now + skew` | not earlier |
//! | `expires` | `now < expires + skew` | not later |
//! | `uses` | a counter of the verifier has not reached it | not more |
//! | `audience` | the verifier is one of these, byte for byte | not others |
//! | `network` | the client's address is in one of these blocks ([`super::network`]) | not others |
//! | `custom` | the verifier knows each name and says yes | each as it is; more may be added |
//!
//! The grants below a grant repeat its constraints, because leaving one out would lift it. Lists
//! are not empty; at most 16 audiences of 512 bytes, 64 blocks, 16 custom constraints of 4 KiB
//! each.

use core::net::IpAddr;

use super::{
    network::Block,
    record::{Record, malformed},
};
use crate::{Error, encoding::document::Node, time::UnixSeconds};

const MAX_AUDIENCES: usize = 16;
const MAX_AUDIENCE: usize = 512;
const MAX_BLOCKS: usize = 64;
const MAX_CUSTOM: usize = 16;
const MAX_CUSTOM_BYTES: usize = 4096;
const MAX_NAME: usize = 64;
const MAX_USES: u64 = (1 << 53) - 1;

/// Constraints, checked when they are read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// First second at which the grant holds.
    pub not_before: Option<UnixSeconds>,
    /// First second at which it no longer holds.
    pub expires: Option<UnixSeconds>,
    /// How often it may be used.
    pub uses: Option<u64>,
    /// Verifiers it is for.
    pub audience: Option<Vec<String>>,
    /// Where its user must be.
    pub network: Option<Vec<Block>>,
    /// What only some verifiers understand: names in order, and values as canonical JSON.
    pub custom: Vec<(String, String)>,
}

impl Constraints {
    pub(super) fn read(mut record: Record<'_>) -> Result<Self, Error> {
        let mut found = Self::default();
        for (member, to) in [("notBefore", &mut found.not_before), ("expires", &mut found.expires)]
        {
            *to = record.maybe(member, Record::seconds)?;
        }
        found.uses = record.maybe("uses", |record, name| record.whole(name, MAX_USES))?;
        let audience =
            record.maybe("audience", |record, name| record.texts(name, MAX_AUDIENCES))?;
        found.audience = audience.map(|texts| texts.into_iter().map(str::to_owned).collect());
        let network = record.maybe("network", |record, name| record.texts(name, MAX_BLOCKS))?;
        let blocks = network.map(|texts| texts.iter().map(|text| text.parse()).collect());
        found.network = blocks.transpose()?;
        let custom = record.maybe("custom", Record::object)?;
        found.custom = custom.map_or(Ok(Vec::new()), |custom| pairs(custom.node()))?;
        record.end()?;
        found.check()
    }

    fn check(self) -> Result<Self, Error> {
        if self.expires.is_some_and(|end| self.not_before.is_some_and(|start| start >= end)) {
            return Err(malformed("expires", "it must be later than `notBefore`"));
        }
        if self.uses == Some(0) {
            return Err(malformed("uses", "it must be at least 1"));
        }
        let fits = |text: &String| (1..=MAX_AUDIENCE).contains(&text.len());
        if self.audience.as_ref().is_some_and(|list| list.is_empty() || !list.iter().all(fits)) {
            return Err(malformed("audience", "it must hold texts of 1 to 512 bytes"));
        }
        if self.network.as_ref().is_some_and(Vec::is_empty) {
            return Err(malformed("network", "it must hold a block of addresses"));
        }
        if self.custom.len() > MAX_CUSTOM {
            return Err(Error::LimitExceeded("custom constraints", MAX_CUSTOM));
        }
        for (name, value) in &self.custom {
            if !is_name(name) || value.len() > MAX_CUSTOM_BYTES {
                return Err(malformed(
                    "custom",
                    "a name or value in it is too long, or not a name",
                ));
            }
        }
        Ok(self)
    }

    /// Refuses unless `now` is inside the times, both ends widened by `skew`.
    pub(super) fn check_time(&self, now: UnixSeconds, skew: u64) -> Result<(), Error> {
        if let Some(start) = self.not_before.filter(|start| start.0 > now.0.saturating_add(skew)) {
            return Err(Error::GrantNotYet(start.0));
        }
        match self.expires.filter(|end| now.0 >= end.0.saturating_add(skew)) {
            Some(end) => Err(Error::GrantExpired(end.0)),
            None => Ok(()),
        }
    }

    /// Refuses unless these constraints allow no more than those of `parent`.
    pub(super) fn check_narrows(&self, parent: &Self) -> Result<(), Error> {
        let widened = |what| Err(Error::GrantWidened(what));
        if parent.not_before.is_some_and(|start| self.not_before.is_none_or(|own| own < start)) {
            return widened("notBefore");
        }
        if parent.expires.is_some_and(|end| self.expires.is_none_or(|own| own > end)) {
            return widened("expires");
        }
        if parent.uses.is_some_and(|most| self.uses.is_none_or(|own| own > most)) {
            return widened("uses");
        }
        if !within(parent.audience.as_deref(), self.audience.as_deref(), |a, b| a == b) {
            return widened("audience");
        }
        if !within(parent.network.as_deref(), self.network.as_deref(), Block::contains_block) {
            return widened("network");
        }
        // Canonical texts are alike if their values are: `1` and `1.0` are one number.
        let is_repeated = parent.custom.iter().all(|custom| self.custom.contains(custom));
        if is_repeated { Ok(()) } else { widened("custom") }
    }

    /// `None` if audiences are not restricted.
    pub(super) fn allows_audience(&self, audience: &str) -> Option<bool> {
        self.audience.as_ref().map(|list| list.iter().any(|listed| listed == audience))
    }

    /// `None` if networks are not restricted.
    pub(super) fn allows_address(&self, address: IpAddr) -> Option<bool> {
        self.network.as_ref().map(|blocks| blocks.iter().any(|block| block.contains(address)))
    }
}

/// Whether each of `inner` is within one of `outer`. No `outer` allows everything.
fn within<T>(outer: Option<&[T]>, inner: Option<&[T]>, holds: impl Fn(&T, &T) -> bool) -> bool {
    let Some(outer) = outer else { return true };
    inner.is_some_and(|inner| inner.iter().all(|own| outer.iter().any(|wider| holds(wider, own))))
}

/// The members of an object, each with its canonical text.
fn pairs(object: Node<'_>) -> Result<Vec<(String, String)>, Error> {
    let mut pairs = Vec::new();
    for (name, value) in object.members() {
        pairs.push((name.as_str().unwrap_or_default().to_owned(), value.canonical()?));
    }
    Ok(pairs)
}

fn is_name(name: &str) -> bool {
    let fits = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_');
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(fits)
}
