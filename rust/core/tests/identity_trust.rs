//! A history of keys as the trust input of receipts and grants: each key is trusted for its own time.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all identity_trust::` writes
//! `rust/vectors/identity/trust.json`; `ts/test/identityRotation.test.ts` runs it on every engine.

use countersign_core::{
    did,
    encoding::base64url,
    fact::State,
    grant::{self, Options, Status, verify_chain},
    identity::rotation::{History, Inception, Reason},
    keys::{KeyType, SecretKey, multikey},
    receipt::{
        Expected, Receipt, Witness,
        chain::{Chain, Policy},
        unsigned_rotation, verify, with_next,
    },
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{secret, secret_of, sign},
    records::{receipts_of, sign_by_two, sign_document, sign_grant, sign_receipt},
    vectors, write_vectors,
};
use serde_json::{Value, json};

const START: u64 = 1_760_000_000;
const NOW: u64 = START + 1_000;

/// The nth key of the identity. Types take turns.
fn key(number: u8) -> SecretKey {
    let key_type = [KeyType::Ed25519, KeyType::P256, KeyType::Secp256k1][usize::from(number) % 3];
    secret_of(key_type, number + 1)
}

/// Key 0 from the start, key 1 from second 100, not believed from 150, key 2 from 200.
fn history() -> History {
    let algorithm = |key: &SecretKey| key.key_type().default_algorithm().unwrap();
    let first = (key(0).public_key().clone(), algorithm(&key(0)));
    let inception = Inception::new(first.0, first.1, UnixSeconds(START), None).unwrap();
    let signature = sign(&key(0), &inception.to_bytes());
    let mut history = History::start(&inception, &signature).unwrap();
    let compromised = (Reason::Compromised, Some(UnixSeconds(START + 150)));
    for (new, time, why) in [(1, 100, (Reason::Scheduled, None)), (2, 200, compromised)] {
        let next = (key(new).public_key().clone(), algorithm(&key(new)));
        let rotation = history.rotation(next, UnixSeconds(START + time), why, None).unwrap();
        let unsigned = history.unsigned_rotation(rotation).unwrap();
        history = History::read(&sign_by_two(unsigned, &key(new - 1), &key(new))).unwrap();
    }
    history
}

/// The members of a receipt of the identity, signed by a key at a second.
fn draft_of(by: u8, second: u64) -> Value {
    let id = history().id().to_owned();
    let algorithm = key(by).key_type().default_algorithm().unwrap();
    json!({
        "actor": id, "keyId": format!("{id}#key-{by}"), "algorithm": algorithm.as_str(),
        "action": "tool.call", "content": second, "time": (START + second) * 1000,
    })
}

fn receipt_by(by: u8, second: u64, previous: Option<&Receipt>) -> Receipt {
    sign_receipt(&draft_of(by, second), previous, &key(by))
}

/// A chain whose receipts are signed by these keys at these seconds.
fn chain_by(links: &[(u8, u64)]) -> Vec<Receipt> {
    receipts_of(links, |(by, second), previous| receipt_by(*by, *second, previous))
}

/// A grant of the identity to another key.
fn grant(by: u8, second: u64) -> Value {
    let subject = key(9);
    let record = json!({
        "type": "countersign/grant/v1",
        "algorithm": key(by).key_type().default_algorithm().unwrap().as_str(),
        "issuer": history().id(), "issuerKey": multikey::encode(key(by).public_key()),
        "subject": did::key::from_public_key(subject.public_key()).unwrap().to_string(),
        "subjectKey": multikey::encode(subject.public_key()),
        "capabilities": ["read:docs/**"], "constraints": {}, "delegation": 0,
        "issued": START + second, "nonce": base64url::encode(&[7; 16]),
    });
    sign_grant(&record, &key(by))
}

fn expected() -> Expected {
    Expected { now: Some(NOW * 1000), ..Expected::default() }
}

/// The code with which one object is refused.
fn judge_receipt(receipt: &Receipt, trust: &Trust) -> Option<&'static str> {
    verify(receipt, trust, &expected()).err().map(|error| error.code())
}

fn judge_chain(receipts: &[Receipt], trust: &Trust) -> Option<&'static str> {
    let policy = Policy { each: expected(), ..Policy::default() };
    let mut chain = Chain::new(trust.clone(), policy);
    receipts.iter().for_each(|receipt| chain.push(receipt.to_json().unwrap().as_bytes()));
    match chain.report().state("signatures") {
        State::Refused { error, .. } => Some(error.code()),
        State::Ok | State::Unchecked => None,
    }
}

fn judge_grant(chain: &Value, trust: &Trust) -> Option<&'static str> {
    let options = Options { complete: true, ..Options::for_time(UnixSeconds(NOW)) };
    let status = Status::from_frames(&[]).unwrap();
    let report = verify_chain(&chain.to_string(), trust, &options, &status);
    grant::Report::require(&report, &[grant::Fact::Identities]).err().map(|error| error.code())
}

fn value(receipt: &Receipt) -> Value {
    serde_json::from_str(&receipt.to_json().unwrap()).unwrap()
}

/// What the identity signed, and with which code it is refused.
fn objects() -> Vec<Value> {
    let key_missing = Some("ERR_RECEIPT_KEY");
    let receipts = [
        (0, 0, None),
        (0, 99, None),
        (0, 100, key_missing),
        (1, 99, key_missing),
        (1, 100, None),
        (1, 150, key_missing),
        (2, 199, key_missing),
        (2, 200, None),
    ];
    let chains: [(&[(u8, u64)], _); 4] = [
        (&[(0, 10), (0, 20), (1, 120), (1, 140), (2, 300)], None),
        (&[(0, 10), (0, 20), (0, 120)], key_missing),
        (&[(0, 10), (1, 120), (1, 160), (2, 300)], key_missing),
        (&[(1, 10), (1, 120)], key_missing),
    ];
    let grants =
        [(0, 50, None), (0, 120, Some("ERR_GRANT_ROOT")), (1, 160, Some("ERR_GRANT_ROOT"))];
    let row =
        |kind: &str, object: Value, code| json!({ "kind": kind, "object": object, "code": code });
    let receipts =
        receipts.map(|(by, time, code)| row("receipt", value(&receipt_by(by, time, None)), code));
    let chains = chains
        .map(|(links, code)| row("receipts", chain_by(links).iter().map(value).collect(), code));
    let grants = grants.map(|(by, time, code)| row("grants", json!([grant(by, time)]), code));
    receipts.into_iter().chain(chains).chain(grants).collect()
}

fn read(value: &Value) -> Receipt {
    Receipt::from_json(value.to_string().as_bytes()).unwrap()
}

#[test]
fn each_key_signs_in_its_own_time() {
    write_vectors("identity/trust.json", || {
        let text: Value = serde_json::from_str(&history().to_text()).unwrap();
        json!({ "id": history().id(), "history": text, "now": NOW, "objects": objects() })
    });
    let file = vectors("identity/trust.json");
    let history = History::verify(&file["history"].to_string(), file["id"].as_str().unwrap());
    let trust = history.unwrap().trust();
    for row in file["objects"].as_array().unwrap() {
        let object = &row["object"];
        let code = match row["kind"].as_str().unwrap() {
            "receipt" => judge_receipt(&read(object), &trust),
            "receipts" => {
                let all: Vec<Receipt> = object.as_array().unwrap().iter().map(read).collect();
                judge_chain(&all, &trust)
            }
            _ => judge_grant(object, &trust),
        };
        assert_eq!(code, row["code"].as_str(), "{row}");
    }
}

#[test]
fn the_history_names_whose_key_it_is() {
    let (receipt, trust) = (receipt_by(0, 50, None), history().trust());
    let facts: Value =
        serde_json::from_str(&verify(&receipt, &trust, &expected()).unwrap().to_json()).unwrap();
    assert_eq!((&facts["signer"]["trust"], &facts["unproven"]), (&json!("trusted"), &json!([])));
    let other = Trust {
        keys: vec![TrustedKey {
            controller: Some("did:web:m.example".into()),
            ..trust.keys[0].clone()
        }],
        ..Trust::default()
    };
    assert_eq!(judge_receipt(&receipt, &other), Some("ERR_RECEIPT_ACTOR"));
}

/// A rotation inside the chain hands over to a key of the history, which holds from its own time on.
#[test]
fn a_rotation_in_the_chain_does_not_outrun_the_history() {
    let trust = history().trust();
    let handed = |second: u64, next: u8| {
        let first = receipt_by(0, 10, None);
        let members = draft_of(0, second);
        let (name, algorithm) =
            (format!("{}#key-{next}", history().id()), key(next).key_type().default_algorithm());
        let tagged = key(next).public_key().to_tagged();
        let mut members = members.as_object().unwrap().clone();
        members.remove("action");
        let text = Value::Object(members).to_string();
        let text = with_next(&text, &name, algorithm.unwrap().as_str(), &tagged).unwrap();
        let unsigned = unsigned_rotation(&text, Some(&first)).unwrap();
        let text = sign_by_two(unsigned, &key(next), &key(0));
        vec![first, Receipt::from_json(text.as_bytes()).unwrap()]
    };
    let with = |mut receipts: Vec<Receipt>, by: u8, second: u64| {
        receipts.push(receipt_by(by, second, receipts.last()));
        judge_chain(&receipts, &trust)
    };
    assert_eq!(with(handed(90, 1), 1, 110), None);
    assert_eq!(with(handed(90, 1), 1, 95), Some("ERR_RECEIPT_KEY"));
    assert_eq!(with(handed(90, 1), 1, 160), Some("ERR_RECEIPT_KEY"));
    // The old key may not hand over once its time is past.
    assert_eq!(judge_chain(&handed(110, 1), &trust), Some("ERR_RECEIPT_KEY"));
}

/// A witness whose key was replaced is believed for what it saw before.
#[test]
fn witnesses_are_judged_by_their_own_time() {
    let actor = secret(77);
    let name = did::key::from_public_key(actor.public_key()).unwrap().to_string();
    let id = history().id().to_owned();
    let fragment = name.strip_prefix("did:key:").unwrap();
    let given = json!({ "actor": name, "keyId": format!("{name}#{fragment}"), "algorithm": "ed25519",
        "action": "tool.call", "content": 1, "time": START * 1000 });
    let text = sign_receipt(&given, None, &actor).to_json().unwrap();
    let mut trust = history().trust();
    let actor_key = TrustedKey::pinned(actor.public_key().clone());
    let key_id = Some(format!("{name}#{fragment}"));
    trust.keys.push(TrustedKey { id: key_id, ..actor_key });
    let seen = |second: u64| {
        let receipt = Receipt::from_json(text.as_bytes()).unwrap();
        let entry = json!({ "witness": id, "keyId": format!("{id}#key-0"), "algorithm": "ed25519",
            "time": (START + second) * 1000 });
        let witness = Witness::from_json(&entry.to_string()).unwrap();
        let witnessed = sign_document(witness.into_unsigned(receipt).unwrap(), &key(0));
        let receipt = Receipt::from_json(witnessed.as_bytes()).unwrap();
        let verified = verify(&receipt, &trust, &expected()).unwrap();
        verified.witnesses()[0].refused().map(countersign_core::Error::code)
    };
    assert_eq!(seen(99), None);
    assert_eq!(seen(100), Some("ERR_RECEIPT_KEY"));
}
