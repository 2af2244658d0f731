//! Keys as SAGE stores them in files: read, never written.
//!
//! ```text
//! vault file  { version "1.0", key_id, algorithm "AES-256-GCM", salt, iv, ciphertext, created_at, updated_at }
//!             key = PBKDF2-HMAC-SHA-256(passphrase, salt (32), 100 000, 32);  IV 12 bytes;
//!             no associated data;  bytes in standard base64, the tag (16) after the ciphertext
//! key file    { type, format "JWK", data: the text of a private JWK, id }, in the clear
//! ```
//!
//! Writing is not offered. 100 000 rounds are a sixth of what OWASP advises; the number is not stored, so it
//! cannot be raised; and nothing binds the name of a key to its ciphertext. A caller names the key that it
//! wants, and a file with another name is refused. But somebody who can write files can still swap them, so
//! [`UNPROVEN`] lists the name. An empty passphrase is refused, because it protects nothing.

use sha2::Sha256;
use zeroize::Zeroizing;

use crate::{
    Error,
    encoding::{
        base64,
        document::{Document, Node, Numbers},
    },
    find::has,
    hazmat::aead::{self, Algorithm},
    keys::{KeyType, SecretKey, sage},
};

/// What a vault file leaves unproven.
pub const UNPROVEN: [&str; 2] = ["key id", "times"];

const ROUNDS: u32 = 100_000;
const MAX_ID: usize = 255;

/// Opens a vault file, which must be that of `key_id`. Gives the bytes that SAGE was given, of any kind.
///
/// # Errors
///
/// `ERR_VAULT_SAGE_PASSPHRASE` if it is empty; `ERR_VAULT_SAGE_ID` for an id that SAGE would not
/// take, or of another key; `ERR_VAULT_SAGE_MALFORMED` for a member that is missing, of a wrong
/// type or length; a code of [`crate::encoding::document`] or base64; `ERR_VAULT_SAGE_OPEN` if
/// passphrase or file are wrong.
pub fn open(text: &str, key_id: &str, passphrase: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    if passphrase.is_empty() {
        return Err(Error::VaultSagePassphrase);
    }
    check_id(key_id)?;
    let document = Document::read_object(text.as_bytes(), Numbers::Exact)?;
    let file = document.root();
    expect(file, "version", "1.0")?;
    expect(file, "algorithm", "AES-256-GCM")?;
    if member(file, "key_id")? != key_id {
        return Err(Error::VaultSageId);
    }
    let (salt, iv) = (bytes(file, "salt", 32)?, bytes(file, "iv", 12)?);
    let sealed = base64::decode(member(file, "ciphertext")?)?;
    let mut key = Zeroizing::new([0; 32]);
    pbkdf2::pbkdf2_hmac::<Sha256>(passphrase, &salt, ROUNDS, key.as_mut());
    aead::open(Algorithm::AES_256_GCM, key.as_ref(), &iv, &[], &sealed)
        .map_err(|_| Error::VaultSageOpen)
}

/// Opens a vault file, as [`open`] does, and reads the key in it.
///
/// # Errors
///
/// As [`open`] and [`SecretKey::from_bytes`].
pub fn open_key(
    text: &str,
    key_id: &str,
    passphrase: &[u8],
    key_type: KeyType,
) -> Result<SecretKey, Error> {
    SecretKey::from_bytes(key_type, &open(text, key_id, passphrase)?)
}

/// Reads a key file whose name, without its ending, is `name`.
///
/// # Errors
///
/// `ERR_VAULT_SAGE_ID` for a name that SAGE would not take, an id that is not that of the key;
/// `ERR_VAULT_SAGE_MALFORMED`, a code of JSON, and as [`sage::secret_from_jwk`].
pub fn read_key_file(text: &str, name: &str) -> Result<SecretKey, Error> {
    check_id(name)?;
    key_of(Document::read_object(text.as_bytes(), Numbers::Exact)?.root())
}

fn key_of(file: Node<'_>) -> Result<SecretKey, Error> {
    expect(file, "format", "JWK")?;
    let key = sage::secret_from_jwk(member(file, "data")?)?;
    let name = match key.key_type() {
        KeyType::Secp256k1 => "Secp256k1",
        KeyType::P256 => "P256",
        other => other.as_str(),
    };
    expect(file, "type", name)?;
    if member(file, "id")? != sage::key_id(key.public_key())? {
        return Err(Error::VaultSageId);
    }
    Ok(key)
}

/// Checks a key id, which is also the name of a file. Refuses what SAGE refuses, and also the empty id, which
/// SAGE accepts.
///
/// # Errors
///
/// `ERR_VAULT_SAGE_ID`.
pub fn check_id(id: &str) -> Result<(), Error> {
    let bad = |c: char| matches!(c, '/' | '\\') || c.is_control();
    if id.is_empty() || id.len() > MAX_ID || has(id, "..") || id == "." || id.contains(bad) {
        return Err(Error::VaultSageId);
    }
    Ok(())
}

fn member<'a>(file: Node<'a>, name: &'static str) -> Result<&'a str, Error> {
    file.get(name).and_then(Node::as_str).ok_or(Error::VaultSageMalformed(name, "it must be text"))
}

fn expect(file: Node<'_>, name: &'static str, want: &str) -> Result<(), Error> {
    let fits = member(file, name)? == want;
    if fits {
        Ok(())
    } else {
        Err(Error::VaultSageMalformed(name, "its value is none that is read here"))
    }
}

fn bytes(file: Node<'_>, name: &'static str, length: usize) -> Result<Vec<u8>, Error> {
    let bytes = base64::decode(member(file, name)?)?;
    let fits = bytes.len() == length;
    if fits { Ok(bytes) } else { Err(Error::VaultSageMalformed(name, "it is of another length")) }
}
