//! Tables of the base point that an engine keeps: one of each for every field, made at first use.

use std::sync::LazyLock;

use super::{
    base::{base_point, make},
    powers::tables,
    public::{BaseOdd, TABLES},
    twin::{Odd, Twin},
};
#[cfg(any(
    test,
    all(target_family = "wasm", not(target_feature = "relaxed-simd")),
    feature = "model-limbs"
))]
use crate::field25519::Limbs;
#[cfg(not(target_family = "wasm"))]
use crate::field25519::Whole;
use crate::{
    comb::{Comb, MAKING},
    field25519::{Field, Fused},
    stack::swept,
};

/// A field whose tables are kept.
pub(crate) trait Kept: Field {
    /// For secrets. To be called before any computation on one: the first call makes them.
    fn comb() -> &'static Comb<Self, 3>;
    /// (2 j + 1) B, and (2 j + 1) 2^128 B.
    fn halves() -> &'static [BaseOdd<Self>; 2];
    /// (2 j + 1) 2^(32 i) B.
    fn parts() -> &'static [BaseOdd<Self>; TABLES];
    /// (2 j + 1) B in both lanes.
    fn twin() -> &'static Odd<Self>;
}

macro_rules! kept {
    ($field:ty) => {
        impl Kept for $field {
            fn comb() -> &'static Comb<Self, 3> {
                static MADE: LazyLock<Comb<$field, 3>> =
                    LazyLock::new(|| swept::<MAKING, _>(make::<$field>));
                &MADE
            }

            fn halves() -> &'static [BaseOdd<Self>; 2] {
                static MADE: LazyLock<Box<[BaseOdd<$field>; 2]>> = LazyLock::new(|| tables(128));
                &MADE
            }

            fn parts() -> &'static [BaseOdd<Self>; TABLES] {
                static MADE: LazyLock<Box<[BaseOdd<$field>; TABLES]>> =
                    LazyLock::new(|| tables(256 / TABLES));
                &MADE
            }

            fn twin() -> &'static Odd<Self> {
                static MADE: LazyLock<Box<Odd<$field>>> = LazyLock::new(|| {
                    Box::new(Twin::of(&base_point(), &base_point()).odd_multiples())
                });
                &MADE
            }
        }
    };
}

kept!(Fused);
#[cfg(any(
    test,
    all(target_family = "wasm", not(target_feature = "relaxed-simd")),
    feature = "model-limbs"
))]
kept!(Limbs);
#[cfg(not(target_family = "wasm"))]
kept!(Whole);
