//! `wasm-pack.toml`: what to build.

use std::{collections::BTreeMap, fs};

use serde::Deserialize;

use crate::{Failure, root};

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Cargo package of the boundary.
    #[serde(rename = "crate")]
    pub package: String,
    /// Where the engines go, from the top of the repository.
    pub out: String,
    /// Scope of the packages of platforms.
    pub scope: String,
    /// What can be loaded by itself; first what is always there.
    pub capability: Vec<Capability>,
    /// One for each engine.
    pub engine: Vec<Engine>,
    /// What the native engine is built for, besides this machine.
    pub platform: Vec<Platform>,
}

/// What a page can load by itself, as a part of an engine: `rust/xtask/src/split.rs`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Capability {
    /// Its name, and that of its module.
    pub name: String,
    /// Capabilities that stand before this one in the list, and are loaded before it.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Words with which its exports start. The longest word that fits decides.
    #[serde(default)]
    pub exports: Vec<String>,
    /// Kilobytes after brotli, by engine. Read by `ts/scripts/sizes.mjs`.
    #[serde(default)]
    pub budget: BTreeMap<String, u32>,
}

/// How one engine is built.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Engine {
    /// Its name, and that of its folder.
    pub name: String,
    /// Rust target; the host's own where it is missing.
    pub target: Option<String>,
    /// Of the boundary's package.
    pub features: Vec<String>,
    /// Instructions beyond those of the target.
    #[serde(default)]
    pub target_features: Vec<String>,
    /// What the compiler is told with `--cfg`.
    #[serde(default)]
    pub cfg: Vec<String>,
    /// More of them for one architecture, by its name in Rust; only where the target is the host's own.
    #[serde(default)]
    pub arch: BTreeMap<String, Vec<String>>,
}

/// A kind of machine that gets the native engine in a package of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Platform {
    /// Of the package, behind the scope.
    pub name: String,
    /// Rust target; behind a full stop the oldest C library that will do.
    pub target: String,
}

impl Platform {
    /// The target alone.
    #[must_use]
    pub fn triple(&self) -> &str {
        self.target.split('.').next().unwrap_or_default()
    }

    /// Name of its architecture in Rust.
    #[must_use]
    pub fn arch(&self) -> &str {
        self.target.split('-').next().unwrap_or_default()
    }

    /// Whether its C library is musl.
    #[must_use]
    pub fn is_musl(&self) -> bool {
        self.target.ends_with("-musl")
    }

    /// Whether it is macOS.
    #[must_use]
    pub fn is_darwin(&self) -> bool {
        self.target.ends_with("-apple-darwin")
    }

    /// File name of a library.
    #[must_use]
    pub fn library(&self, stem: &str) -> String {
        match self.name.split('-').next() {
            Some("win32") => format!("{stem}.dll"),
            Some("darwin") => format!("lib{stem}.dylib"),
            _ => format!("lib{stem}.so"),
        }
    }
}

impl Config {
    /// The platform of that name.
    ///
    /// # Errors
    /// There is none.
    pub fn platform(&self, name: &str) -> Result<&Platform, Failure> {
        let known = self.platform.iter().find(|platform| platform.name == name);
        known.ok_or_else(|| format!("wasm-pack.toml has no platform {name}").into())
    }

    /// Reads the file.
    ///
    /// # Errors
    /// It is not there, or not as it should be.
    pub fn read() -> Result<Self, Failure> {
        Ok(toml::from_str(&fs::read_to_string(root().join("wasm-pack.toml"))?)?)
    }
}
