//! A small module, split, does what it did whole; and what does not hold is refused.

mod engine;
mod rules;
