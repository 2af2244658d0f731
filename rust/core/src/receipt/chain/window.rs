//! The last receipts of a chain, which tell why a link is broken.

use std::collections::VecDeque;

use super::super::{Id, Receipt};
use crate::Error;

/// How many receipts are remembered.
pub const WINDOW: usize = 64;

/// What is remembered of a receipt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) id: Id,
    pub(super) previous: Option<Id>,
    pub(super) sequence: u64,
    pub(super) time: u64,
    pub(super) is_final: bool,
}

impl Link {
    pub(super) fn of(receipt: &Receipt) -> Self {
        Self {
            id: receipt.id(),
            previous: receipt.previous(),
            sequence: receipt.sequence(),
            time: receipt.time(),
            is_final: receipt.is_final(),
        }
    }
}

/// The last [`WINDOW`] receipts.
#[derive(Clone, Debug, Default)]
pub(super) struct Window(VecDeque<Link>);

impl Window {
    pub(super) fn last(&self) -> Option<&Link> {
        self.0.back()
    }

    pub(super) fn push(&mut self, link: Link) {
        if self.0.len() == WINDOW {
            self.0.pop_front();
        }
        self.0.push_back(link);
    }

    /// Why a receipt does not follow the last one.
    pub(super) fn explain(&self, id: Id, previous: Option<Id>) -> Error {
        if self.0.iter().any(|link| link.id == id) {
            return Error::ReceiptDuplicate;
        }
        let sibling = |link: &Link| match previous {
            // Two receipts without a predecessor, or two with the same one.
            None => link.previous.is_none(),
            Some(previous) => link.id == previous || link.previous == Some(previous),
        };
        if self.0.iter().any(sibling) { Error::ReceiptFork } else { Error::ReceiptPrevious }
    }
}
