//! See `countersign_core::jws`. Headers, policies and key sets cross as JSON text.

use countersign_core::{
    encoding::json::parse_object,
    jws::{self, Shape, hmac, jwks::Symmetric},
};

use crate::{host, trust};

boundary! {
    fn jws_signing_input as "jwsSigningInput" (header: String, algorithm: String, payload: &[u8]) -> host::Bytes {
        Ok(jws::signing_input(parse_object(header.as_bytes())?, algorithm.parse()?, payload)?.into())
    }

    fn jws_attach as "jwsAttach" (signing_input: &[u8], signature: &[u8], form: String, detached: bool, unprotected: String) -> String {
        jws::attach(signing_input, signature, Shape::read(&form, detached, &unprotected)?)
    }

    fn jws_verify as "jwsVerify" (text: String, detached: bool, payload: &[u8], trust: u32, policy: String) -> host::Bytes {
        Ok(jws::verify_json(&text, detached.then_some(payload), &*trust::get(trust)?, &policy)?.to_bytes().into())
    }

    fn jws_hmac_sign as "jwsHmacSign" (algorithm: String, key: &[u8], header: String, payload: &[u8], form: String, detached: bool, unprotected: String) -> String {
        hmac::sign(&algorithm, key, parse_object(header.as_bytes())?, payload, Shape::read(&form, detached, &unprotected)?)
    }

    fn jws_hmac_verify as "jwsHmacVerify" (text: String, detached: bool, payload: &[u8], keys: String) -> host::Bytes {
        Ok(hmac::verify(&text, detached.then_some(payload), &Symmetric::from_json(&keys)?)?.into())
    }
}
