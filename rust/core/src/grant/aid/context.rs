//! What a grant is checked for: a request, its time, and what the caller knows.

use core::net::IpAddr;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Grant;
use crate::{
    Error,
    aid::{self, Micros, ensure},
    grant::network::Block,
};

/// A request, as JSON: `{ capability, now, uses: { id: count }, region, ip, customChecked }`.
/// `customChecked` lists the custom constraints, as they stand in grants, that the caller found to hold.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Context {
    /// What is asked for.
    pub capability: String,
    #[serde(deserialize_with = "aid::micros")]
    now: u64,
    #[serde(default)]
    uses: BTreeMap<String, u64>,
    region: Option<String>,
    ip: Option<String>,
    #[serde(default)]
    custom_checked: Vec<Value>,
}

impl Context {
    /// Reads the JSON text.
    ///
    /// # Errors
    ///
    /// `ERR_AID_MALFORMED`, also for a member that is not known; a code of JSON.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        aid::read_exact(text, "the context of a request")
    }

    /// Checks the conditions of a grant.
    pub(super) fn check(&self, grant: &Grant) -> Result<(), Error> {
        self.check_time(grant)?;
        self.check_uses(grant)?;
        self.check_constraints(grant)
    }

    pub(super) fn check_time(&self, grant: &Grant) -> Result<(), Error> {
        aid::check_start(grant.constraints.not_before, Micros(self.now))?;
        aid::check_end(grant.constraints.not_after, Micros(self.now))
    }

    pub(super) fn check_uses(&self, grant: &Grant) -> Result<(), Error> {
        let left = |most| self.uses.get(&grant.id).is_some_and(|count| *count < most);
        ensure(grant.constraints.max_uses.is_none_or(left), || Error::AidUses)
    }

    pub(super) fn check_constraints(&self, grant: &Grant) -> Result<(), Error> {
        let constraints = &grant.constraints;
        let region = constraints.geographic.as_ref().is_none_or(|regions| {
            self.region.as_ref().is_some_and(|region| regions.contains(region))
        });
        ensure(region, || Error::AidConstraint("geographic"))?;
        let address = constraints.ip_allowlist.as_ref().is_none_or(|list| self.is_listed(list));
        ensure(address, || Error::AidConstraint("ip_allowlist"))?;
        let custom = constraints.custom.as_ref();
        let custom = custom.is_none_or(|custom| self.custom_checked.contains(custom));
        ensure(custom, || Error::AidConstraint("custom"))?;
        let plain = grant.capabilities.iter().all(|capability| capability.constraints.is_none());
        ensure(plain, || Error::AidConstraint("capability"))
    }

    fn is_listed(&self, list: &[String]) -> bool {
        let address = self.ip.as_ref().and_then(|ip| ip.parse::<IpAddr>().ok());
        address.is_some_and(|address| list.iter().any(|entry| contains(entry, address)))
    }
}

/// Whether an address, or a block such as `10.0.0.0/8`, contains an address.
fn contains(entry: &str, address: IpAddr) -> bool {
    let same = |other: IpAddr| other.to_canonical() == address.to_canonical();
    entry.parse().is_ok_and(same) || entry.parse().is_ok_and(|block: Block| block.contains(address))
}
