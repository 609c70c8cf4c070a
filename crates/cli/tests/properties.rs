//! Each program of the corpus that is proved safe, with each property alone.

use std::path::Path;

fn main() {
    testkit::properties_main(Path::new(env!("CARGO_BIN_EXE_heapproof")))
}
