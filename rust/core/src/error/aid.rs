//! Errors of the profile of AgenticIdentity.

use std::borrow::Cow;

use super::{
    Error, Kind,
    cure::{CHANGED, EARLY_BY_THE_CLOCK, MALFORMED, OVER, UNTRUSTED},
    errors,
};

errors! {
    /// An object of AgenticIdentity whose hash input can be read in two ways.
    AidAmbiguous(reason: &'static str) = "ERR_AID_AMBIGUOUS", "the hash of the object fits another reading too: {reason}"
        => "Two readings of the object have one hash. Make it again.";

    /// A capability of AgenticIdentity is not covered, or not well-formed.
    AidCapability = "ERR_AID_CAPABILITY", "the capability is not granted"
        => "Ask for a grant that covers this action.";

    /// Competence does not meet what is asked or claimed.
    AidCompetence(reason: &'static str) = "ERR_AID_COMPETENCE", "the competence falls short: {reason}"
        => "Ask for less, or wait for more attempts.";

    /// A constraint that does not hold, or that nothing was given to check by.
    AidConstraint(member: &'static str) = "ERR_AID_CONSTRAINT", "the constraint {member} does not hold, or nothing says that it does"
        => "Pass what the constraint needs, or ask for a grant without it.";

    /// A grant of AgenticIdentity that allows no delegation.
    AidDelegation = "ERR_AID_DELEGATION", "the grant may not be delegated"
        => "Ask for a grant that may be delegated.";

    /// A link of AgenticIdentity below the depth that an ancestor allows, or that states another depth.
    AidDepth = "ERR_AID_DEPTH", "the delegation is deeper than allowed, or states another depth"
        => "Delegate from a grant higher up.";

    /// Evidence of AgenticIdentity that does not support its claim.
    AidEvidence = "ERR_AID_EVIDENCE", "the evidence does not support the claim"
        => "Pass the evidence that the claim names.";

    /// An object of AgenticIdentity after its time.
    AidExpired(reason: Cow<'static, str>) = "ERR_AID_EXPIRED", "the object has expired: {reason}"
        => OVER;

    /// Not an `.aid` file, or one of another version or algorithm.
    AidFileFormat(reason: &'static str) = "ERR_AID_FILE_FORMAT", "the identity file cannot be read: {reason}"
        => MALFORMED;

    /// An `.aid` file does not open.
    AidFileOpen = "ERR_AID_FILE_OPEN", "the passphrase is wrong, or the identity file was changed"
        => "Check the passphrase. If it is right, restore the file from a copy.";

    /// The hash of an object of AgenticIdentity is not that of its content.
    AidHash = "ERR_AID_HASH", "the hash is not that of the content"
        => CHANGED;

    /// The id of an object of AgenticIdentity is not that of its content.
    AidId = "ERR_AID_ID", "the id is not that of the content"
        => CHANGED;

    /// An identity of AgenticIdentity is not that of its key.
    AidIdentity = "ERR_AID_IDENTITY", "the identity does not belong to the key"
        => "Pass the identity document of the key that signed.";

    /// The key in an object of AgenticIdentity is not one.
    AidKey = "ERR_AID_KEY", "the key is not base64 of an Ed25519 key"
        => "Pass an Ed25519 key in base64.";

    /// Two objects of AgenticIdentity do not link.
    AidLink = "ERR_AID_LINK", "the link to the object before does not hold"
        => "An object is missing or out of order. Pass all.";

    /// Text is not the object of AgenticIdentity that it should be.
    AidMalformed(want: &'static str, reason: String) = "ERR_AID_MALFORMED", "this is not {want} of AgenticIdentity: {reason}"
        => MALFORMED;

    /// An id that would not stay a file name.
    AidName(got: String) = "ERR_AID_NAME", "\"{got}\" is not the id or the path of an object of this kind"
        => "Use an id of this format.";

    /// An object of AgenticIdentity before its time.
    AidNotYet(want: u64) = "ERR_AID_NOT_YET", "the object is not valid before {want}, in Unix microseconds"
        => EARLY_BY_THE_CLOCK;

    /// A grant of AgenticIdentity that is revoked.
    AidRevoked = "ERR_AID_REVOKED", "the grant is revoked"
        => "Its issuer took it back. Ask for a new grant.";

    /// A signature of AgenticIdentity does not hold.
    AidSignature = "ERR_AID_SIGNATURE", "the signature does not hold"
        => CHANGED;

    /// A spawn of AgenticIdentity outside of what its parent may give.
    AidSpawn(reason: &'static str) = "ERR_AID_SPAWN", "the spawn is out of bounds: {reason}"
        => "Correct the spawn: the error says which bound it leaves.";

    /// Time runs backwards between objects of AgenticIdentity.
    AidTime(limit: u64, got: u64) = "ERR_AID_TIME", "time runs backwards: {got} stands after {limit}, in Unix microseconds"
        => "Compare the clocks, and pass the objects in order.";

    /// The key of an object of AgenticIdentity is not trusted for its identity.
    AidUntrusted = "ERR_AID_UNTRUSTED", "the key is not trusted for this identity", unchecked
        => UNTRUSTED;

    /// A grant of AgenticIdentity that is used up, or whose uses nobody gave.
    AidUses = "ERR_AID_USES", "the grant is used up, or its uses are not known"
        => "Ask for a new grant, or say how often this one was used.";

    /// A link of AgenticIdentity that is wider than the one before.
    AidWidened = "ERR_AID_WIDENED", "the grant gives more than its parent has"
        => "Allow no more than the grant above does.";

    /// A witness of AgenticIdentity that is the actor itself, or comes twice.
    AidWitness = "ERR_AID_WITNESS", "the witness is the actor, or witnesses twice"
        => "Ask a witness other than the actor. Each witness counts once.";
}
