//! The table of handles: a number is given out again after all others, a closed handle has its own code, and the number
//! of handles is limited.

use std::rc::Rc;

use countersign_core::handles::Handles;
use proptest::prelude::*;

#[test]
fn a_closed_handle_stays_closed() {
    let mut handles = Handles::new();
    let first = handles.insert("a").unwrap();
    assert_eq!(handles.remove(first).as_deref(), Ok(&"a"));
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
fn numbers_do_not_end_and_one_that_is_open_is_passed_over() {
    let mut handles = Handles::with_limit(4);
    assert_eq!([handles.insert("a"), handles.insert("b")], [Ok(1), Ok(2)]);
    handles.remove(1).unwrap();
    handles.count_from(u32::MAX - 1);
    assert_eq!(handles.insert("last"), Ok(u32::MAX));
    assert_eq!(handles.insert("first"), Ok(1), "zero is no handle");
    assert_eq!(handles.insert("next"), Ok(3), "2 is open");
    assert_eq!(handles.insert("more").unwrap_err().code(), "ERR_HANDLE_LIMIT");
    assert_eq!([handles.get(1), handles.get(2)], [Ok(&"first"), Ok(&"b")]);
}

#[test]
fn a_value_stays_where_it_is_while_others_come_and_go() {
    let mut handles = Handles::new();
    let first = handles.insert([7; 32]).unwrap();
    let place = std::ptr::from_ref(handles.get(first).unwrap());
    // Enough values to make the tree split its nodes and join them.
    let others: Vec<u32> = (0..1_000).map(|_| handles.insert([0; 32]).unwrap()).collect();
    assert!(std::ptr::eq(handles.get(first).unwrap(), place));
    for other in others {
        handles.remove(other).unwrap();
    }
    assert!(std::ptr::eq(&raw const *handles.remove(first).unwrap(), place));
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
    /// Whatever is opened and closed in whatever order, numbers only rise until the last one.
    #[test]
    fn numbers_are_not_reused_before_all_are_used(steps: Vec<bool>) {
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
