//! What a field is made of (RFC 9651, section 3).

use super::MAX_INTEGER;

/// A value without parameters. What is made by hand is written as it is: a text from elsewhere goes through
/// [`Bare::string`] or [`Bare::token`], a number through [`Bare::integer`] or [`Bare::decimal`].
#[derive(Clone, Debug, PartialEq)]
pub enum Bare {
    /// Of at most 15 digits.
    Integer(i64),
    /// In thousandths; at most 12 digits before the point.
    Decimal(i64),
    /// Printable ASCII.
    String(String),
    /// A word without quotes.
    Token(String),
    /// Bytes, in base64.
    Binary(Vec<u8>),
    /// `?0` or `?1`.
    Boolean(bool),
    /// Seconds since 1970, of at most 15 digits.
    Date(i64),
    /// Any Unicode.
    DisplayString(String),
}

/// A value with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The value.
    pub bare: Bare,
    /// What is said of it.
    pub parameters: Named<Bare>,
}

/// Items in parentheses, with parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct InnerList {
    /// In the order of the text.
    pub items: Vec<Item>,
    /// What is said of the whole.
    pub parameters: Named<Bare>,
}

/// A member of a list or dictionary.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// One value.
    Item(Item),
    /// Several.
    List(InnerList),
}

/// A field that is a list.
pub type List = Vec<Member>;

/// A field that is a dictionary.
pub type Dictionary = Named<Member>;

/// Values by name, each where its name came first.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Named<T> {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.iter().find_map(|(own, value)| (own == name).then_some(value))
    }

    /// Takes the value of a name out.
    pub fn take(&mut self, name: &str) -> Option<T> {
        let place = self.0.iter().position(|(own, _)| own == name)?;
        Some(self.0.remove(place).1)
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Gives a name its value, which is the last one. Tells whether the name is new.
    pub(crate) fn put(&mut self, name: &str, value: T) -> bool {
        match self.0.iter_mut().find(|(own, _)| own == name) {
            Some((_, place)) => {
                *place = value;
                false
            }
            None => {
                self.0.push((name.to_owned(), value));
                true
            }
        }
    }
}

impl<T> IntoIterator for Named<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Bare {
    /// An integer; `None` for one of more than 15 digits.
    #[must_use]
    pub fn integer(number: i64) -> Option<Self> {
        is_integer(number).then_some(Self::Integer(number))
    }

    /// The decimal next to `number`, of two the even one; `None` for one of more than 12 digits before the point.
    #[must_use]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "at most 15 digits"
    )]
    pub fn decimal(number: f64) -> Option<Self> {
        let thousandths = (number * 1000.0).round_ties_even();
        (thousandths.abs() <= MAX_INTEGER as f64).then_some(Self::Decimal(thousandths as i64))
    }

    /// A string; `None` for one that is not printable ASCII.
    #[must_use]
    pub fn string(text: &str) -> Option<Self> {
        text.bytes().all(is_printable).then(|| Self::String(text.to_owned()))
    }

    /// A token; `None` for another text.
    #[must_use]
    pub fn token(text: &str) -> Option<Self> {
        starts(text, begins_token, is_of_token).then(|| Self::Token(text.to_owned()))
    }

    /// The text of a string.
    #[must_use]
    pub fn as_string(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The bytes of binary content.
    #[must_use]
    pub fn as_binary(&self) -> Option<&[u8]> {
        if let Self::Binary(bytes) = self { Some(bytes) } else { None }
    }
}

impl From<Bare> for Item {
    fn from(bare: Bare) -> Self {
        Self { bare, parameters: Named::default() }
    }
}

/// Whether a number has at most 15 digits.
pub(super) const fn is_integer(number: i64) -> bool {
    number.unsigned_abs() <= MAX_INTEGER
}

/// Whether `text` can be a name of a member or parameter.
#[must_use]
pub fn is_name(text: &str) -> bool {
    starts(text, begins_name, is_of_name)
}

fn starts(text: &str, begins: fn(u8) -> bool, goes_on: fn(u8) -> bool) -> bool {
    text.bytes().next().is_some_and(begins) && text.bytes().all(goes_on)
}

pub(super) const fn is_printable(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

pub(super) const fn begins_name(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte == b'*'
}

pub(super) const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-' | b'.' | b'*')
}

pub(super) const fn begins_token(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'*'
}

pub(super) fn is_of_token(byte: u8) -> bool {
    is_tchar(byte) || matches!(byte, b':' | b'/')
}

/// Whether it is a character of a token of HTTP (RFC 9110, section 5.6.2).
pub(crate) fn is_tchar(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
