//! Trees, and checkpoints of them.

#![allow(clippy::cast_possible_truncation, reason = "tests")]

use countersign_core::{
    Error,
    checkpoint::{self, NoteKey, verify_note},
    keys::SecretKey,
    time::UnixSeconds,
    trust::Trust,
};
use countersign_testkit::keys::{pinned, secret};

pub fn log_key() -> (SecretKey, NoteKey) {
    let secret = secret(7);
    let key = NoteKey::new("log.example/agents", secret.public_key().clone()).unwrap();
    (secret, key)
}

/// Verifies a checkpoint by a trusted key of that name.
pub fn judge(text: &str, name: &str, trust: &Trust) -> Result<checkpoint::Verified, Error> {
    let expected = checkpoint::Expected { origin: "log.example/agents", name, now: UnixSeconds(1) };
    verify_note(text, trust, &expected)
}

/// As [`judge`], by the key of the log.
pub fn judge_own(text: &str) -> Result<checkpoint::Verified, Error> {
    judge(text, "log.example/agents", &pinned([log_key().0.public_key()]))
}
