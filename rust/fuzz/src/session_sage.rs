//! SAGE's wire format, boxes, handshake messages and files: noise never opens, and changes no state.

use countersign_core::{
    handshake::sage::{Incoming, Reply, Request, Responder},
    keys::{KeyType, SecretKey},
    sage_key_store::{sealed_box, vault},
    session::sage::{Limits, SageSession},
    time::UnixSeconds,
};
use countersign_testkit::{FixedRng, keys::pinned};

use crate::Target;

pub(crate) const SESSION_SAGE: Target = Target {
    name: "session_sage",
    run: run_wire,
    seeds: &[
        b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x94\xae\xee\x5f\xcf\x80\xd5\x56\x5f\x87\xf8\xb8\xb4\x7a\x3d\xb4",
        b"a2a/handshake v1",
    ],
};

pub(crate) const HANDSHAKE_SAGE: Target = Target {
    name: "handshake_sage",
    run: run_handshake,
    seeds: &[
        br#"{"enc":"G4AxQxilYAGC716W2sD6xfQ-VjPGC3QyKTyOePlPR2s","ephC":"GflBEjayhD8Oq4cLrSndCS2iObJHVlRPd5bvp8Jc4BY","exportCtx":"sage/hpke-export|v1|suite=hpke-base+x25519+hkdf-sha256|combiner=e2e-x25519-hkdf-v1|ctx=ctx","info":"sage/hpke-info|v1|suite=hpke-base+x25519+hkdf-sha256|combiner=e2e-x25519-hkdf-v1|ctx=ctx|init=a|resp=b","initDid":"a","nonce":"n","respDid":"b","ts":"2025-10-19T12:34:56Z"}"#,
        br#"{"ackTagB64":"qyPE","ctx":"ctx","did":"b","enc":"AA","ephC":"AA","ephS":"AA","exportCtxHash":"AA","infoHash":"AA","kid":"kid-1","sigB64":"AAAA","task":"hpke/complete@v1","ts":"2025-10-19T12:34:56Z","v":"v1"}"#,
    ],
};

pub(crate) const VAULT_SAGE: Target = Target {
    name: "vault_sage",
    run: run_files,
    seeds: &[
        br#"{"version":"1.0","key_id":"other","algorithm":"AES-256-GCM","salt":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=","iv":"ICEiIyQlJicoKSor","ciphertext":"jcTVqmnJHDQyzDLlXPEOn7U/"}"#,
        br#"{"type":"Ed25519","format":"JWK","data":"{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg\",\"d\":\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\"}","id":"56475aa75463474c"}"#,
    ],
};

const NOW: UnixSeconds = UnixSeconds(1_760_877_296);

fn run_wire(data: &[u8]) {
    let open =
        |label: &str| SageSession::directional(&[7; 32], label, false, Limits::default(), NOW);
    if let Ok(label) = core::str::from_utf8(data) {
        let _ = open(label);
    }
    if let Ok(mut session) = open("") {
        let before = session.describe();
        assert!(session.open(data, data, NOW).is_err());
        assert!(session.verify_covered(data, data, NOW).is_err());
        assert_eq!(session.describe(), before);
    }
    if let Ok(key) = SecretKey::from_bytes(KeyType::Ed25519, &[7; 32]) {
        assert!(sealed_box::open(&key, data).is_err());
    }
}

fn run_handshake(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(request) = Request::from_json(text) {
        assert_eq!(Request::from_json(&request.to_json()), Ok(request));
    }
    if let Ok((reply, signature)) = Reply::from_json(text) {
        assert_eq!(Reply::from_json(&reply.to_json(&signature)), Ok((reply, signature)));
    }
    let keys =
        [KeyType::Ed25519, KeyType::X25519].map(|kind| SecretKey::from_bytes(kind, &[7; 32]));
    let [Ok(identity), Ok(agreement)] = keys else { return };
    let incoming = Incoming {
        did: "b",
        peer: "a",
        trust: &pinned([identity.public_key()]),
        context: "ctx",
        payload: text,
        signature: &[7; 64],
        ts: "2025-10-19T12:34:56Z",
        skew: 120,
    };
    // Nobody signed it.
    assert!(Responder::accept(&incoming, &agreement, &mut FixedRng(1)).is_err());
}

fn run_files(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    // The seed belongs to another key, so that the slow key derivation seldom runs.
    assert!(vault::open(text, "k1", b"passphrase").is_err());
    if let Ok(key) = vault::read_key_file(text, "agent") {
        assert!(matches!(
            key.key_type(),
            KeyType::Ed25519 | KeyType::Secp256k1 | KeyType::P256 | KeyType::X25519
        ));
    }
}
