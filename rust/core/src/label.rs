//! Every domain-separation label the crate signs or hashes under.
//!
//! One list, so that a duplicate is visible at a glance. A label is never
//! edited; a new format gets a new version suffix.
