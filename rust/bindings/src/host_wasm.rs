//! WebAssembly: how arguments, results and errors cross. The other side is `ts/src/engine/entries.ts`.
//!
//! An export takes nothing and gives a status; its name tells what the entry takes. What crosses stands in [`AREA`], which
//! JavaScript fills before the call, a place for each argument, and reads after it:
//!
//! | What | Place |
//! | --- | --- |
//! | text, bytes | address and length of memory from `boundaryTake`; the engine frees it |
//! | `u32`, `bool` | the number, and nothing |
//! | `f64` | its eight bytes |
//! | a result of text or bytes | address and length; the next place has what `boundaryRelease` wants to know |
//! | an error | its message as a result; the third place has address and length of its code, which stays |
//!
//! Text is UTF-8. All memory that crossed is wiped when it is freed.

#![allow(unsafe_code, reason = "memory that JavaScript fills, and functions that it calls")]

use std::{cell::Cell, mem, ptr};

use countersign_core::{Error, linked::with_all_parts};
use countersign_kernels::stack::swept;
use zeroizing_alloc::ZeroAlloc;

/// Secrets cross as bytes that are copied into this memory: what is freed is wiped.
#[global_allocator]
static ALLOCATOR: ZeroAlloc<std::alloc::System> = ZeroAlloc(std::alloc::System);

pub(crate) type Bytes = Vec<u8>;
/// Bytes that are no secret.
pub(crate) type Public = Bytes;

/// The answers of an export.
const DONE: u32 = 0;
const REFUSED: u32 = 1;

/// More than any entry has arguments.
const PLACES: usize = 16;

/// Address and length, or a number, the lower half first.
type Place = [u32; 2];

#[repr(C, align(8))]
struct Area([Cell<Place>; PLACES]);

thread_local! {
    static AREA: Area = const { Area([const { Cell::new([0; 2]) }; PLACES]) };
}

fn read(index: usize) -> Place {
    AREA.with(|Area(places)| places.get(index).map_or([0; 2], Cell::get))
}

fn write(index: usize, place: Place) {
    AREA.with(|Area(places)| {
        if let Some(to) = places.get(index) {
            to.set(place);
        }
    });
}

/// Where the places are.
#[unsafe(export_name = "boundaryArea")]
extern "C" fn area() -> *const Area {
    AREA.with(ptr::from_ref)
}

/// Memory for an argument.
#[unsafe(export_name = "boundaryTake")]
extern "C" fn take(length: usize) -> *mut u8 {
    Box::into_raw(Box::<[u8]>::new_uninit_slice(length)).cast()
}

/// Wipes and frees a result that was copied, or memory that no entry was given.
#[unsafe(export_name = "boundaryRelease")]
extern "C" fn release(start: *mut u8, capacity: usize) {
    // SAFETY: JavaScript gives back what it got, once: `take`'s memory or that of a `Vec`, with all its room.
    drop(unsafe { Vec::from_raw_parts(start, 0, capacity) });
}

/// Runs an entry on the arguments that wait for it, and wipes the stack that it used. A panic is a trap here; the
/// TypeScript slot sees it.
pub(crate) fn guard<T: Answer>(run: impl FnOnce(&mut Arguments) -> Result<T, Error>) -> u32 {
    let call = || with_all_parts(|| run(&mut Arguments { next: 0 }));
    match swept::<{ crate::STACK }, _>(call) {
        Ok(value) => {
            value.place();
            DONE
        }
        Err(error) => raise(&error),
    }
}

/// Hands over an error. All that crosses of it is written here, and read by `readError` in `ts/src/engine/entries.ts`.
fn raise(error: &Error) -> u32 {
    error.to_json().place();
    let code = error.code();
    write(2, [address(code.as_ptr()), number(code.len())]);
    REFUSED
}

/// The arguments of a call, in order.
pub(crate) struct Arguments {
    next: usize,
}

impl Arguments {
    fn next(&mut self) -> Place {
        let place = read(self.next);
        self.next += 1;
        place
    }

    /// Takes memory over that JavaScript filled.
    fn bytes(&mut self) -> Vec<u8> {
        let [start, length] = self.next();
        if length == 0 {
            // Then there is none.
            return Vec::new();
        }
        let start = ptr::with_exposed_provenance_mut(start as usize);
        // SAFETY: it was taken with this length, all of it was written, and nobody else frees it.
        unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(start, length as usize)) }.into_vec()
    }
}

/// What an entry takes. The memory of bytes is held for the time of the call.
pub(crate) trait Argument<'a>: Sized {
    type Owned;

    fn take(from: &mut Arguments) -> Self::Owned;

    fn lend(owned: &'a mut Self::Owned) -> Self;
}

impl<'a> Argument<'a> for &'a [u8] {
    type Owned = Vec<u8>;

    fn take(from: &mut Arguments) -> Vec<u8> {
        from.bytes()
    }

    fn lend(owned: &'a mut Vec<u8>) -> Self {
        owned
    }
}

impl<'a> Argument<'a> for String {
    type Owned = Self;

    fn take(from: &mut Arguments) -> Self {
        // SAFETY: written by `TextEncoder`, or one byte for each letter of ASCII.
        unsafe { Self::from_utf8_unchecked(from.bytes()) }
    }

    fn lend(owned: &'a mut Self) -> Self {
        mem::take(owned)
    }
}

/// Arguments that are one number.
macro_rules! numbers {
    ($($ty:ty = |$place:pat_param| $number:expr;)*) => {$(
        impl<'a> Argument<'a> for $ty {
            type Owned = Self;

            fn take(from: &mut Arguments) -> Self {
                let $place = from.next();
                $number
            }

            fn lend(owned: &'a mut Self) -> Self {
                *owned
            }
        }
    )*};
}

numbers! {
    u32 = |[number, _]| number;
    bool = |[number, _]| number != 0;
    f64 = |[low, high]| f64::from_bits(u64::from(high) << 32 | u64::from(low));
}

/// What an entry gives.
pub(crate) trait Answer {
    fn place(self);
}

impl Answer for Vec<u8> {
    fn place(self) {
        let (start, length, capacity) = self.into_raw_parts();
        write(0, [address(start), number(length)]);
        write(1, [number(capacity), 0]);
    }
}

impl Answer for String {
    fn place(self) {
        self.into_bytes().place();
    }
}

impl Answer for u32 {
    fn place(self) {
        write(0, [self, 0]);
    }
}

impl Answer for bool {
    fn place(self) {
        u32::from(self).place();
    }
}

impl Answer for f64 {
    fn place(self) {
        let half = |bits: u64| u32::try_from(bits & u64::from(u32::MAX)).unwrap_or_default();
        write(0, [half(self.to_bits()), half(self.to_bits() >> 32)]);
    }
}

/// An address as JavaScript counts: memory ends below 4 GiB.
fn address<T>(start: *const T) -> u32 {
    number(start.expose_provenance())
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[link(wasm_import_module = "countersign")]
unsafe extern "C" {
    /// Fills memory with random bytes; 0 if the host could.
    fn random(start: *mut u8, length: usize) -> u32;
}

/// The source of `getrandom`, whose backend is `custom` here (`wasm-pack.toml`).
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    start: *mut u8,
    length: usize,
) -> Result<(), getrandom::Error> {
    // SAFETY: as for the caller.
    match unsafe { random(start, length) } {
        0 => Ok(()),
        _ => Err(getrandom::Error::UNEXPECTED),
    }
}
