//! See `countersign_core::jws`. Headers, policies and key sets cross as JSON text.

use countersign_core::{
    encoding::document::{Document, Numbers},
    jws::{self, Shape, hmac, jwks::Symmetric},
};

use crate::{host, trust, unsigned};

boundary! {
    fn jws_unsigned as "jwsUnsigned" (header: String, algorithm: String, payload: &[u8], form: String, detached: bool, unprotected: String) -> u32 {
        let (header, shape) = (Document::read_object(header.as_bytes(), Numbers::Exact)?, Shape::read(&form, detached, &unprotected)?);
        unsigned::insert(jws::unsigned(header.root(), algorithm.parse()?, payload, shape)?)
    }

    fn jws_verify as "jwsVerify" (text: String, detached: bool, payload: &[u8], trust: u32, policy: String) -> host::Bytes {
        Ok(jws::verify_json(&text, detached.then_some(payload), &*trust::get(trust)?, &policy)?.to_bytes().into())
    }

    fn jws_hmac_sign as "jwsHmacSign" (algorithm: String, key: &[u8], header: String, payload: &[u8], form: String, detached: bool, unprotected: String) -> String {
        hmac::sign(&algorithm, key, Document::read_object(header.as_bytes(), Numbers::Exact)?.root(), payload, Shape::read(&form, detached, &unprotected)?)
    }

    fn jws_hmac_verify as "jwsHmacVerify" (text: String, detached: bool, payload: &[u8], keys: String) -> host::Bytes {
        Ok(hmac::verify(&text, detached.then_some(payload), &Symmetric::from_json(&keys)?)?.into())
    }
}
