//! A table of values that stay inside the engine, such as signers and sessions.
//!
//! JavaScript holds a number, the handle. A closed handle is refused. Numbers start again after the
//! last: a number is given out again only after all others, and never while it is open. So an old
//! number may one day name another value. The wrapper in JavaScript rules that out: once it is
//! closed, it makes no call.
//!
//! Every value is in a box of its own. The table moves its entries, and the bytes of an entry stay
//! behind where it was. A secret in the entry itself would leave such copies, which nobody
//! wipes. In its box a secret is never moved, and it is wiped when the box is dropped.
//!
//! The table is state, so the bindings keep one for each thread. The rules are here.

use std::{any::Any, collections::VecDeque, marker::PhantomData};

use crate::Error;

/// Most handles of one kind that may be open at once in a thread.
pub const MAX_HANDLES: usize = 65_536;

/// Values by handle. Handles count from 1, and from 1 again after the last number.
#[derive(Debug)]
pub struct Handles<T> {
    /// In the order of handles, at whose ends most are opened and closed. All are a `T`, so that the code of the table is there once, and not for each type.
    open: VecDeque<(u32, Box<dyn Any>)>,
    last: u32,
    limit: usize,
    of: PhantomData<T>,
}

impl<T: 'static> Handles<T> {
    /// An empty table for [`MAX_HANDLES`].
    #[must_use]
    pub const fn new() -> Self {
        Self::with_limit(MAX_HANDLES)
    }

    /// An empty table for `limit` open handles.
    #[must_use]
    pub const fn with_limit(limit: usize) -> Self {
        Self { open: VecDeque::new(), last: 0, limit, of: PhantomData }
    }

    /// Continues as if `last` had been the last number given out.
    pub const fn count_from(&mut self, last: u32) {
        self.last = last;
    }

    /// Whether one more can be stored: for whoever does something first that cannot be undone.
    ///
    /// # Errors
    ///
    /// `ERR_HANDLE_LIMIT` if too many are open.
    pub fn check_room(&self) -> Result<(), Error> {
        if self.open.len() < self.limit { Ok(()) } else { Err(Error::HandleLimit(self.limit)) }
    }

    /// Stores `value` and gives its handle.
    ///
    /// # Errors
    ///
    /// As [`Handles::check_room`].
    pub fn insert(&mut self, value: T) -> Result<u32, Error> {
        self.check_room()?;
        loop {
            // The limit leaves room, so one of the numbers is free.
            self.last = self.last.checked_add(1).unwrap_or(1);
            if let Err(place) = self.find(self.last) {
                self.open.insert(place, (self.last, Box::new(value)));
                return Ok(self.last);
            }
        }
    }

    /// The value of an open handle.
    ///
    /// # Errors
    ///
    /// `ERR_HANDLE_CLOSED` if it was closed or never given out.
    pub fn get(&self, handle: u32) -> Result<&T, Error> {
        let open = self.find(handle).ok().and_then(|place| self.open.get(place));
        open.and_then(|(_, value)| value.downcast_ref()).ok_or(Error::HandleClosed)
    }

    /// The value of an open handle, to change it.
    ///
    /// # Errors
    ///
    /// As [`Handles::get`].
    pub fn get_mut(&mut self, handle: u32) -> Result<&mut T, Error> {
        let open = self.find(handle).ok().and_then(|place| self.open.get_mut(place));
        open.and_then(|(_, value)| value.downcast_mut()).ok_or(Error::HandleClosed)
    }

    /// Closes a handle and gives its value back, in the place where it was.
    ///
    /// # Errors
    ///
    /// As [`Handles::get`].
    pub fn remove(&mut self, handle: u32) -> Result<Box<T>, Error> {
        let place = self.find(handle).map_err(|_| Error::HandleClosed)?;
        let (_, value) = self.open.remove(place).ok_or(Error::HandleClosed)?;
        value.downcast().map_err(|_| Error::HandleClosed)
    }

    /// Where the handle stands, or would stand.
    fn find(&self, handle: u32) -> Result<usize, usize> {
        self.open.binary_search_by(|(open, _)| open.cmp(&handle))
    }

    /// Closes every handle. Their numbers stay used.
    pub fn clear(&mut self) {
        self.open.clear();
    }

    /// How many are open.
    #[must_use]
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Tells whether none is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }
}

impl<T: 'static> Default for Handles<T> {
    fn default() -> Self {
        Self::new()
    }
}
