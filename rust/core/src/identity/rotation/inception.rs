//! The first event of a history, and the identifier that is made of it. Its bytes are described in [`super`].

use super::event::{Signature, next_of};
use crate::{
    Error,
    did::{Did, peer},
    encoding::document::{Document, Numbers},
    keys::{Algorithm, HighS, PublicKey, jwk, multikey, verify},
    label,
    print::Written,
    record::{Record, check_algorithm, label_bytes},
    time::UnixSeconds,
};

/// The first event: the key that starts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Inception {
    /// The first key.
    pub key: PublicKey,
    /// How it signs.
    pub algorithm: Algorithm,
    /// When it starts to hold.
    pub created: UnixSeconds,
    /// Commitment to the key after it.
    pub next: Option<[u8; 32]>,
}

impl Inception {
    /// Starts an identity.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM` if the key does not do `algorithm`; `ERR_HISTORY_COMMITMENT` if `next` is the
    /// key itself.
    pub fn new(
        key: PublicKey,
        algorithm: Algorithm,
        created: UnixSeconds,
        next: Option<&PublicKey>,
    ) -> Result<Self, Error> {
        let next = next_of(&key, next)?;
        Self { key, algorithm, created, next }.check()
    }

    /// What the key signs.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        label_bytes(label::INCEPTION, self.canonical(None).as_bytes())
    }

    /// The identifier in its long form, which carries its document. [`peer::short_form`] shortens it.
    ///
    /// # Errors
    ///
    /// None: no value of a field causes one.
    pub fn long_id(&self) -> Result<Did, Error> {
        let only = ["#key-0"];
        let method = Written::new().text("id", "#key-0");
        // A hybrid key has no Multikey.
        let (context, method) = match multikey::to_text(&self.key) {
            Ok(text) => (
                "https://w3id.org/security/multikey/v1",
                method.text("publicKeyMultibase", &text).text("type", "Multikey"),
            ),
            Err(_) => (
                "https://w3id.org/security/jwk/v1",
                method
                    .json("publicKeyJwk", &jwk::public_to_json(&self.key))
                    .text("type", "JsonWebKey"),
            ),
        };
        let document = Written::new()
            .texts("@context", ["https://www.w3.org/ns/did/v1", context].into_iter())
            .list("verificationMethod", &[method.end()])
            .texts("authentication", only.into_iter())
            .texts("assertionMethod", only.into_iter())
            .texts("capabilityInvocation", only.into_iter())
            .texts("capabilityDelegation", only.into_iter())
            .json("inception", &self.canonical(None))
            .end();
        peer::from_input(Document::read_text(&document, Numbers::Exact)?.root())
    }

    pub(super) fn read(record: &mut Record<'_>) -> Result<(Self, Signature), Error> {
        record.kind(label::INCEPTION, Error::HistoryVersion)?;
        let inception = Self {
            key: record.key("key")?,
            algorithm: record.algorithm("algorithm")?,
            created: record.seconds("created")?,
            next: record.maybe("next", Record::array)?,
        };
        let signature = record.signature("signature", inception.algorithm)?;
        Ok((inception.check()?, signature))
    }

    pub(super) fn is_signed(&self, signature: &[u8]) -> bool {
        verify(self.algorithm, &self.key, &self.to_bytes(), signature, HighS::Refuse)
    }

    /// Its canonical text, with the signature if it is there.
    pub(super) fn canonical(&self, signature: Option<&[u8]>) -> String {
        Written::new()
            .text("algorithm", self.algorithm.as_str())
            .canonical_number("created", self.created.0)
            .text("key", &multikey::encode(&self.key))
            .maybe(self.next.as_ref().map(<[u8; 32]>::as_slice), |row, bytes| {
                row.bytes("next", bytes)
            })
            .maybe(signature, |row, bytes| row.bytes("signature", bytes))
            .text("type", label::INCEPTION)
            .end()
    }

    fn check(self) -> Result<Self, Error> {
        check_algorithm(&self.key, self.algorithm)?;
        Ok(self)
    }
}
