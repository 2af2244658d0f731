//! See `countersign_core::keys`. Public keys cross as `tag ‖ canonical raw`.

use countersign_core::keys::{HighS, KeyType, PublicKey, batch, ecdsa, recover};

use crate::host;

boundary! {
    fn keys_public as "keysPublic" (key_type: String, raw: &[u8]) -> host::Public {
        Ok(PublicKey::from_raw(key_type.parse()?, raw)?.as_bytes().to_vec().into())
    }

    fn keys_uncompressed as "keysUncompressed" (key: &[u8]) -> host::Public {
        Ok(PublicKey::from_tagged(key)?.to_uncompressed()?.to_vec().into())
    }

    fn keys_verify as "keysVerify" (algorithm: String, key: &[u8], message: &[u8], signature: &[u8], high_s: bool) -> bool {
        batch::verify_tagged(algorithm.parse()?, key, message, signature, HighS::from_flag(high_s))
    }

    fn keys_verify_in as "keysVerifyIn" (algorithm: String, key: &[u8], message: &[u8], context: &[u8], signature: &[u8]) -> bool {
        batch::verify_tagged_in(algorithm.parse()?, key, message, context, signature)
    }

    fn keys_verify_batch as "keysVerifyBatch" (packed: &[u8], high_s: bool) -> host::Public {
        Ok(batch::verify_packed(packed, HighS::from_flag(high_s))?.into())
    }

    fn keys_recover as "keysRecover" (algorithm: String, message: &[u8], signature: &[u8], high_s: bool) -> host::Public {
        Ok(recover(algorithm.parse()?, message, signature, HighS::from_flag(high_s))?.as_bytes().to_vec().into())
    }

    fn keys_signature_from_der as "keysSignatureFromDer" (key_type: String, der: &[u8]) -> host::Public {
        Ok(ecdsa::from_der(key_type.parse::<KeyType>()?, der)?.to_vec().into())
    }

    fn keys_signature_to_der as "keysSignatureToDer" (key_type: String, signature: &[u8]) -> host::Public {
        Ok(ecdsa::to_der(key_type.parse::<KeyType>()?, signature)?.into())
    }
}
