//! Checking proofs (RFC 9162, sections 2.1.3.2 and 2.1.4.2).

use super::{Hash, MAX_SIZE, empty_root, node_hash};
use crate::Error;

/// Checks that the leaf with this hash is number `index` in the tree with `size` leaves and this root.
///
/// # Errors
///
/// `ERR_MERKLE_RANGE` unless `index < size`; `ERR_MERKLE_PROOF`.
pub fn verify_inclusion(
    leaf: &Hash,
    index: u64,
    size: u64,
    proof: &[Hash],
    root: &Hash,
) -> Result<(), Error> {
    if index >= size || size > MAX_SIZE {
        return Err(Error::MerkleRange);
    }
    let (mut node, mut last, mut hash) = (index, size - 1, *leaf);
    for step in proof {
        if last == 0 {
            return Err(Error::MerkleProof);
        }
        if node & 1 == 1 || node == last {
            hash = node_hash(step, &hash);
            while node & 1 == 0 && node != 0 {
                node >>= 1;
                last >>= 1;
            }
        } else {
            hash = node_hash(&hash, step);
        }
        node >>= 1;
        last >>= 1;
    }
    if last == 0 && hash == *root { Ok(()) } else { Err(Error::MerkleProof) }
}

/// Checks that the tree of `second` leaves begins with the tree of `first`.
///
/// # Errors
///
/// `ERR_MERKLE_RANGE` if `first > second`; `ERR_MERKLE_PROOF`, also for a proof where none is needed.
pub fn verify_consistency(
    (first, first_root): (u64, &Hash),
    (second, second_root): (u64, &Hash),
    proof: &[Hash],
) -> Result<(), Error> {
    if first > second || second > MAX_SIZE {
        return Err(Error::MerkleRange);
    }
    let trivial = match first {
        0 => Some(*first_root == empty_root() && (second > 0 || second_root == first_root)),
        _ if first == second => Some(first_root == second_root),
        _ => None,
    };
    match trivial {
        Some(true) if proof.is_empty() => Ok(()),
        Some(_) => Err(Error::MerkleProof),
        None => walk((first, first_root), (second, second_root), proof),
    }
}

fn walk(
    (first, first_root): (u64, &Hash),
    (second, second_root): (u64, &Hash),
    proof: &[Hash],
) -> Result<(), Error> {
    // A tree whose size is a power of two is a subtree itself, so its root leads the proof.
    let mut steps = if first.is_power_of_two() {
        core::slice::from_ref(first_root).iter().chain(proof)
    } else {
        [].iter().chain(proof)
    };
    let (mut node, mut last) = (first - 1, second - 1);
    while node & 1 == 1 {
        node >>= 1;
        last >>= 1;
    }
    let start = *steps.next().ok_or(Error::MerkleProof)?;
    let (mut old, mut new) = (start, start);
    for step in steps {
        if last == 0 {
            return Err(Error::MerkleProof);
        }
        if node & 1 == 1 || node == last {
            (old, new) = (node_hash(step, &old), node_hash(step, &new));
            while node & 1 == 0 && node != 0 {
                node >>= 1;
                last >>= 1;
            }
        } else {
            new = node_hash(&new, step);
        }
        node >>= 1;
        last >>= 1;
    }
    let good = last == 0 && old == *first_root && new == *second_root;
    if good { Ok(()) } else { Err(Error::MerkleProof) }
}
