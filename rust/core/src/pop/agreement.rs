//! The part of a proof that only the holder of an X25519 key can make.

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use super::{Proof, Statement};
use crate::{Error, keys::SecretKey, label, unsigned::Unsigned};

impl Statement {
    /// The proof of an X25519 key, to be signed by the identity key.
    ///
    /// # Errors
    ///
    /// `ERR_POP_KEY` if `secret` is not of the key stated; `ERR_POP_EPHEMERAL` for a statement about a signing key;
    /// `ERR_KEY_AGREEMENT_ZERO`.
    pub fn into_unsigned_agreement(self, secret: &SecretKey) -> Result<Unsigned, Error> {
        let mac = self.authenticate(secret)?;
        Ok(self.with_tag(Some(mac)))
    }

    fn authenticate(&self, secret: &SecretKey) -> Result<[u8; 32], Error> {
        let agreement = self.agreement.as_ref().ok_or(Error::PopEphemeral)?;
        if *secret.public_key() != self.key {
            return Err(Error::PopKey);
        }
        let shared = secret.agree(&agreement.ephemeral)?;
        tag(&shared, &self.to_bytes())
    }
}

impl Proof {
    /// Checks the MAC with the secret of the challenge's ephemeral key.
    pub(super) fn is_authenticated(&self, ephemeral: &SecretKey) -> bool {
        let (Some(mac), Ok(shared)) = (&self.mac, ephemeral.agree(&self.statement.key)) else {
            return false;
        };
        tag(&shared, &self.statement.to_bytes()).is_ok_and(|want| want.ct_eq(mac).into())
    }
}

fn tag(shared: &[u8; 32], statement: &[u8]) -> Result<[u8; 32], Error> {
    let mut key = Zeroizing::new([0; 32]);
    Hkdf::<Sha256>::new(Some(&Sha256::digest(statement)), shared)
        .expand(label::POP_AGREEMENT_MAC.as_bytes(), key.as_mut())
        .map_err(|_| Error::PopInvalid)?;
    let mac = Hmac::<Sha256>::new_from_slice(key.as_ref()).map_err(|_| Error::PopInvalid)?;
    Ok(mac.chain_update(statement).finalize().into_bytes().into())
}
