//! Keys from the root secret of an identity, each for one purpose and context.
//!
//! ```text
//! info = lp("countersign/derived-key/v1") ‖ lp(purpose) ‖ lp(context) ‖ lp(key type) ‖ u32be(try)
//! key  = HKDF-SHA-256(ikm root secret, no salt, info, 32)
//! ```
//!
//! `try` is 0, and counts up only while a scalar of secp256k1 or P-256 is out of range, which has a chance
//! of less than 2^-32. The root secret is no key: it signs nothing and never leaves its vault.
//!
//! | Purpose | For | Key types |
//! | --- | --- | --- |
//! | `session` | one session | all |
//! | `capability` | the use of one capability | those that sign |
//! | `device` | one device | those that sign |
//! | `revocation` | revoking one grant | those that sign |
//! | `encryption` | receiving | `X25519` |
//!
//! A context is text of 1 to 1024 bytes: the id of the session, the device, the grant.

use core::str::FromStr;

use crate::{
    Error,
    encoding::frames,
    error::excerpt,
    hazmat::hkdf,
    keys::{KeyType, SecretKey},
    label,
    record::is_line,
};

/// Longest context, in bytes.
pub const MAX_CONTEXT: usize = 1_024;

/// As many as [`SecretKey::generate`] makes.
const MAX_TRIES: u32 = 8;

/// What a derived key is for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Purpose {
    /// One session.
    Session,
    /// The use of one capability.
    Capability,
    /// One device.
    Device,
    /// Revoking one grant.
    Revocation,
    /// Receiving what is encrypted.
    Encryption,
}

impl Purpose {
    /// Every purpose.
    pub const ALL: [Self; 5] =
        [Self::Session, Self::Capability, Self::Device, Self::Revocation, Self::Encryption];

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Capability => "capability",
            Self::Device => "device",
            Self::Revocation => "revocation",
            Self::Encryption => "encryption",
        }
    }

    /// Refuses a key type that cannot do what the purpose needs.
    ///
    /// # Errors
    ///
    /// `ERR_DERIVATION_PURPOSE`.
    pub fn check(self, key_type: KeyType) -> Result<(), Error> {
        let fits = match self {
            Self::Session => true,
            Self::Encryption => key_type.agrees() && !key_type.signs(),
            _ => key_type.signs(),
        };
        if fits { Ok(()) } else { Err(Error::DerivationPurpose(self.as_str().to_owned())) }
    }
}

impl FromStr for Purpose {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|purpose| purpose.as_str() == name);
        found.ok_or_else(|| Error::DerivationPurpose(excerpt(name)))
    }
}

/// Derives the key for a purpose and context.
///
/// # Errors
///
/// `ERR_DERIVATION_PURPOSE` if the type does not fit the purpose; `ERR_DERIVATION_CONTEXT` for a context
/// that is empty, too long, or has control characters.
pub fn derive(
    root: &[u8; 32],
    purpose: Purpose,
    context: &str,
    key_type: KeyType,
) -> Result<SecretKey, Error> {
    purpose.check(key_type)?;
    check_context(context)?;
    let mut info = frames::join(&[
        label::DERIVATION.as_bytes(),
        purpose.as_str().as_bytes(),
        context.as_bytes(),
        key_type.as_str().as_bytes(),
    ]);
    let fixed = info.len();
    for attempt in 0..MAX_TRIES {
        info.truncate(fixed);
        info.extend(attempt.to_be_bytes());
        let bytes = hkdf::derive(root, &[], &info, key_type.secret_len())?;
        match SecretKey::from_bytes(key_type, &bytes) {
            Err(error) if error.is("ERR_KEY_SCALAR_RANGE") => {}
            outcome => return outcome,
        }
    }
    Err(Error::KeyScalarRange(key_type.as_str()))
}

/// Refuses a context that the table does not allow.
pub(super) fn check_context(context: &str) -> Result<(), Error> {
    let good = is_line(context, &(1..=MAX_CONTEXT));
    if good { Ok(()) } else { Err(Error::DerivationContext(MAX_CONTEXT, context.len())) }
}
