//! The values in a value, one after the other.

use countersign_kernels::json::{Kind, Names};

use super::{Document, Node};

impl<'d> Node<'d> {
    /// The members of an object, in order: name and value. None of any other value.
    #[must_use]
    pub fn members(self) -> Members<'d> {
        Members::of(self)
    }

    /// The items of an array. None of any other value.
    #[must_use]
    pub fn items(self) -> Items<'d> {
        Items::of(self)
    }

    /// The items of a member that is an array. None of any other value.
    pub(crate) fn items_of(self, name: &str) -> Items<'d> {
        self.get(name).map_or(Items::none(self), Self::items)
    }

    /// The value of a member.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Node<'d>> {
        self.members().find(|(own, _)| own.says(name)).map(|(_, value)| value)
    }

    /// Tells whether there is a member of that name.
    #[must_use]
    pub fn has(self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// Name and value of each member of an object.
#[derive(Clone, Debug)]
pub struct Members<'d> {
    document: &'d Document<'d>,
    names: Names<'d>,
}

impl<'d> Members<'d> {
    pub(super) fn of(object: Node<'d>) -> Self {
        let Node { document, place } = object;
        Self { document, names: document.order.names(&document.tokens, place) }
    }
}

impl<'d> Iterator for Members<'d> {
    type Item = (Node<'d>, Node<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        let name = Node { document: self.document, place: self.names.next()? };
        Some((name, Node { place: name.place + 1, ..name }))
    }
}

/// The items of an array.
#[derive(Clone, Debug)]
pub struct Items<'d> {
    next: Node<'d>,
    end: u32,
}

impl<'d> Items<'d> {
    pub(super) fn of(value: Node<'d>) -> Self {
        let array = value.token().filter(|token| token.kind == Kind::Array);
        let end = array.map_or(0, |token| token.after);
        Self { next: Node { place: value.place + 1, ..value }, end }
    }

    /// No items, of any document.
    pub(super) const fn none(value: Node<'d>) -> Self {
        Self { next: value, end: 0 }
    }
}

impl<'d> Iterator for Items<'d> {
    type Item = Node<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.next;
        let token = item.token().filter(|_| item.place < self.end)?;
        self.next.place = token.after;
        Some(item)
    }
}
