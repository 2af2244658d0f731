//! Proofs of competence: what an identity claims of its attempts, signed.

use serde::{Deserialize, Serialize};

use super::{
    super::record::{self, Parts, Record},
    Requirement,
};
use crate::{
    Error,
    aid::{self, Anchors, Micros, ensure},
    print::number::spell_single,
};

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct ProofClaim {
    min_attempts: u64,
    min_success_rate: f32,
    min_streak: Option<u32>,
    recency_window: Option<u64>,
    actual_attempts: u64,
    actual_success_rate: f32,
    actual_streak: i32,
}

/// A claim of competence, signed by the identity that makes it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Proof {
    proof_id: String,
    identity: String,
    domain: String,
    claim: ProofClaim,
    evidence_sample: Vec<String>,
    evidence_count: u64,
    generated_at: u64,
    valid_until: Option<u64>,
    proof_hash: String,
    signature: String,
}

impl Record for Proof {
    const WHAT: &'static str = "a competence proof";
    const PREFIX: &'static str = "aprf_";
    const UNCOVERED: &'static [&'static str] = &[
        "claim.min_attempts",
        "claim.min_success_rate",
        "claim.min_streak",
        "claim.recency_window",
        "claim.actual_streak",
        "evidence_sample",
        "evidence_count",
    ];
    const UNPROVEN: &'static [&'static str] = &["attempts", "completeness", "time"];

    fn identity(&self) -> &str {
        &self.identity
    }
    fn id(&self) -> &str {
        &self.proof_id
    }
    fn hash(&self) -> Option<&str> {
        Some(&self.proof_hash)
    }
    fn signature(&self) -> &str {
        &self.signature
    }
    fn parts(&self) -> Result<Parts, Error> {
        ensure(!self.domain.contains(':'), || Error::AidAmbiguous("domain"))?;
        ensure(self.valid_until != Some(0), || Error::AidAmbiguous("valid_until"))?;
        let Self { identity, domain, claim, generated_at: time, .. } = self;
        let (total, rate) = (claim.actual_attempts, claim.actual_success_rate);
        let (rate, until) = (spell_single(rate), self.valid_until.unwrap_or(0));
        Ok(Parts {
            id_input: Some(self.proof_hash.clone()),
            hash_input: Some(format!("proof:{identity}:{domain}:{total}:{rate}:{time}:{until}")),
            message: self.proof_hash.clone(),
        })
    }
}

impl Proof {
    fn meets(&self, asked: &Requirement, now: Micros) -> Result<(), Error> {
        let claim = &self.claim;
        let attempts = claim.actual_attempts >= asked.min_attempts;
        ensure(attempts, || Error::AidCompetence("attempts"))?;
        let rate = claim.actual_success_rate;
        let within = (0.0..=1.0).contains(&rate) && rate >= asked.min_success_rate;
        ensure(within, || Error::AidCompetence("rate"))?;
        let least = asked.min_streak.map_or(i64::MIN, i64::from);
        let streak = i64::from(claim.actual_streak) >= least;
        ensure(streak, || Error::AidCompetence("streak"))?;
        let age = asked.max_age_seconds.map(|seconds| seconds.saturating_mul(1_000_000));
        let fresh = age.is_none_or(|age| now.0.saturating_sub(self.generated_at) <= age);
        ensure(fresh, || Error::AidCompetence("age"))
    }

    fn own_claim(&self) -> Requirement {
        Requirement {
            min_attempts: self.claim.min_attempts,
            min_success_rate: self.claim.min_success_rate,
            min_streak: self.claim.min_streak,
            max_age_seconds: None,
        }
    }
}

/// Verifies a proof: its maker signed it, it is in time, and it meets both its own claim and the caller's
/// requirement. No proof meets a `min_streak`, because nothing signs the streak of a proof; attempts do, in
/// [`super::check`].
///
/// # Errors
///
/// As [`super::super::continuity::verify`]; `ERR_AID_NOT_YET`, `ERR_AID_EXPIRED`, `ERR_AID_COMPETENCE`.
pub fn verify_proof(
    text: &str,
    requirement: &str,
    now: Micros,
    anchors: &Anchors,
) -> Result<String, Error> {
    let asked: Requirement = aid::read_exact(requirement, "a requirement")?;
    record::verify(text, anchors, |facts, proof: &Proof| {
        aid::check_start(proof.generated_at, now)?;
        aid::check_end(proof.valid_until, now)?;
        proof.meets(&proof.own_claim(), now)?;
        ensure(asked.min_streak.is_none(), || Error::AidCompetence("streak"))?;
        proof.meets(&asked, now)?;
        Ok(facts
            .text("attempts", &proof.claim.actual_attempts.to_string())
            .text("domain", &proof.domain)
            .text("rate", &spell_single(proof.claim.actual_success_rate))
            .text_or_null("validUntil", proof.valid_until.map(|time| time.to_string()).as_deref()))
    })
}
