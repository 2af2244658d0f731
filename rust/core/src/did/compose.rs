//! Composes the documents of methods that need no network.

use countersign_kernels::order::sorted_by;

use super::{Did, Purpose};
use crate::{
    keys::{KeyType, PublicKey, multikey},
    print::{Written, list_of, quoted},
};

pub(super) const CONTEXT: &str = "https://www.w3.org/ns/did/v1";
pub(super) const MULTIKEY_CONTEXT: &str = "https://w3id.org/security/multikey/v1";

/// The purposes of a key that signs.
pub(super) const SIGNING: [Purpose; 4] = [
    Purpose::Authentication,
    Purpose::AssertionMethod,
    Purpose::CapabilityInvocation,
    Purpose::CapabilityDelegation,
];

/// Members in no order: a name, and JSON text.
pub(super) type Parts<'a> = Vec<(&'a str, String)>;

/// A document in the making.
pub(super) struct Composer<'a> {
    context: Vec<&'a str>,
    did: &'a Did,
    methods: Vec<String>,
    relations: [Vec<String>; Purpose::ALL.len()],
}

impl<'a> Composer<'a> {
    pub(super) fn new(did: &'a Did, context: &[&'a str]) -> Self {
        let context = [&[CONTEXT], context].concat();
        Self { context, did, methods: Vec::new(), relations: Default::default() }
    }

    /// Adds a Multikey named `id`.
    pub(super) fn multikey(&mut self, id: &str, key: &PublicKey, purposes: &[Purpose]) {
        let material = vec![("publicKeyMultibase", quoted(&multikey::encode(key)))];
        self.method(id, "Multikey", material, purposes);
    }

    /// Adds a verification method: `material` with `id`, `type` and the DID as controller.
    pub(super) fn method(
        &mut self,
        id: &str,
        kind: &str,
        mut material: Parts<'_>,
        purposes: &[Purpose],
    ) {
        material.push(("id", quoted(id)));
        material.push(("type", quoted(kind)));
        material.push(("controller", quoted(self.did.as_str())));
        self.methods.push(object(material));
        self.relate(id, purposes);
    }

    /// Adds a reference to `id` to the relationships.
    pub(super) fn relate(&mut self, id: &str, purposes: &[Purpose]) {
        let named = Purpose::ALL.into_iter().zip(&mut self.relations);
        named
            .filter(|(purpose, _)| purposes.contains(purpose))
            .for_each(|(_, list)| list.push(quoted(id)));
    }

    /// The document, with `more` in it; relationships without a member are left out.
    pub(super) fn finish(self, mut more: Parts<'_>) -> String {
        more.push(("@context", texts(self.context.iter().copied())));
        more.push(("id", quoted(self.did.as_str())));
        more.push(("verificationMethod", list_of(&self.methods)));
        for (purpose, list) in Purpose::ALL.into_iter().zip(&self.relations) {
            if !list.is_empty() {
                more.push((purpose.as_str(), list_of(list)));
            }
        }
        object(more)
    }
}

/// The canonical text of an object, whose names are ASCII.
pub(super) fn object(parts: Parts<'_>) -> String {
    let parts = sorted_by(parts, |(name, _), (other, _)| name.cmp(other));
    parts.iter().fold(Written::new(), |text, (name, json)| text.json(name, json)).end()
}

/// A list of texts.
pub(super) fn texts<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    list_of(&texts.map(quoted).collect::<Vec<_>>())
}

/// What a key of this type can be used for.
pub(super) fn purposes(key_type: KeyType, agree: bool) -> Vec<Purpose> {
    let signing = SIGNING.into_iter().filter(|_| key_type.signs());
    let agrees = key_type.agrees() && (agree || !key_type.signs());
    let agreement = agrees.then_some(Purpose::KeyAgreement);
    signing.chain(agreement).collect()
}
