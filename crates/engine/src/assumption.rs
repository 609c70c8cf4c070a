//! What is taken for granted by an answer. The words for it are the reports'.

/// What is taken for granted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assumption {
    /// The program is compiled by clang for x86 with pointers of so many bits.
    Target {
        /// The bits of a pointer.
        bits: u32,
    },
    /// Signed integers wrap around where they overflow.
    SignedWraps,
    /// Signed integers do not overflow in constant expressions.
    ConstantsFit,
    /// Signed integers that are shifted to the left wrap around.
    ShiftsWrap,
    /// Compound literals live until their function returns.
    CompoundLiterals,
    /// The stack is large enough.
    Stack,
    /// The name of the program is its first argument.
    ProgramName,
    /// The arguments of the function where execution starts are any numbers, and pointers to blocks of their own.
    AnyArguments,
    /// Allocation never fails.
    MallocSucceeds,
    /// No more bytes of the heap than this are in use at once.
    MaxHeap {
        /// How many.
        bytes: u64,
    },
    /// Memory that was never written holds arbitrary values.
    Unwritten,
    /// Reading a volatile object gives what was written last.
    Volatile,
    /// A function that nobody defines gives any result, and does no more than this.
    Foreign {
        /// Its name.
        function: String,
        /// Whether it may change what its pointer arguments reach.
        changes: bool,
    },
    /// A function does not return.
    NoReturn {
        /// Its name.
        function: String,
    },
    /// Objects begin at multiples of the pointer size, and accesses are aligned as their types demand.
    Aligned,
    /// Called functions satisfy their contracts.
    ContractsOfOthers,
    /// Memory is written and read with one type at each place.
    EffectiveTypes,
    /// Pointers that a function is given point into objects, or to no object that it compares them with.
    GivenPointers,
    /// An access through a null pointer ends the program: where no property forbids it.
    NullTraps,
    /// Callers and called functions keep data structures intact.
    Integrity,
    /// What these functions free is reached in no other way afterwards.
    FreedIsUnused {
        /// The functions by name.
        functions: Vec<String>,
        /// How many there are besides.
        more: usize,
    },
    /// Functions that are called through pointers, or that nobody defines, free nothing that their caller uses afterwards.
    OthersFreeNothing,
    /// These functions give new memory of the size they are given, or null, or free what they are given.
    Allocators {
        /// The functions by name.
        functions: Vec<String>,
    },
    /// These functions never give null: no function in view checks what they give.
    AllocatorsSucceed {
        /// The functions by name.
        functions: Vec<String>,
    },
    /// Pointers to data and to functions in memory are valid where others use them.
    DataIsValid,
    /// A link in a union is null or points to a node where a tag has some value.
    Tagged {
        /// The type with the link.
        owner: String,
        /// The link in it.
        link: String,
        /// The type it points to.
        node: String,
        /// The tag.
        tag: String,
        /// Its value.
        value: i64,
    },
    /// All functions keep a relation between the members of a struct: those that were analysed are shown to, or told.
    Promised {
        /// The struct.
        owner: String,
        /// The relation, as a C expression in which `it` points to the struct.
        promise: String,
    },
    /// Something about the C library.
    Library(clib::Assumption),
}
