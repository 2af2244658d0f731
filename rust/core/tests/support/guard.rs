//! Messages, and the guard that counts them.

pub const NOW: u64 = 1_760_877_296;
