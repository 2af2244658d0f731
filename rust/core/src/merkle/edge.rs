//! The right edge of a tree: all that is needed to append, in bounded memory.

use super::{
    Hash, MAX_SIZE, empty_root, node_hash, perfect_root,
    tile::{HEIGHT, Tile, WIDTH},
};
use crate::Error;

/// The partial tiles of a tree, at most one on each level.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Edge {
    size: u64,
    /// The hashes on each level; each row is less than a full tile.
    rows: Vec<Vec<Hash>>,
}

impl Edge {
    /// Restores the edge of a tree of `size` from its partial tiles: the hashes of the tiles that
    /// [`Edge::tiles`] names, one after the other.
    ///
    /// # Errors
    ///
    /// `ERR_MERKLE_RANGE` for too large a size; `ERR_BYTES_LENGTH` for another number of hashes.
    pub fn restore(size: u64, hashes: &[Hash]) -> Result<Self, Error> {
        if size > MAX_SIZE {
            return Err(Error::MerkleRange);
        }
        let want = Self::tiles(size).iter().map(|tile| tile.width).sum::<u64>();
        let want = usize::try_from(want).unwrap_or(usize::MAX).saturating_mul(32);
        let wrong = || Error::BytesLength("edge", want, hashes.len() * 32);
        let (mut rows, mut rest, mut left) = (Vec::new(), hashes, size);
        while left > 0 {
            let width = usize::try_from(left % WIDTH).unwrap_or_default();
            let (row, more) = rest.split_at_checked(width).ok_or_else(wrong)?;
            rows.push(row.to_vec());
            rest = more;
            left >>= HEIGHT;
        }
        if rest.is_empty() { Ok(Self { size, rows }) } else { Err(wrong()) }
    }

    /// The partial tiles of a tree of `size`, from the leaves up.
    #[must_use]
    pub fn tiles(size: u64) -> Vec<Tile> {
        let (mut tiles, mut level, mut hashes) = (Vec::new(), 0, size);
        while hashes > 0 {
            if !hashes.is_multiple_of(WIDTH) {
                tiles.push(Tile::of(level, hashes / WIDTH, size));
            }
            hashes >>= HEIGHT;
            level += 1;
        }
        tiles
    }

    /// How many leaves there are.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Appends leaves. Gives the tiles that are now full, which never change again.
    ///
    /// # Errors
    ///
    /// `ERR_MERKLE_RANGE` if the tree would be too large.
    pub fn append(&mut self, leaves: &[Hash]) -> Result<Vec<(Tile, Vec<Hash>)>, Error> {
        let more = u64::try_from(leaves.len()).unwrap_or(u64::MAX);
        if self.size.saturating_add(more) > MAX_SIZE {
            return Err(Error::MerkleRange);
        }
        let mut full = Vec::new();
        for leaf in leaves {
            self.size += 1;
            self.push(*leaf, &mut full);
        }
        Ok(full)
    }

    fn push(&mut self, leaf: Hash, full: &mut Vec<(Tile, Vec<Hash>)>) {
        let (mut hash, mut level, mut hashes) = (leaf, 0_u32, self.size);
        loop {
            let index = usize::try_from(level).unwrap_or(usize::MAX);
            if self.rows.len() <= index {
                self.rows.push(Vec::new());
            }
            let Some(row) = self.rows.get_mut(index) else { return };
            row.push(hash);
            if !hashes.is_multiple_of(WIDTH) {
                return;
            }
            let tile = Tile { level, index: hashes / WIDTH - 1, width: WIDTH };
            let hashed = core::mem::take(row);
            hash = perfect_root(&hashed);
            full.push((tile, hashed));
            hashes /= WIDTH;
            level += 1;
        }
    }

    /// The partial tiles with their hashes, to be stored until they grow.
    #[must_use]
    pub fn partial_tiles(&self) -> Vec<(Tile, Vec<Hash>)> {
        let rows = self.rows.iter().filter(|row| !row.is_empty()).cloned();
        Self::tiles(self.size).into_iter().zip(rows).collect()
    }

    /// The root of the tree.
    #[must_use]
    pub fn root(&self) -> Hash {
        let mut root = None;
        for row in &self.rows {
            let mut rest = row.as_slice();
            // The smallest complete subtree is the rightmost.
            while !rest.is_empty() {
                let width = 1 << rest.len().trailing_zeros();
                let (before, peak) = rest.split_at(rest.len() - width);
                let peak = perfect_root(peak);
                root = Some(root.map_or(peak, |right| node_hash(&peak, &right)));
                rest = before;
            }
        }
        root.unwrap_or_else(empty_root)
    }
}
