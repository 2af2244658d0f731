//! See `countersign_core::keys::{multikey, jwk, jwk_set, der, pem, ethereum, sage}`. A public key crosses
//! as tag ‖ canonical raw. A secret that comes in goes straight behind a handle, and its text
//! is wiped; `…SecretTo…` gives one out.

use countersign_core::{
    Error,
    keys::{PublicKey, der, ethereum, jwk, jwk_set, multikey, pem, sage, sage_sign},
    unsigned::Unsigned,
};
use zeroize::Zeroizing;

use crate::{host, signer, unsigned};

/// Reads a public key from its tagged bytes.
fn key(tagged: &[u8]) -> Result<PublicKey, Error> {
    PublicKey::from_tagged(tagged)
}

/// A public key as its tagged bytes.
fn to_tagged(key: &PublicKey) -> host::Public {
    key.to_tagged().into()
}

boundary! {
    fn multikey_encode as "multikeyEncode" (key: &[u8]) -> String {
        Ok(multikey::encode(&self::key(key)?))
    }

    fn multikey_decode as "multikeyDecode" (text: String) -> host::Public {
        Ok(to_tagged(&multikey::decode(&text)?))
    }

    fn multikey_to_text as "multikeyToText" (key: &[u8]) -> String {
        multikey::to_text(&self::key(key)?)
    }

    fn multikey_from_text as "multikeyFromText" (text: String) -> host::Public {
        Ok(to_tagged(&multikey::from_text(&text)?))
    }

    fn jwk_public_to_text as "jwkPublicToText" (key: &[u8]) -> String {
        Ok(jwk::public_to_json(&self::key(key)?))
    }

    fn jwk_public_from_text as "jwkPublicFromText" (text: String) -> host::Public {
        Ok(to_tagged(&jwk::public_from_text(&text)?))
    }

    fn jwk_set_from_text as "jwkSetFromText" (text: String) -> String {
        jwk_set::from_text(&text)
    }

    fn jwk_thumbprint as "jwkThumbprint" (text: String) -> String {
        jwk::thumbprint_of_text(&text)
    }

    fn der_public_to_der as "derPublicToDer" (key: &[u8]) -> host::Public {
        Ok(der::public_to_der(&self::key(key)?)?.into())
    }

    fn der_public_from_der as "derPublicFromDer" (bytes: &[u8]) -> host::Public {
        Ok(to_tagged(&der::public_from_der(bytes)?))
    }

    fn pem_public_to_pem as "pemPublicToPem" (key: &[u8]) -> String {
        pem::public_to_pem(&self::key(key)?)
    }

    fn pem_public_from_pem as "pemPublicFromPem" (text: String) -> host::Public {
        Ok(to_tagged(&pem::public_from_pem(&text)?))
    }

    fn ethereum_address as "ethereumAddress" (key: &[u8]) -> String {
        Ok(ethereum::checksum(&ethereum::address(&self::key(key)?)?))
    }

    fn ethereum_checksum as "ethereumChecksum" (text: String) -> String {
        Ok(ethereum::checksum(&ethereum::parse_address(&text)?))
    }

    fn sage_marshal as "sageMarshal" (key: &[u8]) -> host::Public {
        Ok(sage::marshal(&self::key(key)?)?.into())
    }

    fn sage_unmarshal as "sageUnmarshal" (name: String, bytes: &[u8]) -> host::Public {
        Ok(to_tagged(&sage::unmarshal(&name, bytes)?))
    }

    fn sage_algorithm as "sageAlgorithm" (key_type: String) -> String {
        Ok(sage_sign::algorithm(key_type.parse()?)?.as_str().to_owned())
    }

    fn sage_unsigned as "sageUnsigned" (key: &[u8], message: &[u8]) -> u32 {
        unsigned::insert(Unsigned::of_sage(&self::key(key)?, message)?)
    }

    fn sage_verify as "sageVerify" (key: &[u8], message: &[u8], signature: &[u8]) -> bool {
        Ok(sage_sign::verifies(&self::key(key)?, message, signature))
    }

    fn sage_key_id as "sageKeyId" (key: &[u8]) -> String {
        sage::key_id(&self::key(key)?)
    }

    fn sage_public_from_jwk as "sagePublicFromJwk" (text: String) -> host::Public {
        Ok(to_tagged(&sage::public_from_jwk(&text)?))
    }

    fn sage_public_from_pem as "sagePublicFromPem" (text: String) -> host::Public {
        Ok(to_tagged(&sage::public_from_pem(&text)?))
    }

    fn jwk_secret_from_text as "jwkSecretFromText" (text: String) -> u32 {
        signer::keep(jwk::secret_from_text(&Zeroizing::new(text))?)
    }

    fn jwk_secret_to_text as "jwkSecretToText" (handle: u32) -> String {
        signer::with(handle, |key| Ok(jwk::secret_to_text(key)?.to_string()))
    }

    fn der_secret_from_der as "derSecretFromDer" (bytes: &[u8]) -> u32 {
        signer::keep(der::secret_from_der(bytes)?)
    }

    fn der_secret_to_der as "derSecretToDer" (handle: u32) -> host::Bytes {
        signer::with(handle, |key| Ok(der::secret_to_der(key)?.to_vec().into()))
    }

    fn pem_secret_from_pem as "pemSecretFromPem" (text: String) -> u32 {
        signer::keep(pem::secret_from_pem(&Zeroizing::new(text))?)
    }

    fn pem_secret_to_pem as "pemSecretToPem" (handle: u32) -> String {
        signer::with(handle, |key| Ok(pem::secret_to_pem(key)?.to_string()))
    }

    fn pem_secret_to_sec1 as "pemSecretToSec1" (handle: u32) -> String {
        signer::with(handle, |key| Ok(pem::secret_to_sec1_pem(key)?.to_string()))
    }

    fn sage_secret_from_jwk as "sageSecretFromJwk" (text: String) -> u32 {
        signer::keep(sage::secret_from_jwk(&Zeroizing::new(text))?)
    }

    fn sage_secret_from_pem as "sageSecretFromPem" (text: String) -> u32 {
        signer::keep(sage::secret_from_pem(&Zeroizing::new(text))?)
    }

    fn signer_type as "signerType" (handle: u32) -> String {
        signer::with(handle, |key| Ok(key.key_type().as_str().to_owned()))
    }
}
