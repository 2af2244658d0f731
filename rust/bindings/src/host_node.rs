//! Node: types and errors as napi wants them.

use std::{
    panic::{AssertUnwindSafe, catch_unwind, set_hook},
    sync::Once,
};

use countersign_core::Error;
use countersign_kernels::stack::swept;
use napi::{
    Env,
    bindgen_prelude::{ToNapiValue, TypeName, Uint8Array, Uint8ArraySlice, ValueType},
    sys,
};
#[cfg(not(feature = "bench"))]
use zeroizing_alloc::ZeroAlloc;

pub(crate) type Raised = napi::Error<&'static str>;
/// Memory of ours that JavaScript sees.
pub(crate) type Lent = Uint8Array;

/// What is freed is wiped, as in WebAssembly: text and bytes that held a secret for the time of one call.
#[cfg(not(feature = "bench"))]
#[global_allocator]
static ALLOCATOR: ZeroAlloc<std::alloc::System> = ZeroAlloc(std::alloc::System);

/// Bytes on their way to JavaScript, which owns them from then on.
///
/// Not napi's `Uint8Array`: an entry would build one on the stack beside its secrets. It has room that nobody
/// writes to, which takes over whatever lay there, and it goes to the heap as a whole until the array is collected.
pub struct Bytes(Vec<u8>);

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl TypeName for Bytes {
    fn type_name() -> &'static str {
        Uint8Array::type_name()
    }

    fn value_type() -> ValueType {
        Uint8Array::value_type()
    }
}

#[allow(unsafe_code, reason = "hands bytes to the host, as napi's own types do")]
impl ToNapiValue for Bytes {
    unsafe fn to_napi_value(env: sys::napi_env, bytes: Self) -> napi::Result<sys::napi_value> {
        let Self(mut bytes) = bytes;
        if bytes.is_empty() {
            // An empty `Vec` has no memory to hand over.
            // SAFETY: as for the caller.
            return unsafe { Uint8Array::to_napi_value(env, Uint8Array::new(bytes)) };
        }
        bytes.shrink_to_fit();
        let array = Uint8ArraySlice::from_data(&Env::from_raw(env), bytes)?;
        // SAFETY: as for the caller.
        unsafe { Uint8ArraySlice::to_napi_value(env, array) }
    }
}

/// Bytes that are no secret: keys, signatures, verdicts, sealed messages. They are copied into memory of the host, in a fraction
/// of the time that it takes to hand over memory of ours; what the host collects, nobody wipes.
pub struct Public(Vec<u8>);

impl From<Vec<u8>> for Public {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl TypeName for Public {
    fn type_name() -> &'static str {
        Uint8Array::type_name()
    }

    fn value_type() -> ValueType {
        Uint8Array::value_type()
    }
}

#[allow(unsafe_code, reason = "hands bytes to the host, as napi's own types do")]
impl ToNapiValue for Public {
    unsafe fn to_napi_value(env: sys::napi_env, bytes: Self) -> napi::Result<sys::napi_value> {
        let array = Uint8ArraySlice::copy_from(&Env::from_raw(env), bytes.0)?;
        // SAFETY: as for the caller.
        unsafe { Uint8ArraySlice::to_napi_value(env, array) }
    }
}

/// A library prints nothing, and a panic message could hold what it must not. The
/// hook belongs to this addon's copy of the standard library alone.
static QUIET: Once = Once::new();

/// Runs an entry, and wipes the stack that it used.
pub(crate) fn guard<T>(run: impl FnOnce() -> Result<T, Error>) -> Result<T, Raised> {
    swept::<{ crate::STACK }, _>(|| caught(run))
}

/// Runs an entry. A panic becomes an error that the TypeScript slot treats as a
/// trap: nothing that lived in the engine is used again, and the process goes on.
pub(crate) fn caught<T>(run: impl FnOnce() -> Result<T, Error>) -> Result<T, Raised> {
    QUIET.call_once(|| set_hook(Box::new(|_| ())));
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(outcome) => outcome.map_err(|error| napi::Error::new(error.code(), error.to_json())),
        Err(_) => {
            forget();
            Err(napi::Error::new("ERR_ENGINE_PANIC", "the engine panicked".to_owned()))
        }
    }
}

/// Wipes what lives in the engine: the addon stays in its process, where WebAssembly's memory is thrown away.
/// Called for a panic, and by the TypeScript slot when it drops the engine for a fault on its own side.
#[napi_derive::napi(js_name = "engineForget")]
pub fn forget() {
    swept::<{ crate::STACK }, _>(forget_all);
}

fn forget_all() {
    crate::scratch::forget();
    crate::session::forget();
    crate::session_ticket::forget();
    crate::signer::forget();
    crate::receipt_chain::forget();
    crate::log::forget();
    crate::hpke::forget();
    crate::identity::forget();
    crate::identity_competence::forget();
    crate::identity_continuity::forget();
    crate::session_sage::forget();
    crate::handshake_sage::forget();
    crate::guard::forget();
    crate::handshake::forget();
    crate::trust::forget();
    crate::unsigned::forget();
}

/// The name that a core of WebAssembly exports: `xtask build` gives the same to both.
#[napi_derive::napi(js_name = "engineContract")]
pub fn contract() -> &'static str {
    option_env!("COUNTERSIGN_CONTRACT").unwrap_or_default()
}

/// The buffer of the hot lane: memory of this thread.
#[napi_derive::napi(js_name = "scratchView")]
pub fn scratch_view() -> Lent {
    crate::scratch::lent()
}
