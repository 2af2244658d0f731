//! What verification costs at most, in signature checks. Checks are counted, never timed.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use countersign_core::{
    Error,
    card::{self, VerifyOptions},
    data_integrity, did,
    encoding::base64url,
    grant::{self, Presented, Status, authorize},
    jws::{self, Form, Shape},
    keys::{self, Algorithm, HighS, KeyType, SecretKey, checks_made, multikey},
    pop::{self, Challenge, Proof, Statement},
    receipt::{
        self, Draft, Expected, Receipt, attach,
        chain::{self, Chain},
        envelope::{self, Kind, Seal},
    },
    ring::Ring,
    time::UnixSeconds,
    trust::{Checks, MAX_KEYS, Trust, TrustedKey},
};
use serde_json::{Map, Value, json};

#[path = "support/handshake.rs"]
mod agents;

const NOW: u64 = 1_760_000_000_000;

/// The checks that `run` makes.
fn cost<T>(run: impl FnOnce() -> T) -> (T, u64) {
    let before = checks_made();
    let done = run();
    (done, checks_made() - before)
}

fn secret(key_type: KeyType, seed: u8) -> SecretKey {
    SecretKey::from_bytes(key_type, &vec![seed; key_type.secret_len()]).unwrap()
}

#[test]
fn a_check_is_counted_once_for_each_key_type() {
    for (algorithm, checks) in [
        (Algorithm::Ed25519, 1),
        (Algorithm::P256Sha256, 1),
        (Algorithm::Secp256k1Sha256, 1),
        (Algorithm::Secp256k1Keccak256, 1),
        (Algorithm::MlDsa44, 1),
        (Algorithm::Ed25519MlDsa65, 2),
    ] {
        let signer = secret(algorithm.key_type(), 7);
        let signature = signer.sign(algorithm, b"message").unwrap();
        let verify =
            || keys::verify(algorithm, signer.public_key(), b"message", &signature, HighS::Refuse);
        assert_eq!(cost(verify), (true, checks), "{algorithm:?}");
    }
}

#[test]
fn a_signature_of_another_length_is_refused_without_a_check() {
    let key = secret(KeyType::P256, 7);
    let verify =
        || keys::verify(Algorithm::P256Sha256, key.public_key(), b"", &[0; 64], HighS::Refuse);
    assert_eq!(cost(verify), (false, 0), "r and s are out of range");
}

#[test]
fn a_ring_costs_one_check_a_member() {
    let members: Vec<_> = (1..=5).map(|seed| secret(KeyType::Ed25519, seed)).collect();
    let keys: Vec<_> = members.iter().map(|it| it.public_key().clone()).collect();
    let ring = Ring::new(&keys, b"scope").unwrap();
    let signature = ring.sign(&members[2], b"message", &[9; 32]).unwrap();
    let (held, checks) = cost(|| ring.verify(b"message", &signature).is_ok());
    assert!(held);
    assert_eq!(checks, 5);
}

#[test]
fn a_budget_gives_as_many_checks_as_it_has_and_no_more() {
    let mut checks = Checks::new(2);
    assert_eq!([checks.take(), checks.take()], [Ok(()), Ok(())]);
    assert_eq!(checks.take(), Err(Error::TrustChecks { most: 2 }));
    assert_eq!(checks.take(), Err(Error::TrustChecks { most: 2 }), "and it does not come back");
}

/// As many keys as a trust input holds, all of which may be meant by any name, and none of which is `secret(_, 1)`.
fn strangers() -> Trust {
    let key = |at: usize| {
        let mut seed = [2; 32];
        seed[..8].copy_from_slice(&at.to_be_bytes());
        TrustedKey::pinned(
            SecretKey::from_bytes(KeyType::Ed25519, &seed).unwrap().public_key().clone(),
        )
    };
    Trust { keys: (0..MAX_KEYS).map(key).collect(), ..Trust::default() }
}

/// [`strangers`], and the key that signed as the last of them.
fn with_signer() -> Trust {
    let mut trust = strangers();
    trust.keys[MAX_KEYS - 1] = TrustedKey::pinned(secret(KeyType::Ed25519, 1).public_key().clone());
    trust
}

/// A JWS without `kid`, of so many signatures.
fn jws_of(signatures: usize) -> String {
    let key = secret(KeyType::Ed25519, 1);
    let input = jws::signing_input(Map::new(), Algorithm::Ed25519, b"payload").unwrap();
    let signature = key.sign(Algorithm::Ed25519, &input).unwrap();
    let text = jws::attach(&input, &signature, Shape::new(Form::General, false)).unwrap();
    let mut jws: Value = serde_json::from_str(&text).unwrap();
    let one = jws["signatures"][0].clone();
    jws["signatures"] = vec![one; signatures].into();
    jws.to_string()
}

#[test]
fn a_jws_costs_at_most_as_many_checks_as_are_allowed_over_all_signatures() {
    for max_checks in [1, 16, 40] {
        let policy = jws::Policy { max_checks, ..jws::Policy::default() };
        let text = jws_of(16);
        let (answer, checks) = cost(|| jws::verify(&text, None, &strangers(), &policy).map(drop));
        assert_eq!(answer, Err(Error::TrustChecks { most: max_checks }));
        assert_eq!(checks, max_checks as u64);
    }
    // A caller who allows it finds the last of 256.
    let policy = jws::Policy { max_checks: MAX_KEYS, ..jws::Policy::default() };
    let (held, checks) = cost(|| jws::verify(&jws_of(1), None, &with_signer(), &policy).is_ok());
    assert_eq!((held, checks), (true, 256));
}

#[test]
fn a_jws_that_names_its_key_costs_one_check() {
    let key = secret(KeyType::Ed25519, 1);
    let mut trust = strangers();
    for (at, trusted) in trust.keys.iter_mut().enumerate() {
        trusted.id = Some(format!("did:web:a.example#{at}"));
    }
    trust.keys[200].key = key.public_key().clone();
    let header = Map::from_iter([("kid".to_owned(), "did:web:a.example#200".into())]);
    let input = jws::signing_input(header, Algorithm::Ed25519, b"payload").unwrap();
    let signature = key.sign(Algorithm::Ed25519, &input).unwrap();
    let text = jws::attach(&input, &signature, Shape::new(Form::Compact, false)).unwrap();
    let (held, checks) = cost(|| jws::verify(&text, None, &trust, &jws::Policy::default()).is_ok());
    assert_eq!((held, checks), (true, 1));
}

#[test]
fn a_signature_that_holds_counts_even_if_others_were_left_unchecked() {
    let mut trust = strangers();
    trust.keys[0] = TrustedKey::pinned(secret(KeyType::Ed25519, 1).public_key().clone());
    let (verified, checks) =
        cost(|| jws::verify(&jws_of(3), None, &trust, &jws::Policy::default()).unwrap());
    assert_eq!(verified.signatures().len(), 3);
    assert_eq!(checks, 3);
}

#[test]
fn a_policy_allows_1_to_4096_checks() {
    let answer = |most: Value| {
        let policy = json!({ "maxChecks": most }).to_string();
        jws::verify_json(&jws_of(1), None, strangers(), &policy).map_or_else(|it| it.code(), |_| "")
    };
    for most in [json!(1), json!(16), json!(255)] {
        assert_eq!(answer(most), "ERR_TRUST_CHECKS");
    }
    // All of them were tried.
    assert_eq!(answer(json!(4096)), "ERR_JWS_SIGNATURE");
    for most in [json!(0), json!(4097), json!(-1), json!(1.5), json!("16"), json!(null)] {
        assert_eq!(answer(most.clone()), "ERR_POLICY_MALFORMED", "{most}");
    }
}

#[test]
fn a_card_costs_at_most_16_checks() {
    let entry = json!({
        "protected": base64url::encode(br#"{"alg":"EdDSA","kid":"k"}"#),
        "signature": base64url::encode(&[7; 64]),
    });
    let card = json!({ "name": "a", "supportedInterfaces": [], "signatures": vec![entry; 16] });
    let text = card.to_string();
    let verify = || card::verify(text.as_bytes(), &strangers(), VerifyOptions::default()).map(drop);
    let (answer, checks) = cost(verify);
    assert_eq!(answer, Err(Error::TrustChecks { most: 16 }));
    assert_eq!(checks, 16);
}

#[test]
fn data_integrity_costs_at_most_16_checks() {
    let proof = json!({
        "type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022",
        "verificationMethod": "did:web:a.example#k", "proofPurpose": "assertionMethod",
        "proofValue": format!("z{}", countersign_core::encoding::base58::encode(&[7; 64])),
    });
    let text = json!({ "proof": vec![proof; 16] }).to_string();
    let policy = data_integrity::Policy::default();
    let verify = || data_integrity::verify(text.as_bytes(), &strangers(), &policy).map(drop);
    let (answer, checks) = cost(verify);
    assert_eq!(checks, 16);
    // The first proof was tried as often as was allowed.
    assert_eq!(answer, Err(Error::TrustChecks { most: 16 }));
}

#[test]
fn a_jws_that_names_its_key_is_found_behind_others_that_do_not() {
    let key = secret(KeyType::Ed25519, 1);
    let mut trust = with_signer();
    for (at, trusted) in trust.keys.iter_mut().enumerate() {
        trusted.id = Some(format!("did:web:a.example#{at}"));
    }
    let header = Map::from_iter([("kid".to_owned(), "did:web:a.example#255".into())]);
    let input = jws::signing_input(header, Algorithm::Ed25519, b"payload").unwrap();
    let signature = key.sign(Algorithm::Ed25519, &input).unwrap();
    let named = jws::attach(&input, &signature, Shape::new(Form::General, false)).unwrap();
    let named: Value = serde_json::from_str(&named).unwrap();
    let mut jws: Value = serde_json::from_str(&jws_of(15)).unwrap();
    jws["signatures"].as_array_mut().unwrap().push(named["signatures"][0].clone());
    let verify = || jws::verify(&jws.to_string(), None, &trust, &jws::Policy::default());
    let (verified, checks) = cost(verify);
    let outcomes: Vec<_> =
        verified.unwrap().signatures().iter().map(|one| one.outcome.as_str()).collect();
    assert_eq!(outcomes, [vec!["unchecked"; 15], vec!["verified"]].concat());
    assert_eq!(checks, 16);
}

/// A receipt of a key that the verifier does not have, and witnesses that nobody made.
fn receipt_of(witnesses: usize) -> Receipt {
    let did = "did:web:a.example";
    let given = json!({ "actor": did, "keyId": format!("{did}#k"), "algorithm": "ed25519",
        "action": "tool.call", "content": 1, "time": NOW });
    let statement = Draft::new(&given.to_string(), None).unwrap().statement().unwrap();
    let signature = secret(KeyType::Ed25519, 1).sign(Algorithm::Ed25519, &statement).unwrap();
    let text = attach(&statement, &signature).unwrap();
    let mut receipt: Value = serde_json::from_str(&text).unwrap();
    let witness = |at: usize| {
        let did = format!("did:web:w{at}.example");
        json!({ "witness": did, "keyId": format!("{did}#k"), "algorithm": "ed25519", "time": NOW,
            "signature": base64url::encode(&[7; 64]) })
    };
    if witnesses > 0 {
        receipt["witnesses"] = (0..witnesses).map(witness).collect();
    }
    Receipt::from_json(receipt.to_string().as_bytes()).unwrap()
}

fn expected() -> Expected {
    Expected { now: Some(NOW), ..Expected::default() }
}

#[test]
fn a_receipt_costs_at_most_16_checks_and_one_for_each_witness() {
    let refused = |witnesses| {
        let receipt = receipt_of(witnesses);
        cost(|| receipt::verify(&receipt, &strangers(), &expected()).map(drop))
    };
    assert_eq!(refused(0), (Err(Error::TrustChecks { most: 16 }), 16));
    // The actor's key is found at once, and all the rest goes to witnesses that name nobody.
    let mut trust = strangers();
    trust.keys[0] = TrustedKey::pinned(secret(KeyType::Ed25519, 1).public_key().clone());
    for (witnesses, most) in [(1, 17), (64, 80), (100, 80)] {
        let receipt = receipt_of(witnesses);
        let (held, checks) = cost(|| receipt::verify(&receipt, &trust, &expected()).is_ok());
        assert!(held, "a witness that does not hold spoils nothing");
        assert_eq!(checks, most, "{witnesses}");
    }
}

#[test]
fn a_chain_costs_for_each_receipt_as_much_as_a_receipt() {
    let policy = || chain::Policy { each: expected(), ..chain::Policy::default() };
    let text = receipt_of(64).to_json().unwrap();
    let mut verifier = Chain::new(strangers(), policy());
    let (_, checks) = cost(|| (0..3).for_each(|_| verifier.push(text.as_bytes())));
    let want = chain::Fact::Failed { index: 0, code: "ERR_TRUST_CHECKS" };
    assert_eq!((verifier.report().fact("signatures"), checks), (want, 3 * 80));
}

#[test]
fn an_envelope_costs_16_checks_more_than_its_receipt() {
    let receipt = receipt_of(0).to_json().unwrap();
    let seal = Seal { algorithm: Algorithm::Ed25519, key_id: "" };
    for kind in [Kind::Jws, Kind::Dsse, Kind::Cose] {
        let sealed = envelope::attach(kind, receipt.as_bytes(), seal, &[7; 64]).unwrap();
        let open = || envelope::open(kind, &sealed, &strangers(), &expected());
        let (answer, checks) = cost(open);
        assert_eq!(answer, Err(Error::TrustChecks { most: 16 }), "{kind:?}");
        assert_eq!(checks, 16, "{kind:?}");
    }
}

/// A record of a grant, signed by the seed's key.
fn signed(record: &Value, seed: u8) -> Value {
    let text = record.to_string();
    let input = grant::signing_input(&text).unwrap();
    let signature = secret(KeyType::Ed25519, seed).sign(Algorithm::Ed25519, &input).unwrap();
    serde_json::from_str(&grant::attach(&text, &signature).unwrap()).unwrap()
}

fn multi(seed: u8) -> String {
    multikey::encode(secret(KeyType::Ed25519, seed).public_key())
}

fn did_of(seed: u8) -> String {
    did::key::from_public_key(secret(KeyType::Ed25519, seed).public_key()).unwrap().to_string()
}

/// As many grants as a chain may have: 1 to 2, 2 to 3 and so on.
fn longest_chain() -> Vec<Value> {
    let links = u8::try_from(grant::MAX_LINKS).unwrap();
    let mut chain: Vec<Value> = Vec::new();
    for by in 1..=links {
        let mut link = json!({
            "type": "countersign/grant/v1", "algorithm": "ed25519",
            "issuer": did_of(by), "issuerKey": multi(by),
            "subject": did_of(by + 1), "subjectKey": multi(by + 1),
            "capabilities": ["read:docs"], "constraints": {}, "delegation": links - by,
            "issued": agents::NOW.0, "nonce": base64url::encode(&[7; 16]),
        });
        if !chain.is_empty() {
            link["parent"] = id_of(&chain).into();
        }
        chain.push(signed(&link, by));
    }
    chain
}

/// The id of the last grant.
fn id_of(chain: &[Value]) -> String {
    let chain = grant::Chain::from_json(&json!(chain).to_string()).unwrap();
    chain.ids().last().unwrap().clone()
}

/// The last grant is revoked by the first issuer, from the next hour on.
fn revocation(chain: &[Value]) -> Vec<u8> {
    let record = json!({
        "type": "countersign/grant-revocation/v1", "algorithm": "ed25519", "grant": id_of(chain),
        "revoker": did_of(1), "key": multi(1),
        "issued": agents::NOW.0, "effective": agents::NOW.0 + 3_600,
    });
    let text = signed(&record, 1).to_string();
    [u32::try_from(text.len()).unwrap().to_be_bytes().as_slice(), text.as_bytes()].concat()
}

#[test]
fn a_grant_costs_a_check_for_each_link_each_record_and_the_presentation() {
    let chain = longest_chain();
    let last = u8::try_from(grant::MAX_LINKS).unwrap() + 1;
    let status = revocation(&chain).repeat(grant::status::MAX_RECORDS);
    let status = Status::from_frames(&status).unwrap();
    let presentation = json!({
        "type": "countersign/grant-presentation/v1", "algorithm": "ed25519",
        "grant": id_of(&chain), "key": multi(last), "audience": "https://a.example",
        "nonce": base64url::encode(&[9; 16]),
        "issued": agents::NOW.0, "expires": agents::NOW.0 + 60,
    });
    let presentation = signed(&presentation, last).to_string();
    let given = json!({ "audience": "https://a.example", "now": agents::NOW.0 });
    let expected = grant::Expected::from_json(&given.to_string(), &[]).unwrap();
    let presented = Presented { text: &presentation, expected: &expected };
    let asked = json!({ "now": agents::NOW.0, "complete": true, "capability": "read:docs" });
    let (options, action) = grant::Options::from_json(&asked.to_string()).unwrap();
    let action = action.unwrap();
    let mut trust = with_signer();
    trust.keys.rotate_left(1);
    let text = json!(chain).to_string();
    let judge = || authorize(&text, &trust, &options, &status, &action, Some(presented));
    let (report, checks) = cost(judge);
    assert_eq!(report.require(&[]), Ok(()), "{}", report.to_json());
    assert_eq!(checks, 16 + 256 + 1);
    // Nothing is tried against the keys of the trust input, whoever signed.
    let (_, checks) =
        cost(|| authorize(&text, &strangers(), &options, &status, &action, Some(presented)));
    assert_eq!(checks, 16 + 256 + 1);
}

fn proof_of(seed: u8, challenge: &Challenge) -> Proof {
    let key = secret(KeyType::Ed25519, seed);
    let (did, public) = ("did:web:a.example", key.public_key().clone());
    let statement =
        Statement::new(did, Algorithm::Ed25519, public, challenge, agents::NOW).unwrap();
    let signature = key.sign(Algorithm::Ed25519, &statement.to_bytes()).unwrap();
    statement.attach(&signature).unwrap()
}

#[test]
fn a_proof_of_possession_costs_one_check_a_key() {
    let (now, end) = (agents::NOW, UnixSeconds(agents::NOW.0 + 60));
    let challenge = Challenge::new("https://a.example", &[7; 16], now, end, None).unwrap();
    let did = "did:web:a.example";
    let key = secret(KeyType::Ed25519, 1).public_key().clone();
    let expected = pop::Expected { did, key: &key, challenge: &challenge, now, skew: 60 };
    let proof = proof_of(1, &challenge);
    let (held, checks) = cost(|| pop::verify(proof, &expected).is_ok());
    assert_eq!((held, checks), (true, 1));
    let seeds: Vec<u8> = (1..=64).collect();
    let keys: Vec<_> =
        seeds.iter().map(|seed| secret(KeyType::Ed25519, *seed).public_key().clone()).collect();
    let mut proofs: Vec<_> =
        seeds.iter().map(|seed| proof_of(*seed, &challenge).to_json()).collect();
    let all = |proofs: &[String]| {
        let text = json!(proofs).to_string();
        cost(|| pop::verify_all(did, &keys, &text, &challenge, None, (now, 60)).unwrap().is_ok())
    };
    assert_eq!(all(&proofs), (true, 64));
    // One that does not hold spoils no other, and costs no more.
    let mut bad: Value = serde_json::from_str(&proofs[63]).unwrap();
    bad["signature"] = base64url::encode(&[7; 64]).into();
    proofs[63] = bad.to_string();
    assert_eq!(all(&proofs), (false, 64));
}

#[test]
fn each_side_of_a_handshake_costs_one_check() {
    let (alice, bob) = (agents::alice(), agents::bob());
    // As many keys as a document may have, of which the last is the one that signs.
    let many = |agent: &agents::Agent| {
        let mut trust = strangers();
        for key in &mut trust.keys {
            key.controller = Some(agent.did.into());
        }
        trust.keys.truncate(MAX_KEYS - 2);
        trust.keys.extend(agent.document().keys);
        Trust { did: Some(agent.did.into()), ..trust }
    };
    let (initiator, first) = alice.start(&bob, &countersign_core::handshake::Suite::ALL);
    let mut responder = bob.open(&first).unwrap();
    let (held, checks) = cost(|| responder.verify(&many(&alice), agents::NOW).is_ok());
    assert_eq!((held, checks), (true, 1));
    let (second, _) = bob.answer(&mut responder).unwrap();
    let finish = || initiator.finish(&second, &many(&bob), agents::NOW, agents::SKEW).is_ok();
    assert_eq!(cost(finish), (true, 1));
}
