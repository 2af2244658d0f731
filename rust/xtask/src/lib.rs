//! What is built, as `wasm-pack.toml` and the boundary lists say it: for this program and for `rust/generate`.

use std::path::PathBuf;

pub mod config;
pub mod contract;

/// Whatever went wrong, as it is printed.
pub type Failure = Box<dyn std::error::Error>;

/// The top of the repository.
#[must_use]
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
