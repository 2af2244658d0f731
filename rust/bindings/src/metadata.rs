//! See `countersign_core::metadata`.

use countersign_core::{
    keys::PublicKey,
    metadata::{AgentKey, Primary, V1, V4, to_v1, to_v4},
};

boundary! {
    fn metadata_v1 as "metadataV1" (text: String) -> String {
        Ok(V1::from_json(&text)?.to_report())
    }

    fn metadata_v4 as "metadataV4" (text: String) -> String {
        Ok(V4::from_json(&text)?.to_report())
    }

    fn metadata_key as "metadataKey" (key: &[u8], created_at: String) -> String {
        Ok(AgentKey::unverified(&PublicKey::from_tagged(key)?, &created_at)?.to_json())
    }

    fn metadata_to_v4 as "metadataToV4" (text: String, allow_loss: bool) -> String {
        Ok(to_v4(V1::from_json(&text)?, allow_loss)?.to_json())
    }

    fn metadata_to_v1 as "metadataToV1" (text: String, allow_loss: bool) -> String {
        Ok(to_v1(V4::from_json(&text)?, Primary::Verified, allow_loss)?.to_json())
    }

    fn metadata_to_v1_by as "metadataToV1By" (text: String, primary: u32, allow_loss: bool) -> String {
        Ok(to_v1(V4::from_json(&text)?, Primary::index(primary), allow_loss)?.to_json())
    }
}
