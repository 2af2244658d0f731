//! Errors of JWK, JWS, envelopes and Data Integrity proofs.

use super::{
    Error, Kind,
    cure::{CHANGED, EARLY, MALFORMED, OVER, UNTRUSTED},
    errors,
};

errors! {
    /// A proof does not answer the challenge.
    DataIntegrityChallenge(reason: String) = "ERR_DATA_INTEGRITY_CHALLENGE", "the proof does not answer the challenge: {reason}"
        => "The proof answers another question. Ask for one for yours.";

    /// The document's context does not begin with the proof's.
    DataIntegrityContext = "ERR_DATA_INTEGRITY_CONTEXT", "the document's @context does not begin with the proof's"
        => "Keep the @context in the order in which it was signed.";

    /// A proof is bound to other domains.
    DataIntegrityDomain(want: String, got: String) = "ERR_DATA_INTEGRITY_DOMAIN", "the proof must be bound to the domain \"{want}\", got \"{got}\""
        => "The proof is for another domain. Ask for one for yours.";

    /// A proof has expired.
    DataIntegrityExpired(limit: u64) = "ERR_DATA_INTEGRITY_EXPIRED", "the proof ended at {limit}, in Unix seconds"
        => OVER;

    /// No trusted key fits a proof.
    DataIntegrityKey = "ERR_DATA_INTEGRITY_KEY", "no trusted key fits the proof: trust its verificationMethod, or let a did:key count with `allowEmbeddedKey`", unchecked
        => UNTRUSTED;

    /// A proof or its options are not of the form of the standard.
    DataIntegrityMalformed(reason: &'static str) = "ERR_DATA_INTEGRITY_MALFORMED", "not a Data Integrity proof: {reason}"
        => MALFORMED;

    /// A proof was created in the future.
    DataIntegrityNotYet(want: u64) = "ERR_DATA_INTEGRITY_NOT_YET", "the proof was created in the future, at {want}, in Unix seconds"
        => EARLY;

    /// A proof names a previous proof that is not there.
    DataIntegrityPrevious = "ERR_DATA_INTEGRITY_PREVIOUS", "the proof names a previous proof that is not there"
        => "Keep all proofs of the chain: this one names another.";

    /// A proof was made for another purpose.
    DataIntegrityPurpose(want: &'static str, got: String) = "ERR_DATA_INTEGRITY_PURPOSE", "the proof was made for the purpose \"{got}\", not {want}"
        => "Ask for a proof for the purpose that you need.";

    /// The signature of a proof does not hold.
    DataIntegritySignature = "ERR_DATA_INTEGRITY_SIGNATURE", "the signature of the proof does not hold"
        => CHANGED;

    /// A proof is of another suite.
    DataIntegritySuite(got: String) = "ERR_DATA_INTEGRITY_SUITE", "the cryptosuite of the proof, \"{got}\", is not supported", unchecked
        => "Ask for a proof of a supported suite, as eddsa-jcs-2022.";

    /// No trusted key fits an envelope.
    EnvelopeKey = "ERR_ENVELOPE_KEY", "no trusted key fits the envelope", unchecked
        => UNTRUSTED;

    /// An envelope is not of the form described.
    EnvelopeMalformed(reason: &'static str) = "ERR_ENVELOPE_MALFORMED", "the envelope is malformed: {reason}"
        => MALFORMED;

    /// The signature of an envelope does not hold.
    EnvelopeSignature = "ERR_ENVELOPE_SIGNATURE", "the signature of the envelope does not hold"
        => CHANGED;

    /// An envelope says that it holds something else.
    EnvelopeType(want: &'static str) = "ERR_ENVELOPE_TYPE", "the envelope must hold {want}"
        => "The envelope holds something else. Pass it to the function for its content.";

    /// Two keys of a JWK set have one `kid`.
    JwkDuplicateKid(at: usize) = "ERR_JWK_DUPLICATE_KID", "the key at {at} has the kid of one before it in the set"
        => "Give each key of the set a `kid` of its own.";

    /// A member of a JWK does not fit the key, or another member.
    JwkInconsistent(member: &'static str) = "ERR_JWK_INCONSISTENT", "JWK member {member} does not fit the key"
        => "The members of the JWK contradict each other. Export the key again.";

    /// A member of a JWK is missing or of a wrong type.
    JwkMember(member: &'static str) = "ERR_JWK_MEMBER", "JWK member {member} is missing or of a wrong type"
        => "Add or correct the member that the error names.";

    /// A JWK has private members where a public key belongs.
    JwkPrivate(member: &'static str) = "ERR_JWK_PRIVATE", "a public JWK must not have private members: leave out `{member}`"
        => "Pass the public half: a secret key is never needed to verify.";

    /// A JWK is of a kind that is not read.
    JwkUnsupported(member: &'static str, got: String) = "ERR_JWK_UNSUPPORTED", "JWK member {member} is \"{got}\", which is not supported"
        => "Use a key of a supported type: OKP, EC or AKP.";

    /// The algorithm of a JWS is not allowed, or does not fit its key.
    JwsAlgorithm(got: String) = "ERR_JWS_ALGORITHM", "the algorithm \"{got}\" of the JWS is unknown, does not fit the key, or is not among the `algorithms` that are allowed", unchecked
        => "Use a key of the algorithm, or add it to `algorithms` if you want it.";

    /// `crit` of a JWS names what is not understood, or leaves out `b64`.
    JwsCrit(member: String) = "ERR_JWS_CRIT", "JWS header: \"{member}\" is not understood, or `crit` does not name it as it must"
        => "The signer demands an extension that this package does not have.";

    /// A header of a JWS is not one that can be relied on.
    JwsHeader(reason: &'static str) = "ERR_JWS_HEADER", "JWS header: {reason}"
        => "Correct the header at the member that the error names.";

    /// No trusted key fits a JWS.
    JwsKey(reason: &'static str) = "ERR_JWS_KEY", "no trusted key fits the JWS ({reason}): trust the key of its `kid`, or let the one in its header count with `allowEmbeddedKey`", unchecked
        => UNTRUSTED;

    /// Text is not a JWS.
    JwsMalformed(reason: &'static str) = "ERR_JWS_MALFORMED", "not a JWS: {reason}"
        => MALFORMED;

    /// The payload of a JWS is missing, given twice, or does not fit the form.
    JwsPayload(reason: &'static str) = "ERR_JWS_PAYLOAD", "JWS payload: {reason}"
        => "Pass the payload of a detached JWS, and of no other.";

    /// The signature of a JWS does not hold.
    JwsSignature = "ERR_JWS_SIGNATURE", "the JWS signature does not hold"
        => CHANGED;

    /// A JWS is of another type than was asked for.
    JwsTyp(want: String, got: String) = "ERR_JWS_TYP", "the JWS must have the `typ` \"{want}\", got \"{got}\""
        => "The JWS was made for another use. Do not take it for this one.";
}
