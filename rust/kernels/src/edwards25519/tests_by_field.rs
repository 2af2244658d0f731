//! The same tests in each field.

mod fused {
    mod points {
        use crate::field25519::Fused as F;
        include!("tests.rs");
    }

    mod rings {
        use crate::field25519::Fused as F;
        include!("tests_ring.rs");
    }
}

mod limbs {
    mod points {
        use crate::field25519::Limbs as F;
        include!("tests.rs");
    }

    mod rings {
        use crate::field25519::Limbs as F;
        include!("tests_ring.rs");
    }
}

mod whole {
    mod points {
        use crate::field25519::Whole as F;
        include!("tests.rs");
    }

    mod rings {
        use crate::field25519::Whole as F;
        include!("tests_ring.rs");
    }
}
