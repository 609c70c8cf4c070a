//! The `printf` family.
//!
//! What goes to a stream only has to be readable. What goes to memory is computed byte by byte as terms: a number
//! that is not constant forks by its sign and the count of its digits, which are then quotients and remainders. Where
//! that is not done (floats, addresses, rare flags, strings that are known as a whole; in proofs all numbers that are not
//! constant) only the length of the text is followed ([`Rough`]).

use crate::state::{Moving, State};
use crate::transfer::call::Argument;
use crate::transfer::library::Results;
use crate::transfer::library::rough::{Rough, longest_number};
use crate::transfer::{Possible, Transfer};
use clib::{
    Count, FLOATS_END, INTEGERS_END, Length, NOT_PASSED, Print, PrintConversion, PrintPart, PrintTo, Way,
};
use engine::Reason;
use heap::Pointer;
use ir::{Access, ErrorKind, FloatKind, Property, Scalar};
use logic::Term;

/// How many values of a width or precision are told apart.
const COUNTS: usize = 8;
/// The longest padding.
const PADDING: usize = 4096;

/// Where the next argument is.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// In the call itself.
    Call(&'a [Argument]),
    /// Behind a `va_list` of the 64-bit machine, at this address.
    List(Term),
    /// At this address, as a `va_list` of the 32-bit machine says.
    Row(Term),
}

/// A text that is being made.
#[derive(Clone)]
struct Draft<'a> {
    state: Moving,
    /// What is made so far; none where it is not known, or nobody wants to know it.
    text: Option<Text>,
    /// What is known where the text is not.
    rough: Rough,
    source: Source<'a>,
}

impl Draft<'_> {
    /// Follows the length alone from here on.
    fn roughen(&mut self) {
        if let Some(text) = self.text.take() {
            let shown = text.shown.iter().map(|(at, _)| *at).collect();
            self.rough = Rough::new(text.bytes.len(), shown, !text.counts.is_empty());
        }
    }
}

/// The bytes of a text; where the texts in it were read, and where counts of bytes were stored: addresses and numbers of
/// bytes.
#[derive(Clone, Default)]
struct Text {
    bytes: Vec<Term>,
    shown: Vec<(Term, u64)>,
    counts: Vec<(Term, u64)>,
}

/// Where an argument is, and what is written where to get at the one after it.
struct Place {
    state: Moving,
    at: Term,
    next: Option<(Term, u64, Term)>,
}

/// A width or precision.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// There is none.
    Nothing,
    /// A number, which may be negative.
    Number(i64),
    /// A number of 32 bits, of which it is not told apart what it is.
    Any(Term),
}

/// What a conversion asks for besides its value.
#[derive(Clone, Copy)]
struct Shape {
    left: bool,
    width: usize,
    precision: Option<usize>,
    /// A precision that is not told apart.
    most: Option<Term>,
}

impl Transfer<'_> {
    /// One of the `printf` family.
    pub fn print(&mut self, mut state: Moving, print: Print, args: &[Argument]) -> Results {
        let first = match print.to {
            PrintTo::Stdout => 0,
            PrintTo::Stream | PrintTo::Buffer | PrintTo::Allocated | PrintTo::Descriptor => 1,
            PrintTo::Bounded => 2,
        };
        let format = args.get(first).and_then(|format| self.constant_string(&mut state, format.value));
        let Some(format) = format else {
            self.loss(&state, Reason::Unsupported, "a format that is not constant");
            return Vec::new();
        };
        let source = match args.get(first + 1) {
            Some(list) if print.list && self.symbols.word() > 32 => Source::List(list.value),
            Some(list) if print.list => Source::Row(list.value),
            _ => Source::Call(args.get(first + 1..).unwrap_or_default()),
        };
        let shown = args.get(first).map(|at| (at.value, format.len() as u64 + 1)).into_iter().collect();
        let text = Some(Text { shown, ..Text::default() });
        let mut open = vec![Draft { state, text, rough: Rough::default(), source }];
        let in_memory = matches!(print.to, PrintTo::Buffer | PrintTo::Bounded | PrintTo::Allocated);
        for part in clib::print_parts(&format) {
            let mut next = Vec::new();
            for mut draft in open {
                match &part {
                    PrintPart::Text(bytes) => {
                        match &mut draft.text {
                            Some(text) => text.bytes.extend(self.constant_bytes(bytes)),
                            None => draft.rough.add_bytes(bytes.len()),
                        }
                        next.push(draft);
                    }
                    PrintPart::Conversion(conversion) => {
                        self.convert(draft, conversion, in_memory, &mut next)
                    }
                    PrintPart::Incomplete => {
                        let what = "a format ends with an incomplete conversion";
                        self.loss(&draft.state, Reason::UndefinedBehaviour, what);
                    }
                }
            }
            open = next;
        }
        let mut results = Vec::new();
        for draft in open {
            results.extend(self.deliver(draft, print, args));
        }
        results
    }

    /// Whether nothing reads what the call gives that is executed.
    pub fn result_is_unread(&self, state: &State) -> bool {
        let frame = state.top();
        let is_unread = |value| self.context.code(frame.function).is_unread(value);
        self.current(frame).is_some_and(|inst| inst.results.as_slice().iter().all(|value| is_unread(*value)))
    }

    fn constant_bytes(&mut self, bytes: &[u8]) -> Vec<Term> {
        bytes.iter().map(|byte| self.symbols.store.num(8, (*byte).into())).collect()
    }

    /// The next argument, read as a type. One that memory would be accessed through and was not passed leads nowhere.
    fn next_argument<'a>(
        &mut self,
        draft: Draft<'a>,
        ty: Scalar,
        is_accessed: bool,
    ) -> Vec<(Draft<'a>, Argument)> {
        let bytes = u64::from(ty.bytes(self.context.program().target));
        let list = match draft.source {
            Source::Call([first, rest @ ..]) => {
                return vec![(Draft { source: Source::Call(rest), ..draft }, *first)];
            }
            Source::Call([]) if is_accessed => {
                self.fault(&draft.state, ErrorKind::InvalidPointer, NOT_PASSED.to_string(), None);
                return Vec::new();
            }
            Source::Call([]) => {
                let what = "a format has more conversions than there are arguments";
                self.loss(&draft.state, Reason::UndefinedBehaviour, what);
                return Vec::new();
            }
            Source::Row(pointer) => {
                let slot = match ty {
                    Scalar::Float(FloatKind::X87) => 12,
                    _ => bytes.next_multiple_of(4),
                };
                let step = self.symbols.size(slot);
                let after = self.symbols.store.add(pointer, step);
                let place = Place { state: draft.state, at: pointer, next: None };
                return self.argument_at(place, ty, (&draft.text, &draft.rough), Source::Row(after));
            }
            Source::List(list) => list,
        };
        let mut results = Vec::new();
        for place in self.places(draft.state, list, ty) {
            results.extend(self.argument_at(place, ty, (&draft.text, &draft.rough), Source::List(list)));
        }
        results
    }

    /// Where the next argument of a `va_list` of the 64-bit machine is.
    fn places(&mut self, state: Moving, list: Term, ty: Scalar) -> Vec<Place> {
        let (field, end, step) = match clib::way(ty, None) {
            Way::Integer => (0, INTEGERS_END, 8),
            Way::Float => (4, FLOATS_END, 16),
            Way::Memory => return self.places_in_row(state, list, 16),
        };
        let field = self.symbols.size(field);
        let counter = self.symbols.store.add(list, field);
        let mut places = Vec::new();
        for (state, used) in self.bytes_at(state, counter, 4) {
            let Some(used) = self.unique(&state, used) else {
                self.loss(&state, Reason::Unsupported, "a va_list of which an unknown part is used up");
                continue;
            };
            if used >= u64::from(end) {
                places.extend(self.places_in_row(state, list, 8));
                continue;
            }
            let field = self.symbols.size(16);
            let saved = self.symbols.store.add(list, field);
            let now = self.symbols.store.num(32, (used + step).into());
            for (state, saved) in self.bytes_at(state, saved, 8) {
                let offset = self.symbols.size(used);
                let at = self.symbols.store.add(saved, offset);
                places.push(Place { state, at, next: Some((counter, 4, now)) });
            }
        }
        places
    }

    /// The same where it is behind the saved registers, in a slot of this many bytes.
    fn places_in_row(&mut self, state: Moving, list: Term, slot: u64) -> Vec<Place> {
        let field = self.symbols.size(8);
        let cursor = self.symbols.store.add(list, field);
        let mut places = Vec::new();
        for (state, at) in self.bytes_at(state, cursor, 8) {
            // Large slots are aligned, in the row as in memory.
            let offset = match state.heap.pointer(&mut self.symbols, at) {
                Pointer::Into(_, offset) => self.constant(offset),
                _ => None,
            };
            let gap = offset.map_or(0, |offset| offset.next_multiple_of(slot) - offset);
            let (gap, step) = (self.symbols.size(gap), self.symbols.size(slot));
            let at = self.symbols.store.add(at, gap);
            let after = self.symbols.store.add(at, step);
            places.push(Place { state, at, next: Some((cursor, 8, after)) });
        }
        places
    }

    /// Reads bytes.
    fn bytes_at(&mut self, state: Moving, pointer: Term, len: u64) -> Vec<(Moving, Term)> {
        let mut read = Vec::new();
        for target in self.access(state, pointer, len, Access::Read) {
            read.extend(self.read(target, len));
        }
        read
    }

    /// The argument at a place, and what the `va_list` says afterwards.
    fn argument_at<'a>(
        &mut self,
        place: Place,
        ty: Scalar,
        (text, rough): (&Option<Text>, &Rough),
        source: Source<'a>,
    ) -> Vec<(Draft<'a>, Argument)> {
        let target = self.context.program().target;
        let (bytes, width) = (u64::from(ty.bytes(target)), ty.bits(target));
        let mut results = Vec::new();
        for (state, value) in self.bytes_at(place.state, place.at, bytes) {
            let value = self.resize(value, width);
            let argument = Argument { value, ty, by_value: None };
            let mut states = Vec::new();
            match place.next {
                None => states.push(state),
                Some((at, len, value)) => {
                    for target in self.access(state, at, len, Access::Write) {
                        states.extend(self.write(target, len, value));
                    }
                }
            }
            let draft = |state| Draft { state, text: text.clone(), rough: rough.clone(), source };
            results.extend(states.into_iter().map(|state| (draft(state), argument)));
        }
        results
    }

    /// A width or precision: the drafts with the number.
    fn counts<'a>(&mut self, draft: Draft<'a>, count: Count) -> Vec<(Draft<'a>, Wanted)> {
        match count {
            Count::None => return vec![(draft, Wanted::Nothing)],
            Count::Given(number) => {
                return vec![(draft, i64::try_from(number).map_or(Wanted::Nothing, Wanted::Number))];
            }
            Count::Argument => {}
        }
        let mut results = Vec::new();
        for (draft, argument) in self.next_argument(draft, Scalar::Int(32), false) {
            let value = self.resize(argument.value, 32);
            let is_any = self.context.precision.any_text && self.number(value).is_none();
            if is_any {
                results.push((draft, Wanted::Any(value)));
                continue;
            }
            let Some(numbers) = self.candidates(&draft.state, value, COUNTS) else {
                self.loss(
                    &draft.state,
                    Reason::Imprecise,
                    "a width or precision that can be too many numbers",
                );
                continue;
            };
            let cases = numbers.into_iter().map(|number| (number, number)).collect();
            let Draft { state, text, rough, source } = draft;
            for (state, number) in self.fork_by(state, value, cases) {
                let draft = Draft { state, text: text.clone(), rough: rough.clone(), source };
                results.push((draft, Wanted::Number(i64::from(number as u32 as i32))));
            }
        }
        results
    }

    /// Formats one argument.
    fn convert<'a>(
        &mut self,
        draft: Draft<'a>,
        conversion: &PrintConversion,
        in_memory: bool,
        next: &mut Vec<Draft<'a>>,
    ) {
        if conversion.position.is_some() {
            self.loss(&draft.state, Reason::Unsupported, "arguments of printf that are numbered");
            return;
        }
        let bytes = conversion.length.bytes(self.context.program().target);
        let ty = match (conversion.letter, conversion.length) {
            (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', _) => Scalar::Int((bytes * 8).max(32) as u8),
            (b'c', Length::Char | Length::Short | Length::Int) => Scalar::Int(32),
            (b'p' | b'n', _) | (b's', Length::Char | Length::Short | Length::Int) => Scalar::Ptr,
            (b's', _) => {
                self.loss(&draft.state, Reason::Unsupported, "a wide string is printed");
                return;
            }
            (_, Length::LongDouble) => Scalar::Float(FloatKind::X87),
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', _) => Scalar::Float(FloatKind::F64),
            _ => {
                self.loss(&draft.state, Reason::Unsupported, "a conversion of printf that is not modelled");
                return;
            }
        };
        for (draft, width) in self.counts(draft, conversion.width) {
            for (draft, precision) in self.counts(draft, conversion.precision) {
                // A negative width means that the padding is on the right, a negative precision none.
                let is_any = [width, precision].iter().any(|wanted| matches!(wanted, Wanted::Any(_)));
                let most = match precision {
                    Wanted::Any(most) => Some(most),
                    Wanted::Nothing | Wanted::Number(_) => None,
                };
                let [width, precision] = [width, precision].map(|wanted| match wanted {
                    Wanted::Number(number) => Some(number),
                    Wanted::Nothing | Wanted::Any(_) => None,
                });
                let size = width.unwrap_or(0).unsigned_abs() as usize;
                let shape = Shape {
                    left: conversion.flags.left || width.is_some_and(|width| width < 0),
                    width: size.min(PADDING),
                    most,
                    precision: precision.and_then(|precision| usize::try_from(precision).ok()),
                };
                let is_accessed = matches!(conversion.letter, b's' | b'n');
                for (mut draft, argument) in self.next_argument(draft, ty, is_accessed) {
                    let is_long = is_any || size > PADDING;
                    if conversion.flags.alternative || conversion.flags.localised || is_long {
                        draft.roughen();
                    }
                    if is_long {
                        draft.rough.add(None);
                    }
                    self.converted(draft, conversion, shape, argument, in_memory, next);
                }
            }
        }
    }

    /// Whether a pointer surely leads to so many bytes, a number of 32 bits that is not negative: whether a string ends
    /// within them does not matter then.
    fn has_bytes(&mut self, state: &State, pointer: Term, most: Term) -> bool {
        let Pointer::Into(id, offset) = state.heap.pointer(&mut self.symbols, pointer) else { return false };
        // Bytes that were never written would have to be looked for.
        let looks_for_unwritten = self.context.task.properties.contains(Property::Initialized);
        if looks_for_unwritten || !self.is_readable(state, pointer) {
            return false;
        }
        let size = state.heap.object(id).size;
        let store = &mut self.symbols.store;
        let zero = store.zero(32);
        let is_negative = store.slt(most, zero);
        let count = store.zext_or_trunc(most, store.width(offset));
        let rest = store.sub(size, offset);
        let (is_beyond, is_over) = (store.ult(size, offset), store.ult(rest, count));
        let fails = store.or(is_beyond, is_over);
        let fails = store.or(is_negative, fails);
        matches!(self.can(state, fails), Possible::No)
    }

    fn converted<'a>(
        &mut self,
        mut draft: Draft<'a>,
        conversion: &PrintConversion,
        shape: Shape,
        argument: Argument,
        in_memory: bool,
        next: &mut Vec<Draft<'a>>,
    ) {
        let value = argument.value;
        match conversion.letter {
            b's' => {
                let limit = shape.precision.map(|limit| limit as u64);
                if shape.most.is_some_and(|most| self.has_bytes(&draft.state, value, most)) {
                    draft.rough.shown.push(value);
                    next.push(draft);
                    return;
                }
                self.witness(&mut draft.state, value);
                if self.is_shown_string(&draft.state, value) {
                    draft.roughen();
                    if in_memory {
                        self.add_string(&mut draft.rough, &mut draft.state, value, limit, shape.width);
                    }
                    next.push(draft);
                    return;
                }
                if !in_memory
                    && self.result_is_unread(&draft.state)
                    && self.is_shown(&draft.state, value, limit)
                {
                    draft.roughen();
                    next.push(draft);
                    return;
                }
                let Draft { state, text, rough, source } = draft;
                for (state, bytes) in self.string(state, value, limit) {
                    let read = bytes.len() as u64;
                    let ended = limit.is_none_or(|limit| read < limit);
                    let mut rough = rough.clone();
                    rough.add(Some(bytes.len().max(shape.width)));
                    rough.shown.push(value);
                    let text = text.clone().map(|mut text| {
                        text.shown.push((value, read + u64::from(ended)));
                        self.padded(text, bytes, shape)
                    });
                    next.push(Draft { state, text, rough, source });
                }
                return;
            }
            b'n' => {
                let length = u64::from(conversion.length.bytes(self.context.program().target));
                let count = match &draft.text {
                    Some(text) => self.symbols.store.num(64, text.bytes.len() as u128),
                    None => {
                        let count = self.count(&mut draft.state);
                        self.symbols.store.zext(count, 64)
                    }
                };
                let count = self.resize(count, length as u32 * 8);
                let Draft { state, mut text, mut rough, source } = draft;
                match &mut text {
                    Some(text) => text.counts.push((value, length)),
                    None => rough.stores_count = true,
                }
                for target in self.access(state, value, length, Access::Write) {
                    for state in self.write(target, length, count) {
                        next.push(Draft { state, text: text.clone(), rough: rough.clone(), source });
                    }
                }
                return;
            }
            _ => {}
        }
        if self.symbols.is_undefined(value) && !self.on_undefined(&mut draft.state, "the output") {
            return;
        }
        // Telling the digits of a number apart pays where executions are explored one by one.
        let is_any = self.context.precision.any_text && self.number(value).is_none();
        let is_followed = matches!(conversion.letter, b'c' | b'd' | b'i' | b'u' | b'x' | b'X' | b'o');
        if !is_followed || is_any && conversion.letter != b'c' {
            draft.roughen();
        }
        let Draft { state, text, mut rough, source } = draft;
        let Some(text) = text else {
            let least = shape.width.max(shape.precision.map_or(0, |digits| digits + 3));
            rough.add(longest_number(conversion, self.context.program().target).map(|most| most.max(least)));
            next.push(Draft { state, text: None, rough, source });
            return;
        };
        let shown = match (conversion.letter, argument.ty) {
            (b'c', _) => vec![(state, Some(vec![self.resize(value, 8)]))],
            (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', Scalar::Int(_) | Scalar::Ptr)
                if in_memory || self.number(value).is_some() =>
            {
                let value = match conversion.length {
                    Length::Char => self.resize(value, 8),
                    Length::Short => self.resize(value, 16),
                    Length::Int => self.resize(value, 32),
                    _ => value,
                };
                self.shown(state, conversion, shape, value)
            }
            _ => vec![(state, None)],
        };
        for (state, bytes) in shown {
            let text = bytes.map(|bytes| self.padded(text.clone(), bytes, shape));
            next.push(Draft { state, text, rough: rough.clone(), source });
        }
    }

    /// A text with bytes padded to a width.
    fn padded(&mut self, mut text: Text, bytes: Vec<Term>, shape: Shape) -> Text {
        let space = self.symbols.store.num(8, b' '.into());
        let padding = vec![space; shape.width.saturating_sub(bytes.len())];
        let (first, second) = if shape.left { (bytes, padding) } else { (padding, bytes) };
        text.bytes.extend(first);
        text.bytes.extend(second);
        text
    }

    /// The bytes of a number, in one state for each sign and count of digits that it can have.
    fn shown(
        &mut self,
        state: Moving,
        conversion: &PrintConversion,
        shape: Shape,
        value: Term,
    ) -> Vec<(Moving, Option<Vec<Term>>)> {
        let width = self.symbols.store.width(value);
        let zero = self.symbols.store.zero(width);
        let signed = matches!(conversion.letter, b'd' | b'i');
        let negative =
            if signed { self.symbols.store.slt(value, zero) } else { self.symbols.store.falsity() };
        let (below, above) = self.split(state, negative);
        let minus = self.symbols.store.neg(value);
        let mut results = Vec::new();
        for (state, size, sign) in [
            (below, minus, Some(b'-')),
            (above, value, sign_of_positive(conversion.flags).filter(|_| signed)),
        ] {
            let Some(state) = state else { continue };
            for (state, digits) in self.digits(state, conversion.letter, size) {
                // A precision is the least number of digits; else zeros may fill the width.
                let least = match shape.precision {
                    Some(digits) => digits,
                    None if conversion.flags.zeros && !shape.left => {
                        shape.width.saturating_sub(usize::from(sign.is_some()))
                    }
                    None => 1,
                };
                let digit = self.symbols.store.num(8, b'0'.into());
                let mut bytes: Vec<Term> = self.constant_bytes(sign.as_slice());
                bytes.extend(std::iter::repeat_n(digit, least.min(PADDING).saturating_sub(digits.len())));
                bytes.extend(digits);
                results.push((state, Some(bytes)));
            }
        }
        results
    }

    /// The digits of a number that is not negative, without leading zeros: none for zero.
    fn digits(&mut self, state: Moving, letter: u8, value: Term) -> Vec<(Moving, Vec<Term>)> {
        let base: u128 = match letter {
            b'x' | b'X' => 16,
            b'o' => 8,
            _ => 10,
        };
        let width = self.symbols.store.width(value);
        let zero = self.symbols.store.zero(width);
        let radix = self.symbols.store.num(width, base);
        let mut results = Vec::new();
        let (mut open, mut rest) = (Some(state), value);
        // The digits from the last one on.
        let mut digits: Vec<Term> = Vec::new();
        while let Some(state) = open.take() {
            let over = self.symbols.store.eq(rest, zero);
            let (ends, goes_on) = self.split(state, over);
            if let Some(state) = ends {
                results.push((state, digits.iter().rev().copied().collect()));
            }
            let digit = self.symbols.store.urem(rest, radix);
            rest = self.symbols.store.udiv(rest, radix);
            let digit = self.digit(digit, letter);
            digits.push(digit);
            open = goes_on;
        }
        results
    }

    /// The letter of a digit.
    fn digit(&mut self, digit: Term, letter: u8) -> Term {
        let digit = self.symbols.store.zext_or_trunc(digit, 8);
        let store = &mut self.symbols.store;
        let first = if letter == b'X' { b'A' } else { b'a' };
        let (ten, zero, first) =
            (store.num(8, 10), store.num(8, b'0'.into()), store.num(8, (first - 10).into()));
        let small = store.ult(digit, ten);
        let (number, letter) = (store.add(digit, zero), store.add(digit, first));
        store.ite(small, number, letter)
    }

    /// Brings the text to where it goes.
    fn deliver(&mut self, draft: Draft<'_>, print: Print, args: &[Argument]) -> Results {
        let Draft { mut state, text, rough, .. } = draft;
        let Some(Text { bytes: text, shown, counts }) = text else {
            return match print.to {
                PrintTo::Stdout | PrintTo::Stream | PrintTo::Descriptor => {
                    let count = self.count(&mut state);
                    vec![(state, Some(count))]
                }
                PrintTo::Buffer | PrintTo::Bounded | PrintTo::Allocated => {
                    self.deliver_rough(state, print.to, args, &rough)
                }
            };
        };
        let count = self.symbols.store.num(32, text.len() as u128);
        match print.to {
            PrintTo::Stdout | PrintTo::Stream | PrintTo::Descriptor => vec![(state, Some(count))],
            PrintTo::Buffer => {
                let states = self.check_apart(state, args[0].value, text.len() as u64 + 1, &shown, &counts);
                let put = |state| self.put_text(state, args[0].value, &text, count);
                states.into_iter().flat_map(put).collect()
            }
            PrintTo::Bounded => {
                let word = self.symbols.word();
                let size = self.resize(args[1].value, word);
                // Sizes that hold the whole text make no difference.
                let most = self.symbols.size(text.len() as u64 + 1);
                let large = self.symbols.store.ult(most, size);
                let size = self.symbols.store.ite(large, most, size);
                let Some(sizes) = self.candidates(&state, size, COUNTS.max(text.len() + 2)) else {
                    self.loss(&state, Reason::Imprecise, "a text for a buffer of too many sizes");
                    return Vec::new();
                };
                let cases = sizes.into_iter().map(|size| (size, size)).collect();
                let mut results = Vec::new();
                for (state, size) in self.fork_by(state, size, cases) {
                    match size {
                        0 => results.push((state, Some(count))),
                        _ => {
                            let kept = text.len().min(size as usize - 1);
                            let to = args[0].value;
                            for state in self.check_apart(state, to, kept as u64 + 1, &shown, &counts) {
                                results.extend(self.put_text(state, to, &text[..kept], count));
                            }
                        }
                    }
                }
                results
            }
            PrintTo::Allocated => {
                let size = self.symbols.size(text.len() as u64 + 1);
                let (null, failure) =
                    (self.symbols.null(), self.symbols.store.constant(logic::BitVec::ones(32)));
                let word = u64::from(self.symbols.word() / 8);
                let mut results = Vec::new();
                for (state, block) in self.malloc(state, size) {
                    let block = block.unwrap_or(null);
                    if block == null {
                        results.push((state, Some(failure)));
                        continue;
                    }
                    for (state, _) in self.put_text(state, block, &text, count) {
                        for target in self.access(state, args[0].value, word, Access::Write) {
                            let states = self.write(target, word, block);
                            results.extend(states.into_iter().map(|state| (state, Some(count))));
                        }
                    }
                }
                results
            }
        }
    }

    /// The states in which a text is not written over what it shows, nor over a count that it stores, which would be lost
    /// or not.
    fn check_apart(
        &mut self,
        state: Moving,
        to: Term,
        count: u64,
        shown: &[(Term, u64)],
        counts: &[(Term, u64)],
    ) -> Vec<Moving> {
        let to = (to, self.symbols.size(count));
        let mut states = vec![state];
        for (from, length) in shown.iter().filter(|(_, length)| *length > 0) {
            let from = (*from, self.symbols.size(*length));
            states = states.into_iter().flat_map(|state| self.apart(state, to, from)).collect();
        }
        for (stored, length) in counts {
            let stored = (*stored, self.symbols.size(*length));
            let mut apart = Vec::new();
            for state in states {
                let (fine, overlapping) = self.overlap(state, to, stored);
                apart.extend(fine);
                for (state, _) in overlapping {
                    let what = "printf stores a count where it writes its text";
                    self.loss(&state, Reason::UndefinedBehaviour, what);
                }
            }
            states = apart;
        }
        states
    }

    /// Writes a text and its end to memory.
    fn put_text(&mut self, state: Moving, buffer: Term, text: &[Term], count: Term) -> Results {
        let zero = self.symbols.store.zero(8);
        let len = text.len() as u64 + 1;
        let mut results = Vec::new();
        let bytes: Vec<Term> = text.iter().copied().chain([zero]).collect();
        let value = bytes[1..].iter().fold(bytes[0], |low, high| self.symbols.join(*high, low));
        for target in self.access(state, buffer, len, Access::Write) {
            results.extend(self.write(target, len, value).into_iter().map(|state| (state, Some(count))));
        }
        results
    }
}

/// What stands before a number that is not negative.
fn sign_of_positive(flags: clib::Flags) -> Option<u8> {
    match (flags.plus, flags.space) {
        (true, _) => Some(b'+'),
        (false, true) => Some(b' '),
        (false, false) => None,
    }
}
