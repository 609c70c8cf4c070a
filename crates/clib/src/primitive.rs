//! Library functions that C cannot express: what each does is said here, how is up to each engine.
//!
//! A function is a primitive only where it touches what lies outside of C: the allocator, the streams, the
//! process, the clock, floating-point hardware. Everything else is code (see the folder `models`), so that engines
//! get it for free.

use ir::{FloatKind, Scalar};

/// A library function that C cannot express. Arguments are as in C unless said otherwise. The rows ([`crate::rows`])
/// tell by which names each is called, and what it does to memory and streams.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Primitive {
    /// A new uninitialised heap block of that many bytes, aligned for any type, or null. A block of size zero has
    /// an address of its own.
    Malloc,
    /// A new heap block of count times size zero bytes; null also where the product overflows.
    Calloc,
    /// The block with a new size: contents up to the smaller size move to a new block, the old one is freed. Null
    /// leaves the old block alone; a null block is as `malloc`; size zero frees and returns null.
    Realloc,
    /// As `realloc` with count times size bytes; null where the product overflows.
    ReallocArray,
    /// Ends the life of a heap block, given by its first address; null does nothing.
    Free,
    /// A new heap block with the alignment of the first argument, a power of two, and the size of the second.
    AlignedAlloc,
    /// Stores a new heap block (alignment second, size third argument) through the first; returns 0, ENOMEM, or EINVAL
    /// where the alignment is no power of two or not a multiple of the size of a pointer.
    PosixMemalign,
    /// A heap block aligned to a page.
    Valloc,
    /// The size of a heap block: what was asked for or more, which may not be used all the same.
    MallocUsableSize,

    /// Copies bytes between blocks that must not overlap; returns the destination.
    Memcpy,
    /// Copies bytes between blocks that may overlap; returns the destination.
    Memmove,
    /// Copies as `memcpy` does; returns the end of the destination.
    Mempcpy,
    /// Sets bytes; returns the destination.
    Memset,
    /// Copies bytes between blocks that may overlap, source first.
    Bcopy,
    /// Sets bytes to zero.
    Bzero,

    /// Writes a string and a newline to the standard output.
    Puts,
    /// Writes a character to the standard output.
    Putchar,
    /// Writes a string (first) to a stream (second).
    Fputs,
    /// Writes a character (first) to a stream (second).
    Fputc,
    /// Writes count (third) elements of a size (second) to a stream; returns how many.
    Fwrite,
    /// Writes a message and the text of `errno` to the standard error.
    Perror,
    /// Writes out what a stream, or every stream where it is null, holds back: no effect that the program can see.
    Fflush,
    /// Gives a stream (first) a buffer (second), which may be null: then no effect that the program can see.
    Setbuf,
    /// No effect that the program can see: functions by which it asks a verifier to draw its memory.
    Plot,
    /// Writes bytes (second, third) to a file descriptor.
    Write,

    /// The next character of the standard input, or EOF.
    Getchar,
    /// The next character of a stream, or EOF.
    Fgetc,
    /// Puts a character (first) back into a stream (second).
    Ungetc,
    /// Reads a line of less than a size (second) from a stream (third); null at the end.
    Fgets,
    /// Reads count (third) elements of a size (second) from a stream; returns how many.
    Fread,
    /// Whether the end of a stream was met.
    Feof,
    /// Whether a stream has failed: never.
    Ferror,
    /// Clears the end mark of a stream.
    Clearerr,
    /// Closes a standard stream, which may not be used any more.
    Fclose,
    /// The file descriptor of a standard stream.
    Fileno,
    /// Reads bytes (second, third) from a file descriptor.
    Read,

    /// Runs the exit handlers and ends the program with a code.
    Exit,
    /// Ends the program with a code at once.
    ImmediateExit,
    /// Ends the program abnormally. Where the program sets handlers of signals it is code ([`crate::link`]).
    Abort,
    /// Registers a function to run at exit, last registered first.
    Atexit,
    /// Registers a function of one pointer (second argument) to run at exit.
    CxaAtexit,
    /// `__assert_fail(text, file, line, function)`: an assertion failed.
    AssertFail,
    /// `__assert(text, file, line)`: an assertion failed.
    AssertFailShort,
    /// Goes on only where the argument is not zero.
    Assume,
    /// A violation by being called.
    ReachError,
    /// Ends the program if the argument is zero, as a violation. Without its header `assert` is a function, too.
    VerifierAssert,
    /// Ends the program by a signal (first argument): what `raise` does where no handler is set.
    Raise,
    /// Ends the analysis of the path: the model of a function does not cover what is asked of it, and the first
    /// argument, a string, says what that is.
    Unsupported,
    /// Ends the path as undefined behaviour that has no kind of its own: the first argument, a string, says which.
    Undefined,
    /// Checks that so many bytes (second) of a block (first) may be read, without looking at what they hold.
    Readable,
    /// The length of the string at an address, where an engine knows that it ends and where: for a proof any length up to
    /// there. The largest size where it does not know: then the string has to be looked at byte by byte.
    Length,
    /// Whether an engine knows all bytes of the string at an address, or nothing at all of it, so that it should be looked at
    /// byte by byte.
    IsPlain,
    /// Whether so many rounds of a loop are too many for an engine to go through them one by one: in a proof, where the
    /// number is not a small constant. Everywhere else none are.
    IsMany,
    /// Whether an engine knows which number its argument is, so that what hangs on it can be told apart at no cost.
    IsKnown,
    /// Whether all elements of a block (first argument, its length the second, the size of an element the third) have been
    /// exchanged in any way: in a proof, where they are addresses of texts of any length, or elements of an array that are
    /// described once. Everywhere else nothing is done.
    Shuffled,
    /// Checks that two blocks, each an address and a length, do not overlap. The first is written, the second read.
    Apart,
    /// The value of an environment variable, or null.
    Getenv,
    /// The time in seconds, also stored through the argument unless null.
    Time,
    /// The processor time used.
    Clock,
    /// The time in seconds and microseconds, stored through the first argument.
    Gettimeofday,
    /// The time in seconds and nanoseconds, stored through the second argument.
    ClockGettime,
    /// Waits: no effect; returns 0.
    Sleep,
    /// The number of this process.
    Getpid,
    /// Saves the place of the call in a buffer of [`crate::jump_buffer`] bytes; returns 0, and again whatever `longjmp`
    /// gives.
    Setjmp,
    /// Returns once more from a `setjmp` whose caller is still active.
    Longjmp,
    /// A call of the system: a number ([`crate::SystemCall`]), two strings or blocks, three numbers. The outcome is
    /// negative for the number of an error; for an explorer it is any, and models say which are possible.
    System,
    /// Copies so many bytes (second) of what the last call of the system delivered to a block (first); for an explorer
    /// they are any.
    Received,
    /// Whether a pointer is a standard stream.
    IsStandard,
    /// A random number from 0 to 2147483647: for an explorer any of them, for the interpreter the next one of the
    /// sequence of the GNU C library.
    Random,
    /// Starts the sequence of random numbers that belongs to a seed.
    SeedRandom,
    /// Splits a double (first) into fraction and exponent (stored through the second).
    Frexp,
    /// The same for float.
    Frexpf,
    /// The same for long double.
    Frexpl,
    /// Splits a double (first) into fraction and whole part (stored through the second).
    Modf,
    /// The same for float.
    Modff,
    /// The same for long double.
    Modfl,
    /// A quiet NaN; the text does not matter.
    Nan,
    /// A quiet NaN of type float.
    Nanf,
    /// A quiet NaN of type long double.
    Nanl,
    /// One of the `printf` family.
    Print(Print),
    /// One of the `scanf` family.
    Scan(Scan),
    /// A function of `<math.h>` in one of the formats.
    Math(Math, FloatKind),
    /// `strtod` and its kin, in one of the formats: converts the longest prefix of the text that is a
    /// number, and stores the end of it through the second argument unless that is null.
    ParseFloat(FloatKind),
    /// `__VERIFIER_nondet_*`: any value of the type. `__nondet` is an `int`. Models say `__heapproof_any`.
    Nondet(Scalar),
}

/// Where a member of the `printf` family writes, and where its arguments are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Print {
    /// Where to.
    pub to: PrintTo,
    /// Whether the last argument is a `va_list`.
    pub list: bool,
}

/// Where a member of the `printf` family writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PrintTo {
    /// The standard output.
    Stdout,
    /// The stream in the first argument.
    Stream,
    /// The memory at the first argument.
    Buffer,
    /// The memory at the first argument, of the size in the second; returns the untruncated length.
    Bounded,
    /// A new heap block, whose address is stored through the first argument.
    Allocated,
    /// The file descriptor in the first argument.
    Descriptor,
}

/// Where a member of the `scanf` family reads, and where its arguments are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scan {
    /// Where from.
    pub from: ScanFrom,
    /// Whether the last argument is a `va_list`.
    pub list: bool,
}

/// Where a member of the `scanf` family reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScanFrom {
    /// The standard input.
    Stdin,
    /// The stream in the first argument.
    Stream,
}

/// Functions of `<math.h>`, named without their suffix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Math {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Exp,
    Exp2,
    Exp10,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Sqrt,
    Cbrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    Rint,
    Fabs,
    Pow,
    Fmod,
    Remainder,
    Atan2,
    Hypot,
    Fmin,
    Fmax,
    Fdim,
    Copysign,
    Nextafter,
    Fma,
    /// Times a power of two (an `int`).
    Ldexp,
    /// Times a power of two (a `long`).
    Scalbln,
    /// The exponent as an `int`.
    Ilogb,
    /// The exponent as a float.
    Logb,
    /// Nearest integer, halves away from zero, as a `long`.
    Lround,
    /// The same as a `long long`.
    Llround,
    /// Nearest integer, halves to even, as a `long`.
    Lrint,
    /// The same as a `long long`.
    Llrint,
    /// An `int` that is not zero for a NaN.
    Isnan,
    /// An `int`: 1 for positive, -1 for negative infinity, else 0.
    Isinf,
    /// An `int` that is not zero for what is neither infinite nor a NaN.
    Finite,
    /// An `int` that is not zero where the sign is negative.
    Signbit,
    /// An `int`: `FP_NAN` 0, `FP_INFINITE` 1, `FP_ZERO` 2, `FP_SUBNORMAL` 3, `FP_NORMAL` 4.
    Classify,
}

impl Math {
    /// Whether the function sets `errno` where its result is not a number or too large or small.
    pub fn sets_errno(self) -> bool {
        crate::rows().any(|row| row.does == crate::Does::Math(self) && row.sets_errno)
    }
}
