//! Making a proof (VC-DI-EdDSA 1.0, section 3.3.1).

use super::{MAX_PROOFS, Proof, Proofs, Suite, hash, proof::malformed};
use crate::{
    Error,
    encoding::{
        base58,
        document::{Document, Node, Numbers},
    },
    keys::Algorithm,
    print::{list_of, quoted},
    unsigned::Unsigned,
};

/// The document with a new proof, whose signature over 64 bytes is awaited. It is JSON text.
///
/// `options` is JSON: `verificationMethod`, `proofPurpose` and, optionally,
/// `created`, `expires`, `domain`, `challenge`, `nonce`, `id`, `previousProof`.
/// The type, the suite and `@context` are set here. A document that has proofs
/// keeps them; the new one covers those that `previousProof` names.
///
/// # Errors
///
/// `ERR_DATA_INTEGRITY_SUITE` if no suite signs with the algorithm,
/// `ERR_DATA_INTEGRITY_MALFORMED` or `ERR_DATA_INTEGRITY_PREVIOUS` for the
/// options, an `ERR_JSON_` code for the texts.
pub fn unsigned(document: &[u8], options: &[u8], algorithm: Algorithm) -> Result<Unsigned, Error> {
    let document = Document::read_object(document, Numbers::Reprinted)?.into_owned();
    let earlier = earlier_proofs(document.root())?;
    let config = configure(document.root(), options, algorithm)?;
    let previous = earlier.named_by(&Proof::read(config.root())?)?;
    let covered = hash::cover(document.root(), None, &previous)?;
    let message = [hash::hash(config.text()), hash::hash(&covered)].concat();
    Ok(Unsigned::new(algorithm, message, move |_, signature| {
        add_proof(&document, &config, signature)
    }))
}

/// The proofs that a document has; there must be room for one more.
fn earlier_proofs(document: Node<'_>) -> Result<Proofs<'_>, Error> {
    if !document.has("proof") {
        return Ok(Proofs::default());
    }
    let earlier = Proofs::of(document)?;
    if earlier.iter().len() == MAX_PROOFS {
        return Err(malformed("a document has 1 to 16 proofs"));
    }
    Ok(earlier)
}

/// The configuration of a new proof: what is signed of the proof, and all of it but its value. It is canonical.
fn configure(
    document: Node<'_>,
    options: &[u8],
    algorithm: Algorithm,
) -> Result<Document<'static>, Error> {
    let options = Document::read_object(options, Numbers::Reprinted)?;
    let suite = quoted(Suite::of(algorithm)?.as_str());
    if ["proofValue", "@context"].into_iter().any(|name| options.root().has(name)) {
        return Err(malformed("`proofValue` and `@context` are not options"));
    }
    let context = hash::context_of(document)?;
    let context = context.as_deref().map(|context| ("@context", context));
    let own = [("cryptosuite", suite.as_str()), ("type", "\"DataIntegrityProof\"")];
    let added: Vec<_> = context.into_iter().chain(own).collect();
    Document::of_own(options.root().canonical_with(&[], &added)?, Numbers::Exact)
}

/// The document with a proof of that configuration after those that it has.
fn add_proof(
    document: &Document<'_>,
    config: &Document<'_>,
    signature: &[u8],
) -> Result<Vec<u8>, Error> {
    let value = quoted(&format!("z{}", base58::encode(signature)));
    let mut proofs = Vec::new();
    for earlier in earlier_proofs(document.root())?.iter() {
        proofs.push(earlier.canonical()?);
    }
    proofs.push(config.root().canonical_with(&[], &[("proofValue", &value)])?);
    let list = list_of(&proofs);
    let proof = if let [alone] = proofs.as_slice() { alone } else { &list };
    Ok(document.root().canonical_with(&["proof"], &[("proof", proof)])?.into_bytes())
}
