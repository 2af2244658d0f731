//! Proofs of possession: whose key was proven, and for whom.

use countersign_core::{
    Error, did,
    fact::State,
    keys::{Algorithm, KeyType, PublicKey, SecretKey},
    label,
    pop::{Expected, Statement, verify, verify_agreement, verify_all},
    replay::Once,
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::keys::{pinned, secret_of};
use serde_json::{Value, json};

use crate::support::pop::{
    AUDIENCE, DID, EXPIRES, NOW, challenge, expected, prove, prove_agreement, prove_as, read,
};

/// The DID that is made of a key.
fn did_of(secret: &SecretKey) -> String {
    did::key::from_public_key(secret.public_key()).unwrap().to_string()
}

#[test]
fn a_did_that_is_a_key_is_proven_by_that_key_alone() {
    let [own, other] = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let (did, challenge) = (did_of(&own), challenge(None));
    let judge = |secret: &SecretKey| {
        let trust = pinned([secret.public_key()]);
        let expected = Expected { did: &did, ..expected(&trust, &challenge) };
        verify(prove_as(&did, secret, &challenge), &expected).map(drop)
    };
    assert_eq!(judge(&own), Ok(()));
    assert_eq!(judge(&other), Err(Error::PopKey));

    let trust = pinned([&own, &other].map(SecretKey::public_key));
    let proofs = [&own, &other].map(|secret| prove_as(&did, secret, &challenge).to_json());
    let expected = Expected { did: &did, ..expected(&trust, &challenge) };
    let proofs = proofs.each_ref().map(|proof| Some(proof.as_str()));
    let verdicts = verify_all(&proofs, &expected, None).unwrap();
    let refused: Vec<_> = verdicts.keys.into_iter().map(|verdict| verdict.refused).collect();
    assert_eq!(refused, [None, Some(Error::PopKey)]);
}

#[test]
fn a_peer_did_of_one_key_is_proven_by_that_key_alone() {
    let [own, other] = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let did = did::peer::from_public_key(own.public_key()).unwrap().to_string();
    let challenge = challenge(None);
    let judge = |secret: &SecretKey| {
        let trust = pinned([secret.public_key()]);
        let expected = Expected { did: &did, ..expected(&trust, &challenge) };
        verify(prove_as(&did, secret, &challenge), &expected).map(drop)
    };
    assert_eq!(judge(&own), Ok(()));
    assert_eq!(judge(&other), Err(Error::PopKey));
}

#[test]
fn a_did_that_is_a_key_vouches_with_that_key_alone() {
    let [own, other] = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let [key, ephemeral] = [3, 4].map(|fill| secret_of(KeyType::X25519, fill));
    let (did, challenge) = (did_of(&own), challenge(Some(&ephemeral)));
    let judge = |identity: &SecretKey| {
        let [public, agreed] = [identity, &key].map(|secret| secret.public_key().clone());
        let algorithm = Algorithm::Ed25519;
        let made =
            Statement::for_agreement(&did, algorithm, public, agreed, &challenge, NOW).unwrap();
        let proof = read(made.into_unsigned_agreement(&key).unwrap(), identity);
        let trust = pinned([key.public_key(), identity.public_key()]);
        let expected = Expected { did: &did, ..expected(&trust, &challenge) };
        verify_agreement(proof, &expected, &ephemeral).map(drop)
    };
    assert_eq!(judge(&own), Ok(()));
    assert_eq!(judge(&other), Err(Error::PopIdentity));
}

/// Texts of proofs, or null.
fn shown(proofs: &[Value]) -> Vec<Option<&str>> {
    proofs.iter().map(Value::as_str).collect()
}

#[test]
fn one_proven_key_uses_the_challenge_up_whatever_became_of_the_others() {
    let (good, challenge) = (secret_of(KeyType::Ed25519, 1), challenge(None));
    let proof = prove(&good, Algorithm::Ed25519, &challenge);
    let mut forged: Value = serde_json::from_str(&proof.to_json()).unwrap();
    forged["signature"] = "A".repeat(86).into();
    let keys = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let trust = pinned(keys.iter().map(SecretKey::public_key));
    let judge = |proofs: [Value; 2]| -> Value {
        let expected = Expected { skew: 7, ..expected(&trust, &challenge) };
        let verdicts = verify_all(&shown(&proofs), &expected, None).unwrap();
        serde_json::from_str(&verdicts.to_json()).unwrap()
    };
    let part = judge([proof.to_json().into(), Value::Null]);
    assert_eq!(
        (&part["facts"]["proofs"]["at"], &part["keys"][0]["state"]),
        (&json!(1), &json!("ok"))
    );
    let (verifier, holder) = (AUDIENCE.as_bytes(), DID.as_bytes());
    let once = Once { label: label::POP_CHALLENGE, verifier, holder, nonce: &[7; 16] };
    assert_eq!(part["replay"], once.to_json(UnixSeconds(EXPIRES.0 + 7)).parse::<Value>().unwrap());
    let nothing = judge([forged.to_string().into(), Value::Null]);
    assert_eq!(nothing["replay"], Value::Null, "a stranger burns no challenge");
}

#[test]
fn all_keys_have_their_own_verdict() {
    let signers = [
        (secret_of(KeyType::Ed25519, 1), Algorithm::Ed25519),
        (secret_of(KeyType::Secp256k1, 1), Algorithm::Secp256k1Keccak256),
        (secret_of(KeyType::P256, 1), Algorithm::P256Sha256),
    ];
    let [agreement, ephemeral] = [2, 3].map(|fill| secret_of(KeyType::X25519, fill));
    let challenge = challenge(Some(&ephemeral));
    let mut keys: Vec<PublicKey> =
        signers.iter().map(|(secret, _)| secret.public_key().clone()).collect();
    keys.push(agreement.public_key().clone());
    let mut proofs: Vec<Value> = signers
        .iter()
        .map(|(secret, algorithm)| prove(secret, *algorithm, &challenge))
        .chain([prove_agreement(&signers[0].0, &agreement, &challenge)])
        .map(|proof| proof.to_json().into())
        .collect();
    let judge = |keys: &[PublicKey], proofs: &[Value], secret: Option<&SecretKey>| {
        let trust = pinned(keys);
        let verdicts = verify_all(&shown(proofs), &expected(&trust, &challenge), secret)?;
        let codes = verdicts.keys.iter().map(|verdict| verdict.refused.as_ref().map(Error::code));
        Ok::<_, Error>((verdicts.state() == State::Ok, codes.collect::<Vec<_>>()))
    };
    assert_eq!(judge(&keys, &proofs, Some(&ephemeral)), Ok((true, vec![None; 4])));
    let missing = judge(&keys, &proofs, None).unwrap();
    assert_eq!(missing, (false, vec![None, None, None, Some("ERR_POP_EPHEMERAL")]));

    // The identity key that vouches for the X25519 key must itself be proven.
    let mut spoilt: Value = serde_json::from_str(proofs[0].as_str().unwrap()).unwrap();
    spoilt["signature"] = "A".repeat(86).into();
    proofs[0] = spoilt.to_string().into();
    proofs[1] = Value::Null;
    let spoilt = judge(&keys, &proofs, Some(&ephemeral)).unwrap();
    let want =
        vec![Some("ERR_POP_INVALID"), Some("ERR_POP_MISSING"), None, Some("ERR_POP_IDENTITY")];
    assert_eq!(spoilt, (false, want));

    assert_eq!(judge(&[], &[], None).unwrap_err().code(), "ERR_POP_MALFORMED");
    assert_eq!(judge(&keys, &proofs[..3], None).unwrap_err().code(), "ERR_POP_MALFORMED");
    keys[1] = keys[0].clone();
    assert_eq!(judge(&keys, &proofs, None).unwrap_err().code(), "ERR_POP_MALFORMED");
}

/// What a row does to an entry of a trust input.
type Change = fn(&mut TrustedKey);

#[test]
fn the_trust_input_says_which_keys_a_did_may_prove() {
    let [own, other, agreement, ephemeral] = [
        secret_of(KeyType::Ed25519, 1),
        secret_of(KeyType::Ed25519, 9),
        secret_of(KeyType::X25519, 2),
        secret_of(KeyType::X25519, 3),
    ];
    let challenge = challenge(Some(&ephemeral));
    let proof = prove(&own, Algorithm::Ed25519, &challenge);
    let agreed = prove_agreement(&own, &agreement, &challenge);
    let judge = |change: Change, vouched: bool| {
        let mut trust = pinned([&other, &own, &agreement].map(SecretKey::public_key));
        change(&mut trust.keys[if vouched { 2 } else { 1 }]);
        let expected = expected(&trust, &challenge);
        let judged = if vouched {
            verify_agreement(agreed.clone(), &expected, &ephemeral)
        } else {
            verify(proof.clone(), &expected)
        };
        judged.map_err(|error| error.code())
    };
    let rows: [(&str, Change, bool); 8] = [
        ("a bare key", |_| (), true),
        ("a key of the DID", |key| key.controller = Some(DID.into()), true),
        ("a key by its name", |key| key.id = Some(format!("{DID}#key-1")), true),
        ("of another", |key| key.controller = Some("did:web:other.example".into()), false),
        ("revoked", |key| key.revoked = true, false),
        ("expired", |key| key.expires = Some(NOW), false),
        ("from later on", |key| key.from = Some(EXPIRES), false),
        ("for nothing", |key| key.purposes = Some(Vec::new()), false),
    ];
    for (name, change, good) in rows {
        for vouched in [false, true] {
            let want = if good { Ok(()) } else { Err("ERR_POP_KEY") };
            assert_eq!(judge(change, vouched).map(drop), want, "{name} {vouched}");
        }
    }
    let named = judge(|key| key.id = Some(format!("{DID}#key-1")), false).unwrap();
    let facts: Value = serde_json::from_str(&named.to_json()).unwrap();
    assert_eq!(facts["signer"]["id"], format!("{DID}#key-1"));
    let open = Trust { allow_embedded_key: true, ..Trust::default() };
    let carried = verify(proof.clone(), &expected(&open, &challenge));
    assert_eq!(carried, Err(Error::PopKey), "a proof never brings its own key");
}
