//! What verification costs at most, in signature checks. Checks are counted, never timed.

use countersign_core::{
    Error,
    keys::{self, Algorithm, HighS, KeyType, SecretKey, checks_made},
    ring::Ring,
    trust::Checks,
};

/// The checks that `run` makes.
fn cost<T>(run: impl FnOnce() -> T) -> (T, u64) {
    let before = checks_made();
    let done = run();
    (done, checks_made() - before)
}

fn secret(key_type: KeyType, seed: u8) -> SecretKey {
    SecretKey::from_bytes(key_type, &vec![seed; key_type.secret_len()]).unwrap()
}

#[test]
fn a_check_is_counted_once_for_each_key_type() {
    for (algorithm, checks) in [
        (Algorithm::Ed25519, 1),
        (Algorithm::P256Sha256, 1),
        (Algorithm::Secp256k1Sha256, 1),
        (Algorithm::Secp256k1Keccak256, 1),
        (Algorithm::MlDsa44, 1),
        (Algorithm::Ed25519MlDsa65, 2),
    ] {
        let signer = secret(algorithm.key_type(), 7);
        let signature = signer.sign(algorithm, b"message").unwrap();
        let verify =
            || keys::verify(algorithm, signer.public_key(), b"message", &signature, HighS::Refuse);
        assert_eq!(cost(verify), (true, checks), "{algorithm:?}");
    }
}

#[test]
fn a_signature_of_another_length_is_refused_without_a_check() {
    let key = secret(KeyType::P256, 7);
    let verify =
        || keys::verify(Algorithm::P256Sha256, key.public_key(), b"", &[0; 64], HighS::Refuse);
    assert_eq!(cost(verify), (false, 0), "r and s are out of range");
}

#[test]
fn a_ring_costs_one_check_a_member() {
    let members: Vec<_> = (1..=5).map(|seed| secret(KeyType::Ed25519, seed)).collect();
    let keys: Vec<_> = members.iter().map(|it| it.public_key().clone()).collect();
    let ring = Ring::new(&keys, b"scope").unwrap();
    let signature = ring.sign(&members[2], b"message", &[9; 32]).unwrap();
    let (held, checks) = cost(|| ring.verify(b"message", &signature).is_ok());
    assert!(held);
    assert_eq!(checks, 5);
}

#[test]
fn a_budget_gives_as_many_checks_as_it_has_and_no_more() {
    let mut checks = Checks::new(2);
    assert_eq!([checks.take(), checks.take()], [Ok(()), Ok(())]);
    assert_eq!(checks.take(), Err(Error::TrustChecks { most: 2 }));
    assert_eq!(checks.take(), Err(Error::TrustChecks { most: 2 }), "and it does not come back");
}
