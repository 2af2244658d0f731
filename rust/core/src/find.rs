//! Looks for a few letters in a text.
//!
//! The library's own search takes 8 kB, with which no pattern is slow. Of two or three letters none is.

/// Where `sought`, which is not empty, stands in a text: bytes from its start, in order.
pub(crate) fn places_of<'a>(
    sought: &'a str,
    text: &'a str,
) -> impl DoubleEndedIterator<Item = usize> {
    let windows = text.as_bytes().windows(sought.len()).enumerate();
    windows.filter(|(_, window)| *window == sought.as_bytes()).map(|(place, _)| place)
}

/// Tells whether `sought`, which is not empty, stands in a text.
pub(crate) fn has(text: &str, sought: &str) -> bool {
    places_of(sought, text).next().is_some()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{has, places_of};

    proptest! {
        #[test]
        fn places_are_those_of_the_library(text in "[.:/%é]{0,9}", sought in "[.:/%é]{1,3}") {
            prop_assert_eq!(places_of(&sought, &text).next(), text.find(&sought));
            prop_assert_eq!(places_of(&sought, &text).next_back(), text.rfind(&sought));
            prop_assert_eq!(has(&text, &sought), text.contains(&sought));
        }
    }
}
