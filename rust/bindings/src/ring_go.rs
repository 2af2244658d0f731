//! Profile `ring-go`: `countersign_core::ring::go`.

use countersign_core::{
    keys::PublicKey,
    ring::go::{self, Reading},
};

use crate::{host, random, signer};

fn reading(upstream: bool) -> Reading {
    if upstream { Reading::Upstream } else { Reading::Strict }
}

boundary! {
    fn ring_go_sign as "ringGoSign" (signer: u32, keys: &[u8], message: &[u8]) -> host::Public {
        signer::with(signer, |key| Ok(go::sign_packed(keys, key, message, &mut random::system()?)?.into()))
    }

    fn ring_go_sign_with as "ringGoSignWith" (key_type: String, keys: &[u8], secret: &[u8], message: &[u8], nonce: &[u8], responses: &[u8]) -> host::Public {
        Ok(go::sign_with(key_type.parse()?, keys, secret, message, nonce, responses)?.into())
    }

    fn ring_go_verify as "ringGoVerify" (key_type: String, message: &[u8], signature: &[u8], expected: &[u8], embedded: bool, upstream: bool) -> host::Public {
        let expected = (!embedded).then_some(expected);
        Ok(go::verify_packed(key_type.parse()?, message, signature, expected, reading(upstream))?.into())
    }

    fn ring_go_linked as "ringGoLinked" (key_type: String, a: &[u8], b: &[u8], upstream: bool) -> bool {
        go::link(key_type.parse()?, a, b, reading(upstream))
    }

    fn ring_go_hash_to_curve as "ringGoHashToCurve" (key_type: String, key: &[u8]) -> host::Public {
        Ok(go::hash_to_curve(&PublicKey::from_raw(key_type.parse()?, key)?)?.into())
    }
}
