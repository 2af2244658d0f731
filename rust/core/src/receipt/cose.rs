//! `COSE_Sign1` (RFC 9052, section 4.2), tagged, in deterministic CBOR (RFC 8949, section 4.2).
//!
//! ```text
//! envelope      = 18([protected, {}, payload, signature])
//! protected     = bstr .cbor { 1: alg, 3: content type, ? 4: kid }
//! Sig_structure = ["Signature1", protected, h'', payload]
//! ```
//!
//! `alg` is -8 `EdDSA` (RFC 9053), -7 `ES256` or -47 `ES256K` (RFC 8812); `kid` is UTF-8. Only the form that
//! is written is read: an envelope is refused if its parts would be written in other bytes. So no length
//! is in long form, and no header is out of order or out of place.

use minicbor::{Decoder, data::Tag};

use super::MEDIA_TYPE;
use crate::{Error, encoding::cbor::encode, keys::Algorithm};

const COSE_SIGN1: u64 = 18;

/// An envelope that was read.
pub(super) struct Envelope {
    pub(super) protected: Vec<u8>,
    pub(super) algorithm: Algorithm,
    pub(super) key_id: Option<String>,
    pub(super) payload: Vec<u8>,
    pub(super) signature: Vec<u8>,
}

/// The protected header.
pub(super) fn protected(algorithm: Algorithm, key_id: Option<&str>) -> Result<Vec<u8>, Error> {
    let number = algorithm
        .facts()
        .cose
        .ok_or_else(|| Error::KeyAlgorithm(algorithm.key_type().as_str(), algorithm.as_str()))?;
    Ok(encode(|out| {
        out.map(2 + u64::from(key_id.is_some()))?;
        out.u8(1)?.i8(number)?.u8(3)?.str(MEDIA_TYPE)?;
        key_id.map_or(Ok(()), |id| out.u8(4)?.bytes(id.as_bytes()).map(|_| ()))
    }))
}

/// The bytes that are signed.
pub(super) fn signing_input(protected: &[u8], payload: &[u8]) -> Vec<u8> {
    encode(|out| {
        out.array(4)?.str("Signature1")?.bytes(protected)?.bytes(&[])?.bytes(payload)?;
        Ok(())
    })
}

pub(super) fn write(protected: &[u8], payload: &[u8], signature: &[u8]) -> Vec<u8> {
    encode(|out| {
        out.tag(Tag::new(COSE_SIGN1))?.array(4)?;
        out.bytes(protected)?.map(0)?.bytes(payload)?.bytes(signature)?;
        Ok(())
    })
}

pub(super) fn read(bytes: &[u8]) -> Result<Envelope, Error> {
    let envelope =
        parts(bytes).map_err(|_| malformed("it is not a tagged COSE_Sign1 of four parts"))??;
    let again = write(&envelope.protected, &envelope.payload, &envelope.signature);
    let header = protected(envelope.algorithm, envelope.key_id.as_deref())?;
    if again == bytes && header == envelope.protected {
        Ok(envelope)
    } else {
        Err(malformed("it is not deterministic CBOR"))
    }
}

fn parts(bytes: &[u8]) -> Result<Result<Envelope, Error>, minicbor::decode::Error> {
    let mut input = Decoder::new(bytes);
    let tag = input.tag()?.as_u64();
    if tag != COSE_SIGN1 || input.array()? != Some(4) {
        return Ok(Err(malformed("it is not a tagged COSE_Sign1 of four parts")));
    }
    let protected = input.bytes()?.to_vec();
    if input.map()? != Some(0) {
        return Ok(Err(malformed("it has an unprotected header")));
    }
    let (payload, signature) = (input.bytes()?.to_vec(), input.bytes()?.to_vec());
    Ok(header(&protected)?.and_then(|(algorithm, key_id)| {
        if signature.len() != algorithm.signature_len() {
            return Err(malformed("its signature is not of the length of its algorithm"));
        }
        Ok(Envelope { algorithm, key_id, payload, signature, protected })
    }))
}

type Header = (Algorithm, Option<String>);

fn header(protected: &[u8]) -> Result<Result<Header, Error>, minicbor::decode::Error> {
    let mut input = Decoder::new(protected);
    let named = match input.map()? {
        Some(2) => false,
        Some(3) => true,
        _ => {
            return Ok(Err(malformed(
                "its protected header must have 1 (alg), 3 (content type) and at most 4 (kid)",
            )));
        }
    };
    let (first, number, second) = (input.u8()?, input.i8()?, input.u8()?);
    if (first, second) != (1, 3) {
        return Ok(Err(malformed(
            "its protected header must have 1 (alg), 3 (content type) and at most 4 (kid)",
        )));
    }
    if input.str()? != MEDIA_TYPE {
        return Ok(Err(Error::EnvelopeType(MEDIA_TYPE)));
    }
    let key_id = match named {
        true if input.u8()? == 4 => String::from_utf8(input.bytes()?.to_vec()).ok(),
        _ => None,
    };
    let found = Algorithm::ALL.into_iter().find(|algorithm| algorithm.facts().cose == Some(number));
    Ok(found
        .map(|algorithm| (algorithm, key_id))
        .ok_or_else(|| malformed("its algorithm is not supported")))
}

fn malformed(what: &'static str) -> Error {
    Error::EnvelopeMalformed(what)
}
