//! See `countersign_core::encoding`.

use countersign_core::encoding::hex;

use crate::host;

boundary! {
    fn encoding_hex_encode as "encodingHexEncode" (bytes: &[u8]) -> String {
        Ok(hex::encode(bytes))
    }

    fn encoding_hex_decode as "encodingHexDecode" (text: String) -> host::Bytes {
        Ok(hex::decode(&text)?.into())
    }
}
