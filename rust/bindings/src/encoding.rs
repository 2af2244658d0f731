//! See `countersign_core::encoding`.

use countersign_core::encoding::{base58, base64, base64url, hex, multibase, varint};

use crate::host;

boundary! {
    fn encoding_hex_encode as "encodingHexEncode" (bytes: &[u8]) -> String {
        Ok(hex::encode(bytes))
    }

    fn encoding_hex_decode as "encodingHexDecode" (text: String) -> host::Bytes {
        Ok(hex::decode(&text)?.into())
    }

    fn encoding_base58_encode as "encodingBase58Encode" (bytes: &[u8]) -> String {
        base58::encode_limited(bytes)
    }

    fn encoding_base58_decode as "encodingBase58Decode" (text: String) -> host::Bytes {
        Ok(base58::decode(&text)?.into())
    }

    fn encoding_base64_encode as "encodingBase64Encode" (bytes: &[u8]) -> String {
        Ok(base64::encode(bytes))
    }

    fn encoding_base64_decode as "encodingBase64Decode" (text: String) -> host::Bytes {
        Ok(base64::decode(&text)?.into())
    }

    fn encoding_base64url_encode as "encodingBase64urlEncode" (bytes: &[u8]) -> String {
        Ok(base64url::encode(bytes))
    }

    fn encoding_base64url_decode as "encodingBase64urlDecode" (text: String) -> host::Bytes {
        Ok(base64url::decode(&text)?.into())
    }

    fn encoding_multibase_encode as "encodingMultibaseEncode" (base: String, bytes: &[u8]) -> String {
        multibase::encode(base.parse()?, bytes)
    }

    fn encoding_multibase_base as "encodingMultibaseBase" (text: String) -> String {
        Ok(multibase::base_of(&text)?.name().to_owned())
    }

    fn encoding_multibase_decode as "encodingMultibaseDecode" (text: String) -> host::Bytes {
        Ok(multibase::decode(&text)?.1.into())
    }

    fn encoding_varint_encode as "encodingVarintEncode" (value: f64) -> host::Public {
        Ok(varint::encode_number(value)?.into())
    }

    fn encoding_varint_decode as "encodingVarintDecode" (bytes: &[u8]) -> String {
        varint::decode_to_json(bytes)
    }
}
