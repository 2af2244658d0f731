//! The cryptography of a file. What is computed, and why in this order, is in [`super`].

use rand_core::CryptoRng;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use super::{File, Header, Kind, Slot, SlotSettings};
use crate::{
    Error,
    encoding::frames,
    hazmat::{
        aead::{self, Algorithm},
        argon2id::{self, Input},
        hkdf,
    },
    label,
    record::label_bytes,
};

const CIPHER: Algorithm = Algorithm::XCHACHA20_POLY1305;
/// Length in bytes of every key and secret.
const LEN: usize = 32;

/// 32 secret bytes, on the heap so that a move leaves no copy behind.
pub(in crate::identity) type Secret = Box<Zeroizing<[u8; LEN]>>;

/// What a caller is ready to spend on a file that somebody else may have made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Budget {
    /// Most memory of a slot, in KiB.
    pub memory: u64,
    /// Most memory times iterations, in KiB, of all slots that are tried.
    pub work: u64,
}

impl Budget {
    /// A budget of the numbers that a host gives.
    #[must_use]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates by definition"
    )]
    pub const fn from_numbers(memory: f64, work: f64) -> Self {
        Self { memory: memory as u64, work: work as u64 }
    }

    /// Everything that a file may ask for.
    pub const ALL: Self = Self { memory: u64::MAX, work: u64::MAX };

    fn check(self, slots: &[&Slot]) -> Result<(), Error> {
        let memory = |slot: &&&Slot| match slot.settings.kind {
            Kind::Passphrase(cost) => u64::from(cost.memory()) > self.memory,
            _ => false,
        };
        let work: u64 = slots.iter().map(|slot| slot.work()).sum();
        if work > self.work || slots.iter().any(|slot| memory(&slot)) {
            return Err(Error::Argon2idCost("within the memory and work that the caller allows"));
        }
        Ok(())
    }
}

/// Derives the secret of a slot from a passphrase. Slow, and takes as much memory as the slot says.
///
/// # Errors
///
/// `ERR_IDENTITY_PASSPHRASE_EMPTY`; `ERR_IDENTITY_FILE_SLOT` for a slot of another kind; as
/// [`argon2id::derive`].
pub fn stretch(settings: &SlotSettings, passphrase: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    let Kind::Passphrase(cost) = settings.kind else {
        return Err(Error::IdentityFileSlot("this one is not of a passphrase"));
    };
    if passphrase.is_empty() {
        return Err(Error::IdentityPassphraseEmpty);
    }
    let input = Input { password: passphrase, salt: &settings.salt, secret: &[], associated: &[] };
    argon2id::derive(cost, &input, LEN)
}

impl File {
    /// Finds the slot that a passphrase opens, by its commitment. Without an id every passphrase slot is
    /// tried. Gives the id of the slot, 16 bytes, and then its secret.
    ///
    /// # Errors
    ///
    /// `ERR_ARGON2ID_COST` if the slots to try cost more than `budget`, before any is tried;
    /// `ERR_IDENTITY_FILE_LOCKED` if the passphrase opens none; `ERR_IDENTITY_FILE_SLOT`; as [`stretch`].
    pub fn unlock(
        &self,
        id: Option<&str>,
        passphrase: &[u8],
        budget: Budget,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        let slots = match id {
            Some(id) => vec![self.slot(id)?],
            None => {
                let all = self.header.slots.iter();
                all.filter(|slot| matches!(slot.kind(), Kind::Passphrase(_))).collect()
            }
        };
        if slots.is_empty() {
            return Err(Error::IdentityFileSlot("none is of a passphrase"));
        }
        budget.check(&slots)?;
        for slot in slots {
            let secret = stretch(&slot.settings, passphrase)?;
            if slot.wrap_key(&secret).is_ok() {
                return Ok(Zeroizing::new([slot.id.as_slice(), secret.as_slice()].concat()));
            }
        }
        Err(Error::IdentityFileLocked)
    }
}

impl Slot {
    /// Encrypts `file_key` into the slot, under the key that [`slot_keys`] gave.
    pub(in crate::identity) fn wrap(
        &mut self,
        wrap_key: &Secret,
        file_key: &Secret,
        rng: &mut impl CryptoRng,
    ) -> Result<(), Error> {
        rng.fill_bytes(&mut self.nonce);
        let associated = self.associated();
        let wrapped = aead::seal(CIPHER, &***wrap_key, &self.nonce, &associated, &***file_key)?;
        self.wrapped = wrapped.try_into().map_err(|_| Error::IdentityFileTampered)?;
        Ok(())
    }

    /// The key of the slot, if `secret` is the one it commits to.
    pub(in crate::identity) fn wrap_key(&self, secret: &[u8]) -> Result<Secret, Error> {
        let (key, commitment) = slot_keys(&self.settings, secret)?;
        if bool::from(commitment.ct_eq(&self.commitment)) {
            Ok(key)
        } else {
            Err(Error::IdentityFileLocked)
        }
    }

    /// The file key, from the key of the slot.
    pub(in crate::identity) fn unwrap(&self, wrap_key: &Secret) -> Result<Secret, Error> {
        let associated = self.associated();
        let opened = aead::open(CIPHER, &***wrap_key, &self.nonce, &associated, &self.wrapped);
        secret(&opened.map_err(|_| Error::IdentityFileTampered)?)
    }
}

impl Header {
    /// Encrypts the content. Sets the commitment and the nonce first, because the ciphertext authenticates them.
    pub(in crate::identity) fn seal(
        mut self,
        file_key: &Secret,
        content: &[u8],
        rng: &mut impl CryptoRng,
    ) -> Result<File, Error> {
        let (key, commitment) = file_keys(file_key)?;
        self.commitment = commitment;
        rng.fill_bytes(&mut self.nonce);
        let associated = label_bytes(label::IDENTITY_FILE, self.canonical(None, None).as_bytes());
        let body = aead::seal(CIPHER, &**key, &self.nonce, &associated, content)?;
        Ok(File { header: self, body })
    }
}

impl File {
    /// Decrypts the content.
    pub(in crate::identity) fn content(
        &self,
        file_key: &Secret,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        let (key, commitment) = file_keys(file_key)?;
        if !bool::from(commitment.ct_eq(&self.header.commitment)) {
            return Err(Error::IdentityFileTampered);
        }
        let associated =
            label_bytes(label::IDENTITY_FILE, self.header.canonical(None, None).as_bytes());
        let opened = aead::open(CIPHER, &**key, &self.header.nonce, &associated, &self.body);
        opened.map_err(|_| Error::IdentityFileTampered)
    }
}

/// The key of a slot and its commitment.
pub(in crate::identity) fn slot_keys(
    settings: &SlotSettings,
    secret: &[u8],
) -> Result<(Secret, [u8; LEN]), Error> {
    if secret.len() != LEN {
        return Err(Error::BytesLength("slot secret", LEN, secret.len()));
    }
    let info = frames::join(&[label::IDENTITY_SLOT.as_bytes(), settings.kind.as_str().as_bytes()]);
    split_halves(&hkdf::derive(secret, &settings.salt, &info, 2 * LEN)?)
}

fn file_keys(file_key: &Secret) -> Result<(Secret, [u8; LEN]), Error> {
    let info = frames::join(&[label::IDENTITY_FILE_KEY.as_bytes()]);
    split_halves(&hkdf::derive(&***file_key, &[], &info, 2 * LEN)?)
}

/// Splits bytes into a key and the commitment that follows it.
fn split_halves(bytes: &[u8]) -> Result<(Secret, [u8; LEN]), Error> {
    let (key, commitment) = bytes.split_at_checked(LEN).unwrap_or_default();
    Ok((secret(key)?, **secret(commitment)?))
}

/// Copies bytes into a secret.
pub(in crate::identity) fn secret(bytes: &[u8]) -> Result<Secret, Error> {
    let wrong = || Error::BytesLength("secret", LEN, bytes.len());
    let array: &[u8; LEN] = bytes.try_into().map_err(|_| wrong())?;
    Ok(Box::new(Zeroizing::new(*array)))
}
