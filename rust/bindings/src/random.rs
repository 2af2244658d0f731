//! The system's random source: `crypto.getRandomValues` in WebAssembly, the kernel's in Node.

use countersign_core::Error;
use getrandom::SysRng;
use rand_core::{TryRng, UnwrapErr};

/// The source, once it has shown that it works.
///
/// The core takes a source that cannot fail; a failure after this first draw is a panic,
/// which ends the engine and never gives a weak key.
pub(crate) fn system() -> Result<UnwrapErr<SysRng>, Error> {
    SysRng.try_next_u32().map_err(|_| Error::RandomUnavailable)?;
    Ok(UnwrapErr(SysRng))
}
