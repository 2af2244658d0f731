//! Validations: what others say of attempts, by the attempt they are about.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::{Outcome, Validation};
use crate::{
    Error,
    fact::refused,
    keys::PublicKey,
    print::Written,
    receipt::{Expected, Id, Receipt, verify},
    trust::{Owner, Trust},
};

/// Most validations of one verification.
pub const MAX_VALIDATIONS: usize = 65_536;

/// Most validations of one attempt.
const MAX_EACH: usize = 16;

/// Most refusals that are listed; all of them are counted.
const MAX_REFUSED: usize = 64;

/// A validation that holds. Names are kept as hashes, because they may be long and are only compared.
#[derive(Clone, Copy, Debug)]
struct Judgement {
    /// Its place among the validations.
    index: u64,
    validator: [u8; 32],
    key: [u8; 32],
    outcome: Outcome,
    time: u64,
}

/// All validations.
#[derive(Clone, Debug)]
pub(super) struct Validations {
    quorum: usize,
    by_attempt: BTreeMap<Id, Vec<Judgement>>,
    /// How many came.
    count: u64,
    /// How many wait for their attempt.
    waiting: usize,
    /// How many count.
    counted: u64,
    refused: Vec<(u64, Error)>,
    refusals: u64,
}

fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

impl Validations {
    pub(super) fn new(quorum: usize) -> Self {
        Self {
            quorum: quorum.max(1),
            by_attempt: BTreeMap::new(),
            count: 0,
            waiting: 0,
            counted: 0,
            refused: Vec::new(),
            refusals: 0,
        }
    }

    pub(super) fn push(&mut self, text: &[u8], trust: &Trust, expected: &Expected) {
        let index = self.count;
        self.count = self.count.saturating_add(1);
        if let Err(error) = self.take(index, text, trust, expected) {
            self.refuse(index, error);
        }
    }

    fn take(
        &mut self,
        index: u64,
        text: &[u8],
        trust: &Trust,
        expected: &Expected,
    ) -> Result<(), Error> {
        if self.waiting >= MAX_VALIDATIONS {
            return Err(Error::LimitExceeded("number of validations", MAX_VALIDATIONS));
        }
        let receipt = Receipt::from_json(text)?;
        let Validation { attempt, outcome } = Validation::of(&receipt)?;
        let expected = Expected { witnesses: 0, ..*expected };
        let verified = verify(&receipt, trust, &expected)?;
        // If nobody says that the key is the validator's, it could be the agent's own.
        if verified.signer().is_self_asserted() || verified.owner() == Owner::Unnamed {
            return Err(Error::CompetenceUntrusted);
        }
        let judgement = Judgement {
            index,
            validator: digest(receipt.actor().as_bytes()),
            key: digest(&verified.signer().key.to_tagged()),
            outcome,
            time: receipt.time(),
        };
        let all = self.list_of(attempt);
        if all
            .iter()
            .any(|other| other.validator == judgement.validator || other.key == judgement.key)
        {
            return Err(Error::CompetenceDuplicate);
        }
        if all.len() >= MAX_EACH {
            return Err(Error::LimitExceeded("number of validations of an attempt", MAX_EACH));
        }
        all.push(judgement);
        self.waiting += 1;
        Ok(())
    }

    /// The validations of an attempt. Those of attempts that were judged go first, once they are as many as may wait.
    fn list_of(&mut self, attempt: Id) -> &mut Vec<Judgement> {
        if self.by_attempt.len() >= 2 * MAX_VALIDATIONS {
            for (attempt, waiting) in core::mem::take(&mut self.by_attempt) {
                if !waiting.is_empty() {
                    self.by_attempt.insert(attempt, waiting);
                }
            }
        }
        self.by_attempt.entry(attempt).or_default()
    }

    /// The lowest judgement on an attempt that `key` signed, if enough others judged it.
    pub(super) fn of(
        &mut self,
        attempt: &Receipt,
        key: &PublicKey,
        expected: &Expected,
    ) -> Option<Outcome> {
        // An empty list stays behind for a while: to take that out, too, would bring the code that balances the tree.
        let all = self.by_attempt.get_mut(&attempt.id()).map(core::mem::take)?;
        self.waiting = self.waiting.saturating_sub(all.len());
        let (actor, key) = (digest(attempt.actor().as_bytes()), digest(&key.to_tagged()));
        let skew = expected.skew.saturating_mul(1000);
        let mut good = Vec::with_capacity(all.len());
        for judgement in all {
            if judgement.validator == actor || judgement.key == key {
                self.refuse(judgement.index, Error::CompetenceSelf);
            } else if judgement.time.saturating_add(skew) < attempt.time() {
                self.refuse(judgement.index, Error::CompetenceTime);
            } else {
                good.push(judgement.outcome);
            }
        }
        self.counted = self.counted.saturating_add(good.len() as u64);
        let enough = good.len() >= self.quorum;
        good.into_iter().min_by_key(|outcome| outcome.score()).filter(|_| enough)
    }

    fn refuse(&mut self, index: u64, error: Error) {
        self.refusals = self.refusals.saturating_add(1);
        if self.refused.len() < MAX_REFUSED {
            self.refused.push((index, error));
        }
    }

    pub(super) fn to_json(&self) -> String {
        Written::new()
            .number("count", self.count)
            .number("counted", self.counted)
            .number("refusals", self.refusals)
            .objects("refused", self.refused.iter(), |row, (index, error)| {
                refused(row.number("index", *index), error)
            })
            .number("unused", self.waiting as u64)
            .end()
    }
}

#[cfg(test)]
mod tests {
    use super::{Id, Judgement, MAX_VALIDATIONS, Outcome, Validations};

    #[test]
    fn lists_of_judged_attempts_do_not_pile_up() {
        let [validator, key] = [[1; 32], [2; 32]];
        let judgement = Judgement { index: 0, validator, key, outcome: Outcome::Success, time: 0 };
        let mut validations = Validations::new(1);
        let ids = (0..=2 * MAX_VALIDATIONS).map(|number| {
            let mut id = [0; 32];
            id.iter_mut().zip(number.to_be_bytes()).for_each(|(to, from)| *to = from);
            Id(id)
        });
        let ids: Vec<_> = ids.collect();
        validations.list_of(ids[7]).push(judgement);
        for id in &ids {
            assert!(validations.by_attempt.len() <= 2 * MAX_VALIDATIONS);
            validations.list_of(*id);
        }
        assert!(validations.by_attempt.into_keys().eq([ids[7], ids[2 * MAX_VALIDATIONS]]));
    }
}
