//! Records that are signed, and the trust that they are verified under.

use countersign_core::{
    Error,
    encoding::{
        base64url,
        document::{Document, Numbers},
        frames, jcs,
    },
    grant,
    identity::spawn,
    keys::SecretKey,
    receipt::{Draft, Receipt},
    trust::{Trust, TrustedKey},
    unsigned::{Unsigned, UnsignedByTwo},
};
use serde_json::Value;

use crate::keys::{secret, sign};

/// Trust in the key of `secret` alone, which has no name.
#[must_use]
pub fn pinned(secret: &SecretKey) -> Trust {
    Trust { keys: vec![TrustedKey::pinned(secret.public_key().clone())], ..Trust::default() }
}

/// The record of a grant, signed by `by`.
#[must_use]
pub fn sign_grant(record: &Value, by: &SecretKey) -> Value {
    sign_record(&record.to_string(), by, grant::unsigned)
}

/// The record of a spawn, signed by `by`.
#[must_use]
pub fn sign_spawn(record: &str, by: &SecretKey) -> Value {
    sign_record(record, by, spawn::unsigned)
}

/// A record, signed by `by`, of a format that reads it by `unsigned`.
#[must_use]
pub fn sign_record(
    record: &str,
    by: &SecretKey,
    unsigned: fn(&str) -> Result<Unsigned, Error>,
) -> Value {
    let unsigned = unsigned(record).unwrap_or_else(|error| panic!("{error}: {record}"));
    serde_json::from_str(&sign_document(unsigned, by)).unwrap()
}

/// A document that is text, signed by `by`.
#[must_use]
pub fn sign_document(unsigned: Unsigned, by: &SecretKey) -> String {
    String::from_utf8(sign_bytes(unsigned, by)).unwrap()
}

/// A document that is text, signed by `first` and then by `second`.
#[must_use]
pub fn sign_by_two(unsigned: UnsignedByTwo, first: &SecretKey, second: &SecretKey) -> String {
    sign_document(unsigned.sign(first, SecretKey::sign).unwrap(), second)
}

/// The receipt of the members `given` after `previous`, signed by `by`.
#[must_use]
pub fn sign_receipt(given: &Value, previous: Option<&Receipt>, by: &SecretKey) -> Receipt {
    let draft = Draft::new(&given.to_string(), previous).unwrap();
    let text = sign_document(draft.into_unsigned().unwrap(), by);
    Receipt::from_json(text.as_bytes()).unwrap()
}

/// A chain of receipts, each made of what `links` has for it and of the receipt before.
pub fn receipts_of<T>(
    links: impl IntoIterator<Item = T>,
    mut make: impl FnMut(T, Option<&Receipt>) -> Receipt,
) -> Vec<Receipt> {
    let mut receipts: Vec<Receipt> = Vec::new();
    for link in links {
        receipts.push(make(link, receipts.last()));
    }
    receipts
}

/// A record with the members of `over` in place of those that it has of these names.
#[must_use]
pub fn with_members(record: &Value, over: &Value) -> Value {
    let mut members = record.as_object().unwrap().clone();
    members.extend(over.as_object().unwrap().clone());
    members.into()
}

/// The text of a receipt of the members `body`, which a draft would refuse, signed by `by`.
#[must_use]
pub fn sign_raw_receipt(body: &Value, by: &SecretKey) -> String {
    let label = frames::join(&[b"countersign/receipt/v1"]);
    let statement = [label, canonical(body).into_bytes()].concat();
    let mut signed = body.clone();
    let signature = base64url::encode(&sign(by, &statement));
    signed.as_object_mut().unwrap().insert("signature".into(), signature.into());
    canonical(&signed)
}

fn canonical(value: &Value) -> String {
    jcs::canonicalize_text(value.to_string().as_bytes(), Numbers::Exact).unwrap()
}

/// A document, signed by `by`.
#[must_use]
pub fn sign_bytes(unsigned: Unsigned, by: &SecretKey) -> Vec<u8> {
    unsigned.sign(by, SecretKey::sign).unwrap()
}

/// A document that is text, with what `sign` answers as its signature.
#[must_use]
pub fn sign_with(unsigned: Unsigned, sign: impl FnOnce(&[u8]) -> Vec<u8>) -> String {
    let signed = unsigned.sign(&secret(1), |_, _, message| Ok(sign(message)));
    String::from_utf8(signed.unwrap()).unwrap()
}

/// A signature as SAGE's key pairs make it.
#[must_use]
pub fn sign_as_sage(message: &[u8], by: &SecretKey) -> Vec<u8> {
    sign_bytes(Unsigned::of_sage(by.public_key(), message).unwrap(), by)
}

/// A value as a text that was read.
#[must_use]
pub fn document(value: &Value) -> Document<'static> {
    Document::read(value.to_string().as_bytes(), Numbers::Exact).unwrap().into_owned()
}

/// The value of a JSON text.
#[must_use]
pub fn tree(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}
