//! See `countersign_core::keys::{multikey, jwk, der, pem, ethereum, sage}`. A public key crosses
//! as codec ‖ canonical raw. Secrets never leave in this file.

use countersign_core::keys::{PublicKey, der, ethereum, jwk, multikey, pem, sage};

use crate::host;

/// The key that crossed.
fn key(tagged: &[u8]) -> Result<PublicKey, countersign_core::Error> {
    multikey::from_bytes(tagged)
}

/// A key as it crosses.
fn tagged(key: &PublicKey) -> host::Bytes {
    multikey::to_bytes(key).into()
}

boundary! {
    fn multikey_encode as "multikeyEncode" (key: &[u8]) -> String {
        Ok(multikey::encode(&self::key(key)?))
    }

    fn multikey_decode as "multikeyDecode" (text: String) -> host::Bytes {
        Ok(tagged(&multikey::decode(&text)?))
    }

    fn jwk_public_to_text as "jwkPublicToText" (key: &[u8]) -> String {
        Ok(jwk::public_to_json(&self::key(key)?).to_string())
    }

    fn jwk_public_from_text as "jwkPublicFromText" (text: String) -> host::Bytes {
        Ok(tagged(&jwk::public_from_text(&text)?))
    }

    fn jwk_set_from_text as "jwkSetFromText" (text: String) -> String {
        jwk::set_from_text(&text)
    }

    fn jwk_thumbprint as "jwkThumbprint" (text: String) -> String {
        jwk::thumbprint_of_text(&text)
    }

    fn der_public_to_der as "derPublicToDer" (key: &[u8]) -> host::Bytes {
        Ok(der::public_to_der(&self::key(key)?)?.into())
    }

    fn der_public_from_der as "derPublicFromDer" (bytes: &[u8]) -> host::Bytes {
        Ok(tagged(&der::public_from_der(bytes)?))
    }

    fn pem_public_to_pem as "pemPublicToPem" (key: &[u8]) -> String {
        pem::public_to_pem(&self::key(key)?)
    }

    fn pem_public_from_pem as "pemPublicFromPem" (text: String) -> host::Bytes {
        Ok(tagged(&pem::public_from_pem(&text)?))
    }

    fn ethereum_address as "ethereumAddress" (key: &[u8]) -> String {
        Ok(ethereum::checksum(&ethereum::address(&self::key(key)?)?))
    }

    fn ethereum_checksum as "ethereumChecksum" (text: String) -> String {
        Ok(ethereum::checksum(&ethereum::parse_address(&text)?))
    }

    fn sage_marshal as "sageMarshal" (key: &[u8]) -> host::Bytes {
        Ok(sage::marshal(&self::key(key)?)?.into())
    }

    fn sage_unmarshal as "sageUnmarshal" (name: String, bytes: &[u8]) -> host::Bytes {
        Ok(tagged(&sage::unmarshal(&name, bytes)?))
    }

    fn sage_key_id as "sageKeyId" (key: &[u8]) -> String {
        sage::key_id(&self::key(key)?)
    }

    fn sage_public_from_jwk as "sagePublicFromJwk" (text: String) -> host::Bytes {
        Ok(tagged(&sage::public_from_jwk(&text)?))
    }

    fn sage_public_from_pem as "sagePublicFromPem" (text: String) -> host::Bytes {
        Ok(tagged(&sage::public_from_pem(&text)?))
    }
}
