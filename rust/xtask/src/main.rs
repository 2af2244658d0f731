//! Builds the engines, and reads what was built.
//!
//! ```text
//! cargo run -p xtask -- build [wasm] [wasm-fma] [native] [--dev] [--test-panic | --bench]
//! cargo run -p xtask -- build native --platform=NAME
//! cargo run -p xtask -- guard
//! cargo run -p xtask -- inspect
//! cargo run -p xtask -- split FILE FOLDER [--explain PART]
//! ```
//!
//! `build` reads `wasm-pack.toml` and writes below `ts/generated`, which git
//! ignores. `--dev` is quick to build and slow to run. `--test-panic` adds the
//! entry that panics on purpose, and writes to a folder of its own, so that what
//! ships never has it. `--bench` does so for what only the bench calls: native alone. `--platform` builds the addon of
//! another machine with `cargo-zigbuild` (`ts/scripts/natives.mjs`).
//!
//! `guard` builds the program whose instructions are counted, with the flags of the
//! native engine, and prints its path.
//!
//! `inspect` reads a release build for branches on secrets.
//!
//! `split` makes parts of one linked module, one for each capability of `wasm-pack.toml`.

#![warn(clippy::too_many_lines)]

mod build;
mod guard;
mod inspect;
mod split;

use std::{env, process::ExitCode};

use xtask::{Failure, config, contract, root};

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let outcome = match args.split_first() {
        Some((command, rest)) if command == "build" => build::run(rest),
        Some((command, [])) if command == "guard" => guard::run(),
        Some((command, [])) if command == "inspect" => inspect::run(),
        Some((command, rest)) if command == "split" => split::run(rest),
        _ => Err(
            "usage: xtask build [engine…] [--dev] [--test-panic | --bench | --platform=NAME] | guard | inspect | split FILE FOLDER [--explain PART]"
                .into(),
        ),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
