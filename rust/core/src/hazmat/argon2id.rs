//! Argon2id, version 0x13 (RFC 9106): a key from a passphrase. **Dangerous**: the key is only as strong
//! as the passphrase and the cost, and whoever chooses the cost chooses how much time and memory it takes.
//!
//! Every number is checked before anything is allocated, so a cost of 1 TiB is an error.
//!
//! | Value | Allowed |
//! | --- | --- |
//! | memory | 8 KiB for each lane to 1 GiB, in KiB |
//! | iterations | 1 or more |
//! | memory × iterations | at most 8 GiB |
//! | parallelism | 1 to 64 lanes, which run one after the other; the result is the same |
//! | salt | 8 to 64 bytes |
//! | secret, the pepper | at most 1024 bytes |
//! | associated data | at most 32 bytes |
//! | output | 4 to 1024 bytes |
//!
//! The memory is wiped before it is freed. [`phc`] reads and writes the text form.

use argon2::{
    Algorithm, Argon2, AssociatedData, Block, Error as Cause, Params, ParamsBuilder, Version,
};
use zeroize::Zeroizing;

use crate::Error;

pub mod phc;

/// Most memory, in KiB: 1 GiB.
pub const MAX_MEMORY: u32 = 1 << 20;
/// Most memory times iterations, in KiB.
pub const MAX_WORK: u64 = 1 << 23;
/// Most lanes.
pub const MAX_PARALLELISM: u32 = 64;

/// Length in bytes of a salt.
const SALT: core::ops::RangeInclusive<usize> = 8..=64;
/// Length in bytes of an output.
const OUTPUT: core::ops::RangeInclusive<usize> = 4..=1024;
/// Longest secret, in bytes.
const MAX_SECRET: usize = 1024;

/// What one derivation costs. A value of this type is always within the limits.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Cost {
    memory: u32,
    iterations: u32,
    parallelism: u32,
}

/// What goes in.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The passphrase.
    pub password: &'a [u8],
    /// Random, one for each key; 8 to 64 bytes.
    pub salt: &'a [u8],
    /// A pepper that is kept apart from the salt; empty for none.
    pub secret: &'a [u8],
    /// Bound to the output; empty for none.
    pub associated: &'a [u8],
}

impl Cost {
    /// A cost, if it is within the limits. `memory` is in KiB.
    ///
    /// # Errors
    ///
    /// `ERR_ARGON2ID_COST`.
    pub fn new(memory: u64, iterations: u64, parallelism: u64) -> Result<Self, Error> {
        let number = |value: u64| u32::try_from(value).ok();
        let lanes = number(parallelism).filter(|lanes| (1..=MAX_PARALLELISM).contains(lanes));
        let parallelism = lanes.ok_or_else(|| Error::Argon2idCost("1 to 64 lanes"))?;
        let fits = |memory: &u32| (8 * parallelism..=MAX_MEMORY).contains(memory);
        let memory = number(memory)
            .filter(fits)
            .ok_or_else(|| Error::Argon2idCost("8 KiB a lane to 1 GiB of memory"))?;
        let passes =
            |passes: &u32| *passes > 0 && u64::from(*passes) * u64::from(memory) <= MAX_WORK;
        let iterations = number(iterations)
            .filter(passes)
            .ok_or_else(|| Error::Argon2idCost("1 iteration or more, and 8 GiB in all"))?;
        Ok(Self { memory, iterations, parallelism })
    }

    /// Memory, in KiB.
    #[must_use]
    pub const fn memory(self) -> u32 {
        self.memory
    }

    /// Passes over the memory.
    #[must_use]
    pub const fn iterations(self) -> u32 {
        self.iterations
    }

    /// Lanes.
    #[must_use]
    pub const fn parallelism(self) -> u32 {
        self.parallelism
    }
}

/// `length` bytes from a passphrase.
///
/// # Errors
///
/// `ERR_ARGON2ID_INPUT` for a length outside the table; `ERR_ARGON2ID_MEMORY` if there is not enough
/// memory.
pub fn derive(cost: Cost, input: &Input<'_>, length: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
    check(input, length)?;
    let params = params(cost, input.associated, length).map_err(out_of_range)?;
    let argon2 =
        Argon2::new_with_secret(input.secret, Algorithm::Argon2id, Version::V0x13, params.clone())
            .map_err(out_of_range)?;
    let mut memory = Zeroizing::new(Vec::<Block>::new());
    memory.try_reserve_exact(params.block_count()).map_err(|_| Error::Argon2idMemory)?;
    memory.resize(params.block_count(), Block::default());
    let mut output = Zeroizing::new(vec![0; length]);
    argon2
        .hash_password_into_with_memory(
            input.password,
            input.salt,
            &mut output,
            memory.as_mut_slice(),
        )
        .map_err(out_of_range)?;
    Ok(output)
}

fn check(input: &Input<'_>, length: usize) -> Result<(), Error> {
    let what = if !SALT.contains(&input.salt.len()) {
        "the salt must be 8 to 64 bytes"
    } else if input.secret.len() > MAX_SECRET {
        "the secret must be at most 1024 bytes"
    } else if input.associated.len() > AssociatedData::MAX_LEN {
        "the associated data must be at most 32 bytes"
    } else if !OUTPUT.contains(&length) {
        "the output must be 4 to 1024 bytes"
    } else {
        return Ok(());
    };
    Err(Error::Argon2idInput(what))
}

fn params(cost: Cost, associated: &[u8], length: usize) -> Result<Params, Cause> {
    ParamsBuilder::new()
        .m_cost(cost.memory)
        .t_cost(cost.iterations)
        .p_cost(cost.parallelism)
        .data(AssociatedData::new(associated)?)
        .output_len(length)
        .build()
}

/// The error for what the library refuses, which [`check`] and [`Cost`] have excluded.
fn out_of_range(_: Cause) -> Error {
    Error::Argon2idInput("a value is out of range")
}
