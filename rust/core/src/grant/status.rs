//! What is known of revocations: single records, and signed lists.
//!
//! A status list is compact: the first [`PREFIX`] bytes of each revoked id, ascending, in
//! one base64url text; at most [`MAX_LISTED`]. A grant that it names is revoked if its signer issued
//! the link or one above it. That a link is not revoked, it says only of links that its signer issued,
//! because the signer need not know what others revoked. So a chain needs a list of each issuer. From
//! `nextUpdate` on, a list only says what is revoked. The same goes for a list whose key the trust input
//! rules out by now ([`Trust::rules_out`]): see [`Revocation`].
//!
//! Records cross as frames, `u32be(length) ‖ text`; at most [`MAX_RECORDS`]. A record that cannot be
//! read fails the verification, because nobody knows what it says. A record of a stranger, or one whose
//! signature does not hold, is passed over, and named in the report.

use super::{
    Body, Chain, Grant, Options, Revocation, Signed, State,
    record::{ID_PREFIX, REFUSALS, Record, end_of, keep, malformed, quoted, read as read_draft},
    revocation::{find_standing, target},
};
use crate::{
    Error,
    encoding::{base64url, document::Node, frames},
    label,
    signed_record::{self, Refusals},
    time::UnixSeconds,
    trust::{Signatory, Trust},
};
use countersign_kernels::order::sorted;

/// Bytes of an id that a list holds. To find another id that starts with them takes 2^128 tries.
pub const PREFIX: usize = 16;

/// Most grants in one list.
pub const MAX_LISTED: usize = 32_768;

/// Most records in one verification.
pub const MAX_RECORDS: usize = 256;

/// A signed list of revoked grants. See the table in [`crate::grant`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StatusList {
    /// Who revokes.
    pub issuer: String,
    /// Name of its key, for a verifier's trust input.
    pub key_id: Option<String>,
    /// When it was made.
    pub issued: UnixSeconds,
    /// First second at which it is stale.
    pub next_update: UnixSeconds,
    entries: Vec<u8>,
}

impl Body for StatusList {
    const LABEL: &'static str = label::GRANT_STATUS_LIST;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        let list = Self {
            issuer: record.did("issuer")?.to_owned(),
            key_id: record.maybe("keyId", Record::owned)?,
            issued: record.seconds("issued")?,
            next_update: record.seconds("nextUpdate")?,
            entries: entries(record)?,
        };
        if list.next_update <= list.issued {
            return Err(malformed("nextUpdate", "it must be later than `issued`"));
        }
        Ok(list)
    }
}

fn entries(record: &mut Record<'_>) -> Result<Vec<u8>, Error> {
    let text = record.value("revoked").map(Node::as_str)?;
    let text = text.ok_or_else(|| malformed("revoked", "it must be text"))?;
    if text.len() > MAX_LISTED * PREFIX * 4 / 3 + 1 {
        return Err(Error::LimitExceeded("number of revoked grants", MAX_LISTED));
    }
    let unsorted = || malformed("revoked", "it must be sorted hashes in base64url");
    let bytes = base64url::decode(text).map_err(|_| unsorted())?;
    let (chunks, rest) = bytes.as_chunks::<PREFIX>();
    let ascending = chunks.windows(2).all(|pair| pair.first() < pair.get(1));
    if rest.is_empty() && ascending { Ok(bytes) } else { Err(unsorted()) }
}

/// The member `revoked` of a list of these grants, in any order.
///
/// # Errors
///
/// `ERR_GRANT_MALFORMED` for a text that is no id; `ERR_LIMIT_EXCEEDED`.
pub fn encode_ids(ids: &[&str]) -> Result<String, Error> {
    if ids.len() > MAX_LISTED {
        return Err(Error::LimitExceeded("number of revoked grants", MAX_LISTED));
    }
    let mut entries = sorted(ids.iter().map(|id| entry(id)).collect::<Result<Vec<_>, _>>()?);
    entries.dedup();
    Ok(base64url::encode(&entries.concat()))
}

/// Makes the record of a list of these grants, in any order, to be signed by `key`.
///
/// `draft` has the members of a list but `type` and `revoked`; `lifetime` in seconds in place of `nextUpdate`.
///
/// # Errors
///
/// `ERR_ARGUMENT` for a lifetime of zero; `ERR_ENCODING_MALFORMED` for ids that are no [`frames`]; else as
/// [`encode_ids`].
pub fn status_list(draft: &str, ids: &[u8]) -> Result<String, Error> {
    let draft = read_draft(draft)?;
    let end = end_of(draft.root())?;
    let ids = frames::texts(ids, "number of revoked grants", MAX_LISTED)?;
    draft.root().canonical_with(
        &["lifetime"],
        &[
            ("nextUpdate", &end),
            ("revoked", &quoted(&encode_ids(&ids)?)),
            ("type", &quoted(label::GRANT_STATUS_LIST)),
        ],
    )
}

fn entry(id: &str) -> Result<[u8; PREFIX], Error> {
    let hash = id.strip_prefix(ID_PREFIX).and_then(|hash| base64url::decode(hash).ok());
    let hash = hash.filter(|hash| hash.len() == 32);
    let start = hash.as_deref().and_then(<[u8]>::first_chunk).copied();
    start.ok_or_else(|| malformed("grant", "it is not the id of a grant"))
}

impl StatusList {
    /// Whether it revokes the grant of this id.
    #[must_use]
    pub fn revokes(&self, id: &str) -> bool {
        let (chunks, _) = self.entries.as_chunks::<PREFIX>();
        entry(id).is_ok_and(|entry| chunks.binary_search(&entry).is_ok())
    }

    const fn is_fresh(&self, options: &Options) -> bool {
        self.issued.0 <= options.now.0.saturating_add(options.skew)
            && options.now.0 < self.next_update.0.saturating_add(options.skew)
    }
}

enum Known {
    Single(Box<Signed<Revocation>>),
    List(Box<Signed<StatusList>>),
}

/// Everything that a verifier knows of revocations.
#[derive(Default)]
pub struct Status(Vec<Result<Known, Error>>);

impl Status {
    /// Reads the frames.
    ///
    /// # Errors
    ///
    /// `ERR_ENCODING_MALFORMED` for frames that do not add up; `ERR_LIMIT_EXCEEDED`. A record
    /// that cannot be read is a fact of the report.
    pub fn from_frames(list: &[u8]) -> Result<Self, Error> {
        let records = frames::at_most(list, "number of status records", MAX_RECORDS)?;
        Ok(Self(records.map(read).collect()))
    }

    pub(super) fn judge(
        &self,
        chain: &Chain,
        trust: &Trust,
        options: &Options,
    ) -> (State, Vec<(usize, Error)>) {
        let mut found = Found::new(chain.ids().len(), options.complete);
        for (place, record) in self.0.iter().enumerate() {
            let counted = match record {
                Ok(Known::Single(revocation)) => {
                    found.revocation(revocation, chain, trust, options)
                }
                Ok(Known::List(list)) => found.list(list, chain, trust, options),
                Err(_) => {
                    found.unreadable.get_or_insert(place);
                    Ok(())
                }
            };
            if let Err(error) = counted {
                found.ignored.push((place, error));
            }
        }
        found.state(self.0.is_empty())
    }
}

fn read(record: &[u8]) -> Result<Known, Error> {
    let record = keep(frames::text(record)?)?;
    if signed_record::kind(record.node()) == StatusList::LABEL {
        return Ok(Known::List(Box::new(Signed::read(record)?)));
    }
    Ok(Known::Single(Box::new(Signed::read(record)?)))
}

/// What the records say of each link.
struct Found {
    revoked: Vec<bool>,
    /// Whether a list of its issuer covers the link, and if so, whether one of these lists is fresh.
    fresh: Vec<Option<bool>>,
    unreadable: Option<usize>,
    ignored: Vec<(usize, Error)>,
    complete: bool,
}

impl Found {
    fn new(links: usize, complete: bool) -> Self {
        Self {
            revoked: vec![false; links],
            fresh: vec![None; links],
            unreadable: None,
            ignored: Vec::new(),
            complete,
        }
    }

    fn revocation(
        &mut self,
        revocation: &Signed<Revocation>,
        chain: &Chain,
        trust: &Trust,
        options: &Options,
    ) -> Result<(), Error> {
        let link = target(revocation, chain, trust, options)?;
        let from = revocation.body().effective.0;
        let effective = from <= options.now.0.saturating_add(options.skew);
        if let Some(revoked) = link.and_then(|link| self.revoked.get_mut(link)) {
            *revoked |= effective;
        }
        Ok(())
    }

    fn list(
        &mut self,
        list: &Signed<StatusList>,
        chain: &Chain,
        trust: &Trust,
        options: &Options,
    ) -> Result<(), Error> {
        let body = list.body();
        // A list is about the present, so its key must be good now.
        let who = Signatory {
            did: &body.issuer,
            id: body.key_id.as_deref(),
            key: list.key(),
            algorithm: list.algorithm(),
            signed: options.now,
        };
        let from = find_standing(chain, &who, trust, options).ok_or(Error::GrantRevoker)?;
        if !list.holds() {
            return Err(Error::GrantSignature);
        }
        let fresh = body.is_fresh(options);
        for (id, revoked) in chain.ids().iter().zip(&mut self.revoked).skip(from) {
            *revoked |= body.revokes(id);
        }
        if trust.rules_out(&who.use_for(options.purpose, options.now)) {
            return Ok(());
        }
        // The first issuer may have changed its key since.
        let own = |(index, link): (usize, &Signed<Grant>)| {
            link.body().issuer == body.issuer && (index == from || link.key() == list.key())
        };
        for (own, known) in chain.links().iter().enumerate().map(own).zip(&mut self.fresh) {
            if own {
                *known = Some(fresh || *known == Some(true));
            }
        }
        Ok(())
    }

    fn state(self, nothing: bool) -> (State, Vec<(usize, Error)>) {
        let state = if let Some(place) = self.revoked.iter().position(|revoked| *revoked) {
            State::Refused { place, error: Error::GrantRevoked }
        } else if let Some(place) = self.unreadable {
            State::Refused { place, error: Error::GrantRevocation }
        } else if nothing && !self.complete {
            State::Unchecked
        } else {
            let complete = self.complete;
            State::first(self.fresh.into_iter().map(|fresh| match fresh {
                Some(true) => Ok(()),
                Some(false) => Err(Error::GrantStatusStale),
                None if complete => Ok(()),
                None => Err(Error::GrantStatusMissing),
            }))
        };
        (state, self.ignored)
    }
}
