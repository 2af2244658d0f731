//! The vector that the kernel is written in: four lanes of 32 bits.
//!
//! There are three implementations: `v128` of WebAssembly (`wasm.rs`), the vector of SSE2 (`x86.rs`), and the model,
//! `[u32; 4]`, which defines what each operation means and runs anywhere.

/// Four lanes.
pub(super) trait Lanes: Copy {
    /// All zero.
    const ZERO: Self;

    fn new(lanes: [u32; 4]) -> Self;
    fn lanes(self) -> [u32; 4];
    /// Every lane the same.
    fn splat(lane: u32) -> Self;
    /// Little-endian.
    fn load(bytes: &[u8; 16]) -> Self;
    /// Little-endian.
    fn store(self, bytes: &mut [u8; 16]);

    fn xor(self, other: Self) -> Self;
    /// Sums modulo 2^32.
    fn add(self, other: Self) -> Self;
    /// Each lane turned by `N` bits; `N` is 7, 8, 12 or 16.
    fn rotate<const N: u32>(self) -> Self;
    /// Lane `k` of the result is lane `k + N` modulo 4.
    fn turn<const N: usize>(self) -> Self;
    /// Lane `k` of row `j` becomes lane `j` of row `k`.
    fn transpose(rows: [Self; 4]) -> [Self; 4];
}

/// Overwrites secrets; the compiler may not remove the writes.
pub(super) fn wipe<T: Copy>(places: &mut [T], zero: T) {
    for place in places {
        // SAFETY: a reference is valid for writes and aligned, and `T` has nothing to drop.
        unsafe { core::ptr::write_volatile(place, zero) };
    }
}

#[cfg(any(
    test,
    not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))
))]
mod model {
    use super::Lanes;

    fn each([a, b, c, d]: [u32; 4], [e, f, g, h]: [u32; 4], of: fn(u32, u32) -> u32) -> [u32; 4] {
        [of(a, e), of(b, f), of(c, g), of(d, h)]
    }

    impl Lanes for [u32; 4] {
        const ZERO: Self = [0; 4];

        fn new(lanes: [u32; 4]) -> Self {
            lanes
        }
        fn lanes(self) -> [u32; 4] {
            self
        }
        fn splat(lane: u32) -> Self {
            [lane; 4]
        }
        fn load(bytes: &[u8; 16]) -> Self {
            let mut lanes = [0; 4];
            for (lane, bytes) in lanes.iter_mut().zip(bytes.as_chunks().0) {
                *lane = u32::from_le_bytes(*bytes);
            }
            lanes
        }
        fn store(self, bytes: &mut [u8; 16]) {
            for (lane, bytes) in self.into_iter().zip(bytes.as_chunks_mut().0) {
                *bytes = lane.to_le_bytes();
            }
        }

        fn xor(self, other: Self) -> Self {
            each(self, other, |a, b| a ^ b)
        }
        fn add(self, other: Self) -> Self {
            each(self, other, u32::wrapping_add)
        }
        fn rotate<const N: u32>(self) -> Self {
            self.map(|lane| lane.rotate_left(N))
        }
        fn turn<const N: usize>(mut self) -> Self {
            self.rotate_left(N);
            self
        }
        fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
            let [[a0, a1, a2, a3], [b0, b1, b2, b3]] = [a, b];
            let [[c0, c1, c2, c3], [d0, d1, d2, d3]] = [c, d];
            [[a0, b0, c0, d0], [a1, b1, c1, d1], [a2, b2, c2, d2], [a3, b3, c3, d3]]
        }
    }
}
