//! Errors of HTTP signatures, and of messages signed as SAGE signs them.

use std::borrow::Cow;

use super::{
    Error, Kind,
    cure::{CHANGED, EARLY, MALFORMED, OVER},
    errors,
};

errors! {
    /// A `Signature-Agent` that is not of a form described, or a registry of others than URLs.
    HttpSigAgent(reason: &'static str) = "ERR_HTTP_SIG_AGENT", "what says where the keys of the agent are is refused: {reason}"
        => "Correct what the error names: an https URL says where keys are.";

    /// An algorithm that is unknown, not allowed, or not that of the key.
    HttpSigAlgorithm(got: String) = "ERR_HTTP_SIG_ALGORITHM", "the algorithm \"{got}\" is unknown, does not fit the key, or is not among the `algorithms` that are allowed"
        => "Use an Ed25519, P-256 or secp256k1 key, or allow its algorithm.";

    /// A component that is none, or that such a message cannot have.
    HttpSigComponent(reason: &'static str) = "ERR_HTTP_SIG_COMPONENT", "component of a signature: {reason}"
        => "Correct the name of the component that the error names.";

    /// A signature covers what the message has not.
    HttpSigComponentMissing(member: String) = "ERR_HTTP_SIG_COMPONENT_MISSING", "the message has no {member}"
        => "Send the field that the signature covers.";

    /// The body is not the one that the digest is of.
    HttpSigDigest = "ERR_HTTP_SIG_DIGEST", "the body does not match its digest"
        => "The body was changed, or parsed before it was verified. Pass it as it came.";

    /// No digest of a hash that is offered.
    HttpSigDigestUnsupported = "ERR_HTTP_SIG_DIGEST_UNSUPPORTED", "a digest must be of sha-256 or sha-512"
        => "Send a digest of sha-256 or sha-512.";

    /// A signature is over.
    HttpSigExpired(limit: u64) = "ERR_HTTP_SIG_EXPIRED", "the signature ended at {limit}, in Unix seconds"
        => OVER;

    /// A signature does not hold.
    HttpSigInvalid = "ERR_HTTP_SIG_INVALID", "the signature does not hold: the message was changed, or signed for another URL (behind a proxy, give the origin that clients use)"
        => "The message was changed, or signed for another URL. Behind a proxy, pass `origin` as clients write it.";

    /// No trusted key is meant by `keyid`.
    HttpSigKey(got: String) = "ERR_HTTP_SIG_KEY", "no trusted key has the keyid of the signature, \"{got}\"", unchecked
        => "Trust the key by the `keyid` of the signature, or look it up by its DID.";

    /// Several signatures and no choice among them, or a label that cannot be used.
    HttpSigLabel(reason: &'static str) = "ERR_HTTP_SIG_LABEL", "{reason}"
        => "Name the `label` or the `tag` of the signature that you mean.";

    /// The fields of signatures are not of their form.
    HttpSigMalformed(reason: &'static str) = "ERR_HTTP_SIG_MALFORMED", "the signature fields hold {reason}"
        => MALFORMED;

    /// A message that HTTP cannot carry, or that readers would take in more than one way.
    HttpSigMessage(reason: &'static str) = "ERR_HTTP_SIG_MESSAGE", "the message has {reason}"
        => "Correct the message: the error says what is wrong with it.";

    /// There is no signature, or none of the label.
    HttpSigMissing = "ERR_HTTP_SIG_MISSING", "the message has no such signature"
        => "Sign the request, for example with `HttpSig.fetch`.";

    /// A nonce is asked for.
    HttpSigNonce = "ERR_HTTP_SIG_NONCE", "the signature has no nonce"
        => "Sign with a nonce.";

    /// A signature from the future.
    HttpSigNotYet(want: u64) = "ERR_HTTP_SIG_NOT_YET", "the signature does not hold before {want}, in Unix seconds"
        => EARLY;

    /// A parameter of a signature that is missing, of a wrong type, or out of order.
    HttpSigParameter(member: &'static str) = "ERR_HTTP_SIG_PARAMETER", "the signature parameter {member} is missing or wrong"
        => "Sign with the parameter that the error names.";

    /// A shared secret that is too short.
    HttpSigSecret(want: usize, got: usize) = "ERR_HTTP_SIG_SECRET", "a shared secret must have at least {want} bytes, got {got}"
        => "Use a longer shared secret.";

    /// A signature for another application.
    HttpSigTag(want: String, got: String) = "ERR_HTTP_SIG_TAG", "the signature must have the tag \"{want}\", got \"{got}\""
        => "Sign with the tag that the server expects.";

    /// A key that everybody has.
    HttpSigTestKey = "ERR_HTTP_SIG_TEST_KEY", "the secret of this key is printed in RFC 9421"
        => "Use a key of your own: everybody knows this one.";

    /// Times that are missing, or too far apart, or in the wrong order.
    HttpSigTime(reason: &'static str) = "ERR_HTTP_SIG_TIME", "the times of the signature do not fit: {reason}"
        => "Sign with `created`, and `expires` after it.";

    /// A signature that was made too long ago.
    HttpSigTooOld(limit: u64) = "ERR_HTTP_SIG_TOO_OLD", "the signature was made too long ago: `maxAge` takes it until {limit}, in Unix seconds"
        => "Sign the request anew, or raise `maxAge`. Compare the clocks.";

    /// A signature covers too little.
    HttpSigUncovered(member: String) = "ERR_HTTP_SIG_UNCOVERED", "the signature does not cover {member}"
        => "Sign what the error names: the server needs it.";

    /// Values of a message could be read in two ways.
    MessageSageAmbiguous = "ERR_MESSAGE_SAGE_AMBIGUOUS", "a signed value or header name could be read in two ways"
        => "Use values and names that can be read in one way.";

    /// The signed fields are not all that must be, or not there.
    MessageSageFields(member: String, reason: &'static str) = "ERR_MESSAGE_SAGE_FIELDS", "the signed field \"{member}\" {reason}"
        => "Sign each field of the message once.";

    /// A member of a message is missing, or is not what it must be.
    MessageSageMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_MESSAGE_SAGE_MALFORMED", "the message is malformed at {member}: {reason}"
        => MALFORMED;

    /// The signature of a message does not hold.
    MessageSageSignature = "ERR_MESSAGE_SAGE_SIGNATURE", "the signature of the message does not hold"
        => CHANGED;

    /// The time of a message is too far from ours.
    MessageSageTime(got: u64) = "ERR_MESSAGE_SAGE_TIME", "the time of the message is too far off: {got}"
        => "Send a new message, and compare the clocks.";
}
