//! Trust inputs spelled in JSON, with keys as Multikey text, and framed as a host frames them.

use std::rc::Rc;

use countersign_core::{
    Error,
    aid::{Anchors, Micros},
    did::Purpose,
    encoding::frames,
    keys::multikey,
    trust::Trust,
};
use serde_json::{Value, json};

/// Reads `{ keys?, document?, allowEmbeddedKey? }`.
pub fn trust_of(input: &Value) -> Result<Trust, Error> {
    let (frame, document) = frame_of(input)?;
    Trust::from_frame(&frame, &document)
}

/// As [`trust_of`], with `identities`.
pub fn anchors_of(input: &Value, now: Option<Micros>) -> Result<Anchors, Error> {
    let names = input.get("identities").and_then(Value::as_array).into_iter().flatten();
    let names: Vec<&[u8]> = names.map(|name| name.as_str().unwrap().as_bytes()).collect();
    let identities = frames::join(&names);
    Anchors::new(Rc::new(trust_of(input)?), &identities, now)
}

/// Trusts the identities of a list, and no key.
pub fn roots(identities: &Value) -> Anchors {
    anchors_of(&json!({ "identities": identities }), None).unwrap()
}

/// The frame of the keys, and the text of the document.
pub fn frame_of(input: &Value) -> Result<(Vec<u8>, String), Error> {
    let none = Vec::new();
    let keys = input.get("keys").map_or(&none, |keys| keys.as_array().unwrap());
    let mut frame = vec![u8::from(input["allowEmbeddedKey"] == true)];
    frame.extend(u32::try_from(keys.len()).unwrap().to_be_bytes());
    for key in keys {
        add_key(&mut frame, key)?;
    }
    Ok((frame, input.get("document").map(Value::to_string).unwrap_or_default()))
}

fn add_key(frame: &mut Vec<u8>, key: &Value) -> Result<(), Error> {
    let text = |name: &str| key.get(name).map(|text| sized(text.as_str().unwrap().as_bytes()));
    let time = |name: &str| key.get(name).map(|time| time.as_f64().unwrap().to_be_bytes().to_vec());
    let purposes = key.get("purposes").map(|named| vec![bits_of(named)]);
    let revoked = (key["revoked"] == true).then(Vec::new);
    let (expires, from, until) = (time("expires"), time("from"), time("until"));
    let algorithm = text("algorithm");
    let members =
        [text("id"), text("controller"), purposes, algorithm, revoked, expires, from, until];
    let there = members.iter().rev().fold(0, |bits, member| bits << 1 | u8::from(member.is_some()));
    let multibase = key["publicKeyMultibase"].as_str().unwrap();
    frame.push(there);
    frame.extend(sized(&multikey::decode(multibase)?.to_tagged()));
    members.into_iter().flatten().for_each(|member| frame.extend(member));
    Ok(())
}

fn bits_of(named: &Value) -> u8 {
    let named = named.as_array().unwrap();
    let is_named = |purpose: &Purpose| named.iter().any(|name| name == purpose.as_str());
    Purpose::ALL.iter().rev().fold(0, |bits, purpose| bits << 1 | u8::from(is_named(purpose)))
}

fn sized(bytes: &[u8]) -> Vec<u8> {
    [u32::try_from(bytes.len()).unwrap().to_be_bytes().as_slice(), bytes].concat()
}
