//! Certificates, histories of keys, declarations, continuity and competence.

use std::sync::LazyLock;

use countersign_core::{
    encoding::base64url,
    identity::{
        certificate::{self, Statement},
        competence::{self, Competence, VALIDATION},
        continuity::{self, Continuity},
        derivation::Purpose,
        negative::{Asked, MAX_WITNESSES, Query, absence, unsigned},
        negative::{verify_declaration, witness},
        rotation::{History, Inception, MAX_EVENTS, Reason, compare},
    },
    keys::{Algorithm, KeyType, SecretKey},
    time::UnixSeconds,
};
use countersign_testkit::{
    keys::{did, multi, secret_of, sign},
    records::sign_record,
    text_frames,
};
use serde_json::json;

use super::{
    actors::{NOW, SECONDS, embedded, stranger, with_signer},
    costs::{Made, Row, cost, made, row},
    receipts,
};

pub const ROWS: &[Row] = &[
    row("Identity.verifyCertificate", "2 signature checks", verify_certificate),
    row("Identity.verifyHistory", "2047 signature checks", verify_history),
    row("Identity.readHistory", "2047 signature checks", read_history),
    row("Identity.compareHistories", "4094 signature checks", compare_histories),
    row("Identity.negative.verifyDeclaration", "65 signature checks", declaration),
    row("Identity.negative.witness", "1 signature check", witnessed),
    row("Identity.negative.proveAbsence", "80 signature checks a receipt", prove_absence),
    row("Identity.continuity.verify", "80 signature checks a receipt", || continuity(3)),
    row("Identity.continuity.verifyStream", "80 signature checks a receipt", || continuity(3)),
    row("Identity.continuity.ContinuityVerifier#push", "80 signature checks a receipt", || {
        continuity(1)
    }),
    row("Identity.competence.verify", "80 signature checks a receipt and 80 a validation", || {
        competence(3, 2)
    }),
    row("Identity.competence.CompetenceVerifier#push", "80 signature checks a receipt", || {
        competence(1, 0)
    }),
    row(
        "Identity.competence.CompetenceVerifier#validations",
        "80 signature checks a validation",
        || competence(0, 3),
    ),
];

fn verify_certificate() -> Made {
    let [issuer, device] = [1, 2].map(|seed| secret_of(KeyType::Ed25519, seed));
    let statement = Statement {
        identity: "did:web:a.example".into(),
        issuer: issuer.public_key().clone(),
        algorithm: Algorithm::Ed25519,
        purpose: Purpose::Device,
        context: "context".into(),
        key: device.public_key().clone(),
        not_before: UnixSeconds(SECONDS),
        not_after: UnixSeconds(SECONDS + 60),
    };
    let signature = sign(&issuer, &statement.to_bytes());
    let possession = sign(&device, &statement.possession_bytes());
    let certificate = statement.attach(&signature, &possession).unwrap();
    let trust = with_signer(0);
    let expected = certificate::Expected {
        trust: &trust,
        purpose: Purpose::Device,
        key: None,
        context: None,
        now: UnixSeconds(SECONDS),
        skew: 60,
    };
    made(|| assert!(certificate::verify(certificate, &expected).is_ok()))
}

/// As many events as a history may have.
static LONGEST: LazyLock<History> = LazyLock::new(|| {
    let (first, algorithm) = (stranger(0), Algorithm::Ed25519);
    let inception =
        Inception::new(first.public_key().clone(), algorithm, UnixSeconds(SECONDS), None).unwrap();
    let signature = sign(&first, &inception.to_bytes());
    let mut history = History::start(&inception, &signature).unwrap();
    for index in 1..MAX_EVENTS {
        let (old, new) = (stranger(index - 1), stranger(index));
        let time = UnixSeconds(SECONDS + u64::try_from(index).unwrap());
        let key = (new.public_key().clone(), algorithm);
        let event = history.rotation(key, time, (Reason::Scheduled, None), None).unwrap();
        let authorized = sign(&old, &event.to_bytes());
        let accepted = sign(&new, &event.accept_bytes());
        history.extend(&event, [&authorized, &accepted]).unwrap();
    }
    history
});

fn verify_history() -> Made {
    let text = LONGEST.to_text();
    made(|| assert!(History::verify(&text, LONGEST.id()).is_ok()))
}

fn read_history() -> Made {
    let text = LONGEST.to_text();
    made(|| assert!(History::read(&text).is_ok()))
}

fn compare_histories() -> Made {
    let text = LONGEST.to_text();
    let read = || History::read(&text).unwrap();
    made(|| compare(&read(), &read()).unwrap())
}

fn completed(record: &str, key: &SecretKey) -> String {
    sign_record(record, key, unsigned).to_string()
}

fn declared() -> String {
    let key = secret_of(KeyType::Ed25519, 1);
    let record = json!({
        "type": "countersign/negative-declaration/v1", "algorithm": "ed25519",
        "declarer": did(&key), "key": multi(&key), "capabilities": ["read:docs"],
        "from": SECONDS, "until": SECONDS + 60, "issued": SECONDS,
        "nonce": base64url::encode(&[7; 16]),
    });
    completed(&record.to_string(), &key)
}

fn draft_of(witness: &SecretKey) -> String {
    let draft = json!({ "algorithm": "ed25519", "key": multi(witness),
        "witness": did(witness), "issued": SECONDS });
    draft.to_string()
}

fn declaration() -> Made {
    let word = declared();
    let seen = |place| {
        let key = stranger(place);
        completed(&witness(&word, &draft_of(&key)).unwrap(), &key)
    };
    let seen = text_frames(&(0..MAX_WITNESSES).map(seen).collect::<Vec<_>>());
    let asked = Asked::from_json(&json!({ "now": SECONDS }).to_string()).unwrap();
    made(|| assert!(verify_declaration(&word, &seen, &embedded(), &asked).is_ok()))
}

fn witnessed() -> Made {
    let (word, draft) = (declared(), draft_of(&stranger(0)));
    made(|| assert!(witness(&word, &draft).is_ok()))
}

fn prove_absence() -> Made {
    let texts = text_frames(&vec![receipts::text(); 3]);
    let query = Query::from_json(&json!({ "actions": ["tool.call"] }).to_string()).unwrap();
    let judge = || absence(&texts, with_signer(0), receipts::chain_policy(), &query).unwrap();
    made(judge).of("receipt", 3)
}

/// The actor's key is the last that may be tried, so the witnesses have only the checks that are added for them.
fn continuity(count: usize) -> Made {
    let asked = json!({ "now": NOW, "witnesses": 1 });
    let policy = continuity::Policy::from_json(&asked.to_string()).unwrap();
    let mut verifier = Continuity::new(with_signer(15), policy);
    made(|| (0..count).for_each(|_| verifier.push(receipts::text().as_bytes())))
        .of("receipt", count)
}

#[test]
fn witnesses_are_checked_once_for_the_chain_and_for_continuity() {
    for (asked, signer) in [(0, 15), (1, 0), (1, 15)] {
        let asked = json!({ "now": NOW, "witnesses": asked }).to_string();
        let policy = continuity::Policy::from_json(&asked).unwrap();
        let mut verifier = Continuity::new(with_signer(signer), policy);
        let (_, checks) = cost(|| verifier.push(receipts::text().as_bytes()));
        assert_eq!(checks, 80, "{asked} {signer}");
    }
}

fn competence(count: usize, validations: usize) -> Made {
    let asked = json!({ "domain": "deploy:**", "now": NOW, "witnesses": 1 });
    let policy = competence::Policy::from_json(&asked.to_string()).unwrap();
    let mut verifier = Competence::new(with_signer(0), policy);
    let receipt = receipts::text();
    let attempt = receipts::receipt_of(0, &json!({})).id().to_string();
    let content = json!({ "attempt": attempt, "outcome": "success" });
    let given = json!({ "action": VALIDATION, "content": content });
    let validation = receipts::receipt_of(100, &given).to_json().unwrap();
    let judge = || {
        (0..validations).for_each(|_| verifier.push_validation(validation.as_bytes()));
        (0..count).for_each(|_| verifier.push(receipt.as_bytes()));
    };
    made(judge).of("receipt", count).of("validation", validations)
}
