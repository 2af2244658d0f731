//! Data Integrity proofs: no unsigned document holds.

use countersign_core::{
    data_integrity::{self, Policy},
    keys::Algorithm,
    time::UnixSeconds,
    trust::Trust,
};

use countersign_testkit::keys::secret;

use crate::Target;

pub(crate) const PROOF: Target = Target {
    name: "proof",
    run,
    seeds: &[
        br#"{"@context":["a","b"],"x":1,"proof":{"type":"DataIntegrityProof","cryptosuite":"eddsa-jcs-2022","created":"2023-02-24T23:36:38Z","verificationMethod":"did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2#z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2","proofPurpose":"assertionMethod","@context":["a"],"proofValue":"z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX"}}"#,
        br#"{"proof":[{"id":"1","type":"DataIntegrityProof","cryptosuite":"ecdsa-jcs-2019","verificationMethod":"m","proofPurpose":"p","previousProof":["1"],"domain":"d","proofValue":"z11"}]}"#,
    ],
};

fn run(data: &[u8]) {
    let policy = Policy { now: Some(UnixSeconds(1_700_000_000)), ..Policy::default() };
    assert!(data_integrity::verify(data, &Trust::default(), &policy).is_err());
    let embedded = Trust { allow_embedded_key: true, ..Trust::default() };
    let _ = data_integrity::verify(data, &embedded, &policy);
    let options = br#"{"verificationMethod":"m","proofPurpose":"p"}"#;
    if let Ok(unsigned) = data_integrity::unsigned(data, options, Algorithm::Ed25519) {
        assert_eq!(unsigned.message().len(), 64);
        assert!(unsigned.sign(&secret(1), |_, _, _| Ok(vec![1; 64])).is_ok());
    }
}
