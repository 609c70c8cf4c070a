//! What inputs are made of: the sizes, words, characters and numbers that a program names.

use ir::{Callee, Function, Global, InstKind, Operand, Program, Span, TerminatorKind};
use std::collections::BTreeSet;

/// The largest size of a buffer for which an input is made that is longer.
const LARGEST: u64 = 1 << 16;
/// The smallest.
const SMALLEST: u64 = 2;
/// The same for buffers that are tried last, and how many of them there are.
const HUGE: u64 = 1 << 22;
const HUGE_SIZES: usize = 3;
/// How many sizes are tried.
const SIZES: usize = 24;
/// The longest word.
const LONGEST_WORD: usize = 40;
/// How many words are used.
const WORDS: usize = 400;

/// What inputs are made of; each list without repetitions and in ascending order, words in the order of the program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Materials {
    /// Sizes of objects, and numbers that lengths are compared with.
    pub sizes: Vec<usize>,
    /// Sizes of objects for which few inputs are made, and these last.
    pub huge: Vec<usize>,
    /// Words: literals of the program, whole and taken apart at spaces.
    pub words: Vec<Vec<u8>>,
    /// Characters that something is compared with.
    pub characters: Vec<u8>,
    /// Letters and digits that `main` tells apart: most are options.
    pub options: Vec<u8>,
    /// Numbers that something is compared with, and their neighbours.
    pub numbers: Vec<i64>,
}

impl Materials {
    /// What a program names.
    pub fn of(program: &Program) -> Materials {
        let mut gathered = Gathered::default();
        let is_own = |span: Option<Span>| !clib::is_of_library(program, span);
        for global in program.globals.iter().filter(|global| is_own(global.span)) {
            gathered.global(global);
        }
        for function in program.functions.iter().filter(|function| is_own(function.span)) {
            gathered.function(program, function);
        }
        if let Some(main) = program.find_function("main") {
            let mut own = Gathered::default();
            own.function(program, program.function(main));
            gathered.options = own.constants;
        }
        gathered.materials()
    }
}

#[derive(Default)]
struct Gathered {
    sizes: BTreeSet<u64>,
    words: Vec<Vec<u8>>,
    constants: BTreeSet<i64>,
    /// Those of `main`.
    options: BTreeSet<i64>,
}

impl Gathered {
    fn global(&mut self, global: &Global) {
        let Some(init) = &global.init else { return };
        if !global.constant {
            self.sizes.insert(global.size);
        }
        // A table of words is one global with the words in others; a text is one word or several. Zeros at the end need
        // not be among the bytes.
        let zeros = init.bytes.iter().rev().take_while(|byte| **byte == 0).count();
        let text = &init.bytes[..init.bytes.len() - zeros];
        let is_text = |byte: &u8| (b' '..=b'~').contains(byte) || *byte == b'\n';
        let is_ended = (text.len() as u64) < global.size;
        if is_ended && !text.is_empty() && init.relocs.is_empty() && text.iter().all(is_text) {
            self.words.extend(Some(text.to_vec()).filter(|text| text.len() <= LONGEST_WORD));
            let parts = text.split(|byte| byte.is_ascii_whitespace());
            self.words
                .extend(parts.filter(|it| !it.is_empty() && it.len() <= LONGEST_WORD).map(<[u8]>::to_vec));
        }
    }

    fn function(&mut self, program: &Program, function: &Function) {
        let Some(body) = &function.body else { return };
        for block in &body.blocks {
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Alloca { size: Operand::Int { value, .. }, .. } => {
                        self.sizes.insert(u64::try_from(*value).unwrap_or(0));
                    }
                    InstKind::Compare { lhs, rhs, .. } => {
                        [lhs, rhs].map(|side| self.constant(side)).into_iter().collect()
                    }
                    InstKind::Call { callee: Callee::Direct(callee), args, .. } => {
                        let row = clib::row(&program.function(*callee).name);
                        if row.is_some_and(|row| row.allocates.is_some()) {
                            let sizes = args.iter().filter_map(|arg| constant(&arg.value));
                            self.sizes.extend(sizes.filter_map(|size| u64::try_from(size).ok()));
                        }
                    }
                    _ => {}
                }
            }
            if let TerminatorKind::Switch { cases, .. } = &block.terminator.kind {
                self.constants.extend(cases.iter().filter_map(|(case, _)| i64::try_from(*case).ok()));
            }
        }
    }

    fn constant(&mut self, operand: &Operand) {
        self.constants.extend(constant(operand));
    }

    fn materials(self) -> Materials {
        let is_size = |size: &u64| (SMALLEST..=LARGEST).contains(size);
        let compared = self.constants.iter().filter_map(|number| u64::try_from(*number).ok());
        let all: BTreeSet<u64> = self.sizes.iter().copied().chain(compared).filter(is_size).collect();
        // Characters are numbers, too, but no lengths worth a try of their own; sizes of objects always are.
        let is_character = |size: &u64| *size < 127 && !self.sizes.contains(size);
        let sizes: Vec<u64> = all.into_iter().filter(|size| !is_character(size)).collect();
        // From all magnitudes, where there are many.
        let step = sizes.len().div_ceil(SIZES).max(1);
        let sizes = sizes.into_iter().step_by(step).map(|size| size as usize).collect();
        let is_huge = |size: &&u64| (LARGEST + 1..=HUGE).contains(*size);
        let huge = self.sizes.iter().filter(is_huge).take(HUGE_SIZES).map(|size| *size as usize).collect();
        let mut words = Vec::new();
        for word in self.words {
            if words.len() < WORDS && !words.contains(&word) {
                words.push(word);
            }
        }
        let characters = self.constants.iter().filter_map(|number| u8::try_from(*number).ok());
        // Other constants below 32 are numbers.
        let is_typed = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        let characters = characters.filter(is_typed).collect();
        let options = self.options.iter().filter_map(|number| u8::try_from(*number).ok());
        let options = options.filter(u8::is_ascii_alphanumeric).collect();
        let near = |number: &i64| [number.saturating_sub(1), *number, number.saturating_add(1)];
        let numbers: BTreeSet<i64> = self.constants.iter().flat_map(near).collect();
        Materials { sizes, huge, words, characters, options, numbers: numbers.into_iter().collect() }
    }
}

/// A constant as a signed number.
fn constant(operand: &Operand) -> Option<i64> {
    let Operand::Int { bits, value } = operand else { return None };
    let unused = 128 - u32::from(*bits);
    i64::try_from(((value << unused) as i128) >> unused).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_objects_are_apart() {
        let text = "target 64\nglobal @big size 100000 align 1 local init\n\
                    func @main() -> i32 {\nbb0:\n%b.0 = alloca 64 align 8\nreturn 0\n}\n";
        let materials = Materials::of(&ir::parse(text).expect("a program"));
        assert_eq!((materials.sizes, materials.huge), (vec![64], vec![100_000]));
    }

    #[test]
    fn sizes_words_and_numbers_are_found() {
        let text = "target 64\nglobal @.str size 8 align 1 const local init \"--al be\"\n\
                    func @main(i32 %p.0) -> i32 {\nbb0:\n%b.1 = alloca 64 align 8\n\
                    %c.2 = cmp eq %p.0, i32 120\nreturn 0\n}\n";
        let program = ir::parse(text).expect("a program");
        let materials = Materials::of(&program);
        assert_eq!(materials.sizes, [64]);
        assert_eq!((materials.characters, materials.options), (b"x".to_vec(), b"x".to_vec()));
        assert_eq!(materials.numbers, [119, 120, 121]);
        let words: Vec<&[u8]> = materials.words.iter().map(Vec::as_slice).collect();
        assert_eq!(words, [b"--al be".as_slice(), b"--al", b"be"]);
    }
}
