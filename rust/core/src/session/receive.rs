//! The half of a session that receives. Nothing in it changes before a tag has held.

use super::{
    cipher::{Content, Keys},
    keys::{Chains, Source, step},
    options::Options,
    role::Role,
    window::Window,
    wire::{Header, TAG_LEN},
};
use crate::Error;

/// How many epochs a message may be ahead of the newest that was received.
pub const MAX_AHEAD: u32 = 8;

/// For how many seconds after a new epoch messages of the one before are taken.
pub const KEEP_PREVIOUS: u64 = 120;

/// Keys and windows of what this side receives.
#[cfg_attr(test, derive(Clone, Debug, PartialEq))]
pub(super) struct Receiving {
    pub(super) epoch: u32,
    pub(super) current: Epoch,
    /// The epoch before, for late messages.
    pub(super) previous: Option<Box<Epoch>>,
    /// When the epoch began here, in Unix seconds.
    pub(super) since: u64,
    /// One more than the highest sequence received.
    pub(super) next: u64,
    /// Messages received.
    pub(super) messages: u64,
    /// Bytes of plaintext received.
    pub(super) bytes: u64,
}

/// One epoch: its keys, and which of its messages came.
#[cfg_attr(test, derive(Clone, Debug, PartialEq))]
pub(super) struct Epoch {
    pub(super) keys: Keys,
    pub(super) window: Window,
}

/// The step to a later epoch, which its first good message takes.
pub(super) struct Advance {
    chains: Box<Chains>,
    keys: Keys,
    /// The keys of the epoch before, if it was never entered.
    skipped: Option<Keys>,
}

impl Receiving {
    /// Before the first message.
    pub(super) fn new(keys: Keys, epoch: u32, since: u64) -> Self {
        Self {
            epoch,
            current: Epoch { keys, window: Window::default() },
            previous: None,
            since,
            next: 0,
            messages: 0,
            bytes: 0,
        }
    }

    /// Opens a message whose header was read. Gives the step to a later epoch, if it takes one, to commit.
    pub(super) fn open(
        &self,
        source: &Source,
        role: Role,
        header: Header,
        associated: &[u8],
        content: &mut Content<'_>,
        tag: &[u8; TAG_LEN],
    ) -> Result<Option<Advance>, Error> {
        let advance = self.derive(source, role, header.epoch);
        let keys = match (&advance, header.epoch == self.epoch, &self.previous) {
            (Some(advance), _, _) => &advance.keys,
            (None, true, _) => &self.current.keys,
            (None, false, Some(previous)) => &previous.keys,
            (None, false, None) => return Err(Error::SessionEpoch),
        };
        keys.open(header, associated, content, tag)?;
        Ok(advance)
    }

    /// Checks whether a message may come, as far as its header tells.
    pub(super) fn check(&self, options: &Options, header: Header, now: u64) -> Result<(), Error> {
        if self.messages >= options.max_messages {
            return Err(Error::SessionMessages(options.max_messages));
        }
        let ahead = header.epoch.checked_sub(self.epoch);
        if ahead.is_some_and(|ahead| ahead > MAX_AHEAD) || header.sequence == u64::MAX {
            return Err(Error::SessionEpoch);
        }
        if options.ordered {
            return self.check_order(ahead, header.sequence);
        }
        match ahead {
            Some(0) => self.current.window.check(header.sequence),
            Some(_) => Ok(()),
            None => self.check_late(header, now),
        }
    }

    fn check_order(&self, ahead: Option<u32>, sequence: u64) -> Result<(), Error> {
        if sequence < self.next {
            return Err(Error::SessionReplayed);
        }
        if sequence > self.next {
            return Err(Error::SessionOrder);
        }
        ahead.map(|_| ()).ok_or(Error::SessionEpoch)
    }

    fn check_late(&self, header: Header, now: u64) -> Result<(), Error> {
        let overlaps = header.epoch.checked_add(1) == Some(self.epoch)
            && now.saturating_sub(self.since) < KEEP_PREVIOUS;
        match &self.previous {
            Some(previous) if overlaps => previous.window.check(header.sequence),
            _ => Err(Error::SessionEpoch),
        }
    }

    /// Derives the keys of a later epoch, without changing anything.
    fn derive(&self, source: &Source, role: Role, epoch: u32) -> Option<Advance> {
        if epoch <= self.epoch {
            return None;
        }
        let mut chains = source.chains();
        let chain = role.other().chain(&mut chains);
        let mut keys = step(chain, self.epoch.saturating_add(1));
        let mut skipped = None;
        for later in self.epoch.saturating_add(2)..=epoch {
            skipped = Some(core::mem::replace(&mut keys, step(chain, later)));
        }
        Some(Advance { chains, keys, skipped })
    }

    /// Records a message whose tag held.
    pub(super) fn commit(
        &mut self,
        source: &mut Source,
        options: &Options,
        header: Header,
        advance: Option<Advance>,
        bytes: u64,
        now: u64,
    ) {
        if let Some(advance) = advance {
            self.enter(source, options, header.epoch, advance, now);
        }
        match &mut self.previous {
            Some(previous) if header.epoch < self.epoch => previous.window.mark(header.sequence),
            _ => self.current.window.mark(header.sequence),
        }
        if self.previous.is_some() && now.saturating_sub(self.since) >= KEEP_PREVIOUS {
            self.previous = None;
        }
        self.next = self.next.max(header.sequence.saturating_add(1));
        self.messages = self.messages.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
    }

    fn enter(
        &mut self,
        source: &mut Source,
        options: &Options,
        epoch: u32,
        advance: Advance,
        now: u64,
    ) {
        let Advance { chains, keys, skipped } = advance;
        *source = Source::Chains(chains);
        let current = Epoch { keys, window: Window::default() };
        let entered = core::mem::replace(&mut self.current, current);
        let before = match skipped {
            Some(keys) => Epoch { keys, window: Window::default() },
            None => entered,
        };
        self.previous = (!options.ordered).then(|| Box::new(before));
        self.epoch = epoch;
        self.since = now;
    }
}
