//! An object that is kept with the text in which it stands.

use std::rc::Rc;

use countersign_kernels::json::Kind;

use super::{Document, Node, Numbers};
use crate::Error;

/// An object of a document, which all that keep one of its objects share.
#[derive(Clone, Debug)]
pub(crate) struct OwnedObject {
    document: Rc<Document<'static>>,
    place: u32,
}

impl OwnedObject {
    /// Reads a text that must be an object, and keeps a copy of it.
    pub(crate) fn read(text: &[u8], numbers: Numbers) -> Result<Self, Error> {
        Ok(Self::whole(Document::read_object(text, numbers)?.into_owned()))
    }

    /// Keeps an object that this package wrote.
    pub(crate) fn own(text: String, numbers: Numbers) -> Result<Self, Error> {
        Ok(Self::whole(Document::of_own(text, numbers)?))
    }

    fn whole(document: Document<'static>) -> Self {
        Self { document: Rc::new(document), place: 0 }
    }

    /// The items of an array, of which one that is no object is an error; `None` unless it is an array.
    pub(crate) fn items(document: Document<'static>) -> Option<Vec<Result<Self, Error>>> {
        let document = Rc::new(document);
        let keep = |node: Node<'_>| match node.kind() {
            Kind::Object => Ok(Self { document: Rc::clone(&document), place: node.place }),
            _ => Err(Error::JsonNotObject),
        };
        let is_array = document.root().kind() == Kind::Array;
        is_array.then(|| document.root().items().map(keep).collect())
    }

    /// An object inside this one.
    pub(crate) fn inner(&self, node: Node<'_>) -> Self {
        Self { document: Rc::clone(&self.document), place: node.place }
    }

    pub(crate) fn node(&self) -> Node<'_> {
        Node { place: self.place, document: &self.document }
    }
}

/// Alike if their texts are.
impl PartialEq for OwnedObject {
    fn eq(&self, other: &Self) -> bool {
        self.node().canonical() == other.node().canonical()
    }
}

impl Eq for OwnedObject {}
