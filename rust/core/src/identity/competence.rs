//! Competence, version 1: what an identity tried and how it went, counted by the verifier.
//!
//! Attempts, validations and claims are receipts ([`crate::receipt`]) of reserved actions. So every attempt
//! has a place in its actor's chain, and none can be left out unnoticed: cutting out a failure breaks the
//! chain. No total is ever taken from a document: the verifier counts the attempts of the chain itself.
//!
//! | Operation | Is |
//! | --- | --- |
//! | attempt | the agent issues a receipt of the action [`ATTEMPT`] in its chain |
//! | validate | another party issues a receipt of the action [`VALIDATION`] in a chain of its own |
//! | claim | the agent issues a receipt of the action [`CLAIM`], after the attempts it is about |
//! | prove | hand over the receipts of the chain that cover a window, a claim, and validations |
//! | verify | [`Competence`]: validations first, then receipts one at a time |
//!
//! # What is signed
//!
//! ```text
//! attempt    = { "domain", "outcome", "score"?, "work"? }      content of the receipt, signed with it
//! validation = { "attempt", "outcome", "score"? }
//! claim      = { "domain", "from"?, "until"?, "attempts", "rate", "validated"?, "validatedRate"? }
//! domain     = of an attempt a request, of a claim a pattern, in the grammar of grant::capability
//! outcome    = "success" / "failure" / "partial"
//! score      = parts per million, 1 to 999,999; with "partial", and only then
//! work       = id of the receipt that records the work
//! attempt    = (of a validation) id of the attempt
//! from, until = Unix milliseconds: from <= time < until
//! attempts, validated = the least number; rate, validatedRate = the least number of parts per million
//! ```
//!
//! The content stands in the receipt itself: an attempt that hides its domain or outcome could be any
//! attempt.
//!
//! # How it is counted
//!
//! An attempt counts if its actor signed it, it lies in the window, and the pattern asked for
//! covers its domain. Success is 1,000,000 parts per million, failure 0. A rate is the sum of the
//! scores divided by the number of attempts, rounded down. A score of 500,000 or more continues a streak.
//!
//! `reported` is what the agent says of itself. `validated` counts the attempts that at least `quorum`
//! others judged, each with the lowest of their scores, whatever the agent said. A validation counts if its
//! receipt holds under a key that the trust input names as that party's, if neither the actor nor its key
//! made it, if it is not older than the attempt, and if no other validation of that attempt is by that
//! party or key. A validation that does not count is listed with its code, and takes nothing away.
//!
//! | Fact | Holds if | Codes |
//! | --- | --- | --- |
//! | those of [`crate::receipt::chain`]; `completeness` only where it was checked, as `window` asks for the end | no receipt is missing, foreign, doubled, changed or of the future | `ERR_RECEIPT_SEQUENCE`, `ERR_RECEIPT_PREVIOUS`, `ERR_RECEIPT_ACTOR`, `ERR_RECEIPT_DUPLICATE`, `ERR_RECEIPT_NOT_YET`, … |
//! | `window` | the receipts cover the window: they begin at sequence 0 or before `from`, and end at or after `until`, or with the end of the chain | `ERR_COMPETENCE_WINDOW` |
//! | `attempts` | every attempt can be read, and none counts work that another counts | `ERR_COMPETENCE_MALFORMED`, `ERR_COMPETENCE_DUPLICATE`, the codes of [`crate::grant::capability`], `ERR_LIMIT_EXCEEDED` |
//! | `thresholds` | the counts reach what the policy asks | `ERR_COMPETENCE_DOMAIN`, `ERR_COMPETENCE_THRESHOLD` |
//! | `claims` | every claim of this domain and window is true of the attempts before it | `ERR_COMPETENCE_MALFORMED`, `ERR_COMPETENCE_CLAIM` |
//!
//! A report has no fact `thresholds` if the policy asks for no minimum, and no `attempts` or `claims` if the chain
//! has none.
//!
//! Refused validations: `ERR_COMPETENCE_SELF`, `ERR_COMPETENCE_DUPLICATE`, `ERR_COMPETENCE_TIME`,
//! `ERR_COMPETENCE_UNTRUSTED`, `ERR_COMPETENCE_MALFORMED`, `ERR_LIMIT_EXCEEDED`, and the codes of
//! [`crate::receipt::verify`].
//!
//! That the actor has no other chain, and did not write this one afterwards, only a tip, a log or anchors
//! can show ([`super::continuity`]). What is proven is that somebody else says that the work was done, not
//! that it was.
//!
//! Limits: [`MAX_VALIDATIONS`], 16 validations of one attempt, [`MAX_WORKS`] attempts that name work, and 64
//! refusals listed.

mod content;
mod policy;
mod report;
mod tally;
mod validation;

use std::collections::BTreeSet;

pub use content::{Attempt, Claim, Minimum, Outcome, Validation, content, validation};
pub use policy::Policy;
pub use report::Report;
pub use tally::Tally;
pub use validation::MAX_VALIDATIONS;

use validation::Validations;

use crate::{
    Error,
    encoding::frames,
    fact::{Facts, State},
    receipt::{
        Id, Receipt,
        chain::{self, Chain},
    },
    trust::Trust,
};

/// The action of an attempt.
pub const ATTEMPT: &str = "countersign/attempt";

/// The action of a validation.
pub const VALIDATION: &str = "countersign/attempt-validation";

/// The action of a claim.
pub const CLAIM: &str = "countersign/competence-claim";

/// Most attempts of one verification that name work.
pub const MAX_WORKS: usize = 65_536;

/// Verifies competence as receipts come.
#[derive(Clone, Debug)]
pub struct Competence {
    chain: Chain,
    policy: Policy,
    validations: Validations,
    /// Sequence and time of the first receipt that counts, and of the last.
    edges: Option<[(u64, u64); 2]>,
    attempts: State,
    claims: State,
    claimed: u64,
    /// Attempts in other domains, or outside the window.
    others: u64,
    works: BTreeSet<Id>,
    reported: Tally,
    validated: Tally,
}

impl Competence {
    /// A verifier that has seen no receipt. The trust input of a history of keys
    /// ([`super::rotation::History::trust`]) says which key signs when.
    #[must_use]
    pub fn new(trust: Trust, policy: Policy) -> Self {
        let (part, chain) = (policy.from.is_some(), policy.chain.clone());
        Self {
            chain: if part { Chain::new_part(trust, chain) } else { Chain::new(trust, chain) },
            validations: Validations::new(policy.quorum),
            policy,
            edges: None,
            attempts: State::Unchecked,
            claims: State::Unchecked,
            claimed: 0,
            others: 0,
            works: BTreeSet::new(),
            reported: Tally::default(),
            validated: Tally::default(),
        }
    }

    /// Takes a validation. A validation that is taken after its attempt counts for nothing.
    pub fn push_validation(&mut self, text: &[u8]) {
        self.validations.push(text, self.chain.trust(), self.chain.expectation());
    }

    /// Takes the next receipt of the chain.
    pub fn push(&mut self, text: &[u8]) {
        let index = self.chain.count();
        let Some((receipt, _)) = self.chain.take(text) else { return };
        let edge = (receipt.sequence(), receipt.time());
        let again = self.edges.is_some_and(|[_, last]| edge.0 <= last.0);
        match &mut self.edges {
            Some([_, last]) => *last = edge,
            None => self.edges = Some([edge, edge]),
        }
        match receipt.action() {
            ATTEMPT if again => self.attempts.refuse(index, Error::CompetenceDuplicate),
            ATTEMPT => {
                let counted = self.attempt(&receipt);
                self.attempts.note(index, counted);
            }
            CLAIM => self.claim(index, &receipt),
            _ => {}
        }
    }

    /// Takes validations, or receipts of the chain, as [`frames`].
    ///
    /// # Errors
    ///
    /// `ERR_ENCODING_MALFORMED` for frames that do not add up, before any is taken.
    pub fn push_all(&mut self, validations: bool, list: &[u8]) -> Result<(), Error> {
        for text in frames::whole(list)? {
            if validations {
                self.push_validation(text);
            } else {
                self.push(text);
            }
        }
        Ok(())
    }

    fn attempt(&mut self, receipt: &Receipt) -> Result<(), Error> {
        let attempt = Attempt::of(receipt)?;
        if !self.policy.covers(&attempt, receipt.time()) {
            self.others = self.others.saturating_add(1);
            return Ok(());
        }
        if let Some(work) = attempt.work {
            if self.works.len() >= MAX_WORKS {
                return Err(Error::LimitExceeded("number of attempts that name work", MAX_WORKS));
            }
            if !self.works.insert(work) {
                return Err(Error::CompetenceDuplicate);
            }
        }
        self.reported.add(attempt.outcome);
        if let Some(key) = self.chain.key()
            && let Some(lowest) = self.validations.of(receipt, key, self.chain.expectation())
        {
            self.validated.add(lowest);
        }
        Ok(())
    }

    fn claim(&mut self, index: u64, receipt: &Receipt) {
        let claim = match Claim::of(receipt) {
            Ok(claim) => claim,
            Err(error) => return self.claims.refuse(index, error),
        };
        if !self.policy.is_about(&claim) {
            return;
        }
        self.claimed = self.claimed.saturating_add(1);
        let met = claim.minimum.check(&self.reported, &self.validated);
        self.claims.note(index, met.map_err(|_| Error::CompetenceClaim));
    }

    /// The facts so far, as if no further receipt came.
    #[must_use]
    pub fn report(&self) -> Report {
        let chain = self.chain.report();
        let last = self.chain.count().saturating_sub(1);
        Report {
            facts: self.facts(&chain, last),
            chain,
            domain: self.policy.domain.as_str().to_owned(),
            claimed: self.claimed,
            others: self.others,
            reported: self.reported,
            validated: self.validated,
            validations: self.validations.to_json(),
        }
    }

    /// The facts of the chain, and those of this module. `window` stands for the chain's `completeness`.
    fn facts(&self, chain: &chain::Report, last: u64) -> Facts {
        let mut facts = Facts::default();
        for (name, state) in chain.facts.iter() {
            facts.push_if(*name != "completeness", name, state.clone());
        }
        facts.push("window", self.window(last, chain.state("completeness")));
        facts.push_if(false, "attempts", self.attempts.clone());
        if !self.policy.minimum.is_empty() {
            let mut thresholds = State::Unchecked;
            thresholds.note(last, self.policy.minimum.check(&self.reported, &self.validated));
            facts.push("thresholds", thresholds);
        }
        facts.push_if(false, "claims", self.claims.clone());
        facts
    }

    fn window(&self, last: u64, end: &State) -> State {
        let mut fact = State::Unchecked;
        let Some([(sequence, begins), (_, ends)]) = self.edges else { return fact };
        if sequence != 0 && self.policy.from.is_none_or(|from| begins >= from) {
            fact.refuse(0_usize, Error::CompetenceWindow("its first receipts are missing"));
        } else if end.is_refused() {
            fact.refuse(last, Error::CompetenceWindow("its last receipts are missing"));
        } else if *end == State::Ok || self.policy.until.is_some_and(|until| ends >= until) {
            fact.pass();
        }
        fact
    }
}
