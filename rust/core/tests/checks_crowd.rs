//! A good signature among many that are not: whoever hands a document on can add signatures to it, and does not
//! thereby use up the checks that the good one needs. Checks are counted, never timed.

use countersign_core::{
    card::{self, VerifyOptions},
    data_integrity,
    encoding::{base58, base64, base64url},
    fact::State,
    jws::{self, Form, Shape},
    keys::{Algorithm, KeyType, SecretKey, checks_made},
    receipt::{
        self, Draft, Expected, Receipt, Witness,
        chain::{self, Chain},
        envelope::{self, Kind, Seal},
    },
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::secret,
    records::{document, sign_document, sign_with},
};
use serde_json::{Value, json};

const NOW: u64 = 1_760_000_000_000;
const DID: &str = "did:web:a.example";
const KEY: &str = "did:web:a.example#k";
const NOTARY: &str = "did:web:notary.example";

/// The checks that `run` makes.
fn cost<T>(run: impl FnOnce() -> T) -> (T, u64) {
    let before = checks_made();
    let done = run();
    (done, checks_made() - before)
}

fn bare(fill: u8) -> TrustedKey {
    TrustedKey::pinned(secret(fill).public_key().clone())
}

fn named(id: &str, fill: u8) -> TrustedKey {
    TrustedKey { id: Some(id.into()), ..bare(fill) }
}

/// Twenty keys that any name may mean, and behind them those that are given.
fn among_strangers(keys: impl IntoIterator<Item = TrustedKey>) -> Trust {
    Trust { keys: (100..120).map(bare).chain(keys).collect(), ..Trust::default() }
}

/// Fifteen of `junk`, and the one that is good behind them: as many signatures as each format takes.
fn crowd(junk: &Value, good: Value) -> Value {
    let mut list = vec![junk.clone(); 15];
    list.push(good);
    list.into()
}

fn jws_by(kid: Option<&str>, signature: &dyn Fn(&[u8]) -> Vec<u8>) -> Value {
    let header = document(&kid.map_or_else(|| json!({}), |kid| json!({ "kid": kid })));
    let shape = Shape::new(Form::General, false);
    let unsigned = jws::unsigned(header.root(), Algorithm::Ed25519, b"payload", shape).unwrap();
    serde_json::from_str(&sign_with(unsigned, signature)).unwrap()
}

/// A signature by the key that is looked for.
fn good(message: &[u8]) -> Vec<u8> {
    secret(1).sign(Algorithm::Ed25519, message).unwrap()
}

fn nobodys(_: &[u8]) -> Vec<u8> {
    vec![7; 64]
}

/// A JWS whose first fifteen signatures say `kid`.
fn jws_behind(kid: Option<&str>) -> (Result<(), &'static str>, u64) {
    let mut jws = jws_by(Some(KEY), &good);
    let junk = jws_by(kid, &nobodys)["signatures"][0].clone();
    jws["signatures"] = crowd(&junk, jws["signatures"][0].clone());
    let (text, trust) = (jws.to_string(), among_strangers([named(KEY, 1)]));
    cost(|| {
        let verified = jws::verify(&text, None, &trust, &jws::Policy::default());
        let verified = verified.map_err(|error| error.code())?;
        assert!(verified.signatures()[15].outcome.is_ok());
        Ok(())
    })
}

fn receipt_with(witnesses: &Value) -> Receipt {
    let given = json!({ "actor": DID, "keyId": KEY, "algorithm": "ed25519",
        "action": "tool.call", "content": 1, "time": NOW });
    let draft = Draft::new(&given.to_string(), None).unwrap();
    let text = sign_with(draft.into_unsigned().unwrap(), good);
    let mut receipt: Value = serde_json::from_str(&text).unwrap();
    if witnesses != &json!([]) {
        receipt["witnesses"] = witnesses.clone();
    }
    Receipt::from_json(receipt.to_string().as_bytes()).unwrap()
}

fn expected() -> Expected {
    Expected { now: Some(NOW), ..Expected::default() }
}

/// An envelope whose first fifteen signatures say `key_id`.
fn dsse_behind(key_id: Option<&str>) -> (Result<(), &'static str>, u64) {
    let receipt = receipt_with(&json!([])).to_json().unwrap();
    let seal = Seal { algorithm: Algorithm::Ed25519, key_id: KEY };
    let unsigned = envelope::unsigned(Kind::Dsse, receipt.as_bytes(), seal).unwrap();
    let sealed = unsigned.sign(&secret(1), SecretKey::sign).unwrap();
    let mut sealed: Value = serde_json::from_slice(&sealed).unwrap();
    let mut junk = json!({ "sig": base64::encode(&[7; 64]) });
    if let Some(id) = key_id {
        junk["keyid"] = id.into();
    }
    sealed["signatures"] = crowd(&junk, sealed["signatures"][0].clone());
    let (text, trust) = (sealed.to_string(), among_strangers([named(KEY, 1)]));
    let open = || envelope::verify(Kind::Dsse, text.as_bytes(), &trust, &expected());
    let (opened, checks) = cost(open);
    (opened.map(drop).map_err(|error| error.code()), checks)
}

/// A document whose first fifteen proofs are by `method`.
fn proof_behind(method: &str) -> (Result<(), &'static str>, u64) {
    let options = json!({ "verificationMethod": KEY, "proofPurpose": "assertionMethod" });
    let (document, options) = (br#"{"name":"a"}"#, options.to_string());
    let (options, algorithm) = (options.as_bytes(), Algorithm::Ed25519);
    let made = data_integrity::unsigned(document, options, algorithm).unwrap();
    let text = sign_document(made, &secret(1));
    let mut text: Value = serde_json::from_str(&text).unwrap();
    let mut junk = text["proof"].clone();
    junk["verificationMethod"] = method.into();
    junk["proofValue"] = format!("z{}", base58::encode(&[7; 64])).into();
    text["proof"] = crowd(&junk, text["proof"].clone());
    let (text, trust) = (text.to_string(), among_strangers([named(KEY, 1)]));
    let policy = data_integrity::Policy::default();
    cost(|| {
        let verified = data_integrity::verify(text.as_bytes(), &trust, &policy);
        let verified = verified.map_err(|error| error.code())?;
        assert!(verified.proofs()[15].outcome.is_ok());
        Ok(())
    })
}

/// A card whose first fifteen signatures say `kid`.
fn card_behind(kid: &str) -> (Result<(), &'static str>, u64) {
    let spoken = json!({ "url": "https://a.example", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" });
    let card = json!({ "name": "a", "supportedInterfaces": [spoken] }).to_string();
    let options = json!({ "algorithm": "ed25519", "header": { "kid": KEY }, "reading": "default" });
    let text =
        sign_document(card::sign::unsigned(&card, &options.to_string()).unwrap(), &secret(1));
    let mut signed: Value = serde_json::from_str(&text).unwrap();
    let header = json!({ "alg": "EdDSA", "kid": kid }).to_string();
    let junk = json!({ "protected": base64url::encode(header.as_bytes()),
        "signature": base64url::encode(&[7; 64]) });
    signed["signatures"] = crowd(&junk, signed["signatures"][0].clone());
    let (text, trust) = (signed.to_string(), among_strangers([named(KEY, 1)]));
    cost(|| {
        let verified = card::verify(text.as_bytes(), &trust, VerifyOptions::default());
        let verified = verified.map_err(|error| error.code())?;
        assert!(verified.signatures()[15].outcome.is_ok());
        Ok(())
    })
}

#[test]
fn a_signature_that_names_its_key_is_found_behind_others_that_name_nothing_known() {
    assert_eq!(jws_behind(None), (Ok(()), 16));
    assert_eq!(jws_behind(Some("did:web:b.example#k")), (Ok(()), 16));
    assert_eq!(dsse_behind(None), (Ok(()), 16 + 1));
    assert_eq!(dsse_behind(Some("did:web:b.example#k")), (Ok(()), 16 + 1));
    assert_eq!(proof_behind("did:web:b.example#k"), (Ok(()), 16));
    assert_eq!(card_behind("did:web:b.example#k"), (Ok(()), 16));
}

#[test]
fn a_signature_that_names_its_key_is_found_behind_others_that_name_the_same() {
    assert_eq!(jws_behind(Some(KEY)), (Ok(()), 16));
    assert_eq!(dsse_behind(Some(KEY)), (Ok(()), 16 + 1));
    assert_eq!(proof_behind(KEY), (Ok(()), 16));
    assert_eq!(card_behind(KEY), (Ok(()), 16));
}

#[test]
fn a_key_that_is_listed_twice_is_tried_once() {
    let mut trust = among_strangers([]);
    trust.keys = vec![named(KEY, 2); 20];
    trust.keys.push(named(KEY, 1));
    let text = jws_by(Some(KEY), &good).to_string();
    let (held, checks) = cost(|| jws::verify(&text, None, &trust, &jws::Policy::default()).is_ok());
    assert_eq!((held, checks), (true, 2));
}

#[test]
fn keys_that_any_name_may_mean_are_counted_apart_from_those_that_are_named() {
    // The first signature is by one of three keys. The second names three others, and is by one of two.
    let p256 = |fill| {
        let key = SecretKey::from_bytes(KeyType::P256, &[fill; 32]).unwrap();
        TrustedKey::pinned(key.public_key().clone())
    };
    let shape = Shape::new(Form::General, false);
    let first =
        jws::unsigned(document(&json!({})).root(), Algorithm::P256Sha256, b"payload", shape)
            .unwrap();
    let mut text: Value = serde_json::from_str(&sign_with(first, nobodys)).unwrap();
    let second = jws_by(Some(KEY), &good)["signatures"][0].clone();
    text["signatures"] = json!([text["signatures"][0].clone(), second]);
    let mut trust = Trust { keys: (6..9).map(p256).collect(), ..Trust::default() };
    trust.keys.extend((2..5).map(|fill| named(KEY, fill)));
    trust.keys.extend([bare(5), bare(1)]);
    let policy = jws::Policy { max_checks: 5, ..jws::Policy::default() };
    let (verified, checks) = cost(|| jws::verify(&text.to_string(), None, &trust, &policy));
    assert!(verified.unwrap().signatures()[1].outcome.is_ok());
    assert_eq!(checks, 5);
}

/// What becomes of an envelope that two keys may have signed and none has, with one check.
fn dsse_by_nobody(key_ids: &[Option<&str>]) -> (Result<(), &'static str>, u64) {
    let receipt = receipt_with(&json!([])).to_json().unwrap();
    let seal = Seal { algorithm: Algorithm::Ed25519, key_id: KEY };
    let unsigned = envelope::unsigned(Kind::Dsse, receipt.as_bytes(), seal).unwrap();
    let sealed = unsigned.sign(&secret(1), |_, _, _| Ok(vec![7; 64])).unwrap();
    let mut sealed: Value = serde_json::from_slice(&sealed).unwrap();
    let signature = |key_id: &Option<&str>| match key_id {
        Some(id) => json!({ "keyid": id, "sig": base64::encode(&[7; 64]) }),
        None => json!({ "sig": base64::encode(&[7; 64]) }),
    };
    sealed["signatures"] = key_ids.iter().map(signature).collect();
    let keys = vec![named(KEY, 1), named("did:web:b.example#k", 2)];
    let trust = Trust { keys, ..Trust::default() };
    let expected = Expected { max_checks: 1, ..expected() };
    let text = sealed.to_string();
    let (opened, checks) =
        cost(|| envelope::verify(Kind::Dsse, text.as_bytes(), &trust, &expected));
    (opened.map(drop).map_err(|error| error.code()), checks)
}

#[test]
fn an_envelope_with_a_signature_that_was_left_unchecked_says_so() {
    let (failed, unchecked) = (Some(KEY), None);
    assert_eq!(dsse_by_nobody(&[failed]), (Err("ERR_ENVELOPE_SIGNATURE"), 1));
    assert_eq!(dsse_by_nobody(&[failed, unchecked]), (Err("ERR_TRUST_CHECKS"), 1));
    assert_eq!(dsse_by_nobody(&[unchecked, failed]), (Err("ERR_TRUST_CHECKS"), 1));
    let nobody = Some("did:web:nobody.example#k");
    assert_eq!(dsse_by_nobody(&[nobody]), (Err("ERR_ENVELOPE_KEY"), 0));
    assert_eq!(dsse_by_nobody(&[nobody, failed]), (Err("ERR_ENVELOPE_SIGNATURE"), 1));
}

#[test]
fn an_actor_that_names_its_key_is_found_behind_keys_of_nobody() {
    let receipt = receipt_with(&json!([]));
    let trust = among_strangers([named(KEY, 1)]);
    let (verified, checks) = cost(|| receipt::verify(&receipt, &trust, &expected()).is_ok());
    assert_eq!((verified, checks), (true, 1));
}

/// An entry that `did` saw the receipt, with a signature that nobody made.
fn junk_witness(did: &str) -> Value {
    json!({ "witness": did, "keyId": format!("{did}#k"), "algorithm": "ed25519", "time": NOW,
        "signature": base64url::encode(&[7; 64]) })
}

/// An entry that `did` saw the receipt, signed by the key of `fill`.
fn witness_by(did: &str, fill: u8) -> Value {
    let entry =
        json!({ "witness": did, "keyId": format!("{did}#k"), "algorithm": "ed25519", "time": NOW });
    let witness = Witness::from_json(&entry.to_string()).unwrap();
    let receipt = receipt_with(&json!([]));
    let receipt = sign_document(witness.into_unsigned(receipt).unwrap(), &secret(fill));
    let receipt: Value = serde_json::from_str(&receipt).unwrap();
    receipt["witnesses"][0].clone()
}

/// What becomes of a receipt that needs one witness, behind so many entries.
fn needs_one(witnesses: &[Value], trust: &Trust) -> (Result<(), &'static str>, u64) {
    let receipt = receipt_with(&json!(witnesses));
    let expected = Expected { witnesses: 1, ..expected() };
    let (verified, checks) = cost(|| receipt::verify(&receipt, trust, &expected).map(drop));
    let policy = chain::Policy { each: expected, ..chain::Policy::default() };
    let mut verifier = Chain::new(trust.clone(), policy);
    verifier.push(receipt.to_json().unwrap().as_bytes());
    let want = match &verified {
        Ok(()) => State::Ok,
        Err(error) => State::Refused { place: 0, error: error.clone() },
    };
    assert_eq!(*verifier.report().state("witnesses"), want);
    (verified.map_err(|error| error.code()), checks)
}

#[test]
fn strangers_among_the_witnesses_do_not_shut_out_one_that_is_known() {
    let trust = among_strangers([named(KEY, 1), named("did:web:notary.example#k", 2)]);
    let known = witness_by(NOTARY, 2);
    for name in ["did:web:nobody.example", NOTARY, DID] {
        let mut entries = vec![junk_witness(name); 63];
        entries.push(known.clone());
        let (verdict, checks) = needs_one(&entries, &trust);
        assert_eq!(verdict, Ok(()), "{name}");
        assert!(checks <= 16 + 64, "{name}: {checks}");
    }
}

#[test]
fn a_witness_that_nothing_names_does_not_take_the_place_of_one_that_is_known() {
    let trust = among_strangers([named(KEY, 1), named("did:web:notary.example#k", 2)]);
    // Someone whose key is trusted, of whomever it is, says that it is the notary.
    let entries = [witness_by(NOTARY, 100), witness_by(NOTARY, 2)];
    assert_eq!(needs_one(&entries, &trust).0, Ok(()));
    let receipt = receipt_with(&json!(entries));
    let verified = receipt::verify(&receipt, &trust, &expected()).unwrap();
    assert!(verified.witnesses().iter().all(|it| it.refused().is_none()));
    // The other way round it is the second of that name.
    let receipt = receipt_with(&json!([witness_by(NOTARY, 2), witness_by(NOTARY, 100)]));
    let verified = receipt::verify(&receipt, &trust, &expected()).unwrap();
    let second = verified.witnesses()[1].refused().unwrap().code();
    assert_eq!(second, "ERR_RECEIPT_WITNESS_DUPLICATE");
}

#[test]
fn witnesses_do_not_lend_the_actor_their_checks() {
    let mut trust = among_strangers([]);
    trust.keys.push(bare(1));
    for witnesses in [0, 64] {
        let receipt = receipt_with(&json!(vec![junk_witness(NOTARY); witnesses]));
        let verify = || receipt::verify(&receipt, &trust, &expected()).map(drop);
        let (answer, checks) = cost(verify);
        assert_eq!(answer.unwrap_err().code(), "ERR_TRUST_CHECKS", "{witnesses}");
        assert_eq!(checks, 16, "{witnesses}");
    }
}

#[test]
fn a_witness_that_was_left_unchecked_says_so() {
    let own = |fill: u8| TrustedKey { controller: Some(NOTARY.into()), ..bare(fill) };
    let keys = (20..60).map(own).chain([named(KEY, 1), own(2)]);
    let trust = Trust { keys: keys.collect(), ..Trust::default() };
    // A name that means forty keys: the last of them is out of reach, and more checks would reach it.
    let entries = [witness_by(NOTARY, 2)];
    assert_eq!(needs_one(&entries, &trust), (Err("ERR_TRUST_CHECKS"), 17));
    let raised = Expected { witnesses: 1, max_checks: 64, ..expected() };
    let receipt = receipt_with(&json!(entries));
    assert!(receipt::verify(&receipt, &trust, &raised).is_ok());
    // One that nothing names counts for nothing, however many checks there are; its row says why it was not tried.
    let trust = among_strangers([named(KEY, 1)]);
    let entries = [witness_by(NOTARY, 119)];
    assert_eq!(needs_one(&entries, &trust), (Err("ERR_RECEIPT_WITNESSES"), 17));
    let receipt = receipt_with(&json!(entries));
    let verified = receipt::verify(&receipt, &trust, &expected()).unwrap();
    assert_eq!(verified.witnesses()[0].refused().unwrap().code(), "ERR_TRUST_CHECKS");
}
