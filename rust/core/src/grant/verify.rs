//! The verdict on a chain of grants against a trust anchor, question by question.

use super::{
    Chain, Fact, Options, Report, State, Status,
    chain::{Read, signatory, trusts},
    link::facts,
};
use crate::{
    Error,
    trust::{ProvenKey, Trust},
};

/// Verifies a chain. Never fails: what is wrong is a fact.
#[must_use]
pub fn verify_chain(text: &str, trust: &Trust, options: &Options, status: &Status) -> Report {
    judge(&Chain::from_json(text), trust, options, status)
}

pub(super) fn judge(read: &Read, trust: &Trust, options: &Options, status: &Status) -> Report {
    let mut report = Report::default();
    let chain = match read {
        Ok(chain) => chain,
        Err((place, error)) => {
            report.push(Fact::Form, State::Refused { place: *place, error: error.clone() });
            let rest = Fact::CHAIN.into_iter().skip(1);
            rest.for_each(|fact| report.push(fact, State::Unchecked));
            return report;
        }
    };
    report.push(Fact::Form, State::Ok);
    let (root, bound) = anchor(chain, trust, options);
    report.signer = root.as_ref().ok().cloned();
    let root = State::first([root.map(drop)]).and(|| chain.lower_keys(trust, options));
    report.push(Fact::Root, root);
    report.push(Fact::Identities, chain.identities(bound));
    let signed = chain.links().iter().map(|link| link.check_for(trust));
    report.push(Fact::Signatures, State::first(signed));
    report.push(Fact::Linkage, chain.linkage());
    let narrows = chain.check_each(|_, up, link| link.body().check_narrows(up.body()));
    report.push(Fact::Narrowing, narrows);
    report.push(Fact::Depth, chain.depth(options.max_links));
    report.push(Fact::Time, chain.time(options));
    let (revocation, ignored) = status.judge(chain, trust, options);
    report.push(Fact::Revocation, revocation);
    report.ignored = ignored;
    let links = chain.links().iter().zip(chain.ids());
    report.links = links.map(|(link, id)| facts(id, link.node())).collect();
    report
}

/// The key of the root, if it is trusted, and whether the trust input names it as one of the root's DID.
fn anchor(chain: &Chain, trust: &Trust, options: &Options) -> (Result<ProvenKey, Error>, bool) {
    let Some(root) = chain.links().first() else { return (Err(Error::GrantRoot), false) };
    let who = signatory(root);
    let signer = || ProvenKey::of_signed(trust, &who, options.purpose, options.now);
    match trusts(trust, &who, options) {
        Ok(bound) => (Ok(signer()), bound),
        Err(Error::GrantRoot)
            if trust.takes_embedded(&who.use_for(options.purpose, options.now)) =>
        {
            (Ok(signer()), false)
        }
        Err(error) => (Err(error), false),
    }
}
