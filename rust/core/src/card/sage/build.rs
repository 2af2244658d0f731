//! A card from metadata.
//!
//! | Member | From |
//! | --- | --- |
//! | `publicKey` | keys that are `verified`; `n` of `#key-<n>` counts all keys from 1 |
//! | `service` | `MessageService` at the endpoint, then `capabilities.endpoints` with a type and a uri |
//! | `capabilities` | the strings of `capabilities.capabilities` if that is a list, else of `.functions`, else two defaults |
//!
//! Unlike SAGE, it leaves out an endpoint that repeats the first service:
//! [`super::merge`] lists all services, so SAGE doubles the first each time.

use countersign_kernels::json::Kind;

use super::{Card, CardKey, Service, read::KEY_KINDS};
use crate::{
    Error,
    encoding::{
        base58,
        document::{Items, Node, OwnedObject},
        go, hex,
    },
    keys::sage_data::StoredKey,
    metadata::V4,
};

const CONTEXT: [&str; 3] = [
    "https://www.w3.org/ns/did/v1",
    "https://w3id.org/security/suites/ed25519-2020/v1",
    "https://w3id.org/security/suites/secp256k1-2019/v1",
];
const TYPES: [&str; 2] = ["Agent", "AIAgent"];
const CAPABILITIES: [&str; 2] = ["message-signing", "message-verification"];

/// Makes the card, without proof.
///
/// # Errors
///
/// `ERR_CARD_SAGE_MALFORMED` if it would lack a DID, a name, an endpoint or a `verified` key.
pub fn generate(metadata: &V4) -> Result<Card, Error> {
    let profile = &metadata.profile;
    let keys = metadata.keys().iter().enumerate().filter(|(_, key)| key.verified);
    let listed = profile.capabilities.as_ref().map(OwnedObject::node);
    let respell = |time: &str| go::respell(time).unwrap_or_else(|| time.into()).into_owned();
    let card = Card {
        context: Some(to_strings(&CONTEXT)),
        id: profile.did.clone(),
        types: Some(to_strings(&TYPES)),
        name: profile.name.clone(),
        description: profile.description.clone(),
        public_key: Some(
            keys.map(|(index, key)| card_key(&profile.did, index, &key.stored)).collect(),
        ),
        service: Some(services(&profile.endpoint, listed)),
        capabilities: capabilities(listed),
        created: respell(&profile.created_at),
        updated: respell(&profile.updated_at),
        proof: None,
        unknown: Vec::new(),
    };
    // Its keys were checked when the metadata was read.
    card.check()?;
    Ok(card)
}

/// The id of the key at `index` in the list of all keys.
pub(super) fn key_id(did: &str, index: usize) -> String {
    format!("{did}#key-{}", index + 1)
}

fn card_key(did: &str, index: usize, stored: &StoredKey) -> CardKey {
    let number = usize::try_from(stored.type_number()).ok();
    let kind = number.and_then(|number| KEY_KINDS.get(number));
    CardKey {
        id: key_id(did, index),
        kind: kind.copied().unwrap_or_default().into(),
        controller: did.into(),
        base58: base58::encode(stored.data()),
        hex: hex::encode(stored.data()),
    }
}

fn services(endpoint: &str, capabilities: Option<Node<'_>>) -> Vec<Service> {
    let first = Service { kind: "MessageService".into(), uri: endpoint.into() };
    let listed = list(capabilities, "endpoints").into_iter().flatten();
    let rest = listed.filter_map(service).filter(|service| *service != first);
    let rest: Vec<Service> = rest.collect();
    core::iter::once(first).chain(rest).collect()
}

fn service(value: Node<'_>) -> Option<Service> {
    let text = |name| value.get(name)?.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    Some(Service { kind: text("type")?, uri: text("uri")? })
}

fn capabilities(all: Option<Node<'_>>) -> Vec<String> {
    match list(all, "capabilities").or_else(|| list(all, "functions")) {
        Some(items) => items.filter_map(Node::as_str).map(str::to_owned).collect(),
        None => to_strings(&CAPABILITIES),
    }
}

fn list<'a>(all: Option<Node<'a>>, name: &str) -> Option<Items<'a>> {
    all?.get(name).filter(|list| list.kind() == Kind::Array).map(Node::items)
}

fn to_strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
