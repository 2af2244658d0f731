//! ML-DSA as libcrux has it, portable and over the two-way Keccak, side by side in one module of WebAssembly.
//!
//! Everything passes through one buffer: 32 bytes of seed, 32 of randomness, 256 of message; then the secret key at
//! 1,024, the public key at 8,192, the signature at 16,384, and what SHAKE gives from 24,576 on.

#![allow(non_snake_case)]

use core::ptr::addr_of_mut;

use libcrux_ml_dsa::{MLDSASignature, MLDSASigningKey, MLDSAVerificationKey, ml_dsa_65, ml_dsa_87};

#[cfg(feature = "hook")]
mod hooked;
#[cfg(feature = "hook")]
mod ntt;

static mut BUFFER: [u8; 65_536] = [0; 65_536];

/// Where the buffer is.
#[unsafe(no_mangle)]
pub extern "C" fn buffer() -> *mut u8 {
    addr_of_mut!(BUFFER).cast()
}

fn bytes() -> &'static mut [u8; 65_536] {
    // SAFETY: one thread, and no function holds it while another runs.
    unsafe { &mut *addr_of_mut!(BUFFER) }
}

fn part<const N: usize>(at: usize) -> [u8; N] {
    bytes()[at..at + N].try_into().unwrap()
}

fn put(at: usize, from: &[u8]) {
    bytes()[at..at + from.len()].copy_from_slice(from);
}

macro_rules! set {
    ($module:path, $generate:ident, $sign:ident, $verify:ident, $secret:literal) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $generate() {
            use $module as set;
            let pair = set::generate_key_pair(part(0));
            put(1_024, pair.signing_key.as_slice());
            put(8_192, pair.verification_key.as_slice());
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $sign() {
            use $module as set;
            let key = MLDSASigningKey::new(part::<$secret>(1_024));
            let signature = set::sign_internal(&key, &part::<256>(64), part(32)).unwrap();
            put(16_384, signature.as_slice());
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $verify() -> u32 {
            use $module as set;
            let key = MLDSAVerificationKey::new(part(8_192));
            let signature = MLDSASignature::new(part(16_384));
            set::verify_internal(&key, &part::<256>(64), &signature).is_ok().into()
        }
    };
}

set!(ml_dsa_65::portable, generate65, sign65, verify65, 4_032);
set!(ml_dsa_65::neon, generate65Pairs, sign65Pairs, verify65Pairs, 4_032);
set!(ml_dsa_87::portable, generate87, sign87, verify87, 4_896);
set!(ml_dsa_87::neon, generate87Pairs, sign87Pairs, verify87Pairs, 4_896);

/// 40 blocks of SHAKE128 for each of four inputs: 160 permutations, one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn keccak() {
    for at in 0..4 {
        let mut out = [0; 6_720];
        libcrux_sha3::portable::shake128(&mut out, &part::<34>(34 * at));
        put(24_576 + 6_720 * at, &out);
    }
}

/// The same, two at a time.
#[unsafe(no_mangle)]
pub extern "C" fn keccakPairs() {
    use libcrux_sha3::neon::x2::incremental as pairs;
    for at in [0, 2] {
        let mut state = pairs::init();
        pairs::shake128_absorb_final(&mut state, &part::<34>(34 * at), &part::<34>(34 * at + 34));
        let (mut a, mut b) = ([0; 6_720], [0; 6_720]);
        pairs::shake128_squeeze_first_five_blocks(&mut state, &mut a[..840], &mut b[..840]);
        for (a, b) in a[840..].chunks_mut(168).zip(b[840..].chunks_mut(168)) {
            pairs::shake128_squeeze_next_block(&mut state, a, b);
        }
        put(24_576 + 6_720 * at, &a);
        put(24_576 + 6_720 * (at + 1), &b);
    }
}
