//! Makes logs of did:plc. DAG-CBOR is written here once more.

use countersign_core::{
    encoding::{
        base64url,
        multibase::{self, Base},
    },
    keys::{KeyType, SecretKey, multikey},
};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// A log in the making: every operation names the same rotation keys.
pub(crate) struct Maker {
    pub(crate) keys: Vec<SecretKey>,
    pub(crate) entries: Vec<Value>,
}

impl Maker {
    /// A log whose rotation keys are of these types.
    pub(crate) fn new(types: &[KeyType]) -> Self {
        let key = |(at, kind): (usize, &KeyType)| {
            SecretKey::from_bytes(*kind, &[u8::try_from(at).unwrap() + 1; 32]).unwrap()
        };
        Self { keys: types.iter().enumerate().map(key).collect(), entries: Vec::new() }
    }

    /// Adds an operation after the entry at a place, signed by one of the keys, at a time in hours.
    pub(crate) fn add(&mut self, previous: Option<usize>, signer: usize, hour: usize, name: &str) {
        let previous = previous.map(|at| self.entries[at]["cid"].clone());
        let operation = json!({
            "type": "plc_operation",
            "rotationKeys": self.keys.iter().map(did_key).collect::<Vec<_>>(),
            "verificationMethods": { "atproto": did_key(&self.keys[0]) },
            "alsoKnownAs": [name],
            "services": {},
            "prev": previous,
        });
        self.append(operation, signer, hour);
    }

    /// Adds an operation of any members, signed by one of the keys, at a time in hours.
    pub(crate) fn append(&mut self, mut operation: Value, signer: usize, hour: usize) {
        let key = &self.keys[signer];
        let algorithm = key.key_type().default_algorithm().unwrap();
        let signature = key.sign(algorithm, &dag_cbor(&operation)).unwrap();
        operation["sig"] = base64url::encode(&signature).into();
        let (day, hour) = (1 + hour / 24, hour % 24);
        let entry = json!({
            "did": "",
            "cid": base32(&[&[1, 0x71, 0x12, 0x20], hash(&operation).as_slice()].concat()),
            "operation": operation,
            "nullified": false,
            "createdAt": format!("2025-01-{day:02}T{hour:02}:00:00.000Z"),
        });
        self.entries.push(entry);
        let did = self.did();
        self.entries.iter_mut().for_each(|entry| entry["did"] = did.clone().into());
    }

    /// The DID of the first operation.
    pub(crate) fn did(&self) -> String {
        let hash = base32(&hash(&self.entries[0]["operation"]));
        format!("did:plc:{}", &hash[1..25])
    }

    pub(crate) fn text(&self) -> String {
        Value::from(self.entries.clone()).to_string()
    }
}

pub(crate) fn did_key(key: &SecretKey) -> String {
    format!("did:key:{}", multikey::encode(key.public_key()))
}

fn hash(operation: &Value) -> Vec<u8> {
    Sha256::digest(dag_cbor(operation)).to_vec()
}

fn base32(bytes: &[u8]) -> String {
    multibase::encode(Base::Base32, bytes).unwrap()
}

fn dag_cbor(value: &Value) -> Vec<u8> {
    match value {
        Value::String(text) => [head(3, text.len()), text.as_bytes().to_vec()].concat(),
        Value::Array(items) => {
            [head(4, items.len()), items.iter().flat_map(dag_cbor).collect()].concat()
        }
        Value::Object(members) => map(members),
        Value::Null => vec![0xf6],
        other => panic!("{other} is in no operation"),
    }
}

fn map(members: &Map<String, Value>) -> Vec<u8> {
    let name = |name: &str| dag_cbor(&Value::from(name));
    let mut pairs: Vec<_> = members.iter().map(|(own, one)| (name(own), dag_cbor(one))).collect();
    pairs.sort();
    let pairs = pairs.into_iter().flat_map(|(name, one)| [name, one].concat());
    [head(5, members.len()), pairs.collect()].concat()
}

fn head(major: u8, length: usize) -> Vec<u8> {
    let (major, length) = (major << 5, u8::try_from(length).unwrap());
    if length < 24 { vec![major | length] } else { vec![major | 24, length] }
}
