//! Errors of libp2p keys and PeerIds.

use super::{Error, Kind, cure::MALFORMED, errors};

errors! {
    /// A `PeerId` that is the hash of a key, where the key itself was asked for.
    PeerIdHashed = "ERR_PEER_ID_HASHED", "the PeerId is the hash of a key: the key must come with it"
        => "Ask for the key itself, and compare it with `Peer.matches`.";

    /// Text or bytes are not a `PeerId`.
    PeerIdMalformed(reason: &'static str) = "ERR_PEER_ID_MALFORMED", "not a PeerId: {reason}"
        => "Copy the PeerId again: a letter is wrong or missing.";

    /// A libp2p key is not in the one encoding that it has.
    PeerKeyMalformed(reason: &'static str) = "ERR_PEER_KEY_MALFORMED", "this is not the canonical encoding of a libp2p key: {reason}"
        => MALFORMED;

    /// A libp2p key of a type that is not known, or that has a `PeerId` only.
    PeerKeyType(got: &'static str) = "ERR_PEER_KEY_TYPE", "a libp2p key of type {got} cannot be used here"
        => "Use an Ed25519, secp256k1, P-256 or ML-DSA-87 key.";
}
