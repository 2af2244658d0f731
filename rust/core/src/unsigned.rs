//! A document that waits for its signature.
//!
//! A format reads what its caller wants said, checks it, and gives an [`Unsigned`]. There are two ways on:
//!
//! | Who signs | Call | Verified |
//! | --- | --- | --- |
//! | a key of this engine | [`Unsigned::sign`] | no: the engine has just made the signature |
//! | anybody else | [`Unsigned::message`], later [`Unsigned::attach`] | always |
//!
//! What two keys sign is [`UnsignedByTwo`]: the signature of the first gives what waits for that of the second.

use core::fmt;

use crate::{
    Error,
    keys::{Algorithm, PublicKey, SecretKey, batch, sage_sign},
};

/// Makes the document of the message that was signed, and the signature.
type Complete<T> = Box<dyn FnOnce(&[u8], &[u8]) -> Result<T, Error>>;

/// A document that waits for two signatures, one after the other.
pub type UnsignedByTwo = Unsigned<Unsigned>;

/// A document without its signature, with which it is a `T`.
pub struct Unsigned<T = Vec<u8>> {
    algorithm: Algorithm,
    message: Vec<u8>,
    /// The key that the document names as its signer's, and the error for any other.
    named: Option<(PublicKey, Error)>,
    /// Until it was called.
    complete: Option<Complete<T>>,
}

impl<T: 'static> Unsigned<T> {
    /// A document that does not name the key of its signer. `complete` gets `message`, and a
    /// signature of `algorithm` over it that holds.
    pub(crate) fn new(
        algorithm: Algorithm,
        message: Vec<u8>,
        complete: impl FnOnce(&[u8], &[u8]) -> Result<T, Error> + 'static,
    ) -> Self {
        Self { algorithm, message, named: None, complete: Some(Box::new(complete)) }
    }

    /// Has `make` go on from the document that was complete until now.
    pub(crate) fn then<U>(self, make: impl FnOnce(T) -> Result<U, Error> + 'static) -> Unsigned<U> {
        let Self { algorithm, message, named, complete } = self;
        let complete = complete.map(|complete| -> Complete<U> {
            Box::new(move |message, signature| make(complete(message, signature)?))
        });
        Unsigned { algorithm, message, named, complete }
    }

    /// Says that only `key` may sign; `refused` is the error for another.
    pub(crate) fn bind_to(self, key: PublicKey, refused: Error) -> Self {
        Self { named: Some((key, refused)), ..self }
    }

    /// The bytes to sign.
    #[must_use]
    pub fn message(&self) -> &[u8] {
        &self.message
    }

    /// Signs with a key of this engine. `make` makes the signature with that key.
    ///
    /// # Errors
    ///
    /// The format's error for a key that the document does not name; those of `make`.
    pub fn sign(
        mut self,
        key: &SecretKey,
        make: impl FnOnce(&SecretKey, Algorithm, &[u8]) -> Result<Vec<u8>, Error>,
    ) -> Result<T, Error> {
        self.check_named(key.public_key())?;
        let signature = make(key, self.algorithm, &self.message)?;
        self.finish(&signature)
    }

    /// Takes a signature that was made elsewhere, by the tagged `key`. Where it is refused, another may follow.
    ///
    /// # Errors
    ///
    /// `ERR_SIGNER_INVALID` if it does not hold; the format's error for a key that the document does not name; what
    /// [`PublicKey::from_tagged`] refuses.
    pub fn attach(&mut self, key: &[u8], signature: &[u8]) -> Result<T, Error> {
        let low = batch::admit(self.algorithm, key, &self.message, signature)?;
        self.check_named(&PublicKey::from_tagged(key)?)?;
        self.finish(&low)
    }

    fn finish(&mut self, signature: &[u8]) -> Result<T, Error> {
        let complete = self.complete.take().ok_or(Error::HandleClosed)?;
        complete(&self.message, signature)
    }

    fn check_named(&self, key: &PublicKey) -> Result<(), Error> {
        match &self.named {
            Some((named, refused)) if named != key => Err(refused.clone()),
            _ => Ok(()),
        }
    }
}

impl Unsigned {
    /// A signature alone.
    #[must_use]
    pub fn signature(algorithm: Algorithm, message: Vec<u8>) -> Self {
        Self::new(algorithm, message, |_, signature| Ok(signature.to_vec()))
    }

    /// A signature alone, of `key`, in the form of SAGE ([`crate::keys::sage_sign`]). `refused` is the error for
    /// another key.
    pub(crate) fn in_sage_form(
        algorithm: Algorithm,
        message: Vec<u8>,
        key: &PublicKey,
        refused: Error,
    ) -> Self {
        let by = key.clone();
        let complete = move |message: &[u8], signature: &[u8]| {
            sage_sign::complete(algorithm, &by, message, signature)
        };
        Self::new(algorithm, message, complete).bind_to(key.clone(), refused)
    }

    /// A signature alone, as SAGE's key pairs make it.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM` for a key type that SAGE does not sign with.
    pub fn of_sage(key: &PublicKey, message: &[u8]) -> Result<Self, Error> {
        let algorithm = sage_sign::algorithm(key.key_type())?;
        let refused = Error::SignatureMalformed("it is not by the key that was to sign");
        Ok(Self::in_sage_form(algorithm, message.to_vec(), key, refused))
    }
}

impl<T> fmt::Debug for Unsigned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { algorithm, named, .. } = self;
        f.debug_struct("Unsigned").field("algorithm", algorithm).field("named", named).finish()
    }
}
