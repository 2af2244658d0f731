//! Writes fields (RFC 9651, section 4.1), each in its one canonical form.

use super::value::{Bare, Dictionary, InnerList, Item, List, Member, Named};
use crate::encoding::{base64, hex};

impl Item {
    /// The canonical form.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.push(&mut text);
        text
    }

    fn push(&self, text: &mut String) {
        self.bare.push(text);
        self.parameters.push(text);
    }
}

impl InnerList {
    fn push(&self, text: &mut String) {
        text.push('(');
        for (index, item) in self.items.iter().enumerate() {
            text.push_str(if index > 0 { " " } else { "" });
            item.push(text);
        }
        text.push(')');
        self.parameters.push(text);
    }
}

impl Member {
    /// The canonical form.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.push(&mut text);
        text
    }

    fn push(&self, text: &mut String) {
        match self {
            Self::Item(item) => item.push(text),
            Self::List(list) => list.push(text),
        }
    }
}

/// The canonical form of a list; `""`, which is no field, of one without members.
#[must_use]
pub fn list_to_text(list: &List) -> String {
    let mut text = String::new();
    for (index, member) in list.iter().enumerate() {
        text.push_str(if index > 0 { ", " } else { "" });
        member.push(&mut text);
    }
    text
}

impl Dictionary {
    /// The canonical form; `""`, which is no field, of one without members.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (index, (name, member)) in self.iter().enumerate() {
            text.push_str(if index > 0 { ", " } else { "" });
            text.push_str(name);
            match member {
                Member::Item(Item { bare: Bare::Boolean(true), parameters }) => {
                    parameters.push(&mut text);
                }
                _ => {
                    text.push('=');
                    member.push(&mut text);
                }
            }
        }
        text
    }
}

impl Named<Bare> {
    /// Adds parameters behind what they are of.
    pub(crate) fn push(&self, text: &mut String) {
        for (name, value) in self.iter() {
            text.push(';');
            text.push_str(name);
            if *value != Bare::Boolean(true) {
                text.push('=');
                value.push(text);
            }
        }
    }
}

impl Bare {
    fn push(&self, text: &mut String) {
        match self {
            Self::Integer(number) => text.push_str(&number.to_string()),
            Self::Decimal(thousandths) => push_decimal(*thousandths, text),
            Self::String(value) => push_string(value, text),
            Self::Token(value) => text.push_str(value),
            Self::Binary(bytes) => {
                for part in [":", &base64::encode(bytes), ":"] {
                    text.push_str(part);
                }
            }
            Self::Boolean(flag) => text.push_str(if *flag { "?1" } else { "?0" }),
            Self::Date(seconds) => {
                text.push('@');
                text.push_str(&seconds.to_string());
            }
            Self::DisplayString(value) => push_display_string(value, text),
        }
    }
}

fn push_decimal(thousandths: i64, text: &mut String) {
    let size = thousandths.unsigned_abs();
    text.push_str(if thousandths < 0 { "-" } else { "" });
    text.push_str(&(size / 1000).to_string());
    text.push('.');
    // With a thousand more, the digits behind the point are always three, behind one that is left out.
    let part = (1000 + size % 1000).to_string();
    let part = part.get(1..).unwrap_or_default().trim_end_matches('0');
    text.push_str(if part.is_empty() { "0" } else { part });
}

fn push_string(value: &str, text: &mut String) {
    text.push('"');
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push('"');
}

fn push_display_string(value: &str, text: &mut String) {
    text.push_str("%\"");
    for byte in value.bytes() {
        if matches!(byte, b'%' | b'"' | ..=0x1f | 0x7f..) {
            text.push('%');
            text.push_str(&hex::encode(&[byte]));
        } else {
            text.push(char::from(byte));
        }
    }
    text.push('"');
}
