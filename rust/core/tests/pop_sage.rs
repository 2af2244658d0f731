//! SAGE's proofs of possession and key-pair signatures: upstream's vectors, and what ours refuses.

use countersign_core::{
    did,
    encoding::{base64, hex},
    keys::{Algorithm, KeyType, PublicKey, SecretKey, sage_data::StoredKey, sage_sign},
    pop::sage::{self, Expected},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{pinned, secret, secret_of},
    records::sign_as_sage,
    vectors,
};
use serde_json::{Value, json};

use crate::support::sage_vectors::{bytes, text};

/// Our verdict, or upstream's if the vector states none of ours.
fn accepted(case: &Value, upstream: bool) -> bool {
    case["ours"]["verdict"].as_str().map_or(upstream, |verdict| verdict == "accept")
}

fn stored(case: &Value) -> Option<StoredKey> {
    StoredKey::new(case["key_type_id"].as_u64()?, &bytes(case, "key_data")).ok()
}

#[test]
fn proofs_are_upstreams_byte_for_byte() {
    let all = vectors("sage/pop.json");
    let cases = all["cases"].as_array().unwrap();
    let mut run = 0;
    for case in cases.iter().filter(|case| case["op"] == "pop") {
        let (did, key) = (text(case, "did"), stored(case).unwrap());
        assert_eq!(sage::challenge(did, key.data()), text(case, "challenge"));
        assert_eq!(hex::encode(&sage::digest(did, key.data())), text(case, "hash"));
        let secret = SecretKey::from_bytes(key.key().key_type(), &bytes(case, "private")).unwrap();
        let algorithm = key.key().key_type().default_algorithm().unwrap();
        let unsigned = sage::unsigned(did, &key, algorithm).unwrap();
        let proof = unsigned.sign(&secret, SecretKey::sign).unwrap();
        assert_eq!(hex::encode(&proof), text(case, "signature"));
        sage::verify(did, &key, &proof).unwrap();
        run += 1;
    }
    assert_eq!(run, 22);
}

#[test]
fn a_did_that_is_a_key_is_proven_by_that_key_alone() {
    let [own, other] = [1, 2].map(secret);
    let did = did::key::from_public_key(own.public_key()).unwrap().to_string();
    let judge = |secret: &SecretKey| {
        let key = StoredKey::new(1, secret.public_key().as_bytes()).unwrap();
        let unsigned = sage::unsigned(&did, &key, Algorithm::Ed25519).unwrap();
        let proof = unsigned.sign(secret, SecretKey::sign).unwrap();
        sage::verify(&did, &key, &proof).map_err(|error| error.code())
    };
    assert_eq!(judge(&own), Ok(()));
    assert_eq!(judge(&other), Err("ERR_POP_KEY"));
}

#[test]
fn the_trust_input_says_which_keys_a_did_may_prove() {
    let [own, other] = [1, 2].map(secret);
    let key = StoredKey::of(own.public_key()).unwrap();
    let unsigned = sage::unsigned("did:x:a", &key, Algorithm::Ed25519).unwrap();
    let signature = unsigned.sign(&own, SecretKey::sign).unwrap();
    let judge = |proof: &[u8], stored: Option<&StoredKey>, change: fn(&mut TrustedKey)| {
        let mut trust = pinned([&other, &own].map(SecretKey::public_key));
        change(&mut trust.keys[1]);
        let expected = Expected { did: "did:x:a", trust: &trust, stored, now: UnixSeconds(9) };
        sage::verify_trusted(proof, &expected).map_err(|error| error.code())
    };
    let facts = judge(&signature, None, |key| key.controller = Some("did:x:a".into())).unwrap();
    let facts: Value = serde_json::from_str(&facts).unwrap();
    assert_eq!(facts["signer"]["controller"], "did:x:a");
    assert!(judge(&signature, Some(&key), |_| ()).is_ok());
    let revoked: fn(&mut TrustedKey) = |key| key.revoked = true;
    let foreign: fn(&mut TrustedKey) = |key| key.controller = Some("did:x:b".into());
    for change in [revoked, foreign] {
        assert_eq!(judge(&signature, None, change), Err("ERR_POP_INVALID"));
        assert_eq!(judge(&signature, Some(&key), change), Err("ERR_POP_KEY"));
    }
    assert_eq!(judge(&[], None, |_| ()), Err("ERR_POP_MISSING"));
    let agreement = pinned([secret_of(KeyType::X25519, 1).public_key()]);
    for (trust, code) in [(agreement, "ERR_POP_UNPROVABLE"), (Trust::default(), "ERR_POP_KEY")] {
        let expected =
            Expected { did: "did:x:a", trust: &trust, stored: None, now: UnixSeconds(9) };
        assert_eq!(sage::verify_trusted(&signature, &expected).unwrap_err().code(), code);
    }
}

#[test]
fn verdicts_are_upstreams_or_ours() {
    let all = vectors("sage/pop.json");
    for case in all["cases"].as_array().unwrap().iter().filter(|case| case["op"] == "verify") {
        let good = stored(case).is_some_and(|key| {
            sage::verify(text(case, "did"), &key, &bytes(case, "signature")).is_ok()
        });
        assert_eq!(good, accepted(case, case["accept"] == true), "{}", case["name"]);
    }
}

#[test]
fn sets_of_keys_are_judged_one_by_one() {
    const DID: &str = "did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
    let all = vectors("sage/pop.json");
    let cases = all["cases"].as_array().unwrap();
    let item = |case: &Value| {
        let encode = |name| base64::encode(&bytes(case, name));
        json!({ "type": case["key_type_id"], "key_data": encode("key_data"), "signature": encode("signature") })
    };
    let of = |name: &str| {
        item(cases.iter().find(|case| case["did"] == DID && case["key"] == name).unwrap())
    };
    let spoil = |mut key: Value| {
        key["signature"] = base64::encode(&[1; 64]).into();
        key
    };
    let x = json!({ "type": 2, "key_data": "hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=", "signature": null });
    let (a, b, k) = (of("ed-A"), of("ed-B"), of("k1-hardhat"));
    let sets = [
        ("ed+ecdsa+x25519", json!([a, k, x])),
        ("x25519 only", json!([x])),
        ("one bad of two", json!([a, spoil(b.clone())])),
        ("two bad", json!([spoil(a.clone()), spoil(b.clone())])),
        ("nil", Value::Null),
    ];
    for (name, keys) in sets {
        let case = cases.iter().find(|case| case["name"] == name).unwrap();
        let good = sage::verify_all(DID, &keys.to_string()).is_ok_and(|facts| {
            serde_json::from_str::<Value>(&facts).unwrap()["facts"]["proofs"]["state"] == "ok"
        });
        assert_eq!(good, accepted(case, case["accept"] == true), "{name}");
    }

    let twice = sage::verify_all(DID, &json!([a, a]).to_string()).unwrap();
    let twice: Value = serde_json::from_str(&twice).unwrap();
    assert_eq!(twice["keys"][1]["code"], "ERR_POP_DUPLICATE");
    let unknown = sage::verify_all(DID, r#"[{"type":9,"key_data":"AA=="}]"#).unwrap();
    assert!(unknown.contains("ERR_KEY_TYPE_UNKNOWN"));
}

#[test]
fn a_set_has_64_keys_at_most() {
    let set = |count: usize| {
        let keys = vec![json!({ "type": 9, "key_data": "AA==" }); count];
        sage::verify_all("did:sage:ethereum:x", &json!(keys).to_string())
            .map_err(|error| error.code())
    };
    assert!(set(64).is_ok());
    assert_eq!(set(65), Err("ERR_LIMIT_EXCEEDED"));
    assert_eq!(set(0), Err("ERR_POP_MALFORMED"));
}

#[test]
fn refuses_keys_that_prove_nothing() {
    let identity = [[1].as_slice(), &[0; 31]].concat();
    let hybrid = "068318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed753547f11ca8696646f2f3acb08e31016afac23e630c5d11f59f61fef57b0d2aa5";
    let rows = [
        ("small order", 1, identity, "ERR_KEY_SMALL_ORDER"),
        ("not canonical", 1, vec![0xff; 32], "ERR_KEY_NOT_CANONICAL"),
        ("hybrid", 0, hex::decode(hybrid).unwrap(), "ERR_KEY_POINT_FORM"),
        ("off the curve", 0, vec![4; 64], "ERR_KEY_OFF_CURVE"),
        ("too short", 0, vec![2; 32], "ERR_BYTES_LENGTH"),
        ("zero X25519", 2, vec![0; 32], "ERR_KEY_SMALL_ORDER"),
        ("unknown type", 9, vec![0; 32], "ERR_KEY_TYPE_UNKNOWN"),
    ];
    for (name, number, data, code) in rows {
        assert_eq!(StoredKey::new(number, &data).unwrap_err().code(), code, "{name}");
    }
}

#[test]
fn a_signer_must_fit() {
    let secret = secret_of(KeyType::Secp256k1, 1);
    let key = StoredKey::new(0, secret.public_key().as_bytes()).unwrap();
    let refused = sage::unsigned("did:x", &key, Algorithm::Secp256k1Keccak256).unwrap_err();
    assert_eq!(refused.code(), "ERR_KEY_ALGORITHM");
    let unsigned = sage::unsigned("did:x", &key, Algorithm::Secp256k1Sha256).unwrap();
    let by_another = unsigned.sign(&secret_of(KeyType::Secp256k1, 2), SecretKey::sign);
    assert_eq!(by_another.unwrap_err().code(), "ERR_POP_INVALID");
}

#[test]
fn key_pair_signatures_are_upstreams() {
    let all = vectors("sage/sign.json");
    for case in all["cases"].as_array().unwrap() {
        let message = bytes(case, "message");
        let key_type = match (text(case, "type"), text(case, "key").split('-').next()) {
            ("Ed25519", _) | (_, Some("ed")) => KeyType::Ed25519,
            ("X25519", _) | (_, Some("x")) => KeyType::X25519,
            (_, Some("k1")) => KeyType::Secp256k1,
            _ => KeyType::P256,
        };
        let Ok(key) = PublicKey::from_raw(key_type, &bytes(case, "public")) else {
            assert_eq!(key_type, KeyType::X25519);
            continue;
        };
        let good = sage_sign::verifies(&key, &message, &bytes(case, "signature"));
        if case["op"] == "verify" {
            assert_eq!(good, accepted(case, case["accept"] == true), "{}", case["name"]);
            continue;
        }
        assert_eq!(good, case["error"].is_null(), "{case}");
        if sage_sign::algorithm(key_type).is_err() {
            continue;
        }
        let secret = SecretKey::from_bytes(key_type, &bytes(case, "private")).unwrap();
        let full = sign_as_sage(&message, &secret);
        if case["deterministic"] == true {
            assert_eq!(hex::encode(&full), text(case, "signature"));
        }
    }
}
