//! The curves of the core beside the libraries that others would link natively, without any boundary.
//!
//! A verdict that is not `true`, and a signature or shared secret that differs, end the program. What is timed is the same work
//! as far as the libraries let it be:
//!
//! | Row | What differs |
//! | --- | --- |
//! | verify | `ring` reads the public key in each call. Ours and aws-lc-rs have read it before; ours makes tables of a key that comes often, here all keys do |
//! | P-256 sign | our nonces are deterministic (RFC 6979), which takes a few hashes; theirs are random |
//! | X25519 agree | `ring` has secrets for one use only, and is left out |

use std::{hint::black_box, time::Instant};

use aws_lc_rs::{agreement, signature as by_aws};
use countersign_core::keys::{Algorithm, HighS, KeyType, PublicKey, SecretKey, verify};
use ring::{rand::SystemRandom, signature as by_ring};
use secp256k1::{Message, PublicKey as LibKey, SecretKey as LibSecret, ecdsa};
use sha2::{Digest, Sha256};
use untrusted::Input;

/// What is signed.
const MESSAGE: &[u8] = &[7; 64];
/// A scalar on each curve, and a seed.
const SECRET: [u8; 32] = [11; 32];
/// Rounds in which all programs of a row take turns.
const ROUNDS: usize = 200;
/// How long a program runs in a round, in seconds.
const TURN: f64 = 0.001;

type Work<'a> = Box<dyn FnMut() + 'a>;

/// A library, and the work that it does.
struct Program<'a> {
    name: &'static str,
    work: Work<'a>,
    calls: usize,
    times: Vec<f64>,
}

fn program<'a, T>(name: &'static str, mut work: impl FnMut() -> T + 'a) -> Program<'a> {
    let work = Box::new(move || drop(black_box(work())));
    Program { name, work, calls: 0, times: Vec::new() }
}

impl Program<'_> {
    fn turn(&mut self) {
        let calls = self.calls.max(1);
        let start = Instant::now();
        (0..calls).for_each(|_| (self.work)());
        let each = start.elapsed().as_secs_f64() / calls as f64;
        if self.calls > 0 {
            self.times.push(each * 1e6);
        }
        self.calls = (TURN / each).ceil() as usize;
    }

    fn median(&mut self) -> f64 {
        self.times.sort_by(f64::total_cmp);
        self.times[self.times.len() / 2]
    }
}

/// Prints the median of each program in microseconds, and ours as a part of it.
fn row(name: &str, mut programs: Vec<Program<'_>>) {
    for round in 0..ROUNDS {
        let count = programs.len();
        (0..count).for_each(|step| programs[(round + step) % count].turn());
    }
    let ours = programs[0].median();
    let cells = programs.iter_mut().map(|program| {
        let time = program.median();
        format!("{} {time:.1} ({:.2})", program.name, ours / time)
    });
    println!("{name}: {}", cells.collect::<Vec<_>>().join(", "));
}

fn untrusted(bytes: &[u8]) -> Input<'_> {
    Input::from(bytes)
}

fn secret(kind: KeyType) -> SecretKey {
    SecretKey::from_bytes(kind, &SECRET).unwrap()
}

fn sign(key: &SecretKey, algorithm: Algorithm) -> Vec<u8> {
    key.sign(algorithm, black_box(MESSAGE)).unwrap()
}

fn holds(key: &PublicKey, algorithm: Algorithm, signature: &[u8]) {
    assert!(verify(algorithm, key, black_box(MESSAGE), signature, HighS::Refuse));
}

fn ed25519() {
    let (key, algorithm) = (secret(KeyType::Ed25519), Algorithm::Ed25519);
    let signature = sign(&key, algorithm);
    let of_ring = by_ring::Ed25519KeyPair::from_seed_unchecked(&SECRET).unwrap();
    let of_aws = by_aws::Ed25519KeyPair::from_seed_unchecked(&SECRET).unwrap();
    assert_eq!(of_ring.sign(MESSAGE).as_ref(), signature);
    assert_eq!(of_aws.sign(MESSAGE).as_ref(), signature);
    row(
        "Ed25519 sign",
        vec![
            program("ours", || sign(&key, algorithm)),
            program("ring", || of_ring.sign(black_box(MESSAGE))),
            program("aws-lc-rs", || of_aws.sign(black_box(MESSAGE))),
        ],
    );
    let schemes = (&by_ring::ED25519 as &_, &by_aws::ED25519 as &_);
    verify_row("Ed25519 verify", key.public_key(), algorithm, schemes, &signature);
}

fn p256() {
    let (key, algorithm) = (secret(KeyType::P256), Algorithm::P256Sha256);
    let public = key.public_key().to_uncompressed().unwrap();
    let (ring_random, aws_random) = (SystemRandom::new(), aws_lc_rs::rand::SystemRandom::new());
    let scheme = &by_ring::ECDSA_P256_SHA256_FIXED_SIGNING;
    let read = by_ring::EcdsaKeyPair::from_private_key_and_public_key;
    let of_ring = read(scheme, &SECRET, &public, &ring_random).unwrap();
    let scheme = &by_aws::ECDSA_P256_SHA256_FIXED_SIGNING;
    let read = by_aws::EcdsaKeyPair::from_private_key_and_public_key;
    let of_aws = read(scheme, &SECRET, &public).unwrap();
    row(
        "P-256 sign",
        vec![
            program("ours", || sign(&key, algorithm)),
            program("ring", || of_ring.sign(&ring_random, black_box(MESSAGE)).unwrap()),
            program("aws-lc-rs", || of_aws.sign(&aws_random, black_box(MESSAGE)).unwrap()),
        ],
    );
    let schemes = (&by_ring::ECDSA_P256_SHA256_FIXED as &_, &by_aws::ECDSA_P256_SHA256_FIXED as &_);
    verify_row("P-256 verify", key.public_key(), algorithm, schemes, &sign(&key, algorithm));
}

type Schemes<'a> =
    (&'a dyn by_ring::VerificationAlgorithm, &'static dyn by_aws::VerificationAlgorithm);

fn verify_row(
    name: &str,
    key: &PublicKey,
    algorithm: Algorithm,
    (ring, aws): Schemes<'_>,
    signature: &[u8],
) {
    let bytes = key.uncompressed().map_or_else(|| key.as_bytes().to_vec(), |all| all.to_vec());
    let (message, input) = (untrusted(MESSAGE), untrusted(signature));
    let parsed = by_aws::ParsedPublicKey::new(aws, &bytes).unwrap();
    row(
        name,
        vec![
            program("ours", || holds(key, algorithm, signature)),
            program("ring", || ring.verify(untrusted(&bytes), black_box(message), input).unwrap()),
            program("aws-lc-rs", || parsed.verify_sig(black_box(MESSAGE), signature).unwrap()),
        ],
    );
}

fn secp256k1() {
    let (key, algorithm) = (secret(KeyType::Secp256k1), Algorithm::Secp256k1Sha256);
    let signature = sign(&key, algorithm);
    let lib = LibSecret::from_secret_bytes(SECRET).unwrap();
    let public = LibKey::from_secret_key(&lib);
    let hashed = || Message::from_digest(Sha256::digest(black_box(MESSAGE)).into());
    let signed = || ecdsa::sign(hashed(), &lib).serialize_compact();
    assert_eq!(signed().as_slice(), signature);
    row(
        "secp256k1 sign",
        vec![
            program("ours", || sign(&key, algorithm)),
            program("libsecp256k1", || {
                black_box(signed());
            }),
        ],
    );
    let read = || ecdsa::Signature::from_compact(black_box(&signature)).unwrap();
    row(
        "secp256k1 verify",
        vec![
            program("ours", || holds(key.public_key(), algorithm, &signature)),
            program("libsecp256k1", || read().verify(hashed(), &public).unwrap()),
        ],
    );
}

fn x25519() {
    let (key, other) = (secret(KeyType::X25519), SecretKey::from_bytes(KeyType::X25519, &[5; 32]));
    let other = other.unwrap();
    let of_aws = agreement::PrivateKey::from_private_key(&agreement::X25519, &SECRET).unwrap();
    let shared = || {
        let peer = black_box(other.public_key().as_bytes());
        let peer = agreement::UnparsedPublicKey::new(&agreement::X25519, peer);
        agreement::agree(&of_aws, peer, (), |secret| Ok(secret.to_vec())).unwrap()
    };
    assert_eq!(key.agree(other.public_key()).unwrap().as_slice(), shared());
    row(
        "X25519 agree",
        vec![
            program("ours", || key.agree(black_box(other.public_key())).unwrap()),
            program("aws-lc-rs", shared),
        ],
    );
}

fn main() {
    println!("microseconds, and in brackets our time as a part of theirs\n");
    ed25519();
    p256();
    secp256k1();
    x25519();
}
