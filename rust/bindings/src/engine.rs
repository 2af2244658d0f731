//! The engine itself: is it sound, what is it.

boundary! {
    fn engine_self_test as "engineSelfTest" () -> bool {
        Ok(countersign_kernels::at_load())
    }

    fn engine_version as "engineVersion" () -> String {
        Ok(env!("CARGO_PKG_VERSION").to_owned())
    }
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
