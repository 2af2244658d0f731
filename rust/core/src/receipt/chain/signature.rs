//! Who signed a receipt of a chain, its rotation to another key, and its witnesses.

use super::{
    super::{
        Receipt, Rotation, Testimonies,
        key::{BoundKey, Claim},
        rotation::check_rotation,
        verify::claim,
        verify_witnesses,
    },
    Chain,
};
use crate::{
    Error,
    trust::{Checks, Owner, ProvenKey, Standing},
};

/// Most rotations that are listed; all of them are followed.
const MAX_LISTED: usize = 64;

impl Chain {
    /// Checks the signature and the rotation. Gives the verdicts on the witnesses if the signature holds.
    pub(super) fn check_signature(&mut self, index: u64, receipt: &Receipt) -> Option<Testimonies> {
        self.prepare(receipt);
        let mut checks = Checks::new(self.policy.each.max_checks);
        let key = match self.find(receipt, &mut checks) {
            Ok(key) => key,
            Err(error) => {
                self.report.signatures.refuse(index, error);
                return None;
            }
        };
        self.self_asserted |= key.signer.is_self_asserted();
        self.unproven |= key.owner == Owner::Unnamed;
        let rotation = check_rotation(receipt, &mut checks);
        self.report.signatures.note(index, rotation.as_ref().map(|_| ()).map_err(Clone::clone));
        let seen = self.check_witnesses(index, receipt, &key, &mut checks);
        self.signer = Some((receipt.key_id().to_owned(), receipt.algorithm(), key));
        // Only the chain's own actor can hand the chain over.
        if let (Ok(Some(rotation)), true) = (rotation, self.is_actor(receipt)) {
            if self.rotations.len() < MAX_LISTED {
                self.rotations.push((index, rotation.clone()));
            }
            self.rotated = Some(rotation);
        }
        Some(seen)
    }

    fn check_witnesses(
        &mut self,
        index: u64,
        receipt: &Receipt,
        key: &BoundKey,
        checks: &mut Checks,
    ) -> Testimonies {
        let each = &self.policy.each;
        if each.witnesses == 0 && !(self.witnessed && self.is_actor(receipt)) {
            return Testimonies::default();
        }
        let seen = verify_witnesses(receipt, key, &self.trust, each, checks);
        if each.witnesses > 0 {
            self.report.witnesses.note(index, seen.require(each.witnesses));
        }
        seen
    }

    /// Makes tables for the key that signed the receipt before, if this receipt names it too.
    fn prepare(&mut self, receipt: &Receipt) {
        let Some((id, _, key)) = &mut self.signer else { return };
        if id == receipt.key_id() {
            let key = &mut key.signer.key;
            key.prepare();
            if let Some(rotation) = self.rotated.as_mut().filter(|rotation| rotation.key == *key) {
                rotation.key = key.clone();
            }
        }
    }

    fn find(&self, receipt: &Receipt, checks: &mut Checks) -> Result<BoundKey, Error> {
        let statement = receipt.statement();
        let claim = claim(receipt, &statement);
        if let (Some(rotation), true) = (&self.rotated, self.is_actor(receipt)) {
            return self.find_rotated(receipt, rotation, &claim, checks);
        }
        let known = self.signer.as_ref().filter(|(id, algorithm, _)| {
            // The key id begins with the actor's DID, so the key is still bound to that actor.
            id == receipt.key_id() && *algorithm == receipt.algorithm() && self.is_actor(receipt)
        });
        match known {
            Some((_, _, key)) if key.at_any_time && claim.holds(&key.signer.key, checks)? => {
                Ok(key.clone())
            }
            _ => claim.check(&self.trust, self.policy.each.seconds(), checks),
        }
    }

    /// After a rotation only the new key may sign, unless the trust input rules it out.
    fn find_rotated(
        &self,
        receipt: &Receipt,
        rotation: &Rotation,
        claim: &Claim<'_>,
        checks: &mut Checks,
    ) -> Result<BoundKey, Error> {
        let named = receipt.key_id() == rotation.key_id;
        let now = self.policy.each.seconds();
        let ruled_out = self.trust.rules_out(&claim.use_for(Some(claim.did), &rotation.key, now));
        if !named || receipt.algorithm() != rotation.algorithm || ruled_out {
            return Err(Error::ReceiptKey);
        }
        if !claim.holds(&rotation.key, checks)? {
            return Err(Error::ReceiptSignature);
        }
        // The key that handed over says whose the new key is, so it is bound no better than that key.
        let owner = if self.unproven { Owner::Unnamed } else { Owner::This };
        let standing = if self.self_asserted { Standing::SelfAsserted } else { Standing::Trusted };
        let signer = ProvenKey::unlisted(rotation.key.clone(), standing);
        Ok(BoundKey { signer, owner, at_any_time: true, bare: self.unproven })
    }
}
