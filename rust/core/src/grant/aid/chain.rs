//! Verifies chains of grants, from the root, and reports facts.

use std::collections::BTreeSet;

use super::{Context, Grant, Revocation, UNCOVERED, UNPROVEN, capability, revocation::Revocations};
use crate::{
    Error,
    aid::{Anchors, ensure, split},
    fact::{Facts, State},
    trust::ProvenKey,
};

/// Most links of a chain.
pub const MAX_LINKS: usize = 256;

/// The facts about a chain. Each has the first link at which it fails.
#[derive(Clone, Debug)]
struct Found {
    /// Hash, id, signature, and identities that are those of their keys.
    signatures: State,
    /// The first link is a root that is trusted.
    anchor: State,
    /// Each link is given by the holder of the one before, and names it.
    linkage: State,
    /// Each link but the last may be delegated.
    delegation: State,
    /// Each link is within every ancestor's limit, and states its own depth correctly.
    depth: State,
    /// No link has a capability that the one before lacks. Links below one that fails in one of the
    /// facts above are not compared: anybody can add such links, as many as they like.
    narrowing: State,
    /// Every link covers the request.
    capability: State,
    time: State,
    uses: State,
    constraints: State,
    revocation: State,
}

impl Found {
    fn over(count: usize) -> Self {
        let fact = || State::over(count);
        Self {
            signatures: fact(),
            anchor: fact(),
            linkage: fact(),
            delegation: fact(),
            depth: fact(),
            narrowing: fact(),
            capability: fact(),
            time: fact(),
            uses: fact(),
            constraints: fact(),
            revocation: fact(),
        }
    }

    fn facts(self) -> Facts {
        Facts::from([
            ("signatures", self.signatures),
            ("anchor", self.anchor),
            ("linkage", self.linkage),
            ("delegation", self.delegation),
            ("depth", self.depth),
            ("narrowing", self.narrowing),
            ("capability", self.capability),
            ("time", self.time),
            ("uses", self.uses),
            ("constraints", self.constraints),
            ("revocation", self.revocation),
        ])
    }
}

/// The facts about a chain for a request, as JSON.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` over [`MAX_LINKS`]; a revocation that cannot be read, with the code of [`super::verify`].
/// What a link has wrong is a fact.
pub fn verify_chain(
    list: &[u8],
    anchors: &Anchors,
    context: &Context,
    revocations: &[u8],
) -> Result<String, Error> {
    let texts = split(list)?;
    if texts.len() > MAX_LINKS {
        return Err(Error::LimitExceeded("number of links", MAX_LINKS));
    }
    let revocations = Revocation::read_all(revocations)?;
    let mut facts = Found::over(texts.len());
    let (mut links, mut uncovered): (Vec<Grant>, Vec<String>) = (Vec::new(), Vec::new());
    for (place, text) in texts.iter().enumerate() {
        match Grant::read(text) {
            Ok(read) => {
                uncovered.extend(read.unknown.into_iter().map(|path| format!("[{place}].{path}")));
                links.push(read.value);
            }
            Err(error) => {
                facts.signatures.refuse_on(place, Err(error.clone()));
                facts.linkage.refuse_on(place, Err(error));
                break;
            }
        }
    }
    let signer = judge_root(&links, anchors, &mut facts);
    let revocations = Revocations::new(&revocations);
    let judge = Judge { links: &links, anchors, context, revocations };
    let ignored = judge.all(&mut facts);
    uncovered.extend(UNCOVERED.map(str::to_owned));
    Ok(report(&facts.facts(), &links, signer.as_ref(), &ignored, &uncovered))
}

fn judge_root(links: &[Grant], anchors: &Anchors, facts: &mut Found) -> Option<ProvenKey> {
    let root = links.first()?;
    let bound = anchors.read_key(&root.grantor, &root.grantor_key);
    let signer = bound.and_then(|key| anchors.judge(&root.grantor, &key));
    facts.anchor.refuse_on(0, root.check_root().and(signer.clone().map(drop)));
    signer.ok()
}

struct Judge<'a> {
    links: &'a [Grant],
    anchors: &'a Anchors,
    context: &'a Context,
    revocations: Revocations<'a>,
}

impl Judge<'_> {
    fn all(&self, facts: &mut Found) -> Vec<String> {
        let (mut limit, mut ignored) = (u32::MAX, Vec::new());
        let (mut grantors, mut seen) = (BTreeSet::new(), BTreeSet::new());
        for (place, link) in self.links.iter().enumerate() {
            facts.signatures.refuse_on(place, link.check(self.anchors).map(drop));
            if let Some(parent) = place.checked_sub(1).and_then(|before| self.links.get(before)) {
                facts.linkage.refuse_on(place, check_link(parent, link));
                facts
                    .delegation
                    .refuse_on(place, ensure(parent.delegation_allowed, || Error::AidDelegation));
                limit = limit.min(parent.max_depth());
            }
            let depth = u32::try_from(place).unwrap_or(u32::MAX);
            let within = link.delegation_depth == depth && depth <= limit;
            facts.depth.refuse_on(place, ensure(within, || Error::AidDepth));
            self.note_narrowing(place, facts);
            facts.capability.refuse_on(place, link.covers(&self.context.capability));
            facts.time.refuse_on(place, self.context.check_time(link));
            facts.uses.refuse_on(place, self.context.check_uses(link));
            facts.constraints.refuse_on(place, self.context.check_constraints(link));
            grantors.insert(link.grantor.as_str());
            // A grant that comes again breaks the chain; its revocations were checked before.
            if !seen.insert(link.id.as_str()) {
                facts.linkage.refuse_on(place, Err(Error::AidLink));
                continue;
            }
            match self.revocations.check(link, &grantors, self.anchors) {
                Ok(more) => ignored.extend(more),
                Err(error) => facts.revocation.refuse_on(place, Err(error)),
            }
        }
        ignored
    }

    fn note_narrowing(&self, place: usize, facts: &mut Found) {
        let Found { signatures, anchor, linkage, delegation, depth, .. } = facts;
        if [signatures, anchor, linkage, delegation, depth].iter().any(|fact| fact.is_refused()) {
            facts.narrowing.stop();
        } else if let (Some(parent), Some(link)) =
            (place.checked_sub(1).and_then(|before| self.links.get(before)), self.links.get(place))
        {
            facts.narrowing.refuse_on(place, check_narrows(parent, link));
        }
    }
}

fn check_link(parent: &Grant, link: &Grant) -> Result<(), Error> {
    let by_grantee = link.grantor == parent.grantee && link.grantor_key == parent.grantee_key;
    ensure(by_grantee && link.parent_grant.as_ref() == Some(&parent.id), || Error::AidLink)
}

/// Refuses a link with a capability that its parent lacks.
fn check_narrows(parent: &Grant, link: &Grant) -> Result<(), Error> {
    let uris = |grant| Vec::from_iter(Grant::uris(grant));
    let (granted, requested) = (uris(parent), uris(link));
    ensure(capability::covers_all(&granted, &requested), || Error::AidWidened)
}

fn report(
    facts: &Facts,
    links: &[Grant],
    signer: Option<&ProvenKey>,
    ignored: &[String],
    uncovered: &[String],
) -> String {
    let ends = links.iter().filter_map(|link| link.constraints.not_after).min();
    let begins = links.iter().map(|link| link.constraints.not_before).max();
    let time = |time: Option<u64>| time.map(|time| time.to_string());
    let written = match links.last() {
        Some(last) => {
            facts.report().texts("capabilities", last.uris()).text("grantee", &last.grantee)
        }
        None => facts.report().json("capabilities", "null").json("grantee", "null"),
    };
    let written = written
        .texts("ids", links.iter().map(|link| link.id.as_str()))
        .list("ignoredRevocations", ignored)
        .number("length", links.len() as u64);
    written
        .text_or_null("notAfter", time(ends).as_deref())
        .text_or_null("notBefore", time(begins).as_deref())
        .flag("selfGranted", links.iter().any(|link| link.grantor == link.grantee))
        .json("signer", &signer.map_or_else(|| "null".to_owned(), ProvenKey::to_json))
        .texts("uncovered", uncovered.iter().map(String::as_str))
        .texts("unproven", UNPROVEN.into_iter())
        .end()
}
