//! Identities: their keys over time, and what they did and may do.

pub mod aid;
