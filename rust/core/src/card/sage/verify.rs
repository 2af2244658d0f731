//! Verifies a card against an explicit trust input.

use super::{Card, CardKey, CardProof, UNPROVEN, UNSIGNED, proof};
use crate::{
    Error,
    did::{Purpose, canonical_name, own_key},
    encoding::base58,
    error::excerpt,
    keys::{PublicKey, sage_data::StoredKey, sage_sign},
    print::Written,
    time::UnixSeconds,
    trust::{Candidate, Owner, ProvenKey, Trust, TrustedKey, Use, find_candidates},
};

/// A card whose proof holds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Verified {
    /// What was signed. Members of the text that the signature does not cover are left out.
    pub card: Card,
    /// The key that signed.
    pub signer: ProvenKey,
    /// Whether the trust input says that the key belongs to the card's DID. If it trusts the key
    /// without naming a DID, the card's DID is only a claim of whoever holds the key.
    pub did_bound: bool,
    /// The card as Go writes it.
    text: String,
}

/// What a proof that holds shows.
pub(super) struct Proven {
    signer: ProvenKey,
    did_bound: bool,
    /// The card as Go writes it.
    text: String,
}

impl Verified {
    /// The facts, as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let method = self.card.proof.as_ref().map_or("", |proof| &proof.verification_method);
        let unproven = (!self.did_bound).then_some("did").into_iter().chain(UNPROVEN);
        let uncovered = self.card.unknown.iter().map(String::as_str).chain(UNSIGNED);
        Written::with_room(self.text.len() + FACTS)
            .json("card", &self.text)
            .text("did", &self.card.id)
            .json("signer", &self.signer.to_json())
            .texts("uncovered", uncovered)
            .texts("unproven", unproven)
            .text("verificationMethod", method)
            .end()
    }
}

/// Room for what is said beside the card.
const FACTS: usize = 1 << 10;

/// Verifies the proof of a card.
///
/// # Errors
///
/// As [`Card::validate`]; then, in this order: `ERR_CARD_SAGE_PROOF` (none),
/// `ERR_CARD_SAGE_PURPOSE`, `ERR_CARD_SAGE_METHOD` (names no key of the card, or not one of
/// its DID), `ERR_CARD_SAGE_CONTROLLER`, `ERR_CARD_SAGE_PROOF_TYPE`,
/// `ERR_CARD_SAGE_UNTRUSTED` (the key is not trusted for this DID, or the DID is itself another key),
/// `ERR_CARD_SAGE_SIGNATURE`.
pub fn verify(text: &str, trust: &Trust, now: Option<UnixSeconds>) -> Result<Verified, Error> {
    let (card, keys) = Card::with_keys(text)?;
    let Proven { signer, did_bound, text } = card.check_proof(&keys, trust, now)?;
    Ok(Verified { card, signer, did_bound, text })
}

impl Card {
    /// What the proof shows, if it holds. `keys` are those of the card.
    pub(super) fn check_proof(
        &self,
        keys: &[StoredKey],
        trust: &Trust,
        now: Option<UnixSeconds>,
    ) -> Result<Proven, Error> {
        let proof = self.proof.as_ref().ok_or(Error::CardSageProof)?;
        let key = self.proving_key(proof, keys)?;
        let (signer, did_bound) = judge(&self.id, key, proof, trust, now)?;
        let canonical = self.canonical();
        let (algorithm, message) = proof::message(&canonical, key)?;
        let signature = base58::decode(&proof.proof_value).map_err(|_| Error::CardSageSignature)?;
        let holds = sage_sign::holds_low(algorithm, trust.with_tables(key), &message, &signature);
        let shown = || Proven { signer, did_bound, text: proof.attach(&canonical) };
        holds.then(shown).ok_or(Error::CardSageSignature)
    }

    /// The key that the proof names, if all that is said of it fits.
    fn proving_key<'a>(
        &self,
        proof: &CardProof,
        keys: &'a [StoredKey],
    ) -> Result<&'a PublicKey, Error> {
        if proof.proof_purpose != proof::PURPOSE {
            return Err(Error::CardSagePurpose(proof::PURPOSE, excerpt(&proof.proof_purpose)));
        }
        let named = |(key, _): &(&CardKey, &StoredKey)| key.id == proof.verification_method;
        let (key, stored) = self
            .keys()
            .iter()
            .zip(keys)
            .find(named)
            .filter(|(key, _)| is_fragment_of(&self.id, &key.id))
            .ok_or_else(|| Error::CardSageMethod(excerpt(&proof.verification_method)))?;
        if key.controller != self.id {
            return Err(Error::CardSageController(excerpt(&self.id), excerpt(&key.controller)));
        }
        let want = proof::kind(stored.key().key_type());
        if want != Some(proof.kind.as_str()) {
            return Err(Error::CardSageProofType(
                want.unwrap_or("that of a key that signs"),
                excerpt(&proof.kind),
            ));
        }
        Ok(stored.key())
    }
}

/// Whether `url` is `did` and a fragment.
fn is_fragment_of(did: &str, url: &str) -> bool {
    url.strip_prefix(did).is_some_and(|rest| rest.starts_with('#') && rest.len() > 1)
}

/// The key as it may be used, and whether it is bound to the DID; or an error if it may not be used at all.
fn judge(
    did: &str,
    key: &PublicKey,
    proof: &CardProof,
    trust: &Trust,
    now: Option<UnixSeconds>,
) -> Result<(ProvenKey, bool), Error> {
    let did = canonical_name(did);
    let of_subject = trust.did.as_ref().is_none_or(|subject| canonical_name(subject) == did);
    if own_key(&did, key) == Some(false) {
        return Err(Error::CardSageUntrusted);
    }
    let for_did = |entry: &&TrustedKey| {
        of_subject
            && entry.key == *key
            && entry.owner_for(&did) != Owner::Another
            && entry.algorithm.is_none_or(|only| Some(only) == key.key_type().default_algorithm())
    };
    let method = Some(proof.verification_method.as_str());
    let meant = || trust.find(method, Purpose::AssertionMethod, now).filter(for_did);
    let carried = || takes_embedded(&did, key, trust, now).then(|| key.clone());
    let listed = meant().map(|entry| Candidate::listed(entry, true));
    let found = find_candidates(listed, |_| true, carried).unwrap_or_default();
    let signer = found.into_iter().next().map(ProvenKey::from).ok_or(Error::CardSageUntrusted)?;
    let bound = trust.did.is_some() || meant().any(|entry| entry.owner_for(&did) == Owner::This);
    let did_bound = bound && !signer.is_self_asserted();
    Ok((signer, did_bound))
}

fn takes_embedded(did: &str, key: &PublicKey, trust: &Trust, now: Option<UnixSeconds>) -> bool {
    let purpose = Purpose::AssertionMethod;
    key.key_type().default_algorithm().is_some_and(|algorithm| {
        trust.takes_embedded(&Use {
            did: Some(did),
            key,
            algorithm: Some(algorithm),
            purpose,
            signed: now,
            now,
        })
    })
}
