//! See `countersign_core::receipt::aid`. Several receipts cross as frames;
//! times cross as decimal text, because they have 64 bits.

use countersign_core::{
    Error,
    aid::{Anchors, Micros},
    keys::PublicKey,
    receipt::aid,
};

use crate::{host, trust};

boundary! {
    fn receipt_aid_signing_input as "receiptAidSigningInput" (draft: String, key: &[u8]) -> host::Bytes {
        Ok(aid::signing_input(&draft, &PublicKey::from_tagged(key)?)?.into_bytes().into())
    }

    fn receipt_aid_attach as "receiptAidAttach" (draft: String, key: &[u8], signature: &[u8]) -> String {
        Ok(aid::attach(&draft, &PublicKey::from_tagged(key)?, signature)?.to_json())
    }

    fn receipt_aid_witness_input as "receiptAidWitnessInput" (receipt: String, key: &[u8], time: String) -> host::Bytes {
        let time = Micros::from_text(&time)?.0;
        Ok(aid::witness_input(&receipt, &PublicKey::from_tagged(key)?, time)?.into_bytes().into())
    }

    fn receipt_aid_attach_witness as "receiptAidAttachWitness" (receipt: String, key: &[u8], time: String, signature: &[u8]) -> String {
        let time = Micros::from_text(&time)?.0;
        Ok(aid::attach_witness(&receipt, &PublicKey::from_tagged(key)?, time, signature)?.to_json())
    }

    fn receipt_aid_verify as "receiptAidVerify" (receipt: String, trust: u32, identities: &[u8], now: String) -> String {
        Ok(aid::verify(&receipt, &anchors(trust, identities, &now)?)?.to_json())
    }

    fn receipt_aid_verify_chain as "receiptAidVerifyChain" (receipts: &[u8], trust: u32, identities: &[u8], now: String, expected: String) -> String {
        aid::verify_chain(receipts, &anchors(trust, identities, &now)?, &expected)
    }

    fn receipt_aid_find_forks as "receiptAidFindForks" (receipts: &[u8], trust: u32, identities: &[u8], now: String) -> String {
        aid::find_forks(receipts, &anchors(trust, identities, &now)?)
    }

    fn receipt_aid_query as "receiptAidQuery" (receipts: &[u8], trust: u32, identities: &[u8], now: String, query: String) -> String {
        aid::query(receipts, &anchors(trust, identities, &now)?, &query)
    }
}

/// The trust input of this profile, at the time `now`.
pub(crate) fn anchors(trust: u32, identities: &[u8], now: &str) -> Result<Anchors, Error> {
    Anchors::new(trust::get(trust)?, identities, Some(Micros::from_text(now)?))
}
