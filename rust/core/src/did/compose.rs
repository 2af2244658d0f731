//! Composes the documents of methods that need no network.

use serde_json::{Map, Value};

use super::{Did, Purpose};
use crate::{
    encoding::json::object,
    keys::{KeyType, PublicKey, multikey},
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

/// A document in the making.
pub(super) struct Composer {
    context: Vec<Value>,
    did: Did,
    methods: Vec<Value>,
    relations: [Vec<Value>; Purpose::ALL.len()],
}

impl Composer {
    pub(super) fn new(did: &Did, context: &[&str]) -> Self {
        let context = [CONTEXT].iter().chain(context).map(|&name| name.into()).collect();
        Self { context, did: did.clone(), methods: Vec::new(), relations: Default::default() }
    }

    /// Adds a Multikey named `id`.
    pub(super) fn multikey(&mut self, id: &str, key: &PublicKey, purposes: &[Purpose]) {
        let material = object! { "publicKeyMultibase": multikey::encode(key) };
        self.method(id, "Multikey", material, purposes);
    }

    /// Adds a verification method: `material` with `id`, `type` and the DID as controller.
    pub(super) fn method(&mut self, id: &str, kind: &str, material: Value, purposes: &[Purpose]) {
        let mut method = Map::new();
        method.insert("id".into(), id.into());
        method.insert("type".into(), kind.into());
        method.insert("controller".into(), self.did.as_str().into());
        if let Value::Object(material) = material {
            method.extend(material);
        }
        self.methods.push(method.into());
        self.relate(id, purposes);
    }

    /// Adds a reference to `id` to the relationships.
    pub(super) fn relate(&mut self, id: &str, purposes: &[Purpose]) {
        let named = Purpose::ALL.into_iter().zip(&mut self.relations);
        named
            .filter(|(purpose, _)| purposes.contains(purpose))
            .for_each(|(_, list)| list.push(id.into()));
    }

    /// The document; relationships without a member are left out.
    pub(super) fn finish(self) -> Map<String, Value> {
        let mut document = Map::new();
        document.insert("@context".into(), self.context.into());
        document.insert("id".into(), self.did.as_str().into());
        document.insert("verificationMethod".into(), self.methods.into());
        for (purpose, list) in Purpose::ALL.into_iter().zip(self.relations) {
            if !list.is_empty() {
                document.insert(purpose.as_str().into(), list.into());
            }
        }
        document
    }
}

/// What a key of this type can be used for.
pub(super) fn purposes(key_type: KeyType, agree: bool) -> Vec<Purpose> {
    let signing = SIGNING.into_iter().filter(|_| key_type.signs());
    let agrees = key_type.agrees() && (agree || !key_type.signs());
    let agreement = agrees.then_some(Purpose::KeyAgreement);
    signing.chain(agreement).collect()
}
