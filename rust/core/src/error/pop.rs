//! Errors of proofs of possession.

use super::{Error, Kind, errors};

errors! {
    /// A proof of possession for another audience.
    PopAudience(got: String) = "ERR_POP_AUDIENCE", "the proof of possession is for another audience, \"{got}\"";

    /// A proof that repeats another expiry or ephemeral key than the challenge has.
    PopChallenge = "ERR_POP_CHALLENGE", "the proof of possession answers another challenge";

    /// A proof of possession by another DID.
    PopDid = "ERR_POP_DID", "the proof of possession belongs to another DID";

    /// One key stands twice among keys to be proven.
    PopDuplicate(at: usize) = "ERR_POP_DUPLICATE", "the key at {at} is listed twice";

    /// A proof of an X25519 key, and no ephemeral key to check it with.
    PopEphemeral = "ERR_POP_EPHEMERAL", "an X25519 key needs the ephemeral key of the challenge", unchecked;

    /// A challenge or proof is over.
    PopExpired(limit: u64) = "ERR_POP_EXPIRED", "the proof of possession ended at {limit}";

    /// The key that signed for an X25519 key is not the one expected, or not proven.
    PopIdentity = "ERR_POP_IDENTITY", "the identity key of the proof is not the one expected";

    /// The signature or MAC of a proof does not hold.
    PopInvalid = "ERR_POP_INVALID", "the proof of possession does not hold";

    /// A proof of another key.
    PopKey = "ERR_POP_KEY", "the proof of possession belongs to another key";

    /// A challenge or proof is not of the form described.
    PopMalformed(member: &'static str) = "ERR_POP_MALFORMED", "the proof of possession is malformed: {member}";

    /// There is no proof for a key.
    PopMissing = "ERR_POP_MISSING", "there is no proof of possession for the key", unchecked;

    /// A proof with another nonce.
    PopNonce = "ERR_POP_NONCE", "the proof of possession does not have the expected nonce";

    /// A challenge or proof from the future.
    PopNotYet(want: u64) = "ERR_POP_NOT_YET", "the proof of possession does not hold before {want}";

    /// The format has no proof for a key of this type.
    PopUnprovable = "ERR_POP_UNPROVABLE", "the format has no proof for a key of this type", unchecked;

    /// A challenge or proof of another version.
    PopVersion(got: String) = "ERR_POP_VERSION", "the record is of another type or version, \"{got}\"";
}
