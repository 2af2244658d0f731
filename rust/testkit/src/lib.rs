//! Help for tests: reads and writes vectors, makes keys of fixed seeds, gives a fixed random source.

#![warn(clippy::too_many_lines)]
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "test help"
)]

pub mod keys;
pub mod outcomes;
pub mod records;

use std::{env, fs, path::PathBuf};

use countersign_core::encoding::hex;
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

/// The `cases` of `rust/vectors/<name>`, at least one.
#[must_use]
pub fn cases(name: &str) -> Vec<Value> {
    let file = vectors(name);
    let cases = file.get("cases").and_then(Value::as_array).expect("a vector file has cases");
    assert!(!cases.is_empty(), "{name} has no case");
    cases.clone()
}

/// The [`cases`] whose `op` is `op`, at least one.
#[must_use]
pub fn cases_of(name: &str, op: &str) -> Vec<Value> {
    let is_wanted = |case: &Value| case.get("op").is_some_and(|named| named == op);
    let cases: Vec<Value> = cases(name).into_iter().filter(is_wanted).collect();
    assert!(!cases.is_empty(), "{name} has no case of {op}");
    cases
}

/// The bytes of a text of hexadecimal digits.
#[must_use]
pub fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap_or_else(|| panic!("a text of digits, not {value}"));
    hex::decode(text).expect("hexadecimal digits")
}

/// Asserts that our own file `rust/vectors/<name>` equals `made`.
///
/// With `COUNTERSIGN_WRITE_VECTORS` set, the file is written first.
pub fn own_vectors(name: &str, made: &Value) {
    write_vectors(name, || made.clone());
    assert_eq!(&vectors(name), made, "the format of {name} has changed");
}

/// With `COUNTERSIGN_WRITE_VECTORS` set, writes the result of `make` to `rust/vectors/<name>`. For vectors with
/// random parts, which every run makes anew.
pub fn write_vectors(name: &str, make: impl FnOnce() -> Value) {
    if env::var_os("COUNTERSIGN_WRITE_VECTORS").is_none() {
        return;
    }
    let path = vector_path(name);
    fs::create_dir_all(path.parent().expect("a vector file is in a folder")).expect("a folder");
    // Another test may be reading what was there.
    let fresh = path.with_extension("fresh");
    fs::write(&fresh, format!("{:#}\n", make())).expect("a file that can be written");
    fs::rename(fresh, path).expect("a file that can be replaced");
}

/// Writes each record after its length in four bytes, which is how lists of texts are passed to the core. A string
/// is written as it is, any other value as its JSON.
#[must_use]
pub fn frames(records: &[Value]) -> Vec<u8> {
    let frame = |record: &Value| {
        let text = record.as_str().map_or_else(|| record.to_string(), str::to_owned);
        let length = u32::try_from(text.len()).expect("a short text");
        [length.to_be_bytes().as_slice(), text.as_bytes()].concat()
    };
    records.iter().flat_map(frame).collect()
}

/// As [`frames`], of texts alone.
#[must_use]
pub fn text_frames(texts: &[String]) -> Vec<u8> {
    let values: Vec<Value> = texts.iter().map(|text| text.as_str().into()).collect();
    frames(&values)
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
