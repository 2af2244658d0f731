//! The proofs of a document, which may name one another.

use countersign_kernels::json::Kind;

use super::{Proof, proof::malformed};
use crate::{Error, encoding::document::Node};

/// Most proofs of one document.
pub const MAX_PROOFS: usize = 16;

/// Each proof, with its id if that is a text.
#[derive(Default)]
pub(super) struct Proofs<'a>(Vec<(Node<'a>, Option<&'a str>)>);

impl<'a> Proofs<'a> {
    /// The proofs of a document that has at least one.
    pub(super) fn of(document: Node<'a>) -> Result<Self, Error> {
        let list: Vec<_> = match document.get("proof") {
            Some(proof) if proof.kind() == Kind::Array => proof.items().collect(),
            proof => proof.into_iter().collect(),
        };
        if !(1..=MAX_PROOFS).contains(&list.len()) {
            return Err(malformed("a document has 1 to 16 proofs"));
        }
        if list.iter().any(|proof| proof.kind() != Kind::Object) {
            return Err(malformed("`proof` must be an object or a list of objects"));
        }
        // Once, as a proof that names others costs no search of their members.
        Ok(Self(
            list.into_iter().map(|proof| (proof, proof.get("id").and_then(Node::as_str))).collect(),
        ))
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Node<'a>> {
        self.0.iter().map(|(proof, _)| *proof)
    }

    /// The proofs that `proof` names, in the order named. A name that is repeated is refused: the document that is hashed
    /// would have a copy for each.
    pub(super) fn named_by(&self, proof: &Proof<'_>) -> Result<Vec<Node<'a>>, Error> {
        let ids = proof.previous();
        let find = |(place, id): (usize, &&str)| {
            if ids.iter().take(place).any(|earlier| earlier == id) {
                return Err(malformed("`previousProof` names a proof twice"));
            }
            let mut found = self.0.iter().filter(|(_, own)| *own == Some(*id));
            match (found.next(), found.next()) {
                (Some((other, _)), None) if proof.id() != Some(*id) => Ok(*other),
                (Some(_), _) => Err(malformed(
                    "two proofs have the same id, or a proof names itself in `previousProof`",
                )),
                (None, _) => Err(Error::DataIntegrityPrevious),
            }
        };
        ids.iter().enumerate().map(find).collect()
    }
}
