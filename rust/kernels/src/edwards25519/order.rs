//! Whether a point is of prime order, for two points at once.
//!
//! The group is cyclic of order 8 times a prime; a point is of prime order, or neutral, if and only if
//! it is eight times another. That is decided by residues, not by a multiplication: halving a
//! point (Pornin, "Point-Halving and Subgroup Membership in Twisted Edwards Curves", 2022), and the
//! reduced Tate pairing of order 4 (Koshelev, "Subgroup membership testing on elliptic curves via the
//! Tate pairing", 2022). Exact, in three powers; a multiplication by the order costs eight.
//!
//! On the Montgomery form v^2 = u (u^2 + A u + 1), u = (1 + y) / (1 - y) and v = c u / x, c^2 = -(A + 2):
//!
//! 1. P is twice a point if and only if u is a square, which is 1 - y^2 = r^2.
//! 2. With k = v / sqrt u, a = u - k, halves of P have u' = a + sqrt(a^2 - 1). Of the two signs of v, which
//!    are P and -P, one has a square there: the product of both is (A^2 - 4) u^2, never a square.
//! 3. A half Q is four times a point if and only if f(Q) = (v' - t u')^2 / u' is a fourth power,
//!    where (1, t) has order 4 and t^2 = A + 2. The other half differs by a point of order 2, which is
//!    four times a point.
//!
//! With n = 1 + y, m = 1 - y, N = n x - c r and s^2 = N^2 - m^2 x^2, taking v' from the tangent at Q, and up
//! to fourth powers: f(Q) = (N + s) (s + i c r x)^2 n x. Where the sign is the other, N = n x + c r, and
//! with e = 1 / sqrt(j (N^2 - m^2 x^2)) of before, j = i or -i: s = r^2 x^2 e sqrt((A^2 - 4) / j).
//!
//! For points of small order f is zero or no fourth power: the neutral one is refused too.
//! Variable time: points are public. Tested against a multiplication by the order, every torsion.

use super::{
    Decoded, ONE,
    encoding::{ROOT, masks},
};
use crate::field25519::{Field, Pair, Tight, centred, mul, square};

/// A square root of -(A + 2).
pub(super) const C: [f64; 5] = centred(&[
    0xcc6e_04aa_ff45_7e06,
    0xc5a1_d3d1_4b7d_1a82,
    0xd27b_08dc_03fc_4f7e,
    0x0f26_edf4_60a0_06bb,
]);

/// A square root of (A^2 - 4) / i, with i = [`ROOT`].
const CROSS: [f64; 5] = centred(&[
    0xa8b7_1277_b3ba_5222,
    0x9dd7_1ed4_b851_ca75,
    0xbe25_d969_202c_a68f,
    0x219f_c5bc_27ac_f1ee,
]);

fn both<F: Field>(constant: &[f64; 5]) -> Tight<F> {
    Tight::constant(constant, constant)
}

impl<F: Field> Decoded<F> {
    /// Which of the points are of prime order. The neutral one is not.
    pub(crate) fn prime_order(&self) -> [bool; 2] {
        let (n, m): (Pair<F, 2>, Pair<F, 2>) = (self.y.add(&both(&ONE)), both(&ONE).sub(&self.y));
        let (n, m) = (n.normal(), m.normal());
        let (r, doubled) = root(&mul(&n, &m));
        let half = Half::of(&mul(&n, &self.x), &mul(&m, &self.x), &mul(&r, &self.x), &r);
        let fourth = half.is_fourth_multiple();
        [doubled[0] && fourth[0], doubled[1] && fourth[1]]
    }
}

/// A half of a point.
struct Half<F: Field> {
    /// N
    sum: Tight<F>,
    /// s
    root: Tight<F>,
    /// i c r x
    turned: Tight<F>,
    /// n x
    nx: Tight<F>,
}

impl<F: Field> Half<F> {
    fn of(nx: &Tight<F>, mx: &Tight<F>, rx: &Tight<F>, r: &Tight<F>) -> Self {
        let cr = mul(r, &both(&C));
        let (minus, plus): (Pair<F, 2>, Pair<F, 2>) = (nx.sub(&cr), nx.add(&cr));
        let (minus, plus) = (minus.normal(), plus.normal());
        let delta: Pair<F, 2> = square(&minus).sub(&square(mx));
        let delta = delta.normal();
        let (inverse, j) = inverse_root(&delta);
        let [one, opposite, turned] =
            [both(&ONE), both(&ONE).negated(), both(&ROOT).negated()].map(|to| equal(&j, &to));
        let is_square = [one[0] || opposite[0], one[1] || opposite[1]];
        let other = mul(&mul(&square(rx), &inverse), &both(&CROSS));
        let root = other.choose(&mul(&delta, &inverse), masks::<F>(is_square));
        let turn = [opposite[0] || turned[0], opposite[1] || turned[1]];
        Self {
            sum: plus.choose(&minus, masks::<F>(is_square)),
            root: root.choose(&mul(&root, &both(&ROOT)), masks::<F>(turn)),
            turned: mul(&mul(rx, &both(&C)), &both(&ROOT)),
            nx: *nx,
        }
    }

    /// Whether f is a fourth power: f^((p - 1) / 4) = 1.
    fn is_fourth_multiple(&self) -> [bool; 2] {
        let (sum, slope): (Pair<F, 2>, Pair<F, 2>) =
            (self.sum.add(&self.root), self.root.add(&self.turned));
        let f = mul(&mul(&sum, &square(&slope.normal())), &self.nx);
        // (p - 1) / 4 = 2 (p - 5) / 8 + 1
        equal(&mul(&square(&f.root_power()), &f), &both(&ONE))
    }
}

/// Both square roots, and of which there is one.
fn root<F: Field>(a: &Tight<F>) -> (Tight<F>, [bool; 2]) {
    let root = mul(a, &a.root_power());
    let squared = square(&root);
    let (direct, turned) = (equal(&squared, a), equal(&squared, &a.negated()));
    let root = root.choose(&mul(&root, &both(&ROOT)), masks::<F>(turned));
    (root, [direct[0] || turned[0], direct[1] || turned[1]])
}

/// e = a^3 (a^7)^((p - 5) / 8), and a e^2, which is 1, -1, i or -i, or 0 for 0.
fn inverse_root<F: Field>(a: &Tight<F>) -> (Tight<F>, Tight<F>) {
    let cube = mul(&square(a), a);
    let seventh = mul(&square(&cube), a);
    let e = mul(&cube, &seventh.root_power());
    (e, mul(a, &square(&e)))
}

fn equal<F: Field>(a: &Tight<F>, b: &Tight<F>) -> [bool; 2] {
    a.sub::<1, 2>(b).is_zero()
}
