//! Every domain-separation label the crate signs or hashes under.
//!
//! One list, so that a duplicate is visible at a glance. A label is never
//! edited; a new format gets a new version suffix.

/// What an issuer signs to let a subject act: [`crate::grant`].
pub const GRANT: &str = "countersign/grant/v1";

/// What a subject signs to take a grant: [`crate::grant`].
pub const GRANT_ACKNOWLEDGEMENT: &str = "countersign/grant-acknowledgement/v1";

/// Hashes a grant to its id; never signed: [`crate::grant`].
pub const GRANT_ID: &str = "countersign/grant-id/v1";

/// What a holder signs to show that it holds a chain: [`crate::grant`].
pub const GRANT_PRESENTATION: &str = "countersign/grant-presentation/v1";

/// What an issuer signs to take a grant back: [`crate::grant`].
pub const GRANT_REVOCATION: &str = "countersign/grant-revocation/v1";

/// What an issuer signs to list the grants that it has taken back: [`crate::grant`].
pub const GRANT_STATUS_LIST: &str = "countersign/grant-status-list/v1";

/// What makes the mark that a message leaves in a replay store; never signed: [`crate::guard`].
pub const GUARD: &str = "countersign/guard/v1";

/// Names the handshake to both of its encryptions: [`crate::handshake`].
pub const HANDSHAKE: &str = "countersign/handshake/v1";

/// Authenticates a cookie; never signed: [`crate::handshake`].
pub const HANDSHAKE_COOKIE: &str = "countersign/handshake-cookie/v1";

/// Derives the key that authenticates the cookies of a span of time: [`crate::handshake`].
pub const HANDSHAKE_COOKIE_KEY: &str = "countersign/handshake-cookie-key/v1";

/// What makes the mark that a handshake of SAGE leaves in a replay store; never signed: [`crate::handshake::sage`].
pub const HANDSHAKE_SAGE: &str = "countersign/handshake-sage/v1";

/// What the initiator of a handshake signs: [`crate::handshake`].
pub const HANDSHAKE_INITIATOR: &str = "countersign/handshake-initiator/v1";

/// Derives from message 1 what message 2 mixes in: [`crate::handshake`].
pub const HANDSHAKE_PSK: &str = "countersign/handshake-psk/v1";

/// What the responder of a handshake signs: [`crate::handshake`].
pub const HANDSHAKE_RESPONDER: &str = "countersign/handshake-responder/v1";

/// Derives the secret of the session: [`crate::handshake`].
pub const HANDSHAKE_SESSION: &str = "countersign/handshake-session/v1";

/// Hashes what both sides of a handshake sent: [`crate::handshake`].
pub const HANDSHAKE_TRANSCRIPT: &str = "countersign/handshake-transcript/v1";

/// What makes the mark that an HTTP signature leaves in a replay store; never signed: [`crate::http_sig`].
pub const HTTP_SIG_REPLAY: &str = "countersign/http-sig-replay/v1";

/// What a signing key signs to prove its possession: [`crate::pop`].
pub const POP: &str = "countersign/pop/v1";

/// What an identity key signs and an X25519 key authenticates, to prove possession of the X25519 key: [`crate::pop`].
pub const POP_AGREEMENT: &str = "countersign/pop-agreement/v1";

/// Derives the key of that authentication from the shared secret: [`crate::pop`].
pub const POP_AGREEMENT_MAC: &str = "countersign/pop-agreement-mac/v1";

/// The type of the record that a verifier sends; never signed: [`crate::pop`].
pub const POP_CHALLENGE: &str = "countersign/pop-challenge/v1";

/// Derives the keys of a session's first epoch: [`crate::session`].
pub const SESSION: &str = "countersign/session/v1";

/// Derives the chains of later epochs, and the secret from which a session is resumed: [`crate::session`].
pub const SESSION_CHAINS: &str = "countersign/session-chains/v1";

/// Binds a session to its context: [`crate::session`].
pub const SESSION_CONTEXT: &str = "countersign/session-context/v1";

/// Derives a later epoch: [`crate::session`].
pub const SESSION_EPOCH: &str = "countersign/session-epoch/v1";

/// The type of an encrypted identity file, and what binds its header to its content: [`crate::identity::file`].
pub const IDENTITY_FILE: &str = "countersign/identity-file/v1";

/// Hashes an identity file, to find damage before a passphrase is tried: [`crate::identity::file`].
pub const IDENTITY_FILE_CHECKSUM: &str = "countersign/identity-file-checksum/v1";

/// Derives the key of the content of an identity file, and its commitment: [`crate::identity::file`].
pub const IDENTITY_FILE_KEY: &str = "countersign/identity-file-key/v1";

/// Derives the key of a slot, and its commitment; binds the slot to the key in it: [`crate::identity::file`].
pub const IDENTITY_SLOT: &str = "countersign/identity-slot/v1";

/// Makes the checksum in the text of a recovery key: [`crate::identity::recovery`].
pub const IDENTITY_RECOVERY: &str = "countersign/identity-recovery/v1";

/// Derives keys from the root secret of an identity: [`crate::identity::derivation`].
pub const DERIVATION: &str = "countersign/derived-key/v1";

/// What an identity key signs to vouch for another key: [`crate::identity::certificate`].
pub const CERTIFICATE: &str = "countersign/key-certificate/v1";

/// What that other key signs, to show that its holder agrees: [`crate::identity::certificate`].
pub const CERTIFICATE_POSSESSION: &str = "countersign/key-certificate-possession/v1";

/// Hashes what a witness signed, for a later receipt to name: [`crate::identity::continuity`].
pub const CONTINUITY_ANCHOR: &str = "countersign/continuity-anchor/v1";

/// The type of a history of keys; never signed: [`crate::identity::rotation`].
pub const HISTORY: &str = "countersign/key-history/v1";

/// What the first key of an identity signs: [`crate::identity::rotation`].
pub const INCEPTION: &str = "countersign/inception/v1";

/// What the old key signs to name its successor: [`crate::identity::rotation`].
pub const ROTATION: &str = "countersign/rotation/v1";

/// What the new key signs to take over: [`crate::identity::rotation`].
pub const ROTATION_ACCEPT: &str = "countersign/rotation-accept/v1";

/// Hashes one event of a history, for the next to name: [`crate::identity::rotation`].
pub const ROTATION_EVENT: &str = "countersign/rotation-event/v1";

/// Commits to a key before it is known: [`crate::identity::rotation`].
pub const NEXT_KEY: &str = "countersign/next-key/v1";

/// Derives the key that authenticates resumption: `session/resume.rs`.
pub const SESSION_RESUME_AUTH: &str = "countersign/session-resume-auth/v1";

/// Mixes fresh bytes of both sides into the context of a session: [`crate::session`].
pub const SESSION_FRESH: &str = "countersign/session-fresh/v1";

/// Begins the context of a session that was resumed: `session/resume.rs`.
pub const SESSION_RESUMED: &str = "countersign/session-resumed/v1";

/// Begins the mark of a ticket, and is authenticated with the ticket: `session/ticket.rs`.
pub const SESSION_TICKET: &str = "countersign/session-ticket/v1";

/// What an actor signs, and the type of the record: [`crate::receipt`].
pub const RECEIPT: &str = "countersign/receipt/v1";

/// Hashes content that a receipt does not show: [`crate::receipt`].
pub const RECEIPT_CONTENT: &str = "countersign/receipt-content/v1";

/// Hashes a receipt to its id: [`crate::receipt`].
pub const RECEIPT_HASH: &str = "countersign/receipt-hash/v1";

/// The type of a ring signature over a receipt, and its scope: [`crate::receipt::ring`].
pub const RECEIPT_RING: &str = "countersign/receipt-ring/v1";

/// What the new key signs when a chain is handed over to it: [`crate::receipt`].
pub const RECEIPT_ROTATION: &str = "countersign/receipt-rotation/v1";

/// What a witness signs: [`crate::receipt`].
pub const RECEIPT_WITNESS: &str = "countersign/receipt-witness/v1";

/// Begins what a replay store remembers; never signed: [`crate::replay`].
pub const REPLAY_MARK: &str = "countersign/replay-mark/v1";

/// Names a holder to a replay store; never signed: [`crate::replay`].
pub const REPLAY_SENDER: &str = "countersign/replay-sender/v1";

/// Binds ring, scope and message of a ring signature: [`crate::ring`].
pub const RING: &str = "countersign/ring/v1";

/// Makes the challenges of a ring signature: [`crate::ring`].
pub const RING_CHALLENGE: &str = "countersign/ring-challenge/v1";

/// Hashes to edwards25519 (RFC 9380, section 3.1), for ring signatures: [`crate::ring`].
pub const RING_ED25519: &str = "countersign/ring/v1-edwards25519_XMD:SHA-512_ELL2_RO_";

/// Draws the scalars of a ring signature: [`crate::ring`].
pub const RING_NONCE: &str = "countersign/ring-nonce/v1";

/// Hashes to secp256k1 (RFC 9380, section 3.1), for ring signatures: [`crate::ring`].
pub const RING_SECP256K1: &str = "countersign/ring/v1-secp256k1_XMD:SHA-256_SSWU_RO_";

/// What a parent signs to make a child: [`crate::identity::spawn`].
pub const SPAWN: &str = "countersign/spawn/v1";

/// What a child signs to accept its spawn: [`crate::identity::spawn`].
pub const SPAWN_ACCEPTANCE: &str = "countersign/spawn-acceptance/v1";

/// What a child signs to end itself: [`crate::identity::spawn`].
pub const SPAWN_COMPLETION: &str = "countersign/spawn-completion/v1";

/// Hashes a spawn to its id; never signed: [`crate::identity::spawn`].
pub const SPAWN_ID: &str = "countersign/spawn-id/v1";

/// What an ancestor or a guardian signs to end a child: [`crate::identity::spawn`].
pub const SPAWN_TERMINATION: &str = "countersign/spawn-termination/v1";

/// What an identity signs to say that it does not do something: [`crate::identity::negative`].
pub const NEGATIVE_DECLARATION: &str = "countersign/negative-declaration/v1";

/// Hashes a declaration to its id; never signed: [`crate::identity::negative`].
pub const NEGATIVE_ID: &str = "countersign/negative-id/v1";

/// What a witness of a declaration signs: [`crate::identity::negative`].
pub const NEGATIVE_WITNESS: &str = "countersign/negative-witness/v1";
