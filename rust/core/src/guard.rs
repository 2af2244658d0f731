//! The message guard: whether an authentic message is new. One atomic step.
//!
//! Call it only after the signature or tag of a message was checked: otherwise anybody could use up the
//! numbers and nonces of others. A message that is refused changes nothing.
//!
//! | Check | Refused | Code |
//! | --- | --- | --- |
//! | time | outside `sent - skew <= now < sent + skew`, or sent before the guard began | `ERR_GUARD_NOT_YET`, `ERR_GUARD_EXPIRED`, `ERR_GUARD_BEFORE_START` |
//! | sequence, in order | not above the last number, or sent before the last message; one whose clock was ahead counts as sent when it came | `ERR_GUARD_SEQUENCE`, `ERR_GUARD_ORDER` |
//! | sequence, window | below the window, or seen in it | `ERR_GUARD_SEQUENCE`, `ERR_GUARD_REPLAY` |
//! | nonce | seen | `ERR_GUARD_REPLAY` |
//! | content | the same bytes seen | `ERR_GUARD_DUPLICATE` |
//! | room | no room to remember it | `ERR_GUARD_FULL` |
//!
//! Numbers, nonces and contents count for one peer and one session. A message needs at least one of the
//! three. Nonces and contents are remembered as SHA-256 until the message is too old to pass the
//! time check. A session is forgotten only when room is needed, no message of it could still pass, and
//! it is the oldest of that kind. So nothing that could still pass is ever forgotten: if there is no
//! such session, the new message is refused. A peer gets at most an eighth of the room, so that no peer
//! can fill it alone.
//!
//! Time never runs back: a `now` below an earlier one counts as the earlier one. A guard does not know
//! what a guard before it saw, so it refuses messages that were sent before it began.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use crate::{
    Error,
    encoding::hex,
    label,
    print::{list_of, quoted},
    range::{Range, whole_from_text},
    replay::Once,
    time::{self, UnixSeconds},
};

mod sequence;

pub mod sage;

use sequence::Sequence;
pub use sequence::WINDOW;

/// Longest name of a peer or session, in bytes.
pub const MAX_NAME: usize = 2_048;

/// Longest nonce, in bytes.
pub const MAX_NONCE: usize = 256;

/// Part of the room that one peer gets.
const SHARE: usize = 8;

/// What a guard asks for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Policy {
    /// How far the sender's time may be off, in seconds.
    pub skew: u64,
    /// Whether numbers must rise, instead of being new in a window of [`WINDOW`].
    pub ordered: bool,
    /// Most sessions that are remembered.
    pub sessions: usize,
    /// Most nonces and contents that are remembered.
    pub marks: usize,
    /// Messages sent before this time are refused.
    pub since: UnixSeconds,
}

/// The number of a message, which crosses as decimal text: empty text is `None`.
///
/// # Errors
///
/// `ERR_GUARD_SEQUENCE` for what is no number of 64 bits.
pub fn sequence_from_text(text: &str) -> Result<Option<u64>, Error> {
    if text.is_empty() {
        return Ok(None);
    }
    let other = || Error::GuardSequence("it must be a whole number of 64 bits".to_owned());
    whole_from_text(text).map(Some).ok_or_else(other)
}

impl Policy {
    /// A policy as a host gives it, with the most sessions and marks.
    ///
    /// # Errors
    ///
    /// `ERR_ARGUMENT` for a skew that is not 1 to [`time::MAX_CLOCK_SKEW`], or for no room at all.
    pub fn from_parts(
        skew: impl Into<f64>,
        ordered: bool,
        [sessions, marks]: [impl Into<f64>; 2],
        since: UnixSeconds,
    ) -> Result<Self, Error> {
        Ok(Self {
            skew: time::check_window(skew)?,
            ordered,
            sessions: Range::at_least("sessions", 1).check_count(sessions)?,
            marks: Range::at_least("marks", 1).check_count(marks)?,
            since,
        })
    }
}

/// A message that was found authentic.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    /// Who sent it.
    pub peer: &'a str,
    /// The session it belongs to; may be empty.
    pub session: &'a str,
    /// When it was sent, as the message says.
    pub sent: UnixSeconds,
    /// Its number.
    pub sequence: Option<u64>,
    /// Its nonce.
    pub nonce: Option<&'a str>,
    /// Its content, if a second message of equal content is to be refused.
    pub content: Option<&'a [u8]>,
}

impl Message<'_> {
    /// What a shared store remembers of it: `{ mark, sender, until }` of [`crate::replay`]. The mark is over number,
    /// nonce and content together, for one peer and one session.
    #[must_use]
    pub fn replay(&self, until: UnixSeconds) -> String {
        let number = self.sequence.map(|number| number.to_string());
        let content = self.content.map(|content| hex::encode(&Sha256::digest(content)));
        let nonce = [number.as_deref(), self.nonce, content.as_deref()]
            .map(|part| part.map_or_else(|| "null".to_owned(), quoted));
        let nonce = list_of(&nonce);
        let (verifier, holder) = (self.session.as_bytes(), self.peer.as_bytes());
        Once { label: label::GUARD, verifier, holder, nonce: nonce.as_bytes() }.to_json(until)
    }
}

type Mark = [u8; 32];
/// Peer, session.
type Name = (String, String);

/// Something of a session, by the time until which it is remembered: the session itself, or a mark.
type Ending = (UnixSeconds, Name, Option<Mark>);

/// What is remembered of a session.
#[derive(Debug)]
struct Session {
    sequence: Sequence,
    last_sent: Option<UnixSeconds>,
    marks: BTreeSet<Mark>,
    /// From this time on no message of it can pass the time check.
    over: UnixSeconds,
}

#[derive(Debug, Default)]
struct Share {
    sessions: usize,
    marks: usize,
}

/// What was seen.
#[derive(Debug)]
pub struct Guard {
    policy: Policy,
    now: UnixSeconds,
    sessions: BTreeMap<Name, Session>,
    /// Sessions by the time at which they are over.
    ends: BTreeSet<Ending>,
    /// Marks by the time at which they can go.
    marks: BTreeSet<Ending>,
    peers: BTreeMap<String, Share>,
}

impl Guard {
    /// An empty guard.
    #[must_use]
    pub const fn new(policy: Policy) -> Self {
        Self {
            policy,
            now: UnixSeconds(0),
            sessions: BTreeMap::new(),
            ends: BTreeSet::new(),
            marks: BTreeSet::new(),
            peers: BTreeMap::new(),
        }
    }

    /// Checks a message and marks it, or refuses it and changes nothing.
    ///
    /// Gives the time until which a shared store must remember it.
    ///
    /// # Errors
    ///
    /// The codes of this module; `ERR_GUARD_EMPTY` without number, nonce and content, or for an
    /// empty nonce; `ERR_LIMIT_EXCEEDED` for a long name or nonce.
    pub fn check(&mut self, message: &Message<'_>, now: UnixSeconds) -> Result<UnixSeconds, Error> {
        self.judge(message, now, true)
    }

    /// Answers as [`Self::check`] would, and marks nothing: for a caller that asks a shared store in between.
    ///
    /// # Errors
    ///
    /// As [`Self::check`].
    pub fn peek(&mut self, message: &Message<'_>, now: UnixSeconds) -> Result<UnixSeconds, Error> {
        self.judge(message, now, false)
    }

    fn judge(
        &mut self,
        message: &Message<'_>,
        now: UnixSeconds,
        mark: bool,
    ) -> Result<UnixSeconds, Error> {
        check_form(message)?;
        self.now = self.now.max(now);
        let over = self.check_time(message.sent)?;
        self.forget_marks();
        let name = (message.peer.to_owned(), message.session.to_owned());
        let marks = marks_of(message);
        self.check_new(&name, message, &marks)?;
        self.make_room(&name, marks.len())?;
        if mark {
            self.remember(name, message, &marks, over);
        }
        Ok(over)
    }

    /// How many sessions, and how many nonces and contents, are remembered.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.sessions.len(), self.marks.len())
    }

    fn check_time(&self, sent: UnixSeconds) -> Result<UnixSeconds, Error> {
        let Policy { skew, since, .. } = self.policy;
        let over = UnixSeconds(sent.0.saturating_add(skew));
        if sent < since {
            Err(Error::GuardBeforeStart(since.0))
        } else if sent.0 > self.now.0.saturating_add(skew) {
            Err(Error::GuardNotYet(sent.0))
        } else if self.now >= over {
            Err(Error::GuardExpired(over.0))
        } else {
            Ok(over)
        }
    }

    fn check_new(&self, name: &Name, message: &Message<'_>, marks: &[Seen]) -> Result<(), Error> {
        let Some(session) = self.sessions.get(name) else { return Ok(()) };
        if let Some(number) = message.sequence {
            session.sequence.check(number, self.policy.ordered)?;
            let later = session.last_sent.filter(|last| message.sent < *last);
            if let Some(last) = later.filter(|_| self.policy.ordered) {
                return Err(Error::GuardOrder(last.0, message.sent.0));
            }
        }
        let seen = marks.iter().find(|(mark, _)| session.marks.contains(mark));
        seen.map_or(Ok(()), |(_, error)| Err(error.clone()))
    }

    /// Finds room for a message of `name` with `count` marks, or refuses it.
    fn make_room(&mut self, name: &Name, count: usize) -> Result<(), Error> {
        // A message may have two marks, and every peer needs room for one message.
        let share = |most: usize| most.div_ceil(SHARE).max(2);
        let (own_sessions, own_marks) =
            self.peers.get(&name.0).map_or((0, 0), |share| (share.sessions, share.marks));
        let fresh = usize::from(!self.sessions.contains_key(name));
        let Policy { sessions, marks, .. } = self.policy;
        if self.marks.len().saturating_add(count) > marks
            || own_marks.saturating_add(count) > share(marks)
        {
            return Err(Error::GuardFull("marks", marks));
        }
        let own_full = fresh > 0 && own_sessions >= share(sessions);
        let full = fresh > 0 && self.sessions.len() >= sessions;
        if (own_full && !self.evict(Some(&name.0))) || (!own_full && full && !self.evict(None)) {
            return Err(Error::GuardFull("sessions", sessions));
        }
        Ok(())
    }

    /// Forgets the oldest session that is over, of `peer` if one is given. Gives `false` if there is none.
    fn evict(&mut self, peer: Option<&str>) -> bool {
        let over = self.ends.iter().take_while(|(end, ..)| *end <= self.now);
        let mut mine = over.filter(|(_, name, _)| peer.is_none_or(|peer| peer == name.0));
        let Some(entry) = mine.next().cloned() else { return false };
        self.sessions.remove(&entry.1);
        self.release(&entry.1.0, |share| share.sessions = share.sessions.saturating_sub(1));
        self.ends.remove(&entry)
    }

    fn forget_marks(&mut self) {
        while self.marks.first().is_some_and(|(over, ..)| *over <= self.now) {
            let Some((_, name, mark)) = self.marks.pop_first() else { return };
            if let Some((session, mark)) = self.sessions.get_mut(&name).zip(mark) {
                session.marks.remove(&mark);
            }
            self.release(&name.0, |share| share.marks = share.marks.saturating_sub(1));
        }
    }

    fn release(&mut self, peer: &str, less: impl FnOnce(&mut Share)) {
        if let Some(share) = self.peers.get_mut(peer) {
            less(share);
            if share.sessions == 0 && share.marks == 0 {
                self.peers.remove(peer);
            }
        }
    }

    fn remember(&mut self, name: Name, message: &Message<'_>, marks: &[Seen], over: UnixSeconds) {
        let fresh = !self.sessions.contains_key(&name);
        let share = self.peers.entry(name.0.clone()).or_default();
        share.sessions = share.sessions.saturating_add(usize::from(fresh));
        share.marks = share.marks.saturating_add(marks.len());
        let session = self.sessions.entry(name.clone()).or_insert_with(|| Session {
            sequence: Sequence::default(),
            last_sent: None,
            marks: BTreeSet::new(),
            over,
        });
        if let Some(number) = message.sequence {
            session.sequence.mark(number);
            // A message from a clock that is ahead must not shut out those that come after it.
            session.last_sent = session.last_sent.max(Some(message.sent.min(self.now)));
        }
        self.ends.remove(&(session.over, name.clone(), None));
        session.over = session.over.max(over);
        self.ends.insert((session.over, name.clone(), None));
        for (mark, _) in marks {
            session.marks.insert(*mark);
            self.marks.insert((over, name.clone(), Some(*mark)));
        }
    }
}

/// A mark, and the error to give if it was seen before.
type Seen = (Mark, Error);

fn marks_of(message: &Message<'_>) -> Vec<Seen> {
    let mark = |kind: u8, bytes: &[u8]| -> Mark {
        Sha256::new().chain_update([kind]).chain_update(bytes).finalize().into()
    };
    let nonce = message.nonce.map(|nonce| (mark(0, nonce.as_bytes()), Error::GuardReplay));
    let content = message.content.map(|content| (mark(1, content), Error::GuardDuplicate));
    nonce.into_iter().chain(content).collect()
}

fn check_form(message: &Message<'_>) -> Result<(), Error> {
    let none = message.sequence.is_none() && message.nonce.is_none() && message.content.is_none();
    if none || message.nonce.is_some_and(str::is_empty) || message.peer.is_empty() {
        return Err(Error::GuardEmpty);
    }
    let long = message.peer.len() > MAX_NAME || message.session.len() > MAX_NAME;
    if long {
        return Err(Error::LimitExceeded("length of the name of a peer or session", MAX_NAME));
    }
    if message.nonce.is_some_and(|nonce| nonce.len() > MAX_NONCE) {
        return Err(Error::LimitExceeded("length of the nonce", MAX_NONCE));
    }
    Ok(())
}
