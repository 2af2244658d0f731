//! One operation: what it states, its bytes, and its name in a log.
//!
//! An error here is a text that says what is wrong; [`super::log`] adds the place in the log.

use countersign_kernels::json::Kind;
use sha2::{Digest, Sha256};

use crate::{
    did::key::is_multibase,
    encoding::{
        base64url, cbor,
        document::Node,
        multibase::{self, Base},
    },
    keys::{self, Algorithm, HighS, KeyType, PublicKey, multikey},
};

/// Largest operation, in bytes of DAG-CBOR.
pub const MAX_OPERATION: usize = 7_500;

/// Most rotation keys of one operation.
const MAX_KEYS: usize = 5;

/// What stands before the hash in a CID: version 1, dag-cbor, SHA-256 of 32 bytes.
const CID: [u8; 4] = [0x01, 0x71, 0x12, 0x20];

type Read<T> = Result<T, &'static str>;

/// An operation whose form was checked, and whose signature was not.
pub(super) struct Operation {
    /// What it makes of the DID; none for a tombstone.
    pub(super) state: Option<State>,
    /// The operation before, if this is not the genesis.
    pub(super) previous: Option<String>,
    /// Its name in a log.
    pub(super) cid: String,
    hash: [u8; 32],
    unsigned: Vec<u8>,
    signature: Vec<u8>,
}

/// The DID after an operation.
pub(super) struct State {
    /// Who may sign the next operation, the most powerful first.
    pub(super) rotation: Vec<PublicKey>,
    /// Names and Multikeys.
    pub(super) methods: Vec<(String, String)>,
    pub(super) also_known_as: Vec<String>,
    pub(super) services: Vec<Service>,
}

/// A service of a document.
pub(super) struct Service {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) endpoint: String,
}

impl Operation {
    pub(super) fn read(members: Node<'_>) -> Read<Self> {
        let signed = cbor::dag(members, None).ok_or("holds a number")?;
        if signed.len() > MAX_OPERATION {
            return Err("is longer than 7500 bytes of DAG-CBOR");
        }
        let signature = base64url::decode(text(members, "sig")?);
        let hash: [u8; 32] = Sha256::digest(&signed).into();
        Ok(Self {
            state: state(members)?,
            previous: previous(members)?,
            cid: base32(&[CID.as_slice(), &hash].concat()),
            hash,
            unsigned: cbor::dag(members, Some("sig")).unwrap_or_default(),
            signature: signature.map_err(|_| "has a `sig` that is not base64url")?,
        })
    }

    /// Whether a DID of this identifier began with it.
    pub(super) fn is_genesis_of(&self, id: &str) -> bool {
        let hash = base32(&self.hash);
        self.previous.is_none() && hash.get(1..=id.len()) == Some(id)
    }

    /// Which of the keys signed it. Each that is tried costs one check.
    pub(super) fn signer(&self, keys: &[PublicKey]) -> Option<usize> {
        keys.iter().position(|key| self.is_signed_by(key))
    }

    fn is_signed_by(&self, key: &PublicKey) -> bool {
        let algorithm = key.key_type().default_algorithm();
        algorithm.is_some_and(|algorithm: Algorithm| {
            keys::verify(algorithm, key, &self.unsigned, &self.signature, HighS::Refuse)
        })
    }
}

/// Base 32 in lower case after its `b`.
fn base32(bytes: &[u8]) -> String {
    multibase::encode(Base::Base32, bytes).unwrap_or_default()
}

fn state(members: Node<'_>) -> Read<Option<State>> {
    match text(members, "type")? {
        "plc_operation" => State::regular(members).map(Some),
        "create" => State::legacy(members).map(Some),
        "plc_tombstone" => {
            only(members, &["type", "prev", "sig"])?;
            text(members, "prev")?;
            Ok(None)
        }
        _ => Err("is of an unknown type"),
    }
}

fn previous(members: Node<'_>) -> Read<Option<String>> {
    match members.get("prev") {
        Some(before) if before.kind() == Kind::Null => Ok(None),
        Some(before) if before.is_string() => Ok(before.as_str().map(str::to_owned)),
        _ => Err("has no `prev` that is text or null"),
    }
}

impl State {
    fn regular(members: Node<'_>) -> Read<Self> {
        let lists = ["rotationKeys", "verificationMethods", "alsoKnownAs", "services"];
        only(members, &[lists.as_slice(), &["type", "prev", "sig"]].concat())?;
        let keys = texts(members, "rotationKeys")?;
        if !(1..=MAX_KEYS).contains(&keys.len()) {
            return Err("has no rotation key, or more than 5");
        }
        let rotation = keys.iter().map(|key| rotation_key(key)).collect::<Read<Vec<_>>>()?;
        if rotation
            .iter()
            .enumerate()
            .any(|(index, key)| rotation.iter().take(index).any(|earlier| earlier == key))
        {
            return Err("has a rotation key twice");
        }
        let also_known_as = texts(members, "alsoKnownAs")?.into_iter().map(str::to_owned).collect();
        let methods = object(members, "verificationMethods")?.members().map(method);
        let services = object(members, "services")?.members().map(service);
        Ok(Self {
            rotation,
            methods: methods.collect::<Read<_>>()?,
            also_known_as,
            services: services.collect::<Read<_>>()?,
        })
    }

    /// A genesis operation from before 2023, in the form to which the directory brings it today.
    fn legacy(members: Node<'_>) -> Read<Self> {
        let texts = ["signingKey", "recoveryKey", "handle", "service"];
        only(members, &[texts.as_slice(), &["type", "prev", "sig"]].concat())?;
        if members.get("prev").map(Node::kind) != Some(Kind::Null) {
            return Err("is a `create` that is not the first");
        }
        let (signing, recovery) = (text(members, "signingKey")?, text(members, "recoveryKey")?);
        let mut rotation = vec![rotation_key(recovery)?, rotation_key(signing)?];
        rotation.dedup();
        let handle = text(members, "handle")?;
        let bare = ["http://", "https://"].iter().find_map(|start| handle.strip_prefix(start));
        let handle = bare.unwrap_or(handle);
        Ok(Self {
            rotation,
            methods: vec![("atproto".to_owned(), multikey_of(signing)?.to_owned())],
            also_known_as: vec![with_scheme(handle, &["at://"], "at://")],
            services: vec![Service {
                name: "atproto_pds".to_owned(),
                kind: "AtprotoPersonalDataServer".to_owned(),
                endpoint: with_scheme(
                    text(members, "service")?,
                    &["http://", "https://"],
                    "https://",
                ),
            }],
        })
    }
}

fn with_scheme(text: &str, schemes: &[&str], default: &str) -> String {
    let has = schemes.iter().any(|scheme| text.starts_with(scheme));
    if has { text.to_owned() } else { format!("{default}{text}") }
}

fn rotation_key(text: &str) -> Read<PublicKey> {
    let key = multikey::from_text(multikey_of(text)?).ok();
    let allowed = key.filter(|key| matches!(key.key_type(), KeyType::Secp256k1 | KeyType::P256));
    allowed.ok_or("has a rotation key that is not of secp256k1 or P-256")
}

/// The Multikey in a `did:key`, of any type of key.
fn multikey_of(text: &str) -> Read<&str> {
    let key = text.strip_prefix("did:key:").filter(|key| is_multibase(key));
    key.ok_or("has a key that is not a did:key")
}

fn method((name, key): (Node<'_>, Node<'_>)) -> Read<(String, String)> {
    let key = key.as_str().ok_or("has a verification method that is not text")?;
    Ok((text_of(name), multikey_of(key)?.to_owned()))
}

fn service((name, members): (Node<'_>, Node<'_>)) -> Read<Service> {
    if members.kind() != Kind::Object {
        return Err("has a service that is not an object");
    }
    only(members, &["type", "endpoint"])?;
    let (kind, endpoint) = (text(members, "type")?, text(members, "endpoint")?);
    Ok(Service { name: text_of(name), kind: kind.to_owned(), endpoint: endpoint.to_owned() })
}

fn only(members: Node<'_>, names: &[&str]) -> Read<()> {
    let known = members.members().all(|(name, _)| names.iter().any(|known| name.says(known)));
    if known { Ok(()) } else { Err("has a member that is not one of its type") }
}

fn text_of(name: Node<'_>) -> String {
    name.as_str().unwrap_or_default().to_owned()
}

fn text<'a>(members: Node<'a>, name: &str) -> Read<&'a str> {
    members.get(name).and_then(Node::as_str).ok_or("lacks a member that must be text")
}

fn object<'a>(members: Node<'a>, name: &str) -> Read<Node<'a>> {
    let found = members.get(name).filter(|member| member.kind() == Kind::Object);
    found.ok_or("lacks a member that must be an object")
}

fn texts<'a>(members: Node<'a>, name: &str) -> Read<Vec<&'a str>> {
    let list = members.get(name).filter(|member| member.kind() == Kind::Array);
    let texts = list.and_then(|list| list.items().map(Node::as_str).collect());
    texts.ok_or("lacks a member that must be a list of texts")
}
