//! Drives one target with libFuzzer: `npm run fuzz -- TARGET [SECONDS]`.

#![no_main]
#![allow(missing_docs, reason = "the macro writes an undocumented function")]

use std::{env, sync::LazyLock};

use countersign_fuzz::{TARGETS, Target};
use libfuzzer_sys::fuzz_target;

/// The target named by `FUZZ_TARGET`.
static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = env::var("FUZZ_TARGET").unwrap_or_default();
    let found = TARGETS.iter().find(|target| target.name == name);
    found.unwrap_or_else(|| {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("FUZZ_TARGET is one of {}", names.join(", "));
        std::process::exit(2)
    })
});

fuzz_target!(|data: &[u8]| (TARGET.run)(data));
