//! Witnesses: others who sign what somebody else signed.
//!
//! ```text
//! message = "witness:" ‖ witness ‖ ":" ‖ what is witnessed ‖ ":" ‖ witnessed_at
//! ```
//!
//! No hash covers the witnesses, so anybody can add one. A bad witness is reported and spoils nothing.
//! One whose signature holds under a key that nobody trusts is unchecked.
//! An actor that witnesses itself counts for nothing, and so does a second testimony of an identity whose
//! first one holds. At most [`MAX_WITNESSES`] are looked at; the others are counted as omitted.

use countersign_kernels::order::set_of;
use serde::{Deserialize, Serialize};

use super::{Anchors, ensure, holds};
use crate::{Error, fact::verdict, keys::PublicKey, print::Written, trust::ProvenKey};

/// Most witnesses of one object that are looked at.
pub const MAX_WITNESSES: usize = 64;

/// A witness of an object.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Witness {
    /// The identity of the witness.
    pub witness: String,
    /// Its key.
    pub witness_key: String,
    /// When it saw the object, as it says.
    pub witnessed_at: u64,
    /// Its signature over the message.
    pub signature: String,
}

/// What became of the witnesses of an object.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Testimonies {
    /// A fact for each witness, in order.
    pub list: Vec<WitnessFact>,
    /// How many witnesses beyond [`MAX_WITNESSES`] were not looked at.
    pub omitted: usize,
}

/// What became of one witness.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WitnessFact {
    identity: String,
    witnessed_at: u64,
    found: Result<ProvenKey, Error>,
}

impl Witness {
    /// What a witness signs.
    #[must_use]
    pub fn message(witness: &str, witnessed: &str, time: u64) -> String {
        format!("witness:{witness}:{witnessed}:{time}")
    }

    /// The key, whose signature holds.
    fn check(&self, witnessed: &str, anchors: &Anchors) -> Result<PublicKey, Error> {
        let key = anchors.read_key(&self.witness, &self.witness_key)?;
        let message = Self::message(&self.witness, witnessed, self.witnessed_at);
        ensure(holds(&key, &message, &self.signature), || Error::AidSignature)?;
        Ok(key)
    }

    /// Checks each witness of something that `actor` signed.
    #[must_use]
    pub fn check_all(
        witnesses: &[Self],
        witnessed: &str,
        actor: &str,
        anchors: &Anchors,
    ) -> Testimonies {
        let (seen, more) = witnesses.split_at(witnesses.len().min(MAX_WITNESSES));
        let (mut counted, mut list) = (set_of([actor]), Vec::with_capacity(seen.len()));
        for witness in seen {
            let fresh = ensure(!counted.contains(witness.witness.as_str()), || Error::AidWitness);
            let found = fresh.and_then(|()| witness.check(witnessed, anchors));
            if found.is_ok() {
                counted.insert(&witness.witness);
            }
            let found = found.and_then(|key| anchors.judge(&witness.witness, &key));
            list.push(WitnessFact {
                identity: witness.witness.clone(),
                witnessed_at: witness.witnessed_at,
                found,
            });
        }
        Testimonies { list, omitted: more.len() }
    }
}

impl WitnessFact {
    /// Why it counts for nothing: `ERR_AID_UNTRUSTED` if it holds under a key that nobody trusts; `None` if it holds.
    #[must_use]
    pub fn refused(&self) -> Option<&Error> {
        self.found.as_ref().err()
    }

    /// Writes `{ state, identity, witnessedAt, signer?, code?, why?, data? }`.
    pub(crate) fn write(&self, row: Written) -> Written {
        let row = row.text("identity", &self.identity);
        let row = row.text("witnessedAt", &self.witnessed_at.to_string());
        verdict(row, self.found.as_ref(), |row, signer| row.json("signer", &signer.to_json()))
    }
}
