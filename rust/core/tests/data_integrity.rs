//! Data Integrity proofs, black box.

use countersign_core::Error;
use countersign_core::data_integrity::{self, Policy};
use countersign_core::did::Purpose;
use countersign_core::encoding::{base58, document::Numbers, hex, jcs};
use countersign_core::keys::{Algorithm, KeyType, SecretKey, multikey};
use countersign_core::time::rfc3339;
use countersign_core::trust::Trust;
use countersign_testkit::{
    keys::secret,
    records::{sign_document, with_members},
    vectors,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::data_integrity::{code, issue, now, text, trust};

/// Folder of the suite, suffix of its files, key type, algorithm, key file, code of a secret key.
const SUITES: [(&str, &str, KeyType, Algorithm, &str); 2] = [
    (
        "vc-di/vc-di-eddsa/eddsa-jcs-2022",
        "JCS",
        KeyType::Ed25519,
        Algorithm::Ed25519,
        "vc-di/vc-di-eddsa/keyPair.json",
    ),
    (
        "vc-di/vc-di-ecdsa/ecdsa-jcs-2019-p256",
        "JCSECDSAP256",
        KeyType::P256,
        Algorithm::P256Sha256,
        "vc-di/vc-di-ecdsa/p256KeyPair.json",
    ),
];

#[test]
fn follows_the_w3c_steps() {
    for (dir, suffix, key_type, algorithm, keys) in SUITES {
        let signed = vectors(&format!("{dir}/signed{suffix}.json"));
        let config = vectors(&format!("{dir}/proofConfig{suffix}.json"));
        let mut document = signed.clone();
        document.as_object_mut().unwrap().remove("proof");
        let canonical = |value: &Value| {
            jcs::canonicalize_text(value.to_string().as_bytes(), Numbers::Exact).unwrap()
        };
        assert_eq!(canonical(&document), text(&format!("{dir}/canonDoc{suffix}.txt")));
        assert_eq!(canonical(&config), text(&format!("{dir}/proofCanon{suffix}.txt")));

        let mut options = config.clone();
        for name in ["@context", "type", "cryptosuite"] {
            options.as_object_mut().unwrap().remove(name);
        }
        let (document, options) = (document.to_string(), options.to_string());
        let (document, options) = (document.as_bytes(), options.as_bytes());
        let unsigned = data_integrity::unsigned(document, options, algorithm).unwrap();
        let input = hex::encode(unsigned.message());
        assert_eq!(input, text(&format!("{dir}/combinedHash{suffix}.txt")));
        let hashes = format!(
            "{}{}",
            text(&format!("{dir}/proofHash{suffix}.txt")),
            text(&format!("{dir}/docHash{suffix}.txt"))
        );
        assert_eq!(input, hashes);

        let pair = vectors(keys);
        let secret = pair.get("privateKeyMultibase").or_else(|| pair.get("secretKeyMultibase"));
        let secret = base58::decode(&secret.unwrap().as_str().unwrap()[1..]).unwrap();
        let secret = SecretKey::from_bytes(key_type, &secret[2..]).unwrap();
        let public = multikey::decode(pair["publicKeyMultibase"].as_str().unwrap()).unwrap();
        assert_eq!(secret.public_key(), &public);
        let made = sign_document(unsigned, &secret);
        if algorithm == Algorithm::Ed25519 {
            assert_eq!(serde_json::from_str::<Value>(&made).unwrap(), signed);
        }
        for document in [made, signed.to_string()] {
            assert_eq!(code(&document, &trust(&public, None), &Policy::default()), "");
        }
    }
}

#[test]
fn holds_a_proof_to_the_policy() {
    let key = secret(1);
    let trusted = trust(key.public_key(), Some("did:example:a#k"));
    let bound =
        json!({ "domain": "a.example", "challenge": "c", "expires": "2026-01-01T01:00:00Z" });
    let text = issue(&json!({ "a": 1 }), bound, &key);
    let domain = |names: &[&str]| Policy {
        domain: Some(names.iter().map(|&name| name.to_owned()).collect()),
        ..Policy::default()
    };
    let challenge = |text: &str| Policy { challenge: Some(text.to_owned()), ..Policy::default() };
    let purpose = Policy { purpose: Purpose::Authentication, ..Policy::default() };
    let rows = [
        ("no expectation", Policy::default(), ""),
        ("in time", now("2026-01-01T00:30:00Z"), ""),
        ("created, within the skew", now("2025-12-31T23:59:00Z"), ""),
        ("created in the future", now("2025-12-31T23:58:59Z"), "ERR_DATA_INTEGRITY_NOT_YET"),
        ("expired, within the skew", now("2026-01-01T01:00:59Z"), ""),
        ("expired", now("2026-01-01T01:01:00Z"), "ERR_DATA_INTEGRITY_EXPIRED"),
        ("domain", domain(&["a.example"]), ""),
        ("another domain", domain(&["b.example"]), "ERR_DATA_INTEGRITY_DOMAIN"),
        ("more domains", domain(&["a.example", "b.example"]), "ERR_DATA_INTEGRITY_DOMAIN"),
        ("no domain", domain(&[]), "ERR_DATA_INTEGRITY_DOMAIN"),
        ("challenge", challenge("c"), ""),
        ("another challenge", challenge("d"), "ERR_DATA_INTEGRITY_CHALLENGE"),
        ("another purpose", purpose, "ERR_DATA_INTEGRITY_PURPOSE"),
    ];
    for (name, policy, want) in rows {
        assert_eq!(code(&text, &trusted, &policy), want, "{name}");
    }
    let free = issue(&json!({ "a": 1 }), json!({}), &key);
    assert_eq!(code(&free, &trusted, &domain(&["a.example"])), "ERR_DATA_INTEGRITY_DOMAIN");
    assert_eq!(code(&free, &trusted, &challenge("c")), "ERR_DATA_INTEGRITY_CHALLENGE");
    let error = data_integrity::verify(text.as_bytes(), &trusted, &challenge("d")).unwrap_err();
    assert_eq!(error, Error::DataIntegrityChallenge("it answers \"c\"".to_owned()));
    let error = data_integrity::verify(text.as_bytes(), &trusted, &domain(&["b.example"]));
    let error = error.unwrap_err();
    for (name, value) in [("want", "b.example"), ("got", "a.example")] {
        assert_eq!(error.datum(name), Some(&value.into()), "{name}");
    }
}

fn with_context(proof: &Value, context: Value) -> Value {
    let mut proof = proof.clone();
    proof["@context"] = context;
    proof
}

#[test]
fn refuses() {
    let key = secret(1);
    let trusted = trust(key.public_key(), None);
    let good: Value =
        serde_json::from_str(&issue(&json!({ "@context": ["a", "b"], "x": 1 }), json!({}), &key))
            .unwrap();
    let with = |pointer: &str, value: Value| {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        changed.to_string()
    };
    let proof = good["proof"].clone();
    let bare = json!({ "proof": with_context(&proof, json!([])), "x": 1 }).to_string();
    let malformed = "ERR_DATA_INTEGRITY_MALFORMED";
    let rows = [
        ("text is not JSON", "{".to_owned(), "ERR_JSON_MALFORMED"),
        ("duplicate member", r#"{"proof":1,"proof":1}"#.to_owned(), "ERR_JSON_DUPLICATE"),
        ("no proof", json!({ "x": 1 }).to_string(), malformed),
        ("empty list of proofs", with("/proof", json!([])), malformed),
        ("17 proofs", with("/proof", json!(vec![&proof; 17])), malformed),
        ("proof is text", with("/proof", json!("p")), malformed),
        ("one proof of two is text", with("/proof", json!([proof, "p"])), malformed),
        (
            "another type",
            with("/proof/type", json!("Ed25519Signature2020")),
            "ERR_DATA_INTEGRITY_SUITE",
        ),
        (
            "an RDF suite",
            with("/proof/cryptosuite", json!("eddsa-rdfc-2022")),
            "ERR_DATA_INTEGRITY_SUITE",
        ),
        (
            "suite of another key",
            with("/proof/cryptosuite", json!("ecdsa-jcs-2019")),
            "ERR_DATA_INTEGRITY_KEY",
        ),
        ("another document", with("/x", json!(2)), "ERR_DATA_INTEGRITY_SIGNATURE"),
        (
            "another time",
            with("/proof/created", json!("2026-01-01T00:00:01Z")),
            "ERR_DATA_INTEGRITY_SIGNATURE",
        ),
        ("time is not one", with("/proof/created", json!("2026-02-30T00:00:00Z")), malformed),
        ("time is a number", with("/proof/created", json!(1)), malformed),
        ("purpose is empty", with("/proof/proofPurpose", json!("")), malformed),
        ("method is a list", with("/proof/verificationMethod", json!([])), malformed),
        ("value in hex", with("/proof/proofValue", json!("f00")), malformed),
        ("value too short", with("/proof/proofValue", json!("z11")), malformed),
        ("value too long", with("/proof/proofValue", json!("z".repeat(90))), malformed),
        ("value is no base58", with("/proof/proofValue", json!("z0OIl")), "ERR_ENCODING_MALFORMED"),
        (
            "context of the proof",
            with("/proof/@context", json!(["a", "c"])),
            "ERR_DATA_INTEGRITY_CONTEXT",
        ),
        (
            "context of the document",
            with("/@context", json!(["b", "a"])),
            "ERR_DATA_INTEGRITY_CONTEXT",
        ),
        ("context taken away", with("/@context", json!(["a"])), "ERR_DATA_INTEGRITY_CONTEXT"),
        ("no context, and none of the proof", bare, "ERR_DATA_INTEGRITY_CONTEXT"),
    ];
    for (name, text, want) in rows {
        assert_eq!(code(&text, &trusted, &Policy::default()), want, "{name}");
    }
    // What is added after the proof's context is not covered, and the facts say so.
    let extended = with("/@context", json!(["a", "b", "c"]));
    let verified =
        data_integrity::verify(extended.as_bytes(), &trusted, &Policy::default()).unwrap();
    assert_eq!(verified.proofs()[0].unchecked, ["@context", "created"]);
}

#[test]
fn refuses_options() {
    let rows = [
        ("no method", json!({ "proofPurpose": "assertionMethod" })),
        ("no purpose", json!({ "verificationMethod": "did:a:b" })),
        (
            "a value",
            json!({ "verificationMethod": "did:a:b", "proofPurpose": "p", "proofValue": "z" }),
        ),
        (
            "a context",
            json!({ "verificationMethod": "did:a:b", "proofPurpose": "p", "@context": [] }),
        ),
        (
            "ends before it starts",
            json!({ "verificationMethod": "did:a:b", "proofPurpose": "p",
            "created": "2026-01-02T00:00:00Z", "expires": "2026-01-01T00:00:00Z" }),
        ),
    ];
    let refusal = |document: &Value, options: &Value| {
        let (document, options) = (document.to_string(), options.to_string());
        let (document, options) = (document.as_bytes(), options.as_bytes());
        data_integrity::unsigned(document, options, Algorithm::Ed25519).unwrap_err().code()
    };
    for (name, options) in rows {
        assert_eq!(refusal(&json!({}), &options), "ERR_DATA_INTEGRITY_MALFORMED", "{name}");
    }
    let options = json!({ "verificationMethod": "did:a:b", "proofPurpose": "p" });
    let proofs: Vec<_> = (0..16).map(|id| json!({ "id": id.to_string() })).collect();
    let rows = [
        ("16 proofs before it", json!({ "proof": proofs }), json!({}), "MALFORMED"),
        ("a proof that is text", json!({ "proof": ["p"] }), json!({}), "MALFORMED"),
        (
            "names itself",
            json!({ "proof": { "id": "a" } }),
            json!({ "id": "a", "previousProof": "a" }),
            "MALFORMED",
        ),
        (
            "names one twice",
            json!({ "proof": { "id": "a" } }),
            json!({ "previousProof": ["a", "a"] }),
            "MALFORMED",
        ),
        (
            "names none",
            json!({ "proof": { "id": "a" } }),
            json!({ "previousProof": "b" }),
            "PREVIOUS",
        ),
    ];
    for (name, document, more, want) in rows {
        let code = refusal(&document, &with_members(&options, &more));
        assert_eq!(code.strip_prefix("ERR_DATA_INTEGRITY_"), Some(want), "{name}");
    }
    // Printed with all their digits, they could not be read again.
    for (document, more) in [
        (json!({ "n": 1e20 }), json!({})),
        (json!({ "@context": [{ "n": 1e16 }] }), json!({})),
        (json!({}), json!({ "n": 9_007_199_254_740_992.0 })),
    ] {
        assert_eq!(refusal(&document, &with_members(&options, &more)), "ERR_JSON_NUMBER");
    }
    let options = options.to_string();
    let refused = data_integrity::unsigned(b"{}", options.as_bytes(), Algorithm::Secp256k1Sha256);
    assert_eq!(refused.unwrap_err().code(), "ERR_DATA_INTEGRITY_SUITE");
}

#[test]
fn reads_times() {
    let seconds = |text| rfc3339::parse(text).map(|time| time.0);
    for (text, want) in [
        ("1970-01-01T00:00:00Z", Some(0)),
        ("2000-02-29T12:34:56Z", Some(951_827_696)),
        ("2026-01-01T00:00:00.123456789Z", Some(1_767_225_600)),
        ("2026-01-01T02:00:00+02:00", Some(1_767_225_600)),
        ("2025-12-31T19:30:00-04:30", Some(1_767_225_600)),
        ("9999-12-31T23:59:59Z", Some(253_402_300_799)),
        ("1970-01-01T00:00:00+00:01", None),
        ("2026-01-01T02:00:00+2:000", None),
        ("2026-01-01T02:00:00+002:0", None),
        ("2026-02-29T00:00:00Z", None),
        ("2100-02-29T00:00:00Z", None),
        ("2026-13-01T00:00:00Z", None),
        ("2026-01-01T24:00:00Z", None),
        ("2026-01-01T00:00:60Z", None),
        ("2026-01-01 00:00:00Z", None),
        ("2026-01-01t00:00:00z", None),
        ("2026-01-01T00:00:00", None),
        ("2026-01-01T00:00:00.Z", None),
        ("2026-01-01T00:00:00.1234567890Z", None),
        ("2026-01-01T00:00:00+0200", None),
        ("2026-01-01T00:00:00+24:00", None),
        ("+026-01-01T00:00:00Z", None),
        ("2026-01-01T00:00:0é", None),
        ("", None),
    ] {
        assert_eq!(seconds(text), want, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_is_signed_verifies(members in prop::collection::btree_map("[a-z]{1,8}", ".{0,16}", 0..6)) {
        let mut members = members;
        members.remove("proof");
        let key = secret(3);
        let text = issue(&json!(members), json!({}), &key);
        let verified = data_integrity::verify(text.as_bytes(), &trust(key.public_key(), None), &Policy::default()).unwrap();
        prop_assert_eq!(serde_json::from_str::<Value>(verified.document()).unwrap(), json!(members));
    }

    #[test]
    fn no_text_panics(text: String) {
        let _ = code(&text, &Trust::default(), &Policy::default());
        let _ = rfc3339::parse(&text);
    }
}

#[test]
fn a_policy_out_of_form_is_refused_and_not_passed_over() {
    let key = secret(1);
    let text = issue(&json!({ "a": 1 }), json!({}), &key);
    let verify = |policy: &Value| {
        let trusted = trust(key.public_key(), None);
        data_integrity::verify_json(text.as_bytes(), &trusted, &policy.to_string()).map(drop)
    };
    assert_eq!(verify(&json!({ "skew": 0, "all": true })), Ok(()));
    for policy in [
        json!({ "now": 1.5 }),
        json!({ "skew": "1" }),
        json!({ "challenge": 1 }),
        json!({ "domain": "a.example" }),
        json!({ "domain": ["a.example", 1] }),
        json!({ "all": "yes" }),
        json!({ "purpose": null }),
        json!({ "proofPurpose": "authentication" }),
    ] {
        assert_eq!(verify(&policy).unwrap_err().code(), "ERR_POLICY_MALFORMED", "{policy}");
    }
    for policy in [json!({ "skew": -1 }), json!({ "skew": 1.5 }), json!({ "maxChecks": 0 })] {
        assert_eq!(verify(&policy).unwrap_err().code(), "ERR_ARGUMENT", "{policy}");
    }
}
