//! The boundary: what JavaScript can call, listed once for two hosts.
//!
//! Each entry is one line to the core and holds no decision. Only these types
//! cross: `String`, `&[u8]`, `host::Bytes`, `host::Public`, `u32`, `f64`, `bool`. A record
//! crosses as JSON text. `npm run generate` reads the lists and writes
//! `ts/src/generated/contract.ts`.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]
#![allow(missing_docs, reason = "entries are documented where users see them: core and ts/src")]
#![allow(clippy::missing_errors_doc, reason = "as above")]
#![allow(
    unreachable_pub,
    clippy::must_use_candidate,
    reason = "the host macros export the entries"
)]
#![allow(clippy::too_many_arguments, reason = "no records cross, so their members do")]
#![allow(clippy::needless_pass_by_value, reason = "the hosts hand over owned values")]
#![allow(clippy::useless_conversion, reason = "`host::Bytes` is `Vec<u8>` on one host only")]

#[cfg(all(feature = "wasm", feature = "node"))]
compile_error!("choose one host: `wasm` or `node`");

#[cfg_attr(feature = "wasm", path = "host_wasm.rs")]
#[cfg_attr(feature = "node", path = "host_node.rs")]
mod host;

/// How much of the stack is wiped after an entry: more than any entry uses that has a secret on it.
/// What goes deeper wipes by itself: ML-DSA, and what else the core runs in `stack::swept`. Native code that was not
/// optimised has frames many times as large.
const STACK: usize =
    if cfg!(all(debug_assertions, feature = "node")) { 256 << 10 } else { 20 << 10 };

/// Entries. The export of WebAssembly is named with what the entry takes and then gives, which its loader goes by:
/// `keysPublic String &[u8] host::Bytes`.
macro_rules! boundary {
    ($(fn $name:ident as $js:tt ($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty $body:block)*) => {$(
        #[cfg(feature = "wasm")]
        #[allow(unsafe_code, reason = "the name is that of no other function")]
        #[allow(unused_variables, reason = "an entry may take nothing")]
        #[unsafe(export_name = concat!($js, $(" ", stringify!($ty),)* " ", stringify!($ret)))]
        extern "C" fn $name() -> u32 {
            crate::host::guard(|arguments| -> Result<$ret, countersign_core::Error> {
                $(let mut $arg = <$ty as crate::host::Argument>::take(arguments);)*
                $(let $arg = <$ty as crate::host::Argument>::lend(&mut $arg);)*
                $body
            })
        }

        #[cfg(feature = "node")]
        #[napi_derive::napi(js_name = $js)]
        pub fn $name($($arg: $ty),*) -> Result<$ret, crate::host::Raised> {
            let run = move || -> Result<$ret, countersign_core::Error> { $body };
            crate::host::guard(run)
        }
    )*};
}

/// The functions of the hot lane, which work on the buffer of [`scratch`]: raw exports, or functions of the addon.
/// Each runs below its own frame and leaves the stack as it is: the next ordinary entry wipes it, at the latest
/// the one that closes the handle. What must not wait that long wipes by itself.
macro_rules! hot {
    ($(fn $name:ident as $js:tt ($($arg:ident: $ty:ty),* $(,)?) in $buffer:ident $body:block)*) => {$(
        #[cfg(feature = "wasm")]
        #[unsafe(export_name = $js)]
        extern "C" fn $name($($arg: $ty),*) -> i32 {
            countersign_kernels::stack::apart(|| with(|$buffer| $body))
        }

        #[cfg(feature = "node")]
        #[napi_derive::napi(js_name = $js)]
        pub fn $name($($arg: $ty),*) -> Result<i32, crate::host::Raised> {
            crate::host::caught(|| Ok(countersign_kernels::stack::apart(|| with(|$buffer| $body))))
        }
    )*};
}

/// What a part of the engine does when it is there, an export that the loader calls: it makes itself callable, `register…`
/// (`countersign_core::linked`), or tests what it computes, `selfTest…` (`countersign_kernels`). The native engine has no parts.
macro_rules! when_loaded {
    ($($run:path as $js:tt),* $(,)?) => {
        $(#[cfg(feature = "wasm")]
        const _: () = {
            #[allow(unsafe_code, reason = "the name is that of no other function")]
            #[unsafe(export_name = $js)]
            extern "C" fn when_loaded() {
                $run();
            }
        };)*
    };
}

// After the macros: `macro_rules!` are in scope from here on.
mod argon2id;
mod card;
mod card_sage;
mod data_integrity;
mod did;
mod encoding;
mod engine;
mod grant;
mod grant_aid;
mod guard;
mod guard_sage;
mod handshake;
mod handshake_sage;
mod hazmat;
#[cfg(feature = "bench")]
mod host_bench;
mod hpke;
mod http_sig;
mod http_sig_web_bot_auth;
mod identity;
mod identity_aid;
mod identity_certificate;
mod identity_competence;
mod identity_continuity;
mod identity_negative;
mod identity_rotation;
mod identity_spawn;
mod json;
mod jws;
mod key_formats;
mod keys;
mod log;
mod metadata;
mod ml_dsa;
mod peer;
mod pop;
mod pop_sage;
mod random;
mod receipt;
mod receipt_aid;
mod receipt_chain;
mod receipt_ring;
mod ring;
mod ring_go;
mod sage_key_store;
mod scratch;
mod session;
mod session_sage;
mod session_ticket;
mod signer;
mod structured_fields;
mod trust;
mod unsigned;
