//! What a card signature covers under a reading.

mod complete;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
mod walk;

use super::{Reading, Report, pointer, reading::AbsentRequired};
use crate::{
    Error,
    encoding::document::{Document, LeftOut, MAX_BYTES, Numbers},
};

use complete::complete;
pub use walk::MAX_UNCOVERED;
use walk::Walk;

/// What a signature covers.
#[derive(Clone, Debug)]
pub struct Payload {
    /// The covered content, as canonical text (RFC 8785).
    pub text: String,
    /// JSON Pointers of what the received card holds beyond it.
    pub uncovered: Vec<String>,
    /// Whether it is all of the received card but its signatures, and nothing else.
    pub(super) is_whole: bool,
}

impl Reading {
    /// The payload of a card under this reading.
    ///
    /// # Errors
    ///
    /// `ERR_CARD_DUAL_NAME`, `ERR_CARD_UNKNOWN_FIELD` where the reading refuses;
    /// `ERR_LIMIT_EXCEEDED` if more than [`MAX_UNCOVERED`] members are uncovered.
    pub fn payload(self, card: &Document<'_>) -> Result<Payload, Error> {
        if self.absent_required == AbsentRequired::DescriptorScope
            && let Some(text) = complete(card)
        {
            let card = read_again(&text)?;
            let payload = Payload::after(Walk::over(self, card.root())?, &card)?;
            return Ok(Payload { is_whole: false, ..payload });
        }
        Payload::after(Walk::over(self, card.root())?, card)
    }

    /// As [`Self::payload`], of a card that was looked at.
    pub(super) fn payload_by(self, card: &Document<'_>, report: &Report) -> Result<Payload, Error> {
        if report.differs { self.payload(card) } else { Payload::whole(card) }
    }

    /// The payload of a card on which every reading agrees.
    ///
    /// # Errors
    ///
    /// As [`Self::payload`]; `ERR_CARD_READINGS_DIFFER` if two readings give two payloads.
    pub fn unanimous(card: &Document<'_>) -> Result<Payload, Error> {
        let payload = Self::default().payload(card)?;
        for name in ["prune-empty", "served-as-is", "descriptor-scope", "exclude", "a2a-sdk"] {
            let other = Self::from_name(name)?.payload(card)?.text;
            if other != payload.text {
                let (other, payload) = (read_again(&other)?, read_again(&payload.text)?);
                let path = pointer::first_difference(other.root(), payload.root());
                return Err(Error::CardReadingsDiffer(name, path));
            }
        }
        Ok(payload)
    }
}

impl Payload {
    /// All of a card but its signatures.
    pub(super) fn whole(card: &Document<'_>) -> Result<Self, Error> {
        let mut left_out = LeftOut::default();
        card.root().get("signatures").into_iter().for_each(|node| left_out.add(node));
        let text = card.canonical_without(&left_out)?;
        Ok(Self { text, uncovered: Vec::new(), is_whole: true })
    }

    fn after(walk: Walk, card: &Document<'_>) -> Result<Self, Error> {
        let (left_out, uncovered) = walk.into_parts();
        let is_whole = uncovered.is_empty();
        Ok(Self { text: card.canonical_without(&left_out)?, uncovered, is_whole })
    }
}

/// A card that was written here, from one that was read.
pub(super) fn read_again(text: &str) -> Result<Document<'_>, Error> {
    Document::read_text(text, Numbers::Doubles).map_err(|_| Error::JsonSize(MAX_BYTES, text.len()))
}
