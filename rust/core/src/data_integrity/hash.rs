//! The bytes that a proof signs (VC-DI-EdDSA 1.0, sections 3.3.3 to 3.3.5; the
//! same steps in VC-DI-ECDSA 1.0 for P-256).

use core::cell::OnceCell;

use countersign_kernels::json::Kind;
use sha2::{Digest, Sha256};

use super::{Proof, Proofs};
use crate::{Error, encoding::document::Node, print::list_of};

/// SHA-256 of canonical text.
pub(super) fn hash(canonical: &str) -> [u8; 32] {
    Sha256::digest(canonical).into()
}

/// What the proofs of a received document sign. Proofs that cover the same share its hash, as the sender chooses how
/// many proofs a large document has.
pub(super) struct Received<'a> {
    root: Node<'a>,
    all: &'a Proofs<'a>,
    /// Without its proofs, once that was hashed.
    text: Option<String>,
    context: OnceCell<Option<String>>,
    hashes: Vec<Hashed<'a>>,
}

/// A document with another context, if there is one, and with the earlier proofs of these ids.
struct Hashed<'a> {
    context: Option<String>,
    previous: Vec<&'a str>,
    hash: [u8; 32],
}

impl<'a> Received<'a> {
    pub(super) const fn new(root: Node<'a>, all: &'a Proofs<'a>) -> Self {
        Self { root, all, text: None, context: OnceCell::new(), hashes: Vec::new() }
    }

    /// SHA-256 of the configuration, then SHA-256 of the document: 64 bytes.
    pub(super) fn signed_by(&mut self, proof: &Proof<'a>) -> Result<Vec<u8>, Error> {
        let context = self.other_context(proof.members())?;
        if context.is_some() && !begins_with_context_of(self.root, proof.members())? {
            return Err(Error::DataIntegrityContext);
        }
        let previous = self.all.named_by(proof)?;
        let config = proof.members().canonical_with(&["proofValue"], &[])?;
        Ok([hash(&config), self.hash(context, proof.previous(), &previous)?].concat())
    }

    /// The context of a proof, unless the document's is the same.
    pub(super) fn other_context(&self, proof: Node<'_>) -> Result<Option<String>, Error> {
        let Some(own) = context_of(proof)? else { return Ok(None) };
        // None is refused that was read.
        let document = self.context.get_or_init(|| context_of(self.root).unwrap_or_default());
        Ok(Some(own).filter(|own| document.as_ref() != Some(own)))
    }

    /// The document without its proofs, as canonical text.
    pub(super) fn into_text(self) -> Result<String, Error> {
        self.text.map_or_else(|| cover(self.root, None, &[]), Ok)
    }

    fn hash(
        &mut self,
        context: Option<String>,
        ids: &[&'a str],
        previous: &[Node<'_>],
    ) -> Result<[u8; 32], Error> {
        let same = |other: &&Hashed<'a>| other.context == context && other.previous == ids;
        if let Some(known) = self.hashes.iter().find(same) {
            return Ok(known.hash);
        }
        let text = cover(self.root, context.as_deref(), previous)?;
        let hash = hash(&text);
        if context.is_none() && previous.is_empty() {
            self.text = Some(text);
        }
        self.hashes.push(Hashed { context, previous: ids.to_vec(), hash });
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

/// The context of a proof or document, as canonical text.
pub(super) fn context_of(object: Node<'_>) -> Result<Option<String>, Error> {
    object.get("@context").map(Node::canonical).transpose()
}

/// Whether the document has a context that begins with all of the proof's, in order.
fn begins_with_context_of(document: Node<'_>, proof: Node<'_>) -> Result<bool, Error> {
    let mut all = entries(document);
    for entry in entries(proof) {
        match all.next() {
            Some(other) if other.canonical()? == entry.canonical()? => {}
            _ => return Ok(false),
        }
    }
    Ok(document.has("@context"))
}

/// The entries of a context. One alone needs no list.
fn entries(of: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let context = of.get("@context");
    let alone = context.filter(|context| context.kind() != Kind::Array);
    alone.into_iter().chain(context.into_iter().flat_map(Node::items))
}
