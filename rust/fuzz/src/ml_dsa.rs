//! ML-DSA and hybrid keys and signatures of hostile bytes.

use countersign_core::keys::{
    Algorithm, HighS, KeyType, PublicKey, SecretKey, der,
    ml_dsa::{self, Set},
    verify,
};

use crate::Target;

pub(crate) const ML_DSA: Target =
    Target { name: "ml_dsa", run: target, seeds: &[&[0; 33], &[1; 65], b"\x02\x30\x82"] };

const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::MlDsa44, Algorithm::MlDsa65, Algorithm::MlDsa87, Algorithm::Ed25519MlDsa65];

/// The first byte chooses the algorithm. The rest is read as a secret, a key, a signature and DER, and
/// also says which bytes of a valid signature to change.
fn target(data: &[u8]) {
    let Some((choice, bytes)) = data.split_first() else { return };
    let place = usize::from(*choice) % ALGORITHMS.len();
    let Some(algorithm) = ALGORITHMS.get(place).copied() else { return };
    let key_type = algorithm.key_type();
    if let Ok(key) = SecretKey::from_bytes(key_type, bytes) {
        let signature = key.sign(algorithm, bytes);
        assert!(signature.is_ok_and(|signature| {
            verify(algorithm, key.public_key(), bytes, &signature, HighS::Refuse)
        }));
    }
    let padded = |length: usize| {
        let mut padded = bytes.to_vec();
        padded.resize(length, *choice);
        padded
    };
    let public = match key_type {
        KeyType::Ed25519MlDsa65 => padded(1_984),
        _ => padded(Set::of(key_type).map_or(0, Set::public_len)),
    };
    if let Ok(key) = PublicKey::from_raw(key_type, &public) {
        let _ = verify(algorithm, &key, bytes, bytes, HighS::Refuse);
        let _ = verify(algorithm, &key, bytes, &padded(algorithm.signature_len()), HighS::Refuse);
    }
    if let Ok(set) = Set::of(key_type) {
        let _ = ml_dsa::sign_internal(set, &padded(set.expanded_len()), bytes, &[0; 32]);
    }
    drop(der::secret_from_der(bytes));
    changed(algorithm, bytes);
}

/// A signature has one encoding: with any byte changed, it no longer holds.
fn changed(algorithm: Algorithm, changes: &[u8]) {
    let key_type = algorithm.key_type();
    let Ok(key) = SecretKey::from_bytes(key_type, &vec![7; key_type.secret_len()]) else { return };
    let Ok(good) = key.sign(algorithm, b"message") else { return };
    let mut signature = good.clone();
    for change in changes.as_chunks::<3>().0 {
        let [high, low, bits] = *change;
        let index = usize::from(u16::from_be_bytes([high, low])) % signature.len();
        if let Some(byte) = signature.get_mut(index) {
            *byte ^= bits;
        }
    }
    let holds = verify(algorithm, key.public_key(), b"message", &signature, HighS::Refuse);
    assert_eq!(holds, signature == good);
}
