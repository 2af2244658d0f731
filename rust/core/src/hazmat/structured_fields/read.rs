//! Reads fields (RFC 9651, section 4.2).

use super::{
    MAX_NAMES, check_names,
    value::{Bare, Dictionary, InnerList, Item, List, Member, Named, begins_name, is_of_name},
};
use crate::Error;

/// Whether a name may come twice. If so, the last value stays.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Names {
    Any,
    Once,
}

impl Names {
    /// Most names of one dictionary, or of the parameters of one value.
    const fn most(self) -> usize {
        match self {
            Self::Any => MAX_NAMES,
            Self::Once => 256,
        }
    }
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    names: Names,
    /// Why a field is refused though it is well-formed. From then on, no more names are kept.
    refusal: Option<Error>,
}

/// Reads one whole field with `read`. One that is not well-formed is called that, whatever its names are.
pub(super) fn whole<'a, T>(
    text: &'a [u8],
    names: Names,
    read: impl FnOnce(&mut Reader<'a>) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut reader = Reader { text, at: 0, names, refusal: None };
    reader.skip(b" ");
    let value = read(&mut reader)?;
    reader.skip(b" ");
    if reader.peek().is_some() {
        return Err(reader.malformed());
    }
    reader.refusal.map_or(Ok(value), Err)
}

impl<'a> Reader<'a> {
    pub(super) fn list(&mut self) -> Result<List, Error> {
        let mut list = List::new();
        self.separated(&mut |reader| {
            list.push(reader.member()?);
            Ok(())
        })?;
        Ok(list)
    }

    pub(super) fn dictionary(&mut self) -> Result<Dictionary, Error> {
        let mut members = Dictionary::default();
        self.separated(&mut |reader| {
            let name = reader.name()?;
            let member = if reader.takes(b'=') {
                reader.member()?
            } else {
                Member::Item(reader.with_parameters(Bare::Boolean(true))?)
            };
            reader.put(&mut members, name, member);
            Ok(())
        })?;
        Ok(members)
    }

    pub(super) fn item(&mut self) -> Result<Item, Error> {
        let bare = self.bare()?;
        self.with_parameters(bare)
    }

    /// Members between commas.
    fn separated(
        &mut self,
        member: &mut dyn FnMut(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        while self.peek().is_some() {
            member(self)?;
            self.skip(b" \t");
            let comma = self.at;
            if !self.takes(b',') {
                return if self.peek().is_none() { Ok(()) } else { Err(self.malformed()) };
            }
            self.skip(b" \t");
            if self.peek().is_none() {
                return Err(Error::StructuredFieldMalformed(comma));
            }
        }
        Ok(())
    }

    fn member(&mut self) -> Result<Member, Error> {
        if !self.takes(b'(') {
            return self.item().map(Member::Item);
        }
        let mut items = Vec::new();
        loop {
            self.skip(b" ");
            if self.takes(b')') {
                return Ok(Member::List(InnerList { items, parameters: self.parameters()? }));
            }
            items.push(self.item()?);
            if !matches!(self.peek(), Some(b' ' | b')')) {
                return Err(self.malformed());
            }
        }
    }

    fn with_parameters(&mut self, bare: Bare) -> Result<Item, Error> {
        Ok(Item { bare, parameters: self.parameters()? })
    }

    fn parameters(&mut self) -> Result<Named<Bare>, Error> {
        let mut parameters = Named::default();
        while self.takes(b';') {
            self.skip(b" ");
            let name = self.name()?;
            let value = if self.takes(b'=') { self.bare()? } else { Bare::Boolean(true) };
            self.put(&mut parameters, name, value);
        }
        Ok(parameters)
    }

    fn put<T>(&mut self, named: &mut Named<T>, name: &str, value: T) {
        if self.refusal.is_some() {
            return;
        }
        let is_new = named.put(name, value);
        self.refusal = match self.names {
            Names::Once if !is_new => Some(Error::StructuredFieldDuplicate),
            names => check_names(named.len(), names.most()).err(),
        };
    }

    fn name(&mut self) -> Result<&'a str, Error> {
        self.word(begins_name, is_of_name)
    }

    /// A character that `begins` takes, and all behind it that `goes_on` takes. Both take only ASCII.
    pub(super) fn word(
        &mut self,
        begins: fn(u8) -> bool,
        goes_on: fn(u8) -> bool,
    ) -> Result<&'a str, Error> {
        if self.peek().is_some_and(begins) { Ok(self.run(goes_on)) } else { Err(self.malformed()) }
    }

    /// The characters of a class, of ASCII, that come next.
    pub(super) fn run(&mut self, is_of: fn(u8) -> bool) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| !is_of(*byte)).unwrap_or(rest.len());
        self.at += length;
        core::str::from_utf8(rest.get(..length).unwrap_or_default()).unwrap_or_default()
    }

    fn skip(&mut self, blanks: &[u8]) {
        while self.peek().is_some_and(|byte| blanks.contains(&byte)) {
            self.at += 1;
        }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Whether `byte` comes next. If so, it is read.
    pub(super) fn takes(&mut self, byte: u8) -> bool {
        let comes = self.peek() == Some(byte);
        self.at += usize::from(comes);
        comes
    }

    pub(super) fn malformed(&self) -> Error {
        Error::StructuredFieldMalformed(self.at)
    }
}
