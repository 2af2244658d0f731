//! How many cases the comparisons have, and in which fields. With `COUNTERSIGN_CASES`, as in the step `long`, that many of
//! each, in the field of the host alone: the others are of hosts where that step runs them.

use proptest::prelude::ProptestConfig;

/// What `COUNTERSIGN_CASES` says.
pub(crate) fn cases() -> Option<u32> {
    std::env::var("COUNTERSIGN_CASES").ok().and_then(|text| text.parse().ok())
}

/// That many cases, or `few` with every test.
pub(crate) fn config(few: u32) -> ProptestConfig {
    ProptestConfig {
        cases: cases().unwrap_or(few),
        failure_persistence: None,
        ..Default::default()
    }
}

/// A test in each of the fields, or with `COUNTERSIGN_CASES` in that of this host.
#[allow(unused_macros, reason = "not all files have their fields as types")]
macro_rules! in_each {
    ($test:ident($($argument:expr),*)) => {
        if cases::cases().is_some() {
            $test::<Own>($($argument),*);
        } else {
            $test::<Fused>($($argument),*);
            $test::<Limbs>($($argument),*);
            $test::<Whole>($($argument),*);
        }
    };
}
