//! A stored session: what resumption needs, encrypted under a key of its holder.
//!
//! ```text
//! ticket = 0x01 ‖ nonce (24, random) ‖ sealed
//! sealed = XChaCha20-Poly1305(key, nonce, aad = 0x01 ‖ "countersign/session-ticket/v1", body)
//! body   = role (1) ‖ id (8) ‖ u32be(epoch) ‖ u64be(created) ‖ u64be(expires) ‖ resumption (32) ‖ note
//! ```
//!
//! `role` is 1 for the initiator and 2 for the responder; `epoch` the highest of both
//! directions; `resumption` as in [`crate::session`]; `note` up to [`MAX_NOTE`] bytes of the
//! application's, for example who the peer is. Times are Unix seconds; `expires` is the first
//! at which the ticket no longer holds, and never after the session would be over.
//!
//! No key or counter of a message is in a ticket: a session is never continued, see
//! [`super::resume`]. Whoever reads a ticket must mark it as used, in one step, under
//! [`Facts::once`], before it resumes.

use zeroize::Zeroizing;

use super::{keys::Chains, role::Role, state::Session};
use crate::{
    Error,
    encoding::hex,
    hazmat::aead::{self, Algorithm, TAG_LEN},
    label,
    print::Written,
    range::Range,
    replay::Once,
    time::UnixSeconds,
};

/// The longest note, in bytes.
pub const MAX_NOTE: usize = 1024;

const VERSION: u8 = 1;
const NONCE_LEN: usize = 24;
const FIXED: usize = 61;
/// The longest and the shortest ticket.
const LENGTHS: core::ops::RangeInclusive<usize> =
    1 + NONCE_LEN + FIXED + TAG_LEN..=1 + NONCE_LEN + FIXED + TAG_LEN + MAX_NOTE;

/// What a ticket holds. It wipes itself.
pub struct Ticket {
    pub(super) resumption: Zeroizing<[u8; 32]>,
    pub(super) facts: Facts,
}

/// What a ticket shows of its session.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Facts {
    /// Name of the session that was stored.
    pub id: [u8; 8],
    /// Our role in it.
    pub role: Role,
    /// The highest epoch that was used.
    pub epoch: u32,
    /// When the session began.
    pub created: UnixSeconds,
    /// First second at which the ticket no longer holds.
    pub expires: UnixSeconds,
    /// The application's own bytes.
    pub note: Vec<u8>,
}

impl Facts {
    /// What must be marked as used before the ticket is resumed, the same for all copies of it. A ticket comes
    /// from one side of a session and is for the same side.
    ///
    /// There is no sender ([`Once::sender`]) whose share of a store it could use: this side made it and keeps it, and
    /// a session does not know who its peer is.
    #[must_use]
    pub fn once(&self) -> Once<'_> {
        let role = self.role.as_str().as_bytes();
        Once { label: label::SESSION_TICKET, verifier: role, holder: role, nonce: &self.id }
    }

    /// As JSON, for the bindings.
    #[must_use]
    pub fn to_json(&self) -> String {
        Written::new()
            .number("created", self.created.0)
            .number("expires", self.expires.0)
            .text("id", &hex::encode(&self.id))
            .text("note", &hex::encode(&self.note))
            .inner("replay", |replay| {
                replay.text("mark", &self.once().mark()).number("until", self.expires.0)
            })
            .text("role", self.role.as_str())
            .end()
    }
}

impl core::fmt::Debug for Ticket {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Ticket").field("facts", &self.facts).finish_non_exhaustive()
    }
}

impl Session {
    /// The ticket of this session, which must not be used any more: drop it.
    ///
    /// # Errors
    ///
    /// `ERR_ARGUMENT` for no time at all; `ERR_SESSION_UNCONFIRMED`; `ERR_SESSION_EXPIRED`, `ERR_SESSION_IDLE`; `ERR_LIMIT_EXCEEDED` for a note
    /// over [`MAX_NOTE`].
    pub fn export(
        &self,
        key: &[u8; 32],
        note: &[u8],
        seconds: u64,
        nonce: &[u8; NONCE_LEN],
        now: UnixSeconds,
    ) -> Result<Vec<u8>, Error> {
        let seconds = Range::at_least("seconds", 1).check(seconds)?;
        self.check_sending(0, 0, now)?;
        if note.len() > MAX_NOTE {
            return Err(Error::LimitExceeded("the note", MAX_NOTE));
        }
        let over = self.created.saturating_add(self.options.max_seconds);
        let expires = now.0.saturating_add(seconds).min(over);
        let epoch = self.sending.epoch.max(self.receiving.epoch);
        let chains: Box<Chains> = self.source.chains();
        let mut body = Zeroizing::new(Vec::with_capacity(FIXED + note.len()));
        body.push(role_byte(self.role));
        body.extend(self.id);
        body.extend(epoch.to_be_bytes());
        body.extend(self.created.to_be_bytes());
        body.extend(expires.to_be_bytes());
        body.extend(*chains.resumption);
        body.extend(note);
        let sealed =
            aead::seal(Algorithm::XCHACHA20_POLY1305, key, nonce, &associated_data(), &body)?;
        Ok([&[VERSION], nonce.as_slice(), &sealed].concat())
    }
}

impl Ticket {
    /// Decrypts a ticket.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_TICKET_VERSION` for bytes that are no ticket of this version; `ERR_SESSION_TICKET` if it does not
    /// open under this key; `ERR_SESSION_TICKET_EXPIRED`.
    pub fn open(key: &[u8; 32], ticket: &[u8], now: UnixSeconds) -> Result<Self, Error> {
        let (version, rest) = ticket.split_first().ok_or(Error::SessionTicketVersion)?;
        if *version != VERSION || !LENGTHS.contains(&ticket.len()) {
            return Err(Error::SessionTicketVersion);
        }
        let (nonce, sealed) =
            rest.split_at_checked(NONCE_LEN).ok_or(Error::SessionTicketVersion)?;
        let body =
            aead::open(Algorithm::XCHACHA20_POLY1305, key, nonce, &associated_data(), sealed)
                .map_err(|_| Error::SessionTicket)?;
        let ticket = Self::read(&body).ok_or(Error::SessionTicket)?;
        if ticket.facts.expires <= now {
            return Err(Error::SessionTicketExpired(ticket.facts.expires.0));
        }
        Ok(ticket)
    }

    /// What it shows of its session.
    #[must_use]
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(body: &[u8]) -> Option<Self> {
        let (role, rest) = body.split_first()?;
        let (id, rest) = rest.split_first_chunk()?;
        let (epoch, rest) = rest.split_first_chunk()?;
        let (created, rest) = rest.split_first_chunk()?;
        let (expires, rest) = rest.split_first_chunk()?;
        let (resumption, note) = rest.split_first_chunk()?;
        let facts = Facts {
            id: *id,
            role: role_of(*role)?,
            epoch: u32::from_be_bytes(*epoch),
            created: UnixSeconds(u64::from_be_bytes(*created)),
            expires: UnixSeconds(u64::from_be_bytes(*expires)),
            note: note.to_vec(),
        };
        Some(Self { resumption: Zeroizing::new(*resumption), facts })
    }
}

fn associated_data() -> Vec<u8> {
    [&[VERSION], label::SESSION_TICKET.as_bytes()].concat()
}

pub(super) const fn role_byte(role: Role) -> u8 {
    match role {
        Role::Initiator => 1,
        Role::Responder => 2,
    }
}

pub(super) const fn role_of(byte: u8) -> Option<Role> {
    match byte {
        1 => Some(Role::Initiator),
        2 => Some(Role::Responder),
        _ => None,
    }
}
