//! The key that made a signature: one shape in the results of all verifiers.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "support/handshake.rs"]
mod agents;
#[path = "support/receipts.rs"]
mod receipts;
#[path = "support/trust.rs"]
mod trust_input;

use std::rc::Rc;

use agents::{alice, bob};
use countersign_core::{
    aid::Anchors,
    card::{self, Reading, VerifyOptions},
    checkpoint::{self, Checkpoint, NoteKey},
    data_integrity,
    encoding::{base64url, frames, json::parse_object},
    grant, guard,
    handshake::{
        Suite,
        sage::{Incoming, Initiator, Opening, Responder},
    },
    http_sig::{self, Keys, Message},
    identity::{
        aid::document,
        certificate::{self, Statement},
        derivation::Purpose,
        negative::{self, Asked, Query},
        spawn,
    },
    jws::{self, Form, Shape},
    keys::{Algorithm, KeyType, SecretKey, sage_data::StoredKey},
    pop::{self, Challenge},
    receipt::{
        self, Expected,
        chain::{Chain, Policy},
        envelope::{self, Kind, Seal},
    },
    session::sage::Limits,
    time::UnixSeconds,
    trust::{Prepared, Trust},
};
use countersign_testkit::{
    FixedRng,
    keys::{did, multi, pinned, secret, secret_of, sign},
    records::{sign_document, sign_grant, sign_record, sign_spawn},
};
use receipts::{AGENT, NOTARY, START, trust};
use serde_json::{Value, json};
use trust_input::frame_of;

const NOW: UnixSeconds = UnixSeconds(START / 1000);
const ID: &str = "did:web:agent.example#key-1";

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What is said of a key, with what the trust input says of it.
fn proven(key: &SecretKey, more: &Value) -> Value {
    let key_type = key.public_key().key_type().as_str();
    let mut facts =
        json!({ "publicKeyMultibase": multi(key), "type": key_type, "trust": "trusted" });
    for (name, value) in more.as_object().unwrap() {
        facts[name] = value.clone();
    }
    facts
}

/// The agent's key under its name, with a controller.
fn controlled() -> Trust {
    let mut trust = trust();
    trust.keys[0].controller = Some(AGENT.into());
    trust
}

fn jws(trust: &Trust) -> Value {
    let header = parse_object(json!({ "kid": ID }).to_string().as_bytes()).unwrap();
    let shape = Shape::new(Form::Compact, false);
    let unsigned = jws::unsigned(header, Algorithm::Ed25519, b"x", shape).unwrap();
    let text = sign_document(unsigned, &secret(1));
    let verified = jws::verify_json(&text, None, trust, "{}").unwrap().to_bytes();
    let facts = frames::whole(&verified).unwrap().next().unwrap();
    read(core::str::from_utf8(facts).unwrap())["signatures"][0].clone()
}

fn card(trust: &Trust) -> Value {
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

fn secured(trust: &Trust) -> Value {
    let options = json!({ "verificationMethod": ID, "proofPurpose": "assertionMethod" });
    let (document, options) = (br#"{"a":1}"#, options.to_string());
    let made = data_integrity::unsigned(document, options.as_bytes(), Algorithm::Ed25519);
    let text = sign_document(made.unwrap(), &secret(1));
    let facts = data_integrity::verify_json(text.as_bytes(), trust, "{}");
    read(&facts.unwrap())["proofs"][0].clone()
}

fn http(trust: &Trust) -> Value {
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

fn receipt(trust: &Trust) -> Value {
    let made = receipts::issue(AGENT, None, &json!({}));
    read(&receipt::verify(&made, trust, &Expected::default()).unwrap().to_json())
}

fn chain(trust: &Trust) -> Value {
    let made = receipts::issue(AGENT, None, &json!({})).to_json().unwrap();
    let mut chain = Chain::new(trust.clone(), Policy::default());
    chain.push(made.as_bytes());
    read(&chain.report().to_json())
}

fn sealed(kind: Kind, trust: &Trust) -> Value {
    let made = receipts::issue(AGENT, None, &json!({})).to_json().unwrap();
    let seal = Seal { algorithm: Algorithm::Ed25519, key_id: ID };
    let unsigned = envelope::unsigned(kind, made.as_bytes(), seal).unwrap();
    let bytes = unsigned.sign(&secret(1), SecretKey::sign).unwrap();
    let opened = envelope::verify(kind, &bytes, trust, &Expected::default()).unwrap();
    read(&opened)["envelope"].clone()
}

fn grant() -> Value {
    let child = secret(7);
    let record = json!({
        "type": "countersign/grant/v1", "algorithm": "ed25519",
        "issuer": AGENT, "issuerKey": multi(&secret(1)), "keyId": ID,
        "subject": did(&child), "subjectKey": multi(&child), "capabilities": ["read:docs"],
        "constraints": {}, "delegation": 0, "issued": NOW.0, "nonce": base64url::encode(&[7; 16]),
    });
    sign_grant(&record, &secret(1))
}

fn granted(trust: &Trust) -> Value {
    let (options, status) = (grant::Options::at(NOW), grant::Status::default());
    let report = grant::verify_chain(&json!([grant()]).to_string(), trust, &options, &status);
    read(&report.to_json())
}

fn excluded_by_grants(trust: &Trust) -> Value {
    let (chain, options) = (json!([grant()]).to_string(), spawn::Options::new(NOW));
    let report = negative::exclude_by_grants("delete:docs", &chain, trust, &options);
    read(&report.unwrap().to_json())
}

fn lineage() -> String {
    let child = secret(7);
    let draft = json!({
        "algorithm": "ed25519", "parent": AGENT, "parentKey": multi(&secret(1)), "keyId": ID,
        "child": did(&child), "childKey": multi(&child), "purpose": "reads the docs",
        "ceiling": ["read:docs"], "depth": 0, "children": 0, "number": 0,
        "issued": NOW.0, "expires": NOW.0 + 60, "nonce": base64url::encode(&[7; 16]),
    });
    let record = spawn::prepare("", &draft.to_string()).unwrap();
    json!([{ "spawn": sign_spawn(&record, &secret(1)) }]).to_string()
}

fn spawned(trust: &Trust) -> Value {
    let (options, given) = (spawn::Options::new(NOW), spawn::Evidence::default());
    read(&spawn::verify(&lineage(), trust, &options, &given).to_json())
}

fn excluded_by_lineage(trust: &Trust) -> Value {
    let options = spawn::Options::new(NOW);
    let report = negative::exclude_by_lineage("delete:docs", &lineage(), trust, &options);
    read(&report.unwrap().to_json())
}

fn declared(trust: &Trust) -> Value {
    let record = json!({
        "type": "countersign/negative-declaration/v1", "algorithm": "ed25519",
        "declarer": AGENT, "key": multi(&secret(1)), "keyId": ID, "capabilities": ["read:docs"],
        "from": NOW.0, "until": NOW.0 + 60, "issued": NOW.0,
        "nonce": base64url::encode(&[7; 16]),
    });
    let word = sign_record(&record.to_string(), &secret(1), negative::unsigned);
    let asked = Asked::from_json(&json!({ "now": NOW.0 }).to_string()).unwrap();
    let facts = negative::verify_declaration(&word.to_string(), &[], trust, &asked);
    read(&facts.unwrap())
}

fn absent(trust: &Trust) -> Value {
    let made = receipts::issue(AGENT, None, &json!({})).to_json().unwrap();
    let list = countersign_testkit::frames(&[made.into()]);
    let query = Query::from_json(&json!({ "actions": ["deploy"] }).to_string()).unwrap();
    let report = negative::absence(&list, trust.clone(), Policy::default(), &query).unwrap();
    read(&report.to_json())
}

fn certified(trust: &Trust) -> Value {
    let device = secret(7);
    let statement = Statement {
        identity: AGENT.into(),
        issuer: secret(1).public_key().clone(),
        algorithm: Algorithm::Ed25519,
        purpose: Purpose::Device,
        context: "laptop".into(),
        key: device.public_key().clone(),
        not_before: NOW,
        not_after: UnixSeconds(NOW.0 + 60),
    };
    let signature = sign(&secret(1), &statement.to_bytes().unwrap());
    let possession = statement.possession_bytes().unwrap();
    let possession = device.sign(Algorithm::Ed25519, &possession).unwrap();
    let certificate = statement.attach(&signature, &possession).unwrap();
    let (purpose, now) = (Purpose::Device, NOW);
    let expected =
        certificate::Expected { trust, purpose, key: None, context: None, now, skew: 60 };
    certificate::verify(certificate, &expected).unwrap().to_json()
}

fn proof_of_possession(trust: &Trust) -> Value {
    let end = UnixSeconds(NOW.0 + 60);
    let challenge = Challenge::new("https://a.example", &[7; 16], NOW, end, None).unwrap();
    let key = secret(1).public_key().clone();
    let statement = pop::Statement::new(AGENT, Algorithm::Ed25519, key, &challenge, NOW).unwrap();
    let text = sign_document(statement.into_unsigned().unwrap(), &secret(1));
    let proof = pop::Proof::from_json(&text).unwrap();
    let expected = pop::Expected { did: AGENT, trust, challenge: &challenge, now: NOW, skew: 60 };
    read(&pop::verify(proof, &expected).unwrap().to_json())
}

fn noted(trust: &Trust) -> Value {
    let (origin, name) = ("log.example", "log.example");
    let note_key = NoteKey::new(name, secret(1).public_key().clone()).unwrap();
    let checkpoint = Checkpoint::from_parts(origin, 1, &[7; 32], b"").unwrap();
    let note = sign_document(checkpoint::unsigned(&checkpoint, note_key).unwrap(), &secret(1));
    let expected = checkpoint::Expected { origin, name, now: NOW };
    read(&checkpoint::verify_note(&note, trust, &expected).unwrap().to_json())
}

fn sage_message(trust: &Trust) -> Value {
    let message = json!({ "agentDid": AGENT, "messageId": "m", "nonce": "n", "body": "b",
        "timestamp": "2025-10-09T08:53:20Z" });
    let message = guard::sage::Message::from_json(&message.to_string()).unwrap();
    let signature = sign(&secret(1), message.base().unwrap().as_bytes());
    read(&message.verify(trust, &signature, message.sent(), 300).unwrap())
}

fn sage_proof(trust: &Trust) -> Value {
    let stored = StoredKey::of(secret(1).public_key()).unwrap();
    let unsigned = pop::sage::unsigned(AGENT, &stored, Algorithm::Ed25519).unwrap();
    let proof = unsigned.sign(&secret(1), SecretKey::sign).unwrap();
    let expected = pop::sage::Expected { did: AGENT, trust, stored: None, now: NOW };
    read(&pop::sage::verify_trusted(&proof, &expected).unwrap())
}

fn sage_responder(trust: &Trust) -> Value {
    let kem = secret_of(KeyType::X25519, 3);
    let (ts, context, peer) = ("2025-10-09T08:53:20Z", "c", "did:web:server.example");
    let own = pinned([kem.public_key()]);
    let opening = Opening { context, did: AGENT, peer, trust: &own, ts };
    let payload = Initiator::start(&opening, &mut FixedRng(1)).unwrap().payload();
    let signature = &sign(&secret(1), payload.as_bytes());
    let (did, peer, payload) = (peer, AGENT, payload.as_str());
    let incoming = Incoming { did, peer, trust, context, payload, signature, ts, skew: 60 };
    let answer = Responder::accept(&incoming, &kem, &mut FixedRng(2)).unwrap();
    read(&answer.session(Limits::default()).unwrap().describe())
}

type Verifier = fn(&Trust) -> Value;

/// Every verifier, and whether it looks at the caller's own trust input; chains of receipts have a copy.
const VERIFIERS: [(&str, Verifier, bool); 21] = [
    ("jws", jws, true),
    ("card", card, true),
    ("card, of a signature", |trust| card(trust)["signatures"][0].clone(), true),
    ("data integrity", secured, true),
    ("http", http, true),
    ("receipt", receipt, true),
    ("chain of receipts", chain, false),
    ("envelope, JWS", |trust| sealed(Kind::Jws, trust), true),
    ("envelope, DSSE", |trust| sealed(Kind::Dsse, trust), true),
    ("envelope, COSE", |trust| sealed(Kind::Cose, trust), true),
    ("grant", granted, true),
    ("ceiling of grants", excluded_by_grants, true),
    ("lineage", spawned, true),
    ("ceiling of a lineage", excluded_by_lineage, true),
    ("declaration", declared, true),
    ("absence", absent, false),
    ("certificate", certified, true),
    ("proof of possession", proof_of_possession, true),
    ("checkpoint", noted, true),
    ("message of SAGE", sage_message, true),
    ("proof of possession of SAGE", sage_proof, true),
];

#[test]
fn every_verifier_with_a_trust_input_says_it_in_one_shape() {
    let own = proven(&secret(1), &json!({ "id": ID, "controller": AGENT }));
    for (verifier, verify, _) in VERIFIERS {
        assert_eq!(verify(&controlled())["signer"], own, "{verifier}");
    }
    assert_eq!(sage_responder(&controlled())["signer"], own, "handshake of SAGE");
}

#[test]
fn every_verifier_counts_the_key_that_signed() {
    for (verifier, verify, is_own) in VERIFIERS {
        let trust = controlled();
        let counts = [(); 2].map(|()| {
            verify(&trust);
            trust.keys[0].proofs.count()
        });
        assert_eq!(counts[0] > 0 && counts[1] > counts[0], is_own, "{verifier}");
        assert_eq!(trust.keys[1].proofs.count(), 0, "{verifier}, another key");
    }
}

#[test]
fn any_verifier_gives_a_key_its_tables() {
    for (verifier, verify, _) in VERIFIERS.into_iter().filter(|(.., is_own)| *is_own) {
        let mut prepared = Prepared::new();
        let key = json!({ "publicKeyMultibase": multi(&secret(1)), "id": ID, "controller": AGENT });
        let (frame, document) = frame_of(&json!({ "keys": [key] })).unwrap();
        let handle = prepared.prepare(&frame, &document).unwrap();
        let facts = (0..20).map(|_| verify(&prepared.get(handle).unwrap()));
        let facts: Vec<Value> = facts.collect();
        assert!(facts.iter().all(|each| *each == facts[0]), "{verifier}");
        assert_eq!(prepared.tables(), 1, "{verifier}");
    }
}

#[test]
fn a_witness_is_proven_in_the_same_shape() {
    let made = receipts::issue(AGENT, None, &json!({}));
    let seen = receipts::witness(&made, NOTARY, START);
    let facts = receipt::verify(&seen, &trust(), &Expected::default()).unwrap().to_json();
    let notary = proven(&secret(2), &json!({ "id": format!("{NOTARY}#key-1") }));
    assert_eq!(read(&facts)["witnesses"][0]["signer"], notary);
}

#[test]
fn both_sides_of_a_handshake_say_it_in_the_same_shape() {
    let (alice, bob) = (alice(), bob());
    let (initiator, first) = alice.start(&bob, &[Suite::Classical]);
    let (second, theirs) = bob.respond(&first, &alice.document()).unwrap();
    let ours = initiator.finish(&second, &bob.document(), agents::NOW, agents::SKEW).unwrap();
    for (facts, peer) in [(ours.to_json(), &bob), (theirs.to_json(), &alice)] {
        let more = json!({ "id": format!("{}#auth", peer.did), "controller": peer.did });
        assert_eq!(read(&facts)["signer"], proven(&peer.signer, &more));
    }
}

#[test]
fn a_key_that_the_caller_gives_by_itself_has_no_name() {
    let (own, trust) = (proven(&secret(1), &json!({})), pinned([secret(1).public_key()]));
    for verify in [noted, proof_of_possession, sage_message, sage_proof, sage_responder] {
        assert_eq!(verify(&trust)["signer"], own);
    }
}

#[test]
fn an_object_of_agentic_identity_says_it_in_the_same_shape() {
    let draft = r#"{"created_at":"5","name":null}"#;
    let key = secret(1).public_key().clone();
    let text = sign_document(document::unsigned(draft, &key).unwrap(), &secret(1));
    let say = |anchors: &Anchors| {
        read(&document::verify(&text, anchors).unwrap().to_json().unwrap())["signer"].clone()
    };
    let mut listed = trust();
    listed.keys[0].controller = None;
    let listed = Anchors::new(Rc::new(listed), b"", None).unwrap();
    assert_eq!(say(&listed), proven(&secret(1), &json!({ "id": ID })));
    let identity = document::verify(&text, &Anchors::embedded()).unwrap().document.id;
    let known =
        Anchors::new(Rc::new(Trust::default()), &frames::join(&[identity.as_bytes()]), None);
    assert_eq!(say(&known.unwrap()), proven(&secret(1), &json!({})));
    let alone = proven(&secret(1), &json!({ "trust": "self-asserted" }));
    assert_eq!(say(&Anchors::embedded()), alone);
}
