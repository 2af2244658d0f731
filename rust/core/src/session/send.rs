//! The half of a session that sends.

use super::{
    cipher::Keys,
    keys::{Chains, step},
    options::Options,
    role::Role,
    wire::{Header, MAX_PLAINTEXT},
};
use crate::Error;

/// Keys and counters of what this side sends.
#[cfg_attr(test, derive(Clone, Debug, PartialEq))]
pub(super) struct Sending {
    pub(super) keys: Keys,
    pub(super) epoch: u32,
    /// The sequence of the next message: how many were sent.
    pub(super) sequence: u64,
    /// The sequence with which the epoch began.
    pub(super) first: u64,
    /// When the epoch began, in Unix seconds.
    pub(super) since: u64,
    /// Bytes of plaintext sent.
    pub(super) bytes: u64,
}

impl Sending {
    /// Before the first message.
    pub(super) const fn new(keys: Keys, epoch: u32, since: u64) -> Self {
        Self { keys, epoch, sequence: 0, first: 0, since, bytes: 0 }
    }

    /// Refuses messages that would exceed a counter or a limit.
    pub(super) fn check(&self, options: &Options, messages: u64, bytes: u64) -> Result<(), Error> {
        // The last sequence is never used, so that there always is a next one.
        let end = self.sequence.checked_add(messages).ok_or(Error::SessionExhausted)?;
        if end > options.max_messages {
            return Err(Error::SessionMessages(options.max_messages));
        }
        if self.bytes.checked_add(bytes).is_none_or(|end| end > options.max_bytes) {
            return Err(Error::SessionBytes(options.max_bytes));
        }
        Ok(())
    }

    /// Whether the next message belongs to a new epoch.
    pub(super) fn is_due(&self, options: &Options, now: u64) -> bool {
        self.sequence - self.first >= options.rekey_messages
            || now.saturating_sub(self.since) >= options.rekey_seconds
    }

    /// Goes to the next epoch. The chain and the keys before are wiped.
    pub(super) fn advance(
        &mut self,
        chains: &mut Chains,
        role: Role,
        now: u64,
    ) -> Result<(), Error> {
        self.epoch = self.epoch.checked_add(1).ok_or(Error::SessionExhausted)?;
        self.keys = step(role.chain(chains), self.epoch);
        self.first = self.sequence;
        self.since = now;
        Ok(())
    }

    /// Seals `content` as the next message. `plaintext` is its length without padding.
    pub(super) fn seal(
        &mut self,
        padded: bool,
        associated: &[u8],
        content: &mut [u8],
        plaintext: usize,
    ) -> Result<(Header, [u8; super::TAG_LEN]), Error> {
        let header = Header { padded, epoch: self.epoch, sequence: self.sequence };
        let tag = self.keys.seal(header, associated, content)?;
        self.sequence = self.sequence.checked_add(1).ok_or(Error::SessionExhausted)?;
        let plaintext = u64::try_from(plaintext).map_err(|_| Error::SessionSize(MAX_PLAINTEXT))?;
        self.bytes = self.bytes.saturating_add(plaintext);
        Ok((header, tag))
    }
}
