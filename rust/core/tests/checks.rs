//! What verification costs at most, in signature checks. Checks are counted, never timed.
//!
//! Each verifier of the public API is a row of a table, see `checks/costs.rs`.

use std::collections::BTreeSet;

use countersign_core::{
    Error,
    keys::{self, Algorithm, HighS, KeyType},
    trust::Checks,
};
use countersign_testkit::keys::secret_of;

use crate::support::{handshake as agents, trust as trust_input};

mod actors;
mod aid;
mod aid_identity;
mod costs;
mod documents;
mod grants;
mod handshakes;
mod http;
mod identity;
mod lineage;
mod receipts;
mod signatures;

use costs::cost;

/// The verifiers of each module.
const TABLES: [&[costs::Row]; 10] = [
    aid::ROWS,
    aid_identity::ROWS,
    documents::ROWS,
    grants::ROWS,
    handshakes::ROWS,
    http::ROWS,
    identity::ROWS,
    lineage::ROWS,
    receipts::ROWS,
    signatures::ROWS,
];

#[test]
fn each_verifier_costs_what_its_row_says() {
    TABLES.into_iter().for_each(costs::check);
}

#[test]
fn each_verifier_has_one_row() {
    let names: Vec<&str> = TABLES.concat().iter().map(|row| row.name).collect();
    let different: BTreeSet<_> = names.iter().collect();
    assert_eq!(different.len(), names.len());
}

#[test]
fn a_check_is_counted_once_for_each_key_type() {
    for algorithm in Algorithm::ALL {
        let signer = secret_of(algorithm.key_type(), 7);
        let signature = signer.sign(algorithm, b"message").unwrap();
        let verify =
            || keys::verify(algorithm, signer.public_key(), b"message", &signature, HighS::Refuse);
        assert_eq!(cost(verify), (true, 1), "{algorithm:?}");
    }
}

#[test]
fn a_signature_of_another_length_is_refused_without_a_check() {
    let key = secret_of(KeyType::P256, 7);
    let verify =
        || keys::verify(Algorithm::P256Sha256, key.public_key(), b"", &[0; 64], HighS::Refuse);
    assert_eq!(cost(verify), (false, 0), "r and s are out of range");
}

#[test]
fn a_budget_gives_as_many_checks_as_it_has_and_no_more() {
    let mut checks = Checks::new(2);
    assert_eq!([checks.take(), checks.take()], [Ok(()), Ok(())]);
    assert_eq!(checks.take(), Err(Error::TrustChecks(2)));
    assert_eq!(checks.take(), Err(Error::TrustChecks(2)), "and it does not come back");
}
