//! Which engine this is: the full one, or the lean one.
//!
//! `ts/scripts/lean.mjs` makes the lean engine from the full one. It removes exports, and with them the
//! code that only they reach. Code that the core reaches itself asks [`is_full`] first: in the lean engine
//! the tool replaces that call by `false`, so that the code behind it is dead and is removed too.
//!
//! The tool must find the call, so no optimiser may see through it: [`black_box`] keeps LLVM from it, and
//! a setting in `wasm-pack.toml` keeps wasm-opt from it.

use core::hint::black_box;

/// Whether this engine has everything. The tool knows it by the name of its export.
#[inline(never)]
#[cfg_attr(target_family = "wasm", unsafe(export_name = "isFull"))]
#[must_use]
pub extern "C" fn is_full() -> bool {
    black_box(true)
}
