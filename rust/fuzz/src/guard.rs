//! The message guard passes no message twice, and no noise verifies as a signed message of SAGE.

use countersign_core::{
    guard::{Guard, Message, Policy, sage},
    keys::{KeyType, PublicKey},
    time::UnixSeconds,
};
use countersign_testkit::keys::pinned;

use crate::Target;

pub(crate) const GUARD: Target = Target {
    name: "guard",
    run: run_guard,
    seeds: &[
        &[1, 0, 1, 0, 2, 1, 5, 3, 2, 1, 0, 4, 3, 0, 31, 9],
        &[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
    ],
};

pub(crate) const MESSAGE_SAGE: Target = Target {
    name: "message_sage",
    run: run_message,
    seeds: &[
        br#"{"agentDid":"did:sage:ethereum:0xabc","messageId":"msg-1","timestamp":"2025-10-19T12:34:56.789Z","nonce":"nonce-1","body":"hello body","headers":{"X-Custom":"v1"},"fields":["header.X-Custom","agent_did","message_id","timestamp","nonce","body"],"algorithm":"EdDSA"}"#,
    ],
};

/// Four bytes make a message: session, number, time and content.
fn run_guard(data: &[u8]) {
    let policy = Policy {
        skew: 30,
        ordered: data.first().is_some_and(|byte| byte & 1 == 1),
        sessions: 16,
        marks: 64,
        since: UnixSeconds(0),
    };
    let mut guard = Guard::new(policy);
    let mut now = 1_000_u64;
    for step in data.chunks_exact(4) {
        let [session, number, time, content] = <[u8; 4]>::try_from(step).unwrap_or_default();
        now = now.saturating_add(u64::from(time / 16));
        let session = (session % 4).to_string();
        let message = Message {
            peer: "did:x:y",
            session: &session,
            sent: UnixSeconds(now.saturating_add(30).saturating_sub(time.into())),
            sequence: Some(number.into()),
            nonce: None,
            content: Some(&[content]),
        };
        let passed = guard.check(&message, UnixSeconds(now)).is_ok();
        if passed {
            assert!(guard.check(&message, UnixSeconds(now)).is_err());
        }
        let (sessions, marks) = guard.counts();
        assert!(sessions <= 16 && marks <= 64);
    }
}

fn run_message(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let Ok(message) = sage::Message::from_json(text) else { return };
    if let Ok(base) = message.base() {
        // All five fields are signed, whatever list the message names.
        assert!(sage::FIELDS.iter().all(|field| base.contains(&format!("{field}: "))));
    }
    if let Ok(key) = PublicKey::from_raw(KeyType::Ed25519, &[0x58; 32]) {
        assert!(message.verify(&pinned([&key]), &[7; 64], message.sent(), 300).is_err());
    }
}
