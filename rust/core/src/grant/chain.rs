//! A chain of grants, from the root to the last holder: its reading, and what can be asked of its links.

use super::{Grant, MAX_LINKS, Options, Signed, State, record::keep};
use crate::{
    Error,
    did::{self, Purpose},
    encoding::document::{Document, Numbers, OwnedObject},
    print::Written,
    trust::{Owner, Signatory, Trust, Use},
};

const NO_LINK: &str = "it must be a list with a grant";

/// The links that could be read, with their ids.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    links: Vec<Signed<Grant>>,
    ids: Vec<String>,
}

/// A chain, or where and why it cannot be read.
pub(super) type Read = Result<Chain, (usize, Error)>;

impl Chain {
    /// Reads a JSON array of grants, the root first.
    ///
    /// # Errors
    ///
    /// With the index of the link: a code of [`crate::encoding::document`] or [`Signed::from_json`];
    /// `ERR_LIMIT_EXCEEDED` over [`MAX_LINKS`]; `ERR_GRANT_MALFORMED` for no link.
    pub fn from_json(text: &str) -> Result<Self, (usize, Error)> {
        let read = Document::read(text.as_bytes(), Numbers::Reprinted);
        let document = read.map_err(|error| (0, error))?.into_owned();
        let items = OwnedObject::items(document).filter(|items| !items.is_empty());
        let items = items.ok_or_else(|| (0, Error::GrantMalformed("chain".into(), NO_LINK)))?;
        if items.len() > MAX_LINKS {
            let what = "number of links";
            return Err((MAX_LINKS, Error::LimitExceeded(what, MAX_LINKS)));
        }
        let mut chain = Self { links: Vec::new(), ids: Vec::new() };
        for (place, item) in items.into_iter().enumerate() {
            item.and_then(|item| chain.push(item)).map_err(|error| (place, error))?;
        }
        Ok(chain)
    }

    /// A chain of one grant.
    pub(super) fn of(grant: &str) -> Result<Self, Error> {
        let mut chain = Self { links: Vec::new(), ids: Vec::new() };
        chain.push(keep(grant)?)?;
        Ok(chain)
    }

    fn push(&mut self, grant: OwnedObject) -> Result<(), Error> {
        let link = Signed::<Grant>::read(grant)?;
        self.ids.push(link.id()?);
        self.links.push(link);
        Ok(())
    }

    /// The links, the root first.
    #[must_use]
    pub fn links(&self) -> &[Signed<Grant>] {
        &self.links
    }

    /// Their ids.
    #[must_use]
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// The last link and its id.
    ///
    /// # Errors
    ///
    /// Never: a chain has a link.
    pub(super) fn last(&self) -> Result<(&Signed<Grant>, &str), Error> {
        let last = self.links.last().zip(self.ids.last());
        last.map(|(link, id)| (link, id.as_str()))
            .ok_or_else(|| Error::GrantMalformed("chain".into(), NO_LINK))
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, &Signed<Grant>, &Signed<Grant>)> {
        let below = self.links.iter().skip(1);
        self.links.iter().zip(below).enumerate().map(|(place, (up, link))| (place, up, link))
    }

    /// Checks each link but the first against the one above it.
    pub(super) fn check_each(
        &self,
        check: impl Fn(usize, &Signed<Grant>, &Signed<Grant>) -> Result<(), Error>,
    ) -> State {
        let below = self.pairs().map(|(place, up, link)| check(place, up, link));
        State::first(core::iter::once(Ok(())).chain(below))
    }

    pub(super) fn linkage(&self) -> State {
        if self.links.first().is_some_and(|root| root.body().parent.is_some()) {
            return State::Refused { place: 0, error: Error::GrantParent };
        }
        self.check_each(|place, up, link| {
            if link.body().issuer != up.body().subject || *link.key() != up.body().subject_key {
                return Err(Error::GrantIssuer);
            }
            if link.body().parent.as_ref() != self.ids.get(place) {
                return Err(Error::GrantParent);
            }
            let back = |earlier: &Signed<Grant>| *earlier.key() == link.body().subject_key;
            let circle = self.links.iter().take(place + 2).any(back);
            if circle { Err(Error::GrantCycle) } else { Ok(()) }
        })
    }

    /// Fails if a link down to `place` is not signed, or does not follow from the one above it.
    pub(super) fn check_down_to(&self, place: usize, trust: &Trust) -> Result<(), Error> {
        self.links.iter().take(place + 1).try_for_each(|link| link.check_for(trust))?;
        match self.linkage() {
            State::Refused { place: refused, error } if refused <= place => Err(error),
            _ => Ok(()),
        }
    }

    pub(super) fn depth(&self, most: usize) -> State {
        if self.links.len() > most {
            return State::Refused { place: most, error: Error::GrantDepth(most) };
        }
        self.check_each(|_, up, link| {
            let above = up.body().delegation;
            let narrower = link.body().delegation < above;
            if narrower { Ok(()) } else { Err(Error::GrantDepth(above.saturating_sub(1))) }
        })
    }

    pub(super) fn time(&self, options: &Options) -> State {
        let now = self.links.iter().map(|link| link.body().check_time(options.now, options.skew));
        match State::first(now) {
            State::Ok => self.check_each(|_, up, link| {
                let start = up.body().issued;
                if link.body().issued < start { Err(Error::GrantNotYet(start.0)) } else { Ok(()) }
            }),
            state => state,
        }
    }

    /// Fails if the trust input rules out a key below that of the first issuer: one that signs a link, or the last one,
    /// which is to act.
    pub(super) fn lower_keys(&self, trust: &Trust, options: &Options) -> State {
        let now = options.now;
        State::first(self.links.iter().enumerate().map(|(place, link)| {
            let Grant { subject, subject_key, .. } = link.body();
            let acts = Use::to_come(subject, subject_key, Purpose::CapabilityInvocation, now);
            let signs =
                place > 0 && trust.rules_out(&signatory(link).use_for(options.purpose, now));
            let last = place + 1 == self.links.len() && trust.rules_out(&acts);
            if signs || last { Err(Error::GrantRoot) } else { Ok(()) }
        }))
    }

    /// Whether every DID is that of its key. The trust input may vouch for the first.
    pub(super) fn identities(&self, root_bound: bool) -> State {
        let mut bound = true;
        let check = |place: usize, link: &Signed<Grant>| {
            let issuer = did::check_names(&link.body().issuer, link.key(), Error::GrantIdentity)?;
            let subject = did::check_names(
                &link.body().subject,
                &link.body().subject_key,
                Error::GrantIdentity,
            )?;
            bound &= (issuer || place > 0 || root_bound) && subject;
            Ok(())
        };
        let mut check = check;
        let checks: Vec<_> =
            self.links.iter().enumerate().map(|(place, link)| check(place, link)).collect();
        match State::first(checks) {
            State::Ok if !bound => State::Unchecked,
            state => state,
        }
    }
}

/// What a caller needs to look up before it verifies: `[{ id, custom }]` as JSON, for each link.
///
/// # Errors
///
/// As [`Chain::from_json`].
pub fn describe(text: &str) -> Result<String, Error> {
    let chain = Chain::from_json(text).map_err(|(_, error)| error)?;
    let links = chain.links.iter().zip(&chain.ids);
    let link = |(link, id): (&Signed<Grant>, &String)| {
        let custom = link.body().constraints.custom.iter();
        let custom =
            custom.fold(Written::new(), |written, (name, value)| written.json(name, value));
        Written::new().json("custom", &custom.end()).text("id", id).end()
    };
    Ok(format!("[{}]", links.map(link).collect::<Vec<_>>().join(",")))
}

/// Who signed a link.
pub(super) fn signatory(link: &Signed<Grant>) -> Signatory<'_> {
    let Grant { issuer, key_id, issued, .. } = link.body();
    let (id, key, algorithm) = (key_id.as_deref(), link.key(), link.algorithm());
    Signatory { did: issuer, id, key, algorithm, signed: *issued }
}

/// Whether the trust input names the key as one of the DID; `Ok(false)` if it does not say whose key it is.
pub(super) fn trusts(trust: &Trust, who: &Signatory<'_>, options: &Options) -> Result<bool, Error> {
    match trust.owner_of_signed(who, options.purpose, options.now) {
        Owner::This => Ok(true),
        Owner::Unnamed => Ok(false),
        Owner::Another => Err(Error::GrantIdentity),
        Owner::Untrusted => Err(Error::GrantRoot),
    }
}
