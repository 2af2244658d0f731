//! The order in which canonical JSON has the members of each object (RFC 8785, section 3.2.3), and names that come twice.
//!
//! Members are sorted by their first eight bytes as one word, and where those are equal by the rest. The
//! order of bytes is the order of UTF-16 code units, except for characters beyond U+FFFF. An object with such
//! a character in a name, or with an escape, is sorted by the code units.

use super::{Kind, Token};
use crate::order::{sort_by, sorted_by};

/// The members of every object of a text, in order.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// For each object its first member, for each name the next one; nothing for an object whose text is in order.
    /// Empty if all are.
    next: Vec<u32>,
}

impl Order {
    /// The order of tokens that [`read`](super::read) gave; `None` if a member comes twice.
    #[must_use]
    pub fn of(text: &str, tokens: &[Token]) -> Option<Self> {
        let simple = text.is_ascii();
        let (mut order, mut names) = (Self::default(), Vec::new());
        for (place, token) in tokens.iter().enumerate() {
            if token.kind == Kind::Object {
                let place = place as u32;
                let is_simple = collect(text, tokens, place, simple, &mut names)?;
                let by = if is_simple { simply } else { widely };
                if matches!(by(text, tokens, &mut names)?, Sorted::Now) {
                    order.link(place, &names, tokens.len());
                }
            }
        }
        Some(order)
    }

    /// Whether the text itself is in order.
    pub(super) const fn is_of_text(&self) -> bool {
        self.next.is_empty()
    }

    /// The names of the members of the object at a token. None of any other value.
    #[must_use]
    pub fn names<'a>(&'a self, tokens: &'a [Token], object: u32) -> Names<'a> {
        let token = tokens.get(object as usize).filter(|token| token.kind == Kind::Object);
        let end = token.map_or(0, |token| token.after);
        let linked = token.and_then(|_| self.next.get(object as usize).copied());
        let linked = linked.filter(|first| *first > 0);
        let place = linked.unwrap_or(if object + 1 < end { object + 1 } else { 0 });
        Names { tokens, next: if linked.is_some() { &self.next } else { &[] }, place, end }
    }

    fn link(&mut self, object: u32, names: &[(u64, u32)], count: usize) {
        self.next.resize(count, 0);
        let mut last = object;
        for (_, name) in names {
            if let Some(next) = self.next.get_mut(last as usize) {
                *next = *name;
            }
            last = *name;
        }
    }
}

/// Tokens of names, one after the other. No name is the first token, so 0 is the end.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    tokens: &'a [Token],
    /// Empty if the text is in order.
    next: &'a [u32],
    place: u32,
    end: u32,
}

impl Iterator for Names<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let name = self.place;
        if name == 0 {
            return None;
        }
        self.place = match self.next.get(name as usize) {
            Some(next) => *next,
            None => self.tokens.get(name as usize + 1).map_or(0, |value| value.after),
        };
        if self.place >= self.end {
            self.place = 0;
        }
        Some(name)
    }
}

/// Whether the members of an object stood in order.
enum Sorted {
    Before,
    Now,
}

/// Lists the names of an object with their first bytes, and nothing else. Tells whether all are simple.
fn collect(
    text: &str,
    tokens: &[Token],
    object: u32,
    ascii: bool,
    names: &mut Vec<(u64, u32)>,
) -> Option<bool> {
    let end = tokens.get(object as usize)?.after;
    let (mut place, mut simple) = (object + 1, true);
    names.clear();
    while place < end {
        let name = tokens.get(place as usize)?;
        let bytes = name.of(text).as_bytes();
        simple &= name.kind == Kind::Plain && (ascii || bytes.iter().all(|byte| *byte < 0xf0));
        names.push((first_eight(bytes), place));
        place = tokens.get(place as usize + 1)?.after;
    }
    Some(simple)
}

/// Sorts names that are simple; `None` if one comes twice.
fn simply(text: &str, tokens: &[Token], names: &mut [(u64, u32)]) -> Option<Sorted> {
    let rest = |place: u32| tokens.get(place as usize).map(|name| name.of(text).as_bytes());
    let order = |left: &(u64, u32), right: &(u64, u32)| {
        left.0.cmp(&right.0).then_with(|| rest(left.1).cmp(&rest(right.1)))
    };
    let is_sorted =
        |names: &[(u64, u32)]| names.is_sorted_by(|left, right| order(left, right).is_lt());
    if is_sorted(names) {
        return Some(Sorted::Before);
    }
    sort_by(names, order);
    is_sorted(names).then_some(Sorted::Now)
}

/// As [`simply`], of any names: by the code units of what they say.
fn widely(text: &str, tokens: &[Token], names: &mut [(u64, u32)]) -> Option<Sorted> {
    let units = |name: &(u64, u32)| {
        let said = tokens.get(name.1 as usize)?.string(text)?;
        Some((said.encode_utf16().collect::<Vec<_>>(), *name))
    };
    let said = names.iter().map(units).collect::<Option<Vec<_>>>()?;
    let said = sorted_by(said, |left, right| left.0.cmp(&right.0));
    names.iter_mut().zip(&said).for_each(|(place, (_, name))| *place = *name);
    said.is_sorted_by(|left, right| left.0 < right.0).then_some(Sorted::Now)
}

/// The first eight bytes as a number that sorts as they do. A shorter name sorts first, as no name has a byte 0.
fn first_eight(text: &[u8]) -> u64 {
    if let Some(first) = text.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    let bytes = text.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    bytes.checked_shl(8 * (8 - text.len() as u32)).unwrap_or(0)
}
