//! See `countersign_core::data_integrity`. Options and policies cross as JSON text.

use countersign_core::data_integrity;

use crate::{host, trust};

boundary! {
    fn data_integrity_signing_input as "dataIntegritySigningInput" (document: String, options: String, algorithm: String) -> host::Bytes {
        Ok(data_integrity::signing_input(document.as_bytes(), options.as_bytes(), algorithm.parse()?)?.into())
    }

    fn data_integrity_attach as "dataIntegrityAttach" (document: String, options: String, algorithm: String, signature: &[u8]) -> String {
        data_integrity::attach(document.as_bytes(), options.as_bytes(), algorithm.parse()?, signature)
    }

    fn data_integrity_verify as "dataIntegrityVerify" (text: String, trust: u32, policy: String) -> String {
        data_integrity::verify_json(text.as_bytes(), &*trust::get(trust)?, &policy)
    }
}
