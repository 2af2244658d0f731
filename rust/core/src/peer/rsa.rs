//! RSA public keys, as far as a PeerId needs them: `SubjectPublicKeyInfo` (RFC 3279, section 2.3.1).
//!
//! The algorithm is `rsaEncryption` with `NULL` parameters. The modulus is odd and has 2,048 to 8,192 bits,
//! as in go-libp2p; the exponent is odd, from 3 to 2^32. No signature is made or verified with these keys.

use der::{
    Decode, Encode,
    asn1::{AnyRef, UintRef},
    oid::ObjectIdentifier,
};
use pkcs8::spki::SubjectPublicKeyInfoRef;

use crate::Error;

const ENCRYPTION: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");

const MIN_BITS: usize = 2_048;
const MAX_BITS: usize = 8_192;
const MAX_EXPONENT_BYTES: usize = 4;

/// Checks that `data` is the DER of one key.
pub(super) fn check(data: &[u8]) -> Result<(), Error> {
    let malformed = |_: der::Error| Error::DerMalformed;
    let info = SubjectPublicKeyInfoRef::from_der(data).map_err(malformed)?;
    let null = info.algorithm.parameters.is_some_and(AnyRef::is_null);
    if info.algorithm.oid != ENCRYPTION || !null {
        return Err(Error::DerAlgorithm);
    }
    let key = info.subject_public_key.as_bytes().ok_or(Error::DerMalformed)?;
    let key = AnyRef::from_der(key).map_err(malformed)?;
    let [modulus, exponent] = key
        .sequence(|body| Ok([UintRef::decode(body)?, UintRef::decode(body)?]))
        .map_err(malformed)?;
    let size = bits(modulus.as_bytes());
    let sized = (MIN_BITS..=MAX_BITS).contains(&size);
    if !sized || !is_odd(modulus.as_bytes()) || !is_exponent(exponent.as_bytes()) {
        return Err(Error::PeerKeyMalformed(
            "the modulus or exponent of the RSA key is out of range",
        ));
    }
    // A key must have one form only, which is DER. This check makes sure that the reader took nothing else.
    if info.to_der().map_err(malformed)? == data { Ok(()) } else { Err(Error::DerMalformed) }
}

fn is_exponent(bytes: &[u8]) -> bool {
    bytes.len() <= MAX_EXPONENT_BYTES && is_odd(bytes) && bytes != [1]
}

fn is_odd(bytes: &[u8]) -> bool {
    bytes.last().is_some_and(|low| low & 1 == 1)
}

/// Bits of a number without leading zero bytes.
fn bits(bytes: &[u8]) -> usize {
    let zeros = bytes.first().map_or(0, |high| high.leading_zeros());
    bytes.len() * 8 - usize::try_from(zeros).unwrap_or_default()
}
