//! L, the order of the generator.

use crate::scalar::{self, Group, Order};

static ORDER: Order =
    Order::new(&[0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0, 0x1000_0000_0000_0000]);

/// The group that the generator makes.
#[derive(Debug)]
pub enum Ed25519 {}

impl Group for Ed25519 {
    fn order() -> &'static Order {
        &ORDER
    }
}

/// A number modulo L.
pub type Scalar = scalar::Scalar<Ed25519>;
