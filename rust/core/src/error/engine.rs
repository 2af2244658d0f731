//! Errors of what stands under all features: arguments, handles, limits, randomness, trust and policies.

use serde_json::Number;

use super::{Error, Kind, errors};

errors! {
    /// A number that a caller chose is out of range.
    Argument(member: &'static str, want: String, got: Number) = "ERR_ARGUMENT", "{member} must be {want}, got {got}"
        => "Pass what the message asks for: types and documentation say more.";

    /// The engine lacks this part.
    PartMissing(member: &'static str) = "ERR_PART_MISSING", "the part {member} of the engine is not loaded: `init` loads what its option `with` names, or is given `parts` in countersign/slim"
        => "Call `await init({ with: [part] })` with the part that the error names. With countersign/slim, give its module in `parts`; with countersign/inline, import its subpath from there.";

    /// A fact of a report was required and not checked.
    FactUnchecked(member: &'static str) = "ERR_FACT_UNCHECKED", "{member} was not checked; give what it needs, or name it in `unchecked`"
        => "Pass what the fact needs (for example `tip`, or revocations), or name the fact as one that may stay unchecked.";

    /// A handle was closed, or never given out.
    HandleClosed = "ERR_HANDLE_CLOSED", "the handle is closed"
        => "Use the key or session before you close it, or make another one.";

    /// Too many handles are open.
    HandleLimit(limit: usize) = "ERR_HANDLE_LIMIT", "more than {limit} handles are open: close those no longer used"
        => "Close keys, sessions and trusts that are no longer used.";

    /// A size is over the limit stated for it.
    LimitExceeded(member: &'static str, limit: usize) = "ERR_LIMIT_EXCEEDED", "{member} is over the limit of {limit}"
        => "Pass less at once: the error names the limit.";

    /// A policy is not what the verifier takes.
    PolicyMalformed(member: String, want: &'static str) = "ERR_POLICY_MALFORMED", "`{member}` of the policy must be {want}"
        => "Correct the option that the error names.";

    /// The system gave no random bytes.
    RandomUnavailable = "ERR_RANDOM_UNAVAILABLE", "the system gave no random bytes"
        => "The host has no secure random source. Use another host.";

    /// No signature that was tried holds, and more tries were not allowed.
    TrustChecks(limit: usize) = "ERR_TRUST_CHECKS", "the first {limit} signature checks found no key that signed, and more are not allowed: name the key, trust fewer keys, or raise maxChecks", unchecked
        => "Name the key by its `kid`, trust fewer keys, or raise `maxChecks`.";

    /// The trust input is not what the verifier takes.
    TrustMalformed(reason: &'static str) = "ERR_TRUST_MALFORMED", "the trust input has {reason}"
        => "Correct the trust input: the error says what is wrong with it.";
}
