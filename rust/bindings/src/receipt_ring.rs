//! See `countersign_core::receipt::ring`. An empty scope stands for no scope.

use countersign_core::receipt::{
    Receipt,
    ring::{self, Members},
};
use rand_core::Rng;

use crate::{host, random, signer};

fn scope_of(scope: &str) -> Option<&str> {
    Some(scope).filter(|scope| !scope.is_empty())
}

boundary! {
    fn receipt_ring_prove as "receiptRingProve" (receipt: String, key_type: String, keys: &[u8], scope: String, signer: u32) -> String {
        let receipt = Receipt::from_json(receipt.as_bytes())?;
        let members = Members { key_type: key_type.parse()?, keys };
        let mut fresh = [0; 32];
        random::system()?.fill_bytes(&mut fresh);
        signer::with(signer, |key| ring::prove(&receipt, members, scope_of(&scope), key, &fresh))
    }

    fn receipt_ring_verify as "receiptRingVerify" (proof: String, receipt: String, key_type: String, keys: &[u8], scope: String) -> host::Public {
        let receipt = Receipt::from_json(receipt.as_bytes())?;
        let members = Members { key_type: key_type.parse()?, keys };
        Ok(ring::verify(proof.as_bytes(), &receipt, members, scope_of(&scope))?.into())
    }
}
