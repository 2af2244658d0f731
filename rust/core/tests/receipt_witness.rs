//! Witnesses of receipts: what counts as one, and when.

use countersign_core::{
    did,
    keys::{Algorithm, SecretKey},
    receipt::{Expected, Receipt, verify},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{keys::secret_of, records::sign_receipt};
use serde_json::{Value, json};

use crate::support::receipt::{
    DID, NOW, countersign, countersign_at, draft, ed25519, expected, named, trust, value, witness,
};

#[test]
fn witnesses_are_reported_and_do_not_poison() {
    let [actor, good, stranger] = [1, 2, 3].map(ed25519);
    let trust =
        trust(&[("did:web:agent.example#key-1", &actor), ("did:web:notary.example#key-1", &good)]);
    let plain = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let mut receipt = countersign(plain.clone(), "did:web:notary.example", &good);
    assert_eq!(receipt.id(), plain.id());
    receipt = countersign(receipt, "did:web:notary.example", &good);
    receipt = countersign(receipt, "did:web:notary.example", &stranger);
    receipt = countersign(receipt, "did:web:stranger.example", &stranger);
    receipt = countersign(receipt, DID, &actor);
    let mut all = value(&receipt);
    let list = all["witnesses"].as_array_mut().unwrap();
    list.push(json!("garbage"));
    list.push(json!({ "witness": "did:web:notary.example", "signature": 7 }));
    let receipt = Receipt::from_json(all.to_string().as_bytes()).unwrap();
    let verified = verify(&receipt, &trust, &expected()).unwrap();
    let codes: Vec<_> = verified
        .witnesses()
        .iter()
        .map(|testimony| testimony.refused().map_or("", countersign_core::Error::code))
        .collect();
    assert_eq!(
        codes,
        [
            "",
            "ERR_RECEIPT_WITNESS_DUPLICATE",
            "ERR_RECEIPT_SIGNATURE",
            "ERR_RECEIPT_KEY",
            "ERR_RECEIPT_WITNESS_SELF",
            "ERR_RECEIPT_MALFORMED",
            "ERR_RECEIPT_MALFORMED",
        ]
    );
    let quorum = |witnesses| verify(&receipt, &trust, &Expected { witnesses, ..expected() });
    assert!(quorum(1).is_ok());
    assert_eq!(quorum(2).unwrap_err().code(), "ERR_RECEIPT_WITNESSES");
    all["witnesses"] = "garbage".into();
    let receipt = Receipt::from_json(all.to_string().as_bytes()).unwrap();
    assert_eq!(verify(&receipt, &trust, &expected()).unwrap().witnesses().len(), 1);
    // A flood is counted and not looked at.
    all["witnesses"] = vec![json!(0); 1000].into();
    let receipt = Receipt::from_json(all.to_string().as_bytes()).unwrap();
    let facts = verify(&receipt, &trust, &expected()).unwrap().to_json();
    assert!(facts.contains(r#""witnessesOmitted":936"#), "{facts}");
}

/// As JSON, the verdicts on the witnesses of a receipt, and how many count.
fn testimonies(receipt: &Receipt, trust: &Trust) -> (Value, usize) {
    let quorum = |witnesses| verify(receipt, trust, &Expected { witnesses, ..expected() });
    let facts: Value = serde_json::from_str(&quorum(0).unwrap().to_json()).unwrap();
    let count = (0..9).take_while(|want| quorum(*want).is_ok()).last().unwrap();
    (facts["witnesses"].clone(), count)
}

#[test]
fn a_witness_signs_with_an_algorithm_of_its_own() {
    let actor = ed25519(1);
    let mut receipt = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let mut keys = vec![(format!("{DID}#key-1"), ed25519(1))];
    let others = [Algorithm::P256Sha256, Algorithm::Secp256k1Sha256, Algorithm::Secp256k1Keccak256];
    for (index, algorithm) in others.into_iter().enumerate() {
        let who = format!("did:web:notary-{index}.example");
        let key_id = format!("{who}#key-1");
        let entry = json!({
            "witness": who, "keyId": key_id, "algorithm": algorithm.as_str(), "time": NOW,
        });
        let notary = secret_of(algorithm.key_type(), 20 + u8::try_from(index).unwrap());
        receipt = witness(receipt, &entry, &notary);
        keys.push((key_id, notary));
    }
    let keys: Vec<_> = keys.iter().map(|(id, key)| (id.as_str(), key)).collect();
    assert_eq!(testimonies(&receipt, &trust(&keys)).1, 3);
}

#[test]
fn a_witness_signs_within_the_time_of_its_key() {
    let [actor, notary] = [1, 2].map(ed25519);
    let plain = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let receipt = countersign(plain, "did:web:notary.example", &notary);
    let second = NOW / 1000;
    let held = |from: u64, until: u64| {
        let mut trust = trust(&[
            ("did:web:agent.example#key-1", &actor),
            ("did:web:notary.example#key-1", &notary),
        ]);
        trust.keys[1].from = Some(UnixSeconds(from));
        trust.keys[1].until = Some(UnixSeconds(until));
        let quorum = Expected { witnesses: 1, ..expected() };
        verify(&receipt, &trust, &quorum).map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(held(second, second + 1), Ok(()));
    assert_eq!(held(second + 1, second + 9), Err("ERR_RECEIPT_WITNESSES"));
    assert_eq!(held(second - 9, second), Err("ERR_RECEIPT_WITNESSES"));
}

#[test]
fn a_witness_saw_nothing_that_is_to_come() {
    let [actor, notary] = [1, 2].map(ed25519);
    let who = "did:web:notary.example";
    let trust = trust(&[(&format!("{DID}#key-1"), &actor), (&format!("{who}#key-1"), &notary)]);
    let seen = |time| {
        let plain = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
        testimonies(&countersign_at(plain, who, &notary, time), &trust)
    };
    assert_eq!(seen(NOW + 60_000).1, 1, "the clocks may differ by a minute");
    let (verdicts, count) = seen(NOW + 60_001);
    assert_eq!((&verdicts[0]["code"], count), (&json!("ERR_RECEIPT_NOT_YET"), 0));
}

#[test]
fn an_actor_is_no_witness_of_itself_by_another_key_or_name() {
    let [actor, second] = [1, 2].map(ed25519);
    let (own, other) = (format!("{DID}#key-1"), "did:web:notary.example");
    let beside = format!("{other}#key-1");
    let trust = trust(&[(&own, &actor), (&own, &second), (&beside, &actor)]);
    let plain = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    for (who, key) in [(DID, &second), (other, &actor)] {
        let (verdicts, count) = testimonies(&countersign(plain.clone(), who, key), &trust);
        let code = &verdicts[0]["code"];
        assert_eq!((code, count), (&json!("ERR_RECEIPT_WITNESS_SELF"), 0), "{who}");
    }
}

#[test]
fn a_witness_with_two_keys_is_one_witness() {
    let (actor, one, two) = (ed25519(1), ed25519(2), ed25519(3));
    let who = "did:web:notary.example";
    let seen = countersign(sign_receipt(&draft(Algorithm::Ed25519), None, &actor), who, &one);
    let entry = json!({
        "witness": who, "keyId": format!("{who}#key-2"), "algorithm": "ed25519", "time": NOW,
    });
    let seen = witness(seen, &entry, &two);
    let (first, second) = (format!("{who}#key-1"), format!("{who}#key-2"));
    let actor_key = format!("{DID}#key-1");
    let trust = trust(&[(&actor_key, &actor), (&first, &one), (&second, &two)]);
    let (verdicts, count) = testimonies(&seen, &trust);
    assert_eq!(count, 1);
    assert_eq!(verdicts[1]["code"], "ERR_RECEIPT_WITNESS_DUPLICATE");
}

#[test]
fn a_witness_whom_nothing_names_does_not_count() {
    let (actor, notary) = (ed25519(1), ed25519(2));
    let seen = countersign(
        sign_receipt(&draft(Algorithm::Ed25519), None, &actor),
        "did:web:notary.example",
        &notary,
    );
    let bare = |secret: &SecretKey| TrustedKey::pinned(secret.public_key().clone());
    let of = |keys| Trust { keys, ..Trust::default() };
    let named_actor = named(&format!("{DID}#key-1"), actor.public_key());
    let (verdicts, count) = testimonies(&seen, &of(vec![named_actor.clone(), bare(&notary)]));
    assert_eq!((&verdicts[0]["unproven"], count), (&json!(["witness"]), 0));
    // A name that the trust input gives proves it.
    let owned = TrustedKey { controller: Some("did:web:notary.example".into()), ..bare(&notary) };
    let (verdicts, count) = testimonies(&seen, &of(vec![named_actor.clone(), owned]));
    assert_eq!((&verdicts[0]["unproven"], count), (&json!([]), 1));
    // Two bare keys may be one actor's, who then testifies for itself under the name of the second.
    let name = did::key::from_public_key(notary.public_key()).unwrap().to_string();
    let fragment = name.strip_prefix("did:key:").unwrap();
    let receipt = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let entry = json!({
        "witness": name, "keyId": format!("{name}#{fragment}"), "algorithm": "ed25519", "time": NOW,
    });
    let receipt = witness(receipt, &entry, &notary);
    let (verdicts, count) = testimonies(&receipt, &of(vec![bare(&actor), bare(&notary)]));
    assert_eq!((&verdicts[0]["unproven"], count), (&json!(["witness"]), 0));
    let (_, count) = testimonies(&receipt, &of(vec![named_actor, bare(&notary)]));
    assert_eq!(count, 1);
}

#[test]
fn a_witness_of_another_receipt_does_not_count() {
    let [actor, notary] = [1, 2].map(ed25519);
    let trust = trust(&[
        ("did:web:agent.example#key-1", &actor),
        ("did:web:notary.example#key-1", &notary),
    ]);
    let first = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let second = sign_receipt(&draft(Algorithm::Ed25519), Some(&first), &actor);
    let witnessed = value(&countersign(first, "did:web:notary.example", &notary));
    let mut moved = value(&second);
    moved["witnesses"] = witnessed["witnesses"].clone();
    let moved = Receipt::from_json(moved.to_string().as_bytes()).unwrap();
    let verified = verify(&moved, &trust, &expected()).unwrap();
    assert_eq!(verified.witnesses()[0].refused().unwrap().code(), "ERR_RECEIPT_SIGNATURE");
}
