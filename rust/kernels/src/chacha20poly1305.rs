//! ChaCha20-Poly1305 (RFC 8439, 2.8) and the subkey of XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03).
//!
//! The code is written once, over a vector of four lanes ([`lanes::Lanes`]). In WebAssembly that is `v128`, on x86-64, for short
//! messages in the addon, one of SSE2. On every other target it is `[u32; 4]`, in tests alone.
//!
//! ```text
//! keystream   block 0, its first 32 bytes: the key of Poly1305;  blocks 1, 2, 3 …: XORed with the content
//! tag         Poly1305( associated ‖ zeros to 16 ‖ ciphertext ‖ zeros to 16 ‖ u64le(lengths of both) )
//! ```
//!
//! | Part | File |
//! | --- | --- |
//! | ChaCha20: one to three blocks by rows, four by words | `stream.rs` |
//! | Poly1305, in scalar words | `poly.rs` |
//! | the last bytes of a text | `partial.rs` |
//!
//! Poly1305 is not on vectors: two accumulators in 26-bit limbs (`extmul`, four blocks a reduction) took 1.7 times as long on
//! V8 as one in 32-bit words with 64-bit products, whose column sums fit because the key is clamped.
//!
//! A text has fewer than 2^32 blocks of 64 bytes, which the caller sees to: a memory of 32 bits holds none longer, and the
//! addon hands in at most 1,536 bytes.
//!
//! What holds, and why:
//!
//! * **Proven**, on paper, in the header of `poly.rs`: no sum or product of Poly1305 overflows, for any key and text. The
//!   bounds of its words are debug assertions, so every test of the model checks them.
//! * **Tested**: equal to RustCrypto's `chacha20poly1305` for all lengths to 2048, with associated data of all lengths to 64, and
//!   for random ones beyond; Poly1305 at the edges of its words and beside `p`, equal to RustCrypto's `poly1305`; RFC 8439; on
//!   the engines, Wycheproof. A fuzz target compares without end.
//! * **Constant time by construction**: no branch and no index depends on a key, a text or a tag, only on lengths, and at the
//!   end of opening on whether the tag holds. So it is in the module that was built: each `br_if`, `br_table` and the one
//!   `select` are on lengths. Not measured: no claim about what an engine makes of it.
//! * **Wiped**: keystream, the key of Poly1305 and its accumulator. Not what an engine keeps in registers and on a
//!   stack of its own, which WebAssembly cannot reach. Rows of the key that a compiler puts on the stack are overwritten by
//!   the next ordinary entry, at the latest by the one that closes the handle (`stack.rs`).
//! * [`open`] deciphers only once the tag holds. If it does not, the content stays as it is: no plaintext was made.

mod lanes;
mod partial;
mod poly;
mod stream;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

use core::hint::black_box;

use lanes::Lanes;
use poly::Poly;
use stream::{Pad, Stream};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type Vector = core::arch::wasm32::v128;
#[cfg(target_arch = "x86_64")]
type Vector = core::arch::x86_64::__m128i;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
type Vector = [u32; 4];

/// Bytes of content that the first four blocks cover: block 0 is the key of Poly1305, and three are left.
const FIRST: usize = 192;

// In the addon these four stay functions of their own: `xtask inspect` reads their branches there.

/// Enciphers `content` where it stands, and gives the tag.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub fn seal(key: &[u8; 32], nonce: &[u8; 12], associated: &[u8], content: &mut [u8]) -> [u8; 16] {
    Message::<Vector>::new(key, nonce, content.len()).seal(associated, content)
}

/// Deciphers `content` where it stands if `tag` holds, and tells whether it does.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub fn open(
    key: &[u8; 32],
    nonce: &[u8; 12],
    associated: &[u8],
    content: &mut [u8],
    tag: &[u8; 16],
) -> bool {
    Message::<Vector>::new(key, nonce, content.len()).open(associated, content, tag)
}

/// As [`open`], from `sealed` to `content`. If their lengths differ, nothing is opened.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub fn open_to(
    key: &[u8; 32],
    nonce: &[u8; 12],
    associated: &[u8],
    sealed: &[u8],
    content: &mut [u8],
    tag: &[u8; 16],
) -> bool {
    let mut message = Message::<Vector>::new(key, nonce, sealed.len());
    let opens = sealed.len() == content.len() && message.holds(associated, sealed, tag);
    if opens {
        content.copy_from_slice(sealed);
        message.apply(content);
    }
    opens
}

/// HChaCha20: the key for the last 8 bytes of a nonce of 24, after four zeros. The caller wipes it.
#[must_use]
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub fn subkey(key: &[u8; 32], nonce: &[u8; 16]) -> [u8; 32] {
    let nonce = Vector::load(nonce).lanes();
    let mut subkey = [0; 32];
    let halves = Stream::<Vector>::new(key, nonce).subkey();
    for (place, half) in subkey.as_chunks_mut().0.iter_mut().zip(halves) {
        *place = half;
    }
    subkey
}

/// One message: its keystream, of which the start is made, and its authenticator.
struct Message<V: Lanes> {
    stream: Stream<V>,
    /// Block 0, and as many of the next three as the content needs.
    pad: Pad<V>,
    poly: Poly,
}

impl<V: Lanes> Message<V> {
    #[inline(always)]
    fn new(key: &[u8; 32], [n0, n1, n2, n3, rest @ ..]: &[u8; 12], length: usize) -> Self {
        let [n4, n5, n6, n7, n8, n9, na, nb] = *rest;
        let words = [[*n0, *n1, *n2, *n3], [n4, n5, n6, n7], [n8, n9, na, nb]];
        let [a, b, c] = words.map(u32::from_le_bytes);
        let stream = Stream::new(key, [0, a, b, c]);
        let pad = stream.pad(0, 1 + length.min(FIRST).div_ceil(64));
        let [r, end, ..] = pad.0;
        Self { stream, pad, poly: Poly::new(r.lanes(), end.lanes()) }
    }

    #[inline(always)]
    fn seal(mut self, associated: &[u8], content: &mut [u8]) -> [u8; 16] {
        self.apply(content);
        let mut tag = [0; 16];
        self.tag(associated, content).store(&mut tag);
        tag
    }

    #[inline(always)]
    fn open(mut self, associated: &[u8], content: &mut [u8], tag: &[u8; 16]) -> bool {
        let holds = self.holds(associated, content, tag);
        if holds {
            self.apply(content);
        }
        holds
    }

    /// Whether the tag is that of the ciphertext. Every bit is compared.
    #[inline(always)]
    fn holds(&mut self, associated: &[u8], ciphertext: &[u8], tag: &[u8; 16]) -> bool {
        let [a, b, c, d] = self.tag(associated, ciphertext).xor(V::load(tag)).lanes();
        // Opaque, or the compiler compares word by word and stops at the first that differs: x86-64 code did.
        black_box(a | b | c | d) == 0
    }

    /// XORs the content with the keystream.
    #[inline(always)]
    fn apply(&self, content: &mut [u8]) {
        let [_, _, _, _, pad @ ..] = &self.pad.0;
        match content.split_at_mut_checked(FIRST) {
            Some((first, rest)) => {
                Pad::apply(pad, first);
                self.stream.apply(4, rest);
            }
            None => Pad::apply(pad, content),
        }
    }

    #[inline(always)]
    fn tag(&mut self, associated: &[u8], ciphertext: &[u8]) -> V {
        self.poly.padded(associated);
        self.poly.padded(ciphertext);
        let mut lengths = [0; 16];
        for (place, bytes) in lengths.as_chunks_mut().0.iter_mut().zip([associated, ciphertext]) {
            *place = (bytes.len() as u64).to_le_bytes();
        }
        self.poly.blocks(&[lengths]);
        V::new(self.poly.tag())
    }
}
