//! Texts of `printf` of which only the length is followed: any bytes, of a number that is bounded.
//!
//! What such a text is written to holds any string of such a length. Where a text may show the memory that it is written
//! to, or stores a count, the path ends with an entry in the ledger.

use crate::state::{Moving, State};
use crate::transfer::Transfer;
use crate::transfer::call::Argument;
use crate::transfer::library::Results;
use clib::{Length, PrintConversion, PrintTo};
use engine::Reason;
use heap::Pointer;
use ir::{Access, Target};
use logic::Term;

/// The longest text that the family makes: its length is an `int`.
const LONGEST: u64 = i32::MAX as u64;

/// What is known of a text whose bytes are not followed.
#[derive(Clone, Default)]
pub struct Rough {
    /// How many bytes it has at most, without its strings; none where that is not known.
    most: Option<usize>,
    /// The lengths of the strings in it.
    strings: Vec<Term>,
    /// Whether it may be shorter than that.
    may_be_shorter: bool,
    /// Where the texts in it were read.
    pub shown: Vec<Term>,
    /// Whether a count of bytes was stored.
    pub stores_count: bool,
}

impl Rough {
    /// A text of which so many bytes were made, showing the texts at some addresses.
    pub fn new(bytes: usize, shown: Vec<Term>, stores_count: bool) -> Rough {
        Rough { most: Some(bytes), strings: Vec::new(), may_be_shorter: false, shown, stores_count }
    }

    /// Adds so many bytes.
    pub fn add_bytes(&mut self, bytes: usize) {
        self.most = self.most.map(|most| most + bytes);
    }

    /// Adds up to so many bytes; any number where there is none.
    pub fn add(&mut self, bytes: Option<usize>) {
        self.most = self.most.zip(bytes).map(|(most, bytes)| most + bytes);
        self.may_be_shorter = true;
    }
}

/// How many bytes a converted number, character or address has at most, without padding.
pub fn longest_number(conversion: &PrintConversion, target: Target) -> Option<usize> {
    let bits = match conversion.length {
        Length::Char | Length::Short | Length::Int => 32,
        length => length.bytes(target) as usize * 8,
    };
    // A bit is less than 0.302 digits.
    let decimal = bits * 302 / 1000 + 1;
    // The digits, and a sign or a prefix.
    let (digits, prefix) = match conversion.letter {
        b'c' => (1, 0),
        b'p' => (16, 2),
        b'd' | b'i' => (decimal, 1),
        b'u' => (decimal, 0),
        b'o' => (bits.div_ceil(3), usize::from(conversion.flags.alternative)),
        b'x' | b'X' => (bits / 4, 2 * usize::from(conversion.flags.alternative)),
        _ => return None,
    };
    // Separators of thousands may have several bytes.
    let separators = if conversion.flags.localised { 4 * digits } else { 0 };
    Some(digits + separators + prefix)
}

impl Transfer<'_> {
    /// Adds a string that is known as a whole to a text, with padding up to a width.
    pub fn add_string(
        &mut self,
        rough: &mut Rough,
        state: &mut Moving,
        string: Term,
        limit: Option<u64>,
        width: usize,
    ) {
        let unknown = self.unknown_length();
        let length = match self.text_length(state.clone(), string).pop() {
            Some((next, Some(length))) if length != unknown => {
                *state = next;
                length
            }
            _ => return rough.add(None),
        };
        let limit = self.symbols.size(limit.unwrap_or(u64::MAX >> 1));
        let is_longer = self.symbols.store.ult(limit, length);
        rough.strings.push(self.symbols.store.ite(is_longer, limit, length));
        rough.shown.push(string);
        if width > 0 {
            rough.add(Some(width));
        }
    }

    /// Brings a text to memory of which only the length is known.
    pub fn deliver_rough(&mut self, state: Moving, to: PrintTo, args: &[Argument], rough: &Rough) -> Results {
        let memory = args[0].value;
        let writes_over = match to {
            PrintTo::Allocated => false,
            PrintTo::Bounded if self.constant(args[1].value) == Some(0) => false,
            _ => rough.shown.iter().any(|shown| self.may_be_one_object(&state, memory, *shown)),
        };
        if rough.stores_count || writes_over {
            let what =
                "a formatted text that is not followed goes to memory that it may show, or counts its bytes";
            self.loss(&state, Reason::Unsupported, what);
            return Vec::new();
        }
        let mut state = state;
        let zero = self.symbols.size(0);
        let most = match rough.most {
            Some(most) => self.sum_of_lengths(most, &rough.strings),
            None => self.symbols.size(LONGEST),
        };
        if rough.most.is_some() && !rough.may_be_shorter && self.symbols.word() == 64 {
            return self.deliver_any_bytes(state, to, args, most);
        }
        let Some(length) = self.any_length(&mut state, zero, Some(most)) else { return Vec::new() };
        let count = self.resize(length, 32);
        self.put(state, to, args, (length, count))
    }

    /// The same where the length is known. What counts more bytes than an `int` fails.
    fn deliver_any_bytes(
        &mut self,
        mut state: Moving,
        to: PrintTo,
        args: &[Argument],
        length: Term,
    ) -> Results {
        state.is_general = true;
        let longest = self.symbols.size(LONGEST);
        let fits = self.symbols.store.ule(length, longest);
        let (fits, longer) = self.split(state, fits);
        let mut results = Vec::new();
        if let Some(state) = fits {
            let count = self.resize(length, 32);
            results.extend(self.put(state, to, args, (length, count)));
        }
        if let Some(state) = longer {
            let failure = self.symbols.store.constant(logic::BitVec::ones(32));
            results.extend(self.put(state, to, args, (length, failure)));
        }
        results
    }

    /// Writes a text of a length; the call returns the count.
    fn put(
        &mut self,
        state: Moving,
        to: PrintTo,
        args: &[Argument],
        (length, count): (Term, Term),
    ) -> Results {
        let memory = args[0].value;
        match to {
            PrintTo::Bounded => self.put_bounded(state, memory, args[1].value, length, count),
            PrintTo::Allocated => self.put_allocated(state, memory, length, count),
            _ => {
                let states = self.put_any_text(state, memory, length, true);
                states.into_iter().map(|state| (state, Some(count))).collect()
            }
        }
    }

    /// The sum of lengths, which does not wrap around: they are summed in 64 bits, and cut to the longest text where
    /// pointers are narrower.
    fn sum_of_lengths(&mut self, bytes: usize, strings: &[Term]) -> Term {
        let mut sum = self.symbols.store.num(64, bytes as u128);
        for length in strings {
            let length = self.symbols.store.zext_or_trunc(*length, 64);
            sum = self.symbols.store.add(sum, length);
        }
        if self.symbols.word() == 64 {
            return sum;
        }
        let longest = self.symbols.store.num(64, LONGEST.into());
        let is_longer = self.symbols.store.ult(longest, sum);
        let sum = self.symbols.store.ite(is_longer, longest, sum);
        self.resize(sum, self.symbols.word())
    }

    /// Whether two pointers may lead into one object.
    fn may_be_one_object(&mut self, state: &State, one: Term, other: Term) -> bool {
        match [one, other].map(|pointer| state.heap.pointer(&mut self.symbols, pointer)) {
            [Pointer::Into(one, _), Pointer::Into(other, _)] => one == other,
            _ => true,
        }
    }

    /// Writes as much of a text of any bytes as a buffer of a size holds.
    fn put_bounded(&mut self, state: Moving, memory: Term, size: Term, length: Term, count: Term) -> Results {
        let (zero, one) = (self.symbols.size(0), self.symbols.size(1));
        let size = self.resize(size, self.symbols.word());
        let is_empty = self.symbols.store.eq(size, zero);
        let (nothing, something) = self.split(state, is_empty);
        let mut results: Results = nothing.map(|state| (state, Some(count))).into_iter().collect();
        if let Some(state) = something {
            let room = self.symbols.store.sub(size, one);
            let is_longer = self.symbols.store.ult(room, length);
            let kept = self.symbols.store.ite(is_longer, room, length);
            let states = self.put_any_text(state, memory, kept, true);
            results.extend(states.into_iter().map(|state| (state, Some(count))));
        }
        results
    }

    /// Writes a text of any bytes to a new block, whose address is stored.
    fn put_allocated(&mut self, state: Moving, memory: Term, length: Term, count: Term) -> Results {
        let (one, null) = (self.symbols.size(1), self.symbols.null());
        let failure = self.symbols.store.constant(logic::BitVec::ones(32));
        let size = self.symbols.store.add(length, one);
        let word = u64::from(self.symbols.word() / 8);
        let mut results = Vec::new();
        for (state, block) in self.malloc(state, size) {
            let Some(block) = block.filter(|block| *block != null) else {
                results.push((state, Some(failure)));
                continue;
            };
            for state in self.put_any_text(state, block, length, true) {
                for target in self.access(state, memory, word, Access::Write) {
                    let states = self.write(target, word, block);
                    results.extend(states.into_iter().map(|state| (state, Some(count))));
                }
            }
        }
        results
    }
}
