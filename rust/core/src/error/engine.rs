//! Errors of what stands under all features: arguments, handles, limits, randomness, trust and policies.

use serde_json::Number;

use super::{Error, Kind, errors};

errors! {
    /// A number that a caller chose is out of range.
    Argument(member: &'static str, want: String, got: Number) = "ERR_ARGUMENT", "{member} must be {want}, got {got}";

    /// The engine lacks this part.
    PartMissing(member: &'static str) = "ERR_PART_MISSING", "the part {member} of the engine is not loaded: `init` loads what its option `with` names";

    /// A fact of a report was required and not checked.
    FactUnchecked(member: &'static str) = "ERR_FACT_UNCHECKED", "{member} was not checked; give what it needs, or name it in `unchecked`";

    /// A handle was closed, or never given out.
    HandleClosed = "ERR_HANDLE_CLOSED", "the handle is closed";

    /// Too many handles are open.
    HandleLimit(limit: usize) = "ERR_HANDLE_LIMIT", "more than {limit} handles are open: close those no longer used";

    /// A size is over the limit stated for it.
    LimitExceeded(member: &'static str, limit: usize) = "ERR_LIMIT_EXCEEDED", "{member} is over the limit of {limit}";

    /// A policy is not what the verifier takes.
    PolicyMalformed(member: String, want: &'static str) = "ERR_POLICY_MALFORMED", "`{member}` of the policy must be {want}";

    /// The system gave no random bytes.
    RandomUnavailable = "ERR_RANDOM_UNAVAILABLE", "the system gave no random bytes";

    /// No signature that was tried holds, and more tries were not allowed.
    TrustChecks(limit: usize) = "ERR_TRUST_CHECKS", "the first {limit} signature checks found no key that signed, and more are not allowed: name the key, trust fewer keys, or raise maxChecks", unchecked;

    /// The trust input is not what the verifier takes.
    TrustMalformed(reason: &'static str) = "ERR_TRUST_MALFORMED", "the trust input has {reason}";
}
