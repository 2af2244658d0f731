//! Cures that several codes share: what to do, in a sentence or two.

pub(super) const CHANGED: &str =
    "It was changed after it was signed, or another key signed it. Get it again from its source.";
pub(super) const EARLY: &str =
    "Its time has not come. Compare the clocks of both machines, or allow more `skew`.";
pub(super) const EARLY_BY_THE_CLOCK: &str =
    "Its time has not come. Compare the clocks of both machines.";
pub(super) const FULL: &str = "Raise the limit, or let old entries end earlier.";
pub(super) const MALFORMED: &str = "If you wrote it, correct what the error names. If you received it, pass it on byte for byte, as it came.";
pub(super) const OTHER_VERSION: &str = "It is another kind of record, or one of another version. Pass it to the function for its `type`.";
pub(super) const OVER: &str =
    "Its time is over. Ask for a new one, and compare the clocks of both machines.";
pub(super) const REPLAYED: &str =
    "It came before. The sender must make a new one; the first was taken already.";
pub(super) const UNTRUSTED: &str =
    "Trust the key that signed: its DID document, the key by its name, or a key by itself.";
pub(super) const WRONG_PEER: &str =
    "It belongs to somebody else. Compare the DID with the one you expect.";
