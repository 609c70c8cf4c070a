//! What the kinds of error are called in reports, the weaknesses (CWE) they are instances of, and what to do about
//! reasons of `unknown`.

use engine::Reason;
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

/// What the user can do about something that was not accounted for.
pub fn advice(reason: Reason) -> &'static str {
    match reason {
        Reason::UnmodelledCall => "give the file that defines the function, or a definition of your own",
        Reason::Unsupported => "replace the construct on the paths that matter",
        Reason::UndefinedBehaviour => "repair it: what happens afterwards is not defined by C",
        Reason::LayoutDependent => "avoid ordering or doing arithmetic on addresses of different objects",
        Reason::Timeout => "give more time with --timeout",
        Reason::Memory => "give more memory with --memory",
        Reason::WorkLimit => "check a smaller part of the program, or with smaller constants",
        Reason::Interrupted => "run it again and let it finish",
        Reason::Imprecise => "write this place in a simpler way: it is beyond what the analysis can express",
        Reason::Unconfirmed => "look at the possible finding: it may be real",
        Reason::InternalError => "please report this as a bug of heapproof, with the program",
    }
}
