//! Errors of handshakes, sessions and the replay guard.

use std::borrow::Cow;

use super::{
    Error, Kind,
    cure::{CHANGED, EARLY, FULL, MALFORMED, OTHER_VERSION, OVER, REPLAYED, WRONG_PEER},
    errors,
};

errors! {
    /// A message sent before the guard began.
    GuardBeforeStart(limit: u64) = "ERR_GUARD_BEFORE_START", "the message was sent before the guard began, at {limit}"
        => "Send a new message: this one is older than the guard.";

    /// A message with the content of an earlier one.
    GuardDuplicate = "ERR_GUARD_DUPLICATE", "a message with the same content came before"
        => REPLAYED;

    /// A message that nothing tells from another.
    GuardEmpty = "ERR_GUARD_EMPTY", "a message needs a peer, and a number, a nonce or its content, to be recognised"
        => "Pass the peer, and a number, a nonce or the content.";

    /// A message that is too old.
    GuardExpired(limit: u64) = "ERR_GUARD_EXPIRED", "the message is too old: it could be taken until {limit}, in Unix seconds"
        => OVER;

    /// A guard has no room left for a message.
    GuardFull(member: &'static str, limit: usize) = "ERR_GUARD_FULL", "the guard has no room to remember this message: its {member} are {limit} at most"
        => FULL;

    /// A message from the future.
    GuardNotYet(want: u64) = "ERR_GUARD_NOT_YET", "the message was sent in the future, at {want}, in Unix seconds"
        => EARLY;

    /// A message was sent before the last one of its session.
    GuardOrder(limit: u64, got: u64) = "ERR_GUARD_ORDER", "the message was sent at {got}, before the last one of its session, at {limit}, in Unix seconds"
        => "Send messages in order, or allow another order.";

    /// A message came before.
    GuardReplay = "ERR_GUARD_REPLAY", "this message was received before"
        => REPLAYED;

    /// A number is not above the last, or too far below the highest.
    GuardSequence(reason: String) = "ERR_GUARD_SEQUENCE", "the number of the message is refused: {reason}"
        => "Number messages by whole numbers that rise.";

    /// The session would be for something else.
    HandshakeContext(want: String, got: String) = "ERR_HANDSHAKE_CONTEXT", "the two sides name different contexts: this one \"{want}\", the other \"{got}\", in base64url"
        => "Give both sides the same `context`.";

    /// A cookie that this server did not make for this message and address.
    HandshakeCookie = "ERR_HANDSHAKE_COOKIE", "the cookie is not one for this message and address"
        => "Send the cookie with the message that it was made for.";

    /// The responder asks for a cookie instead of answering.
    HandshakeCookieAsked = "ERR_HANDSHAKE_COOKIE_ASKED", "the other side asks for a cookie: send the first message again with it"
        => "Send the first message again, with the cookie.";

    /// The trust given is in another DID than the other side's.
    HandshakeDocument(want: String, got: String) = "ERR_HANDSHAKE_DOCUMENT", "the DID document is that of \"{got}\", and the other side is \"{want}\""
        => "Resolve the DID of the other side.";

    /// A message of a handshake comes too late.
    HandshakeExpired(limit: u64) = "ERR_HANDSHAKE_EXPIRED", "the handshake is too old: it ended at {limit}, in Unix seconds"
        => "Begin a new handshake, and compare the clocks.";

    /// No trusted key of the other side is for this use.
    HandshakeKey(want: &'static str) = "ERR_HANDSHAKE_KEY", "the other side has no trusted key for {want}"
        => "Publish the key that the error names in the DID document of the other side.";

    /// Bytes are not the message of a handshake that was expected.
    HandshakeMalformed(reason: &'static str) = "ERR_HANDSHAKE_MALFORMED", "the handshake message is malformed: {reason}"
        => MALFORMED;

    /// A handshake was started in the future.
    HandshakeNotYet(want: u64) = "ERR_HANDSHAKE_NOT_YET", "the handshake starts in the future, at {want}, in Unix seconds"
        => EARLY;

    /// A message of a handshake does not open.
    HandshakeOpen = "ERR_HANDSHAKE_OPEN", "the handshake message does not open: it is not for this side, or was changed"
        => "The message is for another key, or was changed. Begin a new handshake.";

    /// A step of a handshake was taken twice, or before its turn.
    HandshakeOrder = "ERR_HANDSHAKE_ORDER", "the steps of the handshake are out of order"
        => "Pass each message of the handshake once, in order.";

    /// Another DID answers than was asked.
    HandshakePeer(want: String, got: String) = "ERR_HANDSHAKE_PEER", "the answer comes from \"{got}\", and \"{want}\" was asked"
        => WRONG_PEER;

    /// A handshake is meant for another DID.
    HandshakeRecipient(want: String, got: String) = "ERR_HANDSHAKE_RECIPIENT", "the handshake is meant for \"{got}\", not \"{want}\""
        => WRONG_PEER;

    /// The acknowledgement of a reply does not hold.
    HandshakeSageAck = "ERR_HANDSHAKE_SAGE_ACK", "the acknowledgement of the reply does not hold"
        => CHANGED;

    /// A name that is joined with others holds a separator.
    HandshakeSageAmbiguous = "ERR_HANDSHAKE_SAGE_AMBIGUOUS", "a name of the handshake holds a separator"
        => "Use names without the separator.";

    /// Contexts, their hashes or echoed keys differ.
    HandshakeSageContext(member: &'static str) = "ERR_HANDSHAKE_SAGE_CONTEXT", "the message belongs to another handshake: its {member} is not that of this one"
        => "Pass the message of this handshake.";

    /// A message is from or for somebody else.
    HandshakeSageIdentity = "ERR_HANDSHAKE_SAGE_IDENTITY", "the message is from or for another DID"
        => WRONG_PEER;

    /// A member of a message is missing, or is not what it must be.
    HandshakeSageMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_HANDSHAKE_SAGE_MALFORMED", "the handshake message is malformed at {member}: {reason}"
        => MALFORMED;

    /// The signature of a message does not hold.
    HandshakeSageSignature = "ERR_HANDSHAKE_SAGE_SIGNATURE", "the signature of the handshake message does not hold"
        => CHANGED;

    /// The time of a message is too far from ours.
    HandshakeSageTime(got: u64) = "ERR_HANDSHAKE_SAGE_TIME", "the time of the handshake message is too far off: {got}"
        => "Begin a new handshake, and compare the clocks.";

    /// An agent would talk to itself.
    HandshakeSelf = "ERR_HANDSHAKE_SELF", "both sides of the handshake have the same DID"
        => "Begin a handshake with somebody else.";

    /// The signature of a handshake does not hold.
    HandshakeSignature = "ERR_HANDSHAKE_SIGNATURE", "the signature of the handshake does not hold"
        => CHANGED;

    /// No suite that both sides take.
    HandshakeSuite(reason: Cow<'static, str>) = "ERR_HANDSHAKE_SUITE", "no suite for the handshake: {reason}"
        => "Name suites that both sides have, each once.";

    /// A handshake of another version.
    HandshakeVersion(got: usize) = "ERR_HANDSHAKE_VERSION", "the handshake is of another version, {got}"
        => "Install the same version on both sides.";

    /// A buffer is too short for the result.
    SessionBuffer(want: usize, got: usize) = "ERR_SESSION_BUFFER", "the buffer must have {want} bytes, got {got}"
        => "Pass a buffer of the length that the error names.";

    /// More bytes than the session allows.
    SessionBytes(limit: u64) = "ERR_SESSION_BYTES", "the session has carried its {limit} bytes"
        => "Make a new session: this one has carried its bytes.";

    /// A message of an epoch that is over, or too far ahead.
    SessionEpoch = "ERR_SESSION_EPOCH", "the message is of an epoch that is over, or too far ahead"
        => "Open messages in time, or begin a new session.";

    /// Every sequence or epoch was used.
    SessionExhausted = "ERR_SESSION_EXHAUSTED", "the session has used its last counter"
        => "Make a new session.";

    /// A session has reached its age.
    SessionExpired(limit: u64) = "ERR_SESSION_EXPIRED", "the session has expired: it may last {limit} seconds"
        => "Make a new session.";

    /// A session was not used for too long.
    SessionIdle(limit: u64) = "ERR_SESSION_IDLE", "the session was idle for {limit} seconds or longer"
        => "Make a new session, or resume this one with a ticket.";

    /// Bytes are too short for a message.
    SessionLength(got: usize) = "ERR_SESSION_LENGTH", "{got} bytes are too short for a message"
        => MALFORMED;

    /// More messages than the session allows.
    SessionMessages(limit: u64) = "ERR_SESSION_MESSAGES", "the session has carried its {limit} messages"
        => "Make a new session: this one has carried its messages.";

    /// A message is behind the replay window.
    SessionOld = "ERR_SESSION_OLD", "the message is older than the replay window"
        => "Open messages nearer to the order in which they were sent.";

    /// The tag of a message does not hold.
    SessionOpen = "ERR_SESSION_OPEN", "the message does not open: it is of another session, direction or text"
        => "The message is of another session or direction, or was changed.";

    /// Options of a session are out of range.
    SessionOptions(reason: &'static str) = "ERR_SESSION_OPTIONS", "the options of the session have {reason}"
        => "Correct the option that the error names.";

    /// A message is not the next one, in strict order.
    SessionOrder = "ERR_SESSION_ORDER", "a message before this one is missing"
        => "Open the messages in order: one before this is missing.";

    /// A message came before.
    SessionReplayed = "ERR_SESSION_REPLAYED", "this message was opened before"
        => REPLAYED;

    /// The tag of a resumption message does not hold.
    SessionResume = "ERR_SESSION_RESUME", "the message of resumption does not hold"
        => "Begin with a new handshake.";

    /// Bytes are not a resumption message of this version.
    SessionResumeMalformed = "ERR_SESSION_RESUME_MALFORMED", "not a message of resumption of this version"
        => MALFORMED;

    /// A resumption message belongs to another session, or comes from this side.
    SessionResumeOther = "ERR_SESSION_RESUME_OTHER", "the message of resumption is for another ticket"
        => "Resume with the ticket that the message was made for.";

    /// A directional session of SAGE has no MAC of covered bytes that proves anything.
    SessionSageCovered = "ERR_SESSION_SAGE_COVERED", "a directional session has no covered MAC: SAGE's key for it is all zeros"
        => "Use a session that is not directional, or seal the message.";

    /// A limit of age, idle time or messages is reached.
    SessionSageExpired(member: &'static str, limit: u64) = "ERR_SESSION_SAGE_EXPIRED", "the session is over: the limit {member}, {limit}, is reached"
        => "Make a new session.";

    /// A session id or context is empty or too long.
    SessionSageId(member: &'static str, want: &'static str) = "ERR_SESSION_SAGE_ID", "the {member} of the session must be {want}"
        => "Use an id and a context within the limits.";

    /// A label does not say where it ends.
    SessionSageLabel = "ERR_SESSION_SAGE_LABEL", "a label has one space, then v and one digit at its end"
        => "Write the label with one space, v and one digit at its end.";

    /// A MAC of covered bytes does not hold.
    SessionSageMac = "ERR_SESSION_SAGE_MAC", "the MAC of the covered bytes does not hold"
        => CHANGED;

    /// The tag of a message does not hold.
    SessionSageOpen = "ERR_SESSION_SAGE_OPEN", "the message does not open"
        => "The message is of another session, or was changed.";

    /// A nonce was sent or opened before.
    SessionSageReplay = "ERR_SESSION_SAGE_REPLAY", "the message was sent or opened in this session before"
        => REPLAYED;

    /// A seed or exporter is so short that it can be guessed.
    SessionSageSeed(member: &'static str, want: usize, got: usize) = "ERR_SESSION_SAGE_SEED", "{member} must be at least {want} bytes, got {got}"
        => "Pass a longer secret.";

    /// A message is too short to be one.
    SessionSageShort(want: usize) = "ERR_SESSION_SAGE_SHORT", "a message must be at least {want} bytes"
        => MALFORMED;

    /// A message is too long.
    SessionSize(limit: usize) = "ERR_SESSION_SIZE", "a plaintext may have at most {limit} bytes"
        => "Send less at once.";

    /// A ticket does not open.
    SessionTicket = "ERR_SESSION_TICKET", "the ticket does not open: it was changed, or made under another key"
        => "Begin with a new handshake: the ticket is of another key.";

    /// A ticket has expired.
    SessionTicketExpired(limit: u64) = "ERR_SESSION_TICKET_EXPIRED", "the ticket ended at {limit}, in Unix seconds"
        => "Begin with a new handshake.";

    /// Bytes are not a ticket of this version.
    SessionTicketVersion = "ERR_SESSION_TICKET_VERSION", "this is not a ticket, or one of another version"
        => OTHER_VERSION;

    /// A responder that has not heard of the initiator sends nothing.
    SessionUnconfirmed = "ERR_SESSION_UNCONFIRMED", "the session is not confirmed: open a message of the peer first"
        => "Open a message of the other side first.";

    /// A message of another version, or with flags that this one has not.
    SessionVersion(got: usize) = "ERR_SESSION_VERSION", "the message is of another version, {got}"
        => "Install the same version on both sides.";
}
