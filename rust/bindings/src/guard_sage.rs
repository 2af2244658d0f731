//! See `countersign_core::guard::sage`.

use countersign_core::{
    guard::{
        sage::{self, Message},
        sequence_from_text,
    },
    keys::PublicKey,
    time::{UnixSeconds, check_skew},
};

use crate::{trust, unsigned};

boundary! {
    fn message_sage_base as "messageSageBase" (message: String) -> String {
        Message::from_json(&message)?.base()
    }

    fn message_sage_unsigned as "messageSageUnsigned" (message: String, key: &[u8], algorithm: String) -> u32 {
        unsigned::insert(Message::from_json(&message)?.unsigned(&PublicKey::from_tagged(key)?, algorithm.parse()?)?)
    }

    fn message_sage_verify as "messageSageVerify" (message: String, trust: u32, signature: &[u8], now: f64, skew: f64) -> String {
        let (trust, skew) = (trust::get(trust)?, check_skew(skew)?);
        Message::from_json(&message)?.verify(&trust, signature, UnixSeconds::from_number(now), skew)
    }

    fn message_sage_header_hash as "messageSageHeaderHash" (sequence: String, nonce: String, timestamp: String) -> String {
        Ok(sage::header_hash(sequence_from_text(&sequence)?.unwrap_or_default(), &nonce, &timestamp))
    }
}
