//! WebAssembly: types and errors as wasm-bindgen wants them.

use countersign_core::Error;
use countersign_kernels::stack::swept;
use wasm_bindgen::JsValue;
use zeroizing_alloc::ZeroAlloc;

/// Secrets cross as bytes that the glue copies into this memory: what is freed is wiped.
#[global_allocator]
static ALLOCATOR: ZeroAlloc<std::alloc::System> = ZeroAlloc(std::alloc::System);

pub(crate) type Bytes = Vec<u8>;
pub(crate) type Raised = JsValue;

/// Runs an entry, and wipes the stack that it used. A panic is a trap here; the TypeScript slot sees it.
pub(crate) fn guard<T>(run: impl FnOnce() -> Result<T, Error>) -> Result<T, Raised> {
    swept::<{ crate::STACK }, _>(run).map_err(|error| {
        let thrown = js_sys::Error::new(&error.to_json());
        // Fails only on a frozen object, which this is not.
        let _ = js_sys::Reflect::set(&thrown, &"code".into(), &error.code().into());
        thrown.into()
    })
}
