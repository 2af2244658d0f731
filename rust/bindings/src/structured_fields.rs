//! See `countersign_core::hazmat::structured_fields`. Values cross as JSON text.

use countersign_core::hazmat::structured_fields::{parse_to_json, serialize_json};

boundary! {
    fn structured_fields_parse as "structuredFieldsParse" (kind: String, text: String) -> String {
        parse_to_json(kind.parse()?, &text)
    }

    fn structured_fields_serialize as "structuredFieldsSerialize" (kind: String, value: String) -> String {
        serialize_json(kind.parse()?, &value)
    }
}
