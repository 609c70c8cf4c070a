//! Library functions that C cannot express: what each does is said here, how is up to each engine.
//!
//! A function is a primitive only where it touches what lies outside of C: the allocator, the streams, the
//! process, the clock, floating-point hardware. Everything else is code (see the folder `models`), so that engines
//! get it for free.

use ir::{FloatKind, Scalar};

/// Declares plain primitives, each with the names it is called by.
macro_rules! primitives {
    ($($(#[$doc:meta])* $variant:ident = $($name:literal)|+,)*) => {
        /// A library function that C cannot express. Arguments are as in C unless said otherwise.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Primitive {
            $($(#[$doc])* $variant,)*
            /// One of the `printf` family.
            Print(Print),
            /// One of the `scanf` family.
            Scan(Scan),
            /// A function of `<math.h>` in one of the formats.
            Math(Math, FloatKind),
            /// `strtod` and its kin, in one of the formats: converts the longest prefix of the text that is a
            /// number, and stores the end of it through the second argument unless that is null.
            ParseFloat(FloatKind),
            /// `__VERIFIER_nondet_*`: any value of the type. `__nondet` is an `int`.
            Nondet(Scalar),
        }

        /// The plain primitives by name.
        pub(crate) const PLAIN: &[(&str, Primitive)] = &[$($(($name, Primitive::$variant),)+)*];
    };
}

primitives! {
    /// A new uninitialised heap block of that many bytes, aligned for any type, or null. A block of size zero has
    /// an address of its own.
    Malloc = "malloc" | "__libc_malloc",
    /// A new heap block of count times size zero bytes; null also where the product overflows.
    Calloc = "calloc",
    /// The block with a new size: contents up to the smaller size move to a new block, the old one is freed. Null
    /// leaves the old block alone; a null block is as `malloc`; size zero frees and returns null.
    Realloc = "realloc",
    /// As `realloc` with count times size bytes; null where the product overflows.
    ReallocArray = "reallocarray",
    /// Ends the life of a heap block, given by its first address; null does nothing.
    Free = "free" | "cfree" | "_ZdlPv" | "_ZdaPv" | "_ZdlPvm" | "_ZdaPvm" | "_ZdlPvj" | "_ZdaPvj",
    /// A new heap block with the alignment of the first argument, a power of two, and the size of the second.
    AlignedAlloc = "aligned_alloc" | "memalign",
    /// Stores a new heap block (alignment second, size third argument) through the first; returns 0, ENOMEM, or EINVAL
    /// where the alignment is no power of two or not a multiple of the size of a pointer.
    PosixMemalign = "posix_memalign",
    /// A heap block aligned to a page.
    Valloc = "valloc",
    /// The size of a heap block: what was asked for or more, which may not be used all the same.
    MallocUsableSize = "malloc_usable_size",

    /// Copies bytes between blocks that must not overlap; returns the destination.
    Memcpy = "memcpy" | "__memcpy_chk",
    /// Copies bytes between blocks that may overlap; returns the destination.
    Memmove = "memmove" | "__memmove_chk",
    /// Copies as `memcpy` does; returns the end of the destination.
    Mempcpy = "mempcpy" | "__mempcpy" | "__mempcpy_chk",
    /// Sets bytes; returns the destination.
    Memset = "memset" | "__memset_chk",
    /// Copies bytes between blocks that may overlap, source first.
    Bcopy = "bcopy",
    /// Sets bytes to zero.
    Bzero = "bzero" | "explicit_bzero",

    /// Writes a string and a newline to the standard output.
    Puts = "puts",
    /// Writes a character to the standard output.
    Putchar = "putchar" | "putchar_unlocked",
    /// Writes a string (first) to a stream (second).
    Fputs = "fputs" | "fputs_unlocked",
    /// Writes a character (first) to a stream (second).
    Fputc = "fputc" | "putc" | "_IO_putc" | "putc_unlocked" | "fputc_unlocked",
    /// Writes count (third) elements of a size (second) to a stream; returns how many.
    Fwrite = "fwrite" | "fwrite_unlocked",
    /// Writes a message and the text of `errno` to the standard error.
    Perror = "perror",
    /// Writes out what a stream, or every stream where it is null, holds back: no effect that the program can see.
    Fflush = "fflush" | "fflush_unlocked",
    /// Gives a stream (first) a buffer (second), which may be null: then no effect that the program can see.
    Setbuf = "setbuf" | "setvbuf" | "setlinebuf",
    /// No effect that the program can see: functions by which it asks a verifier to draw its memory.
    Plot = "__VERIFIER_plot" | "___sl_plot" | "___sl_plot_by_ptr" | "___sl_plot_trace_now"
        | "___sl_plot_trace_once" | "___sl_enable_debugging_of" | "___sl_break",
    /// Writes bytes (second, third) to a file descriptor.
    Write = "write",

    /// The next character of the standard input, or EOF.
    Getchar = "getchar" | "getchar_unlocked",
    /// The next character of a stream, or EOF.
    Fgetc = "fgetc" | "getc" | "_IO_getc" | "getc_unlocked" | "fgetc_unlocked",
    /// Puts a character (first) back into a stream (second).
    Ungetc = "ungetc",
    /// Reads a line of less than a size (second) from a stream (third); null at the end.
    Fgets = "fgets" | "__fgets_chk" | "fgets_unlocked",
    /// Reads count (third) elements of a size (second) from a stream; returns how many.
    Fread = "fread" | "fread_unlocked",
    /// Whether the end of a stream was met.
    Feof = "feof" | "feof_unlocked",
    /// Whether a stream has failed: never.
    Ferror = "ferror" | "ferror_unlocked",
    /// Clears the end mark of a stream.
    Clearerr = "clearerr",
    /// Closes a standard stream, which may not be used any more.
    Fclose = "fclose",
    /// The file descriptor of a standard stream.
    Fileno = "fileno",
    /// Reads bytes (second, third) from a file descriptor.
    Read = "read",

    /// Runs the exit handlers and ends the program with a code.
    Exit = "exit",
    /// Ends the program with a code at once.
    ImmediateExit = "_Exit" | "_exit" | "quick_exit",
    /// Ends the program abnormally. Where the program sets handlers of signals it is code ([`crate::link`]).
    Abort = "abort",
    /// Registers a function to run at exit, last registered first.
    Atexit = "atexit",
    /// Registers a function of one pointer (second argument) to run at exit.
    CxaAtexit = "__cxa_atexit",
    /// `__assert_fail(text, file, line, function)`: an assertion failed.
    AssertFail = "__assert_fail" | "__assert_perror_fail",
    /// `__assert(text, file, line)`: an assertion failed.
    AssertFailShort = "__assert",
    /// Goes on only where the argument is not zero.
    Assume = "__VERIFIER_assume" | "__CPROVER_assume",
    /// A violation by being called.
    ReachError = "__VERIFIER_error" | "reach_error" | "___sl_error",
    /// Ends the program if the argument is zero, as a violation. Without its header `assert` is a function, too.
    VerifierAssert = "__VERIFIER_assert" | "__CPROVER_assert" | "assert",
    /// Ends the program by a signal (first argument): what `raise` does where no handler is set.
    Raise = "__heapproof_raise",
    /// Ends the analysis of the path: the model of a function does not cover what is asked of it, and the first
    /// argument, a string, says what that is.
    Unsupported = "__heapproof_unsupported",
    /// Ends the path as undefined behaviour that has no kind of its own: the first argument, a string, says which.
    Undefined = "__heapproof_undefined",
    /// Checks that so many bytes (second) of a block (first) may be read, without looking at what they hold.
    Readable = "__heapproof_readable",
    /// Checks that two blocks, each an address and a length, do not overlap. The first is written, the second read.
    Apart = "__heapproof_apart",
    /// The value of an environment variable, or null.
    Getenv = "getenv" | "secure_getenv",
    /// The time in seconds, also stored through the argument unless null.
    Time = "time",
    /// The processor time used.
    Clock = "clock",
    /// The time in seconds and microseconds, stored through the first argument.
    Gettimeofday = "gettimeofday",
    /// The time in seconds and nanoseconds, stored through the second argument.
    ClockGettime = "clock_gettime",
    /// Waits: no effect; returns 0.
    Sleep = "sleep" | "usleep",
    /// The number of this process.
    Getpid = "getpid",
    /// Saves the place of the call in a buffer of [`crate::jump_buffer`] bytes; returns 0, and again whatever `longjmp`
    /// gives.
    Setjmp = "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp",
    /// Returns once more from a `setjmp` whose caller is still active.
    Longjmp = "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk",
    /// Splits a double (first) into fraction and exponent (stored through the second).
    Frexp = "frexp",
    /// The same for float.
    Frexpf = "frexpf",
    /// The same for long double.
    Frexpl = "frexpl",
    /// Splits a double (first) into fraction and whole part (stored through the second).
    Modf = "modf",
    /// The same for float.
    Modff = "modff",
    /// The same for long double.
    Modfl = "modfl",
    /// A quiet NaN; the text does not matter.
    Nan = "nan",
    /// A quiet NaN of type float.
    Nanf = "nanf",
    /// A quiet NaN of type long double.
    Nanl = "nanl",
}

/// Where a member of the `printf` family writes, and where its arguments are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Print {
    /// Where to.
    pub to: PrintTo,
    /// Whether the last argument is a `va_list`.
    pub list: bool,
    /// The number of arguments that the fortified variant has before the format in addition.
    pub fortified: u8,
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

/// Declares the functions of `<math.h>` that are primitives.
macro_rules! math {
    ($($(#[$doc:meta])* $variant:ident = $($name:literal)|+,)*) => {
        /// Functions of `<math.h>`, named without their suffix.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Math {
            $($(#[$doc])* $variant,)*
        }

        /// The functions by name.
        const MATH: &[(&str, Math)] = &[$($(($name, Math::$variant),)+)*];
    };
}

math! {
    Sin = "sin",
    Cos = "cos",
    Tan = "tan",
    Asin = "asin",
    Acos = "acos",
    Atan = "atan",
    Sinh = "sinh",
    Cosh = "cosh",
    Tanh = "tanh",
    Asinh = "asinh",
    Acosh = "acosh",
    Atanh = "atanh",
    Exp = "exp",
    Exp2 = "exp2",
    Exp10 = "exp10",
    Expm1 = "expm1",
    Log = "log",
    Log2 = "log2",
    Log10 = "log10",
    Log1p = "log1p",
    Sqrt = "sqrt",
    Cbrt = "cbrt",
    Floor = "floor",
    Ceil = "ceil",
    Trunc = "trunc",
    Round = "round",
    Rint = "rint" | "nearbyint" | "roundeven",
    Fabs = "fabs",
    Pow = "pow",
    Fmod = "fmod",
    Remainder = "remainder" | "drem",
    Atan2 = "atan2",
    Hypot = "hypot",
    Fmin = "fmin",
    Fmax = "fmax",
    Fdim = "fdim",
    Copysign = "copysign",
    Nextafter = "nextafter",
    Fma = "fma",
    /// Times a power of two (an `int`).
    Ldexp = "ldexp" | "scalbn",
    /// Times a power of two (a `long`).
    Scalbln = "scalbln",
    /// The exponent as an `int`.
    Ilogb = "ilogb",
    /// The exponent as a float.
    Logb = "logb",
    /// Nearest integer, halves away from zero, as a `long`.
    Lround = "lround",
    /// The same as a `long long`.
    Llround = "llround",
    /// Nearest integer, halves to even, as a `long`.
    Lrint = "lrint",
    /// The same as a `long long`.
    Llrint = "llrint",
    /// An `int` that is not zero for a NaN.
    Isnan = "isnan" | "__isnan",
    /// An `int`: 1 for positive, -1 for negative infinity, else 0.
    Isinf = "isinf" | "__isinf",
    /// An `int` that is not zero for what is neither infinite nor a NaN.
    Finite = "finite" | "__finite",
    /// An `int` that is not zero where the sign is negative.
    Signbit = "signbit" | "__signbit",
    /// An `int`: `FP_NAN` 0, `FP_INFINITE` 1, `FP_ZERO` 2, `FP_SUBNORMAL` 3, `FP_NORMAL` 4.
    Classify = "__fpclassify",
}

impl Math {
    /// Whether the function sets `errno` where its result is not a number or too large or small.
    pub fn sets_errno(self) -> bool {
        use Math::*;
        !matches!(
            self,
            Floor
                | Ceil
                | Trunc
                | Round
                | Rint
                | Fabs
                | Fmin
                | Fmax
                | Copysign
                | Isnan
                | Isinf
                | Finite
                | Signbit
                | Classify
        )
    }
}

/// The formats by the suffix of a math function's name.
const FORMATS: [(&str, FloatKind); 4] =
    [("", FloatKind::F64), ("f", FloatKind::F32), ("l", FloatKind::X87), ("f128", FloatKind::F128)];

/// The `printf` family by name.
const PRINT: &[(&str, PrintTo, u8)] = &[
    ("printf", PrintTo::Stdout, 0),
    ("fprintf", PrintTo::Stream, 0),
    ("sprintf", PrintTo::Buffer, 0),
    ("snprintf", PrintTo::Bounded, 0),
    ("asprintf", PrintTo::Allocated, 0),
    ("dprintf", PrintTo::Descriptor, 0),
    ("printf_unlocked", PrintTo::Stdout, 0),
    ("fprintf_unlocked", PrintTo::Stream, 0),
    ("__printf_chk", PrintTo::Stdout, 1),
    ("__fprintf_chk", PrintTo::Stream, 1),
    ("__sprintf_chk", PrintTo::Buffer, 2),
    ("__snprintf_chk", PrintTo::Bounded, 2),
    ("__asprintf_chk", PrintTo::Allocated, 1),
    ("__dprintf_chk", PrintTo::Descriptor, 1),
];

/// The `printf` family with a `va_list`, by name.
const PRINT_LIST: &[(&str, PrintTo, u8)] = &[
    ("vprintf", PrintTo::Stdout, 0),
    ("vfprintf", PrintTo::Stream, 0),
    ("vsprintf", PrintTo::Buffer, 0),
    ("vsnprintf", PrintTo::Bounded, 0),
    ("vasprintf", PrintTo::Allocated, 0),
    ("vdprintf", PrintTo::Descriptor, 0),
    ("__vprintf_chk", PrintTo::Stdout, 1),
    ("__vfprintf_chk", PrintTo::Stream, 1),
    ("__vsprintf_chk", PrintTo::Buffer, 2),
    ("__vsnprintf_chk", PrintTo::Bounded, 2),
    ("__vasprintf_chk", PrintTo::Allocated, 1),
];

/// The `scanf` family by name, without the prefix that newer headers put before it.
const SCAN: &[(&str, ScanFrom, bool)] = &[
    ("scanf", ScanFrom::Stdin, false),
    ("fscanf", ScanFrom::Stream, false),
    ("vscanf", ScanFrom::Stdin, true),
    ("vfscanf", ScanFrom::Stream, true),
];

/// The types of `__VERIFIER_nondet_*` by what follows the prefix, for pointers of `word` bits.
fn nondet_type(suffix: &str, word: u8) -> Option<Scalar> {
    Some(match suffix {
        "bool" | "_Bool" => Scalar::Int(1),
        "char" | "uchar" | "unsigned_char" | "schar" | "u8" | "U8" => Scalar::Int(8),
        "short" | "ushort" | "unsigned_short" | "u16" | "U16" => Scalar::Int(16),
        "int" | "uint" | "unsigned" | "unsigned_int" | "u32" | "U32" => Scalar::Int(32),
        "long" | "ulong" | "unsigned_long" | "size_t" | "loff_t" | "ssize_t" => Scalar::Int(word),
        "longlong" | "ulonglong" | "u64" | "U64" => Scalar::Int(64),
        "int128" | "uint128" => Scalar::Int(128),
        "float" => Scalar::Float(FloatKind::F32),
        "double" => Scalar::Float(FloatKind::F64),
        "pointer" | "pchar" | "charp" | "const_char_pointer" => Scalar::Ptr,
        _ => return None,
    })
}

/// The primitive with this name on a machine with pointers of `word` bits.
pub(crate) fn find(name: &str, word: u8) -> Option<Primitive> {
    if let Some((_, primitive)) = PLAIN.iter().find(|(plain, _)| *plain == name) {
        return Some(*primitive);
    }
    if let Some(suffix) = name.strip_prefix("__VERIFIER_nondet_") {
        return nondet_type(suffix, word).map(Primitive::Nondet);
    }
    if let "__nondet" | "___sl_get_nondet_int" = name {
        return Some(Primitive::Nondet(Scalar::Int(32)));
    }
    for (family, list) in [(PRINT, false), (PRINT_LIST, true)] {
        if let Some(&(_, to, fortified)) = family.iter().find(|entry| entry.0 == name) {
            return Some(Primitive::Print(Print { to, list, fortified }));
        }
    }
    let plain = name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_")).unwrap_or(name);
    if let Some(&(_, from, list)) = SCAN.iter().find(|entry| entry.0 == plain) {
        return Some(Primitive::Scan(Scan { from, list }));
    }
    match plain {
        "strtod" => return Some(Primitive::ParseFloat(FloatKind::F64)),
        "strtof" => return Some(Primitive::ParseFloat(FloatKind::F32)),
        "strtold" => return Some(Primitive::ParseFloat(FloatKind::X87)),
        _ => {}
    }
    let bare = name.strip_suffix("_finite").and_then(|name| name.strip_prefix("__")).unwrap_or(name);
    FORMATS.iter().find_map(|(suffix, format)| {
        let stem = bare.strip_suffix(suffix)?;
        let (_, math) = MATH.iter().find(|(math, _)| *math == stem)?;
        Some(Primitive::Math(*math, *format))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_shapes_are_found() {
        assert_eq!(find("malloc", 64), Some(Primitive::Malloc));
        assert_eq!(find("__VERIFIER_nondet_ulong", 32), Some(Primitive::Nondet(Scalar::Int(32))));
        assert_eq!(find("sqrtl", 64), Some(Primitive::Math(Math::Sqrt, FloatKind::X87)));
        assert_eq!(find("floorf", 64), Some(Primitive::Math(Math::Floor, FloatKind::F32)));
        let scan = Scan { from: ScanFrom::Stream, list: false };
        assert_eq!(find("__isoc99_fscanf", 64), Some(Primitive::Scan(scan)));
        let print = Print { to: PrintTo::Bounded, list: true, fortified: 2 };
        assert_eq!(find("__vsnprintf_chk", 64), Some(Primitive::Print(print)));
        assert_eq!(find("strlen", 64), None);
        assert_eq!(find("__VERIFIER_nondet_list", 64), None);
    }

    #[test]
    fn no_name_means_two_things() {
        let mut names: Vec<&str> = PLAIN.iter().map(|entry| entry.0).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.iter().all(|name| find(name, 64) == PLAIN.iter().find(|e| e.0 == *name).map(|e| e.1)));
    }
}
