//! See `countersign_core::hazmat`. Dangerous: secrets cross here.

use countersign_core::{
    hazmat::{aead, ecdh, ecdsa, hkdf, hmac},
    keys::{HighS, PublicKey},
};

use crate::host;

boundary! {
    fn aead_seal as "aeadSeal" (algorithm: String, key: &[u8], nonce: &[u8], associated: &[u8], plaintext: &[u8]) -> host::Bytes {
        Ok(aead::seal(algorithm.parse()?, key, nonce, associated, plaintext)?.into())
    }

    fn aead_open as "aeadOpen" (algorithm: String, key: &[u8], nonce: &[u8], associated: &[u8], sealed: &[u8]) -> host::Bytes {
        Ok(aead::open(algorithm.parse()?, key, nonce, associated, sealed)?.to_vec().into())
    }

    fn hkdf_extract as "hkdfExtract" (salt: &[u8], secret: &[u8]) -> host::Bytes {
        Ok(hkdf::extract(salt, secret).to_vec().into())
    }

    fn hkdf_expand as "hkdfExpand" (key: &[u8], info: &[u8], length: u32) -> host::Bytes {
        Ok(hkdf::expand(key, info, length.try_into().unwrap_or(usize::MAX))?.to_vec().into())
    }

    fn hkdf_derive as "hkdfDerive" (secret: &[u8], salt: &[u8], info: &[u8], length: u32) -> host::Bytes {
        Ok(hkdf::derive(secret, salt, info, length.try_into().unwrap_or(usize::MAX))?.to_vec().into())
    }

    fn hmac_tag as "hmacTag" (key: &[u8], message: &[u8]) -> host::Bytes {
        Ok(hmac::tag(key, message).to_vec().into())
    }

    fn hmac_verify as "hmacVerify" (key: &[u8], message: &[u8], tag: &[u8]) -> bool {
        Ok(hmac::verify(key, message, tag))
    }

    fn ecdh_agree as "ecdhAgree" (key_type: String, secret: &[u8], public_key: &[u8]) -> host::Bytes {
        Ok(ecdh::agree(key_type.parse()?, secret, &PublicKey::from_tagged(public_key)?)?.to_vec().into())
    }

    fn ecdsa_sign_digest as "ecdsaSignDigest" (key_type: String, secret: &[u8], digest: &[u8]) -> host::Public {
        Ok(ecdsa::sign_digest(key_type.parse()?, secret, digest)?.to_vec().into())
    }

    fn ecdsa_verify_digest as "ecdsaVerifyDigest" (key: &[u8], digest: &[u8], signature: &[u8], high_s: bool) -> bool {
        ecdsa::verify_digest(&PublicKey::from_tagged(key)?, digest, signature, HighS::from_flag(high_s))
    }
}

when_loaded! {
    countersign_kernels::test_cipher_at_load as "selfTestAead",
    countersign_kernels::test_ecdh_at_load as "selfTestEcdh",
}
