//! Errors of ring signatures.

use super::{
    Error, Kind,
    cure::{CHANGED, MALFORMED},
    errors,
};

errors! {
    /// A ring holds one key more than once.
    RingDuplicate = "ERR_RING_DUPLICATE", "the ring has a key twice"
        => "Put each key into the ring once.";

    /// A key or scope hashed to no usable point.
    RingHash = "ERR_RING_HASH", "no usable point or scalar was found; draw again or use another key"
        => "Sign again, or use another key.";

    /// A key image is no point of prime order.
    RingImage = "ERR_RING_IMAGE", "the key image is not a canonical point of prime order"
        => CHANGED;

    /// Bytes are not a ring signature.
    RingMalformed = "ERR_RING_MALFORMED", "the bytes are not a ring signature of this version and curve"
        => MALFORMED;

    /// The signer's key is not in the ring.
    RingNotMember = "ERR_RING_NOT_MEMBER", "the signing key is not in the ring"
        => "Put the key of the signer into the ring.";

    /// A signature names another ring than the expected one.
    RingOther = "ERR_RING_OTHER", "the signature names another ring than the expected one"
        => "Verify with the ring that was signed for, in its order.";

    /// A ring proof of another scope than the expected one.
    RingScope = "ERR_RING_SCOPE", "the proof is for another scope"
        => "Verify with the scope that was signed for.";

    /// No member of the ring signed this message.
    RingSignature = "ERR_RING_SIGNATURE", "no member of this ring signed this message in this scope"
        => CHANGED;

    /// A ring, or the ring of a signature, has too few or too many members.
    RingSize(limit: usize, got: usize) = "ERR_RING_SIZE", "a ring has 2 to {limit} members, and a signature as many as its ring; got {got}"
        => "Use a ring within the limits that the error names.";

    /// A member is no point of prime order.
    RingTorsion(at: usize) = "ERR_RING_TORSION", "the member at {at} is not a canonical point of prime order"
        => "Remove the key that the error names. A key that was made honestly has prime order.";
}
