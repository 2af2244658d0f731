//! The same tests of each field.

mod fused {
    use crate::field25519::fused::{Fused as F, UNIT};
    include!("tests.rs");
}

mod limbs {
    use crate::field25519::limbs::{Limbs as F, UNIT};
    include!("tests.rs");
}

mod whole {
    use crate::field25519::whole::{UNIT, Whole as F};
    include!("tests.rs");
}
