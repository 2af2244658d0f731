//! How much of the engine there is: all of it, or the lean part.
//!
//! `ts/scripts/lean.mjs` cuts the lean engine out of the full one. What only an exported function
//! reaches goes with the export; for the rest there is [`is_full`]. Lean, the tool puts `false` in its
//! place, and with that all code behind it is dead and goes too.
//!
//! For the tool to find the call, no optimiser may see through it: LLVM because of [`black_box`],
//! wasm-opt because `wasm-pack.toml` says so.

use core::hint::black_box;

/// Whether this engine has everything. The tool knows it by the name of its export.
#[inline(never)]
#[cfg_attr(target_family = "wasm", unsafe(export_name = "isFull"))]
#[must_use]
pub extern "C" fn is_full() -> bool {
    black_box(true)
}
