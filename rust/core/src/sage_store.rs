//! What SAGE seals, and how it stores keys: its boxes and its files.

pub mod sealed_box;
pub mod vault;
