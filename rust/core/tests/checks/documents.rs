//! Documents that name their keys, and documents that do not: JWS, cards, Data Integrity.

use countersign_core::{
    Error,
    card::{self, VerifyOptions, sage},
    data_integrity,
    encoding::{base58, base64url},
    jws::{self, Form, Shape},
    keys::{Algorithm, KeyType, SecretKey},
    metadata::V4,
    trust::{MAX_KEYS, TrustedKey},
};
use countersign_testkit::{
    keys::secret_of,
    records::{document, sign_document},
    vectors,
};
use serde_json::{Value, json};

use super::{
    actors::{embedded, strangers, with_signer},
    costs::{Made, Row, cost, made, row},
};

pub const ROWS: &[Row] = &[
    row("Jws.verify", "16 signature checks", jws_verify),
    row("Card.verify", "16 signature checks", card_verify),
    row("Sage.Card.verify", "1 signature check", sage_verify),
    row("Sage.Card.merge", "1 signature check", sage_merge),
    row("DataIntegrity.verify", "16 signature checks", data_integrity_verify),
];

fn jws_verify() -> Made {
    let text = jws_of(16);
    made(|| jws::verify(&text, None, &strangers(), &jws::Policy::default()).map(drop))
}

fn card_verify() -> Made {
    let entry = json!({
        "protected": base64url::encode(br#"{"alg":"EdDSA","kid":"k"}"#),
        "signature": base64url::encode(&[7; 64]),
    });
    let card = json!({ "name": "a", "supportedInterfaces": [], "signatures": vec![entry; 16] });
    let text = card.to_string();
    made(|| {
        let answer = card::verify(text.as_bytes(), &strangers(), VerifyOptions::default());
        assert_eq!(answer.map(drop), Err(Error::TrustChecks(16)));
    })
}

fn data_integrity_verify() -> Made {
    let proof = json!({
        "type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022",
        "verificationMethod": "did:web:a.example#k", "proofPurpose": "assertionMethod",
        "proofValue": format!("z{}", base58::encode(&[7; 64])),
    });
    let text = json!({ "proof": vec![proof; 16] }).to_string();
    let policy = data_integrity::Policy::default();
    // The first proof is tried as often as is allowed.
    made(|| {
        let answer = data_integrity::verify(text.as_bytes(), &strangers(), &policy);
        assert_eq!(answer.map(drop), Err(Error::TrustChecks(16)));
    })
}

/// A card of secp256k1 that SAGE signed, and its metadata.
fn sage_card() -> (String, V4) {
    let all = vectors("sage/a2a_card.json");
    let cases = all["cases"].as_array().unwrap();
    let case = cases.iter().find(|case| case["op"] == "sign" && case["verify"] == true).unwrap();
    let metadata = V4::from_json(&case["metadata"].to_string()).unwrap();
    (case["wire"].as_str().unwrap().to_owned(), metadata)
}

fn sage_verify() -> Made {
    let (text, _) = sage_card();
    made(|| assert!(sage::verify(&text, &embedded(), None).is_ok()))
}

fn sage_merge() -> Made {
    let (text, metadata) = sage_card();
    made(|| assert!(sage::merge(&text, &metadata, sage::MergePolicy::default(), None).is_ok()))
}

fn jws_by(key: &SecretKey, header: &Value, form: Form) -> String {
    let shape = Shape::new(form, false);
    sign_document(
        jws::unsigned(document(header).root(), Algorithm::Ed25519, b"payload", shape).unwrap(),
        key,
    )
}

/// A JWS without `kid`, with so many signatures.
fn jws_of(signatures: usize) -> String {
    let key = secret_of(KeyType::Ed25519, 1);
    let text = jws_by(&key, &json!({}), Form::General);
    let mut jws: Value = serde_json::from_str(&text).unwrap();
    let entry = jws["signatures"][0].clone();
    jws["signatures"] = vec![entry; signatures].into();
    jws.to_string()
}

#[test]
fn a_jws_costs_at_most_as_many_checks_as_are_allowed_over_all_signatures() {
    for max_checks in [1, 16, 40] {
        let policy = jws::Policy { max_checks, ..jws::Policy::default() };
        let text = jws_of(16);
        let (answer, checks) = cost(|| jws::verify(&text, None, &strangers(), &policy).map(drop));
        assert_eq!(answer, Err(Error::TrustChecks(max_checks)));
        assert_eq!(checks, max_checks as u64);
    }
    // A caller who allows it finds the last of 256.
    let policy = jws::Policy { max_checks: MAX_KEYS, ..jws::Policy::default() };
    let (held, checks) =
        cost(|| jws::verify(&jws_of(1), None, &with_signer(MAX_KEYS - 1), &policy).is_ok());
    assert_eq!((held, checks), (true, 256));
}

#[test]
fn a_jws_that_names_its_key_costs_one_check() {
    let key = secret_of(KeyType::Ed25519, 1);
    let mut trust = strangers();
    for (index, trusted) in trust.keys.iter_mut().enumerate() {
        trusted.id = Some(format!("did:web:a.example#{index}"));
    }
    trust.keys[200].key = key.public_key().clone();
    let header = json!({ "kid": "did:web:a.example#200" });
    let text = jws_by(&key, &header, Form::Compact);
    let (held, checks) = cost(|| jws::verify(&text, None, &trust, &jws::Policy::default()).is_ok());
    assert_eq!((held, checks), (true, 1));
}

#[test]
fn a_signature_that_holds_counts_even_if_others_were_left_unchecked() {
    let mut trust = strangers();
    trust.keys[0] = TrustedKey::pinned(secret_of(KeyType::Ed25519, 1).public_key().clone());
    let (verified, checks) =
        cost(|| jws::verify(&jws_of(3), None, &trust, &jws::Policy::default()).unwrap());
    assert_eq!(verified.signatures().len(), 3);
    assert_eq!(checks, 3);
}

#[test]
fn a_policy_allows_1_to_4096_checks() {
    let answer = |most: Value| {
        let policy = json!({ "maxChecks": most }).to_string();
        jws::verify_json(&jws_of(1), None, &strangers(), &policy)
            .map_or_else(|error| error.code(), |_| "")
    };
    for most in [json!(1), json!(16), json!(255)] {
        assert_eq!(answer(most), "ERR_TRUST_CHECKS");
    }
    // All of them were tried.
    assert_eq!(answer(json!(4096)), "ERR_JWS_SIGNATURE");
    for most in [json!(0), json!(4097), json!(-1), json!(1.5)] {
        assert_eq!(answer(most.clone()), "ERR_ARGUMENT", "{most}");
    }
    for most in [json!("16"), json!(null)] {
        assert_eq!(answer(most.clone()), "ERR_POLICY_MALFORMED", "{most}");
    }
}

#[test]
fn a_jws_that_names_its_key_is_found_behind_others_that_do_not() {
    let key = secret_of(KeyType::Ed25519, 1);
    let mut trust = with_signer(MAX_KEYS - 1);
    for (index, trusted) in trust.keys.iter_mut().enumerate() {
        trusted.id = Some(format!("did:web:a.example#{index}"));
    }
    let header = json!({ "kid": "did:web:a.example#255" });
    let named = jws_by(&key, &header, Form::General);
    let named: Value = serde_json::from_str(&named).unwrap();
    let mut jws: Value = serde_json::from_str(&jws_of(15)).unwrap();
    jws["signatures"].as_array_mut().unwrap().push(named["signatures"][0].clone());
    let verify = || jws::verify(&jws.to_string(), None, &trust, &jws::Policy::default());
    let (verified, checks) = cost(verify);
    let state = |signature: &jws::Checked| match &signature.outcome {
        Ok(_) => "ok",
        Err(error) => error.state(),
    };
    let outcomes: Vec<_> = verified.unwrap().signatures().iter().map(state).collect();
    assert_eq!(outcomes, [vec!["unchecked"; 15], vec!["ok"]].concat());
    assert_eq!(checks, 16);
}
