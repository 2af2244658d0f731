//! Ring signatures over receipts.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all receipt_ring::` writes
//! `rust/vectors/receipt/ring.json`; `ts/test/receiptRing.test.ts` checks it with other implementations.

use countersign_core::{
    encoding::{base64url, hex},
    keys::{KeyType, SecretKey},
    receipt::{
        Receipt,
        ring::{self, Members},
    },
};
use countersign_testkit::{
    keys::{secret, secret_of},
    outcomes::code,
    own_vectors, vectors,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const TYPES: [KeyType; 2] = [KeyType::Ed25519, KeyType::Secp256k1];

fn receipts() -> Vec<Receipt> {
    let chain = vectors("receipt/v1.json")["chain"].as_array().unwrap().clone();
    let read = |row: &Value| Receipt::from_json(row["receipt"].to_string().as_bytes()).unwrap();
    chain.iter().map(read).collect()
}

fn agents(key_type: KeyType) -> (Vec<SecretKey>, Vec<u8>) {
    let keys: Vec<SecretKey> = (1..=4).map(|fill| secret_of(key_type, fill)).collect();
    let packed = keys.iter().flat_map(|key| key.public_key().as_bytes().to_vec()).collect();
    (keys, packed)
}

#[test]
fn one_of_them_stands_behind_a_receipt() {
    let receipt = &receipts()[0];
    for key_type in TYPES {
        let (agents, packed) = agents(key_type);
        let members = Members { key_type, keys: &packed };
        for scope in [None, Some("audits of 2026")] {
            for key in &agents {
                let proof = ring::prove(receipt, members, scope, key, &[7; 32]).unwrap();
                assert!(ring::verify(proof.as_bytes(), receipt, members, scope).is_ok());
            }
        }
    }
}

#[test]
fn images_link_in_a_receipt_or_in_a_named_scope() {
    let receipts = receipts();
    let (agents, packed) = agents(KeyType::Ed25519);
    let members = Members { key_type: KeyType::Ed25519, keys: &packed };
    let image = |receipt: &Receipt, scope, index: usize, random| {
        let proof = ring::prove(receipt, members, scope, &agents[index], &[random; 32]).unwrap();
        ring::verify(proof.as_bytes(), receipt, members, scope).unwrap()
    };
    let (first, other) = (&receipts[0], &receipts[1]);
    assert_eq!(image(first, None, 0, 1), image(first, None, 0, 2), "twice in one receipt");
    assert_ne!(image(first, None, 0, 1), image(first, None, 1, 1), "two agents");
    assert_ne!(image(first, None, 0, 1), image(other, None, 0, 1), "two receipts");
    assert_eq!(image(first, Some("a"), 0, 1), image(other, Some("a"), 0, 1), "a named scope");
    assert_ne!(image(first, Some("a"), 0, 1), image(first, Some("b"), 0, 1), "two scopes");
    assert_ne!(image(first, Some("a"), 0, 1), image(first, None, 0, 1), "named, and not");
    let plain = countersign_core::ring::derive_image(&agents[0], b"a").unwrap();
    assert_ne!(image(first, Some("a"), 0, 1), plain, "another use of rings");
}

#[test]
fn what_does_not_hold_is_refused() {
    let receipts = receipts();
    let receipt = &receipts[0];
    let (agents, packed) = agents(KeyType::Ed25519);
    let members = Members { key_type: KeyType::Ed25519, keys: &packed };
    let proof = ring::prove(receipt, members, Some("s"), &agents[0], &[7; 32]).unwrap();
    let with = |name: &str, value: Value| {
        let mut record: Value = serde_json::from_str(&proof).unwrap();
        match value {
            Value::Null => drop(record.as_object_mut().unwrap().remove(name)),
            value => record[name] = value,
        }
        record.to_string()
    };
    let other = receipts[1].id().to_string();
    let twice = proof.replacen('{', "{\"scope\":\"s\",", 1);
    let cut = base64url::encode(&[1, 1, 0, 4]);
    let table: [(&str, String, &str); 14] = [
        ("as it is", proof.clone(), "ok"),
        ("empty", String::new(), "ERR_JSON_MALFORMED"),
        ("a list", "[]".into(), "ERR_JSON_NOT_OBJECT"),
        ("a member twice", twice, "ERR_JSON_DUPLICATE"),
        ("no type", with("type", Value::Null), "ERR_RECEIPT_VERSION"),
        ("another type", with("type", "countersign/receipt/v1".into()), "ERR_RECEIPT_VERSION"),
        ("an unknown member", with("more", "1".into()), "ERR_RECEIPT_MALFORMED"),
        ("a number", with("scope", 7.into()), "ERR_RECEIPT_MALFORMED"),
        ("no receipt", with("receipt", Value::Null), "ERR_RECEIPT_MALFORMED"),
        ("another receipt", with("receipt", other.into()), "ERR_RECEIPT_ID"),
        ("another scope", with("scope", "t".into()), "ERR_RING_SCOPE"),
        ("no scope", with("scope", Value::Null), "ERR_RING_SCOPE"),
        ("no signature", with("signature", Value::Null), "ERR_RECEIPT_MALFORMED"),
        ("a cut signature", with("signature", cut.into()), "ERR_RING_MALFORMED"),
    ];
    for (name, record, want) in table {
        let verdict = ring::verify(record.as_bytes(), receipt, members, Some("s"));
        assert_eq!(code(verdict), want, "{name}");
    }
    let verify = |receipt, keys: &[u8], scope| {
        let members = Members { key_type: KeyType::Ed25519, keys };
        code(ring::verify(proof.as_bytes(), receipt, members, scope))
    };
    assert_eq!(verify(&receipts[1], &packed, Some("s")), "ERR_RECEIPT_ID");
    assert_eq!(verify(receipt, &packed[..96], Some("s")), "ERR_RING_SIZE");
    assert_eq!(verify(receipt, &packed, None), "ERR_RING_SCOPE");
    let stranger = secret(9);
    let others = [&packed[32..], stranger.public_key().as_bytes()].concat();
    assert_eq!(verify(receipt, &others, Some("s")), "ERR_RING_SIGNATURE");
    let prove = |scope, key| code(ring::prove(receipt, members, scope, key, &[7; 32]));
    assert_eq!(prove(None, &stranger), "ERR_RING_NOT_MEMBER");
    assert_eq!(prove(Some(""), &agents[0]), "ERR_RECEIPT_MALFORMED");
    let long = "s".repeat(ring::MAX_SCOPE + 1);
    assert_eq!(prove(Some(&long[1..]), &agents[0]), "ok");
    assert_eq!(prove(Some(&long), &agents[0]), "ERR_LIMIT_EXCEEDED");
}

fn golden() -> Value {
    let receipt = &receipts()[0];
    let text = &vectors("receipt/v1.json")["chain"][0]["receipt"];
    let cases: Vec<Value> = TYPES
        .into_iter()
        .flat_map(|key_type| [None, Some("audits of 2026")].map(|scope| (key_type, scope)))
        .map(|(key_type, scope)| {
            let (agents, packed) = agents(key_type);
            let members = Members { key_type, keys: &packed };
            let proof = ring::prove(receipt, members, scope, &agents[2], &[7; 32]).unwrap();
            let image = ring::verify(proof.as_bytes(), receipt, members, scope).unwrap();
            let ring = agents.iter().map(|key| hex::encode(key.public_key().as_bytes()));
            json!({
                "keyType": key_type.as_str(),
                "ring": ring.collect::<Vec<_>>(),
                "secret": hex::encode(agents[2].expose()),
                "scope": scope,
                "proof": serde_json::from_str::<Value>(&proof).unwrap(),
                "keyImage": hex::encode(&image),
            })
        })
        .collect();
    json!({
        "source": "ours, made once from seeds of 32 equal bytes",
        "id": receipt.id().to_string(),
        "receipt": text,
        "cases": cases,
    })
}

#[test]
fn the_golden_vectors_hold() {
    own_vectors("receipt/ring.json", &golden());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_changed_record_never_holds(index in 0_usize..400, bit in 0_u8..8, named in any::<bool>()) {
        let receipt = &receipts()[0];
        let (agents, packed) = agents(KeyType::Ed25519);
        let members = Members { key_type: KeyType::Ed25519, keys: &packed };
        let scope = named.then_some("s");
        let proof = ring::prove(receipt, members, scope, &agents[1], &[3; 32]).unwrap();
        let mut changed = proof.into_bytes();
        let place = index % changed.len();
        changed[place] ^= 1 << bit;
        prop_assert!(ring::verify(&changed, receipt, members, scope).is_err());
    }
}
