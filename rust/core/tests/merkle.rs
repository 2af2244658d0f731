//! Merkle trees and checkpoints: published vectors, the definitions of RFC 9162 as they stand, and
//! rejections.

#![allow(clippy::cast_possible_truncation, reason = "tests")]

use countersign_core::{
    Error,
    encoding::hex,
    merkle::{
        Edge, Hash, Request, consistency, empty_root, inclusion, leaf_hash, node_hash,
        verify_consistency, verify_inclusion,
    },
};
use countersign_testkit::vectors;
use proptest::prelude::*;
use serde_json::Value;

use crate::support::merkle::judge_own;

/// MTH of RFC 9162, section 2.1.1.
fn mth(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => empty_root(),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            node_hash(&mth(left), &mth(right))
        }
    }
}

fn leaves(count: usize) -> Vec<Hash> {
    (0..count).map(|index| leaf_hash(&index.to_be_bytes())).collect()
}

/// A log whose tiles are kept as a store would keep them.
struct Log {
    pub edge: Edge,
    pub full: std::collections::BTreeMap<String, Vec<Hash>>,
}

impl Log {
    pub(crate) fn of(leaves: &[Hash]) -> Self {
        let (mut edge, mut full) = (Edge::default(), std::collections::BTreeMap::new());
        for (tile, hashes) in edge.append(leaves).unwrap() {
            full.insert(tile.path(), hashes);
        }
        for (tile, hashes) in edge.partial_tiles() {
            full.insert(tile.path(), hashes);
        }
        Self { edge, full }
    }

    pub(crate) fn prove(&self, request: &Request) -> Vec<Hash> {
        let tiles = request.tiles();
        let hashes: Vec<Hash> =
            tiles.iter().flat_map(|tile| self.full[&tile.path()].clone()).collect();
        request.prove(&hashes).unwrap()
    }
}

fn hash(value: &Value) -> Hash {
    hex::decode(value.as_str().unwrap()).unwrap().try_into().unwrap()
}

#[test]
fn follows_the_published_vectors() {
    let file = vectors("merkle/rfc6962.json");
    let data: Vec<Vec<u8>> = file["leaves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|leaf| hex::decode(leaf.as_str().unwrap()).unwrap())
        .collect();
    let leaves: Vec<Hash> = data.iter().map(|data| leaf_hash(data)).collect();
    assert_eq!(empty_root(), hash(&file["emptyRoot"]));
    let roots: Vec<Hash> = file["roots"].as_array().unwrap().iter().map(hash).collect();
    for (size, root) in (1..).zip(&roots) {
        assert_eq!(Log::of(&leaves[..size]).edge.root(), *root);
    }
    let log = Log::of(&leaves);
    let number = |row: &Value, name: &str| row[name].as_u64().unwrap();
    let proof = |row: &Value| row["proof"].as_array().unwrap().iter().map(hash).collect::<Vec<_>>();
    for row in file["inclusion"].as_array().unwrap() {
        let (index, size) = (number(row, "index"), number(row, "size"));
        let got = log.prove(&inclusion(index, size, 8).unwrap());
        assert_eq!(got, proof(row), "{row}");
        let (leaf, root) = (&leaves[index as usize], &roots[size as usize - 1]);
        verify_inclusion(leaf, index, size, &got, root).unwrap();
    }
    for row in file["consistency"].as_array().unwrap() {
        let (first, second) = (number(row, "first"), number(row, "second"));
        let got = log.prove(&consistency(first, second, 8).unwrap());
        assert_eq!(got, proof(row), "{row}");
        let root = |size: u64| &roots[size as usize - 1];
        verify_consistency((first, root(first)), (second, root(second)), &got).unwrap();
    }
}

#[test]
fn proves_every_leaf_and_every_pair_of_small_trees() {
    let leaves = leaves(40);
    let log = Log::of(&leaves);
    let roots: Vec<Hash> = (0..=40).map(|size| mth(&leaves[..size])).collect();
    for size in 1..=40_u64 {
        let root = &roots[size as usize];
        for index in 0..size {
            let proof = log.prove(&inclusion(index, size, 40).unwrap());
            let leaf = &leaves[index as usize];
            assert_eq!(verify_inclusion(leaf, index, size, &proof, root), Ok(()));
            refuse_altered(&proof, |proof| verify_inclusion(leaf, index, size, proof, root));
            for other in (0..size).filter(|candidate| *candidate != index) {
                assert!(verify_inclusion(leaf, other, size, &proof, root).is_err());
            }
        }
        for first in 0..=size {
            let old = &roots[first as usize];
            let proof = log.prove(&consistency(first, size, 40).unwrap());
            let check = |proof: &[Hash]| verify_consistency((first, old), (size, root), proof);
            assert_eq!(check(&proof), Ok(()), "{first} {size}");
            refuse_altered(&proof, check);
            if first > 0 && first < size {
                let wrong = leaf_hash(b"another root");
                assert!(verify_consistency((first, &wrong), (size, root), &proof).is_err());
                assert!(verify_consistency((first, old), (size, &wrong), &proof).is_err());
            }
        }
    }
}

fn refuse_altered(proof: &[Hash], check: impl Fn(&[Hash]) -> Result<(), Error>) {
    let longer = [proof, &[[7; 32]]].concat();
    assert_eq!(check(&longer), Err(Error::MerkleProof));
    for index in 0..proof.len() {
        let mut altered = proof.to_vec();
        altered[index][0] ^= 1;
        assert_eq!(check(&altered), Err(Error::MerkleProof));
    }
    if let [_, shorter @ ..] = proof {
        assert_eq!(check(shorter), Err(Error::MerkleProof));
    }
}

#[test]
fn a_large_log_is_kept_by_its_edge() {
    let leaves = leaves(70_000);
    let log = Log::of(&leaves);
    let root = mth(&leaves);
    assert_eq!(log.edge.root(), root);
    assert!(log.full.contains_key("tile/0/000") && log.full.contains_key("tile/0/273.p/112"));
    assert!(log.full.contains_key("tile/1/001.p/17") && log.full.contains_key("tile/2/000.p/1"));
    for (index, size) in
        [(0, 70_000), (69_999, 70_000), (255, 256), (256, 65_537), (65_535, 65_536)]
    {
        let proof = log.prove(&inclusion(index, size, 70_000).unwrap());
        let root = mth(&leaves[..size as usize]);
        verify_inclusion(&leaves[index as usize], index, size, &proof, &root).unwrap();
    }
    for (first, second) in [(1, 70_000), (256, 65_536), (65_535, 65_537), (300, 301)] {
        let proof = log.prove(&consistency(first, second, 70_000).unwrap());
        let [old, new] = [first, second].map(|size| mth(&leaves[..size as usize]));
        verify_consistency((first, &old), (second, &new), &proof).unwrap();
    }
    let edge: Vec<Hash> = log.edge.partial_tiles().into_iter().flat_map(|(_, row)| row).collect();
    let mut restored = Edge::restore(70_000, &edge).unwrap();
    assert_eq!(restored, log.edge);
    restored.append(&[leaf_hash(b"next")]).unwrap();
    assert_eq!(restored.root(), mth(&[leaves, vec![leaf_hash(b"next")]].concat()));
    assert!(Edge::restore(70_000, &edge[1..]).is_err());
    assert!(Edge::restore(70_001, &edge).is_err());
}

/// Appends as many leaves as `COUNTERSIGN_LEAVES` says, 20,000 by default: the memory does not grow with them.
#[test]
fn a_log_grows_in_bounded_memory() {
    let count = std::env::var("COUNTERSIGN_LEAVES").ok().and_then(|text| text.parse().ok());
    let count: usize = count.unwrap_or(20_000);
    let (mut edge, mut leaf, mut kept) = (Edge::default(), [0; 32], Vec::new());
    for index in 0..count {
        leaf = leaf_hash(&index.to_be_bytes());
        let full = edge.append(&[leaf]).unwrap();
        // Full tiles go to the store. The last tile of the bottom row is kept for the proof below.
        kept.extend(full.into_iter().filter(|(tile, _)| tile.path().starts_with("tile/0/")));
        kept.drain(..kept.len().saturating_sub(1));
        let held: usize = edge.partial_tiles().iter().map(|(_, row)| row.len()).sum();
        assert!(held <= 255 * 4);
    }
    assert_eq!(edge.size(), count as u64);
    // The last leaf is proven by the edge alone, if its tile is not full.
    let size = count as u64;
    let request = inclusion(size - 1, size, size).unwrap();
    let rows: std::collections::BTreeMap<String, Vec<Hash>> = edge
        .partial_tiles()
        .into_iter()
        .chain(kept)
        .map(|(tile, row)| (tile.path(), row))
        .collect();
    let tiles: Option<Vec<Vec<Hash>>> =
        request.tiles().iter().map(|tile| rows.get(&tile.path()).cloned()).collect();
    let proof = request.prove(&tiles.unwrap().concat()).unwrap();
    verify_inclusion(&leaf, size - 1, size, &proof, &edge.root()).unwrap();
}

#[test]
fn names_tiles_as_the_specification_does() {
    // From C2SP tlog-tiles: tile 1234067 of level 5 is x001/x234/067.
    let size = 1_234_067 * 256 + 256;
    let paths = inclusion(1_234_067 * 256, size, size).unwrap().paths_json();
    assert!(paths.contains("\"tile/0/x001/x234/067\""), "{paths}");
}

#[test]
fn refuses_what_is_out_of_range() {
    let range = Some(Error::MerkleRange);
    assert_eq!(inclusion(5, 5, 9).err(), range);
    assert_eq!(inclusion(5, 10, 9).err(), range);
    assert_eq!(inclusion(0, 1 << 60, 1 << 60).err(), range);
    assert_eq!(consistency(5, 4, 9).err(), range);
    assert_eq!(consistency(5, 10, 9).err(), range);
    assert_eq!(verify_inclusion(&[0; 32], 1, 1, &[], &[0; 32]).err(), range);
    assert_eq!(verify_inclusion(&[0; 32], 0, 0, &[], &[0; 32]).err(), range);
    assert_eq!(verify_consistency((2, &[0; 32]), (1, &[0; 32]), &[]).err(), range);
    let request = inclusion(3, 9, 9).unwrap();
    assert!(request.prove(&leaves(8)).is_err());
    assert!(request.prove(&leaves(100)).is_err());
}

proptest! {
    #[test]
    fn any_text_is_refused_or_read(text in "\\PC*", bytes in any::<Vec<u8>>()) {
        let _ = judge_own(&text);
        let _ = judge_own(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn proofs_of_any_shape_are_refused(
        index in any::<u64>(), size in any::<u64>(), proof in prop::collection::vec(any::<[u8; 32]>(), 0..70),
    ) {
        prop_assert!(verify_inclusion(&[1; 32], index, size, &proof, &[2; 32]).is_err());
        prop_assert!(verify_consistency((index, &[1; 32]), (size, &[2; 32]), &proof).is_err());
    }
}
