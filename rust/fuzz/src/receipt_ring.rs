//! Ring proofs of receipts: a proof holds only if a member made it, for this receipt and this scope.

use countersign_core::{
    keys::{KeyType, SecretKey},
    receipt::{
        Receipt,
        ring::{Members, verify},
    },
};

use crate::Target;

const RECEIPT: &[u8] = br#"{"action":"tool.call","actor":"did:web:agent.example","algorithm":"ed25519","content":{"query":"weather","tool":"search"},"keyId":"did:web:agent.example#key-1","sequence":0,"signature":"-rLydtrwZS58eI4-M_z0HGcLCN3yzSFo5qXaMYUDGJQPszpfeuaCQnVObhKcI2x4tfpOH4IRbz65n7zkRcLZDA","time":1760000000000,"type":"countersign/receipt/v1"}"#;
const PLAIN: &[u8] = br#"{"receipt":"sha256:09bd7c705c060e8065ae53a3e7eade9bd551d8a7c6b267146813ef32cbc02fa4","signature":"AQEABB029zfAo8rmC7VRXWO4Jzmt3PBZVyb8_E3DWG3c8-KJRF_joBWVyXDhe2MRc79nqkBUIZLsgT2EtmDtZH6oJQUC25svi3bZaniF2kn524lDU_p6RTILt0Rz4cqjFWRYD9hLZaidNTSHmJe7_eOqOJNNjjrwpuOBe0P_UrrgP8EAbg2dUBZuDv98EoHIPO8gC7spImYTDNdodMJbPRWqUgZGZGdBToYtbW_7OnZ2toWNCkOZ84yC0Yh7FHdp6V8HAg","type":"countersign/receipt-ring/v1"}"#;
const SCOPED: &[u8] = br#"{"receipt":"sha256:09bd7c705c060e8065ae53a3e7eade9bd551d8a7c6b267146813ef32cbc02fa4","scope":"audits of 2026","signature":"AQEABOx1AkHqbi62Rxz-9mzYMbWk8j_X87W2jPJ7EUeuahs7_i5gR5JxEI8VfPGvXvrZFrSUEqQCU0t7v09i2T_1FAS2U0zsfnSOw4dvnYuqDuQljREX-tkkeWJBYvLKQobqCn5cDaLqxrA-KKwFeSTUUT9jl3EwwbX68d0skxFyTCgMmsSVBIgDD9yx5wXSaVgRgHNX1H_Gn4dufhEmL3WOVg-laNBEiOKQ8Fw0zKmdLHNm2catBiro1B07xS7TrgejDA","type":"countersign/receipt-ring/v1"}"#;

pub(crate) const RECEIPT_RING: Target =
    Target { name: "receipt_ring", run, seeds: &[PLAIN, SCOPED] };

fn run(data: &[u8]) {
    let Ok(receipt) = Receipt::from_json(RECEIPT) else { return };
    let keys: Vec<u8> = (1..=4)
        .filter_map(|fill| SecretKey::from_bytes(KeyType::Ed25519, &[fill; 32]).ok())
        .flat_map(|key| key.public_key().as_bytes().to_vec())
        .collect();
    let members = Members { key_type: KeyType::Ed25519, keys: &keys };
    let plain = verify(data, &receipt, members, None).is_ok();
    let scoped = verify(data, &receipt, members, Some("audits of 2026")).is_ok();
    assert!(!(plain && scoped), "a proof has one scope");
    let others = Members { key_type: KeyType::Ed25519, keys: keys.get(32..).unwrap_or_default() };
    assert!(verify(data, &receipt, others, None).is_err(), "a proof has one ring");
}
