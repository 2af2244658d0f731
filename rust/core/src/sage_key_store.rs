//! The boxes that SAGE seals, and the files in which it stores keys.

pub mod sealed_box;
pub mod vault;
