//! The engine itself: is it sound, what is it.

boundary! {
    fn engine_self_test as "engineSelfTest" () -> bool {
        Ok(countersign_kernels::at_load())
    }

    fn engine_version as "engineVersion" () -> String {
        Ok(env!("CARGO_PKG_VERSION").to_owned())
    }
}

/// Whether the engine stopped because its host computes wrongly. A host asks when a call has trapped.
#[cfg(feature = "wasm")]
#[allow(unsafe_code, reason = "the name is that of no other function")]
#[unsafe(export_name = "engineFailed")]
extern "C" fn engine_failed() -> u32 {
    countersign_kernels::has_failed().into()
}

/// Whether this is the build with fused multiply-add: whoever is given an engine must know which parts fit it.
#[cfg(feature = "wasm")]
#[allow(unsafe_code, reason = "the name is that of no other function")]
#[unsafe(export_name = "engineFuses")]
extern "C" fn engine_fuses() -> u32 {
    cfg!(target_feature = "relaxed-simd").into()
}

#[cfg(feature = "test-panic")]
#[allow(clippy::panic, reason = "the purpose of the entry")]
mod test_panic {
    boundary! {
        fn test_panic as "testPanic" () -> bool {
            panic!("asked for by a test")
        }
    }
}
