//! What `inspect` knows of each engine: its functions that handle secrets, and those that call what is in variable time.

/// The lists of an engine: of all, and its own.
pub(super) struct Lists {
    pub(super) engine: &'static str,
    /// Functions that handle secrets, and how many loops each has.
    secret: [&'static [(&'static str, usize)]; 2],
    /// Functions that handle secrets and branch on lengths, on the places of words in numbers, or on whether a
    /// point is on the curve: how many loops each has, and how many branches.
    by_length: &'static [(&'static str, usize, usize)],
    /// The functions in variable time: inverses by Euclid's algorithm, the affine forms that use them, and those sums by sparse
    /// digits of scalars that are functions of their own in every engine. Each entry is the start of a name.
    pub(super) variable: &'static [&'static str],
}

pub(super) const ENGINES: [Lists; 3] = [
    Lists { engine: "wasm-fma", secret: [SECRET, FUSED], by_length: BY_LENGTH, variable: VARIABLE },
    Lists { engine: "wasm", secret: [SECRET, PLAIN], by_length: BY_LENGTH, variable: VARIABLE },
    Lists {
        engine: "native",
        secret: [NATIVE, &[]],
        by_length: NATIVE_BY_LENGTH,
        variable: VARIABLE,
    },
];

impl Lists {
    /// Of both kinds.
    pub(super) fn rules(&self) -> Vec<Rule<'static>> {
        let secret = self.secret.iter().copied().flatten();
        let secret = secret.map(|&(name, loops)| Rule { name, loops, branches: 0 });
        let by_length =
            self.by_length.iter().map(|&(name, loops, branches)| Rule { name, loops, branches });
        secret.chain(by_length).collect()
    }
}

/// The branches and calls that a function may have.
pub(super) struct Rule<'a> {
    pub(super) name: &'a str,
    pub(super) loops: usize,
    /// Branches on lengths and places.
    pub(super) branches: usize,
}

/// Other functions that a listed function may call: they branch only on lengths, or on how many multiples a point has.
pub(super) const HARMLESS: &[&str] =
    &["countersign_kernels::secp256k1::base::add_doubles", "memcpy", "memset", "memmove"];

/// Listed functions, each with one in variable time that it calls on public values alone: the multiples of a peer's key.
pub(super) const ON_PUBLIC: &[(&str, &str)] = &[(
    "countersign_kernels::p256::agree::multiply",
    "countersign_kernels::p256::jacobian::write_odd",
)];

const VARIABLE: &[&str] = &[
    "countersign_kernels::edwards25519::base::write_odd",
    "countersign_kernels::edwards25519::public::sum_of_two",
    "countersign_kernels::euclid::",
    "countersign_kernels::field25519::bytes::inverse_public",
    "countersign_kernels::p256::jacobian::write_odd",
    "countersign_kernels::p256::public::",
    "countersign_kernels::secp256k1::affine::normalize",
    "countersign_kernels::secp256k1::base::write_odd",
    "countersign_kernels::secp256k1::public::",
];

const SECRET: &[(&str, usize)] = &[
    ("__multi3", 0),
    ("countersign_kernels::chacha20poly1305::stream::Stream<V>::by_rows", 1),
    ("countersign_kernels::comb::digits", 1),
    ("countersign_kernels::digits::odd", 1),
    ("countersign_kernels::digits::select", 1),
    ("countersign_kernels::edwards25519::Point<F>::add", 0),
    ("countersign_kernels::edwards25519::Point<F>::double", 0),
    ("countersign_kernels::edwards25519::Point<F>::double_only", 0),
    ("countersign_kernels::edwards25519::Point<F>::to_addend", 0),
    ("countersign_kernels::edwards25519::base::add_words", 0),
    ("countersign_kernels::edwards25519::base::multiply", 1),
    ("countersign_kernels::edwards25519::base::multiply_row", 1),
    ("countersign_kernels::edwards25519::base::write_row", 1),
    ("countersign_kernels::edwards25519::encoding::compress", 0),
    ("countersign_kernels::edwards25519::encoding::on_curve", 0),
    ("countersign_kernels::edwards25519::twin::compress", 0),
    ("countersign_kernels::edwards25519::twin::on_curve", 0),
    ("countersign_kernels::field25519::bytes::canonical", 0),
    ("countersign_kernels::field25519::power::inverse", 0),
    ("countersign_kernels::field25519::power::ladder", 0),
    ("countersign_kernels::inverse::Modulus::invert", 3),
    ("countersign_kernels::p256::affine::on_curve", 0),
    ("countersign_kernels::p256::agree::multiply", 1),
    ("countersign_kernels::p256::base::multiply", 1),
    ("countersign_kernels::p256::jacobian::Jacobian<F>::add_affine", 0),
    ("countersign_kernels::p256::jacobian::Jacobian<F>::double", 0),
    ("countersign_kernels::p256::jacobian::Jacobian<F>::from_affine", 0),
    ("countersign_kernels::scalar::order::Order::less_product", 0),
    ("countersign_kernels::scalar::order::Order::montgomery", 1),
    ("countersign_kernels::scalar::order::Order::product_sum", 0),
    ("countersign_kernels::scalar::order::Order::reduced", 0),
    ("countersign_kernels::scalar::order::Order::response", 0),
    ("countersign_kernels::secp256k1::affine::on_curve", 0),
    ("countersign_kernels::secp256k1::agree::multiply", 3),
    ("countersign_kernels::secp256k1::base::multiply", 1),
    ("countersign_kernels::secp256k1::curve::Projective<F>::add", 0),
    ("countersign_kernels::secp256k1::curve::Projective<F>::add_affine", 0),
    ("countersign_kernels::secp256k1::curve::Projective<F>::double", 0),
    ("countersign_kernels::secp256k1::halves::low_product", 0),
    ("countersign_kernels::secp256k1::halves::scaled", 1),
    ("countersign_kernels::secp256k1::halves::split", 0),
    ("countersign_kernels::x25519::pairs::ladder", 1),
    ("countersign_kernels::x25519::quotient", 0),
    ("countersign_kernels::x25519::pairs::step", 0),
];

/// On lanes of fused multiply-add, and what was compiled otherwise beside them.
const FUSED: &[(&str, usize)] = &[
    (
        "<countersign_kernels::field25519::fused::Fused as countersign_kernels::field25519::Arithmetic>::squared_times",
        1,
    ),
    (
        "<countersign_kernels::field_p256::fused::Fused as countersign_kernels::field_p256::Field>::packed",
        0,
    ),
    (
        "<countersign_kernels::field_secp256k1::fused::Fused as countersign_kernels::field_secp256k1::Field>::low_packed",
        0,
    ),
    ("countersign_kernels::field25519::fused::multiply", 0),
    ("countersign_kernels::field25519::fused::multiply_self", 0),
    ("countersign_kernels::field_p256::fused::multiply", 0),
    ("countersign_kernels::field_p256::fused::multiply_self", 0),
    ("countersign_kernels::field_secp256k1::fused::product::multiply", 0),
    ("countersign_kernels::field_secp256k1::fused::product::multiply_self", 0),
    ("countersign_kernels::field_secp256k1::fused::product::multiply_two", 0),
];

/// On products of 32 bits.
const PLAIN: &[(&str, usize)] = &[
    (
        "<countersign_kernels::field25519::limbs::Limbs as countersign_kernels::field25519::Arithmetic>::product",
        0,
    ),
    (
        "<countersign_kernels::field25519::limbs::Limbs as countersign_kernels::field25519::Arithmetic>::squared",
        0,
    ),
    (
        "<countersign_kernels::field25519::limbs::Limbs as countersign_kernels::field25519::Arithmetic>::squared_times",
        1,
    ),
    (
        "<countersign_kernels::field_p256::limbs::Limbs as countersign_kernels::field_p256::Field>::packed",
        0,
    ),
    (
        "<countersign_kernels::field_p256::limbs::Limbs as countersign_kernels::field_p256::Field>::product",
        1,
    ),
    (
        "<countersign_kernels::field_p256::limbs::Limbs as countersign_kernels::field_p256::Field>::products_difference",
        2,
    ),
    (
        "<countersign_kernels::field_p256::limbs::Limbs as countersign_kernels::field_p256::Field>::squared",
        0,
    ),
    (
        "<countersign_kernels::field_secp256k1::limbs::Limbs as countersign_kernels::field_secp256k1::Field>::low_packed",
        0,
    ),
    (
        "<countersign_kernels::field_secp256k1::limbs::Limbs as countersign_kernels::field_secp256k1::Field>::product",
        0,
    ),
    (
        "<countersign_kernels::field_secp256k1::limbs::Limbs as countersign_kernels::field_secp256k1::Field>::product_sum",
        0,
    ),
    (
        "<countersign_kernels::field_secp256k1::limbs::Limbs as countersign_kernels::field_secp256k1::Field>::squared",
        0,
    ),
    (
        "<countersign_kernels::field_secp256k1::limbs::Limbs as countersign_kernels::field_secp256k1::Field>::squared_times",
        1,
    ),
];

const BY_LENGTH: &[(&str, usize, usize)] = &[
    ("countersign_kernels::base64::Alphabet::write", 2, 13),
    ("countersign_kernels::chacha20poly1305::open", 1, 4),
    ("countersign_kernels::chacha20poly1305::poly::Poly::padded", 1, 6),
    ("countersign_kernels::chacha20poly1305::seal", 1, 3),
    ("countersign_kernels::chacha20poly1305::stream::Pad<V>::apply", 1, 12),
    ("countersign_kernels::chacha20poly1305::stream::Stream<V>::apply", 3, 4),
    ("countersign_kernels::edwards25519::encoding::encode", 0, 1),
    ("countersign_kernels::edwards25519::twin::Twin<F>::encode", 0, 1),
    ("countersign_kernels::p256::affine::to_affine", 0, 1),
    ("countersign_kernels::secp256k1::affine::to_affine", 0, 1),
];

/// The functions that call those, and how many functions have that name. All of them compute on public values: a signature
/// to be verified, a key, a peer's among them, or a table of the base point that is made at first use. A function of another
/// name may have one of these inlined.
pub(super) const PUBLIC: &[(&str, usize)] = &[
    ("countersign_kernels::ed25519::verify::Claim::holds", 1),
    ("countersign_kernels::ed25519::verify::Prepared::verify", 1),
    ("countersign_kernels::edwards25519::base::make", 1),
    ("countersign_kernels::edwards25519::twin::Twin<F>::encode_public", 1),
    ("countersign_kernels::p256::agree::multiply", 1),
    ("countersign_kernels::p256::base::make", 1),
    ("countersign_kernels::p256::ecdsa::verify", 1),
    ("countersign_kernels::p256::powers::fill", 1),
    ("countersign_kernels::p256::prepared::Prepared<F>::new", 1),
    ("countersign_kernels::p256::prepared::Prepared<F>::verify", 1),
    ("countersign_kernels::ring::Tables::round", 1),
    ("countersign_kernels::signature::multipliers", 1),
    ("countersign_kernels::secp256k1::base::row", 1),
    ("countersign_kernels::secp256k1::ecdsa::recover", 1),
    ("countersign_kernels::secp256k1::ecdsa::verify", 1),
    ("countersign_kernels::secp256k1::hash::from_uniform", 1),
    ("countersign_kernels::secp256k1::own::two_sums", 1),
    ("countersign_kernels::secp256k1::powers::fill", 1),
    ("countersign_kernels::secp256k1::prepared::Prepared<F>::new", 1),
    ("countersign_kernels::secp256k1::prepared::Prepared<F>::verify", 1),
];

/// Callers that are not counted: a self-test computes on constants, and which of its functions are inlined differs between
/// the engines.
pub(super) const SELF_TESTS: &str = "countersign_kernels::selftest::";

/// On products of 64 bits; what the others have in functions of their own stands in these.
const NATIVE: &[(&str, usize)] = &[
    (
        "<countersign_kernels::field25519::whole::Whole as countersign_kernels::field25519::Arithmetic>::squared_times",
        1,
    ),
    (
        "<countersign_kernels::field_secp256k1::whole::Whole as countersign_kernels::field_secp256k1::Field>::squared_times",
        1,
    ),
    ("core::array::try_map, of a kernel", 0),
    ("core::array::try_map, of a kernel", 1),
    ("countersign_kernels::chacha20poly1305::stream::Stream<V>::by_rows", 1),
    ("countersign_kernels::digits::odd", 0),
    ("countersign_kernels::digits::select", 1),
    ("countersign_kernels::edwards25519::Point<F>::add", 0),
    ("countersign_kernels::edwards25519::Point<F>::double", 0),
    ("countersign_kernels::edwards25519::Point<F>::double_only", 0),
    ("countersign_kernels::edwards25519::Point<F>::to_addend", 0),
    ("countersign_kernels::edwards25519::base::add_words", 0),
    ("countersign_kernels::edwards25519::base::multiply", 1),
    ("countersign_kernels::edwards25519::base::multiply_row", 1),
    ("countersign_kernels::edwards25519::base::write_row", 1),
    ("countersign_kernels::edwards25519::encoding::compress", 0),
    ("countersign_kernels::edwards25519::encoding::on_curve", 0),
    ("countersign_kernels::edwards25519::twin::compress", 0),
    ("countersign_kernels::edwards25519::twin::on_curve", 0),
    ("countersign_kernels::field25519::bytes::canonical", 0),
    ("countersign_kernels::field25519::power::inverse", 0),
    ("countersign_kernels::field25519::power::ladder", 0),
    ("countersign_kernels::field25519::whole::element::Element<1_usize>::inverse", 0),
    ("countersign_kernels::field25519::whole::element::Element<1_usize>::to_bytes", 0),
    ("countersign_kernels::field_p256::Element<F,_>::is_zero", 0),
    ("countersign_kernels::inverse::Modulus::invert", 2),
    ("countersign_kernels::p256::affine::on_curve", 0),
    ("countersign_kernels::p256::agree::multiply", 1),
    ("countersign_kernels::p256::base::multiply", 1),
    ("countersign_kernels::p256::jacobian::Jacobian<F>::add_affine", 0),
    ("countersign_kernels::p256::jacobian::Jacobian<F>::double", 0),
    ("countersign_kernels::p256::jacobian::Jacobian<F>::from_affine", 0),
    ("countersign_kernels::scalar::order::Order::less_product", 0),
    ("countersign_kernels::scalar::order::Order::montgomery", 0),
    ("countersign_kernels::scalar::order::Order::product_sum", 0),
    ("countersign_kernels::scalar::order::Order::reduced", 0),
    ("countersign_kernels::scalar::order::Order::response", 0),
    ("countersign_kernels::secp256k1::affine::on_curve", 0),
    ("countersign_kernels::secp256k1::agree::multiply", 2),
    ("countersign_kernels::secp256k1::base::multiply", 1),
    ("countersign_kernels::secp256k1::curve::Projective<F>::add", 0),
    ("countersign_kernels::secp256k1::curve::Projective<F>::add_affine", 0),
    ("countersign_kernels::secp256k1::curve::Projective<F>::double", 0),
    ("countersign_kernels::secp256k1::halves::low_product", 0),
    ("countersign_kernels::secp256k1::halves::scaled", 0),
    ("countersign_kernels::secp256k1::halves::split", 0),
    ("countersign_kernels::x25519::quotient", 0),
    ("countersign_kernels::x25519::words::ladder", 1),
];

const NATIVE_BY_LENGTH: &[(&str, usize, usize)] = &[
    ("countersign_kernels::base64::Alphabet::write", 2, 4),
    ("countersign_kernels::chacha20poly1305::open", 1, 5),
    ("countersign_kernels::chacha20poly1305::open_to", 1, 6),
    ("countersign_kernels::chacha20poly1305::poly::Poly::padded", 2, 7),
    ("countersign_kernels::chacha20poly1305::seal", 1, 4),
    ("countersign_kernels::chacha20poly1305::stream::Pad<V>::apply", 3, 14),
    ("countersign_kernels::chacha20poly1305::stream::Stream<V>::apply", 3, 6),
    ("countersign_kernels::chacha20poly1305::subkey", 1, 0),
    ("countersign_kernels::comb::digits", 0, 1),
    ("countersign_kernels::digits::odd", 0, 1),
    ("countersign_kernels::edwards25519::encoding::encode", 0, 1),
    ("countersign_kernels::edwards25519::twin::Twin<F>::encode", 0, 1),
    ("countersign_kernels::p256::affine::to_affine", 0, 1),
    ("countersign_kernels::secp256k1::affine::to_affine", 0, 1),
];
