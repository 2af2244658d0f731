//! `wasm-pack.toml`: what to build.

use std::{collections::BTreeMap, fs};

use serde::Deserialize;

use crate::{Failure, root};

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Config {
    /// Cargo package of the boundary.
    #[serde(rename = "crate")]
    pub(crate) package: String,
    /// Where the engines go, from the top of the repository.
    pub(crate) out: String,
    /// What can be loaded by itself; first what is always there.
    pub(crate) capability: Vec<Capability>,
    /// One for each engine.
    pub(crate) engine: Vec<Engine>,
}

/// What a page can load by itself, as a part of an engine: `rust/xtask/src/split.rs`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Capability {
    pub(crate) name: String,
    /// Capabilities that stand before this one in the list, and are loaded before it.
    #[serde(default)]
    pub(crate) needs: Vec<String>,
    /// Words with which its exports start. The longest word that fits decides.
    #[serde(default)]
    pub(crate) exports: Vec<String>,
    /// Kilobytes after brotli, by engine. Read by `ts/scripts/sizes.mjs`.
    #[expect(dead_code, reason = "another reader's member")]
    #[serde(default)]
    pub(crate) budget: BTreeMap<String, u32>,
}

/// How one engine is built.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Engine {
    pub(crate) name: String,
    /// Rust target; the host's own where it is missing.
    pub(crate) target: Option<String>,
    pub(crate) features: Vec<String>,
    #[serde(default)]
    pub(crate) target_features: Vec<String>,
    #[serde(default)]
    pub(crate) cfg: Vec<String>,
    /// More of them for one architecture, by its name in Rust; only where the target is the host's own.
    #[serde(default)]
    pub(crate) arch: BTreeMap<String, Vec<String>>,
}

impl Config {
    pub(crate) fn read() -> Result<Self, Failure> {
        Ok(toml::from_str(&fs::read_to_string(root().join("wasm-pack.toml"))?)?)
    }
}
