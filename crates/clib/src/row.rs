//! One row says what one function of the library does, as far as somebody outside of it has to know.
//!
//! Engines, the front end, the portfolio and the reports ask rows instead of names. What a row leaves out does not
//! happen: a function without [`Row::writes`] leaves the memory of the program alone, apart from `errno`.
//!
//! Rows are built by chains of `const` functions ([`crate::rows`]); arguments are counted from zero.

use crate::Assumption;
use crate::primitive::{Math, Primitive};
use ir::Target;

/// What a function of the library does.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Other names of the same function, with the same parameters.
    pub aliases: &'static [&'static str],
    /// Names of fortified variants, each with the arguments that it has in addition: what a compiler calls that
    /// checks the size of buffers.
    pub fortified: &'static [(&'static str, &'static [usize])],
    /// How engines know its effect.
    pub does: Does,
    /// The memory that it reads.
    pub reads: &'static [Block],
    /// The memory that it writes.
    pub writes: &'static [Block],
    /// The pointers that it keeps: it stores them where they can be found after the call.
    pub keeps: &'static [usize],
    /// The heap block that it gives.
    pub allocates: Option<Size>,
    /// The pointer to the heap block that it frees.
    pub frees: Option<usize>,
    /// Where it takes input from.
    pub consumes: &'static [Channel],
    /// Where it writes output to.
    pub prints: &'static [Channel],
    /// The streams that it uses in another way.
    pub uses: &'static [Channel],
    /// Whether it comes back.
    pub ends: Ends,
    /// Whether it may set `errno` although it is no model that shows how.
    pub sets_errno: bool,
    /// What it returns where it fails.
    pub fails: Option<Failure>,
    /// What holds only because the library is as modelled, in words.
    pub assumes: Option<Assumption>,
    /// What its result promises, and C does not.
    pub promises: Option<Promise>,
    /// The argument whose length as a string it returns.
    pub gives_length: Option<usize>,
    /// The text that it reads a number from, and the argument behind which it stores where that ends.
    pub gives_end: Option<(usize, usize)>,
    /// Whether its result is zero where its argument is: it classifies or converts a character.
    pub keeps_zero: bool,
    /// Whether its result is zero only where its argument is: it converts a character.
    pub keeps_nonzero: bool,
    /// Whether it reads no further than to a zero, however large the size is.
    pub stops_at_zero: bool,
    /// What a program can have that declares it.
    pub brings: &'static [Feature],
    /// The model that takes its place in programs that can have something.
    pub beside: Option<(Feature, &'static str)>,
}

/// Something that few programs have, and that gives functions more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Handlers of signals.
    Signals,
    /// Streams besides the standard ones.
    Streams,
    /// Descriptors besides those of the standard streams.
    Descriptors,
    /// Variables of the environment that the program sets.
    Variables,
}

/// How engines know the effect of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// It is a primitive, which each engine implements.
    Primitive(Primitive),
    /// It is a function of `<math.h>` in every format; the suffix of the name tells which.
    Math(Math),
    /// It has a model in C, in the folder `models`.
    Model,
}

/// Memory behind a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The argument with the pointer.
    pub pointer: usize,
    /// How much.
    pub extent: Extent,
}

/// How much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// As many bytes as a size says, or fewer.
    Sized(Size),
    /// A string with its end, of whatever length the function finds or makes.
    String,
    /// An object with so many bytes on machines with pointers of 8 and of 4 bytes.
    Object(u64, u64),
    /// A pointer.
    Pointer,
    /// What a format says, through this argument and those behind it.
    Format,
}

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// An argument.
    Argument(usize),
    /// The product of two arguments.
    Product(usize, usize),
    /// What the function computes.
    Computed,
}

/// Where input comes from and output goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Channel {
    /// A standard stream, by its descriptor.
    Standard(usize),
    /// The stream in an argument.
    Stream(usize),
    /// The descriptor in an argument.
    Descriptor(usize),
    /// The environment of the process.
    Environment,
    /// The clocks.
    Clock,
    /// What a verifier chooses.
    Choice,
    /// The generator of random numbers.
    Random,
    /// The system: files, other processes, users.
    System,
}

/// Whether a function comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// Always.
    Returns,
    /// It may end the execution instead.
    MayEnd,
    /// Never.
    Never,
}

/// What a function returns where it fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A null pointer.
    Null,
    /// -1, or `EOF`.
    Minus,
    /// A number of an error.
    Error,
    /// A number of elements that is too small.
    Fewer,
    /// A number that is not zero.
    NotZero,
}

/// What the result of a function promises, and C does not. It is told where a program looks at the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Promise {
    /// The result of a comparison is the difference of characters; its sign is C's promise, too.
    Difference,
    /// A stream or descriptor does not fail.
    NoFailure,
    /// A sleep is not interrupted.
    FullSleep,
    /// There is room for what is registered.
    Room,
}

impl Promise {
    /// All of them.
    pub const ALL: [Promise; 4] =
        [Promise::Difference, Promise::NoFailure, Promise::FullSleep, Promise::Room];
}

/// A row for a primitive.
pub(crate) const fn primitive(name: &'static str, primitive: Primitive) -> Row {
    row(name, Does::Primitive(primitive))
}

/// A row for a function with a model in C.
pub(crate) const fn model(name: &'static str) -> Row {
    row(name, Does::Model)
}

/// A row for a function of `<math.h>`.
pub(crate) const fn math(name: &'static str, math: Math) -> Row {
    row(name, Does::Math(math))
}

const fn row(name: &'static str, does: Does) -> Row {
    Row {
        name,
        aliases: &[],
        fortified: &[],
        does,
        reads: &[],
        writes: &[],
        keeps: &[],
        allocates: None,
        frees: None,
        consumes: &[],
        prints: &[],
        uses: &[],
        ends: Ends::Returns,
        sets_errno: false,
        fails: None,
        assumes: None,
        promises: None,
        gives_length: None,
        gives_end: None,
        keeps_zero: false,
        keeps_nonzero: false,
        stops_at_zero: false,
        brings: &[],
        beside: None,
    }
}

/// Memory behind a pointer, as many bytes as an argument says.
pub(crate) const fn bytes(pointer: usize, count: usize) -> Block {
    Block { pointer, extent: Extent::Sized(Size::Argument(count)) }
}

/// Memory behind a pointer, as many bytes as the product of two arguments.
pub(crate) const fn elements(pointer: usize, count: usize, size: usize) -> Block {
    Block { pointer, extent: Extent::Sized(Size::Product(count, size)) }
}

/// A string behind a pointer.
pub(crate) const fn string(pointer: usize) -> Block {
    Block { pointer, extent: Extent::String }
}

/// An object behind a pointer: its sizes for pointers of 8 and of 4 bytes.
pub(crate) const fn object(pointer: usize, wide: u64, narrow: u64) -> Block {
    Block { pointer, extent: Extent::Object(wide, narrow) }
}

/// A pointer behind a pointer.
pub(crate) const fn word(pointer: usize) -> Block {
    Block { pointer, extent: Extent::Pointer }
}

/// A format, and what it says of the arguments behind it.
pub(crate) const fn format(pointer: usize) -> Block {
    Block { pointer, extent: Extent::Format }
}

impl Row {
    /// Whether it only reads what a format names, as those do that print.
    pub fn is_of_format(&self) -> bool {
        self.reads.iter().any(|block| block.extent == Extent::Format)
    }

    pub(crate) const fn also(mut self, aliases: &'static [&'static str]) -> Row {
        self.aliases = aliases;
        self
    }

    pub(crate) const fn fortified(mut self, variants: &'static [(&'static str, &'static [usize])]) -> Row {
        self.fortified = variants;
        self
    }

    pub(crate) const fn reads(mut self, blocks: &'static [Block]) -> Row {
        self.reads = blocks;
        self
    }

    pub(crate) const fn writes(mut self, blocks: &'static [Block]) -> Row {
        self.writes = blocks;
        self
    }

    pub(crate) const fn keeps(mut self, pointers: &'static [usize]) -> Row {
        self.keeps = pointers;
        self
    }

    pub(crate) const fn allocates(mut self, size: Size) -> Row {
        self.allocates = Some(size);
        self
    }

    pub(crate) const fn frees(mut self, pointer: usize) -> Row {
        self.frees = Some(pointer);
        self
    }

    pub(crate) const fn consumes(mut self, channels: &'static [Channel]) -> Row {
        self.consumes = channels;
        self
    }

    pub(crate) const fn prints(mut self, channels: &'static [Channel]) -> Row {
        self.prints = channels;
        self
    }

    pub(crate) const fn uses(mut self, channels: &'static [Channel]) -> Row {
        self.uses = channels;
        self
    }

    pub(crate) const fn never_returns(mut self) -> Row {
        self.ends = Ends::Never;
        self
    }

    pub(crate) const fn may_end(mut self) -> Row {
        self.ends = Ends::MayEnd;
        self
    }

    pub(crate) const fn sets_errno(mut self) -> Row {
        self.sets_errno = true;
        self
    }

    pub(crate) const fn fails(mut self, failure: Failure) -> Row {
        self.fails = Some(failure);
        self
    }

    pub(crate) const fn assumes(mut self, what: Assumption) -> Row {
        self.assumes = Some(what);
        self
    }

    pub(crate) const fn promises(mut self, promise: Promise) -> Row {
        self.promises = Some(promise);
        self
    }

    pub(crate) const fn keeps_zero(mut self) -> Row {
        self.keeps_zero = true;
        self
    }

    pub(crate) const fn gives_end(mut self, text: usize, end: usize) -> Row {
        self.gives_end = Some((text, end));
        self
    }

    pub(crate) const fn keeps_nonzero(mut self) -> Row {
        self.keeps_nonzero = true;
        self
    }

    pub(crate) const fn stops_at_zero(mut self) -> Row {
        self.stops_at_zero = true;
        self
    }

    pub(crate) const fn gives_length(mut self, argument: usize) -> Row {
        self.gives_length = Some(argument);
        self
    }

    pub(crate) const fn brings(mut self, features: &'static [Feature]) -> Row {
        self.brings = features;
        self
    }

    pub(crate) const fn beside(mut self, feature: Feature, model: &'static str) -> Row {
        self.beside = Some((feature, model));
        self
    }

    /// Every name of the function but those of fortified variants.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The argument that is a stream, and whether input is taken from it.
    pub fn stream(&self) -> Option<(usize, bool)> {
        let stream = |channels: &[Channel]| {
            channels.iter().find_map(|channel| match channel {
                Channel::Stream(argument) => Some(*argument),
                _ => None,
            })
        };
        let read = stream(self.consumes).map(|argument| (argument, true));
        read.or_else(|| Some((stream(self.prints).or_else(|| stream(self.uses))?, false)))
    }

    /// The standard streams that it uses without being told, by their descriptors.
    pub fn implied_streams(&self) -> Vec<usize> {
        let channels = self.consumes.iter().chain(self.prints).chain(self.uses);
        let standard = channels.filter_map(|channel| match channel {
            Channel::Standard(descriptor) => Some(*descriptor),
            _ => None,
        });
        standard.collect()
    }

    /// Whether it takes input that was not there when the program began to run: from a stream, a descriptor.
    pub fn reads_stream(&self) -> bool {
        let is_stream = |channel: &Channel| {
            matches!(channel, Channel::Standard(_) | Channel::Stream(_) | Channel::Descriptor(_))
        };
        self.consumes.iter().any(is_stream)
    }

    /// Whether it leaves all memory that the program sees as it is, apart from a block that it frees.
    pub fn leaves_memory(&self) -> bool {
        self.writes.is_empty() && self.keeps.is_empty()
    }
}

impl Extent {
    /// The number of bytes where it is fixed.
    pub fn fixed(self, target: Target) -> Option<u64> {
        match self {
            Extent::Object(wide, narrow) => Some(if target.pointer_bytes == 8 { wide } else { narrow }),
            Extent::Pointer => Some(u64::from(target.pointer_bytes)),
            Extent::Sized(_) | Extent::String | Extent::Format => None,
        }
    }
}
