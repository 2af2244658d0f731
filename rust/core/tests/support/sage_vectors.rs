//! What the vectors of SAGE are read with.

use countersign_core::encoding::hex;
use serde_json::Value;

/// The member `name` of a case, which is empty where it is missing.
pub fn text<'a>(case: &'a Value, name: &str) -> &'a str {
    case[name].as_str().unwrap_or_default()
}

pub fn bytes(case: &Value, name: &str) -> Vec<u8> {
    hex::decode(text(case, name)).unwrap()
}
