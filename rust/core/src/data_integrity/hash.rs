//! The bytes that a proof signs (VC-DI-EdDSA 1.0, sections 3.3.3 to 3.3.5; the
//! same steps in VC-DI-ECDSA 1.0 for P-256).

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::{Proof, proof::malformed};
use crate::{Error, encoding::jcs};

/// SHA-256 of the configuration, then SHA-256 of the document: 64 bytes.
pub(super) fn data(
    config: &Map<String, Value>,
    document: Map<String, Value>,
) -> Result<Vec<u8>, Error> {
    let config = jcs::canonicalize(&Value::Object(config.clone()))?;
    let document = jcs::canonicalize(&Value::Object(document))?;
    Ok([Sha256::digest(config), Sha256::digest(document)].concat())
}

/// What `proof` signs of a received document. `document` comes without its proofs, which are `all`.
pub(super) fn verified_data(
    proof: &Proof<'_>,
    document: &Map<String, Value>,
    all: &[Map<String, Value>],
) -> Result<Vec<u8>, Error> {
    let mut config = proof.members().clone();
    config.remove("proofValue");
    let mut document = document.clone();
    if let Some(own) = config.get("@context") {
        if !starts_with(document.get("@context"), own) {
            return Err(Error::DataIntegrityContext);
        }
        document.insert("@context".to_owned(), own.clone());
    }
    insert_previous(&mut document, proof, all)?;
    data(&config, document)
}

/// Puts the proofs that `proof` names into the document, in the order named.
pub(super) fn insert_previous(
    document: &mut Map<String, Value>,
    proof: &Proof<'_>,
    all: &[Map<String, Value>],
) -> Result<(), Error> {
    let ids = proof.previous()?;
    if ids.is_empty() {
        return Ok(());
    }
    let named = |id: &&str| {
        let mut found = all.iter().filter(|other| other.get("id").is_some_and(|own| own == *id));
        match (found.next(), found.next()) {
            (Some(other), None) if !core::ptr::eq(other, proof.members()) => {
                Ok(Value::Object(other.clone()))
            }
            (Some(_), _) => Err(malformed(
                "two proofs have the same id, or a proof names itself in `previousProof`",
            )),
            (None, _) => Err(Error::DataIntegrityPrevious),
        }
    };
    let previous = ids.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    document.insert("proof".to_owned(), Value::Array(previous));
    Ok(())
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
