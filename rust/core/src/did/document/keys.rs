//! The keys of a document: which of its methods can be used, and for what.
//!
//! | `type` | Key | Member |
//! | --- | --- | --- |
//! | `Multikey` | any of ours | `publicKeyMultibase` |
//! | `JsonWebKey`, `JsonWebKey2020` | any of ours | `publicKeyJwk` |
//! | `Ed25519VerificationKey2018`, `…2020` | Ed25519 | any |
//! | `X25519KeyAgreementKey2019`, `…2020` | X25519 | any |
//! | `EcdsaSecp256k1VerificationKey2019` | secp256k1 | any |
//! | `EcdsaSecp256r1VerificationKey2019`, `P256Key2021` | P-256 | any |
//!
//! Members are `publicKeyMultibase`, `publicKeyJwk`, and raw keys in
//! `publicKeyBase58` and `publicKeyHex`. A method of another type is listed with
//! the reason why it is not used ([`Unused`]); the other methods still are. A
//! document speaks for its subject alone, so a method whose id is of another DID,
//! or that another DID controls, is not used either.
//!
//! A relationship names a method of `verificationMethod` or holds one of its
//! own, which is for that relationship only. `revoked` and `expires` count
//! (Controlled Identifiers 1.0, section 2.2): a method with any `revoked` is
//! revoked, and one whose `expires` is not a time has expired.

use countersign_kernels::{json::Kind, order::indexes};

use super::{list, object};
use crate::{
    Error,
    did::{Did, DidUrl, Purpose},
    encoding::{base58, document::Node, hex},
    keys::{KeyType, PublicKey, jwk, multikey},
    time::{UnixSeconds, rfc3339},
};

/// A compressed point of 33 bytes takes 46 characters of base 58, an uncompressed one 89.
const MAX_BASE58: usize = 89;

const FORMS: [&str; 4] = ["publicKeyMultibase", "publicKeyJwk", "publicKeyBase58", "publicKeyHex"];

/// Why a method is not used.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unused {
    /// It names a blockchain account, which is no key.
    Account,
    /// Its id or controller is not the subject of the document.
    Controller,
    /// Its key is missing, written twice, malformed, or not of its type.
    Key,
    /// Its type is not in the table.
    Type,
}

impl Unused {
    /// The name, for example `"type"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Controller => "controller",
            Self::Key => "key",
            Self::Type => "type",
        }
    }
}

/// One verification method of a document.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DocumentKey {
    /// Its absolute id, in canonical spelling.
    pub id: String,
    /// Its type, as the document spells it.
    pub kind: String,
    /// The DID that controls it, as the document spells it.
    pub controller: Option<String>,
    /// The relationships that name or hold it, each once.
    pub purposes: Vec<Purpose>,
    /// The key, or why there is none to use.
    pub key: Result<PublicKey, Unused>,
    /// Whether the document calls it revoked.
    pub revoked: bool,
    /// First second at which it no longer holds.
    pub expires: Option<UnixSeconds>,
}

/// The methods of a document, in its order: first `verificationMethod`, then
/// those inside relationships. Also gives the subject.
///
/// # Errors
///
/// `ERR_DID_DOCUMENT` for a member of a wrong type, a method without id and two
/// methods of one id; `ERR_LIMIT_EXCEEDED`, and as the parser of DIDs.
pub fn keys(document: Node<'_>) -> Result<(Did, Vec<DocumentKey>), Error> {
    let did: Did = super::string(document, "id")?.parse()?;
    let mut found = Found { did, keys: Vec::new(), order: Vec::new() };
    for method in list(document, "verificationMethod")? {
        found.add(object(method)?, None)?;
    }
    found.order = order(&found.keys)?;
    for purpose in Purpose::ALL {
        for entry in list(document, purpose.as_str())? {
            match entry.as_str() {
                Some(reference) => found.relate(reference, purpose),
                None => found.add(object(entry)?, Some(purpose))?,
            }
        }
    }
    order(&found.keys)?;
    Ok((found.did, found.keys))
}

/// The places of methods in the order of their ids, of which no two are alike.
fn order(keys: &[DocumentKey]) -> Result<Vec<usize>, Error> {
    let id = |place: usize| keys.get(place).map(|key| &key.id);
    let order = indexes(keys.len(), &|left, right| id(left).cmp(&id(right)));
    let mut pairs = order.iter().zip(order.iter().skip(1));
    if pairs.any(|(place, next)| id(*place) == id(*next)) {
        return Err(Error::DidDocument("two methods of one id"));
    }
    Ok(order)
}

struct Found {
    did: Did,
    keys: Vec<DocumentKey>,
    /// The places of the methods that a relationship can name, in the order of their ids.
    order: Vec<usize>,
}

impl Found {
    fn add(&mut self, method: Node<'_>, purpose: Option<Purpose>) -> Result<(), Error> {
        let id = to_absolute(super::string(method, "id")?, &self.did);
        let controller = optional(method, "controller")?;
        let key = if self.is_own(&id, controller) { read(method) } else { Err(Unused::Controller) };
        self.keys.push(DocumentKey {
            id,
            kind: optional(method, "type")?.unwrap_or_default().to_owned(),
            controller: controller.map(str::to_owned),
            purposes: purpose.into_iter().collect(),
            key,
            revoked: method.get("revoked").is_some_and(|revoked| revoked.kind() != Kind::Null),
            expires: method.get("expires").map(end),
        });
        Ok(())
    }

    fn is_own(&self, id: &str, controller: Option<&str>) -> bool {
        let controlled = controller.is_none_or(|name| name.parse().as_ref() == Ok(&self.did));
        controlled && id.parse::<DidUrl>().is_ok_and(|id| *id.did() == self.did)
    }

    /// Adds a purpose to the method that `reference` names.
    fn relate(&mut self, reference: &str, purpose: Purpose) {
        let id = to_absolute(reference, &self.did);
        let id_at = |place: &usize| self.keys.get(*place).map(|key| &key.id);
        let found = self.order.binary_search_by(|place| id_at(place).cmp(&Some(&id)));
        let place = found.ok().and_then(|found| self.order.get(found).copied());
        let method = place.and_then(|place| self.keys.get_mut(place));
        if let Some(method) = method.filter(|method| !method.purposes.contains(&purpose)) {
            method.purposes.push(purpose);
        }
    }
}

/// An id as one text: canonical where it is a DID URL, else as it is.
fn to_absolute(id: &str, did: &Did) -> String {
    DidUrl::resolve(id, did).map_or_else(|_| id.to_owned(), |url| url.to_string())
}

fn optional<'a>(method: Node<'a>, name: &str) -> Result<Option<&'a str>, Error> {
    let wrong = || Error::DidDocument("a type or controller that is not text");
    method.get(name).map(|value| value.as_str().ok_or_else(wrong)).transpose()
}

/// When a method expires; a text that is not a time has expired.
fn end(expires: Node<'_>) -> UnixSeconds {
    expires.as_str().and_then(rfc3339::parse).unwrap_or(UnixSeconds(0))
}

fn read(method: Node<'_>) -> Result<PublicKey, Unused> {
    let kind = method.get("type").and_then(Node::as_str).unwrap_or_default();
    let (key_type, forms) = match kind {
        "Multikey" => (None, &FORMS[..1]),
        "JsonWebKey" | "JsonWebKey2020" => (None, &FORMS[1..2]),
        _ => match (of_kind(kind), method.has("blockchainAccountId")) {
            (Some(key_type), _) => (Some(key_type), &FORMS[..]),
            (None, true) => return Err(Unused::Account),
            (None, false) => return Err(Unused::Type),
        },
    };
    let mut present = FORMS.iter().filter_map(|form| Some((*form, method.get(form)?)));
    let (form, value) = present.next().ok_or(Unused::Key)?;
    // Of two keys in one method, readers could take either.
    if present.next().is_some() || !forms.contains(&form) {
        return Err(Unused::Key);
    }
    let key = material(form, value, key_type).ok_or(Unused::Key)?;
    let fits = key_type.is_none_or(|key_type| key.key_type() == key_type);
    if fits { Ok(key) } else { Err(Unused::Key) }
}

/// The type of the keys that methods of this type hold.
fn of_kind(kind: &str) -> Option<KeyType> {
    KeyType::ALL.into_iter().find(|key_type| key_type.facts().methods.contains(&kind))
}

fn material(form: &str, value: Node<'_>, key_type: Option<KeyType>) -> Option<PublicKey> {
    let raw = |bytes: &[u8]| PublicKey::from_raw(key_type?, bytes).ok();
    match form {
        "publicKeyMultibase" => multikey::from_text(value.as_str()?).ok(),
        "publicKeyJwk" => jwk::public_from_json(value).ok(),
        "publicKeyBase58" => {
            let text = value.as_str().filter(|text| text.len() <= MAX_BASE58)?;
            raw(&base58::decode(text).ok()?)
        }
        "publicKeyHex" => raw(&hex::decode(value.as_str()?).ok()?),
        _ => None,
    }
}
