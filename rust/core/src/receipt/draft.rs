//! Issuing a receipt.

use serde_json::Value;

use super::{KEY_ROTATION, Receipt, body, member, next};
use crate::{
    Error,
    encoding::base64url,
    error::excerpt,
    label,
    record::{Members, label_members, label_with, members, unknown_member},
    unsigned::Unsigned,
};

/// Members that the caller gives; the others follow from the place in the chain.
const GIVEN: [&str; 11] = [
    "actor",
    "keyId",
    "algorithm",
    "action",
    "content",
    "contentHash",
    "references",
    "context",
    "grant",
    "time",
    "final",
];

/// A receipt that is not signed yet.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Draft {
    body: Members,
}

impl Draft {
    /// Makes a draft from JSON of the members that the caller chooses, and the receipt before it.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::json`]; `ERR_RECEIPT_MALFORMED` for members outside the table of [`super`] or a
    /// key rotation, which has its own function; and what [`Draft::after`] refuses.
    pub fn new(text: &str, previous: Option<&Receipt>) -> Result<Self, Error> {
        let body = read_members(text)?;
        if member::text(&body, "action") == Some(KEY_ROTATION) {
            return Err(Error::ReceiptMalformed(
                "action".into(),
                "a rotation of a key has a function of its own",
            ));
        }
        Self::place(body, previous)
    }

    /// Makes the draft of a rotation. The new key has not signed it yet.
    pub(super) fn of_rotation(text: &str, previous: Option<&Receipt>) -> Result<Self, Error> {
        let mut body = read_members(text)?;
        body.insert("action".into(), KEY_ROTATION.into());
        let new = body.remove("next");
        let mut draft = Self::place_unchecked(body, previous)?;
        draft.body.insert("next".into(), new.unwrap_or_default());
        next::check_unsigned(&draft.body)?;
        Ok(draft)
    }

    /// Gives a body its place in the chain. `ERR_RECEIPT_ACTOR` if the receipt before is another actor's,
    /// `ERR_RECEIPT_FINAL` if it is the last of its chain, `ERR_RECEIPT_TIME` if it is later.
    fn place(body: Members, previous: Option<&Receipt>) -> Result<Self, Error> {
        let draft = Self::place_unchecked(body, previous)?;
        body::check_body(&draft.body)?;
        Ok(draft)
    }

    fn place_unchecked(mut body: Members, previous: Option<&Receipt>) -> Result<Self, Error> {
        body.insert("type".into(), label::RECEIPT.into());
        body.insert("sequence".into(), previous.map_or(0, |receipt| receipt.sequence() + 1).into());
        if let Some(previous) = previous {
            let actor = member::text(&body, "actor");
            if actor != Some(previous.actor()) {
                let named = actor.map(|actor| format!("the draft names \"{}\"", excerpt(actor)));
                let reason = named.unwrap_or_else(|| "the draft names none".to_owned());
                return Err(Error::ReceiptActor(excerpt(previous.actor()), reason));
            }
            if previous.is_final() {
                return Err(Error::ReceiptFinal);
            }
            let time = body.get("time").and_then(Value::as_u64);
            if let Some(time) = time.filter(|time| *time < previous.time()) {
                return Err(Error::ReceiptTime(previous.time(), time));
            }
            body.insert("previous".into(), previous.id().to_string().into());
        }
        Ok(Self { body })
    }

    pub(super) const fn body(&self) -> &Members {
        &self.body
    }

    pub(super) const fn body_mut(&mut self) -> &mut Members {
        &mut self.body
    }

    /// The bytes to sign.
    ///
    /// # Errors
    ///
    /// `ERR_JSON_DEPTH`; never for members that were read.
    pub fn statement(&self) -> Result<Vec<u8>, Error> {
        label_members(label::RECEIPT, &self.body)
    }

    /// The receipt, to be signed by the key that it names by its id.
    ///
    /// # Errors
    ///
    /// As [`Self::statement`].
    pub fn into_unsigned(self) -> Result<Unsigned, Error> {
        let algorithm = member::text(&self.body, "algorithm").unwrap_or_default().parse()?;
        let message = self.statement()?;
        let complete =
            move |message: &[u8], signature: &[u8]| with_signature(message, self.body, signature);
        Ok(Unsigned::new(algorithm, message, complete))
    }
}

/// The canonical text of a receipt.
fn with_signature(statement: &[u8], body: Members, signature: &[u8]) -> Result<Vec<u8>, Error> {
    let signature = base64url::encode(signature);
    label_with(statement, label::RECEIPT, body, ("signature", &signature))
}

fn read_members(text: &str) -> Result<Members, Error> {
    let body = members(text)?;
    let known = |name: &&String| GIVEN.contains(&name.as_str()) || *name == "next";
    match body.keys().find(|name| !known(name)) {
        Some(name) => Err(unknown_member(member::malformed, name)),
        None => Ok(body),
    }
}
