//! Against serde_json, which writes the members of a type in their order.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::header_hash;
use crate::encoding::{go, hex};

/// What JSON escapes, what Go escapes besides, and what neither does.
const TEXT: &str = "a\"b\\c<d>e&f\u{2028}g\u{2029}h€é\u{1f600}\u{7f}\u{1}\n\t/";

#[test]
fn a_header_is_hashed_as_serde_writes_it() {
    #[derive(Serialize)]
    struct Header<'a> {
        sequence: u64,
        nonce: &'a str,
        timestamp: &'a str,
    }
    for sequence in [0, 1, u64::MAX] {
        let header = Header { sequence, nonce: TEXT, timestamp: TEXT };
        let written = go::escaped(serde_json::to_string(&header).unwrap_or_default());
        let hash = hex::encode(&Sha256::digest(written));
        assert_eq!(header_hash(sequence, TEXT, TEXT), hash);
    }
}
