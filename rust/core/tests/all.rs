//! All tests of the public interface in one program, as a program for each file takes far longer to build. Those that count
//! what is allocated are programs of their own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]
#![allow(unreachable_pub, reason = "modules of a test")]

use std::{fs, path::Path};

mod aid_long_lists;
mod argon2id;
mod card;
mod card_payload;
mod card_sage;
mod card_sign;
mod card_trust;
mod card_validate;
mod card_vectors;
mod checks;
mod checks_crowd;
mod composite;
mod data_integrity;
mod data_integrity_chain;
mod data_integrity_trust;
mod did;
mod did_check;
mod did_documents;
mod did_keys;
mod did_peer;
mod did_plc;
mod did_vectors;
mod document;
mod draft_numbers;
mod ecdsa;
mod ed25519;
mod encoding;
mod error;
mod error_data;
mod grant;
mod grant_aid;
mod grant_aid_capability;
mod grant_authorize;
mod grant_capability;
mod grant_status;
mod grant_trust;
mod grant_use;
mod guard;
mod guard_signed;
mod handles;
mod handshake;
mod handshake_refusals;
mod handshake_sage;
mod handshake_sage_trust;
mod hazmat;
mod hpke;
mod http_sig;
mod http_sig_components;
mod http_sig_policy;
mod http_sig_refusals;
mod http_sig_web_bot_auth;
mod identity;
mod identity_aid;
mod identity_aid_negative;
mod identity_aid_spawn;
mod identity_certificate;
mod identity_certificate_refusals;
mod identity_certificate_trust;
mod identity_competence;
mod identity_competence_refusals;
mod identity_competence_validations;
mod identity_continuity;
mod identity_continuity_keys;
mod identity_continuity_refusals;
mod identity_file;
mod identity_negative;
mod identity_negative_declaration;
mod identity_rotation;
mod identity_spawn;
mod identity_spawn_ends;
mod identity_spawn_trust;
mod identity_trust;
mod json;
mod jwk;
mod jws;
mod jws_trust;
mod key_text;
mod keys;
mod merkle;
mod merkle_checkpoint;
mod metadata;
mod ml_dsa;
mod numbers;
mod peer;
mod peer_id;
mod pem;
mod pop;
mod pop_sage;
mod pop_trust;
mod proven_key;
mod range;
mod receipt;
mod receipt_actor;
mod receipt_aid;
mod receipt_chain;
mod receipt_chain_keys;
mod receipt_envelope;
mod receipt_refusals;
mod receipt_ring;
mod receipt_rotation;
mod receipt_witness;
mod replay;
mod ring;
mod ring_go;
mod sage_keys;
mod session;
mod session_batch;
mod session_epochs;
mod session_sage;
mod session_ticket;
mod states;
mod states_records;
mod structured_fields;
mod support;
mod trust;
mod trust_document;
mod trust_embedded;
mod trust_recent;

/// A file that no `mod` names would be no test.
#[test]
fn every_file_is_named() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    name_all(&folder, &["all", "reading_allocations", "session_allocations"], "all");
    name_all(&folder.join("checks"), &[], "checks");
    name_all(&folder.join("proven_key"), &[], "proven_key");
    name_all(&folder.join("support"), &["counting"], "support");
}

/// The file `names` has a `mod` for each file of a folder, but for those that stand `alone`.
fn name_all(folder: &Path, alone: &[&str], names: &str) {
    let parent = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/{names}.rs"));
    let names = fs::read_to_string(parent).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = file.strip_suffix(".rs") else { continue };
        let found = names.lines().any(|line| line.ends_with(&format!("mod {name};")));
        assert!(alone.contains(&name) || found, "{file}");
    }
}
