//! One answer to "what became of this signature?" in every verifier: a row of a signature, proof or witness, and the fact
//! of a chain, are in the same state for the same reason, and nothing that is not `ok` is let through.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::rc::Rc;

use countersign_core::keys::{Algorithm, SecretKey};
use countersign_core::{
    Error,
    aid::Anchors,
    card::{self, VerifyOptions},
    data_integrity,
    encoding::{base64url, frames},
    error::table,
    grant::{self, Status},
    identity::negative::{self, Asked, verify_declaration},
    jws::{self, Form, Shape},
    pop::{self, Challenge, Statement},
    receipt::{
        self, Expected, Receipt, Witness, aid,
        chain::{self, Chain},
    },
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    frames as framed,
    keys::{did, multi, secret},
    records::{sign_document, sign_grant, sign_receipt, sign_record},
};
use serde_json::{Map, Value, json};

const NOW: UnixSeconds = UnixSeconds(1_760_000_000);
const A: &str = "did:web:a.example";
const B: &str = "did:web:b.example";
/// The key that each row is about. The other key signs beside it, so that the whole is accepted.
const ROW: &str = "did:web:a.example#k";
const OTHER: &str = "did:web:b.example#k";

fn named(id: &str, fill: u8) -> TrustedKey {
    let key = TrustedKey::pinned(secret(fill).public_key().clone());
    TrustedKey { id: Some(id.to_owned()), ..key }
}

fn trusting(keys: impl IntoIterator<Item = TrustedKey>) -> Trust {
    Trust { keys: keys.into_iter().collect(), ..Trust::default() }
}

/// What the verifier is given for the key of the row.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Given {
    /// The key that signed.
    Right,
    /// Another key under its name.
    Wrong,
    /// No key.
    Nothing,
    /// So many keys that may be meant that the checks do not last.
    Crowd,
}

impl Given {
    const ALL: [Self; 4] = [Self::Right, Self::Wrong, Self::Nothing, Self::Crowd];

    const fn state(self) -> &'static str {
        match self {
            Self::Right => "ok",
            Self::Wrong => "failed",
            Self::Nothing | Self::Crowd => "unchecked",
        }
    }

    /// The trust input, and beside it the key of somebody else.
    fn trust(self) -> Trust {
        let own = match self {
            Self::Right => vec![named(ROW, 1)],
            Self::Wrong => vec![named(ROW, 9)],
            Self::Nothing => Vec::new(),
            Self::Crowd => (100..120)
                .map(|fill| TrustedKey::pinned(secret(fill).public_key().clone()))
                .collect(),
        };
        trusting(own.into_iter().chain([named(OTHER, 2)]))
    }

    /// Enough for the signature beside, and for one more.
    const CHECKS: usize = 2;
}

/// Refuses a row unless it says what it should, in the members that all rows have.
fn check_row(verifier: &str, given: Given, row: &Value, codes: [&str; 3]) {
    let [wrong, nothing, crowd] = codes;
    let want = match given {
        Given::Right => Value::Null,
        Given::Wrong => wrong.into(),
        Given::Nothing => nothing.into(),
        Given::Crowd => crowd.into(),
    };
    assert_eq!(
        (&row["state"], &row["code"]),
        (&json!(given.state()), &want),
        "{verifier}, {given:?}: {row}"
    );
    assert_eq!(row["why"].is_string(), given != Given::Right, "{verifier}, {given:?}: {row}");
    assert_eq!(row["signer"].is_null(), given != Given::Right, "{verifier}, {given:?}: {row}");
    if given == Given::Crowd {
        assert!(row["data"]["limit"].is_u64(), "{verifier}: {row}");
    }
}

#[test]
fn rows_of_a_jws() {
    let one = |kid: &str, fill| -> Value {
        let header = Map::from_iter([("kid".to_owned(), kid.into())]);
        let shape = Shape::new(Form::General, false);
        let unsigned = jws::unsigned(header, Algorithm::Ed25519, b"payload", shape).unwrap();
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

fn receipt_of(actor: &str, fill: u8) -> Receipt {
    let given = json!({ "actor": actor, "keyId": format!("{actor}#k"), "algorithm": "ed25519",
        "action": "tool.call", "content": 1, "time": NOW.0 * 1000 });
    sign_receipt(&given, None, &secret(fill))
}

#[test]
fn witnesses_of_a_receipt() {
    let receipt = receipt_of(B, 2);
    let entry = json!({ "witness": A, "keyId": ROW, "algorithm": "ed25519", "time": NOW.0 * 1000 });
    let witness = Witness::from_json(&entry.to_string()).unwrap();
    let text = sign_document(witness.into_unsigned(receipt).unwrap(), &secret(1));
    let receipt = Receipt::from_json(text.as_bytes()).unwrap();
    let codes = ["ERR_RECEIPT_SIGNATURE", "ERR_RECEIPT_KEY", "ERR_TRUST_CHECKS"];
    let verify = |given: Given, witnesses| {
        // Each witness adds a check of its own.
        let expected =
            Expected { now: Some(NOW.0 * 1000), witnesses, max_checks: 1, ..Expected::default() };
        receipt::verify(&receipt, &given.trust(), &expected).map(|verified| verified.to_json())
    };
    for given in Given::ALL {
        let report: Value = serde_json::from_str(&verify(given, 0).unwrap()).unwrap();
        check_row("Receipt", given, &report["witnesses"][0], codes);
        assert_eq!(verify(given, 1).is_ok(), given == Given::Right, "{given:?}");
    }
}

#[test]
fn signatures_of_a_chain_of_receipts() {
    let receipt = receipt_of(A, 1).to_json().unwrap();
    let codes = ["ERR_RECEIPT_SIGNATURE", "ERR_RECEIPT_KEY", "ERR_TRUST_CHECKS"];
    for given in Given::ALL {
        let each = Expected { now: Some(NOW.0 * 1000), max_checks: 1, ..Expected::default() };
        let batch =
            receipt::verify_batch(&framed(&[receipt.as_str().into()]), &given.trust(), &each);
        let rows: Value = serde_json::from_str(&batch.unwrap()).unwrap();
        check_row("Receipt.verifyBatch", given, &rows[0], codes);
        let mut chain =
            Chain::new(given.trust(), chain::Policy { each, ..chain::Policy::default() });
        chain.push(receipt.as_bytes());
        let report = chain.report();
        let told: Value = serde_json::from_str(&report.to_json()).unwrap();
        let fact = &told["facts"]["signatures"];
        assert_eq!(fact["state"], given.state(), "{given:?}: {fact}");
        let code = report.facts.require(&["signatures", "identities", "completeness"]);
        let code = code.map_err(|error| error.code());
        let want = match given {
            Given::Right => Ok(()),
            Given::Wrong => Err("ERR_RECEIPT_SIGNATURE"),
            Given::Nothing => Err("ERR_RECEIPT_KEY"),
            Given::Crowd => Err("ERR_TRUST_CHECKS"),
        };
        assert_eq!(
            code, want,
            "one that is there is refused, although it may be unchecked: {given:?}"
        );
    }
}

/// A state and a code.
fn told(row: &Value) -> (String, Option<String>) {
    let text = |name: &str| row[name].as_str().map(str::to_owned);
    (text("state").unwrap(), text("code"))
}

fn want(state: &str, code: Option<&str>) -> (String, Option<String>) {
    (state.to_owned(), code.map(str::to_owned))
}

#[test]
fn witnesses_of_a_declaration() {
    let record =
        |record: &str, by: &SecretKey| -> Value { sign_record(record, by, negative::unsigned) };
    let body = json!({ "type": "countersign/negative-declaration/v1", "algorithm": "ed25519",
        "declarer": did(&secret(2)), "key": multi(&secret(2)), "capabilities": ["delete:**"],
        "from": NOW.0 - 9, "until": NOW.0 + 9, "issued": NOW.0, "nonce": base64url::encode(&[4; 16]) });
    let said = record(&body.to_string(), &secret(2));
    let draft = json!({ "algorithm": "ed25519", "witness": did(&secret(1)),
        "key": multi(&secret(1)), "issued": NOW.0 });
    let draft = negative::witness(&said.to_string(), &draft.to_string()).unwrap();
    let seen = record(&draft, &secret(1));
    let mut forged = seen.clone();
    forged["signature"] = base64url::encode(&[7; 64]).into();
    let asked = Asked::from_json(&json!({ "now": NOW.0 }).to_string()).unwrap();
    let row = |seen: &Value, keys: &[u8]| {
        let pinned = |fill: &u8| TrustedKey::pinned(secret(*fill).public_key().clone());
        let trust = trusting(keys.iter().map(pinned));
        let seen = framed(std::slice::from_ref(seen));
        let report = verify_declaration(&said.to_string(), &seen, &trust, &asked).unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        told(&report["witnesses"][0])
    };
    assert_eq!(row(&seen, &[2, 1]), want("ok", None));
    assert_eq!(row(&forged, &[2, 1]), want("failed", Some("ERR_NEGATIVE_SIGNATURE")));
    assert_eq!(row(&seen, &[2]), want("unchecked", Some("ERR_NEGATIVE_KEY")));
}

#[test]
fn witnesses_and_chains_of_agentic_identity() {
    let [actor, witness] = [secret(2), secret(1)];
    let draft = json!({ "action_type": "Decision", "timestamp": 5,
        "action": { "description": "a", "references": [] } });
    let draft = draft.to_string();
    let text = sign_document(aid::unsigned(&draft, actor.public_key()).unwrap(), &actor);
    let seen = aid::unsigned_witness(&text, witness.public_key(), 7).unwrap();
    let seen = sign_document(seen, &witness);
    let mut forged: Value = serde_json::from_str(&seen).unwrap();
    forged["witnesses"][0]["witnessed_at"] = 8.into();
    let anchors = |fills: &[u8]| {
        let pinned = |fill: &u8| TrustedKey::pinned(secret(*fill).public_key().clone());
        Anchors::new(Rc::new(trusting(fills.iter().map(pinned))), &[], None).unwrap()
    };
    let row = |text: &str, fills: &[u8]| {
        let verified = aid::verify(text, &anchors(fills)).unwrap();
        told(&serde_json::to_value(&verified.witnesses.list[0]).unwrap())
    };
    assert_eq!(row(&seen, &[2, 1]), want("ok", None));
    assert_eq!(row(&forged.to_string(), &[2, 1]), want("failed", Some("ERR_AID_SIGNATURE")));
    assert_eq!(row(&seen, &[2]), want("unchecked", Some("ERR_AID_UNTRUSTED")));
    let chain = |fills: &[u8]| -> Value {
        let list = frames::join(&[seen.as_bytes()]);
        serde_json::from_str(&aid::verify_chain(&list, &anchors(fills), "{}").unwrap()).unwrap()
    };
    assert_eq!(told(&chain(&[2])["facts"]["signatures"]), want("ok", None));
    assert_eq!(chain(&[2])["badWitnesses"], 0, "nobody trusts it, and it may well hold");
    let nobody = chain(&[]);
    assert_eq!(told(&nobody["facts"]["signatures"]), want("unchecked", Some("ERR_AID_UNTRUSTED")));
    assert!(aid::verify(&seen, &anchors(&[])).is_err());
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
