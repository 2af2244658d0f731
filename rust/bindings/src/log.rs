//! Logs: Merkle trees whose edges stay in the engine, proofs, and checkpoints. See
//! `countersign_core::merkle` and `countersign_core::checkpoint`.

use std::cell::RefCell;

use countersign_core::{
    Error,
    checkpoint::{self, Checkpoint, Expected, NoteKey},
    handles::Handles,
    keys::PublicKey,
    merkle::{
        Edge, Request, Tile, consistency, hash, hashes, inclusion, leaf_hash, pack,
        verify_consistency, verify_inclusion, whole,
    },
    time::UnixSeconds,
};

use crate::{host, trust, unsigned};

thread_local! {
    static LOGS: RefCell<Handles<Edge>> = const { RefCell::new(Handles::new()) };
}

fn with<T>(handle: u32, run: impl FnOnce(&mut Edge) -> Result<T, Error>) -> Result<T, Error> {
    LOGS.with_borrow_mut(|logs| run(logs.get_mut(handle)?))
}

/// Drops every log, after a panic.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    LOGS.with_borrow_mut(Handles::clear);
}

boundary! {
    fn log_leaf_hash as "logLeafHash" (data: &[u8]) -> host::Public {
        Ok(leaf_hash(data).to_vec().into())
    }

    fn log_edge_tiles as "logEdgeTiles" (size: f64) -> String {
        Ok(Tile::paths_json(&Edge::tiles(whole(size)?)))
    }

    fn log_restore as "logRestore" (size: f64, edge: &[u8]) -> u32 {
        let edge = Edge::restore(whole(size)?, &hashes(edge)?)?;
        LOGS.with_borrow_mut(|logs| logs.insert(edge))
    }

    fn log_append as "logAppend" (handle: u32, leaves: &[u8]) -> host::Public {
        with(handle, |edge| Ok(pack(&edge.append(&hashes(leaves)?)?).into()))
    }

    fn log_partial as "logPartial" (handle: u32) -> host::Bytes {
        with(handle, |edge| Ok(pack(&edge.partial_tiles()).into()))
    }

    fn log_root as "logRoot" (handle: u32) -> host::Public {
        with(handle, |edge| Ok(edge.root().to_vec().into()))
    }

    fn log_close as "logClose" (handle: u32) -> bool {
        LOGS.with_borrow_mut(|logs| logs.remove(handle).map(|_| true))
    }

    fn log_inclusion_tiles as "logInclusionTiles" (index: f64, size: f64, stored: f64) -> String {
        Ok(request_inclusion(index, size, stored)?.paths_json())
    }

    fn log_inclusion as "logInclusion" (index: f64, size: f64, stored: f64, tiles: &[u8]) -> host::Public {
        Ok(request_inclusion(index, size, stored)?.prove(&hashes(tiles)?)?.concat().into())
    }

    fn log_consistency_tiles as "logConsistencyTiles" (first: f64, second: f64, stored: f64) -> String {
        Ok(request_consistency(first, second, stored)?.paths_json())
    }

    fn log_consistency as "logConsistency" (first: f64, second: f64, stored: f64, tiles: &[u8]) -> host::Public {
        Ok(request_consistency(first, second, stored)?.prove(&hashes(tiles)?)?.concat().into())
    }

    fn log_verify_inclusion as "logVerifyInclusion" (leaf: &[u8], index: f64, size: f64, proof: &[u8], root: &[u8]) -> bool {
        verify_inclusion(&hash(leaf)?, whole(index)?, whole(size)?, &hashes(proof)?, &hash(root)?).map(|()| true)
    }

    fn log_verify_consistency as "logVerifyConsistency" (first: f64, first_root: &[u8], second: f64, second_root: &[u8], proof: &[u8]) -> bool {
        let (old, new) = (hash(first_root)?, hash(second_root)?);
        verify_consistency((whole(first)?, &old), (whole(second)?, &new), &hashes(proof)?).map(|()| true)
    }

    fn log_checkpoint_unsigned as "logCheckpointUnsigned" (origin: String, size: f64, root: &[u8], extensions: &[u8], name: String, key: &[u8]) -> u32 {
        let checkpoint = Checkpoint::from_parts(&origin, whole(size)?, root, extensions)?;
        unsigned::insert(checkpoint::unsigned(&checkpoint, NoteKey::new(&name, PublicKey::from_tagged(key)?)?)?)
    }

    fn log_checkpoint_verify as "logCheckpointVerify" (note: String, trust: u32, origin: String, name: String, now: f64) -> String {
        let expected = Expected { origin: &origin, name: &name, now: UnixSeconds::from_number(now) };
        Ok(checkpoint::verify_note(&note, &*trust::get(trust)?, &expected)?.to_json())
    }

    fn log_checkpoint_key as "logCheckpointKey" (name: String, key: &[u8]) -> String {
        Ok(NoteKey::new(&name, PublicKey::from_tagged(key)?)?.vkey())
    }
}

fn request_inclusion(index: f64, size: f64, stored: f64) -> Result<Request, Error> {
    inclusion(whole(index)?, whole(size)?, whole(stored)?)
}

fn request_consistency(first: f64, second: f64, stored: f64) -> Result<Request, Error> {
    consistency(whole(first)?, whole(second)?, whole(stored)?)
}
