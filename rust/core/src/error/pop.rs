//! Errors of proofs of possession.

use std::borrow::Cow;

use super::{
    Error, Kind,
    cure::{CHANGED, EARLY, MALFORMED, OTHER_VERSION, OVER, WRONG_PEER},
    errors,
};

errors! {
    /// A proof of possession for another audience.
    PopAudience(got: String) = "ERR_POP_AUDIENCE", "the proof of possession is for another audience, \"{got}\""
        => "Ask for a proof for your own name.";

    /// A proof that repeats another expiry or ephemeral key than the challenge has.
    PopChallenge(member: &'static str) = "ERR_POP_CHALLENGE", "the proof of possession answers another challenge: its {member} is not that of the one given out"
        => "Answer the challenge that was given out last.";

    /// A proof of possession by another DID.
    PopDid(want: String, got: String) = "ERR_POP_DID", "the proof of possession belongs to \"{got}\", not \"{want}\""
        => WRONG_PEER;

    /// One key stands twice among keys to be proven.
    PopDuplicate(at: usize) = "ERR_POP_DUPLICATE", "the key at {at} is listed twice"
        => "List each key once.";

    /// A proof of an X25519 key, and no ephemeral key to check it with.
    PopEphemeral = "ERR_POP_EPHEMERAL", "an X25519 key needs the ephemeral key of the challenge", unchecked
        => "Pass the ephemeral key of the challenge.";

    /// A challenge or proof is over.
    PopExpired(limit: u64) = "ERR_POP_EXPIRED", "the proof of possession ended at {limit}, in Unix seconds"
        => OVER;

    /// The key that signed for an X25519 key is not the one expected, or not proven.
    PopIdentity = "ERR_POP_IDENTITY", "the identity key of the proof is not the one expected"
        => WRONG_PEER;

    /// The signature or MAC of a proof does not hold.
    PopInvalid = "ERR_POP_INVALID", "the proof of possession does not hold"
        => CHANGED;

    /// A proof of another key.
    PopKey = "ERR_POP_KEY", "the proof of possession belongs to another key"
        => "Pass the proof for this key.";

    /// A challenge or proof is not of the form described.
    PopMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_POP_MALFORMED", "the proof of possession is malformed at {member}: {reason}"
        => MALFORMED;

    /// There is no proof for a key.
    PopMissing = "ERR_POP_MISSING", "there is no proof of possession for the key", unchecked
        => "Ask for a proof for each key.";

    /// A proof with another nonce.
    PopNonce(got: String) = "ERR_POP_NONCE", "the proof of possession does not have the expected nonce, but {got}"
        => "Answer with the nonce that was given out last.";

    /// A challenge or proof from the future.
    PopNotYet(want: u64) = "ERR_POP_NOT_YET", "the proof of possession does not hold before {want}, in Unix seconds"
        => EARLY;

    /// The format has no proof for a key of this type.
    PopUnprovable = "ERR_POP_UNPROVABLE", "the format has no proof for a key of this type", unchecked
        => "The format cannot prove a key of this type. Leave it unchecked by name.";

    /// A challenge or proof of another version.
    PopVersion(got: String) = "ERR_POP_VERSION", "the record is of another type or version, \"{got}\""
        => OTHER_VERSION;
}
