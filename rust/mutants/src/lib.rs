//! Mutants of Rust source: where they are, and the text that holds them.
//!
//! The kinds are those of `cargo mutants` (a function's value, operators, negations, match arms and guards),
//! and what checks are made of: a checked call whose `?` decides, a condition that refuses, and `matches!`.
//! Left out is what decides nothing: `Debug`, `Display`, `Default`, `Drop` and what wipes memory.

#![warn(clippy::too_many_lines)]

mod find;
mod values;
pub mod write;

use std::ops::Range;

pub use find::find;

/// One fault that could be in the source.
#[derive(Debug)]
pub struct Mutant {
    /// What it replaces or precedes, in bytes.
    pub place: Range<usize>,
    /// What is done there.
    pub form: Form,
    /// The text that takes the place of the original's.
    pub to: String,
    /// The word `const` of the function around it, which a number chosen at run time does not allow.
    pub constant: Option<Range<usize>>,
    /// The function, with its type.
    pub function: String,
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// The lines that the original takes up.
    pub lines: usize,
    /// What changes, for people: it holds no line numbers, so it stays when code moves.
    pub change: String,
}

/// How a mutant stands in the text.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Form {
    /// Before the first statement of a function: it returns at once.
    Body,
    /// After a pattern: the arm never matches.
    Arm,
    /// A statement is left out.
    Statement,
    /// An expression is another.
    Expression,
}
