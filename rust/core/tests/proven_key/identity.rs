//! Who signed what agents say of each other and of themselves: grants, spawns, declarations, certificates, proofs of
//! possession.

use countersign_core::{
    encoding::base64url,
    grant,
    identity::{
        certificate::{self, Statement},
        derivation::Purpose,
        negative::{self, Asked},
        spawn,
    },
    keys::Algorithm,
    pop::{self, Challenge},
    time::UnixSeconds,
    trust::Trust,
};
use countersign_testkit::{
    keys::{did, multi, secret, sign},
    records::{sign_document, sign_grant, sign_record, sign_spawn},
};
use serde_json::{Value, json};

use super::{ID, NOW, read, receipts::AGENT};

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

pub(crate) fn granted(trust: &Trust) -> Value {
    let (options, status) = (grant::Options::for_time(NOW), grant::Status::default());
    let report = grant::verify_chain(&json!([grant()]).to_string(), trust, &options, &status);
    read(&report.to_json())
}

pub(crate) fn excluded_by_grants(trust: &Trust) -> Value {
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

pub(crate) fn spawned(trust: &Trust) -> Value {
    let (options, given) = (spawn::Options::new(NOW), spawn::Evidence::default());
    read(&spawn::verify(&lineage(), trust, &options, &given).to_json())
}

pub(crate) fn excluded_by_lineage(trust: &Trust) -> Value {
    let options = spawn::Options::new(NOW);
    let report = negative::exclude_by_lineage("delete:docs", &lineage(), trust, &options);
    read(&report.unwrap().to_json())
}

pub(crate) fn declared(trust: &Trust) -> Value {
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

pub(crate) fn certified(trust: &Trust) -> Value {
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
    let signature = sign(&secret(1), &statement.to_bytes());
    let possession = statement.possession_bytes();
    let possession = device.sign(Algorithm::Ed25519, &possession).unwrap();
    let certificate = statement.attach(&signature, &possession).unwrap();
    let (purpose, now) = (Purpose::Device, NOW);
    let expected =
        certificate::Expected { trust, purpose, key: None, context: None, now, skew: 60 };
    certificate::verify(certificate, &expected).unwrap().to_json().parse().unwrap()
}

pub(crate) fn proof_of_possession(trust: &Trust) -> Value {
    let end = UnixSeconds(NOW.0 + 60);
    let challenge = Challenge::new("https://a.example", &[7; 16], NOW, end, None).unwrap();
    let key = secret(1).public_key().clone();
    let statement = pop::Statement::new(AGENT, Algorithm::Ed25519, key, &challenge, NOW).unwrap();
    let text = sign_document(statement.into_unsigned().unwrap(), &secret(1));
    let proof = pop::Proof::from_json(&text).unwrap();
    let expected = pop::Expected { did: AGENT, trust, challenge: &challenge, now: NOW, skew: 60 };
    read(&pop::verify(proof, &expected).unwrap().to_json())
}
