//! How Go's `encoding/json` and `time` write, as far as SAGE signs what they wrote.
//!
//! | Value | Written |
//! | --- | --- |
//! | struct | members in the order of declaration, no spaces, UTF-8 |
//! | string | as JSON, and `<` `>` `&` U+2028 U+2029 escaped |
//! | list without value | `null`, and not `[]` |
//! | time | RFC 3339, up to nine digits of a second without trailing zeros, offset kept, `Z` for zero |
//!
//! Reading is in [`reader`]: as forgiving as Go about what is left out, and
//! strict where Go would guess.

pub(crate) mod reader;
mod time;

pub(crate) use time::{ZERO_TIME, respell};

use countersign_kernels::json::length_before;

/// JSON text, with the escapes of Go that JSON does not ask for. Such characters occur only inside strings.
pub(crate) fn escaped(text: String) -> String {
    // U+2028 and U+2029 begin with 0xe2.
    let plain_length = |text: &str| length_before(text, [b'<', b'>', b'&', 0xe2]);
    if plain_length(&text) == text.len() {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 64);
    let mut rest = text.as_str();
    loop {
        let (plain, special) = rest.split_at_checked(plain_length(rest)).unwrap_or_default();
        out.push_str(plain);
        let mut letters = special.chars();
        let Some(letter) = letters.next() else { break };
        push_escaped(letter, &mut out);
        rest = letters.as_str();
    }
    out
}

fn push_escaped(letter: char, out: &mut String) {
    match letter {
        '<' => out.push_str("\\u003c"),
        '>' => out.push_str("\\u003e"),
        '&' => out.push_str("\\u0026"),
        '\u{2028}' => out.push_str("\\u2028"),
        '\u{2029}' => out.push_str("\\u2029"),
        other => out.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn escapes_as_go_does_and_nothing_else() {
        let plain = "a".repeat(40);
        let rows = [
            ("", ""),
            ("plain", "plain"),
            ("<", "\\u003c"),
            ("a>b&", "a\\u003eb\\u0026"),
            ("<<>>", "\\u003c\\u003c\\u003e\\u003e"),
            ("10 € – é", "10 € – é"),
            ("\u{2028}€\u{2029}", "\\u2028€\\u2029"),
            (r#"\"\n"#, r#"\"\n"#),
        ];
        for (text, want) in rows {
            assert_eq!(escaped(text.into()), want, "{text}");
            let among = |text: &str| [&plain, text, &plain].concat();
            assert_eq!(escaped(among(text)), among(want), "{text}");
        }
    }
}
