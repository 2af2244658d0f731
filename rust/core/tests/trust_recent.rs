//! Trust inputs that stay: the same verdicts on every call, with tables and without.

use countersign_core::{
    Error,
    keys::{Algorithm, KeyType, SecretKey, multikey},
    receipt::{Expected, Receipt, verify},
    trust::{MOST_OPEN, Prepared},
};
use countersign_testkit::{keys::secret_of, records::sign_receipt};
use serde_json::json;

use crate::support::trust::frame_of;

/// More than it takes for tables.
const CALLS: usize = 20;

fn receipt_text(secret: &SecretKey, algorithm: Algorithm) -> String {
    let given = json!({
        "actor": "did:web:agent.example",
        "keyId": "did:web:agent.example#key-1",
        "algorithm": algorithm.as_str(),
        "action": "tool.call",
        "content": {},
        "time": 0,
    });
    sign_receipt(&given, None, secret).to_json().unwrap()
}

fn prepare(prepared: &mut Prepared, secret: &SecretKey, revoked: bool) -> u32 {
    let key = multikey::encode(secret.public_key());
    let input = json!({ "keys": [{ "publicKeyMultibase": key, "revoked": revoked }] });
    let (frame, document) = frame_of(&input).unwrap();
    prepared.prepare(&frame, &document).unwrap()
}

/// The facts of one call.
fn facts(prepared: &mut Prepared, handle: u32, receipt: &str) -> Result<String, Error> {
    let receipt = Receipt::from_json(receipt.as_bytes()).unwrap();
    let verified = verify(&receipt, &*prepared.get(handle)?, &Expected::default())?;
    Ok(verified.to_json())
}

#[test]
fn every_call_gives_the_same() {
    for algorithm in Algorithm::ALL {
        let [own, other] = [1, 2].map(|fill| secret_of(algorithm.key_type(), fill));
        let [good, bad] = [receipt_text(&own, algorithm), receipt_text(&other, algorithm)];
        let mut prepared = Prepared::new();
        let trust = prepare(&mut prepared, &own, false);
        let first = facts(&mut prepared, trust, &good).unwrap();
        for _ in 0..CALLS {
            assert_eq!(facts(&mut prepared, trust, &good).unwrap(), first);
            let refused = facts(&mut prepared, trust, &bad).unwrap_err();
            assert_eq!(refused.code(), "ERR_RECEIPT_SIGNATURE");
        }
    }
}

#[test]
fn inputs_stand_beside_each_other() {
    let [own, other] = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let receipt = receipt_text(&own, Algorithm::Ed25519);
    let mut prepared = Prepared::new();
    let all = [
        (&own, false, ""),
        (&other, false, "ERR_RECEIPT_SIGNATURE"),
        (&own, true, "ERR_RECEIPT_KEY"),
    ]
    .map(|(secret, revoked, want)| (prepare(&mut prepared, secret, revoked), want));
    for _ in 0..CALLS {
        for (trust, want) in all {
            let code =
                facts(&mut prepared, trust, &receipt).map_or_else(|error| error.code(), |_| "");
            assert_eq!(code, want);
        }
    }
}

#[test]
fn tables_go_with_the_input_that_they_are_of() {
    let own = secret_of(KeyType::Ed25519, 1);
    let receipt = receipt_text(&own, Algorithm::Ed25519);
    let mut prepared = Prepared::new();
    let [one, two] = [(); 2].map(|()| prepare(&mut prepared, &own, false));
    for trust in [one, two] {
        for _ in 0..CALLS {
            facts(&mut prepared, trust, &receipt).unwrap();
        }
    }
    assert_eq!(prepared.tables(), 2);
    prepared.close(one).unwrap();
    assert_eq!(prepared.tables(), 1);
    assert_eq!(prepared.get(one).unwrap_err().code(), "ERR_HANDLE_CLOSED");
    assert_eq!(prepared.close(one).unwrap_err().code(), "ERR_HANDLE_CLOSED");
    prepared.clear();
    assert_eq!(prepared.tables(), 0);
    assert_eq!(prepared.get(two).unwrap_err().code(), "ERR_HANDLE_CLOSED");
}

#[test]
fn as_many_are_open_as_the_limit_says() {
    let own = secret_of(KeyType::Ed25519, 1);
    let (frame, document) = frame_of(
        &json!({ "keys": [{ "publicKeyMultibase": multikey::encode(own.public_key()) }] }),
    )
    .unwrap();
    let mut prepared = Prepared::new();
    let first = prepared.prepare(&frame, &document).unwrap();
    for _ in 1..MOST_OPEN {
        prepared.prepare(&frame, &document).unwrap();
    }
    assert_eq!(prepared.prepare(&frame, &document).unwrap_err().code(), "ERR_HANDLE_LIMIT");
    prepared.close(first).unwrap();
    assert!(prepared.prepare(&frame, &document).is_ok());
}
