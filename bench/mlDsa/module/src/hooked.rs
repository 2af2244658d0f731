//! The transforms of the marked copy of libcrux beside the prototypes, on one polynomial each.

use core::{arch::wasm32::*, ptr::addr_of_mut};

use libcrux_ml_dsa::hook::Polynomial;

use crate::ntt;

const Q: i64 = 8_380_417;

/// Numbers below q/2 that look drawn.
fn input() -> [i32; 256] {
    let mut state = 12_345_u32;
    core::array::from_fn(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 9).cast_signed() % 4_190_208 - 2_000_000
    })
}

fn vectors(from: &[i32; 256]) -> [v128; 64] {
    core::array::from_fn(|at| {
        i32x4(from[4 * at], from[4 * at + 1], from[4 * at + 2], from[4 * at + 3])
    })
}

fn congruent(vectors: &[v128; 64], other: &[i32; 256]) -> bool {
    other.chunks(4).zip(vectors).all(|(four, v)| {
        let lanes = [
            i32x4_extract_lane::<0>(*v),
            i32x4_extract_lane::<1>(*v),
            i32x4_extract_lane::<2>(*v),
            i32x4_extract_lane::<3>(*v),
        ];
        four.iter().zip(lanes).all(|(a, b)| (i64::from(*a) - i64::from(b)) % Q == 0)
    })
}

/// Whether the prototypes give what libcrux gives, modulo q.
#[unsafe(no_mangle)]
pub extern "C" fn agrees() -> u32 {
    let from = input();
    let mut theirs = Polynomial::new(&from);
    theirs.ntt();
    let (mut integers, mut floats, mut products) = (vectors(&from), vectors(&from), vectors(&from));
    ntt::integers(&mut integers);
    ntt::by_floats(&mut floats);
    ntt::multiply(&mut products, &vectors(&from));
    let mut multiplied = Polynomial::new(&from);
    multiplied.multiply(&Polynomial::new(&from));
    (congruent(&integers, &theirs.get())
        && congruent(&floats, &theirs.get())
        && congruent(&products, &multiplied.get()))
    .into()
}

static mut THEIRS: Option<(Polynomial, Polynomial)> = None;
static mut OURS: ([v128; 64], [v128; 64]) = ([i32x4(0, 0, 0, 0); 64], [i32x4(0, 0, 0, 0); 64]);

/// Puts the input back: repeated transforms grow, and floats would end as NaN.
#[unsafe(no_mangle)]
pub extern "C" fn reset() {
    let from = input();
    // SAFETY: one thread.
    unsafe {
        *addr_of_mut!(THEIRS) = Some((Polynomial::new(&from), Polynomial::new(&from)));
        *addr_of_mut!(OURS) = (vectors(&from), vectors(&from));
    }
}

macro_rules! repeated {
    ($name:ident, theirs, $work:expr) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(count: u32) {
            // SAFETY: one thread.
            let pair = unsafe { &mut *addr_of_mut!(THEIRS) }.as_mut().unwrap();
            (0..count).for_each(|_| $work(pair));
        }
    };
    ($name:ident, ours, $work:expr) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(count: u32) {
            // SAFETY: one thread.
            let pair = unsafe { &mut *addr_of_mut!(OURS) };
            (0..count).for_each(|_| $work(pair));
        }
    };
}

type Theirs = (Polynomial, Polynomial);
type Ours = ([v128; 64], [v128; 64]);

repeated!(ntt, theirs, |pair: &mut Theirs| pair.0.ntt());
repeated!(inverse, theirs, |pair: &mut Theirs| pair.0.inverse());
repeated!(multiply, theirs, |pair: &mut Theirs| pair.0.multiply(&pair.1));
repeated!(nttIntegers, ours, |pair: &mut Ours| ntt::integers(&mut pair.0));
repeated!(nttFloats, ours, |pair: &mut Ours| ntt::by_floats(&mut pair.0));
repeated!(multiplyIntegers, ours, |pair: &mut Ours| ntt::multiply(&mut pair.0, &pair.1));
