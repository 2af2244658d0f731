//! Errors of certificates, competence, continuity and histories of an identity.

use std::borrow::Cow;

use super::{
    Error, Kind,
    cure::{CHANGED, EARLY, MALFORMED, OTHER_VERSION, OVER, UNTRUSTED},
    errors,
};

errors! {
    /// A certificate of the past.
    CertificateExpired(limit: u64) = "ERR_CERTIFICATE_EXPIRED", "the certificate no longer holds: it ended at {limit}, in Unix seconds"
        => OVER;

    /// The key that vouches is trusted as somebody else's.
    CertificateIdentity = "ERR_CERTIFICATE_IDENTITY", "the issuer of the certificate is a key of another identity"
        => "The issuer must be a key of the identity that the certificate names.";

    /// The key that vouches is not trusted.
    CertificateIssuer = "ERR_CERTIFICATE_ISSUER", "the issuer of the certificate is not trusted", unchecked
        => UNTRUSTED;

    /// A member of a key certificate is missing, too long, or of the wrong type.
    CertificateMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_CERTIFICATE_MALFORMED", "the certificate is malformed at {member}: {reason}"
        => MALFORMED;

    /// A certificate from the future.
    CertificateNotYet(want: u64) = "ERR_CERTIFICATE_NOT_YET", "the certificate does not hold before {want}, in Unix seconds"
        => EARLY;

    /// The certified key is for something else.
    CertificatePurpose(want: &'static str, got: &'static str) = "ERR_CERTIFICATE_PURPOSE", "the certificate is for the purpose {got}, not {want}"
        => "Ask for a certificate for the purpose that you need.";

    /// A signature of a key certificate does not hold.
    CertificateSignature = "ERR_CERTIFICATE_SIGNATURE", "a signature of the certificate does not hold"
        => CHANGED;

    /// A certificate of another key or context, or of a key that is listed in the trust input and not for this use.
    CertificateSubject(reason: &'static str) = "ERR_CERTIFICATE_SUBJECT", "the certificate is for {reason}"
        => "Ask for the certificate of the key that signs.";

    /// Another type or version of certificate.
    CertificateVersion(got: String) = "ERR_CERTIFICATE_VERSION", "this is not a key certificate, or one of another version: its type is \"{got}\""
        => OTHER_VERSION;

    /// A claim says more than the attempts before it show.
    CompetenceClaim = "ERR_COMPETENCE_CLAIM", "the claim says more than the attempts show"
        => "Claim no more than the attempts show.";

    /// There is no attempt in the domain asked for.
    CompetenceDomain = "ERR_COMPETENCE_DOMAIN", "no attempt is in the domain and window asked for"
        => "Ask for a domain and time in which there are attempts.";

    /// Something counts a second time.
    CompetenceDuplicate = "ERR_COMPETENCE_DUPLICATE", "the attempt, its work or the validation was counted already"
        => "Count each attempt, work and validation once.";

    /// An attempt, a validation or a claim is not as it should be.
    CompetenceMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_COMPETENCE_MALFORMED", "the attempt, validation or claim is malformed at {member}: {reason}"
        => MALFORMED;

    /// Whoever acted validates itself.
    CompetenceSelf = "ERR_COMPETENCE_SELF", "an agent cannot validate its own attempts"
        => "Ask somebody else to validate the attempt.";

    /// Counts do not reach what is asked.
    CompetenceThreshold(member: &'static str) = "ERR_COMPETENCE_THRESHOLD", "the attempts do not reach the minimum of {member}"
        => "Ask for less, or wait for more attempts.";

    /// A validation is older than its attempt.
    CompetenceTime = "ERR_COMPETENCE_TIME", "the validation is older than its attempt"
        => "Compare the clocks of agent and validator.";

    /// Nobody vouches for the key of a validation.
    CompetenceUntrusted = "ERR_COMPETENCE_UNTRUSTED", "nobody vouches for the key of the validation", unchecked
        => UNTRUSTED;

    /// The receipts do not cover the window.
    CompetenceWindow(reason: &'static str) = "ERR_COMPETENCE_WINDOW", "the receipts do not cover the window: {reason}"
        => "Pass all receipts of the time that is asked about.";

    /// A receipt was not anchored in time.
    ContinuityAnchor = "ERR_CONTINUITY_ANCHOR", "no witness saw the receipt, or a later one, in time"
        => "Ask a witness to see the receipts in time.";

    /// A time and an anchor contradict each other.
    ContinuityAnchorTime = "ERR_CONTINUITY_ANCHOR_TIME", "the time of the receipt contradicts an anchor"
        => "Compare the clocks of agent and witness.";

    /// No heartbeat answers the challenge.
    ContinuityChallenge(want: String) = "ERR_CONTINUITY_CHALLENGE", "no heartbeat answers the challenge {want}"
        => "The agent did not answer the challenge. Treat it as silent.";

    /// A receipt may have been signed long before its time.
    ContinuityFreshness = "ERR_CONTINUITY_FRESHNESS", "nothing shows that the receipt was not signed in advance"
        => "Give the agent a challenge, and let its heartbeat answer it.";

    /// A silence is too long.
    ContinuityGap(limit: u64, got: u64) = "ERR_CONTINUITY_GAP", "the identity was silent for {got} milliseconds, and {limit} are allowed"
        => "Treat the agent as silent, or allow longer gaps.";

    /// A heartbeat is not as it should be.
    ContinuityHeartbeat(member: Cow<'static, str>, reason: &'static str) = "ERR_CONTINUITY_HEARTBEAT", "the heartbeat is malformed at {member}: {reason}"
        => MALFORMED;

    /// The receipts are not those of the range.
    ContinuityRange(member: &'static str, want: String, got: String) = "ERR_CONTINUITY_RANGE", "the receipts are not those of the range asked for: the {member} one must be number {want}, got {got}"
        => "Pass the receipts of the range that is asked about.";

    /// Another key than was committed to.
    HistoryCommitment = "ERR_HISTORY_COMMITMENT", "the new key is not the one that was committed to"
        => "Rotate to the key that the event before committed to.";

    /// Two histories of one identity.
    HistoryFork(at: usize) = "ERR_HISTORY_FORK", "the history has another event in the place of one that was seen, {at}"
        => "The identity shows two histories. Keep both, and trust neither.";

    /// A history or event of another identifier.
    HistoryId(want: String, got: String) = "ERR_HISTORY_ID", "the history belongs to \"{got}\", not \"{want}\""
        => "Pass the history of the identity that you expect.";

    /// A key comes back.
    HistoryKey(at: usize) = "ERR_HISTORY_KEY", "the new key of event {at} was used before"
        => "Rotate to a key that was never used.";

    /// A member of a history of keys is missing, too long, or of the wrong type.
    HistoryMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_HISTORY_MALFORMED", "the history is malformed at {member}: {reason}"
        => MALFORMED;

    /// An event does not follow the one before it.
    HistoryPrevious(at: usize) = "ERR_HISTORY_PREVIOUS", "event {at} does not name the one before it"
        => "An event is missing or out of order. Pass all.";

    /// An event is not the next.
    HistorySequence(at: usize, want: u64, got: u64) = "ERR_HISTORY_SEQUENCE", "an event is missing, or in the wrong place: event {at} has the number {got}, not {want}"
        => "An event is missing or out of order. Pass all.";

    /// A signature of a history does not hold.
    HistorySignature = "ERR_HISTORY_SIGNATURE", "a signature of the history does not hold"
        => CHANGED;

    /// The times of a history are out of order.
    HistoryTime(at: usize) = "ERR_HISTORY_TIME", "event {at} is not later than the one before it, or is in the future"
        => "Compare the clocks, and date each event after the one before.";

    /// A history that lacks its end.
    HistoryTruncated(at: u64) = "ERR_HISTORY_TRUNCATED", "the history ends before an event that was seen, {at}"
        => "Somebody shows an old history. Get the whole one.";

    /// Another type or version of history or event.
    HistoryVersion(got: String) = "ERR_HISTORY_VERSION", "this is not a history, or one of another version: its type is \"{got}\""
        => OTHER_VERSION;
}
