//! Messages of a session in batches, and in memory of the caller.

use countersign_core::{
    Error,
    encoding::frames,
    session::{self, HEADER_LEN, Options},
};
use countersign_testkit::outcomes::code;
use serde_json::json;

use crate::support::session::{NOW, pair, pair_with};

#[test]
fn callers_own_the_buffers() {
    let (mut a, mut b) = pair();
    let mut message = [0; 64];
    assert_eq!(code(a.seal_into(&[1; 35], b"", &mut message, NOW)), "ERR_SESSION_BUFFER");
    let length = a.seal_into(b"hello", b"", &mut message, NOW).unwrap();
    assert_eq!(message[6..HEADER_LEN], [0; 8], "nothing was counted for the refusal");
    let mut plaintext = [9; 5];
    let message = &message[..length];
    assert_eq!(code(b.open_into(message, b"", &mut plaintext[..4], NOW)), "ERR_SESSION_BUFFER");
    assert_eq!(code(b.open_into(message, b"x", &mut plaintext, NOW)), "ERR_SESSION_OPEN");
    assert_eq!(plaintext, [9; 5], "nothing leaves before the tag holds");
    assert_eq!(b.open_into(message, b"", &mut plaintext, NOW), Ok(5));
    assert_eq!(&plaintext, b"hello");
}

fn pack(items: &[Vec<u8>]) -> Vec<u8> {
    frames::join(&items.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

#[test]
fn batches() {
    let (mut a, mut b) = pair_with(
        Options { rekey_messages: 2, max_messages: 5, ..Options::default() },
        Options::default(),
    );
    let items = [b"one".to_vec(), vec![], b"three".to_vec()];
    let sealed = session::seal_batch(&mut a, &pack(&items), b"aad", NOW).unwrap();
    let over = session::seal_batch(&mut a, &pack(&items), b"aad", NOW);
    assert_eq!(code(over), "ERR_SESSION_MESSAGES");
    assert_eq!(a.status().sent.1, 3, "whole or not at all");
    let mut twice = [sealed.clone(), sealed].concat();
    twice[4 + 20] ^= 1;
    let opened = session::open_batch(&mut b, &twice, b"aad", NOW).unwrap();
    let row = |verdict: u8, bytes: &[u8]| frames::join(&[&[&[verdict], bytes].concat()]);
    let refused = |error: Error| {
        let (code, why) = (error.code(), json!(error.to_string()));
        row(0, format!(r#"{{"state":"failed","code":"{code}","why":{why}}}"#).as_bytes())
    };
    let expected = [
        refused(Error::SessionOpen),
        row(1, b""),
        row(1, b"three"),
        row(1, b"one"),
        refused(Error::SessionReplayed),
        refused(Error::SessionReplayed),
    ];
    assert_eq!(opened, expected.concat());
    for malformed in [&[0_u8, 0, 0][..], &[0, 0, 0, 1], &[0, 0, 0, 0, 1], &[0xff; 8]] {
        let sealed = session::seal_batch(&mut a, malformed, b"", NOW);
        assert_eq!(code(sealed), "ERR_ENCODING_MALFORMED");
        let opened = session::open_batch(&mut b, malformed, b"", NOW);
        assert_eq!(code(opened), "ERR_ENCODING_MALFORMED");
    }
    let many = vec![0; 4 * (session::MAX_BATCH + 1)];
    assert_eq!(code(session::seal_batch(&mut a, &many, b"", NOW)), "ERR_LIMIT_EXCEEDED");
}

/// The list of a batch in the form of its result, each plaintext in the place of its message's content.
fn laid_out(items: &[Vec<u8>]) -> Vec<u8> {
    let item = |item: &Vec<u8>| [&[0; session::HEADER_LEN], item.as_slice(), &[0; 16]].concat();
    pack(&items.iter().map(item).collect::<Vec<_>>())
}

#[test]
fn a_batch_in_place_is_the_same_batch() {
    let options = Options { rekey_messages: 2, max_messages: 5, ..Options::default() };
    let (mut a, mut same) = (pair_with(options, options).0, pair_with(options, options).0);
    let items = [b"one".to_vec(), vec![], b"three".to_vec()];
    let mut list = laid_out(&items);
    session::seal_batch_in_place(&mut a, &mut list, b"aad", NOW).unwrap();
    assert_eq!(list, session::seal_batch(&mut same, &pack(&items), b"aad", NOW).unwrap());
    let (mut over, before) = (laid_out(&items), laid_out(&items));
    let refused = session::seal_batch_in_place(&mut a, &mut over, b"aad", NOW);
    assert_eq!((code(refused), over == before), ("ERR_SESSION_MESSAGES", true));
    for malformed in [&[0_u8, 0, 0][..], &[0, 0, 0, 1], &[0, 0, 0, 1, 1], &[0xff; 8], &[0; 4]] {
        let sealed = session::seal_batch_in_place(&mut a, &mut malformed.to_vec(), b"", NOW);
        assert_eq!(code(sealed), "ERR_ENCODING_MALFORMED");
    }
    let padded = Options { padding: 16, ..Options::default() };
    let (mut a, _) = pair_with(padded, padded);
    let sealed = session::seal_batch_in_place(&mut a, &mut laid_out(&items), b"", NOW);
    assert_eq!(code(sealed), "ERR_ENCODING_MALFORMED");
}
