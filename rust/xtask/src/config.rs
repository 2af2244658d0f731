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
    /// Scope of the packages of platforms.
    pub(crate) scope: String,
    /// What can be loaded by itself; first what is always there.
    pub(crate) capability: Vec<Capability>,
    /// One for each engine.
    pub(crate) engine: Vec<Engine>,
    /// What the native engine is built for, besides this machine.
    pub(crate) platform: Vec<Platform>,
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

/// A kind of machine that gets the native engine in a package of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Platform {
    /// Of the package, behind the scope.
    pub(crate) name: String,
    /// Rust target; behind a full stop the oldest C library that will do.
    pub(crate) target: String,
}

impl Platform {
    /// The target alone.
    pub(crate) fn triple(&self) -> &str {
        self.target.split('.').next().unwrap_or_default()
    }

    /// Name of its architecture in Rust.
    pub(crate) fn arch(&self) -> &str {
        self.target.split('-').next().unwrap_or_default()
    }

    pub(crate) fn is_musl(&self) -> bool {
        self.target.ends_with("-musl")
    }

    pub(crate) fn is_darwin(&self) -> bool {
        self.target.ends_with("-apple-darwin")
    }

    /// File name of a library.
    pub(crate) fn library(&self, stem: &str) -> String {
        match self.name.split('-').next() {
            Some("win32") => format!("{stem}.dll"),
            Some("darwin") => format!("lib{stem}.dylib"),
            _ => format!("lib{stem}.so"),
        }
    }
}

impl Config {
    pub(crate) fn platform(&self, name: &str) -> Result<&Platform, Failure> {
        let known = self.platform.iter().find(|platform| platform.name == name);
        known.ok_or_else(|| format!("wasm-pack.toml has no platform {name}").into())
    }

    pub(crate) fn read() -> Result<Self, Failure> {
        Ok(toml::from_str(&fs::read_to_string(root().join("wasm-pack.toml"))?)?)
    }
}
