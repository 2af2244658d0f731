//! Handshakes.

pub mod sage;
