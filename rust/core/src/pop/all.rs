//! The proofs of all keys of one agent, with a verdict for each.

use super::{Expected, Proof, verify::replay};
use crate::{
    Error,
    encoding::frames,
    fact::{Facts, State, verdict},
    keys::{Claim, HighS, PublicKey, SecretKey, multikey, verify_batch},
    print::Written,
    time::UnixSeconds,
    trust::ProvenKey,
};

/// Most keys in one call.
pub const MAX_KEYS: usize = 64;

/// The verdict on one key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Verdict {
    /// The key that was to be proven, as the trust input lists it.
    pub signer: ProvenKey,
    /// Why it is not proven; `None` if it is.
    pub refused: Option<Error>,
}

/// A verdict for each key, in the order of the keys.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Verdicts {
    /// The verdicts.
    pub keys: Vec<Verdict>,
    /// What a replay store marks as used: the challenge, once for all keys, if any of them is proven.
    replay: Option<String>,
}

impl Verdicts {
    /// Whether every key is proven: the fact `proofs`.
    #[must_use]
    pub fn state(&self) -> State {
        State::first(self.keys.iter().map(|verdict| verdict.refused.clone().map_or(Ok(()), Err)))
    }

    /// As JSON: `{ facts: { proofs }, keys: [{ state, key, signer?, code?, why?, data? }], replay: { mark, sender, until } | null }`.
    /// There is nothing to mark if no key is proven. If any key is proven there is, because a caller may rely on the
    /// row of that key alone.
    #[must_use]
    pub fn to_json(&self) -> String {
        Facts::from([("proofs", self.state())])
            .report()
            .objects("keys", self.keys.iter(), |row, verdict| verdict.write(row))
            .json_or_null("replay", self.replay.as_deref())
            .end()
    }
}

impl Verdict {
    fn write(&self, row: Written) -> Written {
        let row = row.text("key", &multikey::encode(&self.signer.key));
        let found = self.refused.as_ref().map_or(Ok(&self.signer), Err);
        verdict(row, found, |row, signer| row.json("signer", &signer.to_json()))
    }
}

/// Reads keys: [`frames`] of keys as they cross the boundary.
///
/// # Errors
///
/// As [`PublicKey::from_tagged`] and [`frames::limited`].
pub fn read_keys(list: &[u8]) -> Result<Vec<PublicKey>, Error> {
    frames::at_most(list, "number of keys", MAX_KEYS)?.map(PublicKey::from_tagged).collect()
}

/// Reads proofs: [`frames`], each of which holds the frame of one text, or nothing where there is no proof.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for frames that do not add up; `ERR_JSON_UTF8`.
pub fn read_proofs(list: &[u8]) -> Result<Vec<Option<&str>>, Error> {
    let proof = |frame| frames::whole(frame)?.next().map(frames::text).transpose();
    frames::whole(list)?.map(proof).collect()
}

/// Verifies `proofs`, the texts of records, in the order of the trusted keys. A key that is listed twice counts once.
///
/// An X25519 key needs `ephemeral`, the secret of the challenge's key, and counts as
/// proven only if the key that signed for it is a trusted one and itself proven.
///
/// It costs one signature check a key, at most 64.
///
/// # Errors
///
/// `ERR_POP_MALFORMED` if there are not as many proofs as keys, or there is no key; `ERR_LIMIT_EXCEEDED` over
/// [`MAX_KEYS`]. What is wrong with one proof is its verdict.
pub fn verify_all(
    proofs: &[Option<&str>],
    expected: &Expected<'_>,
    ephemeral: Option<&SecretKey>,
) -> Result<Verdicts, Error> {
    let Expected { did, challenge, skew, .. } = *expected;
    let listed = expected.trust.distinct_keys();
    let keys: Vec<&PublicKey> = listed.iter().map(|entry| &entry.key).collect();
    check_lists(&keys, proofs)?;
    let proofs = keys.iter().zip(proofs).map(|(key, proof)| {
        // Each by itself, so that a bad record spoils no other.
        let proof = Proof::from_json(proof.ok_or(Error::PopMissing)?)?;
        proof.check(expected)?;
        if proof.statement.key != **key {
            return Err(Error::PopKey);
        }
        if proof.statement.agreement.is_some() {
            let secret = ephemeral.ok_or(Error::PopEphemeral)?;
            proof.check_agreement(expected, secret)?;
            if !proof.is_authenticated(secret) {
                return Err(Error::PopInvalid);
            }
        }
        Ok(proof)
    });
    let mut results: Vec<Result<Proof, Error>> = proofs.collect();
    check_signatures(&mut results);
    let refusals = check_claims(&keys, &results);
    let until = UnixSeconds(challenge.expires.0.saturating_add(skew));
    let mark = || replay(did, &challenge.audience, &challenge.nonce, until);
    let replay = refusals.iter().any(Option::is_none).then(mark);
    let verdicts = listed
        .iter()
        .zip(refusals)
        .map(|(entry, refused)| Verdict { signer: ProvenKey::listed(entry), refused });
    Ok(Verdicts { keys: verdicts.collect(), replay })
}

fn check_lists(keys: &[&PublicKey], proofs: &[Option<&str>]) -> Result<(), Error> {
    if keys.len() > MAX_KEYS {
        return Err(Error::LimitExceeded("number of keys", MAX_KEYS));
    }
    let good = !keys.is_empty() && keys.len() == proofs.len();
    if good {
        Ok(())
    } else {
        Err(Error::PopMalformed(
            "proofs".into(),
            "there must be a proof, or null, for each key, and a key",
        ))
    }
}

/// Checks the signatures of all proofs that are not refused yet, in one batch.
fn check_signatures(results: &mut [Result<Proof, Error>]) {
    let messages: Vec<Option<Vec<u8>>> = results
        .iter()
        .map(|result| result.as_ref().ok().map(|proof| proof.statement.to_bytes()))
        .collect();
    let claims: Vec<Claim<'_>> = results
        .iter()
        .zip(&messages)
        .filter_map(|(result, message)| {
            let (proof, message) = (result.as_ref().ok()?, message.as_ref()?);
            let algorithm = proof.statement.algorithm;
            Some(Claim {
                algorithm,
                key: proof.statement.signer(),
                message,
                signature: &proof.signature,
            })
        })
        .collect();
    let verdicts = verify_batch(&claims, HighS::Refuse);
    for (result, good) in results.iter_mut().filter(|result| result.is_ok()).zip(verdicts) {
        if !good {
            *result = Err(Error::PopInvalid);
        }
    }
}

/// Refuses an X25519 key unless the identity key that claims it is proven.
fn check_claims(keys: &[&PublicKey], results: &[Result<Proof, Error>]) -> Vec<Option<Error>> {
    let proven = |identity: &PublicKey| {
        let mut pairs = keys.iter().zip(results);
        pairs.any(|(key, result)| *key == identity && result.is_ok())
    };
    let refused = |result: &Result<Proof, Error>| match result {
        Err(error) => Some(error.clone()),
        Ok(proof) => {
            let agreement = proof.statement.agreement.as_ref();
            agreement.filter(|agreement| !proven(&agreement.identity)).map(|_| Error::PopIdentity)
        }
    };
    results.iter().map(refused).collect()
}
