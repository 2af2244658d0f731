//! See `countersign_core::card::sage`.

use countersign_core::{
    card::sage::{self, MergePolicy},
    keys::PublicKey,
    metadata::V4,
    time::UnixSeconds,
};

use crate::{trust, unsigned};

boundary! {
    fn card_sage_canonicalize as "cardSageCanonicalize" (text: String) -> String {
        sage::canonicalize(&text)
    }

    fn card_sage_validate as "cardSageValidate" (text: String) -> String {
        Ok(sage::Card::validate(&text)?.to_report())
    }

    fn card_sage_generate as "cardSageGenerate" (metadata: String) -> String {
        Ok(sage::generate(&V4::from_json(&metadata)?)?.to_json())
    }

    fn card_sage_unsigned as "cardSageUnsigned" (text: String, key: &[u8], algorithm: String, created: String) -> u32 {
        unsigned::insert(sage::unsigned(&text, &PublicKey::from_tagged(key)?, algorithm.parse()?, &created)?)
    }

    fn card_sage_verify as "cardSageVerify" (text: String, trust: u32, now: f64) -> String {
        let now = Some(UnixSeconds::from_number(now));
        Ok(sage::verify(&text, &*trust::get(trust)?, now)?.to_json())
    }

    fn card_sage_verify_by_metadata as "cardSageVerifyByMetadata" (text: String, metadata: String, now: f64) -> String {
        let (trust, now) = (sage::trust_of(&V4::from_json(&metadata)?), Some(UnixSeconds::from_number(now)));
        Ok(sage::verify(&text, &trust, now)?.to_json())
    }

    fn card_sage_check_metadata as "cardSageCheckMetadata" (text: String, metadata: String) -> String {
        Ok(sage::check_metadata(&text, &V4::from_json(&metadata)?)?.to_report())
    }

    fn card_sage_merge as "cardSageMerge" (text: String, metadata: String, allow_foreign_id: bool, allow_unproven: bool, now: f64) -> String {
        let policy = MergePolicy { allow_foreign_id, allow_unproven };
        sage::merge(&text, &V4::from_json(&metadata)?, policy, Some(UnixSeconds::from_number(now)))
    }

    fn card_sage_to_a2a as "cardSageToA2a" (text: String, version: String, media_type: String) -> String {
        sage::to_a2a(&text, &version, &media_type)
    }

    fn card_sage_from_a2a as "cardSageFromA2a" (text: String, metadata: String) -> String {
        sage::from_a2a(&text, &V4::from_json(&metadata)?)
    }
}
