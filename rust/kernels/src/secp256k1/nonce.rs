//! Nonces of RFC 6979, section 3.2, with HMAC-SHA-256 and without additional data.
//!
//! The crate of that name draws ahead once more than is needed, and keys its HMAC anew for each step:
//! 31 blocks where 18 do.

use k256::Scalar;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::{
    constants::N,
    scalar::{from_be, scalar},
};

type Block = Zeroizing<[u8; 32]>;

/// HMAC (RFC 2104) under a key of 32 bytes, which is hashed once.
struct Keyed {
    inner: Sha256,
    outer: Sha256,
}

impl Keyed {
    fn new(key: &[u8; 32]) -> Self {
        let padded = |pad: u8| {
            let mut block = Zeroizing::new([pad; 64]);
            block.iter_mut().zip(key).for_each(|(to, from)| *to ^= from);
            Sha256::new_with_prefix(block.as_slice())
        };
        Self { inner: padded(0x36), outer: padded(0x5c) }
    }

    fn mac(&self, parts: &[&[u8]]) -> Block {
        let mut inner = self.inner.clone();
        parts.iter().for_each(|part| inner.update(part));
        let hash = Zeroizing::new(<[u8; 32]>::from(inner.finalize()));
        let mut outer = self.outer.clone();
        outer.update(hash.as_slice());
        Zeroizing::new(outer.finalize().into())
    }
}

/// Nonces for a secret and a digest, the most likely one first.
pub(super) struct Nonces {
    keyed: Keyed,
    value: Block,
}

impl Nonces {
    /// Both numbers are below n, big-endian.
    pub(super) fn new(secret: &[u8; 32], digest: &[u8; 32]) -> Self {
        let mut keyed = Keyed::new(&[0; 32]);
        let mut value = Zeroizing::new([1; 32]);
        for round in [0, 1] {
            keyed = Keyed::new(&keyed.mac(&[&*value, &[round], secret, digest]));
            value = keyed.mac(&[&*value]);
        }
        Self { keyed, value }
    }

    /// The next one, between 0 and n. That one is out of range has a chance of 2^-127.
    pub(super) fn draw(&mut self) -> Zeroizing<Scalar> {
        loop {
            self.value = self.keyed.mac(&[&*self.value]);
            let number = Zeroizing::new(from_be(&self.value));
            if *number != [0; 4] && number.iter().rev().lt(N.iter().rev()) {
                return Zeroizing::new(scalar(&number));
            }
            self.skip();
        }
    }

    /// What comes before another draw.
    pub(super) fn skip(&mut self) {
        self.keyed = Keyed::new(&self.keyed.mac(&[&*self.value, &[0]]));
        self.value = self.keyed.mac(&[&*self.value]);
    }
}
