//! See `countersign_core::data_integrity`. Options and policies cross as JSON text.

use countersign_core::data_integrity;

use crate::{trust, unsigned};

boundary! {
    fn data_integrity_unsigned as "dataIntegrityUnsigned" (document: String, options: String, algorithm: String) -> u32 {
        unsigned::insert(data_integrity::unsigned(document.as_bytes(), options.as_bytes(), algorithm.parse()?)?)
    }

    fn data_integrity_verify as "dataIntegrityVerify" (text: String, trust: u32, policy: String) -> String {
        data_integrity::verify_json(text.as_bytes(), &*trust::get(trust)?, &policy)
    }
}
