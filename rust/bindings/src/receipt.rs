//! See `countersign_core::receipt`.

use countersign_core::{
    Error,
    encoding::document::{Document, Numbers},
    receipt::{
        Draft, Expected, Receipt, Witness, content_hash,
        envelope::{self, Seal},
        query, unsigned_rotation, verify, verify_batch, with_next,
    },
};

use crate::{host, trust, unsigned};

/// The receipt before, if there is one: empty text is `None`.
fn previous(text: &str) -> Result<Option<Receipt>, Error> {
    if text.is_empty() { Ok(None) } else { Receipt::from_json(text.as_bytes()).map(Some) }
}

boundary! {
    fn receipt_unsigned as "receiptUnsigned" (draft: String, before: String) -> u32 {
        unsigned::insert(Draft::new(&draft, previous(&before)?.as_ref())?.into_unsigned()?)
    }

    fn receipt_rotation_unsigned as "receiptRotationUnsigned" (draft: String, key_id: String, algorithm: String, key: &[u8], before: String) -> u32 {
        let draft = with_next(&draft, &key_id, &algorithm, key)?;
        unsigned::insert_by_two(unsigned_rotation(&draft, previous(&before)?.as_ref())?)
    }

    fn receipt_id as "receiptId" (receipt: String) -> String {
        Ok(Receipt::from_json(receipt.as_bytes())?.id().to_string())
    }

    fn receipt_content_hash as "receiptContentHash" (content: String) -> String {
        Ok(content_hash(Document::read(content.as_bytes(), Numbers::Exact)?.root())?.to_string())
    }

    fn receipt_leaf_hashes as "receiptLeafHashes" (list: &[u8]) -> host::Public {
        Ok(query::leaf_hashes(list)?.into())
    }

    fn receipt_witness_unsigned as "receiptWitnessUnsigned" (receipt: String, witness: String) -> u32 {
        unsigned::insert(Witness::from_json(&witness)?.into_unsigned(Receipt::from_json(receipt.as_bytes())?)?)
    }

    fn receipt_verify as "receiptVerify" (receipt: String, trust: u32, now: f64, skew: f64, id: String, content: String, witnesses: f64, max_checks: f64) -> String {
        let expected = Expected::from_parts(now, skew, &id, &content, witnesses, max_checks)?;
        let receipt = Receipt::from_json(receipt.as_bytes())?;
        let verified = verify(&receipt, &*trust::get(trust)?, &expected)?;
        Ok(verified.to_json())
    }

    fn receipt_verify_batch as "receiptVerifyBatch" (list: &[u8], trust: u32, now: f64, skew: f64, witnesses: f64, max_checks: f64) -> String {
        verify_batch(list, &*trust::get(trust)?, &Expected::from_parts(now, skew, "", "", witnesses, max_checks)?)
    }

    fn receipt_envelope_unsigned as "receiptEnvelopeUnsigned" (kind: String, receipt: String, algorithm: String, key_id: String) -> u32 {
        let seal = Seal { algorithm: algorithm.parse()?, key_id: &key_id };
        unsigned::insert(envelope::unsigned(kind.parse()?, receipt.as_bytes(), seal)?)
    }

    fn receipt_envelope_verify as "receiptEnvelopeVerify" (kind: String, sealed: &[u8], trust: u32, now: f64, skew: f64, id: String, content: String, witnesses: f64, max_checks: f64) -> String {
        let expected = Expected::from_parts(now, skew, &id, &content, witnesses, max_checks)?;
        envelope::verify(kind.parse()?, sealed, &*trust::get(trust)?, &expected)
    }

    fn receipt_query as "receiptQuery" (list: &[u8], asked: String) -> String {
        query::select_json(list, &asked)
    }
}
