//! Help for tests: reads vectors, gives a fixed random source.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "test help"
)]

use std::{fs, path::PathBuf};

use rand_core::{TryCryptoRng, TryRng};
use serde_json::Value;

/// Path of a file below `rust/vectors`.
#[must_use]
pub fn vector_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../vectors").join(name)
}

/// Reads `rust/vectors/<name>` as JSON.
#[must_use]
pub fn vectors(name: &str) -> Value {
    let path = vector_path(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("a vector file is JSON")
}

/// A random source that repeats: SplitMix64 from a seed. For tests only.
#[derive(Debug)]
pub struct FixedRng(pub u64);

impl FixedRng {
    fn step(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl TryRng for FixedRng {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(u32::try_from(self.step() >> 32).unwrap_or_default())
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.step())
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Self::Error> {
        for chunk in dst.chunks_mut(8) {
            let bytes = self.step().to_le_bytes();
            chunk.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        }
        Ok(())
    }
}

impl TryCryptoRng for FixedRng {}
