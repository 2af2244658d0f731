//! Errors of JWK, JWS, envelopes and Data Integrity proofs.

use super::{Error, Kind, errors};

errors! {
    /// A proof does not answer the challenge.
    DataIntegrityChallenge = "ERR_DATA_INTEGRITY_CHALLENGE", "the proof does not answer the challenge";

    /// The document's context does not begin with the proof's.
    DataIntegrityContext = "ERR_DATA_INTEGRITY_CONTEXT", "the document's @context does not begin with the proof's";

    /// A proof is bound to other domains.
    DataIntegrityDomain = "ERR_DATA_INTEGRITY_DOMAIN", "the proof is not bound to the expected domain";

    /// A proof has expired.
    DataIntegrityExpired(limit: u64) = "ERR_DATA_INTEGRITY_EXPIRED", "the proof ended at {limit}";

    /// No trusted key fits a proof.
    DataIntegrityKey = "ERR_DATA_INTEGRITY_KEY", "no trusted key fits the proof: trust its verificationMethod, or let a did:key count with `allowEmbeddedKey`", unchecked;

    /// A proof or its options are not of the form of the standard.
    DataIntegrityMalformed(reason: &'static str) = "ERR_DATA_INTEGRITY_MALFORMED", "not a Data Integrity proof: {reason}";

    /// A proof was created in the future.
    DataIntegrityNotYet(want: u64) = "ERR_DATA_INTEGRITY_NOT_YET", "the proof was created in the future, at {want}";

    /// A proof names a previous proof that is not there.
    DataIntegrityPrevious = "ERR_DATA_INTEGRITY_PREVIOUS", "the proof names a previous proof that is not there";

    /// A proof was made for another purpose.
    DataIntegrityPurpose(want: &'static str, got: String) = "ERR_DATA_INTEGRITY_PURPOSE", "the proof was made for the purpose \"{got}\", not {want}";

    /// The signature of a proof does not hold.
    DataIntegritySignature = "ERR_DATA_INTEGRITY_SIGNATURE", "the signature of the proof does not hold";

    /// A proof is of another suite.
    DataIntegritySuite(got: String) = "ERR_DATA_INTEGRITY_SUITE", "the cryptosuite of the proof, \"{got}\", is not supported", unchecked;

    /// No trusted key fits an envelope.
    EnvelopeKey = "ERR_ENVELOPE_KEY", "no trusted key fits the envelope", unchecked;

    /// An envelope is not of the form described.
    EnvelopeMalformed(reason: &'static str) = "ERR_ENVELOPE_MALFORMED", "the envelope is malformed: {reason}";

    /// The signature of an envelope does not hold.
    EnvelopeSignature = "ERR_ENVELOPE_SIGNATURE", "the signature of the envelope does not hold";

    /// An envelope says that it holds something else.
    EnvelopeType(want: &'static str) = "ERR_ENVELOPE_TYPE", "the envelope must hold {want}";

    /// Two keys of a JWK set have one `kid`.
    JwkDuplicateKid(at: usize) = "ERR_JWK_DUPLICATE_KID", "the key at {at} has the kid of one before it in the set";

    /// A member of a JWK does not fit the key, or another member.
    JwkInconsistent(member: &'static str) = "ERR_JWK_INCONSISTENT", "JWK member {member} does not fit the key";

    /// A member of a JWK is missing or of a wrong type.
    JwkMember(member: &'static str) = "ERR_JWK_MEMBER", "JWK member {member} is missing or of a wrong type";

    /// A JWK has private members where a public key belongs.
    JwkPrivate(member: &'static str) = "ERR_JWK_PRIVATE", "a public JWK must not have private members: leave out `{member}`";

    /// A JWK is of a kind that is not read.
    JwkUnsupported(member: &'static str, got: String) = "ERR_JWK_UNSUPPORTED", "JWK member {member} is \"{got}\", which is not supported";

    /// The algorithm of a JWS is not allowed, or does not fit its key.
    JwsAlgorithm = "ERR_JWS_ALGORITHM", "the algorithm of the JWS is unknown, does not fit the key, or is not among the `algorithms` that are allowed", unchecked;

    /// `crit` of a JWS names what is not understood, or leaves out `b64`.
    JwsCrit(member: String) = "ERR_JWS_CRIT", "JWS header: \"{member}\" is not understood, or `crit` does not name it as it must";

    /// A header of a JWS is not one that can be relied on.
    JwsHeader(reason: &'static str) = "ERR_JWS_HEADER", "JWS header: {reason}";

    /// No trusted key fits a JWS.
    JwsKey(reason: &'static str) = "ERR_JWS_KEY", "no trusted key fits the JWS ({reason}): trust the key of its `kid`, or let the one in its header count with `allowEmbeddedKey`", unchecked;

    /// Text is not a JWS.
    JwsMalformed(reason: &'static str) = "ERR_JWS_MALFORMED", "not a JWS: {reason}";

    /// The payload of a JWS is missing, given twice, or does not fit the form.
    JwsPayload(reason: &'static str) = "ERR_JWS_PAYLOAD", "JWS payload: {reason}";

    /// The signature of a JWS does not hold.
    JwsSignature = "ERR_JWS_SIGNATURE", "the JWS signature does not hold";

    /// A JWS is of another type than was asked for.
    JwsTyp(want: String, got: String) = "ERR_JWS_TYP", "the JWS must have the `typ` \"{want}\", got \"{got}\"";
}
