//! What a card signature covers under a reading.

mod walk;

use serde_json::{Map, Value};

use super::{Reading, pointer};
use crate::{Error, encoding::jcs};

pub use walk::MAX_UNCOVERED;
use walk::Walk;

/// What a signature covers.
#[derive(Clone, Debug)]
pub struct Payload {
    /// The covered content.
    pub card: Map<String, Value>,
    /// Its canonical bytes (RFC 8785).
    pub bytes: Vec<u8>,
    /// JSON Pointers of what the received card holds beyond it.
    pub uncovered: Vec<String>,
}

impl Reading {
    /// The payload of a card under this reading.
    ///
    /// # Errors
    ///
    /// `ERR_CARD_DUAL_NAME`, `ERR_CARD_UNKNOWN_FIELD` where the reading refuses;
    /// `ERR_LIMIT_EXCEEDED` if more than [`MAX_UNCOVERED`] members are uncovered.
    pub fn payload(self, card: &Map<String, Value>) -> Result<Payload, Error> {
        let mut walk = Walk::new(self);
        let card = Value::Object(walk.card(card)?);
        let bytes = jcs::canonicalize(&card)?;
        let Value::Object(card) = card else { return Err(Error::JsonNotObject) };
        Ok(Payload { card, bytes, uncovered: walk.uncovered() })
    }

    /// The payload of a card on which every reading agrees.
    ///
    /// # Errors
    ///
    /// As [`Self::payload`]; `ERR_CARD_READINGS_DIFFER` if two readings give two payloads.
    pub fn unanimous(card: &Map<String, Value>) -> Result<Payload, Error> {
        let payload = Self::default().payload(card)?;
        for name in ["prune-empty", "served-as-is", "descriptor-scope", "exclude", "a2a-sdk"] {
            let other = Walk::new(Self::from_name(name)?).card(card)?;
            if other != payload.card {
                return Err(Error::CardReadingsDiffer(
                    name,
                    pointer::first_difference(&other, &payload.card),
                ));
            }
        }
        Ok(payload)
    }
}
