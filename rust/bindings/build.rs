//! Link settings of the native addon.

fn main() {
    #[cfg(feature = "node")]
    napi_build::setup();
}
