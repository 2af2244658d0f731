//! `did:plc`: an identifier whose document is the outcome of a signed log (did:plc method 0.3).
//!
//! `did:plc:` and 24 letters of base32 (`a-z2-7`), the beginning of SHA-256 over the signed genesis operation. A
//! directory keeps the log of operations and serves it with its own notes: `[{ did, operation, cid, nullified,
//! createdAt }]`. [`document_of_log`] computes every note that it can instead of trusting it: from the genesis on, the
//! hash of each operation, its place in the log and its signature are checked, and the document follows from the last
//! operation in force.
//!
//! | Operation | Members, all of them required and no other |
//! | --- | --- |
//! | `plc_operation` | `rotationKeys`, `verificationMethods`, `alsoKnownAs`, `services`, `prev`, `sig` |
//! | `plc_tombstone` | `prev`, `sig`: there is no document any more |
//! | `create`, genesis only | `signingKey`, `recoveryKey`, `handle`, `service`, `prev`, `sig` |
//!
//! | Part | Rule |
//! | --- | --- |
//! | rotation keys | 1 to 5 `did:key` of secp256k1 or P-256, each once, the most powerful first; of `create` the recovery key, then the signing key |
//! | `sig` | canonical base64url of `r ‖ s`, low S only, over the DAG-CBOR of the operation without `sig`, with SHA-256 |
//! | `prev` | CID of the operation before: version 1, dag-cbor, SHA-256, base32; `null` for the genesis |
//! | signer | a rotation key of the operation that `prev` names; of the genesis one of its own |
//! | fork | `prev` may name an earlier operation in force. What came after it is nullified; the signer must be more powerful than that of the first nullified operation, and at most 72 hours later |
//! | `createdAt` | `YYYY-MM-DDThh:mm:ss.sssZ`, never earlier than the one before |
//!
//! Limits: 1 MiB of JSON, [`MAX_OPERATIONS`] operations of at most [`MAX_OPERATION`] bytes of DAG-CBOR each. Cost: one
//! signature check for each rotation key that is tried, so at most five an operation, 1,280 in all.
//!
//! The method is this file and its folder, in three steps that are each read alone: `operation` reads one operation,
//! `log` checks how operations follow each other, and the document is made here.
//!
//! What the log cannot prove is the directory's word: that nothing newer was left out, and `createdAt`, which decides
//! whether a fork was in time. The document has no verification relationships, since the method has none: what its keys
//! may do, whoever trusts them must say.

mod log;
mod operation;

use countersign_kernels::json::Kind;

use self::operation::{Service, State};
use super::{
    Did,
    compose::{Composer, MULTIKEY_CONTEXT, object, texts},
    document,
    method::{Method, Source},
    refused,
};
use crate::{
    Error,
    encoding::document::{Document, Numbers},
    keys::{KeyType, multikey},
    print::{list_of, quoted},
};

pub use log::MAX_OPERATIONS;
pub use operation::MAX_OPERATION;

/// Length of an identifier: 15 bytes in base32.
const ID_LEN: usize = 24;

/// What stands in the context of a document beside Multikey, for each type of key that it has.
const SUITES: [(KeyType, &str); 2] = [
    (KeyType::P256, "https://w3id.org/security/suites/ecdsa-2019/v1"),
    (KeyType::Secp256k1, "https://w3id.org/security/suites/secp256k1-2019/v1"),
];

/// The row of this method.
pub(super) struct Plc;

impl Method for Plc {
    const NAME: &'static str = "plc";
    const SOURCE: Source = Source::Fetched;

    fn canonical(id: &str) -> Result<Option<String>, Error> {
        let lower = id.to_ascii_lowercase();
        let letters = lower.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'));
        if lower.len() != ID_LEN || !letters {
            return Err(refused("plc", "the identifier must be 24 letters of base32"));
        }
        Ok((lower != id).then_some(lower))
    }

    fn read_fetched(text: &[u8], did: &Did) -> Result<String, Error> {
        document_of_log(text, did)
    }
}

/// The document that an audit log gives a DID.
///
/// # Errors
///
/// `ERR_DID_LOG` for a log that breaks a rule above, with the place of the operation; `ERR_DID_LOG_SIGNATURE` for an
/// operation that none of the keys signed that may; `ERR_DID_DEACTIVATED` after a tombstone; `ERR_LIMIT_EXCEEDED`;
/// `ERR_DID_METHOD_UNEXPECTED`; as [`Document::read`] and [`document::check`].
pub fn document_of_log(text: &[u8], did: &Did) -> Result<String, Error> {
    did.id_of(Plc::NAME)?;
    let log = Document::read(text, Numbers::Exact)?;
    if log.root().kind() != Kind::Array {
        return Err(Error::DidLog(0, "is not in a list"));
    }
    document::check_made(&compose(did, &log::verify(did, log.root())?), did)
}

fn compose(did: &Did, state: &State) -> String {
    let types: Vec<_> = state.methods.iter().filter_map(|(_, key)| key_type(key)).collect();
    let suites = SUITES.iter().filter(|(kind, _)| types.contains(kind)).map(|(_, suite)| *suite);
    let context: Vec<_> = [MULTIKEY_CONTEXT].into_iter().chain(suites).collect();
    let mut composer = Composer::new(did, &context);
    for (name, key) in &state.methods {
        composer.method(
            &format!("{did}#{name}"),
            "Multikey",
            vec![("publicKeyMultibase", quoted(key))],
            &[],
        );
    }
    let service = |Service { name, kind, endpoint }: &Service| {
        let id = quoted(&format!("#{name}"));
        object(vec![("id", id), ("type", quoted(kind)), ("serviceEndpoint", quoted(endpoint))])
    };
    let services: Vec<_> = state.services.iter().map(service).collect();
    let known = texts(state.also_known_as.iter().map(String::as_str));
    composer.finish(vec![("alsoKnownAs", known), ("service", list_of(&services))])
}

/// The type of a Multikey, if it is one that we know.
fn key_type(key: &str) -> Option<KeyType> {
    multikey::from_text(key).ok().map(|key| key.key_type())
}
