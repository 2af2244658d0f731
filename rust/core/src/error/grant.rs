//! Errors of grants and capabilities.

use std::borrow::Cow;

use super::{
    Error, Kind,
    cure::{CHANGED, EARLY, MALFORMED, OTHER_VERSION, OVER},
    errors,
};

errors! {
    /// A letter that no capability has: of another script, an escape, a blank.
    CapabilityCharacter(got: String) = "ERR_CAPABILITY_CHARACTER", "a capability holds a character outside the grammar, in \"{got}\""
        => "Write a capability as verb:path, with / between segments.";

    /// Text is no capability of the grammar.
    CapabilityMalformed(reason: &'static str) = "ERR_CAPABILITY_MALFORMED", "not a capability: {reason}"
        => "Write a capability as verb:path, as read:docs/a or read:docs/**.";

    /// A segment of dots alone, which some systems read as another place.
    CapabilityTraversal(got: String) = "ERR_CAPABILITY_TRAVERSAL", "a capability holds a segment of dots, \"{got}\""
        => "Write the path without segments of dots.";

    /// A wildcard where none may stand.
    CapabilityWildcard(got: String) = "ERR_CAPABILITY_WILDCARD", "a capability has a wildcard where none may stand, in \"{got}\""
        => "Name one action on one resource: only a grant may have wildcards.";

    /// A grant or presentation is for another verifier.
    GrantAudience(want: String) = "ERR_GRANT_AUDIENCE", "the grant or presentation is not for the audience \"{want}\""
        => "Ask for a grant for your own name, or pass `audience` as the grant has it.";

    /// What is asked for is not granted.
    GrantCapability(want: String) = "ERR_GRANT_CAPABILITY", "the capability {want} is not granted"
        => "Ask for a grant that covers this action.";

    /// A custom constraint that the verifier does not know, or that does not hold.
    GrantConstraint(member: String) = "ERR_GRANT_CONSTRAINT", "the custom constraint \"{member}\" is not known here, or does not hold"
        => "Pass a function for this constraint in `custom`.";

    /// A chain that comes back to a key that it has passed.
    GrantCycle = "ERR_GRANT_CYCLE", "the chain returns to a key that it has already passed"
        => "Delegate to a key that is not in the chain yet.";

    /// A link is deeper than one above it, or the verifier, allows.
    GrantDepth(limit: usize) = "ERR_GRANT_DEPTH", "the chain has more links than are allowed: {limit} in all, or below one of its links"
        => "Ask for a grant with a greater `delegation`, or raise `maxLinks`.";

    /// A grant without a capability.
    GrantEmpty = "ERR_GRANT_EMPTY", "the grant has no capability"
        => "Name at least one capability.";

    /// A grant or presentation is over.
    GrantExpired(limit: u64) = "ERR_GRANT_EXPIRED", "the grant ended at {limit}, in Unix seconds"
        => OVER;

    /// Whoever presents a chain does not hold its last key, or the trust input rules that key out.
    GrantHolder = "ERR_GRANT_HOLDER", "the signer is not the holder of the grant, or the trust input rules its key out"
        => "Only the last subject of the chain may use it. Sign with its key.";

    /// A DID that is not that of the key beside it.
    GrantIdentity = "ERR_GRANT_IDENTITY", "the DID does not belong to the key"
        => "Pass the key that belongs to the DID.";

    /// A link is not issued by the subject of the one above.
    GrantIssuer = "ERR_GRANT_ISSUER", "the grant is not issued by the subject of the one above"
        => "Each grant must be issued by the subject of the one above, with its key.";

    /// A record is not of the form described.
    GrantMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_GRANT_MALFORMED", "the record is malformed at {member}: {reason}"
        => MALFORMED;

    /// A request comes from an address that the grant does not allow.
    GrantNetwork(got: String) = "ERR_GRANT_NETWORK", "the grant does not allow the address {got}"
        => "Call from an address that the grant names.";

    /// A presentation with another nonce.
    GrantNonce(got: String) = "ERR_GRANT_NONCE", "the presentation does not have the expected nonce, but {got}"
        => "Present the nonce that this verifier gave out last.";

    /// A grant or presentation that does not hold yet.
    GrantNotYet(want: u64) = "ERR_GRANT_NOT_YET", "the grant does not hold before {want}, in Unix seconds"
        => EARLY;

    /// A record about another grant than the one beside it.
    GrantParent = "ERR_GRANT_PARENT", "the record does not belong to the grant beside or above it"
        => "Pass the record together with the grant that it belongs to.";

    /// A presentation for another request, or for none.
    GrantRequest(member: &'static str) = "ERR_GRANT_REQUEST", "the presentation is for another request: its {member} differs"
        => "Make a presentation for this method, URL and body.";

    /// What is known of revocations cannot be read.
    GrantRevocation = "ERR_GRANT_REVOCATION", "a revocation cannot be read"
        => MALFORMED;

    /// A grant was taken back.
    GrantRevoked = "ERR_GRANT_REVOKED", "the grant is revoked"
        => "Its issuer took it back. Ask for a new grant.";

    /// A revocation by somebody who has no say over the grant.
    GrantRevoker = "ERR_GRANT_REVOKER", "the revoker issued neither this grant nor one above it"
        => "Only an issuer of the chain may revoke it. Sign with such a key.";

    /// The key of the first issuer is not trusted, or one below it is listed in the trust input and not for this use.
    GrantRoot = "ERR_GRANT_ROOT", "a key of the chain is not trusted: the first issuer's, or one that the trust input rules out", unchecked
        => "Trust the key of the first issuer, for capabilityDelegation.";

    /// The signature of a record does not hold.
    GrantSignature = "ERR_GRANT_SIGNATURE", "the signature does not hold"
        => CHANGED;

    /// No list says whether a grant is revoked.
    GrantStatusMissing = "ERR_GRANT_STATUS_MISSING", "no list says whether the grant is revoked"
        => "Pass a revocation list of each issuer, or `revocations`.";

    /// The list that says whether a grant is revoked is out of date.
    GrantStatusStale = "ERR_GRANT_STATUS_STALE", "the revocation list is out of date"
        => "Fetch the revocation list again.";

    /// A grant is used up.
    GrantUses(limit: u64) = "ERR_GRANT_USES", "the grant is used up: it may be used {limit} times"
        => "Ask for a new grant: this one is used up.";

    /// A record of another type or version.
    GrantVersion(got: String) = "ERR_GRANT_VERSION", "the record is of another type or version, \"{got}\""
        => OTHER_VERSION;

    /// A link lets more through than the one above.
    GrantWidened(reason: &'static str) = "ERR_GRANT_WIDENED", "the grant is wider than the one above: {reason}"
        => "Allow no more than the grant above does.";
}
