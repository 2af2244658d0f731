//! The bytes that a proof signs (VC-DI-EdDSA 1.0, sections 3.3.3 to 3.3.5; the
//! same steps in VC-DI-ECDSA 1.0 for P-256).

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::{Proof, proof::malformed};
use crate::{Error, encoding::jcs};

type Members = Map<String, Value>;

/// SHA-256 of the canonical form.
pub(super) fn hash(members: &Members) -> Result<[u8; 32], Error> {
    Ok(Sha256::digest(jcs::canonicalize_object(members)?).into())
}

/// What the proofs of a received document sign. Proofs that cover the same share its hash, as the sender chooses how
/// many proofs a large document has.
pub(super) struct Received<'a> {
    /// Without its proofs, which are `all`.
    pub(super) document: &'a Members,
    pub(super) all: &'a [Members],
    pub(super) hashes: Vec<Hashed<'a>>,
}

/// A document with another context, if there is one, and with earlier proofs.
pub(super) struct Hashed<'a> {
    context: Option<&'a Value>,
    previous: Vec<&'a Members>,
    hash: [u8; 32],
}

impl<'a> Received<'a> {
    /// SHA-256 of the configuration, then SHA-256 of the document: 64 bytes.
    pub(super) fn signed_by(&mut self, proof: &Proof<'a>) -> Result<Vec<u8>, Error> {
        let own = proof.members().get("@context");
        let context = self.document.get("@context");
        if own.is_some_and(|own| !starts_with(context, own)) {
            return Err(Error::DataIntegrityContext);
        }
        let previous = previous(proof, self.all)?;
        let mut config = proof.members().clone();
        config.remove("proofValue");
        let other = own.filter(|own| Some(*own) != context);
        Ok([hash(&config)?, self.hash(other, previous)?].concat())
    }

    fn hash(
        &mut self,
        context: Option<&'a Value>,
        previous: Vec<&'a Members>,
    ) -> Result<[u8; 32], Error> {
        let same = |other: &&Hashed<'a>| other.context == context && other.previous == previous;
        if let Some(known) = self.hashes.iter().find(same) {
            return Ok(known.hash);
        }
        let mut document = self.document.clone();
        if let Some(context) = context {
            document.insert("@context".to_owned(), context.clone());
        }
        cover(&mut document, &previous);
        let hash = hash(&document)?;
        self.hashes.push(Hashed { context, previous, hash });
        Ok(hash)
    }
}

/// Puts earlier proofs into the document, in their order. None changes nothing.
pub(super) fn cover(document: &mut Members, previous: &[&Members]) {
    if !previous.is_empty() {
        let list = previous.iter().map(|proof| Value::Object((*proof).clone()));
        document.insert("proof".to_owned(), list.collect());
    }
}

/// The proofs that `proof` names, in the order named. A name that is repeated is refused: the document that is hashed
/// would have a copy for each.
pub(super) fn previous<'a>(
    proof: &Proof<'_>,
    all: &'a [Members],
) -> Result<Vec<&'a Members>, Error> {
    let ids = proof.previous()?;
    let named = |(place, id): (usize, &&str)| {
        if ids.iter().take(place).any(|earlier| earlier == id) {
            return Err(malformed("`previousProof` names a proof twice"));
        }
        let mut found = all.iter().filter(|other| other.get("id").is_some_and(|own| own == *id));
        match (found.next(), found.next()) {
            (Some(other), None) if !core::ptr::eq(other, proof.members()) => Ok(other),
            (Some(_), _) => Err(malformed(
                "two proofs have the same id, or a proof names itself in `previousProof`",
            )),
            (None, _) => Err(Error::DataIntegrityPrevious),
        }
    };
    ids.iter().enumerate().map(named).collect()
}

/// Whether the document's context begins with all of the proof's, in order.
fn starts_with(document: Option<&Value>, own: &Value) -> bool {
    document.is_some_and(|document| entries(document).starts_with(entries(own)))
}

fn entries(context: &Value) -> &[Value] {
    match context {
        Value::Array(list) => list,
        single => core::slice::from_ref(single),
    }
}
