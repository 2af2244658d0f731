//! Messages, and the guard that counts them.

#![allow(dead_code, unreachable_pub, reason = "no test uses all of it")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

pub const NOW: u64 = 1_760_877_296;
