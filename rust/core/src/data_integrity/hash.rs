//! The bytes that a proof signs (VC-DI-EdDSA 1.0, sections 3.3.3 to 3.3.5; the
//! same steps in VC-DI-ECDSA 1.0 for P-256).

use countersign_kernels::json::Kind;
use sha2::{Digest, Sha256};

use super::{Proof, proof::malformed};
use crate::{Error, encoding::document::Node, print::list_of};

/// SHA-256 of canonical text.
pub(super) fn hash(canonical: &str) -> [u8; 32] {
    Sha256::digest(canonical).into()
}

/// What the proofs of a received document sign. Proofs that cover the same share its hash, as the sender chooses how
/// many proofs a large document has.
pub(super) struct Received<'a> {
    root: Node<'a>,
    /// Canonical, without its proofs, which are `all`.
    document: &'a str,
    /// Its context, canonical.
    context: Option<&'a str>,
    all: &'a [Node<'a>],
    hashes: Vec<Hashed<'a>>,
}

/// A document with another context, if there is one, and with the earlier proofs of these ids.
struct Hashed<'a> {
    context: Option<String>,
    previous: Vec<&'a str>,
    hash: [u8; 32],
}

impl<'a> Received<'a> {
    pub(super) const fn new(
        root: Node<'a>,
        document: &'a str,
        context: Option<&'a str>,
        all: &'a [Node<'a>],
    ) -> Self {
        Self { root, document, context, all, hashes: Vec::new() }
    }

    /// SHA-256 of the configuration, then SHA-256 of the document: 64 bytes.
    pub(super) fn signed_by(&mut self, proof: &Proof<'a>) -> Result<Vec<u8>, Error> {
        let own = proof.members();
        if !has_context_of(self.root, own)? {
            return Err(Error::DataIntegrityContext);
        }
        let previous = previous(proof, self.all)?;
        let config = own.canonical_with(&["proofValue"], &[])?;
        let context = other_context(own, self.context)?;
        Ok([hash(&config), self.hash(context, proof.previous()?, &previous)?].concat())
    }

    fn hash(
        &mut self,
        context: Option<String>,
        ids: Vec<&'a str>,
        previous: &[Node<'_>],
    ) -> Result<[u8; 32], Error> {
        let same = |other: &&Hashed<'a>| other.context == context && other.previous == ids;
        if let Some(known) = self.hashes.iter().find(same) {
            return Ok(known.hash);
        }
        let hash = match (&context, previous) {
            (None, []) => hash(self.document),
            (context, previous) => hash(&cover(self.root, context.as_deref(), previous)?),
        };
        self.hashes.push(Hashed { context, previous: ids, hash });
        Ok(hash)
    }
}

/// The canonical text that a proof covers: the document without its proofs, with another context if there is one, and
/// with the list of earlier proofs unless there is none.
pub(super) fn cover(
    document: Node<'_>,
    context: Option<&str>,
    previous: &[Node<'_>],
) -> Result<String, Error> {
    let earlier = previous.iter().map(|proof| proof.canonical()).collect::<Result<Vec<_>, _>>()?;
    let earlier = (!earlier.is_empty()).then(|| list_of(&earlier));
    let context = context.map(|context| ("@context", context));
    let earlier = earlier.as_deref().map(|list| ("proof", list));
    let added: Vec<_> = context.into_iter().chain(earlier).collect();
    document.canonical_with(&["proof"], &added)
}

/// The proofs that `proof` names, in the order named. A name that is repeated is refused: the document that is hashed
/// would have a copy for each.
pub(super) fn previous<'a>(proof: &Proof<'_>, all: &[Node<'a>]) -> Result<Vec<Node<'a>>, Error> {
    let ids = proof.previous()?;
    let has_id = |node: Node<'_>, id: &str| node.get("id").is_some_and(|own| own.says(id));
    let named = |(place, id): (usize, &&str)| {
        if ids.iter().take(place).any(|earlier| earlier == id) {
            return Err(malformed("`previousProof` names a proof twice"));
        }
        let mut found = all.iter().filter(|other| has_id(**other, id));
        match (found.next(), found.next()) {
            (Some(other), None) if !has_id(proof.members(), id) => Ok(*other),
            (Some(_), _) => Err(malformed(
                "two proofs have the same id, or a proof names itself in `previousProof`",
            )),
            (None, _) => Err(Error::DataIntegrityPrevious),
        }
    };
    ids.iter().enumerate().map(named).collect()
}

/// The context of a proof, unless the document's is the same.
pub(super) fn other_context(
    proof: Node<'_>,
    document: Option<&str>,
) -> Result<Option<String>, Error> {
    Ok(context_of(proof)?.filter(|own| Some(own.as_str()) != document))
}

/// The context of a proof or document, as canonical text.
pub(super) fn context_of(object: Node<'_>) -> Result<Option<String>, Error> {
    object.get("@context").map(Node::canonical).transpose()
}

/// Whether the document's context begins with all of the proof's, in order.
fn has_context_of(document: Node<'_>, proof: Node<'_>) -> Result<bool, Error> {
    let Some(own) = entries(proof) else { return Ok(true) };
    let Some(all) = entries(document) else { return Ok(false) };
    for (entry, of_document) in own.iter().zip(&all) {
        if entry.canonical()? != of_document.canonical()? {
            return Ok(false);
        }
    }
    Ok(own.len() <= all.len())
}

/// The entries of a context. One alone needs no list.
fn entries(of: Node<'_>) -> Option<Vec<Node<'_>>> {
    let context = of.get("@context")?;
    Some(if context.kind() == Kind::Array { context.items().collect() } else { vec![context] })
}
