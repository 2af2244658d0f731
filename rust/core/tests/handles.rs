//! The table of handles: numbers are never reused, a closed one has its own code, there is a cap.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::rc::Rc;

use countersign_core::handles::Handles;
use proptest::prelude::*;

#[test]
fn a_closed_handle_stays_closed() {
    let mut handles = Handles::new();
    let first = handles.insert("a").unwrap();
    assert_eq!(handles.remove(first), Ok("a"));
    let second = handles.insert("b").unwrap();
    assert_ne!(first, second);
    for handle in [0, first, second + 1, u32::MAX] {
        assert_eq!(handles.get(handle).unwrap_err().code(), "ERR_HANDLE_CLOSED", "{handle}");
        assert_eq!(handles.get_mut(handle).unwrap_err().code(), "ERR_HANDLE_CLOSED");
        assert_eq!(handles.remove(handle).unwrap_err().code(), "ERR_HANDLE_CLOSED");
    }
    *handles.get_mut(second).unwrap() = "c";
    assert_eq!(handles.get(second), Ok(&"c"));
}

#[test]
fn there_is_a_cap() {
    let mut handles = Handles::with_limit(2);
    let first = handles.insert(()).unwrap();
    handles.insert(()).unwrap();
    assert_eq!(handles.insert(()).unwrap_err().code(), "ERR_HANDLE_LIMIT");
    assert_eq!(handles.len(), 2);
    handles.remove(first).unwrap();
    assert!(handles.insert(()).is_ok());
}

#[test]
fn what_is_closed_is_dropped() {
    let value = Rc::new(());
    let mut handles = Handles::new();
    let one = handles.insert(Rc::clone(&value)).unwrap();
    handles.insert(Rc::clone(&value)).unwrap();
    drop(handles.remove(one));
    assert_eq!(Rc::strong_count(&value), 2);
    handles.clear();
    assert_eq!(Rc::strong_count(&value), 1);
    assert!(handles.is_empty());
    assert_eq!(handles.insert(value), Ok(3));
}

proptest! {
    /// Any order of opening and closing: numbers only rise.
    #[test]
    fn numbers_are_never_reused(steps: Vec<bool>) {
        let mut handles = Handles::with_limit(8);
        let (mut last, mut open) = (0, Vec::new());
        for opens in steps {
            if opens {
                if let Ok(handle) = handles.insert(last) {
                    prop_assert!(handle > last);
                    last = handle;
                    open.push(handle);
                }
            } else if let Some(handle) = open.pop() {
                prop_assert!(handles.remove(handle).is_ok());
            }
            prop_assert_eq!(handles.len(), open.len());
        }
    }
}
