//! See `countersign_core::receipt::aid`. Several receipts cross as frames;
//! times cross as decimal text, because they have 64 bits.

use countersign_core::{
    Error,
    aid::{Anchors, Micros},
    keys::PublicKey,
    receipt::aid,
};

use crate::{trust, unsigned};

boundary! {
    fn receipt_aid_unsigned as "receiptAidUnsigned" (draft: String, key: &[u8]) -> u32 {
        unsigned::insert(aid::unsigned(&draft, &PublicKey::from_tagged(key)?)?)
    }

    fn receipt_aid_unsigned_witness as "receiptAidUnsignedWitness" (receipt: String, key: &[u8], time: String) -> u32 {
        let time = Micros::from_text(&time)?.0;
        unsigned::insert(aid::unsigned_witness(&receipt, &PublicKey::from_tagged(key)?, time)?)
    }

    fn receipt_aid_verify as "receiptAidVerify" (receipt: String, trust: u32, identities: &[u8], now: String) -> String {
        Ok(aid::verify(&receipt, &anchors(trust, identities, &now)?)?.to_text())
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
