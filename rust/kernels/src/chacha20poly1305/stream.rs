//! ChaCha20 (RFC 8439, 2.3 and 2.4) and HChaCha20 (draft-irtf-cfrg-xchacha-03, 2.2).
//!
//! A block is 16 words in 4 rows of 4. One to three blocks are computed by rows: a vector holds a row, so
//! that the words are already in the order of the output. Between the two halves of a double round the
//! rows are rotated against each other. Row 1 stays and the other three rotate, because row 1 is the last
//! result of a quarter round and the first input of the next. Four blocks are computed by words: a vector
//! holds word `k` of all four.

use super::{
    lanes::{Lanes, wipe},
    partial,
};

/// "expand 32-byte k".
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// Keystream of up to four blocks, row by row. Wiped when it is dropped.
pub(super) struct Pad<V: Lanes>(pub(super) [V; 16]);

impl<V: Lanes> Drop for Pad<V> {
    fn drop(&mut self) {
        wipe(&mut self.0, V::ZERO);
    }
}

impl<V: Lanes> Pad<V> {
    /// XORs `content`, which has at most as many bytes as `rows`.
    pub(super) fn apply(rows: &[V], content: &mut [u8]) {
        let (blocks, end) = content.as_chunks_mut();
        let mut rows = rows.iter();
        for (block, row) in blocks.iter_mut().zip(rows.by_ref()) {
            V::load(block).xor(*row).store(block);
        }
        if let (false, Some(row)) = (end.is_empty(), rows.next()) {
            let mut block = partial::read(end);
            V::load(&block).xor(*row).store(&mut block);
            partial::write(&block, end);
            wipe(&mut block, 0);
        }
    }
}

/// The keystream of one key and nonce.
#[derive(Clone, Copy)]
pub(super) struct Stream<V: Lanes> {
    rows: [V; 4],
}

impl<V: Lanes> Stream<V> {
    /// The last row is that of counter 0, the counter being its first word.
    #[inline(always)]
    pub(super) fn new(key: &[u8; 32], last: [u32; 4]) -> Self {
        let mut rows = [V::new(CONSTANTS), V::ZERO, V::ZERO, V::new(last)];
        for (row, half) in rows.iter_mut().skip(1).zip(key.as_chunks().0) {
            *row = V::load(half);
        }
        Self { rows }
    }

    /// The first `blocks` blocks from `counter` on, at most four.
    #[inline(always)]
    pub(super) fn pad(&self, counter: u32, blocks: usize) -> Pad<V> {
        let mut pad = Pad([V::ZERO; 16]);
        match blocks {
            0 | 1 => self.by_rows::<1>(counter, &mut pad),
            2 => self.by_rows::<2>(counter, &mut pad),
            3 => self.by_rows::<3>(counter, &mut pad),
            _ => pad.0 = Words::new(self).blocks(counter),
        }
        pad
    }

    #[inline(never)]
    fn by_rows<const N: usize>(&self, counter: u32, pad: &mut Pad<V>) {
        let [_, _, _, last] = self.rows;
        let mut starts = [self.rows; N];
        for ([.., row], counter) in starts.iter_mut().zip(counter..) {
            *row = last.add(V::new([counter, 0, 0, 0]));
        }
        let blocks = permute(starts);
        for ((place, block), start) in
            pad.0.as_chunks_mut::<4>().0.iter_mut().zip(blocks).zip(starts)
        {
            let ([a, b, c, d], [e, f, g, h]) = (block, start);
            *place = [a.add(e), b.add(f), c.add(g), d.add(h)];
        }
    }

    /// XORs `content` with the keystream from block `counter` on.
    #[inline(never)]
    pub(super) fn apply(&self, mut counter: u32, content: &mut [u8]) {
        let (chunks, end) = content.as_chunks_mut::<256>();
        if !chunks.is_empty() {
            let words = Words::new(self);
            for chunk in chunks {
                let rows = words.blocks(counter);
                for (block, row) in chunk.as_chunks_mut().0.iter_mut().zip(rows) {
                    V::load(block).xor(row).store(block);
                }
                counter = counter.wrapping_add(4);
            }
        }
        if !end.is_empty() {
            let pad = self.pad(counter, end.len().div_ceil(64));
            Pad::apply(&pad.0, end);
        }
    }

    /// HChaCha20: the rows 0 and 3 after the rounds, with nothing added.
    pub(super) fn subkey(&self) -> [[u8; 16]; 2] {
        let [[first, _, _, last]] = permute([self.rows]);
        let mut key = [[0; 16]; 2];
        let [low, high] = &mut key;
        first.store(low);
        last.store(high);
        key
    }
}

/// Twenty rounds on `N` blocks side by side.
#[inline(always)]
fn permute<V: Lanes, const N: usize>(mut blocks: [[V; 4]; N]) -> [[V; 4]; N] {
    for _ in 0..10 {
        for block in &mut blocks {
            let [a, b, c, d] = quarter(*block);
            *block = [a.turn::<3>(), b, c.turn::<1>(), d.turn::<2>()];
        }
        for block in &mut blocks {
            let [a, b, c, d] = quarter(*block);
            *block = [a.turn::<1>(), b, c.turn::<3>(), d.turn::<2>()];
        }
    }
    blocks
}

/// The quarter round, on four columns at once.
#[inline(always)]
fn quarter<V: Lanes>([mut a, mut b, mut c, mut d]: [V; 4]) -> [V; 4] {
    a = a.add(b);
    d = d.xor(a).rotate::<16>();
    c = c.add(d);
    b = b.xor(c).rotate::<12>();
    a = a.add(b);
    d = d.xor(a).rotate::<8>();
    c = c.add(d);
    b = b.xor(c).rotate::<7>();
    [a, b, c, d]
}

/// Each word of the state in all lanes, row by row; the counter has one lane for each of four blocks.
struct Words<V: Lanes>([[V; 4]; 4]);

impl<V: Lanes> Words<V> {
    #[inline(always)]
    fn new(stream: &Stream<V>) -> Self {
        let [a, b, c, [d0, d1, d2, d3]] = stream.rows.map(|row| row.lanes().map(V::splat));
        Self([a, b, c, [d0.add(V::new([0, 1, 2, 3])), d1, d2, d3]])
    }

    /// Four blocks from `counter` on, row by row.
    #[inline(always)]
    fn blocks(&self, counter: u32) -> [V; 16] {
        let [start_a, start_b, start_c, [d0, d1, d2, d3]] = self.0;
        let start_d = [d0.add(V::splat(counter)), d1, d2, d3];
        let [mut a, mut b, mut c, mut d] = [start_a, start_b, start_c, start_d];
        for _ in 0..10 {
            [a, b, c, d] = quarters([a, b, c, d]);
            [a, b, c, d] = quarters([a, left(b), left(left(c)), left(left(left(d)))]);
            [b, c, d] = [left(left(left(b))), left(left(c)), left(d)];
        }
        let [a0, a1, a2, a3] = V::transpose(zip(a, start_a, V::add));
        let [b0, b1, b2, b3] = V::transpose(zip(b, start_b, V::add));
        let [c0, c1, c2, c3] = V::transpose(zip(c, start_c, V::add));
        let [d0, d1, d2, d3] = V::transpose(zip(d, start_d, V::add));
        [a0, b0, c0, d0, a1, b1, c1, d1, a2, b2, c2, d2, a3, b3, c3, d3]
    }
}

/// Quarter rounds on four columns of words, step by step, so that none waits for itself.
#[inline(always)]
fn quarters<V: Lanes>([mut a, mut b, mut c, mut d]: [[V; 4]; 4]) -> [[V; 4]; 4] {
    a = zip(a, b, V::add);
    d = zip(d, a, |d, a| d.xor(a).rotate::<16>());
    c = zip(c, d, V::add);
    b = zip(b, c, |b, c| b.xor(c).rotate::<12>());
    a = zip(a, b, V::add);
    d = zip(d, a, |d, a| d.xor(a).rotate::<8>());
    c = zip(c, d, V::add);
    b = zip(b, c, |b, c| b.xor(c).rotate::<7>());
    [a, b, c, d]
}

#[inline(always)]
fn zip<V: Lanes>([a, b, c, d]: [V; 4], [e, f, g, h]: [V; 4], of: impl Fn(V, V) -> V) -> [V; 4] {
    [of(a, e), of(b, f), of(c, g), of(d, h)]
}

/// The words of a row, turned as [`Lanes::turn`] turns lanes by one.
#[inline(always)]
fn left<V: Lanes>([a, b, c, d]: [V; 4]) -> [V; 4] {
    [b, c, d, a]
}
