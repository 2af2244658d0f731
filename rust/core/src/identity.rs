//! Identity: keys at rest, keys derived, keys replaced.
//!
//! | Module | Is |
//! | --- | --- |
//! | [`file`] | the encrypted identity file, version 1 |
//! | [`vault`] | an opened file: its keys, its root secret, its slots |
//! | [`recovery`] | a recovery key as text, to be written on paper |
//! | [`derivation`] | keys from the root secret, each for one purpose |
//! | [`certificate`] | how an identity key vouches for a derived key |
//! | [`rotation`] | a history of keys under one lasting identifier |
//! | [`spawn`] | identities that an identity makes, bounded at birth |
//! | [`negative`] | what an identity cannot do, did not do, or says it will not do |
//! | [`continuity`] | a chain of receipts without silences, anchored from outside |
//! | [`competence`] | what a chain of receipts shows of attempts, counted by the verifier |
//!
//! In these modules `lp(x)` is `u32be(length of x) ‖ x`. All JSON is read strictly: a member that is
//! unknown, missing, repeated or of another type is refused. Bytes are base64url, keys are Multikeys,
//! times are whole Unix seconds.

pub mod aid;
pub mod certificate;
pub mod competence;
pub mod continuity;
pub mod derivation;
pub mod file;
pub mod negative;
pub mod recovery;
pub mod rotation;
pub mod spawn;
pub mod vault;
