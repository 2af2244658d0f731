//! Deterministic CBOR (RFC 8949, section 4.2), written and never read: what is signed is written anew and compared.

use minicbor::Encoder;

/// What writing to a vector gives, which cannot fail.
pub(crate) type Written = Result<(), minicbor::encode::Error<core::convert::Infallible>>;

/// Runs an encoder over a vector, which takes all bytes.
pub(crate) fn encode(write: impl FnOnce(&mut Encoder<&mut Vec<u8>>) -> Written) -> Vec<u8> {
    let mut out = Vec::new();
    // The type of the error is that of other writers.
    let _ = write(&mut Encoder::new(&mut out));
    out
}
