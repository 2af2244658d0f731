//! Agent cards: no input panics, the payload of a payload is that payload, and no
//! signature holds without a trusted key.

use countersign_core::{
    card::{self, Reading, VerifyOptions},
    encoding::document::{Document, Numbers},
    trust::Trust,
};

use crate::Target;

const SIGNED: &[u8] = br#"{"name":"A","description":"","version":"1","supportedInterfaces":[{"url":"https://a.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{"streaming":false,"extensions":[{"uri":"u","required":false,"params":{"a":[]}}]},"securitySchemes":{"x":{"oauth2SecurityScheme":{"flows":{"implicit":{}}}}},"defaultInputModes":["text/plain"],"defaultOutputModes":[],"skills":[],"other":1,"signatures":[{"protected":"eyJhbGciOiJFZERTQSIsImtpZCI6ImsxIn0","signature":"AA"}]}"#;
const OLD: &[u8] = br#"{"name":"A","url":"https://a.example","protocolVersion":"0.3.0","preferredTransport":"GRPC","additionalInterfaces":[{"url":"u","transport":"JSONRPC"}],"capabilities":{"stateTransitionHistory":true},"security":[{"s":["a"]}],"securitySchemes":{"s":{"type":"oauth2","flows":{"implicit":{},"password":{}}}},"skills":[{"security":[{"s":[]}]}]}"#;

pub(crate) const CARD: Target = Target { name: "card", run: card_target, seeds: &[SIGNED, OLD] };

pub(crate) const READING: Target = Target {
    name: "card reading",
    run: reading_target,
    seeds: &[
        br#""a2a-sdk""#,
        br#"{"defaults":"served-as-is","unknown":"reject"}"#,
        br#"{"absentRequired":"descriptor-scope","dualNames":"tolerate"}"#,
    ],
};

pub(crate) const VERIFY: Target =
    Target { name: "card verify", run: verify_target, seeds: &[SIGNED, OLD] };

fn card_target(data: &[u8]) {
    let Ok(card) = card::parse(data, false) else { return };
    assert!(card::validate(&card).problems.len() <= card::MAX_PROBLEMS);
    if let Ok(upgraded) = card::upgrade(&card) {
        let text = upgraded.card;
        // The new card may be nested deeper than a card that is read.
        if let Ok(upgraded) = card::parse(text.as_bytes(), true) {
            assert_eq!(card::detect(&upgraded).version, "1.0");
        }
    }
    for name in ["default", "prune-empty", "served-as-is", "exclude", "a2a-sdk"] {
        let payload = Reading::from_name(name).and_then(|reading| reading.payload(&card));
        let Ok(payload) = payload else { continue };
        let Ok(again) = card::parse(payload.text.as_bytes(), true) else { continue };
        let again = Reading::from_name(name).and_then(|reading| reading.payload(&again));
        assert!(again.is_ok_and(|again| again.text == payload.text));
    }
}

fn reading_target(data: &[u8]) {
    let Ok(given) = Document::read(data, Numbers::Exact) else { return };
    if let Ok(reading) = Reading::from_json(given.root()) {
        let text = reading.to_json();
        let written = Document::read(text.as_bytes(), Numbers::Exact);
        assert_eq!(written.and_then(|text| Reading::from_json(text.root())), Ok(reading));
    }
}

fn verify_target(data: &[u8]) {
    let options = VerifyOptions { accept_unspecified_form: true, ..VerifyOptions::default() };
    assert!(card::verify(data, &Trust::default(), options).is_err());
    let embedded = Trust { allow_embedded_key: true, ..Trust::default() };
    if let Ok(verified) = card::verify(data, &embedded, options) {
        let facts = verified.to_json();
        let facts = Document::read(facts.as_bytes(), Numbers::Doubles).ok();
        let trust = facts.as_ref().and_then(|facts| facts.root().get("signer")?.get("trust"));
        assert!(trust.is_some_and(|trust| trust.says("self-asserted")));
    }
}
