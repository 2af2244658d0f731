//! A trust input that stays: the same verdicts on every call. Tables are on `wasm-fma` alone: `ts/test/trustRecent.test.ts`.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/seeds.rs"]
mod seeds;

use countersign_core::{
    Error,
    keys::{Algorithm, KeyType, SecretKey, multikey},
    receipt::{Draft, Expected, Receipt, attach, verify},
    trust::Recent,
};
use seeds::secret_of;
use serde_json::json;

/// More than it takes for tables.
const CALLS: usize = 20;

fn issue(secret: &SecretKey, algorithm: Algorithm) -> String {
    let given = json!({
        "actor": "did:web:agent.example",
        "keyId": "did:web:agent.example#key-1",
        "algorithm": algorithm.as_str(),
        "action": "tool.call",
        "content": {},
        "time": 0,
    });
    let statement = Draft::new(&given.to_string(), None).unwrap().statement().unwrap();
    attach(&statement, &secret.sign(algorithm, &statement).unwrap()).unwrap()
}

/// The facts of one call, and the note that follows it.
fn facts(recent: &mut Recent, key: &[u8], text: &str, receipt: &str) -> Result<String, Error> {
    let receipt = Receipt::from_json(receipt.as_bytes()).unwrap();
    let verified = verify(&receipt, &*recent.read(key, text)?, &Expected::default())?;
    recent.note(verified.trusted_key());
    Ok(verified.to_json())
}

#[test]
fn every_call_gives_the_same() {
    for algorithm in Algorithm::ALL {
        let [own, other] = [1, 2].map(|fill| secret_of(algorithm.key_type(), fill));
        let [good, bad] = [issue(&own, algorithm), issue(&other, algorithm)];
        let (key, mut recent) = (own.public_key().to_tagged(), Recent::new());
        let first = facts(&mut Recent::new(), &key, "", &good).unwrap();
        for _ in 0..CALLS {
            assert_eq!(facts(&mut recent, &key, "", &good).unwrap(), first);
            let refused = facts(&mut recent, &key, "", &bad).unwrap_err();
            assert_eq!(refused.code(), "ERR_RECEIPT_SIGNATURE");
        }
    }
}

#[test]
fn another_input_takes_the_place_of_the_one_before() {
    let [own, other] = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let receipt = issue(&own, Algorithm::Ed25519);
    let text = |revoked: bool| {
        let key = multikey::encode(own.public_key());
        json!({ "keys": [{ "publicKeyMultibase": key, "revoked": revoked }] }).to_string()
    };
    let (own, other) = (own.public_key().to_tagged(), other.public_key().to_tagged());
    let mut recent = Recent::new();
    let mut code = |key: &[u8], text: &str| {
        facts(&mut recent, key, text, &receipt).map_or_else(|error| error.code(), |_| "")
    };
    assert_eq!(code(&[], ""), "ERR_JSON_MALFORMED");
    for _ in 0..CALLS {
        assert_eq!(code(&own, ""), "");
    }
    for _ in 0..2 {
        assert_eq!(code(&other, ""), "ERR_RECEIPT_SIGNATURE");
        assert_eq!(code(&own, ""), "");
        assert_eq!(code(&[], &text(true)), "ERR_RECEIPT_KEY");
        assert_eq!(code(&[], &text(false)), "");
        assert_eq!(code(&[], ""), "ERR_JSON_MALFORMED");
    }
}
