//! The key that made a signature: one shape in the results of all verifiers.

mod documents;
mod identity;
mod sage;

use std::rc::Rc;

use countersign_core::{
    aid::Anchors,
    encoding::frames,
    handshake::Suite,
    identity::aid::document,
    keys::SecretKey,
    receipt::{self, Expected, envelope::Kind},
    time::UnixSeconds,
    trust::{Prepared, Trust},
};
use countersign_testkit::{
    keys::{multi, pinned, secret},
    records::sign_document,
};
use serde_json::{Value, json};

use crate::support::{
    handshake::{self as agents, alice, bob},
    receipts::{self, AGENT, NOTARY, START, trust},
    trust::frame_of,
};

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

type Verifier = fn(&Trust) -> Value;

/// Every verifier, and whether it looks at the caller's own trust input; chains of receipts have a copy.
const VERIFIERS: [(&str, Verifier, bool); 21] = [
    ("jws", documents::jws, true),
    ("card", documents::card, true),
    ("card, of a signature", |trust| documents::card(trust)["signatures"][0].clone(), true),
    ("data integrity", documents::secured, true),
    ("http", documents::http, true),
    ("receipt", documents::receipt, true),
    ("chain of receipts", documents::chain_report, false),
    ("envelope, JWS", |trust| documents::sealed(Kind::Jws, trust), true),
    ("envelope, DSSE", |trust| documents::sealed(Kind::Dsse, trust), true),
    ("envelope, COSE", |trust| documents::sealed(Kind::Cose, trust), true),
    ("grant", identity::granted, true),
    ("ceiling of grants", identity::excluded_by_grants, true),
    ("lineage", identity::spawned, true),
    ("ceiling of a lineage", identity::excluded_by_lineage, true),
    ("declaration", identity::declared, true),
    ("absence", documents::absent, false),
    ("certificate", identity::certified, true),
    ("proof of possession", identity::proof_of_possession, true),
    ("checkpoint", documents::noted, true),
    ("message of SAGE", sage::message, true),
    ("proof of possession of SAGE", sage::proof, true),
];

#[test]
fn every_verifier_with_a_trust_input_says_it_in_one_shape() {
    let own = proven(&secret(1), &json!({ "id": ID, "controller": AGENT }));
    for (verifier, verify, _) in VERIFIERS {
        assert_eq!(verify(&controlled())["signer"], own, "{verifier}");
    }
    assert_eq!(sage::responder(&controlled())["signer"], own, "handshake of SAGE");
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
    for verify in [
        documents::noted,
        identity::proof_of_possession,
        sage::message,
        sage::proof,
        sage::responder,
    ] {
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
