//! `.aid` files.
//!
//! ```text
//! {"version":1,"format":"aid-v1","encryption":{"algorithm":"chacha20-poly1305","kdf":"argon2id",
//!  "salt":base64 of 16 bytes,"nonce":base64 of 12},"encrypted_anchor":base64,"public_document":{…}}
//! key       = HKDF-SHA256(Argon2id(passphrase, salt, 64 MiB, 3 passes, 4 lanes), info "identity-encryption")
//! plaintext = {"signing_key_b64":…,"created_at":…,"name":…,"rotation_history":[…]}
//! ```
//!
//! | AgenticIdentity | Here |
//! | --- | --- |
//! | ignores the names of algorithms | refuses other names |
//! | a nonce of another length ends the process | refuses such a nonce |
//! | lets the document beside the secret be another's | requires that it holds, and has the key, name, time and history that are encrypted |
//! | allows an empty passphrase | reads such files, because they exist; never writes one |
//!
//! A wrong passphrase and a changed file look alike: `ERR_AID_FILE_OPEN`.

use countersign_kernels::json::Kind;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::{
    derive,
    document::{self, Document, Rotation},
};
use crate::{
    Error,
    aid::{self, Anchors, Read, compact, ensure, pretty},
    encoding::{base64, document as text},
    hazmat::{
        aead::{self, Algorithm},
        argon2id::{self, Cost, Input},
    },
    keys::{KeyType, SecretKey},
    print::Written,
};

/// Length in bytes of a salt.
pub const SALT_LEN: usize = 16;
/// Length in bytes of a nonce.
pub const NONCE_LEN: usize = 12;

const FORMAT: &str = "aid-v1";
const ALGORITHM: &str = "chacha20-poly1305";
const KDF: &str = "argon2id";

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Encryption {
    algorithm: String,
    kdf: String,
    salt: String,
    nonce: String,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct File {
    version: u32,
    format: String,
    encryption: Encryption,
    encrypted_anchor: String,
    public_document: Document,
}

/// What is encrypted beside the key.
#[derive(Deserialize, PartialEq, Serialize)]
struct Rest {
    created_at: u64,
    name: Option<String>,
    rotation_history: Vec<Rotation>,
}

/// Members of what is encrypted.
const PLAIN: [&str; 4] = [KEY, "created_at", "name", "rotation_history"];
const KEY: &str = "signing_key_b64";

impl Rest {
    fn of(document: &Document) -> Self {
        Self {
            created_at: document.created_at,
            name: document.name.clone(),
            rotation_history: document.rotation_history.clone(),
        }
    }

    /// Reads what was encrypted. The key is borrowed from the text, which is wiped.
    fn read<'a>(plain: &'a text::Document<'a>) -> Option<(&'a str, Self)> {
        let root = plain.root();
        let is_known = |name: text::Node<'_>| PLAIN.iter().any(|known| name.says(known));
        let key = root.get(KEY).filter(|key| key.kind() == Kind::Plain)?.as_str()?;
        let rest = aid::read_node(root, "an identity file").ok()?.value;
        root.members().all(|(name, _)| is_known(name)).then_some((key, rest))
    }

    /// As it is encrypted. Long enough from the start: text that grows moves, and leaves the key behind.
    fn with_key(&self, key: &str) -> Zeroizing<String> {
        let rest = compact(self);
        let parts = ["{\"", KEY, "\":\"", key, "\",", rest.get(1..).unwrap_or_default()];
        let length = parts.iter().map(|part| part.len()).sum();
        let mut plain = Zeroizing::new(String::with_capacity(length));
        parts.iter().for_each(|part| plain.push_str(part));
        plain
    }
}

/// The parts of a file, checked as far as possible without the passphrase.
struct Sealed {
    salt: Vec<u8>,
    nonce: Vec<u8>,
    ciphertext: Vec<u8>,
    document: Document,
    unknown: Vec<String>,
}

impl Sealed {
    fn read(text: &str) -> Result<Self, Error> {
        let Read { value: file, unknown } = aid::read::<File>(text, "an identity file")?;
        let need = |good, what| ensure(good, || Error::AidFileFormat(what));
        need(file.version == 1, "version")?;
        need(file.format == FORMAT, "format")?;
        need(file.encryption.algorithm == ALGORITHM, "algorithm")?;
        need(file.encryption.kdf == KDF, "kdf")?;
        let bytes = |text: &str, what| base64::decode(text).map_err(|_| Error::AidFileFormat(what));
        let salt = bytes(&file.encryption.salt, "salt")?;
        let nonce = bytes(&file.encryption.nonce, "nonce")?;
        let ciphertext = bytes(&file.encrypted_anchor, "ciphertext")?;
        need(salt.len() == SALT_LEN, "salt")?;
        need(nonce.len() == NONCE_LEN, "nonce")?;
        file.public_document.check(&Anchors::embedded())?;
        Ok(Self { salt, nonce, ciphertext, document: file.public_document, unknown })
    }
}

/// Derives the key of a new file from its passphrase. Slow, and takes 64 MiB of memory.
///
/// # Errors
///
/// `ERR_AID_FILE_FORMAT` for an empty passphrase, or a salt of another length; `ERR_ARGON2ID_MEMORY`.
pub fn stretch(passphrase: &[u8], salt: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    ensure(!passphrase.is_empty(), || Error::AidFileFormat("passphrase"))?;
    ensure(salt.len() == SALT_LEN, || Error::AidFileFormat("salt"))?;
    encryption_key(passphrase, salt)
}

/// Derives the key of a file from a passphrase, which may be wrong. Slow, and takes 64 MiB of memory.
///
/// # Errors
///
/// As [`inspect`]; `ERR_ARGON2ID_MEMORY`.
pub fn unlock(text: &str, passphrase: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    encryption_key(passphrase, &Sealed::read(text)?.salt)
}

fn encryption_key(passphrase: &[u8], salt: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    let cost = Cost::new(65_536, 3, 4)?;
    let input = Input { password: passphrase, salt, secret: &[], associated: &[] };
    derive::derive(&argon2id::derive(cost, &input, 32)?, &derive::info("aid-file-encryption", "")?)
}

/// What a file says without its passphrase, as JSON. The document holds, but nothing binds it to the
/// secret yet.
///
/// # Errors
///
/// A code of [`crate::encoding::document`]; `ERR_AID_MALFORMED`, `ERR_AID_FILE_FORMAT`; the codes of
/// [`document::verify`].
pub fn inspect(text: &str) -> Result<String, Error> {
    let Sealed { document, unknown, .. } = Sealed::read(text)?;
    Ok(Written::with_room(2 * text.len() + aid::FACTS)
        .text("document", &document.to_json())
        .text("id", &document.id)
        .text_or_null("name", document.name.as_deref())
        .number("rotations", document.rotation_history.len() as u64)
        .texts("uncovered", unknown.iter().map(String::as_str))
        .texts("unproven", ["that the file has the key of its document"].into_iter())
        .end())
}

/// Opens a file. The key is that of the document in it.
///
/// # Errors
///
/// As [`inspect`]; `ERR_AID_FILE_OPEN`; `ERR_AID_FILE_FORMAT` if the document is another's;
/// `ERR_ARGON2ID_MEMORY`.
pub fn open(text: &str, passphrase: &[u8]) -> Result<SecretKey, Error> {
    open_with(text, &unlock(text, passphrase)?)
}

/// As [`open`], with the key that [`unlock`] gave.
///
/// # Errors
///
/// As [`open`].
pub fn open_with(text: &str, key: &[u8]) -> Result<SecretKey, Error> {
    let Sealed { nonce, ciphertext, document, .. } = Sealed::read(text)?;
    let opened = aead::open(Algorithm::CHACHA20_POLY1305, key, &nonce, &[], &ciphertext);
    let opened = opened.map_err(|_| Error::AidFileOpen)?;
    let content = || Error::AidFileFormat("content");
    let plain = aid::document(&opened).map_err(|_| content())?;
    let (key, rest) = Rest::read(&plain).ok_or_else(content)?;
    let seed = Zeroizing::new(base64::decode(key).map_err(|_| content())?);
    let secret = SecretKey::from_bytes(KeyType::Ed25519, &seed)?;
    let same = aid::key_text(secret.public_key()) == document.public_key;
    ensure(same && rest == Rest::of(&document), || Error::AidFileFormat("public_document"))?;
    Ok(secret)
}

/// Writes a file that AgenticIdentity reads, of a key and its document.
///
/// # Errors
///
/// `ERR_AID_FILE_FORMAT` for an empty passphrase, a salt or nonce of another length, or a document
/// of another key; the codes of [`document::verify`]; `ERR_ARGON2ID_MEMORY`.
pub fn seal(
    secret: &SecretKey,
    document: &str,
    passphrase: &[u8],
    salt: &[u8],
    nonce: &[u8],
) -> Result<String, Error> {
    seal_with(secret, document, &stretch(passphrase, salt)?, salt, nonce)
}

/// As [`seal`], with the key that [`stretch`] gave.
///
/// # Errors
///
/// As [`seal`]; `ERR_BYTES_LENGTH` for a key of another length.
pub fn seal_with(
    secret: &SecretKey,
    document: &str,
    key: &[u8],
    salt: &[u8],
    nonce: &[u8],
) -> Result<String, Error> {
    let document = document::verify(document, &Anchors::embedded())?.document;
    let need = |good, what| ensure(good, || Error::AidFileFormat(what));
    need(salt.len() == SALT_LEN, "salt")?;
    need(nonce.len() == NONCE_LEN, "nonce")?;
    need(aid::key_text(secret.public_key()) == document.public_key, "public_document")?;
    let signing_key_b64 = Zeroizing::new(base64::encode(secret.expose()));
    let plain = Rest::of(&document).with_key(&signing_key_b64);
    let sealed = aead::seal(Algorithm::CHACHA20_POLY1305, key, nonce, &[], plain.as_bytes())?;
    let file = File {
        version: 1,
        format: FORMAT.into(),
        encryption: Encryption {
            algorithm: ALGORITHM.into(),
            kdf: KDF.into(),
            salt: base64::encode(salt),
            nonce: base64::encode(nonce),
        },
        encrypted_anchor: base64::encode(&sealed),
        public_document: document,
    };
    Ok(pretty(&compact(&file)))
}
