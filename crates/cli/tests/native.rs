//! The tests in C that heapproof writes for the errors of the corpus: compiled and run, they show the errors.

use std::path::Path;

fn main() {
    testkit::native_main(Path::new(env!("CARGO_BIN_EXE_heapproof")))
}
