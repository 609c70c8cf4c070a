//! Inputs that are made up: a fixed list, and random changes of those that were worth keeping.

use super::materials::Materials;
use super::random::Random;
use super::texts::{self, instance};
use engine::Scenario;
use std::collections::{BTreeMap, BTreeSet};

/// How many changes are made at once at most.
const CHANGES: usize = 4;
/// How long a text may become.
const LONGEST: usize = 1 << 17;
/// How many numbers are given at most.
const NUMBERS: usize = 64;
/// How long the name of a file may be.
const LONGEST_NAME: usize = 255;
/// How many files there are at most.
const FILES: usize = 6;
/// The names of files that are given as arguments.
const FILE_ARGUMENTS: &[&[u8]] = &[b"a", b"b", b"c"];
/// The largest array that is filled with options.
const FEW: usize = 256;
/// How many options are tried two by two.
const OPTIONS: usize = 12;
/// How many times of day are tried: random numbers follow from them.
const CLOCKS: usize = 160;

/// Characters that mean something to many programs.
const CHARACTERS: &[u8] =
    b"abcdefghijklmnopqrstuvwxyzABC0123456789 \n\t-+/\\\"'%.,:;=()[]{}<>|*?!@#$^&~`_\0\xff";

/// What a program was seen to read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Channels {
    /// Whether it looks at its arguments.
    pub arguments: bool,
    /// Whether it reads the standard input.
    pub stdin: bool,
    /// The arguments with which it was first seen to do so.
    pub before_stdin: Vec<Vec<u8>>,
    /// Whether it asks for numbers.
    pub numbers: bool,
    /// Whether it looks at the clock.
    pub clock: bool,
    /// The variables of the environment that it asks for.
    pub environment: BTreeSet<Vec<u8>>,
    /// The files that it asks for.
    pub files: BTreeSet<Vec<u8>>,
    /// The directories that it lists, and the arguments with which it was first seen to do so.
    pub directories: BTreeMap<Vec<u8>, Vec<Vec<u8>>>,
}

impl Channels {
    /// Whether it reads nothing but numbers, which exploration finds better.
    pub fn is_numbers(&self) -> bool {
        self.numbers && *self == Channels { numbers: true, ..Channels::default() }
    }

    /// Notes a file that a run with an input asked for. Where its name is an argument any other would do, and a few
    /// stand for all: a new name must not be a reason to try everything again.
    pub fn note_file(&mut self, name: &[u8], given: &Scenario) {
        if self.files.len() < FILES {
            let name = if is_any_argument(name, given) { FILE_ARGUMENTS[0] } else { name };
            self.files.insert(name.to_vec());
        }
    }

    /// The same for a directory.
    pub fn note_directory(&mut self, name: &[u8], given: &Scenario) {
        if self.directories.len() < FILES && !is_any_argument(name, given) {
            self.directories.entry(name.to_vec()).or_insert_with(|| given.args.clone());
        }
    }

    /// Whether it reads anything that is worth changing: of the clock, the fixed list has enough.
    pub fn is_any(&self) -> bool {
        let names = !self.environment.is_empty() || !self.files.is_empty() || !self.directories.is_empty();
        self.arguments || self.stdin || self.numbers || names
    }
}

/// Whether a name is an argument in the place of which any other would do.
fn is_any_argument(name: &[u8], given: &Scenario) -> bool {
    given.args.iter().any(|argument| argument == name) && !FILE_ARGUMENTS.contains(&name)
}

/// The name of a file in a directory.
fn in_directory(directory: &[u8], name: &[u8]) -> Vec<u8> {
    match directory {
        b"." => name.to_vec(),
        _ if directory.ends_with(b"/") => [directory, name].concat(),
        _ => [directory, b"/", name].concat(),
    }
}

/// A text in all files that the program asks for, where it asks for any.
fn file_seed(text: &[u8], empty: &Scenario, channels: &Channels) -> Option<Scenario> {
    let files: Vec<_> = channels.files.iter().map(|name| (name.clone(), text.to_vec())).collect();
    let args = channels.files.iter().filter(|name| FILE_ARGUMENTS.contains(&name.as_slice()));
    let args = args.cloned().collect();
    (!files.is_empty()).then(|| Scenario { args, files: Some(files), ..empty.clone() })
}

/// Times that the clock may show.
fn clock_seeds(empty: &Scenario) -> Vec<Scenario> {
    (1..=CLOCKS as i64).map(|time| Scenario { time, ..empty.clone() }).collect()
}

/// What makes inputs.
#[derive(Clone, Debug)]
pub struct Inputs {
    materials: Materials,
    /// The texts of the fixed list, the shortest first.
    texts: Vec<Vec<u8>>,
    pub random: Random,
}

impl Inputs {
    /// Inputs made of these.
    pub fn new(materials: Materials) -> Inputs {
        let texts = texts::texts(&materials);
        Inputs { materials, texts, random: Random::default() }
    }

    /// The fixed list for a program that reads this, made of an input that gives it nothing.
    pub fn seeds(&self, empty: &Scenario, channels: &Channels) -> Vec<Scenario> {
        let lists = [
            if channels.arguments { self.argument_seeds(empty, channels) } else { Vec::new() },
            if channels.stdin { self.stdin_seeds(empty, channels) } else { Vec::new() },
            self.file_seeds(empty, channels),
            self.directory_seeds(empty, channels),
            self.environment_seeds(empty, channels),
            if channels.numbers { self.number_seeds(empty) } else { Vec::new() },
            if channels.clock { clock_seeds(empty) } else { Vec::new() },
        ];
        // In turn, so that what is short comes first whatever it is.
        let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
        let short = (0..longest).flat_map(|at| lists.iter().filter_map(move |list| list.get(at)).cloned());
        short.chain(self.huge_seeds(empty, channels)).collect()
    }

    /// For each huge buffer a text that does not fit, a line of it, and as many lines or arguments as an array of that size
    /// has elements.
    fn huge_seeds(&self, empty: &Scenario, channels: &Channels) -> Vec<Scenario> {
        let mut seeds = Vec::new();
        for size in &self.materials.huge {
            let text = vec![b'a'; size + 1];
            if channels.arguments {
                let many = vec![b"a".to_vec(); size / 8 + 1];
                let lists = [vec![text.clone()], many];
                seeds.extend(lists.map(|args| Scenario { args, ..empty.clone() }));
            }
            let texts = [
                [&text, b"\n".as_slice()].concat(),
                b"1\n".repeat(size / 8 + 1),
                b"1\n".repeat(size / 4 + 1),
            ];
            if channels.stdin {
                let args = &channels.before_stdin;
                let with =
                    |stdin: &Vec<u8>| Scenario { stdin: stdin.clone(), args: args.clone(), ..empty.clone() };
                seeds.extend(texts.iter().map(with));
            }
            seeds.extend(texts.iter().filter_map(|text| file_seed(text, empty, channels)));
        }
        seeds
    }

    /// Lists of arguments: few and short ones, options, then long ones and many.
    fn argument_seeds(&self, empty: &Scenario, channels: &Channels) -> Vec<Scenario> {
        let mut lists: Vec<Vec<Vec<u8>>> = vec![vec![b"a".to_vec()], vec![b"".to_vec()], vec![b"1".to_vec()]];
        lists.push(vec![b"a".to_vec(), b"b".to_vec()]);
        lists.push(vec![b"1".to_vec(), b"2".to_vec()]);
        lists.push(vec![b"".to_vec(), b"".to_vec()]);
        lists.push(vec![b"a".to_vec(), b"b".to_vec(), b"c".to_vec()]);
        lists.push(vec![b"-1".to_vec()]);
        lists.push(vec![b"-".to_vec()]);
        for character in self.materials.characters.iter().filter(|it| it.is_ascii_alphanumeric()) {
            let option = vec![b'-', *character];
            lists.push(vec![option.clone()]);
            lists.push(vec![option, b"a".to_vec()]);
        }
        // Options two by two, with empty arguments and others.
        let options = &self.materials.options[..self.materials.options.len().min(OPTIONS)];
        for (first, second) in options.iter().flat_map(|one| options.iter().map(move |other| (one, other))) {
            let option = if first == second { vec![b'-', *first] } else { vec![b'-', *first, *second] };
            lists.push(vec![option.clone(), Vec::new(), Vec::new()]);
            lists.push(vec![option, b"a".to_vec(), b"b".to_vec()]);
        }
        // An option as often as an array of each size may have elements.
        for size in self.materials.sizes.iter().filter(|size| **size <= FEW) {
            for option in options {
                let pair = [vec![b'-', *option], b"a".to_vec()];
                lists.push(vec![pair; size / 8 + 1].concat());
            }
        }
        // Operators, conversions, whatever a single character means to the program: alone, and among empty arguments.
        for character in self.materials.characters.iter().filter(|it| it.is_ascii_punctuation()) {
            let word = vec![*character];
            lists.push(vec![word.clone()]);
            lists.push(vec![b"1".to_vec(), word.clone(), b"1".to_vec()]);
            for between in 0..=3 {
                let empty = vec![Vec::new(); between];
                lists.push([vec![word.clone()], empty, vec![word.clone()]].concat());
            }
        }
        for character in self.materials.characters.iter().filter(|it| it.is_ascii_alphabetic()) {
            lists.push(vec![vec![b'%', *character]]);
            lists.push(vec![vec![b'\\', *character]]);
        }
        let options = self.materials.words.iter().filter(|word| word.len() > 1 && word[0] == b'-');
        lists.extend(options.map(|option| vec![option.clone(), b"1".to_vec()]));
        for size in &self.materials.sizes {
            let long = vec![b'a'; *size];
            lists.push(vec![long.clone()]);
            lists.push(vec![vec![b'a'; 2 * size + 16]]);
            lists.push(vec![long.clone(), long.clone()]);
            lists.push(vec![long.clone(), long.clone(), long]);
            lists.push(vec![b"a".to_vec(); size / 8 + 1]);
            if *size <= 4096 {
                lists.push(vec![b"1".to_vec(); size + 1]);
            }
        }
        // What is read besides is there.
        let stdin = if channels.stdin { b"a\n".to_vec() } else { Vec::new() };
        lists.into_iter().map(|args| Scenario { args, stdin: stdin.clone(), ..empty.clone() }).collect()
    }

    fn stdin_seeds(&self, empty: &Scenario, channels: &Channels) -> Vec<Scenario> {
        let args = &channels.before_stdin;
        let with = |stdin: &Vec<u8>| Scenario { stdin: stdin.clone(), args: args.clone(), ..empty.clone() };
        self.texts.iter().map(with).collect()
    }

    /// Each text in all files that the program asks for.
    fn file_seeds(&self, empty: &Scenario, channels: &Channels) -> Vec<Scenario> {
        self.texts.iter().filter_map(|text| file_seed(text, empty, channels)).collect()
    }

    /// Directories with one file, whose name is short, speaks the program's language, or does not fit.
    fn directory_seeds(&self, empty: &Scenario, channels: &Channels) -> Vec<Scenario> {
        let is_name = |name: &&Vec<u8>| {
            !name.is_empty()
                && name.len() <= LONGEST_NAME
                && !name.iter().any(|byte| matches!(byte, 0 | b'/'))
        };
        let mut names: Vec<Vec<u8>> = vec![b"a".to_vec(), b"a.a".to_vec(), b".a".to_vec()];
        names.extend(self.materials.words.iter().filter(is_name).flat_map(|word| {
            let ends = [b"a".as_slice(), word].concat();
            [word.clone(), ends].into_iter().filter(|name| name.len() <= LONGEST_NAME)
        }));
        let sizes = self.materials.sizes.iter().flat_map(|size| [size.saturating_sub(1), *size]);
        names.extend(sizes.chain([LONGEST_NAME]).map(|size| vec![b'a'; size.clamp(1, LONGEST_NAME)]));
        let with = |(directory, args): (&Vec<u8>, &Vec<Vec<u8>>), name: &[u8]| {
            let files = vec![(in_directory(directory, name), b"a\n".to_vec())];
            Scenario { args: args.clone(), files: Some(files), ..empty.clone() }
        };
        names.iter().flat_map(|name| channels.directories.iter().map(|listed| with(listed, name))).collect()
    }

    fn environment_seeds(&self, empty: &Scenario, channels: &Channels) -> Vec<Scenario> {
        let mut seeds = Vec::new();
        for name in &channels.environment {
            let with = |text: &Vec<u8>| Scenario { env: vec![(name.clone(), text.clone())], ..empty.clone() };
            let is_value = |text: &&Vec<u8>| !text.contains(&0) && !text.contains(&b'\n');
            seeds.extend(self.texts.iter().filter(is_value).map(with));
        }
        if channels.environment.contains(interp::ANY_VARIABLE.as_bytes()) {
            let sizes = self.materials.sizes.iter().flat_map(|size| [size.saturating_sub(1), *size]);
            let named = |size: usize| Scenario {
                env: vec![(vec![b'A'; size.max(1)], b"a".to_vec())],
                ..empty.clone()
            };
            seeds.extend(sizes.map(named));
        }
        seeds
    }

    fn number_seeds(&self, empty: &Scenario) -> Vec<Scenario> {
        let first = [1, 2, 5, -1, 10, 100];
        let all = first.iter().chain(&self.materials.numbers);
        let same = |number: &i64| Scenario { inputs: vec![*number as u128; NUMBERS], ..empty.clone() };
        let mut seeds: Vec<Scenario> = all.map(same).collect();
        let rising = Scenario { inputs: (0..NUMBERS as u128).collect(), ..empty.clone() };
        seeds.push(rising);
        seeds
    }

    /// An input with some changes.
    pub fn vary(&mut self, parent: &Scenario, channels: &Channels) -> Scenario {
        let mut child = Scenario { allocations: Vec::new(), ..parent.clone() };
        for _ in 0..=self.random.below(CHANGES) {
            self.change(&mut child, channels);
        }
        child
    }

    fn change(&mut self, child: &mut Scenario, channels: &Channels) {
        let mut kinds: Vec<u8> = Vec::new();
        kinds.extend(channels.arguments.then_some(b'a'));
        kinds.extend(channels.stdin.then_some(b's'));
        kinds.extend((!channels.files.is_empty() && child.files.is_some()).then_some(b'f'));
        kinds.extend((!channels.directories.is_empty()).then_some(b'd'));
        kinds.extend((!channels.environment.is_empty()).then_some(b'e'));
        kinds.extend(channels.numbers.then_some(b'n'));
        kinds.extend(channels.clock.then_some(b't'));
        match self.random.one(&kinds) {
            Some(b'a') => self.change_arguments(&mut child.args, channels),
            Some(b's') => {
                let text = std::mem::take(&mut child.stdin);
                child.stdin = self.changed(text);
            }
            Some(b'f') => {
                let names: Vec<&Vec<u8>> = channels.files.iter().collect();
                if let (Some(name), Some(files)) = (self.random.one(&names), &mut child.files) {
                    let text = set_aside(files, name);
                    files.push((name.to_vec(), self.changed(text)));
                }
            }
            Some(b'd') => {
                let directories: Vec<&Vec<u8>> = channels.directories.keys().collect();
                let mut name = self.token();
                name.retain(|byte| !matches!(byte, 0 | b'/'));
                name.truncate(LONGEST_NAME);
                if let Some(directory) = self.random.one(&directories).filter(|_| !name.is_empty()) {
                    let files = child.files.get_or_insert_default();
                    files.push((in_directory(directory, &name), b"a\n".to_vec()));
                }
            }
            Some(b'e') => {
                let names: Vec<&Vec<u8>> = channels.environment.iter().collect();
                if let Some(name) = self.random.one(&names) {
                    let text = set_aside(&mut child.env, name);
                    let mut text = self.changed(text);
                    text.retain(|byte| *byte != 0);
                    child.env.push((name.to_vec(), text));
                }
            }
            Some(b'n') => {
                let at = self.random.below(NUMBERS.min(child.inputs.len() + 4));
                child.inputs.resize(child.inputs.len().max(at + 1), 0);
                child.inputs[at] = self.number() as u128;
            }
            Some(b't') => child.time = self.random.below(CLOCKS * CLOCKS) as i64,
            _ => {}
        }
    }

    fn change_arguments(&mut self, args: &mut Vec<Vec<u8>>, channels: &Channels) {
        let at = self.random.below(args.len() + 1);
        match self.random.below(6) {
            0 if at < args.len() => {
                args.remove(at);
            }
            1 | 2 if at < args.len() => {
                let text = std::mem::take(&mut args[at]);
                args[at] = self.changed(text);
            }
            3 if at < args.len() => args[at] = self.argument(channels),
            _ => {
                let new = self.argument(channels);
                args.insert(at, new);
            }
        }
        args.iter_mut().for_each(|arg| arg.retain(|byte| *byte != 0));
    }

    /// A new argument.
    fn argument(&mut self, channels: &Channels) -> Vec<u8> {
        let is_file = |name: &&Vec<u8>| FILE_ARGUMENTS.contains(&name.as_slice());
        let files: Vec<&Vec<u8>> = channels.files.iter().filter(is_file).collect();
        if let Some(name) = self.random.one(&files).map(|name| name.to_vec())
            && self.random.below(3) == 0
        {
            return name;
        }
        match self.random.below(6) {
            0 => Vec::new(),
            1 => {
                let mut option = vec![b'-'];
                for _ in 0..=self.random.below(2) {
                    option.push(self.letter());
                }
                option
            }
            2 => b"--".to_vec(),
            _ => self.token(),
        }
    }

    fn letter(&mut self) -> u8 {
        let known = match self.random.below(3) {
            0 => None,
            _ => self.random.one(&self.materials.characters).copied(),
        };
        known.unwrap_or_else(|| self.random.one(CHARACTERS).copied().unwrap_or(b'a'))
    }

    fn number(&mut self) -> i64 {
        const COMMON: &[i64] =
            &[0, 1, -1, 2, 7, 10, 100, 255, 256, 1000, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];
        match self.random.below(3) {
            0 => self.random.one(&self.materials.numbers).copied().unwrap_or(3),
            1 => self.random.one(COMMON).copied().unwrap_or(0),
            _ => self.random.below(20) as i64 - 3,
        }
    }

    /// A short piece of text.
    fn token(&mut self) -> Vec<u8> {
        match self.random.below(10) {
            0..=3 => match self.random.one(&self.materials.words).cloned() {
                Some(word) if word.contains(&b'%') && self.random.below(4) > 0 => {
                    instance(&word, |conversion| self.converted(conversion))
                }
                Some(word) => word,
                None => vec![self.letter()],
            },
            4 | 5 => self.number().to_string().into_bytes(),
            6 => {
                let size = self.random.one(&self.materials.sizes).copied().unwrap_or(40);
                vec![self.letter(); size + self.random.below(3)]
            }
            _ => (0..=self.random.below(3)).map(|_| self.letter()).collect(),
        }
    }

    /// What a conversion of a format describes.
    fn converted(&mut self, conversion: u8) -> Vec<u8> {
        match conversion {
            b'd' | b'i' | b'u' | b'x' | b'o' | b'f' | b'g' | b'e' => self.number().to_string().into_bytes(),
            b'c' => vec![self.letter()],
            _ => (0..=self.random.below(3)).map(|_| self.letter()).collect(),
        }
    }

    /// A number of elements that an array may have, or one more.
    fn count(&mut self) -> usize {
        let size = self.random.one(&self.materials.sizes).copied().unwrap_or(16);
        let element = self.random.one(&[1, 4, 8, 8, 16, 32, 64]).copied().unwrap_or(1);
        size / element + self.random.below(2)
    }

    /// A text that is filled at a place until it is as long as a buffer, or a little shorter or longer.
    fn filled(&mut self, mut text: Vec<u8>, at: usize) -> Vec<u8> {
        let size = self.random.one(&self.materials.sizes).copied().unwrap_or(40);
        let length = (size + self.random.below(5)).saturating_sub(2);
        let filler = match text.get(at.min(text.len().saturating_sub(1))) {
            Some(byte) if self.random.below(2) == 0 => *byte,
            _ => self.letter(),
        };
        text.splice(at..at, vec![filler; length.saturating_sub(text.len())]);
        text
    }

    /// A text with a change.
    fn changed(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        let at = self.random.below(text.len() + 1);
        let end = at + self.random.below(text.len() - at + 1);
        match self.random.below(14) {
            0 | 1 if at < text.len() => text[at] = self.letter(),
            2 => {
                text.drain(at..end);
            }
            3 => {
                let part = text[at..end].to_vec();
                let times = 1 + self.random.below(4);
                (0..times).for_each(|_| {
                    text.splice(at..at, part.iter().copied());
                });
            }
            4 => text.truncate(at),
            // The whole text, or its last line, as often as an array has elements.
            7 => {
                let start = match self.random.below(2) {
                    0 => 0,
                    _ => text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1),
                };
                let part = text[start..].to_vec();
                let most = LONGEST / part.len().max(1);
                let times = self.count().min(most);
                text.extend(part.repeat(times));
            }
            8 | 9 => text = self.filled(text, at),
            5 => {
                let line = [self.token(), b"\n".to_vec()].concat();
                text.splice(at..at, line);
            }
            6 => {
                let word = [self.token(), b" ".to_vec()].concat();
                text.splice(at..at, word);
            }
            _ => {
                let token = self.token();
                text.splice(at..at, token);
            }
        }
        text.truncate(LONGEST);
        text
    }
}

/// Takes the text with a name out of a list; an empty one where there is none.
fn set_aside(list: &mut Vec<(Vec<u8>, Vec<u8>)>, name: &[u8]) -> Vec<u8> {
    match list.iter().position(|(other, _)| other == name) {
        Some(at) => list.remove(at).1,
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs() -> Inputs {
        Inputs::new(Materials { sizes: vec![64], words: vec![b"--all".to_vec()], ..Materials::default() })
    }

    #[test]
    fn a_line_longer_than_each_buffer_is_among_the_seeds() {
        let channels = Channels { stdin: true, arguments: true, ..Channels::default() };
        let seeds = inputs().seeds(&Scenario::default(), &channels);
        assert!(seeds.iter().any(|seed| seed.stdin.len() > 64 && seed.stdin.ends_with(b"\n")));
        assert!(seeds.iter().any(|seed| seed.args.first().is_some_and(|arg| arg.len() == 64)));
        assert!(seeds.iter().any(|seed| seed.args == [b"--all".to_vec(), b"1".to_vec()]));
        assert_eq!(seeds[0].args, [b"a".to_vec()]);
    }

    #[test]
    fn a_file_that_an_argument_names_is_one_of_few() {
        let mut channels = Channels::default();
        let given = Scenario { args: vec![b"some".to_vec(), b"b".to_vec()], ..Scenario::default() };
        for name in [b"some".as_slice(), b"b", b"config"] {
            channels.note_file(name, &given);
        }
        let files: Vec<&[u8]> = channels.files.iter().map(Vec::as_slice).collect();
        assert_eq!(files, [b"a".as_slice(), b"b", b"config"]);
    }

    #[test]
    fn options_are_tried_two_by_two() {
        let inputs = Inputs::new(Materials { options: b"cs".to_vec(), ..Materials::default() });
        let channels = Channels { stdin: true, arguments: true, ..Channels::default() };
        let seeds = inputs.seeds(&Scenario::default(), &channels);
        let wanted = [b"-sc".to_vec(), Vec::new(), Vec::new()];
        assert!(seeds.iter().any(|seed| seed.args == wanted && !seed.stdin.is_empty()));
    }

    #[test]
    fn changes_are_the_same_every_time_and_arguments_have_no_zeros() {
        let channels = Channels { stdin: true, arguments: true, numbers: true, ..Channels::default() };
        let vary = || {
            let mut inputs = inputs();
            let mut child = Scenario::default();
            let children: Vec<Scenario> = (0..500)
                .map(|_| {
                    child = inputs.vary(&child, &channels);
                    child.clone()
                })
                .collect();
            children
        };
        let children = vary();
        assert_eq!(children, vary());
        assert!(children.iter().all(|child| child.args.iter().all(|arg| !arg.contains(&0))));
        assert!(children.iter().any(|child| child.stdin.len() > 10 && !child.inputs.is_empty()));
    }
}
