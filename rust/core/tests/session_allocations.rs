//! Sealing and opening in memory of the caller allocates nothing, and a session little.

#![allow(unsafe_code, reason = "the counting allocator")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code")]

use countersign_core::{
    session::{HEADER_LEN, OVERHEAD, Options, Role, Session},
    time::UnixSeconds,
};

#[path = "support/counting.rs"]
mod counting;
use counting::count;

const NOW: UnixSeconds = UnixSeconds(1_760_000_000);

fn pair(options: &Options) -> (Session, Session) {
    let start = |role| Session::new(&[7; 32], b"test", role, options, true, NOW).unwrap();
    (start(Role::Initiator), start(Role::Responder))
}

#[test]
fn none_in_memory_of_the_caller() {
    for padding in [0, 64] {
        let (mut a, mut b) = pair(&Options { padding, ..Options::default() });
        let plaintext = vec![5; 16_384];
        let mut message = vec![0; plaintext.len() + OVERHEAD + 64];
        let mut opened = vec![0; plaintext.len() + 64];
        let allocations = count(|| {
            for size in [0, 64, 256, 1024, 4096, 16_384] {
                for associated in [&b""[..], b"associated data", &[1; 242]] {
                    let text = &plaintext[..size];
                    let length = a.seal_into(text, associated, &mut message, NOW).unwrap();
                    let got =
                        b.open_into(&message[..length], associated, &mut opened, NOW).unwrap();
                    assert_eq!(got, size);
                    message[HEADER_LEN..HEADER_LEN + size].copy_from_slice(text);
                    let length = a.seal_in_place(&mut message, size, associated, NOW).unwrap();
                    let place = b.open_in_place(&mut message[..length], associated, NOW).unwrap();
                    assert_eq!(place.len(), size);
                }
            }
        });
        println!("seal and open, memory of the caller, padding {padding}: {allocations}");
        assert_eq!(allocations, 0);
        // What is refused costs none either.
        let allocations = count(|| assert!(b.open_in_place(&mut message, b"", NOW).is_err()));
        assert_eq!(allocations, 0);
    }
}

#[test]
fn one_for_a_result() {
    let (mut a, mut b) = pair(&Options::default());
    let mut message = vec![];
    let sealed = count(|| message = a.seal(&[1; 100], b"", NOW).unwrap());
    let opened = count(|| drop(b.open(&message, b"", NOW).unwrap()));
    println!("seal to a result: {sealed}; open to a result: {opened}");
    assert_eq!([sealed, opened], [1, 1]);
}

#[test]
fn none_for_a_session() {
    let created = count(|| drop(pair(&Options::default())));
    println!("create and close two sessions: {created}");
    assert_eq!(created, 0);
}

#[test]
fn few_for_an_epoch() {
    let (mut a, mut b) = pair(&Options::default());
    let mut message = [0; 64];
    let mut opened = [0; 64];
    let sealed = count(|| {
        a.rekey(NOW).unwrap();
        a.seal_into(b"x", b"", &mut message, NOW).unwrap();
    });
    println!("rekey and seal: {sealed}");
    assert!(sealed <= 1, "{sealed}");
    let opening = count(|| {
        b.open_into(&message[..31], b"", &mut opened, NOW).unwrap();
    });
    println!("open in a new epoch: {opening}");
    assert!(opening <= 2, "{opening}");
}
