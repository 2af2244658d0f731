//! The text form of a hash, in the PHC string format:
//!
//! ```text
//! $argon2id$v=19$m=<KiB>,t=<iterations>,p=<lanes>$<salt>$<hash>
//! ```
//!
//! Salt and hash are base64 without padding. A hash has one text: another order, a number with a
//! leading zero or sign, version 16, `keyid` and `data` are refused. At most [`MAX_TEXT`] bytes.

use countersign_kernels::base64::Alphabet;
use subtle::ConstantTimeEq;

use super::{Cost, Input, OUTPUT, SALT, derive};
use crate::Error;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 2_048;

const VERSION: &str = "v=19";

/// A hash with all that it takes to make it again.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Phc {
    /// What it cost.
    pub cost: Cost,
    /// The salt, 8 to 64 bytes.
    pub salt: Vec<u8>,
    /// The hash, 4 to 1024 bytes.
    pub hash: Vec<u8>,
}

impl Phc {
    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// `ERR_ARGON2ID_PHC` for any other text; `ERR_ARGON2ID_COST` for a cost over the limits.
    pub fn parse(text: &str) -> Result<Self, Error> {
        if text.len() > MAX_TEXT {
            return Err(malformed("more than 2048 bytes"));
        }
        let parts: Vec<&str> = text.split('$').collect();
        let ["", "argon2id", version, cost, salt, hash] = parts.as_slice() else {
            return Err(malformed("not the five parts of an argon2id hash"));
        };
        if *version != VERSION {
            return Err(malformed("a version other than 19"));
        }
        let (salt, hash) = (bytes(salt)?, bytes(hash)?);
        if !SALT.contains(&salt.len()) || !OUTPUT.contains(&hash.len()) {
            return Err(malformed(
                "a salt that is not 8 to 64 bytes, or a hash that is not 4 to 1024",
            ));
        }
        Ok(Self { cost: read_cost(cost)?, salt, hash })
    }

    /// Writes the text form.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Cost { memory, iterations, parallelism } = self.cost;
        let [salt, hash] = [&self.salt, &self.hash].map(|bytes| Alphabet::STANDARD.encode(bytes));
        format!("$argon2id${VERSION}$m={memory},t={iterations},p={parallelism}${salt}${hash}")
    }
}

/// Hashes a passphrase to its text form.
///
/// # Errors
///
/// As [`derive`].
pub fn hash(cost: Cost, input: &Input<'_>, length: usize) -> Result<String, Error> {
    let hash = derive(cost, input, length)?.to_vec();
    Ok(Phc { cost, salt: input.salt.to_vec(), hash }.to_text())
}

/// Tells whether `password` is the one behind `text`.
///
/// # Errors
///
/// As [`Phc::parse`] and [`derive`].
pub fn verify(text: &str, password: &[u8], secret: &[u8]) -> Result<bool, Error> {
    let stored = Phc::parse(text)?;
    let input = Input { password, salt: &stored.salt, secret, associated: &[] };
    let hash = derive(stored.cost, &input, stored.hash.len())?;
    Ok(hash.ct_eq(&stored.hash).into())
}

fn read_cost(text: &str) -> Result<Cost, Error> {
    let parts: Vec<&str> = text.split(',').collect();
    let [memory, iterations, parallelism] = parts.as_slice() else {
        return Err(malformed("parameters other than m, t and p, in this order"));
    };
    Cost::new(number(memory, "m=")?, number(iterations, "t=")?, number(parallelism, "p=")?)
}

fn number(text: &str, name: &str) -> Result<u64, Error> {
    let digits = text.strip_prefix(name).unwrap_or_default();
    let canonical = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let value = if canonical { digits.parse().ok() } else { None };
    value.ok_or(malformed("a parameter that is not a number without sign or leading zero"))
}

fn bytes(text: &str) -> Result<Vec<u8>, Error> {
    let malformed = malformed("a salt or hash that is not base64 without padding");
    Alphabet::STANDARD.decode(text.as_bytes()).ok_or(malformed)
}

fn malformed(what: &'static str) -> Error {
    Error::Argon2idPhc(what)
}
