//! Tiles: their names and widths, and how several cross the boundary together.

use super::Hash;
use crate::{encoding::frames, print::list_of_texts};

/// Hashes of a full tile.
pub const WIDTH: u64 = 256;

/// Levels of the tree in one tile.
pub(super) const HEIGHT: u32 = 8;

/// The name of a tile in a tree of some size.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Tile {
    /// Level, 0 for leaves.
    pub level: u32,
    /// Place in its level.
    pub index: u64,
    /// How many hashes it has, 1 to 256.
    pub width: u64,
}

impl Tile {
    /// The tile at a place, as wide as it is in a tree of `size`.
    pub(super) fn of(level: u32, index: u64, size: u64) -> Self {
        let hashes = size.checked_shr(HEIGHT * level).unwrap_or_default();
        let width = hashes.saturating_sub(index.saturating_mul(WIDTH)).min(WIDTH);
        Self { level, index, width }
    }

    /// The paths of tiles, as a JSON array.
    #[must_use]
    pub fn paths_json(tiles: &[Self]) -> String {
        let paths: Vec<_> = tiles.iter().map(Self::path).collect();
        list_of_texts(paths.iter().map(String::as_str))
    }

    /// The path under which a store keeps the tile.
    #[must_use]
    pub fn path(&self) -> String {
        let mut groups = format!("{:03}", self.index % 1000);
        let mut rest = self.index / 1000;
        while rest > 0 {
            groups = format!("x{:03}/{groups}", rest % 1000);
            rest /= 1000;
        }
        let partial = if self.width < WIDTH { format!(".p/{}", self.width) } else { String::new() };
        format!("tile/{}/{groups}{partial}", self.level)
    }
}

/// Writes tiles as [`frames`]: for each its path, and then its hashes one after the other.
#[must_use]
pub fn pack(tiles: &[(Tile, Vec<Hash>)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (tile, hashes) in tiles {
        frames::put(&mut out, tile.path().as_bytes());
        frames::put(&mut out, hashes.as_flattened());
    }
    out
}
