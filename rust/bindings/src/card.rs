//! See `countersign_core::card`.

use countersign_core::card::{self, VerifyOptions};

use crate::{host, signer, trust};

boundary! {
    fn card_validate as "cardValidate" (text: String, parsed: bool) -> String {
        Ok(card::validate(&card::parse(text.as_bytes(), parsed)?).to_json().to_string())
    }

    fn card_detect as "cardDetect" (text: String, parsed: bool) -> String {
        Ok(card::detect(&card::parse(text.as_bytes(), parsed)?).to_json().to_string())
    }

    fn card_upgrade as "cardUpgrade" (text: String, parsed: bool) -> String {
        Ok(card::upgrade(&card::parse(text.as_bytes(), parsed)?)?.to_json().to_string())
    }

    fn card_canonicalize as "cardCanonicalize" (text: String, options: String) -> String {
        card::canonicalize(&text, &options)
    }

    fn card_signing_input as "cardSigningInput" (text: String, options: String) -> host::Bytes {
        Ok(card::sign::signing_input(&text, &options)?.into())
    }

    fn card_sign as "cardSign" (text: String, options: String, signer: u32) -> String {
        card::sign::sign(&text, &options, |algorithm, input| signer::with(signer, |key| signer::sign(key, algorithm, input)))
    }

    fn card_attach as "cardAttach" (text: String, input: &[u8], signature: &[u8], parsed: bool) -> String {
        card::sign::attach(&text, input, signature, parsed)
    }

    fn card_verify as "cardVerify" (text: String, trust: u32, options: String) -> String {
        let verified = card::verify(text.as_bytes(), &*trust::get(trust)?, VerifyOptions::from_json(&options)?)?;
        verified.to_json()
    }
}
