//! The dumps in the documentation are what the program prints.

#[test]
fn dumps_are_true() {
    if let Err(error) = testkit::docs::check(env!("CARGO_BIN_EXE_heapproof").as_ref()) {
        panic!("{error:#}");
    }
}
