//! Receipts: our own vectors, what holds, batches, properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all receipt::` writes
//! `rust/vectors/receipt/v1.json`; `ts/test/receipt.test.ts` checks it with other implementations.

use countersign_core::{
    encoding::{
        base64url,
        document::{Document, Numbers},
        hex,
    },
    keys::Algorithm,
    receipt::{
        Draft, Receipt,
        envelope::{self, Kind},
        verify, verify_batch,
    },
    time::UnixSeconds,
    trust::{Owner, Trust},
};
use countersign_testkit::{frames, keys::secret_of, own_vectors, records::sign_receipt};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{
    high_s::other_s,
    receipt::{DID, NOW, countersign, draft, ed25519, expected, rotate, seal, trust, value},
};

#[test]
fn every_algorithm_signs() {
    for algorithm in Algorithm::ALL {
        let secret = secret_of(algorithm.key_type(), 1);
        let receipt = sign_receipt(&draft(algorithm), None, &secret);
        let verified =
            verify(&receipt, &trust(&[("did:web:agent.example#key-1", &secret)]), &expected());
        assert_eq!(verified.unwrap().owner(), Owner::This);
    }
}

#[test]
fn an_action_is_128_plain_letters_at_most() {
    let issued = |action: &str| {
        let mut given = draft(Algorithm::Ed25519);
        given["action"] = action.into();
        Draft::new(&given.to_string(), None).map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(issued(&"a".repeat(128)), Ok(()));
    for action in ["a".repeat(129), "a".repeat(200), "two words".into(), String::new()] {
        assert_eq!(issued(&action), Err("ERR_RECEIPT_MALFORMED"), "{action}");
    }
}

#[test]
fn a_key_that_has_ended_is_judged_by_the_second_of_now() {
    let actor = ed25519(1);
    let receipt = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let verdict_at = |expires: u64| {
        let mut trust = trust(&[("did:web:agent.example#key-1", &actor)]);
        trust.keys[0].expires = Some(UnixSeconds(expires));
        verify(&receipt, &trust, &expected()).map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(verdict_at(NOW / 1000 + 1), Ok(()));
    assert_eq!(verdict_at(NOW / 1000), Err("ERR_RECEIPT_KEY"));
}

#[test]
fn a_batch_gives_a_verdict_for_each() {
    let actor = ed25519(1);
    let good = sign_receipt(&draft(Algorithm::Ed25519), None, &actor).to_json().unwrap();
    let forged = good.replace("weather", "money");
    let list = frames(&[good.as_str(), &forged, "{}", "", &good].map(Value::from));
    let trust = trust(&[(&format!("{DID}#key-1"), &actor)]);
    let rows: Value =
        serde_json::from_str(&verify_batch(&list, &trust, &expected()).unwrap()).unwrap();
    let codes: Vec<_> = rows.as_array().unwrap().iter().map(|row| row["code"].as_str()).collect();
    let [forgery, empty, nothing] =
        ["ERR_RECEIPT_SIGNATURE", "ERR_RECEIPT_VERSION", "ERR_JSON_MALFORMED"].map(Some);
    assert_eq!(codes, [None, forgery, empty, nothing, None]);
    assert_eq!(rows[0]["id"], rows[4]["id"]);
    assert_eq!(verify_batch(&[], &trust, &expected()).unwrap(), "[]");
    let cut = verify_batch(&list[..list.len() - 1], &trust, &expected()).unwrap_err();
    assert_eq!(cut.code(), "ERR_ENCODING_MALFORMED");
}

#[test]
fn a_receipt_has_a_low_s() {
    for algorithm in [Algorithm::P256Sha256, Algorithm::Secp256k1Sha256] {
        let key = secret_of(algorithm.key_type(), 4);
        let mut receipt = value(&sign_receipt(&draft(algorithm), None, &key));
        let low = base64url::decode(receipt["signature"].as_str().unwrap()).unwrap();
        let trust = trust(&[("did:web:agent.example#key-1", &key)]);
        let code = |receipt: &Value| {
            let receipt = Receipt::from_json(receipt.to_string().as_bytes()).unwrap();
            verify(&receipt, &trust, &expected()).map_or_else(|error| error.code(), |_| "")
        };
        assert_eq!(code(&receipt), "");
        receipt["signature"] = base64url::encode(&other_s(algorithm.key_type(), &low)).into();
        assert_eq!(code(&receipt), "ERR_RECEIPT_SIGNATURE", "{algorithm:?}");
    }
}

#[test]
fn our_vectors_stand() {
    let [actor, next, notary] = [1, 2, 3].map(ed25519);
    let first = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let mut full = draft(Algorithm::Ed25519);
    let members = full.as_object_mut().unwrap();
    let content = json!({ "b": 1, "a": "\u{e9}" }).to_string();
    let content = Document::read(content.as_bytes(), Numbers::Exact).unwrap();
    let hash = countersign_core::receipt::content_hash(content.root()).unwrap();
    members.remove("content");
    members.insert("contentHash".into(), hash.to_string().into());
    members.insert("references".into(), json!(["https://tool.example/runs/7"]));
    members.insert("context".into(), "session 7".into());
    members.insert("grant".into(), "sha256:grant".into());
    let second = sign_receipt(&full, Some(&first), &actor);
    let second = countersign(second, "did:web:notary.example", &notary);
    let third = rotate(&actor, &next, &second);
    let mut end = draft(Algorithm::Ed25519);
    end["keyId"] = format!("{DID}#key-2").into();
    end["final"] = true.into();
    let fourth = sign_receipt(&end, Some(&third), &next);
    let rows: Vec<Value> = [&first, &second, &third, &fourth]
        .iter()
        .map(|receipt| {
            json!({
                "id": receipt.id().to_string(),
                "statement": hex::encode(&receipt.statement()),
                "receipt": value(receipt),
            })
        })
        .collect();
    let archive = ed25519(9);
    let envelope = |kind| seal(&second, kind, &archive, Algorithm::Ed25519);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let file = json!({
        "source": "ours, made once from seeds of 32 equal bytes",
        "now": NOW,
        "content": { "b": 1, "a": "\u{e9}" },
        "seeds": { "actor": 1, "next": 2, "notary": 3, "archive": 9 },
        "chain": rows,
        "envelopes": {
            "of": 1,
            "jws": text(envelope(Kind::Jws)),
            "dsse": text(envelope(Kind::Dsse)),
            "cose": hex::encode(&envelope(Kind::Cose)),
        },
    });
    own_vectors("receipt/v1.json", &file);
}

proptest! {
    #[test]
    fn any_bytes_are_refused_or_read(bytes in any::<Vec<u8>>(), index in any::<prop::sample::Index>(), to in any::<u8>()) {
        let _ = Receipt::from_json(&bytes);
        let trust = Trust { allow_embedded_key: true, ..Trust::default() };
        for kind in [Kind::Jws, Kind::Dsse, Kind::Cose] {
            let opened = envelope::verify(kind, &bytes, &trust, &expected());
            prop_assert!(opened.is_err());
        }
        let secret = ed25519(1);
        let receipt = sign_receipt(&draft(Algorithm::Ed25519), None, &secret).to_json().unwrap();
        let mut altered = receipt.clone().into_bytes();
        let index = index.index(altered.len());
        altered[index] = to;
        if let Ok(altered) = Receipt::from_json(&altered) {
            let trust = self::trust(&[("did:web:agent.example#key-1", &secret)]);
            let same = altered.to_json().unwrap() == receipt;
            prop_assert_eq!(verify(&altered, &trust, &expected()).is_ok(), same);
        }
    }
}
