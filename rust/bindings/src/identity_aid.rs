//! See `countersign_core::identity::aid`, and `receipt_aid` for how lists and times cross.

use countersign_core::{
    aid::{Micros, identity_of},
    identity::aid::{
        competence, continuity, derive, document, file,
        negative::{self, Sources},
        spawn, store,
    },
    keys::PublicKey,
};
use rand_core::Rng;

use crate::{host, identity::take, random, receipt_aid::anchors, signer, unsigned};

boundary! {
    fn identity_aid_id as "identityAidId" (key: &[u8]) -> String {
        identity_of(&PublicKey::from_tagged(key)?)
    }

    fn identity_aid_derive as "identityAidDerive" (handle: u32, kind: String, argument: String) -> u32 {
        signer::keep(signer::with(handle, |root| derive::derive_key(root, &kind, &argument))?)
    }

    fn identity_aid_info as "identityAidInfo" (kind: String, argument: String) -> String {
        derive::info(&kind, &argument)
    }

    fn identity_aid_document_unsigned as "identityAidDocumentUnsigned" (draft: String, key: &[u8]) -> u32 {
        unsigned::insert(document::unsigned(&draft, &PublicKey::from_tagged(key)?)?)
    }

    fn identity_aid_document_verify as "identityAidDocumentVerify" (document: String, trust: u32, identities: &[u8], now: String) -> String {
        document::verify(&document, &anchors(trust, identities, &now)?)?.to_json()
    }

    fn identity_aid_rotation_unsigned as "identityAidRotationUnsigned" (document: String, key: &[u8], draft: String) -> u32 {
        unsigned::insert_by_two(document::unsigned_rotation(&document, &PublicKey::from_tagged(key)?, &draft)?)
    }

    fn identity_aid_file_inspect as "identityAidFileInspect" (file: String) -> String {
        file::inspect(&file)
    }

    fn identity_aid_file_unlock as "identityAidFileUnlock" (file: String, passphrase: &[u8]) -> host::Bytes {
        Ok(take(file::unlock(&file, passphrase)?))
    }

    fn identity_aid_file_open as "identityAidFileOpen" (file: String, key: &[u8]) -> u32 {
        signer::keep(file::open_with(&file, key)?)
    }

    fn identity_aid_file_stretch as "identityAidFileStretch" (passphrase: &[u8], salt: &[u8]) -> host::Bytes {
        Ok(take(file::stretch(passphrase, salt)?))
    }

    fn identity_aid_file_seal as "identityAidFileSeal" (handle: u32, document: String, key: &[u8], salt: &[u8]) -> String {
        let mut nonce = [0; file::NONCE_LEN];
        random::system()?.fill_bytes(&mut nonce);
        signer::with(handle, |secret| file::seal_with(secret, &document, key, salt, &nonce))
    }

    fn identity_aid_store_write as "identityAidStoreWrite" (kind: String, object: String) -> String {
        store::write(&kind, &object)
    }

    fn identity_aid_store_read as "identityAidStoreRead" (kind: String, path: String, content: String) -> String {
        store::read(&kind, &path, &content)
    }

    fn identity_aid_continuity_verify as "identityAidContinuityVerify" (kind: String, record: String, trust: u32, identities: &[u8], now: String) -> String {
        continuity::verify(&kind, &record, &anchors(trust, identities, &now)?)
    }

    fn identity_aid_continuity_verify_chain as "identityAidContinuityVerifyChain" (events: &[u8], checkpoints: &[u8], claim: String, grace: String, trust: u32, identities: &[u8], now: String) -> String {
        continuity::verify_chain(events, checkpoints, &claim, Micros::from_text(&grace)?.0, &anchors(trust, identities, &now)?)
    }

    fn identity_aid_attempt_verify as "identityAidAttemptVerify" (attempt: String, trust: u32, identities: &[u8], now: String) -> String {
        competence::verify_attempt(&attempt, &anchors(trust, identities, &now)?)
    }

    fn identity_aid_competence_check as "identityAidCompetenceCheck" (attempts: &[u8], requirement: String, trust: u32, identities: &[u8], now: String) -> String {
        competence::check(attempts, &requirement, Micros::from_text(&now)?, &anchors(trust, identities, &now)?)
    }

    fn identity_aid_competence_verify_proof as "identityAidCompetenceVerifyProof" (proof: String, requirement: String, trust: u32, identities: &[u8], now: String) -> String {
        competence::verify_proof(&proof, &requirement, Micros::from_text(&now)?, &anchors(trust, identities, &now)?)
    }

    fn identity_aid_spawn_verify as "identityAidSpawnVerify" (record: String, receipt: String, trust: u32, identities: &[u8], now: String) -> String {
        spawn::verify(&record, &receipt, &anchors(trust, identities, &now)?)
    }

    fn identity_aid_spawn_lineage as "identityAidSpawnLineage" (identity: String, records: &[u8], receipts: &[u8], trust: u32, identities: &[u8], now: String) -> String {
        spawn::lineage(&identity, records, receipts, Micros::from_text(&now)?, &anchors(trust, identities, &now)?)
    }

    fn identity_aid_spawn_check as "identityAidSpawnCheck" (plan: String) -> bool {
        spawn::check_bounds(&plan).map(|()| true)
    }

    fn identity_aid_spawn_terminate as "identityAidSpawnTerminate" (records: &[u8], end: String) -> String {
        spawn::terminate(records, &end)
    }

    fn identity_aid_negative_verify as "identityAidNegativeVerify" (proof: String, trust: u32, identities: &[u8], now: String) -> String {
        negative::verify_proof(&proof, Micros::from_text(&now)?, &anchors(trust, identities, &now)?)
    }

    fn identity_aid_declaration_verify as "identityAidDeclarationVerify" (declaration: String, trust: u32, identities: &[u8], now: String) -> String {
        negative::verify_declaration(&declaration, &anchors(trust, identities, &now)?)
    }

    fn identity_aid_negative_reason as "identityAidNegativeReason" (identity: String, capability: String, ceiling: String, records: &[u8], receipts: &[u8], declarations: &[u8], trust: u32, identities: &[u8], now: String) -> String {
        let sources = Sources { ceiling: &ceiling, records, receipts, declarations };
        negative::find_reason(&identity, &capability, &sources, &anchors(trust, identities, &now)?)
    }
}
