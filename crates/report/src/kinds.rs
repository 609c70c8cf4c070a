//! What the kinds of error are called in reports, and the weaknesses (CWE) they are instances of.

use ir::ErrorKind;

/// What is written under the offending place.
pub(crate) fn label(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NullDeref => "a null pointer is dereferenced here",
        ErrorKind::UseAfterFree => "freed memory is used here",
        ErrorKind::OutOfBounds => "this access is out of bounds",
        ErrorKind::UseAfterScope => "the variable's life has ended before this",
        ErrorKind::InvalidPointer => "this memory cannot be accessed like this",
        ErrorKind::OverlappingCopy => "source and destination overlap",
        ErrorKind::DoubleFree => "freed a second time here",
        ErrorKind::InvalidFree => "this is not the start of a heap block",
        ErrorKind::Leak => "the last pointer to the block is lost here",
        ErrorKind::NotFreed => "the program ends here",
        ErrorKind::AssertionFailure => "this assertion fails",
        ErrorKind::ReachError => "this call is reached",
        ErrorKind::UninitializedRead => "this value was never set",
        ErrorKind::SignedOverflow => "this overflows",
    }
}

/// What the kind means, in a sentence.
pub(crate) fn description(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NullDeref => "Memory is accessed through a null pointer.",
        ErrorKind::UseAfterFree => "Heap memory is accessed after it was freed.",
        ErrorKind::OutOfBounds => "Memory is accessed outside the bounds of an object.",
        ErrorKind::UseAfterScope => "A local variable is accessed after its scope ended.",
        ErrorKind::InvalidPointer => {
            "Memory is accessed through a pointer to no live object, or constant memory is written."
        }
        ErrorKind::OverlappingCopy => {
            "Memory is copied between overlapping blocks by a function that forbids it."
        }
        ErrorKind::DoubleFree => "A heap block is freed twice.",
        ErrorKind::InvalidFree => "Something is freed that is not the start of a heap block.",
        ErrorKind::Leak => "The last pointer to a heap block is lost before the block is freed.",
        ErrorKind::NotFreed => "A heap block is still allocated when the program exits.",
        ErrorKind::AssertionFailure => "An assertion fails.",
        ErrorKind::ReachError => "A function that marks an error is called.",
        ErrorKind::UninitializedRead => "A decision depends on memory that was never written.",
        ErrorKind::SignedOverflow => "Signed arithmetic overflows, which C leaves undefined.",
    }
}

/// The numbers of the weaknesses in the Common Weakness Enumeration, the most fitting first.
pub(crate) fn weaknesses(kind: ErrorKind) -> &'static [u32] {
    match kind {
        ErrorKind::NullDeref => &[476],
        ErrorKind::UseAfterFree => &[416],
        // Whether it was a read (125) or a write (787) is not part of the kind.
        ErrorKind::OutOfBounds => &[119],
        ErrorKind::UseAfterScope => &[825, 562],
        ErrorKind::InvalidPointer => &[822],
        ErrorKind::OverlappingCopy => &[475],
        ErrorKind::DoubleFree => &[415],
        ErrorKind::InvalidFree => &[590],
        ErrorKind::Leak => &[401],
        ErrorKind::NotFreed => &[401, 772],
        ErrorKind::AssertionFailure | ErrorKind::ReachError => &[617],
        ErrorKind::UninitializedRead => &[457],
        ErrorKind::SignedOverflow => &[190],
    }
}
