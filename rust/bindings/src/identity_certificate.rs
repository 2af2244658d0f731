//! See `countersign_core::identity::certificate`.

use countersign_core::{
    identity::certificate::{Certificate, Expected, Statement, verify},
    keys::PublicKey,
    time::{UnixSeconds, check_skew},
};

use crate::{host, trust, unsigned};

boundary! {
    fn identity_certificate_unsigned as "identityCertificateUnsigned" (statement: String, possession: &[u8]) -> u32 {
        unsigned::insert(Statement::from_json(&statement)?.into_unsigned(possession.to_vec()))
    }

    fn identity_certificate_possession as "identityCertificatePossession" (statement: String) -> host::Bytes {
        Ok(Statement::from_json(&statement)?.possession_bytes().into())
    }

    fn identity_certificate_verify as "identityCertificateVerify" (text: String, trust: u32, purpose: String, key: &[u8], context: String, now: f64, skew: f64) -> String {
        let (now, skew) = (UnixSeconds::from_number(now), check_skew(skew)?);
        let (trust, key) = (trust::get(trust)?, PublicKey::from_tagged_or_none(key)?);
        let context = (!context.is_empty()).then_some(context.as_str());
        let expected = Expected { trust: &trust, purpose: purpose.parse()?, key: key.as_ref(), context, now, skew };
        Ok(verify(Certificate::from_json(&text)?, &expected)?.to_json())
    }
}
