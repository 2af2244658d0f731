//! Documents: names, cards, proofs of possession, receipts, grants.

use std::hint::black_box;

use countersign_core::{
    card::{self, VerifyOptions},
    did::Did,
    encoding::{base64url, document::Numbers, frames, jcs},
    fact::State,
    grant::{self, Fact, Options, Status},
    keys::{Algorithm, SecretKey},
    pop::{self, Challenge, Statement, read_proofs, verify_all},
    receipt::{self, Expected, Receipt},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{did, multi, secret},
    records::sign_receipt,
};
use serde_json::{Value, json};

use crate::{
    Run,
    fixture::{self, DID, NOW, trust},
};

pub(crate) fn parse_did() -> Run {
    let text = "did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
    Box::new(move || {
        black_box(black_box(text).parse::<Did>().unwrap());
    })
}

pub(crate) fn canonicalize_card() -> Run {
    let text = fixture::card().to_string();
    Box::new(move || {
        black_box(jcs::canonicalize_text(text.as_bytes(), Numbers::Exact).unwrap());
    })
}

pub(crate) fn verify_card() -> Run {
    let (key, text) = (secret(1), fixture::card().to_string());
    let options = json!({
        "algorithm": Algorithm::Ed25519.as_str(), "header": { "kid": "key-1" }, "reading": "default",
    });
    let unsigned = card::sign::unsigned(&text, &options.to_string()).unwrap();
    let signed = unsigned.sign(&key, SecretKey::sign).unwrap();
    let trust = trust(Some("key-1"), key.public_key());
    Box::new(move || {
        let options = VerifyOptions { now: Some(NOW), ..VerifyOptions::default() };
        black_box(card::verify(&signed, &trust, options).unwrap().to_json());
    })
}

pub(crate) fn sign_card() -> Run {
    let (key, text) = (secret(1), fixture::card().to_string());
    let options = json!({
        "algorithm": Algorithm::Ed25519.as_str(), "header": { "kid": "key-1" },
    });
    let options = options.to_string();
    Box::new(move || {
        let unsigned = card::sign::unsigned(&text, &options).unwrap();
        black_box(unsigned.sign(&key, SecretKey::sign).unwrap());
    })
}

pub(crate) fn verify_proofs() -> Run {
    let signers: Vec<SecretKey> = (1..=10).map(secret).collect();
    let end = UnixSeconds(NOW.0 + 300);
    let challenge = Challenge::new("https://registry.example", &[7; 16], NOW, end, None).unwrap();
    let prove = |signer: &SecretKey| {
        let key = signer.public_key().clone();
        let statement = Statement::new(DID, Algorithm::Ed25519, key, &challenge, NOW).unwrap();
        let unsigned = statement.into_unsigned().unwrap();
        String::from_utf8(unsigned.sign(signer, SecretKey::sign).unwrap()).unwrap()
    };
    let proofs = signers.iter().map(|signer| frames::join(&[prove(signer).as_bytes()]));
    let proofs = join(&proofs.collect::<Vec<_>>());
    let pinned = |signer: &SecretKey| TrustedKey::pinned(signer.public_key().clone());
    let trust = Trust { keys: signers.iter().map(pinned).collect(), ..Trust::default() };
    Box::new(move || {
        let expected =
            pop::Expected { did: DID, trust: &trust, challenge: &challenge, now: NOW, skew: 60 };
        let verdicts = verify_all(&read_proofs(&proofs).unwrap(), &expected, None).unwrap();
        assert_eq!(verdicts.state(), State::Ok);
    })
}

fn join(items: &[Vec<u8>]) -> Vec<u8> {
    frames::join(&items.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

pub(crate) fn verify_receipt() -> Run {
    let (key, id, time) = (secret(1), format!("{DID}#key-1"), NOW.0 * 1000);
    let draft = json!({
        "actor": DID, "keyId": id, "algorithm": Algorithm::Ed25519.as_str(), "action": "tool.call",
        "content": { "tool": "search", "query": "weather" }, "time": time,
    });
    let text = sign_receipt(&draft, None, &key).to_json().unwrap();
    let (trust, expected) =
        (trust(Some(&id), key.public_key()), Expected { now: Some(time), ..Expected::default() });
    Box::new(move || {
        let receipt = Receipt::from_json(text.as_bytes()).unwrap();
        black_box(receipt::verify(&receipt, &trust, &expected).unwrap());
    })
}

pub(crate) fn verify_grants() -> Run {
    let [owner, agent, helper] = [1, 2, 3].map(secret);
    let root = sign(&fixture::grant(&owner, &agent).to_string(), &owner);
    let draft = json!({
        "algorithm": Algorithm::Ed25519.as_str(), "issuerKey": multi(&agent),
        "subject": did(&helper), "subjectKey": multi(&helper),
        "capabilities": ["read:docs/a/*"],
        "delegation": 0, "issued": NOW.0 - 40, "nonce": base64url::encode(&[8; 16]),
    });
    let link = grant::delegate(&json!([root]).to_string(), &draft.to_string()).unwrap();
    let chain = json!([root, sign(&link, &agent)]).to_string();
    let (trust, status) = (trust(None, owner.public_key()), Status::from_frames(&[]).unwrap());
    Box::new(move || {
        let report = grant::verify_chain(&chain, &trust, &Options::for_time(NOW), &status);
        report.require(&[Fact::Identities, Fact::Revocation]).unwrap();
    })
}

fn sign(record: &str, key: &SecretKey) -> Value {
    let signed = grant::unsigned(record).unwrap().sign(key, SecretKey::sign).unwrap();
    serde_json::from_slice(&signed).unwrap()
}
