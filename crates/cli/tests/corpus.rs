//! Every program of the corpus, with every engine whose achievements are recorded.

use std::path::Path;

fn main() {
    testkit::main(Path::new(env!("CARGO_BIN_EXE_heapproof")))
}
