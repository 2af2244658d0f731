//! Keys of libp2p, and their encodings.

use countersign_core::{
    encoding::{hex, multibase::Base},
    peer::PeerId,
};
use serde_json::Value;

/// Checks what a case says about its PeerId.
pub fn holds_id(case: &Value, id: &PeerId) {
    assert_eq!(hex::encode(id.as_bytes()), case["peer_id_bytes"]);
    assert_eq!(id.to_string(), case["peer_id_base58"]);
    let cid = id.to_cid(Base::Base32).unwrap();
    if let Some(theirs) = case["peer_id_cidv1_base32_not_upstream"].as_str() {
        assert_eq!(cid, theirs);
    }
    assert_eq!(PeerId::parse(&cid).unwrap(), *id);
    assert_eq!(PeerId::parse(&id.to_string()).unwrap(), *id);
}
