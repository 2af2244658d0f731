//! Every domain-separation label the crate signs or hashes under.
//!
//! One list, so that a duplicate is visible at a glance. A label is never
//! edited; a new format gets a new version suffix.

/// What a signing key signs to prove its possession: [`crate::pop`].
pub const POP: &str = "countersign/pop/v1";

/// What an identity key signs, and an X25519 key authenticates, to prove the latter: [`crate::pop`].
pub const POP_AGREEMENT: &str = "countersign/pop-agreement/v1";

/// Derives the key of that authentication from the shared secret: [`crate::pop`].
pub const POP_AGREEMENT_MAC: &str = "countersign/pop-agreement-mac/v1";

/// Marks the record that a verifier sends; never signed: [`crate::pop`].
pub const POP_CHALLENGE: &str = "countersign/pop-challenge/v1";
