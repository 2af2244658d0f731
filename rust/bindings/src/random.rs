//! The system's random source: `crypto.getRandomValues` in WebAssembly, the kernel's in Node.

use core::convert::Infallible;

use countersign_core::Error;
use getrandom::SysRng;
use rand_core::{Rng, TryCryptoRng, TryRng, UnwrapErr};
use zeroize::Zeroizing;

/// How many bytes are drawn at first: a secret of any type, and a nonce. A call of the system costs more
/// than the bytes.
const FIRST: usize = 64;

/// The source, once it has shown that it works.
///
/// The core takes a source that cannot fail; a failure after the first draw is a panic, which ends the
/// engine and never gives a weak key.
pub(crate) struct System {
    first: Zeroizing<[u8; FIRST]>,
    used: usize,
}

/// Draws for the first time.
pub(crate) fn system() -> Result<System, Error> {
    let mut first = Zeroizing::new([0; FIRST]);
    SysRng.try_fill_bytes(first.as_mut()).map_err(|_| Error::RandomUnavailable)?;
    Ok(System { first, used: 0 })
}

impl System {
    fn draw<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill_bytes(&mut bytes);
        bytes
    }
}

impl TryRng for System {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from_le_bytes(self.draw()))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from_le_bytes(self.draw()))
    }

    /// Each byte is given once.
    fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), Infallible> {
        match self.first.get(self.used..).and_then(|rest| rest.get(..to.len())) {
            Some(drawn) => {
                to.copy_from_slice(drawn);
                self.used += to.len();
            }
            None => UnwrapErr(SysRng).fill_bytes(to),
        }
        Ok(())
    }
}

impl TryCryptoRng for System {}
