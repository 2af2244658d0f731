//! Nonces of RFC 6979, section 3.2, with HMAC-SHA-256 and without additional data.
//!
//! The crate of that name draws ahead once more than is needed, and keys its HMAC anew for each step:
//! 31 blocks where 16 do.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::numbers::{Words, below, from_be};

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

/// Keyed with zeros, as every first step is.
static ZEROS: LazyLock<Keyed> = LazyLock::new(|| Keyed::new(&[0; 32]));

/// Nonces for a secret and a digest, the most likely one first.
pub(crate) struct Nonces {
    keyed: Keyed,
    value: Block,
}

impl Nonces {
    /// Both numbers are below n, big-endian.
    pub(crate) fn new(secret: &[u8; 32], digest: &[u8; 32]) -> Self {
        let step = |keyed: &Keyed, value: &[u8; 32], round| {
            let next = Keyed::new(&keyed.mac(&[value, &[round], secret, digest]));
            let value = next.mac(&[value]);
            (next, value)
        };
        let (keyed, value) = step(&ZEROS, &[1; 32], 0);
        let (keyed, value) = step(&keyed, &value, 1);
        Self { keyed, value }
    }

    /// The next one, between 0 and the order. That one is out of range has a chance of 2^-127 on secp256k1, of 2^-32
    /// on P-256.
    pub(crate) fn below(&mut self, limit: &Words) -> Zeroizing<Words> {
        loop {
            self.value = self.keyed.mac(&[&*self.value]);
            let number = Zeroizing::new(from_be(&self.value));
            if *number != [0; 4] && below(&number, limit) {
                return number;
            }
            self.skip();
        }
    }

    /// The step of RFC 6979 before another draw.
    pub(crate) fn skip(&mut self) {
        self.keyed = Keyed::new(&self.keyed.mac(&[&*self.value, &[0]]));
        self.value = self.keyed.mac(&[&*self.value]);
    }
}

#[cfg(test)]
mod tests {
    use k256::U256;
    use proptest::prelude::*;
    use rfc6979::KGenerator;
    use sha2::Sha256;

    use super::Nonces;
    use crate::{
        numbers::{from_be, to_be},
        secp256k1::FIELD_AND_ORDER,
    };

    proptest! {
        /// With a limit that every second number is above, so that they are drawn again; and again
        /// after one that is in range, as for a signature of zero.
        #[test]
        fn as_the_crate_draws(secret in any::<[u8; 32]>(), digest in any::<[u8; 32]>(), near in any::<u64>()) {
            let mut digest = digest;
            digest[0] &= 0x7f;
            for limit in [[near | 1, 0, 0, 1 << 63], FIELD_AND_ORDER[1]] {
                let modulus = U256::from_be_slice(&to_be(&limit));
                let mut theirs = KGenerator::<Sha256, _>::new(&secret, &digest, &[], &modulus);
                let mut ours = Nonces::new(&secret, &digest);
                for _ in 0..4 {
                    let mut want = [0; 32];
                    theirs.fill_next_k(&mut want);
                    prop_assert_eq!(*ours.below(&limit), from_be(&want));
                    ours.skip();
                }
            }
        }
    }
}
