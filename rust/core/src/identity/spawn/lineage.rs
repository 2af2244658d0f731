//! A lineage, from the first generation to the identity in question: what holds of it, question by question.

use super::{Acceptance, MAX_GENERATIONS, Options, Spawn, record::malformed};
use crate::{
    Error,
    did::{self, Purpose},
    encoding::document::{Document, Numbers, OwnedObject},
    fact::State,
    grant::{self, Chain, Grant, capability},
    record::Record,
    signed_record::Signed,
    trust::{Owner, ProvenKey, Signatory, Standing, Trust, Use},
};

/// One generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The spawn.
    pub spawn: Signed<Spawn>,
    /// Its id.
    pub id: String,
    /// The child's acceptance, if there is one.
    pub acceptance: Option<Signed<Acceptance>>,
}

/// The generations that could be read, with their ids.
#[derive(Clone, Debug, PartialEq)]
pub struct Lineage {
    links: Vec<Link>,
}

impl Lineage {
    /// Reads `[{ spawn, acceptance? }]`, the first generation first.
    ///
    /// # Errors
    ///
    /// With the index of the generation: a code of [`crate::encoding::document`] or
    /// [`Signed::from_json`]; `ERR_LIMIT_EXCEEDED` over [`MAX_GENERATIONS`];
    /// `ERR_SPAWN_MALFORMED` for none.
    pub fn from_json(text: &str) -> Result<Self, (usize, Error)> {
        let read = Document::read(text.as_bytes(), Numbers::Exact).map_err(|error| (0, error))?;
        let items = OwnedObject::items(read.into_owned()).filter(|items| !items.is_empty());
        let items = items
            .ok_or_else(|| (0, malformed("lineage", "it must be a list with a generation")))?;
        if items.len() > MAX_GENERATIONS {
            let what = "number of generations";
            return Err((MAX_GENERATIONS, Error::LimitExceeded(what, MAX_GENERATIONS)));
        }
        let links = items.into_iter().enumerate();
        let links =
            links.map(|(index, item)| item.and_then(Link::read).map_err(|error| (index, error)));
        Ok(Self { links: links.collect::<Result<_, _>>()? })
    }

    /// The generations, the first one first.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The identity in question.
    ///
    /// # Errors
    ///
    /// Never: a lineage has a generation.
    pub(in super::super) fn last(&self) -> Result<&Link, Error> {
        self.links.last().ok_or_else(|| malformed("lineage", "it must be a list with a generation"))
    }

    fn first(&self) -> Result<&Link, Error> {
        self.links
            .first()
            .ok_or_else(|| malformed("lineage", "it must be a list with a generation"))
    }

    /// Checks that the child of the generation at `index` does not stand above it already.
    pub(super) fn check_new(&self, index: usize, spawn: &Spawn) -> Result<(), Error> {
        let back = |link: &Link| {
            let above = link.spawn.body();
            let keys = [link.spawn.key(), &above.child_key];
            let names = [&above.parent, &above.child];
            keys.contains(&&spawn.child_key) || names.contains(&&spawn.child)
        };
        if self.links.iter().take(index).any(back) { Err(Error::SpawnCycle) } else { Ok(()) }
    }

    /// Checks each generation but the first against the one above it.
    fn each(&self, check: impl Fn(&Link, &Link) -> Result<(), Error>) -> State {
        let below = self.links.iter().skip(1);
        let below = self.links.iter().zip(below).map(|(up, link)| check(up, link));
        State::first(core::iter::once(Ok(())).chain(below))
    }

    pub(super) fn bounds(&self, check: impl Fn(&Spawn, &Spawn) -> Result<(), Error>) -> State {
        self.each(|up, link| check(link.spawn.body(), up.spawn.body()))
    }

    pub(in super::super) fn signatures(&self, trust: &Trust) -> State {
        State::first(self.links.iter().map(|link| link.spawn.check_for(trust)))
    }

    pub(super) fn acceptance(&self) -> State {
        let checks = self.links.iter().map(|link| match &link.acceptance {
            Some(acceptance) => check_acceptance(acceptance, link),
            None => Ok(()),
        });
        match State::first(checks) {
            State::Ok if self.links.iter().any(|link| link.acceptance.is_none()) => {
                State::Unchecked
            }
            state => state,
        }
    }

    pub(in super::super) fn linkage(&self) -> State {
        let checks = self.links.iter().enumerate().map(|(index, link)| {
            let (spawn, up) =
                (link.spawn.body(), index.checked_sub(1).and_then(|up| self.links.get(up)));
            let linked = up.is_none_or(|up| {
                let above = up.spawn.body();
                spawn.parent == above.child && *link.spawn.key() == above.child_key
            });
            if !linked || spawn.above.as_ref() != up.map(|up| &up.id) {
                return Err(Error::SpawnLink);
            }
            spawn.check_other(link.spawn.key())?;
            self.check_new(index, spawn)
        });
        State::first(checks)
    }

    pub(in super::super) fn narrowing(&self) -> State {
        self.bounds(Spawn::check_narrows)
    }

    pub(super) fn depth(&self, most: usize) -> State {
        if self.links.len() > most {
            return State::Refused { place: most, error: Error::SpawnDepth(most as u64) };
        }
        self.bounds(Spawn::check_depth)
    }

    pub(super) fn time(&self, options: &Options) -> State {
        let (now, skew) = (options.now, options.skew);
        let lives = self.links.iter().map(|link| link.spawn.body().check_time(now, skew));
        match State::first(lives) {
            State::Ok => self.bounds(Spawn::check_birth),
            state => state,
        }
    }

    /// Whether every DID is bound to its key. The first may be bound by the trust input.
    pub(in super::super) fn identities(&self, root_bound: bool) -> State {
        let mut bound = true;
        let mut checks = Vec::with_capacity(self.links.len());
        for (index, link) in self.links.iter().enumerate() {
            let spawn = link.spawn.body();
            let parent = did::check_names(&spawn.parent, link.spawn.key(), Error::SpawnIdentity);
            let child = did::check_names(&spawn.child, &spawn.child_key, Error::SpawnIdentity);
            bound &= (index > 0 || root_bound || parent == Ok(true)) && child == Ok(true);
            checks.push(parent.and(child).map(drop));
        }
        match State::first(checks) {
            State::Ok if !bound => State::Unchecked,
            state => state,
        }
    }

    /// The key of the first parent, if it is trusted, and whether its DID is bound to it by that.
    pub(in super::super) fn root(
        &self,
        trust: &Trust,
        options: &Options,
    ) -> (Result<ProvenKey, Error>, bool) {
        let Ok(first) = self.first() else { return (Err(Error::SpawnRoot), false) };
        let who = first.parent(options);
        let by_itself = who.use_for(options.purpose, options.now);
        let signer = || ProvenKey::of_signed(trust, &who, options.purpose, options.now);
        match trust.owner_of_signed(&who, options.purpose, options.now) {
            Owner::This => (Ok(signer()), true),
            Owner::Unnamed => (Ok(signer()), false),
            Owner::Another => (Err(Error::SpawnIdentity), false),
            Owner::Untrusted if trust.takes_embedded(&by_itself) => (Ok(signer()), false),
            Owner::Untrusted => (Err(Error::SpawnRoot), false),
        }
    }

    /// Checks that the trust input rules out no key of the lineage: none of those that make children, and not the last
    /// one, which is to act.
    pub(in super::super) fn check_passing_on(&self, trust: &Trust, options: &Options) -> State {
        let now = options.now;
        State::first(self.links.iter().enumerate().map(|(index, link)| {
            let Spawn { child, child_key, .. } = link.spawn.body();
            let acts = Use::to_come(child, child_key, Purpose::CapabilityInvocation, now);
            let makes = trust.rules_out(&link.parent(options).use_for(options.purpose, now));
            let last = index + 1 == self.links.len() && trust.rules_out(&acts);
            if makes || last { Err(Error::SpawnRoot) } else { Ok(()) }
        }))
    }

    /// Whether the last grants are from these parents to these children, and within their bounds.
    pub(super) fn covers(&self, chain: &Chain) -> State {
        let Some(offset) = chain.links().len().checked_sub(self.links.len()) else {
            return State::Refused { place: chain.links().len(), error: Error::SpawnGrant };
        };
        let grants = chain.links().iter().skip(offset).zip(&self.links);
        let checks = grants.map(|(grant, link)| check_grant(grant, link));
        match State::first(checks) {
            State::Refused { place, error } => State::Refused { place: place + offset, error },
            state => state,
        }
    }

    /// The key of the first parent, if grants lead to it from a trusted issuer.
    pub(super) fn granted(&self, chain: &Chain, report: &grant::Report) -> Option<ProvenKey> {
        let above = chain.links().len().checked_sub(self.links.len() + 1);
        let above = above.and_then(|index| chain.links().get(index)).map(Signed::body)?;
        let first = &self.first().ok()?.spawn;
        let to_parent = above.subject == first.body().parent && above.subject_key == *first.key();
        let facts = [grant::Fact::Root, grant::Fact::Signatures, grant::Fact::Linkage];
        let is_trusted = report.signer.as_ref().is_some_and(|signer| !signer.is_self_asserted())
            && facts.iter().all(|fact| *report.state(*fact) == State::Ok);
        let signer = || ProvenKey::unlisted(first.key().clone(), Standing::Granted);
        (to_parent && is_trusted).then(signer)
    }
}

impl Link {
    /// Who signed the spawn. Its key must sign now, whatever time the spawn states.
    fn parent(&self, options: &Options) -> Signatory<'_> {
        let (spawn, signed) = (self.spawn.body(), options.now);
        let (key, algorithm) = (self.spawn.key(), self.spawn.algorithm());
        Signatory { did: &spawn.parent, id: spawn.key_id.as_deref(), key, algorithm, signed }
    }

    fn read(item: OwnedObject) -> Result<Self, Error> {
        let mut pair = Record::new(item.node(), malformed);
        let spawn: Signed<Spawn> = Signed::read(item.inner(pair.object("spawn")?.node()))?;
        let acceptance = pair.maybe("acceptance", Record::object)?;
        let acceptance =
            acceptance.map(|record| Signed::read(item.inner(record.node()))).transpose()?;
        pair.end()?;
        Ok(Self { id: spawn.id()?, spawn, acceptance })
    }
}

fn check_acceptance(acceptance: &Signed<Acceptance>, link: &Link) -> Result<(), Error> {
    let own = *acceptance.key() == link.spawn.body().child_key;
    if !own || acceptance.body().spawn != link.id {
        return Err(Error::SpawnAcceptance);
    }
    acceptance.check()
}

fn check_grant(grant: &Signed<Grant>, link: &Link) -> Result<(), Error> {
    let (body, spawn) = (grant.body(), link.spawn.body());
    let names = body.issuer == spawn.parent && body.subject == spawn.child;
    let keys = grant.key() == link.spawn.key() && body.subject_key == spawn.child_key;
    if !names || !keys {
        return Err(Error::SpawnGrant);
    }
    if !capability::narrows(&spawn.ceiling, &body.capabilities) {
        return Err(Error::SpawnWidened("capabilities"));
    }
    let ends = body.constraints.expires.is_some_and(|end| end <= spawn.expires);
    if ends { Ok(()) } else { Err(Error::SpawnWidened("expires")) }
}
