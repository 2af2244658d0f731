//! Fuzz targets.
//!
//! Each target is a plain function of bytes that must not panic and that
//! asserts a law. `tests/drive.rs` drives every target on stable Rust with
//! mutated seeds for a bounded time; `npm run fuzz` drives them with libFuzzer.

#![warn(clippy::too_many_lines)]

mod aid;
mod card;
mod card_sage;
mod chacha20poly1305;
mod did;
mod encoding;
mod fields;
mod grant;
mod guard;
mod handshake;
mod handshake_claims;
mod hpke;
mod http_sig;
mod identity;
mod json;
mod jws;
mod kernels;
mod kernels_p256;
mod kernels_secp256k1;
mod key_formats;
mod keys;
mod lineage;
mod metadata;
mod ml_dsa;
mod peer;
mod pop;
mod proof;
mod receipt;
mod receipt_ring;
mod record;
mod ring;
mod session;
mod session_sage;

/// One target: its name, what it does with bytes, and inputs to start from.
#[derive(Debug)]
pub struct Target {
    /// Name, unique in [`TARGETS`].
    pub name: &'static str,
    /// The function itself. A panic is a finding.
    pub run: fn(&[u8]),
    /// Valid inputs, from which the driver mutates.
    pub seeds: &'static [&'static [u8]],
}

/// Every target.
pub const TARGETS: &[Target] = &[
    aid::AID_RECEIPT,
    aid::AID_GRANT,
    aid::AID_FILE,
    aid::AID_CONTINUITY,
    card_sage::CARD_SAGE,
    card::CARD,
    card::READING,
    card::VERIFY,
    chacha20poly1305::CHACHA20POLY1305,
    did::DID,
    did::URL,
    did::WEB,
    did::PEER,
    did::PLC,
    did::PEER_INPUT,
    did::DOCUMENT,
    did::TRUST,
    encoding::HEX,
    encoding::BASE58,
    encoding::BASE64,
    encoding::MULTIBASE,
    encoding::VARINT,
    guard::GUARD,
    guard::MESSAGE_SAGE,
    handshake::FIRST,
    handshake::SECOND,
    handshake_claims::FIRST,
    handshake_claims::SECOND,
    hpke::HPKE,
    identity::IDENTITY_FILE,
    identity::CERTIFICATE,
    identity::HISTORY,
    identity::PHC,
    grant::CHAIN,
    grant::RECORD,
    grant::STATUS,
    grant::CAPABILITY,
    http_sig::INPUT,
    http_sig::SIGNATURE,
    http_sig::DIGEST,
    http_sig::BASE,
    http_sig::FIELDS,
    lineage::LINEAGE,
    lineage::RECORD,
    lineage::FRAMES,
    json::JSON,
    json::JCS,
    json::DOCUMENT,
    key_formats::JWK,
    key_formats::PEM,
    key_formats::DER,
    key_formats::MULTIKEY,
    key_formats::ADDRESS,
    kernels::VERIFY,
    kernels::SIGN,
    kernels::AGREE,
    kernels_p256::VERIFY,
    kernels_p256::SIGN,
    kernels_secp256k1::VERIFY,
    kernels_secp256k1::SIGN,
    kernels_secp256k1::HASH,
    keys::RAW,
    keys::SIGNATURE_DER,
    keys::RECOVER,
    keys::BATCH,
    jws::JWS,
    ml_dsa::ML_DSA,
    metadata::METADATA,
    peer::KEY,
    peer::ID,
    pop::POP,
    pop::POP_SAGE,
    session_sage::SESSION_SAGE,
    session_sage::HANDSHAKE_SAGE,
    session_sage::VAULT_SAGE,
    proof::PROOF,
    receipt::RECEIPT,
    receipt::RECEIPT_CHAIN,
    receipt_ring::RECEIPT_RING,
    receipt::RECEIPT_ENVELOPE,
    receipt::CHECKPOINT,
    receipt::MERKLE,
    record::CONTINUITY,
    record::COMPETENCE,
    session::SESSION,
    session::SESSION_BATCH,
    session::SESSION_TICKET,
    ring::RING,
    ring::GO,
];
