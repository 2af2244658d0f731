//! Builds `rust/guard`, whose instructions callgrind counts.
//!
//! Profile and flags are the native engine's, so that the counted code is optimised as what ships; so is
//! the folder, as most dependencies are the same. Two things differ. The names of functions stay in: callgrind
//! looks for one. And crates are optimised together by the thin way, which takes a third of the time: counts
//! lie within some 4 % of those of the fat way, and they are compared with their like.

use std::{env::consts, process::Command};

use crate::{
    Failure,
    build::{rustflags, succeed},
    config::Config,
    root,
};

const PROGRAM: &str = "countersign-guard";

pub(crate) fn run() -> Result<(), Failure> {
    let config = Config::read()?;
    let native = config.engine.iter().find(|engine| engine.target.is_none());
    let native = native.ok_or("wasm-pack.toml has no native engine")?;
    let dir = root().join("rust/target/engines").join(&native.name);
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root().join("rust")).args(["rustc", "--locked", "--quiet", "--release"]);
    cargo.args(["-p", PROGRAM, "--bin", PROGRAM]).arg("--target-dir").arg(&dir);
    cargo.env("CARGO_ENCODED_RUSTFLAGS", rustflags(native, None));
    succeed(cargo.args(["--", "-Cstrip=none", "-Clto=thin"]))?;
    let program = dir.join("release").join(format!("{PROGRAM}{}", consts::EXE_SUFFIX));
    println!("{}", program.display());
    Ok(())
}
