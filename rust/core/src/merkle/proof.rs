//! Making proofs from tiles (RFC 9162, sections 2.1.3.1 and 2.1.4.1).
//!
//! A proof is made in two steps: the request names the tiles that it needs, and then makes the proof from
//! their hashes. So the store can be anywhere, and reading it can be asynchronous.

use countersign_kernels::order::Index;

use super::{
    Hash, MAX_SIZE, node_hash, perfect_root, split,
    tile::{HEIGHT, Tile, WIDTH},
};
use crate::Error;

/// A proof that is asked for, in a store that holds a tree of `stored` leaves.
#[derive(Clone, Debug)]
pub struct Request {
    parts: Vec<Range>,
    stored: u64,
}

/// The leaves from `start` to before `end`. Each range becomes one hash of the proof.
#[derive(Clone, Copy, Debug)]
struct Range {
    start: u64,
    end: u64,
}

/// The proof that leaf `index` is in the tree of `size`.
///
/// # Errors
///
/// `ERR_MERKLE_RANGE` unless `index < size <= stored`.
pub fn inclusion(index: u64, size: u64, stored: u64) -> Result<Request, Error> {
    if index >= size || size > stored || stored > MAX_SIZE {
        return Err(Error::MerkleRange);
    }
    let (mut start, mut end, mut parts) = (0, size, Vec::new());
    while end - start > 1 {
        let middle = start + split(end - start);
        if index < middle {
            parts.push(Range { start: middle, end });
            end = middle;
        } else {
            parts.push(Range { start, end: middle });
            start = middle;
        }
    }
    parts.reverse();
    Ok(Request { parts, stored })
}

/// The proof that the tree of `second` leaves begins with the tree of `first`.
///
/// # Errors
///
/// `ERR_MERKLE_RANGE` unless `first <= second <= stored`.
pub fn consistency(first: u64, second: u64, stored: u64) -> Result<Request, Error> {
    if first > second || second > stored || stored > MAX_SIZE {
        return Err(Error::MerkleRange);
    }
    let (mut start, mut end, mut parts) = (0, second, Vec::new());
    // Nothing is to prove about the empty tree, or about the same tree.
    while first > 0 && first < end {
        let middle = start + split(end - start);
        if first <= middle {
            parts.push(Range { start: middle, end });
            end = middle;
        } else {
            parts.push(Range { start, end: middle });
            start = middle;
        }
    }
    if start > 0 {
        parts.push(Range { start, end });
    }
    parts.reverse();
    Ok(Request { parts, stored })
}

impl Request {
    /// The tiles that the proof needs.
    #[must_use]
    pub fn tiles(&self) -> Vec<Tile> {
        let mut tiles = Vec::new();
        for part in &self.parts {
            part.each(&mut |height, index| {
                let (tile, _) = locate(height, index, self.stored);
                tiles.push(((tile.level, tile.index), tile));
            });
        }
        let tiles = Index::of(tiles);
        tiles.groups().filter_map(|same| Some(same.first()?.1)).collect()
    }

    /// The paths of the tiles, as a JSON array.
    #[must_use]
    pub fn paths_json(&self) -> String {
        Tile::paths_json(&self.tiles())
    }

    /// The hashes of the proof, from the hashes of [`Request::tiles`] one after the other.
    ///
    /// # Errors
    ///
    /// `ERR_MERKLE_TILE` if they are not as many as the tiles have.
    pub fn prove(&self, hashes: &[Hash]) -> Result<Vec<Hash>, Error> {
        let (mut tiles, mut rest) = (Vec::new(), hashes);
        for tile in self.tiles() {
            let width = usize::try_from(tile.width).unwrap_or(usize::MAX);
            let wrong = || Error::MerkleTile(tile.path());
            let (own, more) = rest.split_at_checked(width).ok_or_else(wrong)?;
            tiles.push(((tile.level, tile.index), own));
            rest = more;
        }
        if !rest.is_empty() {
            return Err(Error::MerkleRange);
        }
        let tiles = Index::of(tiles);
        let node = |height, index| {
            let (tile, offset) = locate(height, index, self.stored);
            let wrong = || Error::MerkleTile(tile.path());
            let (_, own) = tiles.all(&(tile.level, tile.index)).first().ok_or_else(wrong)?;
            let own = own.get(offset..offset + (1 << (height % HEIGHT))).ok_or_else(wrong)?;
            Ok(perfect_root(own))
        };
        self.parts.iter().map(|part| part.root(&node)).collect()
    }
}

impl Range {
    /// The root of the leaves, from the roots of complete subtrees, of which the last is the smallest.
    fn root(self, node: &impl Fn(u32, u64) -> Result<Hash, Error>) -> Result<Hash, Error> {
        let mut roots = Vec::new();
        self.each(&mut |height, index| roots.push(node(height, index)));
        let mut roots = roots.into_iter().rev();
        let last = roots.next().ok_or(Error::MerkleRange)??;
        roots.try_fold(last, |right, left| Ok(node_hash(&left?, &right)))
    }

    /// The complete subtrees of the range, from left to right, by height and index.
    ///
    /// The start of a part of a proof is a multiple of the largest of them.
    fn each(self, visit: &mut impl FnMut(u32, u64)) {
        let mut next = self.start;
        while next < self.end {
            let height = u64::BITS - 1 - (self.end - next).leading_zeros();
            visit(height, next >> height);
            next += 1 << height;
        }
    }
}

/// The tile of a node, and its first hash in it.
fn locate(height: u32, index: u64, stored: u64) -> (Tile, usize) {
    let first = index << (height % HEIGHT);
    let tile = Tile::of(height / HEIGHT, first / WIDTH, stored);
    (tile, usize::try_from(first % WIDTH).unwrap_or_default())
}
