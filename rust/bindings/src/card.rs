//! See `countersign_core::card`.

use countersign_core::card::{self, VerifyOptions};

use crate::{trust, unsigned};

boundary! {
    fn card_validate as "cardValidate" (text: String, parsed: bool) -> String {
        Ok(card::validate(&card::parse(text.as_bytes(), parsed)?).to_json())
    }

    fn card_detect as "cardDetect" (text: String, parsed: bool) -> String {
        Ok(card::detect(&card::parse(text.as_bytes(), parsed)?).to_json())
    }

    fn card_upgrade as "cardUpgrade" (text: String, parsed: bool) -> String {
        Ok(card::upgrade(&card::parse(text.as_bytes(), parsed)?)?.to_json())
    }

    fn card_canonicalize as "cardCanonicalize" (text: String, options: String) -> String {
        card::canonicalize(&text, &options)
    }

    fn card_unsigned as "cardUnsigned" (text: String, options: String) -> u32 {
        unsigned::insert(card::sign::unsigned(&text, &options)?)
    }

    fn card_verify as "cardVerify" (text: String, trust: u32, options: String) -> String {
        let verified = card::verify(text.as_bytes(), &*trust::get(trust)?, VerifyOptions::from_json(&options)?)?;
        Ok(verified.to_json())
    }
}
