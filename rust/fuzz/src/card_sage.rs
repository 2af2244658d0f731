//! SAGE cards: canonical text reads back to the same text, and no card holds without trust.

use countersign_core::{
    card::sage::{Card, to_a2a, verify},
    trust::Trust,
};

use crate::Target;

pub(crate) const CARD_SAGE: Target = Target {
    name: "card_sage",
    run,
    seeds: &[
        br#"{"@context":["https://www.w3.org/ns/did/v1","https://w3id.org/security/suites/ed25519-2020/v1","https://w3id.org/security/suites/secp256k1-2019/v1"],"id":"did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","type":["Agent","AIAgent"],"name":"Plain","description":"","publicKey":[{"id":"did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266#key-1","type":"Ed25519VerificationKey2020","controller":"did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","publicKeyBase58":"FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF","publicKeyHex":"03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"}],"service":[{"type":"MessageService","uri":"https://plain.example"}],"capabilities":["message-signing","message-verification"],"created":"2025-01-02T03:04:05+09:00","updated":"0001-01-01T00:00:00Z","proof":{"type":"Ed25519Signature2020","created":"2025-10-19T13:00:00Z","verificationMethod":"did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266#key-1","proofPurpose":"assertionMethod","proofValue":"59FTCw9z3Gga1QwS2FTaKYkHwfu9gnzj5ihB2P3wKnTTrwCVukboxX9x9H2MM1Xy8NpWTvWG7zRhZUk6FibtJS1g"}}"#,
    ],
};

fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(card) = Card::from_json(text) {
        let again = Card::from_json(&card.to_json());
        assert!(again.is_ok_and(|again| again.canonical() == card.canonical()));
    }
    let _ = to_a2a(text, "1", "text/plain");
    assert!(verify(text, &Trust::default(), None).is_err());
    let embedded = Trust { allow_embedded_key: true, ..Trust::default() };
    if let Ok(verified) = verify(text, &embedded, None) {
        assert!(verified.signer.is_self_asserted());
    }
}
