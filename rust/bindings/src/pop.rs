//! See `countersign_core::pop`.

use countersign_core::{
    keys::PublicKey,
    pop::{
        Challenge, Expected, Proof, Statement, read_ephemeral, read_proofs, verify,
        verify_agreement, verify_all,
    },
    time::{UnixSeconds, check_skew},
    trust::Trust,
};

use crate::{signer, trust, unsigned};

boundary! {
    fn pop_challenge as "popChallenge" (audience: String, nonce: &[u8], issued: f64, lifetime: f64, ephemeral: &[u8]) -> String {
        let (issued, UnixSeconds(lifetime)) = (UnixSeconds::from_number(issued), UnixSeconds::from_number(lifetime));
        Ok(Challenge::for_seconds(&audience, nonce, issued, lifetime, read_ephemeral(ephemeral)?)?.to_json())
    }

    fn pop_unsigned as "popUnsigned" (did: String, algorithm: String, key: &[u8], challenge: String, now: f64) -> u32 {
        unsigned::insert(statement(&did, &algorithm, key, &challenge, now)?.into_unsigned()?)
    }

    fn pop_agreement_unsigned as "popAgreementUnsigned" (handle: u32, did: String, algorithm: String, identity: &[u8], key: &[u8], challenge: String, now: f64) -> u32 {
        let statement = agreement(&did, &algorithm, [identity, key], &challenge, now)?;
        unsigned::insert(signer::with(handle, |secret| statement.into_unsigned_agreement(secret))?)
    }

    fn pop_verify as "popVerify" (proof: String, trust: u32, did: String, challenge: String, now: f64, skew: f64) -> String {
        let skew = check_skew(skew)?;
        let (trust, challenge) = (trust::get(trust)?, Challenge::from_json(&challenge)?);
        Ok(verify(Proof::from_json(&proof)?, &expect_proof(&did, &trust, &challenge, now, skew))?.to_json())
    }

    fn pop_verify_agreement as "popVerifyAgreement" (handle: u32, proof: String, trust: u32, did: String, challenge: String, now: f64, skew: f64) -> String {
        let skew = check_skew(skew)?;
        let (trust, challenge) = (trust::get(trust)?, Challenge::from_json(&challenge)?);
        let (proof, expected) = (Proof::from_json(&proof)?, expect_proof(&did, &trust, &challenge, now, skew));
        signer::with(handle, |secret| Ok(verify_agreement(proof, &expected, secret)?.to_json()))
    }

    fn pop_verify_all as "popVerifyAll" (proofs: &[u8], trust: u32, did: String, challenge: String, now: f64, skew: f64) -> String {
        let skew = check_skew(skew)?;
        let (trust, challenge) = (trust::get(trust)?, Challenge::from_json(&challenge)?);
        let expected = expect_proof(&did, &trust, &challenge, now, skew);
        Ok(verify_all(&read_proofs(proofs)?, &expected, None)?.to_json())
    }

    fn pop_verify_all_with as "popVerifyAllWith" (handle: u32, proofs: &[u8], trust: u32, did: String, challenge: String, now: f64, skew: f64) -> String {
        let skew = check_skew(skew)?;
        let (trust, challenge) = (trust::get(trust)?, Challenge::from_json(&challenge)?);
        let (proofs, expected) = (read_proofs(proofs)?, expect_proof(&did, &trust, &challenge, now, skew));
        signer::with(handle, |secret| Ok(verify_all(&proofs, &expected, Some(secret))?.to_json()))
    }
}

type Read<T> = Result<T, countersign_core::Error>;

fn statement(did: &str, algorithm: &str, key: &[u8], challenge: &str, now: f64) -> Read<Statement> {
    let (key, challenge) = (PublicKey::from_tagged(key)?, Challenge::from_json(challenge)?);
    Statement::new(did, algorithm.parse()?, key, &challenge, UnixSeconds::from_number(now))
}

fn agreement(
    did: &str,
    algorithm: &str,
    keys: [&[u8]; 2],
    challenge: &str,
    now: f64,
) -> Read<Statement> {
    let [identity, key] = keys.map(PublicKey::from_tagged);
    let (identity, key) = (identity?, key?);
    let (challenge, now) = (Challenge::from_json(challenge)?, UnixSeconds::from_number(now));
    Statement::for_agreement(did, algorithm.parse()?, identity, key, &challenge, now)
}

fn expect_proof<'a>(
    did: &'a str,
    trust: &'a Trust,
    challenge: &'a Challenge,
    now: f64,
    skew: u64,
) -> Expected<'a> {
    Expected { did, trust, challenge, now: UnixSeconds::from_number(now), skew }
}
