//! For the bench alone, and in no build that ships: what the engine allocates, and PQClean's C to compare with.
//!
//! Plain functions of the addon, not entries of the boundary: no other engine has them.
//! `bench/addon.ts` has their types.

#![allow(unsafe_code, reason = "the counting allocator")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use napi::bindgen_prelude::{Error, Result, Uint8Array};
use napi_derive::napi;
use pqcrypto_traits::sign::{DetachedSignature, PublicKey, SecretKey};
use zeroizing_alloc::ZeroAlloc;

thread_local! {
    /// Allocations of this thread, and their bytes. Doubles, as they go to JavaScript.
    static COUNTED: Cell<(f64, f64)> = const { Cell::new((0.0, 0.0)) };
}

/// Counts what each thread allocates. Growing a block counts as one that has the difference.
struct Counting;

/// The allocator of what ships.
static SHIPPED: ZeroAlloc<System> = ZeroAlloc(System);

fn add(bytes: usize) {
    // A thread that ends has no counter left.
    let _ = COUNTED.try_with(|counted| {
        let (number, sum) = counted.get();
        #[allow(clippy::cast_precision_loss, reason = "a size is below 2^53")]
        counted.set((number + 1.0, sum + bytes as f64));
    });
}

// SAFETY: all work is the other allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: as for the caller.
        unsafe { SHIPPED.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: as for the caller.
        unsafe { SHIPPED.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size.saturating_sub(layout.size()));
        // SAFETY: as for the caller.
        unsafe { SHIPPED.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as for the caller.
        unsafe { SHIPPED.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of the calling thread since it began.
#[napi(js_name = "benchAllocations")]
pub fn bench_allocations() -> f64 {
    COUNTED.get().0
}

/// Bytes of them.
#[napi(js_name = "benchAllocatedBytes")]
pub fn bench_allocated_bytes() -> f64 {
    COUNTED.get().1
}

fn refused(why: impl ToString) -> Error {
    Error::from_reason(why.to_string())
}

type Verify = fn(&[u8], &[u8], &[u8]) -> Result<bool>;

/// One scheme of PQClean: its three functions over bytes.
struct Scheme {
    generate: fn() -> (Vec<u8>, Vec<u8>),
    sign: fn(&[u8], &[u8]) -> Result<Vec<u8>>,
    verify: Verify,
}

macro_rules! scheme {
    ($package:ident, $module:ident) => {{
        use $package::$module as m;
        Scheme {
            generate: || {
                let (public, secret) = m::keypair();
                (public.as_bytes().to_vec(), secret.as_bytes().to_vec())
            },
            sign: |secret, message| {
                let secret = m::SecretKey::from_bytes(secret).map_err(refused)?;
                Ok(m::detached_sign(message, &secret).as_bytes().to_vec())
            },
            verify: |public, message, signature| {
                let public = m::PublicKey::from_bytes(public).map_err(refused)?;
                let signature = m::DetachedSignature::from_bytes(signature).map_err(refused)?;
                Ok(m::verify_detached_signature(&signature, message, &public).is_ok())
            },
        }
    }};
}

fn scheme(name: &str) -> Result<Scheme> {
    Ok(match name {
        "dilithium2" => scheme!(pqcrypto_dilithium, dilithium2),
        "dilithium3" => scheme!(pqcrypto_dilithium, dilithium3),
        "dilithium5" => scheme!(pqcrypto_dilithium, dilithium5),
        "ml-dsa-44" => scheme!(pqcrypto_mldsa, mldsa44),
        "ml-dsa-65" => scheme!(pqcrypto_mldsa, mldsa65),
        "ml-dsa-87" => scheme!(pqcrypto_mldsa, mldsa87),
        _ => return Err(refused(format!("no scheme {name}"))),
    })
}

/// A key pair, fresh: public, secret.
#[napi(js_name = "benchPqcleanGenerate")]
pub fn bench_pqclean_generate(name: String) -> Result<Vec<Uint8Array>> {
    let (public, secret) = (scheme(&name)?.generate)();
    Ok(vec![public.into(), secret.into()])
}

/// A detached signature, under an empty context where the scheme has one.
#[napi(js_name = "benchPqcleanSign")]
pub fn bench_pqclean_sign(name: String, secret: &[u8], message: &[u8]) -> Result<Uint8Array> {
    Ok((scheme(&name)?.sign)(secret, message)?.into())
}

/// Whether a detached signature holds.
#[napi(js_name = "benchPqcleanVerify")]
pub fn bench_pqclean_verify(
    name: String,
    public: &[u8],
    message: &[u8],
    signature: &[u8],
) -> Result<bool> {
    (scheme(&name)?.verify)(public, message, signature)
}
