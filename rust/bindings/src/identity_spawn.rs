//! See `countersign_core::identity::spawn`.

use countersign_core::{
    identity::spawn::{
        self, Evidence, Options, Spawn, accept, complete, prepare, terminate, verify,
    },
    signed_record::Signed,
};

use crate::{trust, unsigned};

boundary! {
    fn spawn_prepare as "spawnPrepare" (lineage: String, draft: String) -> String {
        prepare(&lineage, &draft)
    }

    fn spawn_accept as "spawnAccept" (spawn: String, draft: String) -> String {
        accept(&spawn, &draft)
    }

    fn spawn_complete as "spawnComplete" (spawn: String, draft: String) -> String {
        complete(&spawn, &draft)
    }

    fn spawn_terminate as "spawnTerminate" (spawn: String, draft: String) -> String {
        terminate(&spawn, &draft)
    }

    fn spawn_unsigned as "spawnUnsigned" (record: String) -> u32 {
        unsigned::insert(spawn::unsigned(&record)?)
    }

    fn spawn_id as "spawnId" (spawn: String) -> String {
        Signed::<Spawn>::from_json(&spawn)?.id()
    }

    fn spawn_verify_lineage as "spawnVerifyLineage" (lineage: String, trust: u32, options: String, ends: &[u8], family: &[u8], grants: String, status: &[u8]) -> String {
        let evidence = Evidence::read(&grants, status, ends, family)?;
        Ok(verify(&lineage, &*trust::get(trust)?, &Options::from_json(&options)?, &evidence).to_json())
    }
}
