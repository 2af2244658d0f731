//! Handshake, version 1: two agents that know each other's DID documents open a session in two messages.
//!
//! The pattern is SIGMA-I (Krawczyk, 2003): each side signs the transcript with its identity key, under
//! keys from an ephemeral exchange that also encrypt the signatures. As in Noise IK the first message is
//! encrypted to a static key of the responder, an X25519 key of its DID document, and both results
//! are mixed. In Noise's words: `<- s`, then `-> e, es, [sig]`, then `<- e, ee, [sig]`. All
//! key exchange is HPKE (RFC 9180, [`crate::hpke`]), with HKDF-SHA256 and ChaCha20-Poly1305.
//!
//! ```text
//! lp(x)      = u32be(length of x) ‖ x
//! did, key   = in canonical spelling; codec ‖ canonical raw, as Multikey has it
//!
//! message 1  = clear 1 ‖ enc 1 (32) ‖ u16be(length) ‖ box 1 ‖ u8(length) ‖ cookie (0 or 40)
//! clear 1     = 0x01 ‖ 0x01 ‖ count (1) ‖ count × ( suite (1) ‖ share )
//! suite      = 0x01, share an X25519 key (32);  0x02, share an X-Wing key (1216)
//! claims 1   = lp(initiator's did) ‖ lp(responder's did) ‖ lp(algorithm) ‖ lp(initiator's key)
//!              ‖ lp(context) ‖ u64be(issued)
//! statement 1 = lp("countersign/handshake-initiator/v1") ‖ lp(clear 1) ‖ lp(enc 1) ‖ lp(responder's X25519 key) ‖ claims 1
//! enc 1, hpke 1 = HPKE base, to the responder's X25519 key, info = lp("countersign/handshake/v1") ‖ lp(clear 1)
//! box 1      = hpke 1 seals claims 1 ‖ lp(signature 1), without aad
//! hash 1     = SHA-256( lp("countersign/handshake-transcript/v1") ‖ lp(statement 1) ‖ lp(signature 1) )
//! psk        = hpke 1 exports "countersign/handshake-psk/v1", 32 bytes
//!
//! message 2  = clear 2 ‖ enc 2 (32 or 1120) ‖ u16be(length) ‖ box 2
//! clear 2     = 0x01 ‖ 0x02 ‖ suite (1)                                     one of those offered
//! claims 2   = lp(responder's did) ‖ lp(algorithm) ‖ lp(responder's key)
//! statement 2 = lp("countersign/handshake-responder/v1") ‖ lp(hash 1) ‖ lp(clear 2) ‖ lp(enc 2) ‖ claims 2
//! enc 2, hpke 2 = HPKE psk, to the share of the suite, info = lp("countersign/handshake/v1") ‖ lp(clear 2),
//!              psk = psk, psk id = hash 1
//! box 2      = hpke 2 seals claims 2 ‖ lp(signature 2), without aad
//! hash 2     = SHA-256( lp("countersign/handshake-transcript/v1") ‖ lp(statement 2) ‖ lp(signature 2) )
//! secret     = hpke 2 exports "countersign/handshake-session/v1" ‖ hash 2, 32 bytes
//! session    = that of [`crate::session`], with hash 2 as its context
//!
//! cookie     = u64be(time) ‖ HMAC-SHA-256( key, lp("countersign/handshake-cookie/v1") ‖ u64be(time)
//!              ‖ lp(address) ‖ lp(message 1 with an empty cookie) )
//! key        = HMAC-SHA-256( server key, lp("countersign/handshake-cookie-key/v1") ‖ u64be(time / 120) )
//! message 3  = 0x01 ‖ 0x03 ‖ cookie                                        instead of message 2
//! ```
//!
//! | After | Holds |
//! | --- | --- |
//! | message 1 arrives | The initiator signed it for this responder, DID and X25519 key, in this context, at most [`LIFETIME`] seconds and the clocks' difference ago. It may be a replay, which the host's replay store must refuse; whoever replays cannot read the answer |
//! | message 2 arrives | The responder is who its document says, has read message 1, and holds the same keys. No third party has them. The session sends at once |
//! | first message of the session arrives | The initiator is there and holds the same keys. Until then the responder's session is unconfirmed and sends nothing |
//!
//! - Identities and context are hidden: the initiator's from all but the holder of the responder's X25519
//!   key, the responder's from all but the initiator. Not hidden: suites, and the length of DIDs.
//! - Forward secrecy: message 2 and the session stay secret if every long-term key leaks later. Message 1
//!   can be read by whoever gets the responder's X25519 key, even later.
//! - Key compromise: whoever has an agent's keys can pose as that agent, but not as others to that agent.
//! - Misbinding: each signature covers both DIDs, all keys, the context and every suite on offer. A key
//!   registered under another's DID, a removed suite or a changed context is refused.
//! - Suite 2 keeps message 2 and the session secret from whoever gets a quantum computer. It does not
//!   authenticate: a signature is as strong as the identity key that makes it. With ML-DSA or hybrid keys
//!   on both sides, such a machine does not help to pose as somebody either. Message 1 stays classical:
//!   with such a machine one can read, later, who spoke and in which context.
//! - Each side holds the other's signature, and can prove to others that they spoke.
//!
//! A cookie costs a responder under load two hashes and no public-key operation; it shows that
//! the address is real, and nothing else.

mod cookie;
mod facts;
mod initiator;
mod payload;
mod peer;
mod responder;
pub mod sage;
mod share;
mod suite;
mod wire;

pub use cookie::{COOKIE_LIFETIME, Gate};
pub use facts::Established;
pub use initiator::{Initiation, Initiator};
pub use payload::{LIFETIME, MAX_CONTEXT, MAX_DID};
pub use responder::{Policy, Responder};
pub use suite::Suite;
pub use wire::MAX_MESSAGE;
