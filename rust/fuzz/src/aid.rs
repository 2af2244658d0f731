//! AgenticIdentity: no record holds without trust, and each is written back as it was read.

use countersign_core::{
    aid::{Anchors, Micros},
    grant::aid::{self as grants, Context},
    identity::aid::{competence, continuity, document, file, negative, spawn, store},
    receipt::aid as receipts,
};

use crate::Target;

const RECEIPT: &[u8] = br#"{"id":"arec_Es8DtP6hoSKDuxFbvpj1Kv","actor":"aid_7Uhoi7PPzLUax2JtMkKRop","actor_key":"iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=","action_type":"Decision","action":{"description":"Approved deployment to production","data":null,"references":[]},"timestamp":1735689600000000,"context_hash":null,"previous_receipt":null,"receipt_hash":"a3dc8bb68ec7bd21245dc4de43e9ea7e5f38b9d34d3c07ffbced538a4ff9d093","signature":"UJNOZcXyE3bmM+hOiXR3GKFiUeaSwI/70Ve1jqDbhWITqIZuhs61dz8Hj5d4geK2rOx07Z8lIuZ1TBdRVriocg==","witnesses":[]}"#;
const GRANT: &[u8] = br#"{"id":"atrust_X6QLzCRqj3bp3DyRJXFDy8","grantor":"aid_7Uhoi7PPzLUax2JtMkKRop","grantor_key":"iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=","grantee":"aid_E7kQYABxMhjpgoGaWC9RZb","grantee_key":"gTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5Q=","capabilities":[{"uri":"read:calendar","description":null,"constraints":null}],"constraints":{"not_before":1735689600000000,"not_after":null,"max_uses":null,"geographic":null,"ip_allowlist":null,"custom":null},"delegation_allowed":false,"max_delegation_depth":null,"parent_grant":null,"delegation_depth":0,"revocation":{"revocation_key_id":"revkey_7Uhoi7PPzLUax2JtMkKRop","revocation_channel":"Local","required_witnesses":[]},"granted_at":1735689600000000,"grant_hash":"ae6f9cf646d37d3ddc3dc3e07137d81ac39ebd5ab25bb4b117af99af313e358f","grantor_signature":"wG05WLKX1OFfsrarB4tDOWooFn2DrQXR8AqeSW+02TwHTsE+qxJ4rTbG7x8qfD0nVbdMOQg2LXNhwD2gpHyYDA==","grantee_acknowledgment":null}"#;
const EVENT: &[u8] = br#"{"id":"aexp_UNkKqQQQhtNwpfKkuBaDpy","identity":"aid_7Uhoi7PPzLUax2JtMkKRop","event_type":{"System":{"event":"Startup"}},"timestamp":1735689600000000,"duration":null,"content_hash":"75e0d458fc2da40b5b8b8b614d0192e9da7fffc2d6042f33300fdb0e8a83dfb4","intensity":0.5,"previous_experience_id":null,"previous_experience_hash":null,"sequence_number":0,"cumulative_hash":"3604d4b7bcd4396e37cc0e781b77b035bd73959ad3fdf4a3f561c9e0a3df5054","signature":"AAAA"}"#;
const FILE: &[u8] = br#"{"version":1,"format":"aid-v1","encryption":{"algorithm":"chacha20-poly1305","kdf":"argon2id","salt":"5lqhXYQdfRwduUZs7mFd6Q==","nonce":"UOX2lrqKnELFYLyH"},"encrypted_anchor":"idOYkf0z/f53PCksAlNXQG73AApMNbbcoT1Ixosm","public_document":{"id":"aid_7Uhoi7PPzLUax2JtMkKRop","public_key":"iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=","algorithm":"ed25519","created_at":1735689600000000,"name":"default","rotation_history":[],"attestations":[],"signature":"wL47N9ZDN/B6em3NCQU6Nibgic3ZX1UE4MvPiYAc73zDwhgmo2zvLMbDiiG7uEuOD+JZ6QsnTu1aDkFiK54FBQ=="}}"#;

pub(crate) const AID_RECEIPT: Target =
    Target { name: "aid_receipt", run: receipt, seeds: &[RECEIPT] };
pub(crate) const AID_GRANT: Target = Target { name: "aid_grant", run: grant, seeds: &[GRANT] };
pub(crate) const AID_FILE: Target = Target { name: "aid_file", run: identity, seeds: &[FILE] };
pub(crate) const AID_CONTINUITY: Target =
    Target { name: "aid_continuity", run: records, seeds: &[EVENT] };

fn receipt(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    assert!(receipts::verify(text, &Anchors::default()).is_err());
    if let Ok(verified) = receipts::verify(text, &Anchors::embedded()) {
        let wire = verified.receipt.to_json();
        let again = receipts::verify(&wire, &Anchors::embedded());
        assert!(again.is_ok_and(|again| again.receipt == verified.receipt));
    }
    let _ = receipts::verify_chain(data, &Anchors::embedded(), "{}");
    let _ = receipts::query(data, &Anchors::embedded(), text);
    let _ = store::read("receipt", "receipts/arec_1.json", text);
}

fn grant(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let context = Context::from_json(r#"{"capability":"read:calendar","now":"1735689600000000"}"#);
    let Ok(context) = context else { return };
    assert!(grants::verify(text, &Anchors::default(), &context, &[]).is_err());
    if let Ok(verified) = grants::verify(text, &Anchors::embedded(), &context, &[]) {
        let wire = verified.grant.to_json();
        let again = grants::inspect(&wire, &Anchors::embedded());
        assert!(again.is_ok_and(|again| again.grant == verified.grant));
    }
    let _ = grants::verify_chain(data, &Anchors::embedded(), &context, data);
    let _ = grants::validate_delegation(text, r#"["read:calendar"]"#);
    let _ = grants::verify_revocation(text, &Anchors::embedded());
    let _ = grants::capability::covers(text, "a");
}

/// No passphrase is tried: its key derivation would use up the time of the run.
fn identity(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let _ = file::inspect(text);
    if let Ok(verified) = document::verify(text, &Anchors::embedded()) {
        let wire = verified.document.to_json();
        assert!(document::verify(&wire, &Anchors::embedded()).is_ok());
    }
}

fn records(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let trust = Anchors::default();
    for kind in ["experience", "anchor", "heartbeat", "claim"] {
        assert!(continuity::verify(kind, text, &trust).is_err());
    }
    let _ = continuity::verify_chain(data, data, text, u64::MAX, &trust);
    let _ = competence::check(data, "{}", Micros(0), &trust);
    assert!(negative::verify_proof(text, Micros(0), &trust).is_err());
    let _ = spawn::lineage("aid_x", data, data, Micros(0), &trust);
    let _ = spawn::terminate(data, "{}");
}
