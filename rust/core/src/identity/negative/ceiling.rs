//! Showing that a lineage, or a chain of grants, does not allow a capability.
//!
//! The facts are `exclusion`, and those facts of the chain that bound what may be passed on. It does not
//! matter whether a generation has ended or expired: that only takes authority away.

use serde_json::Value;

use super::{
    super::spawn::{Lineage, Options},
    Report,
};
use crate::{
    Error,
    encoding::json::object,
    fact::State,
    grant::{Chain, Fact, Status, capability::Pattern, verify_chain},
    keys::multikey,
    trust::Trust,
};

const LINEAGE: [&str; 7] =
    ["form", "root", "identities", "signatures", "linkage", "narrowing", "exclusion"];

/// Shows whether the last identity of a lineage can be granted no part of `capability` in that lineage, at the
/// time that the options name.
///
/// # Errors
///
/// `ERR_CAPABILITY_MALFORMED`; what is wrong with the lineage is a fact.
pub fn exclude_by_lineage(
    capability: &str,
    lineage: &str,
    trust: &Trust,
    options: &Options,
) -> Result<Report, Error> {
    let asked: Pattern = capability.parse()?;
    let mut report = begin(
        &asked,
        "lineage",
        &["other lineages", "verifiers that ask for no lineage", "lent keys"],
    );
    let lineage = match Lineage::from_json(lineage) {
        Ok(lineage) => lineage,
        Err((place, error)) => return Ok(report_unread(report, &LINEAGE, place, error)),
    };
    let (root, bound) = lineage.root(trust, options);
    report.say("signer", root.as_ref().ok());
    let facts = &mut report.facts;
    facts.push("form", State::Ok);
    let root = State::first([root.map(drop)]).and(|| lineage.check_passing_on(trust, options));
    facts.push("root", root);
    facts.push("identities", lineage.identities(bound));
    facts.push("signatures", lineage.signatures(trust));
    facts.push("linkage", lineage.linkage());
    facts.push("narrowing", lineage.narrowing());
    let links = lineage.links().iter().map(|link| link.spawn.body());
    let ceilings = links.clone().map(|spawn| (spawn.ceiling.as_slice(), spawn.issued));
    let ceilings: Vec<_> = ceilings.collect();
    judge_exclusion(&mut report, &asked, &ceilings, options);
    let last = lineage.last()?.spawn.body();
    report.say("identity", last.child.as_str());
    report.say("key", multikey::encode(&last.child_key));
    Ok(report)
}

const GRANTS: [&str; 7] = LINEAGE;

/// Shows whether a chain of grants lets its last subject do no part of `capability`, at the time that the
/// options name.
///
/// # Errors
///
/// As [`exclude_by_lineage`].
pub fn exclude_by_grants(
    capability: &str,
    chain: &str,
    trust: &Trust,
    options: &Options,
) -> Result<Report, Error> {
    let asked: Pattern = capability.parse()?;
    let mut report = begin(&asked, "grants", &["other grants", "lent keys"]);
    let read = match Chain::from_json(chain) {
        Ok(read) => read,
        Err((place, error)) => return Ok(report_unread(report, &GRANTS, place, error)),
    };
    let found = verify_chain(chain, trust, &options.grants(), &Status::default());
    report.say("signer", &found.signer);
    let asked_of = [
        ("form", Fact::Form),
        ("root", Fact::Root),
        ("identities", Fact::Identities),
        ("signatures", Fact::Signatures),
        ("linkage", Fact::Linkage),
        ("narrowing", Fact::Narrowing),
    ];
    report.facts.extend(asked_of.map(|(name, fact)| (name, found.state(fact).clone())));
    let links = read.links().iter().map(|link| link.body());
    let ceilings: Vec<_> = links.map(|body| (body.capabilities.as_slice(), body.issued)).collect();
    judge_exclusion(&mut report, &asked, &ceilings, options);
    if let Some(last) = read.links().last() {
        report.say("identity", last.body().subject.as_str());
        report.say("key", multikey::encode(&last.body().subject_key));
    }
    Ok(report)
}

type Ceiling<'a> = (&'a [Pattern], crate::time::UnixSeconds);

/// Finds the first ceiling that allows no part of the capability. It bounds all below it.
fn judge_exclusion(
    report: &mut Report,
    asked: &Pattern,
    ceilings: &[Ceiling<'_>],
    options: &Options,
) {
    let excludes =
        |(ceiling, _): &Ceiling<'_>| !ceiling.iter().any(|pattern| pattern.overlaps(asked));
    let found = ceilings.iter().enumerate().find(|(_, ceiling)| excludes(ceiling));
    let state = match found {
        None => State::Refused {
            place: ceilings.len().saturating_sub(1),
            error: Error::NegativeCovered,
        },
        Some((place, (_, issued))) if issued.0 > options.now.0 => {
            State::Refused { place, error: Error::NegativeNotYet }
        }
        Some(_) => State::Ok,
    };
    report.facts.push("exclusion", state);
    if let Some((place, (ceiling, issued))) = found {
        let ceiling: Vec<&str> = ceiling.iter().map(Pattern::as_str).collect();
        report.say("excludedBy", object! { "at": place, "ceiling": ceiling, "from": issued.0 });
    }
}

fn begin(asked: &Pattern, basis: &str, unproven: &[&str]) -> Report {
    let mut report = Report::new("ceiling", unproven);
    report.say("capability", asked.as_str());
    report.say("basis", basis);
    report.say("signer", Value::Null);
    report.say("identity", Value::Null);
    report.say("key", Value::Null);
    report.say("excludedBy", Value::Null);
    report
}

fn report_unread(mut report: Report, names: &[&'static str], place: usize, error: Error) -> Report {
    report.facts.push("form", State::Refused { place, error });
    report.facts.extend(names.iter().skip(1).map(|name| (*name, State::Unchecked)));
    report
}
