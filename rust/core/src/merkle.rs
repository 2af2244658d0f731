//! Merkle trees that only grow (RFC 9162, section 2.1; the hashing of RFC 6962), in tiles.
//!
//! ```text
//! MTH({})   = SHA-256()
//! leaf      = SHA-256(00 ‖ data)
//! node      = SHA-256(01 ‖ left ‖ right)
//! ```
//!
//! A tree is kept as tiles (C2SP tlog-tiles): tile `(L, N)` has up to 256 hashes, those of the
//! complete subtrees of height `8 L` from index `256 N` on. Its path is `tile/L/N`, with `N` in groups of
//! three digits, each but the last behind an `x`. The path of a tile of `W` < 256 hashes ends in `.p/W`.
//!
//! | Part | Does |
//! | --- | --- |
//! | [`Edge`] | appends; keeps only the right edge, at most 255 hashes of each level |
//! | [`inclusion`], [`consistency`] | name the tiles that a proof needs, then make the proof from them |
//! | [`verify_inclusion`], [`verify_consistency`] | check a proof against roots |
//!
//! Sizes are below 2^53, because indexes come from JavaScript. A proof has at most 64 hashes.

mod edge;
mod proof;
mod tile;
mod verify;

pub use edge::Edge;
pub use proof::{Request, consistency, inclusion};
pub use tile::{Tile, WIDTH, pack};
pub use verify::{verify_consistency, verify_inclusion};

use sha2::{Digest, Sha256};

use crate::Error;

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// Largest size of a tree.
pub const MAX_SIZE: u64 = (1 << 53) - 1;

/// The hash of a leaf.
#[must_use]
pub fn leaf_hash(data: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(data).finalize().into()
}

/// The hash of two subtrees.
#[must_use]
pub fn node_hash(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

/// The root of the empty tree.
#[must_use]
pub fn empty_root() -> Hash {
    Sha256::digest([]).into()
}

/// Reads hashes that stand one after the other.
///
/// # Errors
///
/// `ERR_BYTES_LENGTH` unless `bytes` is a multiple of 32 long.
pub fn hashes(bytes: &[u8]) -> Result<Vec<Hash>, Error> {
    let (hashes, rest) = bytes.as_chunks::<32>();
    if rest.is_empty() {
        Ok(hashes.to_vec())
    } else {
        Err(Error::BytesLength("hash", 32, rest.len()))
    }
}

/// Reads one hash.
///
/// # Errors
///
/// `ERR_BYTES_LENGTH`.
pub fn hash(bytes: &[u8]) -> Result<Hash, Error> {
    bytes.try_into().map_err(|_| Error::BytesLength("hash", 32, bytes.len()))
}

/// Reads an index or size as JavaScript passes it.
///
/// # Errors
///
/// `ERR_MERKLE_RANGE` unless it is a whole number up to [`MAX_SIZE`].
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked before")]
pub fn whole(number: f64) -> Result<u64, Error> {
    #[allow(clippy::cast_precision_loss, reason = "2^53 - 1 is a double")]
    let fits = number >= 0.0 && number <= MAX_SIZE as f64 && number.fract() == 0.0;
    if fits { Ok(number as u64) } else { Err(Error::MerkleRange) }
}

/// The root of a perfect tree over `hashes`, whose number is a power of two.
fn perfect_root(hashes: &[Hash]) -> Hash {
    let mut row = hashes.to_vec();
    while row.len() > 1 {
        let (pairs, _) = row.as_chunks::<2>();
        row = pairs.iter().map(|[left, right]| node_hash(left, right)).collect();
    }
    row.first().copied().unwrap_or_else(empty_root)
}

/// The largest power of two below `size`, which is 2 or more.
const fn split(size: u64) -> u64 {
    1 << (u64::BITS - 1 - (size - 1).leading_zeros())
}
