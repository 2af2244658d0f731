//! SAGE's handshake over HPKE, byte for byte.
//!
//! ```text
//! suite     = "suite=hpke-base+x25519+hkdf-sha256|combiner=e2e-x25519-hkdf-v1"
//! info      = "sage/hpke-info|v1|" ‖ suite ‖ "|ctx=" ‖ context ‖ "|init=" ‖ DID ‖ "|resp=" ‖ DID
//! exportCtx = "sage/hpke-export|v1|" ‖ suite ‖ "|ctx=" ‖ context
//! exporter  = HPKE base (X25519, HKDF-SHA-256, ChaCha20-Poly1305) .Export(exportCtx, 32)
//! combined  = HKDF-SHA-256(ikm exporter ‖ X25519(ephC, ephS), salt exportCtx,
//!                          info "SAGE-HPKE+E2E-Combiner", 32)
//! session   = directional, of `combined`, label "sage/hpke+e2e v1"    see [`crate::session::sage`]
//!
//! ackKey    = HMAC-SHA-256(combined, "SAGE-ack-key-v1" ‖ 00000001)
//! binds     = SHA-256(00 ‖ info ‖ 00 ‖ exportCtx ‖ 00 ‖ enc ‖ 00 ‖ ephC ‖ 00 ‖ ephS ‖ 00 ‖ initDid ‖ 00 ‖ respDid)
//! ackTag    = HMAC-SHA-256(ackKey, "SAGE-ack-msg|v1|" ‖ lp(context) ‖ lp(nonce) ‖ lp(kid) ‖ binds)
//! lp(x)     = u16be(length of x) ‖ x
//! ```
//!
//! | Message | Signed |
//! | --- | --- |
//! | request: `enc, ephC, exportCtx, info, initDid, nonce, respDid, ts` | its bytes as sent |
//! | reply: `ackTagB64, ctx, did, enc, ephC, ephS, exportCtxHash, infoHash, kid, sigB64, task, ts, v` | JSON of `v, task, ctx, kid, ephS, ackTagB64, ts, did, infoHash, exportCtxHash, enc, ephC` in this order |
//!
//! Pattern: the responder is authenticated by its signature and by its HPKE key, the initiator by
//! its signature alone. Every check that SAGE leaves out and the format permits is made:
//!
//! | Check | SAGE | Code |
//! | --- | --- | --- |
//! | the request is for this responder, the reply is from the responder that was asked | no | `ERR_HANDSHAKE_SAGE_IDENTITY` |
//! | contexts, `info`, `exportCtx`, their hashes, and the echo agree | partly | `ERR_HANDSHAKE_SAGE_CONTEXT` |
//! | the time of both messages | of one of them | `ERR_HANDSHAKE_SAGE_TIME` |
//! | no `\|` and no control character in what is joined | no | `ERR_HANDSHAKE_SAGE_AMBIGUOUS` |
//! | low S, and a recovery byte that fits | no | `ERR_HANDSHAKE_SAGE_SIGNATURE` |
//!
//! What no check can mend is in [`INITIATOR_UNPROVEN`] and [`RESPONDER_UNPROVEN`]. Above all, SAGE
//! does not prove the X25519 key of a DID, and its responder does not look at `respDid`. So an
//! initiator that takes the key from an unproven registration may talk to the key's true holder
//! under another name. A responder of ours refuses that.

mod initiator;
mod message;
mod peer;
mod responder;
mod secrets;

pub use initiator::{Initiator, Opening};
pub use message::{Reply, Request, TASK};
pub use responder::{Incoming, Responder};
pub use secrets::{Transcript, ack_tag, combine, export_context, info};

/// Label of the session.
pub const LABEL: &str = "sage/hpke+e2e v1";

/// How far the time of a message may be off, in seconds, where no other value is given.
pub const SKEW: u64 = 120;

/// What an initiator does not know.
pub const INITIATOR_UNPROVEN: &[&str] =
    &["possession of the X25519 key by the DID", "respDid was checked", "post-quantum secrecy"];

/// What a responder does not know before the first message opens.
pub const RESPONDER_UNPROVEN: &[&str] =
    &["key confirmation by the initiator", "message id, role and metadata", "post-quantum secrecy"];
