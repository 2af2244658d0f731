//! ChaCha20-Poly1305 and XChaCha20-Poly1305 where a message stands: the kernel of
//! `countersign-kernels` in WebAssembly while it knows its answers, else RustCrypto. Both give the same bytes.
//!
//! Opening deciphers once the tag holds; a message that is refused stays as it is.

mod host;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) use host::{open, open_to, seal, x_open, x_seal};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use simd::{open, open_to, seal, x_open, x_seal};

use super::aead::TAG_LEN;

type Key = [u8; 32];
type Nonce = [u8; 12];
type XNonce = [u8; 24];
type Tag = [u8; TAG_LEN];
