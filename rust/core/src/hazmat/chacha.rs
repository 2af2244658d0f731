//! ChaCha20-Poly1305 and XChaCha20-Poly1305, in place. In WebAssembly the kernel of `countersign-kernels`
//! does it, natively, on x86-64, that of short messages; else RustCrypto does. Both give the same bytes.
//!
//! Opening deciphers only once the tag holds; a message that is refused stays as it is.

mod host;
mod simd;

pub(crate) use simd::{open, open_to, seal, x_open, x_seal};

/// Bytes of a tag of Poly1305.
pub(super) const TAG_LEN: usize = 16;

type Key = [u8; 32];
type Nonce = [u8; 12];
type XNonce = [u8; 24];
type Tag = [u8; TAG_LEN];
