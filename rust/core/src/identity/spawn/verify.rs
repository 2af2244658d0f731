//! Verifying a lineage against a trust input: every fact, in the order in which it is asked.

use super::{Options, Report, Spawn, ends::Ends, family, lineage::Lineage, report::Evidence};
use crate::{
    Error,
    fact::State,
    grant::{self, Chain, verify_chain},
    trust::Trust,
};

/// Verifies a lineage, and the grants along it. Gives no error: what is wrong is a fact.
#[must_use]
pub fn verify(text: &str, trust: &Trust, options: &Options, evidence: &Evidence<'_>) -> Report {
    let lineage = match Lineage::from_json(text) {
        Ok(lineage) => lineage,
        Err((place, error)) => return Report::unread(place, error),
    };
    let mut report = Report::default();
    report.push("form", State::Ok);
    let (mut root, bound) = lineage.root(trust, options);
    let authority = authority(trust, options, evidence, &mut report);
    if let (Err(Error::SpawnRoot), Some((chain, above))) = (&root, &authority) {
        root = lineage.granted(chain, above).ok_or(Error::SpawnRoot);
    }
    report.signer = root.as_ref().ok().cloned();
    let root = State::first([root.map(drop)]).and(|| lineage.check_passing_on(trust, options));
    report.push("root", root);
    report.push("identities", lineage.identities(bound));
    report.push("signatures", lineage.signatures(trust));
    report.push("acceptance", lineage.acceptance());
    report.push("linkage", lineage.linkage());
    report.push("narrowing", lineage.narrowing());
    report.push("depth", lineage.depth(options.max_generations));
    report.push("children", lineage.bounds(Spawn::check_number));
    report.push("time", lineage.time(options));
    let termination = Ends::of(&lineage, trust, options, &evidence.ends).state(&mut report);
    report.push("termination", termination);
    let family = family::judge(&lineage, options, &evidence.family, &mut report);
    let related = options.family || !evidence.family.is_empty();
    report.facts.push_if(related, "family", family);
    let granted = report_authority(&lineage, authority.as_ref(), &report);
    report.facts.push_if(!evidence.grants.is_empty(), "authority", granted);
    report.set_lineage(&lineage);
    report
}

type Authority = (Chain, grant::Report);

fn authority(
    trust: &Trust,
    options: &Options,
    evidence: &Evidence<'_>,
    report: &mut Report,
) -> Option<Authority> {
    if evidence.grants.is_empty() {
        return None;
    }
    let found = verify_chain(evidence.grants, trust, &options.grants(), &evidence.status);
    report.grants = Some(found.clone());
    Chain::from_json(evidence.grants).ok().map(|chain| (chain, found))
}

/// The first fact of the grants that failed, else whether they are the grants of this lineage.
fn report_authority(lineage: &Lineage, authority: Option<&Authority>, report: &Report) -> State {
    let Some(found) = &report.grants else { return State::Unchecked };
    let mut states = found.facts.iter().map(|(_, state)| state);
    if let Some(state) = states.find(|state| matches!(state, State::Refused { .. })) {
        return state.clone();
    }
    let covered = authority.map_or(State::Unchecked, |(chain, _)| lineage.covers(chain));
    match covered {
        State::Ok if *found.state(grant::Fact::Revocation) == State::Unchecked => State::Unchecked,
        state => state,
    }
}
