//! The last bytes of a text, fewer than 16, read and written in pieces of 8, 4, 2 and 1.

/// `bytes`, of which there are fewer than 16, with zeros after them.
#[inline(always)]
pub(super) fn read(bytes: &[u8]) -> [u8; 16] {
    let mut block = [0; 16];
    copy(bytes, &mut block);
    block
}

/// Fills `bytes`, of which there are fewer than 16, from the start of `block`.
#[inline(always)]
pub(super) fn write(block: &[u8; 16], bytes: &mut [u8]) {
    if let Some(part) = block.get(..bytes.len()) {
        copy(part, bytes);
    }
}

/// Copies fewer than 16 bytes. The branches are on their number, which is public.
#[inline(always)]
fn copy(from: &[u8], to: &mut [u8]) {
    let (from, to) = piece::<8>(from, to);
    let (from, to) = piece::<4>(from, to);
    let (from, to) = piece::<2>(from, to);
    piece::<1>(from, to);
}

/// Copies `N` bytes if there are that many; returns the rest.
#[inline(always)]
fn piece<'a, 'b, const N: usize>(from: &'a [u8], to: &'b mut [u8]) -> (&'a [u8], &'b mut [u8]) {
    match from.split_first_chunk::<N>() {
        Some((part, from)) => match to.split_first_chunk_mut::<N>() {
            Some((place, to)) => {
                *place = *part;
                (from, to)
            }
            None => (from, &mut []),
        },
        None => (from, to),
    }
}
