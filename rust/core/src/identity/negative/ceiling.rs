//! Showing that a lineage, or a chain of grants, does not allow a capability.
//!
//! The facts are `exclusion`, and those facts of the chain that bound what may be passed on. It does not
//! matter whether a generation has ended or expired: that only takes authority away.

use super::{
    super::spawn::{Lineage, Options},
    Report,
};
use crate::{
    Error,
    fact::{Facts, State},
    grant::{Chain, Fact, Status, capability::Pattern, verify_chain},
    keys::{PublicKey, multikey},
    print::Written,
    time::UnixSeconds,
    trust::{ProvenKey, Trust},
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
    let found = match Lineage::from_json(lineage) {
        Ok(lineage) => judge_lineage(&lineage, &asked, trust, options)?,
        Err((place, error)) => Found::unread(&LINEAGE, place, error),
    };
    let unproven = ["other lineages", "verifiers that ask for no lineage", "lent keys"];
    Ok(found.report(&asked, "lineage", &unproven))
}

fn judge_lineage(
    lineage: &Lineage,
    asked: &Pattern,
    trust: &Trust,
    options: &Options,
) -> Result<Found, Error> {
    let (root, bound) = lineage.root(trust, options);
    let mut found = Found { signer: root.as_ref().ok().cloned(), ..Found::default() };
    let facts = &mut found.facts;
    facts.push("form", State::Ok);
    let root = State::first([root.map(drop)]).and(|| lineage.check_passing_on(trust, options));
    facts.push("root", root);
    facts.push("identities", lineage.identities(bound));
    facts.push("signatures", lineage.signatures(trust));
    facts.push("linkage", lineage.linkage());
    facts.push("narrowing", lineage.narrowing());
    let links = lineage.links().iter().map(|link| link.spawn.body());
    let ceilings: Vec<_> = links.map(|spawn| (spawn.ceiling.as_slice(), spawn.issued)).collect();
    found.judge_exclusion(asked, &ceilings, options);
    let last = lineage.last()?.spawn.body();
    found.holder = Some((last.child.clone(), last.child_key.clone()));
    Ok(found)
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
    let found = match Chain::from_json(chain) {
        Ok(read) => judge_grants(&read, chain, &asked, trust, options),
        Err((place, error)) => Found::unread(&GRANTS, place, error),
    };
    Ok(found.report(&asked, "grants", &["other grants", "lent keys"]))
}

fn judge_grants(
    read: &Chain,
    chain: &str,
    asked: &Pattern,
    trust: &Trust,
    options: &Options,
) -> Found {
    let proven = verify_chain(chain, trust, &options.grants(), &Status::default());
    let asked_of = [
        ("form", Fact::Form),
        ("root", Fact::Root),
        ("identities", Fact::Identities),
        ("signatures", Fact::Signatures),
        ("linkage", Fact::Linkage),
        ("narrowing", Fact::Narrowing),
    ];
    let facts = Facts::from(asked_of.map(|(name, fact)| (name, proven.state(fact).clone())));
    let mut found = Found { facts, signer: proven.signer, ..Found::default() };
    let links = read.links().iter().map(|link| link.body());
    let ceilings: Vec<_> = links.map(|body| (body.capabilities.as_slice(), body.issued)).collect();
    found.judge_exclusion(asked, &ceilings, options);
    let last = read.links().last().map(|last| last.body());
    found.holder = last.map(|last| (last.subject.clone(), last.subject_key.clone()));
    found
}

/// What one link allows, and since when.
type Ceiling<'a> = (&'a [Pattern], UnixSeconds);

/// What was found of the last link, and what excludes the capability.
#[derive(Default)]
struct Found {
    facts: Facts,
    signer: Option<ProvenKey>,
    /// Name and key.
    holder: Option<(String, PublicKey)>,
    /// `{ at, ceiling, from }`, as JSON.
    excluded: Option<String>,
}

impl Found {
    fn unread(names: &[&'static str], place: usize, error: Error) -> Self {
        let mut facts = Facts::from([("form", State::Refused { place, error })]);
        facts.extend(names.iter().skip(1).map(|name| (*name, State::Unchecked)));
        Self { facts, ..Self::default() }
    }

    /// Finds the first ceiling that allows no part of the capability. It bounds all below it.
    fn judge_exclusion(&mut self, asked: &Pattern, ceilings: &[Ceiling<'_>], options: &Options) {
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
        self.facts.push("exclusion", state);
        self.excluded = found.map(|(place, (ceiling, issued))| {
            Written::new()
                .number("at", place as u64)
                .texts("ceiling", ceiling.iter().map(Pattern::as_str))
                .number("from", issued.0)
                .end()
        });
    }

    fn report(self, asked: &Pattern, basis: &str, unproven: &[&str]) -> Report {
        let Self { facts, signer, holder, excluded } = self;
        let signer = signer.as_ref().map(ProvenKey::to_json);
        let (identity, key) = holder.map(|(name, key)| (name, multikey::encode(&key))).unzip();
        Report::new("ceiling", unproven, facts, |about| {
            about
                .text("basis", basis)
                .text("capability", asked.as_str())
                .json_or_null("excludedBy", excluded.as_deref())
                .text_or_null("identity", identity.as_deref())
                .text_or_null("key", key.as_deref())
                .json_or_null("signer", signer.as_deref())
        })
    }
}
