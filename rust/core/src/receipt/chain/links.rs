//! How a receipt of a chain follows the one before: link, number, actor and time.

use super::{super::Receipt, Chain};
use crate::{Error, error::excerpt};

impl Chain {
    /// Checks that the receipt names the one before, and has the next number.
    pub(super) fn check_link(&mut self, index: u64, receipt: &Receipt) {
        let Some(last) = self.window.last() else {
            return self.check_start(index, receipt);
        };
        if !self.unbroken {
            return;
        }
        let linkage = match receipt.previous() {
            _ if last.is_final => Err(Error::ReceiptFinal),
            Some(previous) if previous == last.id => Ok(()),
            previous => Err(self.window.explain(receipt.id(), previous)),
        };
        let got = receipt.sequence();
        let sequence = match last.sequence.checked_add(1) {
            Some(want) if want == got => Ok(()),
            want => Err(Error::ReceiptSequence(want.unwrap_or(last.sequence), got)),
        };
        self.report.linkage.note(index, linkage);
        self.report.sequence.note(index, sequence);
    }

    fn check_start(&mut self, index: u64, receipt: &Receipt) {
        let start = match self.policy.after {
            None if self.part => Ok(()),
            Some(after) if receipt.previous() == Some(after) => Ok(()),
            None if receipt.sequence() == 0 => Ok(()),
            _ => Err(Error::ReceiptStart),
        };
        if start.is_ok() && self.unbroken {
            self.report.linkage.pass();
            self.report.sequence.pass();
        }
        self.report.start.note(index, start);
    }

    pub(super) fn check_actor(&mut self, index: u64, receipt: &Receipt) {
        let actor = self.actor.get_or_insert_with(|| receipt.actor().to_owned());
        let reason = || format!("the receipt is of \"{}\"", excerpt(receipt.actor()));
        let other = || Error::ReceiptActor(excerpt(actor), reason());
        let same = if actor == receipt.actor() { Ok(()) } else { Err(other()) };
        self.report.actors.note(index, same);
    }

    pub(super) fn check_time(&mut self, index: u64, receipt: &Receipt) {
        let got = receipt.time();
        let later = self.window.last().map(|last| last.time).filter(|last| got < *last);
        let time = match (later, self.policy.each.is_future(got)) {
            (Some(last), _) => Err(Error::ReceiptTime(last, got)),
            (None, true) => Err(Error::ReceiptNotYet(got)),
            (None, false) => Ok(()),
        };
        self.report.time.note(index, time);
    }
}
