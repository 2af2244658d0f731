//! Known answers. In machine code they are checked once, at load.
//!
//! A WebAssembly engine has two compilers: a quick one at first, and an optimising one for code that runs often. So there
//! the test is made before the kernel is first used, and repeated before some of the first messages, when the second
//! compiler may have taken over. After a failure [`ready`] returns false for the life of the instance, and the caller
//! uses other code.

use core::hint::black_box;

use super::{open, seal};

/// Whether the kernel may be used. To be asked before each message.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub const fn ready() -> bool {
    true
}

#[cfg(target_family = "wasm")]
pub use counted::ready;

#[cfg(target_family = "wasm")]
mod counted {
    use core::sync::atomic::{AtomicU32, Ordering};

    /// Before which messages the test runs.
    const AGAIN: [u32; 4] = [1, 64, 1024, 16_384];

    /// How many messages were asked for; [`BROKEN`] from a failure on.
    static ASKED: AtomicU32 = AtomicU32::new(0);
    const BROKEN: u32 = u32::MAX;

    /// Whether the kernel may be used. To be asked before each message.
    #[inline]
    #[must_use]
    pub fn ready() -> bool {
        match ASKED.load(Ordering::Relaxed) {
            BROKEN => false,
            asked => {
                // Stays at the last but one for ever.
                let asked = asked.saturating_add(1).min(BROKEN - 1);
                ASKED.store(asked, Ordering::Relaxed);
                !AGAIN.contains(&asked) || still_sound()
            }
        }
    }

    #[cold]
    fn still_sound() -> bool {
        let sound = super::knows_answer();
        if !sound {
            ASKED.store(BROKEN, Ordering::Relaxed);
        }
        sound
    }
}

/// Texts for every path: by rows, by words, both ways of counting, ends that are no block.
pub(super) const LENGTHS: [usize; 7] = [0, 64, 65, 150, 200, 300, 1030];

/// The result of [`chain`], with RustCrypto too.
pub(super) const ANSWER: [u8; 16] =
    [201, 171, 151, 57, 51, 84, 107, 101, 38, 101, 31, 144, 3, 99, 35, 232];

/// Seals texts one after the other, each with the tag before in its nonce and associated data, and opens them again.
#[must_use]
pub fn knows_answer() -> bool {
    let key = black_box([7; 32]);
    let mut tag = [0; 16];
    let mut text = [5; 1030];
    for length in LENGTHS {
        let Some(content) = text.get_mut(..length) else { return false };
        let before = tag;
        let [nonce @ .., _, _, _, _] = before;
        tag = seal(&key, &nonce, &before, content);
        let mut other = tag;
        other[0] ^= 1;
        if open(&key, &nonce, &before, content, &other)
            || !open(&key, &nonce, &before, content, &tag)
        {
            return false;
        }
    }
    text.iter().all(|byte| *byte == 5) && tag == ANSWER
}
