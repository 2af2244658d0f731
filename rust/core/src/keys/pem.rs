//! PEM of keys (RFC 7468, the strict grammar: 64 columns, one block and nothing else).
//!
//! | Label | Holds | Read | Written |
//! | --- | --- | --- | --- |
//! | `PUBLIC KEY` | `SubjectPublicKeyInfo` | yes | yes |
//! | `PRIVATE KEY` | PKCS#8 | yes | yes |
//! | `EC PRIVATE KEY` | SEC 1 `ECPrivateKey` | yes | on request |
//!
//! Types and shapes: [`der`](super::der). Text before the block, headers and
//! encrypted keys are refused. SAGE's own PEM: [`sage`](super::sage).

use ::der::pem::{self, LineEnding};
use zeroize::Zeroizing;

use super::{PublicKey, SecretKey, der};
use crate::{Error, error::excerpt};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 12_288;

const PUBLIC: &str = "PUBLIC KEY";
const PRIVATE: &str = "PRIVATE KEY";
const SEC1: &str = "EC PRIVATE KEY";

/// Writes a public key.
///
/// # Errors
///
/// As [`der::public_to_der`].
pub fn public_to_pem(key: &PublicKey) -> Result<String, Error> {
    pem::encode_string(PUBLIC, LineEnding::LF, &der::public_to_der(key)?)
        .map_err(|_| Error::PemMalformed)
}

/// Reads a public key.
///
/// # Errors
///
/// `ERR_PEM_MALFORMED`, `ERR_PEM_LABEL` for another kind of block (a private key too),
/// `ERR_LIMIT_EXCEEDED`, and as [`der::public_from_der`].
pub fn public_from_pem(text: &str) -> Result<PublicKey, Error> {
    match decode(text)? {
        (PUBLIC, der) => der::public_from_der(&der),
        (other, _) => Err(Error::PemLabel(excerpt(other))),
    }
}

/// Writes a secret key as PKCS#8.
///
/// # Errors
///
/// As [`der::secret_to_der`].
pub fn secret_to_pem(key: &SecretKey) -> Result<Zeroizing<String>, Error> {
    encode(PRIVATE, &der::secret_to_der(key)?)
}

/// Writes a secp256k1 or P-256 secret as SEC 1.
///
/// # Errors
///
/// As [`der::secret_to_sec1`].
pub fn secret_to_sec1_pem(key: &SecretKey) -> Result<Zeroizing<String>, Error> {
    encode(SEC1, &der::secret_to_sec1(key)?)
}

/// Reads a secret key, from PKCS#8 or SEC 1.
///
/// # Errors
///
/// As [`public_from_pem`], [`der::secret_from_der`] and [`der::secret_from_sec1`].
pub fn secret_from_pem(text: &str) -> Result<SecretKey, Error> {
    match decode(text)? {
        (PRIVATE, der) => der::secret_from_der(&der),
        (SEC1, der) => der::secret_from_sec1(&der),
        (other, _) => Err(Error::PemLabel(excerpt(other))),
    }
}

/// The label and the bytes of the one block in `text`.
pub(super) fn decode(text: &str) -> Result<(&str, Zeroizing<Vec<u8>>), Error> {
    if text.len() > MAX_TEXT {
        return Err(Error::LimitExceeded("PEM text", MAX_TEXT));
    }
    // The library passes over text before the block.
    if !text.starts_with("-----BEGIN ") {
        return Err(Error::PemMalformed);
    }
    let mut buffer = Zeroizing::new(vec![0; text.len()]);
    let (label, bytes) =
        pem::decode(text.as_bytes(), &mut buffer).map_err(|_| Error::PemMalformed)?;
    let length = bytes.len();
    buffer.truncate(length);
    Ok((label, buffer))
}

fn encode(label: &'static str, der: &[u8]) -> Result<Zeroizing<String>, Error> {
    let text = pem::encode_string(label, LineEnding::LF, der);
    text.map(Zeroizing::new).map_err(|_| Error::PemMalformed)
}
