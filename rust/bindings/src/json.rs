//! See `countersign_core::encoding::jcs`.

use countersign_core::encoding::{document::Numbers, jcs};

use crate::host;

boundary! {
    fn encoding_jcs as "encodingJcs" (text: String) -> String {
        jcs::canonicalize_text(text.as_bytes(), Numbers::Exact)
    }

    fn encoding_jcs_bytes as "encodingJcsBytes" (text: &[u8]) -> host::Bytes {
        Ok(jcs::canonicalize_text(text, Numbers::Exact)?.into_bytes().into())
    }

    fn encoding_jcs_doubles as "encodingJcsDoubles" (text: String) -> String {
        jcs::canonicalize_text(text.as_bytes(), Numbers::Doubles)
    }
}
