//! One answer to "what became of this signature?" in every verifier: a row of a signature, proof or witness, and the fact
//! of a chain, are in the same state for the same reason, and nothing that is not `ok` is let through. Receipts and other
//! records with witnesses are in `states_records.rs`.

use countersign_core::{
    Error,
    card::{self, VerifyOptions},
    data_integrity,
    encoding::{base64url, frames},
    error::table,
    grant::{self, Status},
    jws::{self, Form, Shape},
    keys::Algorithm,
    pop::{self, Challenge, Statement},
    time::UnixSeconds,
    trust::TrustedKey,
};
use countersign_testkit::{
    keys::{did, multi, secret},
    records::{document, sign_document, sign_grant},
};
use serde_json::{Value, json};

use crate::support::states::{A, Given, NOW, OTHER, ROW, check_row, told, trusting, want};

#[test]
fn rows_of_a_jws() {
    let one = |kid: &str, fill| -> Value {
        let header = document(&json!({ "kid": kid }));
        let shape = Shape::new(Form::General, false);
        let unsigned = jws::unsigned(header.root(), Algorithm::Ed25519, b"payload", shape).unwrap();
        serde_json::from_str(&sign_document(unsigned, &secret(fill))).unwrap()
    };
    let (alone, mut both) = (one(ROW, 1), one(OTHER, 2));
    both["signatures"].as_array_mut().unwrap().push(alone["signatures"][0].clone());
    let codes = ["ERR_JWS_SIGNATURE", "ERR_JWS_KEY", "ERR_TRUST_CHECKS"];
    let verify = |text: &Value, given: Given| {
        let policy = json!({ "maxChecks": Given::CHECKS }).to_string();
        jws::verify_json(&text.to_string(), None, &given.trust(), &policy)
    };
    for given in Given::ALL {
        let bytes = verify(&both, given).unwrap().to_bytes();
        let report = frames::at_most(&bytes, "frames", 2).unwrap().next().unwrap();
        let report: Value = serde_json::from_slice(report).unwrap();
        check_row("Jws", given, &report["signatures"][1], codes);
        assert_eq!(verify(&alone, given).is_ok(), given == Given::Right, "{given:?}");
    }
}

#[test]
fn signatures_of_a_card() {
    let spoken = json!({ "url": "https://a.example", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" });
    let signed = |card: &Value, kid: &str, fill| -> Value {
        let options =
            json!({ "algorithm": "ed25519", "header": { "kid": kid }, "reading": "default" });
        let card = card.to_string();
        let made = card::sign::unsigned(&card, &options.to_string()).unwrap();
        serde_json::from_str(&sign_document(made, &secret(fill))).unwrap()
    };
    let alone = signed(&json!({ "name": "a", "supportedInterfaces": [spoken] }), ROW, 1);
    let both = signed(&alone, OTHER, 2);
    let codes = ["ERR_JWS_SIGNATURE", "ERR_JWS_KEY", "ERR_TRUST_CHECKS"];
    let verify = |card: &Value, given: Given| {
        let options = VerifyOptions { max_checks: Given::CHECKS, ..VerifyOptions::default() };
        card::verify(card.to_string().as_bytes(), &given.trust(), options)
    };
    for given in Given::ALL {
        let report = verify(&both, given).unwrap().to_json();
        let report: Value = serde_json::from_str(&report).unwrap();
        check_row("Card", given, &report["signatures"][0], codes);
        assert_eq!(verify(&alone, given).is_ok(), given == Given::Right, "{given:?}");
    }
}

#[test]
fn proofs_of_a_document() {
    let issue = |document: &Value, method: &str, fill| -> Value {
        let options = json!({ "verificationMethod": method, "proofPurpose": "assertionMethod" });
        let (document, options) = (document.to_string(), options.to_string());
        let (document, options) = (document.as_bytes(), options.as_bytes());
        let made = data_integrity::unsigned(document, options, Algorithm::Ed25519).unwrap();
        serde_json::from_str(&sign_document(made, &secret(fill))).unwrap()
    };
    let alone = issue(&json!({ "name": "a" }), ROW, 1);
    let mut both = issue(&json!({ "name": "a" }), OTHER, 2);
    both["proof"] = json!([both["proof"], alone["proof"]]);
    let codes = ["ERR_DATA_INTEGRITY_SIGNATURE", "ERR_DATA_INTEGRITY_KEY", "ERR_TRUST_CHECKS"];
    let verify = |text: &Value, given: Given, all: bool| {
        let policy = json!({ "maxChecks": Given::CHECKS, "all": all }).to_string();
        data_integrity::verify_json(text.to_string().as_bytes(), &given.trust(), &policy)
    };
    for given in Given::ALL {
        let report: Value = serde_json::from_str(&verify(&both, given, false).unwrap()).unwrap();
        check_row("DataIntegrity", given, &report["proofs"][1], codes);
        let good = given == Given::Right;
        assert_eq!(verify(&alone, given, false).is_ok(), good, "{given:?}");
        assert_eq!(verify(&both, given, true).is_ok(), good, "all of them, {given:?}");
    }
    let mut other = both.clone();
    other["proof"][1]["cryptosuite"] = "mldsa44-jcs-2024".into();
    let report: Value =
        serde_json::from_str(&verify(&other, Given::Right, false).unwrap()).unwrap();
    let row = &report["proofs"][1];
    assert_eq!(
        (&row["state"], &row["code"]),
        (&json!("unchecked"), &json!("ERR_DATA_INTEGRITY_SUITE"))
    );
    assert!(verify(&other, Given::Right, true).is_err(), "all of them");
}

#[test]
fn proofs_of_possession() {
    let challenge =
        Challenge::new("https://a.example", &[7; 16], NOW, UnixSeconds(NOW.0 + 60), None).unwrap();
    let proof = |fill| {
        let key = secret(fill).public_key().clone();
        let statement = Statement::new(A, Algorithm::Ed25519, key, &challenge, NOW).unwrap();
        sign_document(statement.into_unsigned().unwrap(), &secret(fill))
    };
    let pinned = |fill: u8| TrustedKey::pinned(secret(fill).public_key().clone());
    let trust = trusting([pinned(1), pinned(2), pinned(3)]);
    let expected =
        pop::Expected { did: A, trust: &trust, challenge: &challenge, now: NOW, skew: 60 };
    let (own, others) = (proof(1), proof(9));
    let verdicts = pop::verify_all(&[Some(&own), Some(&others), None], &expected, None).unwrap();
    assert!(verdicts.state().is_refused());
    let report: Value = serde_json::from_str(&verdicts.to_json()).unwrap();
    let rows: Vec<_> = report["keys"].as_array().unwrap().iter().map(told).collect();
    let wants = [
        want("ok", None),
        want("failed", Some("ERR_POP_KEY")),
        want("unchecked", Some("ERR_POP_MISSING")),
    ];
    assert_eq!(rows, wants);
}

#[test]
fn the_root_of_a_chain_of_grants() {
    let body = json!({ "type": "countersign/grant/v1", "algorithm": "ed25519",
        "issuer": did(&secret(1)), "issuerKey": multi(&secret(1)),
        "subject": did(&secret(2)), "subjectKey": multi(&secret(2)),
        "capabilities": ["read:docs/**"], "constraints": {}, "delegation": 0, "issued": NOW.0,
        "nonce": base64url::encode(&[7; 16]) });
    let good = sign_grant(&body, &secret(1));
    let mut forged = good.clone();
    forged["signature"] = base64url::encode(&[7; 64]).into();
    let report = |grant: &Value, keys: Vec<TrustedKey>| {
        let options = grant::Options::from_json(&json!({ "now": NOW.0 }).to_string()).unwrap().0;
        let chain = json!([grant]).to_string();
        grant::verify_chain(&chain, &trusting(keys), &options, &Status::default())
    };
    let pinned = || vec![TrustedKey::pinned(secret(1).public_key().clone())];
    let fact = |report: &grant::Report, name: &str| {
        let value: Value = serde_json::from_str(&report.to_json()).unwrap();
        told(&value["facts"][name])
    };
    assert_eq!(fact(&report(&good, pinned()), "signatures"), want("ok", None));
    let forged = report(&forged, pinned());
    assert_eq!(fact(&forged, "signatures"), want("failed", Some("ERR_GRANT_SIGNATURE")));
    let unknown = report(&good, Vec::new());
    assert_eq!(fact(&unknown, "root"), want("unchecked", Some("ERR_GRANT_ROOT")));
    let every = unknown.facts.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let refused = unknown.facts.require(&every).map_err(|error| error.code());
    assert_eq!(refused, Err("ERR_GRANT_ROOT"), "naming a fact lets nothing through that is there");
}

/// The codes that mean that nobody can say. A new one is put here with care: a row of it is not `failed`.
#[test]
fn the_codes_of_what_nobody_can_say() {
    let marked: Vec<_> =
        table().into_iter().filter(|row| row.unchecked).map(|row| row.code).collect();
    let want = [
        "ERR_AID_UNTRUSTED",
        "ERR_CARD_CLOCK",
        "ERR_CARD_SAGE_UNTRUSTED",
        "ERR_CERTIFICATE_ISSUER",
        "ERR_CHECKPOINT_KEY",
        "ERR_COMPETENCE_UNTRUSTED",
        "ERR_DATA_INTEGRITY_KEY",
        "ERR_DATA_INTEGRITY_SUITE",
        "ERR_ENVELOPE_KEY",
        "ERR_GRANT_ROOT",
        "ERR_HTTP_SIG_KEY",
        "ERR_JWS_ALGORITHM",
        "ERR_JWS_KEY",
        "ERR_NEGATIVE_KEY",
        "ERR_POP_EPHEMERAL",
        "ERR_POP_MISSING",
        "ERR_POP_UNPROVABLE",
        "ERR_RECEIPT_KEY",
        "ERR_SPAWN_ROOT",
        "ERR_TRUST_CHECKS",
    ];
    assert_eq!(marked, want);
    assert_eq!(
        (Error::JwsSignature.state(), Error::TrustChecks(1).state()),
        ("failed", "unchecked")
    );
}
