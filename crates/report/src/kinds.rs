//! What the kinds of error are called in reports, the weaknesses (CWE) they are instances of, the sanitizers that show
//! them, and what to do about reasons of `unknown`.

use engine::{Check, Reason, Violation};
use ir::ErrorKind;

/// What is written under the offending place.
pub(crate) fn label(kind: Violation) -> &'static str {
    match kind {
        Violation::Error(kind) => error_label(kind),
        Violation::Check(check) => check_label(check),
    }
}

/// What the kind means, in a sentence.
pub(crate) fn description(kind: Violation) -> &'static str {
    match kind {
        Violation::Error(kind) => error_description(kind),
        Violation::Check(check) => check_description(check),
    }
}

/// The numbers of the weaknesses in the Common Weakness Enumeration, the most fitting first; none for what is wrong
/// with a contract.
pub(crate) fn weaknesses(kind: Violation) -> &'static [u32] {
    match kind {
        Violation::Error(kind) => error_weaknesses(kind),
        Violation::Check(check) => check_weaknesses(check),
    }
}

fn error_label(kind: ErrorKind) -> &'static str {
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

fn error_description(kind: ErrorKind) -> &'static str {
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

fn error_weaknesses(kind: ErrorKind) -> &'static [u32] {
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

/// The options that make clang check for a kind of error. What was never written holds zeros, as in heapproof's own
/// replay, except where the error may be that it is used as a pointer.
pub(crate) fn sanitizer(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::UninitializedRead => "-fsanitize=memory",
        ErrorKind::InvalidFree | ErrorKind::InvalidPointer => {
            "-fsanitize=address -ftrivial-auto-var-init=pattern"
        }
        ErrorKind::SignedOverflow => {
            "-fsanitize=signed-integer-overflow -fno-sanitize-recover=all -ftrivial-auto-var-init=zero"
        }
        // Far from an array there may be another object, whose bytes are fine; clang then still knows the bounds.
        ErrorKind::OutOfBounds => {
            "-fsanitize=address,array-bounds -fno-sanitize-recover=array-bounds -ftrivial-auto-var-init=zero"
        }
        ErrorKind::NullDeref
        | ErrorKind::UseAfterFree
        | ErrorKind::UseAfterScope
        | ErrorKind::OverlappingCopy
        | ErrorKind::DoubleFree
        | ErrorKind::Leak
        | ErrorKind::NotFreed
        | ErrorKind::AssertionFailure
        | ErrorKind::ReachError => "-fsanitize=address -ftrivial-auto-var-init=zero",
    }
}

/// How a kind of error shows when a sanitizer watches.
pub(crate) fn shown_as(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::UninitializedRead => "MemorySanitizer stops the program where it depends on such memory.",
        ErrorKind::SignedOverflow => "UndefinedBehaviorSanitizer stops the program at the overflow.",
        ErrorKind::Leak | ErrorKind::NotFreed => "LeakSanitizer lists the block when the program ends.",
        ErrorKind::AssertionFailure | ErrorKind::ReachError => "The program ends by abort().",
        ErrorKind::OutOfBounds => {
            "AddressSanitizer or UndefinedBehaviorSanitizer stops the program at the error."
        }
        ErrorKind::NullDeref
        | ErrorKind::UseAfterFree
        | ErrorKind::UseAfterScope
        | ErrorKind::InvalidPointer
        | ErrorKind::OverlappingCopy
        | ErrorKind::DoubleFree
        | ErrorKind::InvalidFree => "AddressSanitizer stops the program at the error.",
    }
}

fn check_label(check: Check) -> &'static str {
    match check {
        Check::Integrity => "the data structure is not intact here",
        Check::Spatial => "this access leaves its node",
        Check::Null => "a null pointer is dereferenced here",
        Check::Temporal => "freed memory is used here",
        Check::Stack => "a pointer to a local variable outlives it",
        Check::Memory => "this memory is not allocated",
        Check::Precondition => "the precondition of this call does not hold",
        Check::Postcondition => "the postcondition does not hold here",
        Check::Assigns => "the contract does not allow this assignment",
        Check::Frees => "the contract does not allow to free this",
        Check::LoopInvariant => "the loop invariant does not hold",
        Check::Assertion => "this assertion does not hold",
        Check::WellFounded => "a cycle without blocking pointer is made here",
    }
}

fn check_description(check: Check) -> &'static str {
    match check {
        Check::Integrity => {
            "A link of a data structure is neither null nor points to a whole node of its type."
        }
        Check::Spatial => "An access leaves its node.",
        Check::Null => "Memory is accessed through a null pointer.",
        Check::Temporal => "Memory is accessed or freed after it was freed.",
        Check::Stack => "A pointer to a local variable is kept after the variable is gone.",
        Check::Memory => "Memory is accessed that is not allocated.",
        Check::Precondition => "A function is called where its precondition does not hold.",
        Check::Postcondition => "A function returns where its postcondition does not hold.",
        Check::Assigns => "A function assigns what its contract does not name.",
        Check::Frees => "A function frees what its contract does not name.",
        Check::LoopInvariant => "An annotated loop invariant does not hold.",
        Check::Assertion => "An annotated assertion does not hold.",
        Check::WellFounded => "A store makes a cycle of links without a blocking pointer.",
    }
}

fn check_weaknesses(check: Check) -> &'static [u32] {
    match check {
        Check::Integrity => &[824],
        Check::Spatial => &[119],
        Check::Null => &[476],
        Check::Temporal => &[416, 415],
        Check::Stack => &[825, 562],
        Check::Memory => &[119],
        Check::Precondition
        | Check::Postcondition
        | Check::Assigns
        | Check::Frees
        | Check::LoopInvariant
        | Check::Assertion
        | Check::WellFounded => &[],
    }
}

/// What the user can do about something that was not accounted for.
pub fn advice(reason: Reason) -> &'static str {
    match reason {
        Reason::UnmodelledCall => {
            "give the file that defines the function, or say what it does (--extern, --noreturn)"
        }
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
