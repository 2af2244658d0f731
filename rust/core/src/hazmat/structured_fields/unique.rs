//! A dictionary or list that stops at a name of a member or a parameter that comes twice, where the format keeps the
//! last one.

use sfv::{
    BareItemFromInput, Dictionary, InnerList, Item, KeyRef, List, ListEntry, Parameters,
    visitor::{
        DictionaryVisitor, EntryVisitor, InnerListVisitor, ItemVisitor, ListVisitor,
        ParameterVisitor,
    },
};

/// Most names of one dictionary or of one item's parameters.
const MAX_NAMES: usize = 256;

/// The members so far.
#[derive(Default)]
pub(super) struct Unique<T>(T);

/// Where the value of a member goes.
struct Place<'a, 'de> {
    members: &'a mut Dictionary,
    name: &'de KeyRef,
}

/// A part of the value, to be filled.
struct Part<'a, T>(&'a mut T);

#[derive(Debug)]
pub(super) struct Twice;

impl core::fmt::Display for Twice {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a name comes twice")
    }
}

impl core::error::Error for Twice {}

impl<'de> DictionaryVisitor<'de> for Unique<Dictionary> {
    type Out = Dictionary;
    type Error = Twice;

    fn entry(&mut self, name: &'de KeyRef) -> Result<impl EntryVisitor<'de>, Twice> {
        let is_new = self.0.len() < MAX_NAMES && !self.0.contains_key(name.as_str());
        if is_new { Ok(Place { members: &mut self.0, name }) } else { Err(Twice) }
    }

    fn finish(self) -> Result<Dictionary, Twice> {
        Ok(self.0)
    }
}

impl<'de> ListVisitor<'de> for Unique<List> {
    type Out = List;
    type Error = Twice;

    fn entry(&mut self) -> Result<impl EntryVisitor<'de>, Twice> {
        Ok(Part(&mut self.0))
    }

    fn finish(self) -> Result<List, Twice> {
        Ok(self.0)
    }
}

impl<'de> EntryVisitor<'de> for Part<'_, List> {
    type Error = Twice;

    fn item(self) -> Result<impl ItemVisitor<'de>, Twice> {
        Ok(self)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'de>, Twice> {
        self.0.push(InnerList::default().into());
        match self.0.last_mut() {
            Some(ListEntry::InnerList(list)) => Ok(Part(list)),
            _ => Err(Twice),
        }
    }
}

impl<'de> ItemVisitor<'de> for Part<'_, List> {
    type Out = ();
    type Error = Twice;

    fn bare_item(
        self,
        value: BareItemFromInput<'de>,
    ) -> Result<impl ParameterVisitor<'de, Out = ()>, Twice> {
        self.0.push(Item::new(value).into());
        match self.0.last_mut() {
            Some(ListEntry::Item(item)) => Ok(Part(&mut item.params)),
            _ => Err(Twice),
        }
    }
}

impl<'de> EntryVisitor<'de> for Place<'_, 'de> {
    type Error = Twice;

    fn item(self) -> Result<impl ItemVisitor<'de>, Twice> {
        Ok(self)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'de>, Twice> {
        match self.members.entry(self.name.to_owned()).or_insert(InnerList::default().into()) {
            ListEntry::InnerList(list) => Ok(Part(list)),
            ListEntry::Item(_) => Err(Twice),
        }
    }
}

impl<'de> ItemVisitor<'de> for Place<'_, 'de> {
    type Out = ();
    type Error = Twice;

    fn bare_item(
        self,
        value: BareItemFromInput<'de>,
    ) -> Result<impl ParameterVisitor<'de, Out = ()>, Twice> {
        match self.members.entry(self.name.to_owned()).or_insert(Item::new(value).into()) {
            ListEntry::Item(item) => Ok(Part(&mut item.params)),
            ListEntry::InnerList(_) => Err(Twice),
        }
    }
}

impl<'de> ItemVisitor<'de> for Part<'_, InnerList> {
    type Out = ();
    type Error = Twice;

    fn bare_item(
        self,
        value: BareItemFromInput<'de>,
    ) -> Result<impl ParameterVisitor<'de, Out = ()>, Twice> {
        self.0.items.push(Item::new(value));
        self.0.items.last_mut().map(|item| Part(&mut item.params)).ok_or(Twice)
    }
}

impl<'de> InnerListVisitor<'de> for Part<'_, InnerList> {
    type Error = Twice;

    fn item(&mut self) -> Result<impl ItemVisitor<'de>, Twice> {
        Ok(Part(&mut *self.0))
    }

    fn finish(self) -> Result<impl ParameterVisitor<'de>, Twice> {
        Ok(Part(&mut self.0.params))
    }
}

impl<'de> ParameterVisitor<'de> for Part<'_, Parameters> {
    type Out = ();
    type Error = Twice;

    fn parameter(&mut self, name: &'de KeyRef, value: BareItemFromInput<'de>) -> Result<(), Twice> {
        if self.0.len() >= MAX_NAMES || self.0.contains_key(name.as_str()) {
            return Err(Twice);
        }
        self.0.insert(name.to_owned(), value.into());
        Ok(())
    }

    fn finish(self) -> Result<(), Twice> {
        Ok(())
    }
}
