//! Encodings, black box.

use countersign_core::encoding::hex;
use proptest::prelude::*;

#[test]
fn hex_refuses() {
    for (name, text) in
        [("odd", "0"), ("upper case", "AB"), ("blank", " 0"), ("letter", "0g"), ("not ASCII", "é")]
    {
        assert_eq!(hex::decode(text).unwrap_err().code(), "ERR_ENCODING_MALFORMED", "{name}");
    }
}

proptest! {
    #[test]
    fn hex_round_trips(bytes: Vec<u8>) {
        prop_assert_eq!(hex::decode(&hex::encode(&bytes)).unwrap(), bytes);
    }
}
