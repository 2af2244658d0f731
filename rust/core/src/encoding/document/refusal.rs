//! Why the grammar refuses a text.

use countersign_kernels::{
    json::{self as kernel, Kind, Token},
    order::sorted,
};

use crate::Error;

/// Why the grammar refuses a text of which the scan refused nothing; also a member that comes twice before that.
pub(super) fn refusal(text: &str) -> Error {
    let (tokens, refused) = match kernel::read(text) {
        Ok(tokens) => (tokens, Error::JsonMalformed(0)),
        Err(stop) if stop.is_trailing => (stop.tokens, Error::JsonTrailing(stop.at)),
        Err(stop) => (stop.tokens, Error::JsonMalformed(stop.at)),
    };
    let twice = (0..tokens.len()).filter_map(|place| repeated_name(text, &tokens, place)).min();
    let twice = twice.and_then(|place| tokens.get(place));
    twice.map_or(refused, |name| Error::JsonDuplicate(name.end as usize))
}

/// The token of the first name of an object that came before in it. An object may end too soon, even after a name.
fn repeated_name(text: &str, tokens: &[Token], object: usize) -> Option<usize> {
    let end = tokens.get(object).filter(|token| token.kind == Kind::Object)?.after as usize;
    let (mut names, mut place) = (Vec::new(), object + 1);
    while place < end {
        names.push((tokens.get(place)?.string(text)?, place));
        place = tokens.get(place + 1).map_or(end, |value| value.after as usize);
    }
    let names = sorted(names);
    let pairs = names.iter().zip(names.iter().skip(1));
    pairs.filter(|(before, name)| before.0 == name.0).map(|(_, name)| name.1).min()
}
