//! Receipts: signed statements of what an agent did.

pub mod aid;
