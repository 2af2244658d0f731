//! Who signed a document: JWS, cards, proofs, HTTP messages, checkpoints, receipts and their envelopes.

use countersign_core::{
    card::{self, Reading, VerifyOptions},
    checkpoint::{self, Checkpoint, NoteKey},
    data_integrity,
    encoding::{base64url, frames},
    http_sig::{self, Keys, Message},
    identity::negative::{self, Query},
    jws::{self, Form, Shape},
    keys::{Algorithm, SecretKey},
    receipt::{
        self, Expected,
        chain::{Chain, Policy},
        envelope::{self, Kind, Seal},
    },
    trust::Trust,
};
use countersign_testkit::{
    keys::{secret, sign},
    records::{document, sign_document},
};
use serde_json::{Value, json};

use super::{
    ID, NOW, read,
    receipts::{self, AGENT},
};

pub(crate) fn jws(trust: &Trust) -> Value {
    let header = document(&json!({ "kid": ID }));
    let shape = Shape::new(Form::Compact, false);
    let unsigned = jws::unsigned(header.root(), Algorithm::Ed25519, b"x", shape).unwrap();
    let text = sign_document(unsigned, &secret(1));
    let verified = jws::verify_json(&text, None, trust, "{}").unwrap().to_bytes();
    let facts = frames::whole(&verified).unwrap().next().unwrap();
    read(core::str::from_utf8(facts).unwrap())["signatures"][0].clone()
}

pub(crate) fn card(trust: &Trust) -> Value {
    let card = json!({
        "name": "Agent", "description": "Reports", "version": "1.0.0",
        "supportedInterfaces": [{
            "url": "https://a.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0",
        }],
        "capabilities": {}, "defaultInputModes": [], "defaultOutputModes": [], "skills": [],
    });
    let text = card.to_string();
    let payload = card::parse(text.as_bytes(), false)
        .and_then(|card| Reading::default().payload(&card))
        .unwrap();
    let protected = base64url::encode(json!({ "alg": "EdDSA", "kid": ID }).to_string().as_bytes());
    let input = format!("{protected}.{}", base64url::encode(payload.text.as_bytes()));
    let signature = base64url::encode(&sign(&secret(1), input.as_bytes()));
    let mut signed = card;
    signed["signatures"] = json!([{ "protected": protected, "signature": signature }]);
    let text = signed.to_string();
    let facts = card::verify(text.as_bytes(), trust, VerifyOptions::default()).unwrap().to_json();
    serde_json::from_str(&facts).unwrap()
}

pub(crate) fn secured(trust: &Trust) -> Value {
    let options = json!({ "verificationMethod": ID, "proofPurpose": "assertionMethod" });
    let (document, options) = (br#"{"a":1}"#, options.to_string());
    let made = data_integrity::unsigned(document, options.as_bytes(), Algorithm::Ed25519);
    let text = sign_document(made.unwrap(), &secret(1));
    let facts = data_integrity::verify_json(text.as_bytes(), trust, "{}");
    read(&facts.unwrap())["proofs"][0].clone()
}

pub(crate) fn http(trust: &Trust) -> Value {
    let mut message = json!({ "kind": "request", "method": "GET", "url": "https://a.example/",
        "headers": [] });
    let parsed = |message: &Value| Message::from_json(&message.to_string()).unwrap();
    let options = json!({ "created": NOW.0, "keyid": ID, "algorithm": "ed25519" }).to_string();
    let prepared = http_sig::prepare(parsed(&message), b"", &options).unwrap();
    let signature = sign(&secret(1), prepared.base().as_bytes());
    message["headers"] = read(&prepared.fields(&signature));
    let policy = http_sig::Policy::from_json(&json!({ "now": NOW.0 }).to_string()).unwrap();
    let verified = http_sig::verify(&parsed(&message), b"", Keys::Trust(trust), &policy);
    read(&verified.unwrap().to_json())
}

pub(crate) fn noted(trust: &Trust) -> Value {
    let (origin, name) = ("log.example", "log.example");
    let note_key = NoteKey::new(name, secret(1).public_key().clone()).unwrap();
    let checkpoint = Checkpoint::from_parts(origin, 1, &[7; 32], b"").unwrap();
    let note = sign_document(checkpoint::unsigned(&checkpoint, note_key).unwrap(), &secret(1));
    let expected = checkpoint::Expected { origin, name, now: NOW };
    read(&checkpoint::verify_note(&note, trust, &expected).unwrap().to_json())
}

pub(crate) fn receipt(trust: &Trust) -> Value {
    let made = receipts::issue(AGENT, None, &json!({}));
    read(&receipt::verify(&made, trust, &Expected::default()).unwrap().to_json())
}

pub(crate) fn chain_report(trust: &Trust) -> Value {
    let made = receipts::issue(AGENT, None, &json!({})).to_json().unwrap();
    let mut chain = Chain::new(trust.clone(), Policy::default());
    chain.push(made.as_bytes());
    read(&chain.report().to_json())
}

pub(crate) fn sealed(kind: Kind, trust: &Trust) -> Value {
    let made = receipts::issue(AGENT, None, &json!({})).to_json().unwrap();
    let seal = Seal { algorithm: Algorithm::Ed25519, key_id: ID };
    let unsigned = envelope::unsigned(kind, made.as_bytes(), seal).unwrap();
    let bytes = unsigned.sign(&secret(1), SecretKey::sign).unwrap();
    let opened = envelope::verify(kind, &bytes, trust, &Expected::default()).unwrap();
    read(&opened)["envelope"].clone()
}

pub(crate) fn absent(trust: &Trust) -> Value {
    let made = receipts::issue(AGENT, None, &json!({})).to_json().unwrap();
    let list = countersign_testkit::frames(&[made.into()]);
    let query = Query::from_json(&json!({ "actions": ["deploy"] }).to_string()).unwrap();
    let report = negative::absence(&list, trust.clone(), Policy::default(), &query).unwrap();
    read(&report.to_json())
}
