//! Issuing a receipt.

use super::{KEY_ROTATION, Receipt, body, member, next};
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Document, Node, Numbers, OwnedObject},
    },
    error::excerpt,
    label,
    print::quoted,
    record::{self, label_bytes, unknown_member},
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
    /// Numbers are spelled as the caller spelled them.
    body: OwnedObject,
}

impl Draft {
    /// Makes a draft from JSON of the members that the caller chooses, and the receipt before it.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::document`]; `ERR_RECEIPT_MALFORMED` for members outside the table of [`super`] or a
    /// key rotation, which has its own function; and what [`Draft::after`] refuses.
    pub fn new(text: &str, previous: Option<&Receipt>) -> Result<Self, Error> {
        let members = read_members(text)?;
        if members.root().get("action").is_some_and(|action| action.says(KEY_ROTATION)) {
            return Err(Error::ReceiptMalformed(
                "action".into(),
                "a rotation of a key has a function of its own",
            ));
        }
        let draft = Self::place(members.root(), &[], previous)?;
        body::check_body(draft.body())?;
        Ok(draft)
    }

    /// Makes the draft of a rotation. The new key has not signed it yet.
    pub(super) fn of_rotation(text: &str, previous: Option<&Receipt>) -> Result<Self, Error> {
        let members = read_members(text)?;
        let action = quoted(KEY_ROTATION);
        let draft = Self::place(members.root(), &[("action", &action)], previous)?;
        next::check_unsigned(draft.body())?;
        Ok(draft)
    }

    /// Gives a body its place in the chain, and another action.
    fn place(
        draft: Node<'_>,
        action: &[(&str, &str)],
        previous: Option<&Receipt>,
    ) -> Result<Self, Error> {
        let before = previous.map(|receipt| check_follows(draft, receipt)).transpose()?;
        let before = before.as_deref().map(|id| ("previous", id));
        let sequence = previous.map_or(0, |receipt| receipt.sequence() + 1).to_string();
        let kind = quoted(label::RECEIPT);
        let mut added = action.to_vec();
        added.extend(before);
        added.extend([("sequence", sequence.as_str()), ("type", &kind)]);
        Self::of(draft.text_with(&added)?)
    }

    fn of(text: String) -> Result<Self, Error> {
        OwnedObject::own(text, Numbers::Reprinted).map(|body| Self { body })
    }

    pub(super) fn body(&self) -> Node<'_> {
        self.body.node()
    }

    /// The draft of a rotation with the signature of its new key.
    pub(super) fn accepted(&self, signature: &[u8]) -> Result<Self, Error> {
        let signature = quoted(&base64url::encode(signature));
        let next = self.body().get("next");
        let next = next.map(|next| next.text_with(&[("signature", &signature)]));
        let next = next.transpose()?.unwrap_or_default();
        let draft = Self::of(self.body().text_with(&[("next", &next)])?)?;
        body::check_body(draft.body())?;
        Ok(draft)
    }

    /// What is signed under a label.
    pub(super) fn bytes_under(&self, label: &str) -> Result<Vec<u8>, Error> {
        Ok(label_bytes(label, self.body().canonical()?.as_bytes()))
    }

    /// The bytes to sign.
    ///
    /// # Errors
    ///
    /// Never for a draft of this module.
    pub fn statement(&self) -> Result<Vec<u8>, Error> {
        self.bytes_under(label::RECEIPT)
    }

    /// The receipt, to be signed by the key that it names by its id.
    ///
    /// # Errors
    ///
    /// A code of the algorithm; never for a draft of this module.
    pub fn into_unsigned(self) -> Result<Unsigned, Error> {
        let algorithm = self.body().get("algorithm").and_then(Node::as_str).unwrap_or_default();
        let (algorithm, message) = (algorithm.parse()?, self.statement()?);
        let complete = move |_: &[u8], signature: &[u8]| {
            let signature = quoted(&base64url::encode(signature));
            let signed = self.body().canonical_with(&[], &[("signature", &signature)])?;
            Ok(signed.into_bytes())
        };
        Ok(Unsigned::new(algorithm, message, complete))
    }
}

/// The id of the receipt before, as JSON. `ERR_RECEIPT_ACTOR` if that is another actor's, `ERR_RECEIPT_FINAL` if it is
/// the last of its chain, `ERR_RECEIPT_TIME` if it is later.
fn check_follows(draft: Node<'_>, previous: &Receipt) -> Result<String, Error> {
    let actor = draft.get("actor").and_then(Node::as_str);
    if actor != Some(previous.actor()) {
        let named = actor.map(|actor| format!("the draft names \"{}\"", excerpt(actor)));
        let reason = named.unwrap_or_else(|| "the draft names none".to_owned());
        return Err(Error::ReceiptActor(excerpt(previous.actor()), reason));
    }
    if previous.is_final() {
        return Err(Error::ReceiptFinal);
    }
    let time = draft.get("time").and_then(Node::as_u64);
    if let Some(time) = time.filter(|time| *time < previous.time()) {
        return Err(Error::ReceiptTime(previous.time(), time));
    }
    Ok(quoted(&previous.id().to_string()))
}

fn read_members(text: &str) -> Result<Document<'_>, Error> {
    let members = record::read(text)?;
    let is_known = |name: Node<'_>| GIVEN.iter().chain(&["next"]).any(|known| name.says(known));
    match members.root().members().find(|(name, _)| !is_known(*name)) {
        Some((name, _)) => {
            Err(unknown_member(member::malformed, name.as_str().unwrap_or_default()))
        }
        None => Ok(members),
    }
}
