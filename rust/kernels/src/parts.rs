//! Parts of the engine that are not loaded yet. WebAssembly alone comes in parts (`wasm-pack.toml`).

/// Asks the host for a part by its name. `false` where it has none at hand.
///
/// The host makes the instance, whose exports `register…` and `selfTest…` are called before this returns.
#[must_use]
pub fn load(name: &str) -> bool {
    #[cfg(target_family = "wasm")]
    {
        // SAFETY: the host reads the name and keeps nothing of it.
        unsafe { part(name.as_ptr(), name.len()) == 1 }
    }
    #[cfg(not(target_family = "wasm"))]
    {
        _ = name;
        false
    }
}

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "countersign")]
unsafe extern "C" {
    /// Loads a part; 1 if it is there.
    fn part(name: *const u8, length: usize) -> u32;
}
