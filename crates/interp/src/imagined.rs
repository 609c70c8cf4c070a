//! A system that has just the files that a configuration names: what a replay, or a search for inputs, runs in.
//!
//! Every outcome is one that a real system can have: where nothing is kept here (processes, terminals, users) the call
//! fails as it does there. What a program writes stays in memory. Directories are those that the names of files lie in.

use crate::files::{BAD_DESCRIPTOR, INVALID, Outcome, stat_bytes};
use clib::SystemCall;
use std::collections::BTreeMap;

const NO_SUCH_FILE: i64 = -2;
const TRY_AGAIN: i64 = -11;
const EXISTS: i64 = -17;
const IS_DIRECTORY: i64 = -21;
const TOO_MANY_OPEN: i64 = -24;
const NO_TERMINAL: i64 = -25;
const TOO_LONG: i64 = -34;

/// The modes of a file and of a pipe.
const REGULAR: u32 = 0o100_644;
const PIPE: u32 = 0o010_600;
const DIRECTORY: u32 = 0o040_755;

/// The name of a file that has none; no program can say it.
const UNNAMED: &[u8] = b"\0";
/// The working directory.
const HERE: &[u8] = b"/";

/// The files and descriptors.
pub struct Imagined {
    files: BTreeMap<Vec<u8>, Vec<u8>>,
    open: BTreeMap<i32, Open>,
}

/// What a descriptor stands for.
enum Open {
    /// A file, and the place in it.
    File(Vec<u8>, usize),
    /// A directory, with the entries that are left, the next one last.
    Directory(Vec<(Vec<u8>, u8)>),
}

/// How an entry of a directory says that it is a directory, and that it is a file.
const ENTRY_DIRECTORY: u8 = 4;
const ENTRY_FILE: u8 = 8;

/// The name of a file from the working directory, which is the root.
fn from_here(mut name: &[u8]) -> &[u8] {
    while let Some(rest) = name.strip_prefix(b"./").or(name.strip_prefix(b"/")) {
        name = rest;
    }
    if name == b"." { b"" } else { name }
}

/// What a file is called in a directory that it lies in, or the directory there that leads to it; and whether it is that.
pub fn entry_of<'a>(directory: &[u8], file: &'a [u8]) -> Option<(&'a [u8], bool)> {
    let directory = from_here(directory);
    let directory = directory.strip_suffix(b"/").unwrap_or(directory);
    let inside = from_here(file).strip_prefix(directory)?;
    let inside = if directory.is_empty() { inside } else { inside.strip_prefix(b"/")? };
    let entry = inside.split(|byte| *byte == b'/').next().filter(|entry| !entry.is_empty())?;
    Some((entry, entry.len() < inside.len()))
}

impl Imagined {
    /// A system with these files.
    pub fn new(files: &[(Vec<u8>, Vec<u8>)]) -> Imagined {
        Imagined { files: files.iter().cloned().collect(), open: BTreeMap::new() }
    }

    /// Executes a call.
    pub fn call(
        &mut self,
        call: SystemCall,
        one: &[u8],
        two: &[u8],
        numbers: [i64; 3],
        word: usize,
    ) -> Outcome {
        use SystemCall::*;
        let [a, b, c] = numbers;
        let exists = |is: bool| if is { 0 } else { NO_SUCH_FILE };
        let is_directory = self.is_directory(one);
        let outcome = match call {
            Open => self.open(one, a),
            Reopen => match self.open(one, a) {
                error @ ..0 => error,
                descriptor if c == 0 => {
                    self.open.remove(&(descriptor as i32));
                    return Some((0, self.files.get(one).cloned().unwrap_or_default()));
                }
                descriptor => {
                    let file = self.open.remove(&(descriptor as i32));
                    self.open.extend(file.map(|file| (c as i32, file)));
                    0
                }
            },
            Close => match (0..3).contains(&a) || self.open.remove(&(a as i32)).is_some() {
                true => 0,
                false => BAD_DESCRIPTOR,
            },
            Read if c > 0 => return Some(self.read_at(a as i32, b as usize, c as usize - 1)),
            Read | ReadTo => {
                let delimiter = (call == ReadTo).then_some(c as u8);
                return Some(self.read(a as i32, b as usize, delimiter));
            }
            Seek => self.seek(a as i32, b, c),
            Stat => match self.files.get(one) {
                Some(content) => return stat(REGULAR, content.len(), word),
                None if is_directory => return stat(DIRECTORY, 4096, word),
                None => NO_SUCH_FILE,
            },
            Fstat => match self.open.get(&(a as i32)) {
                Some(self::Open::File(name, _)) => {
                    let size = self.files.get(name).map_or(0, Vec::len);
                    return stat(REGULAR, size, word);
                }
                Some(self::Open::Directory(_)) => return stat(DIRECTORY, 4096, word),
                None if (0..3).contains(&a) => return stat(PIPE, 0, word),
                None => BAD_DESCRIPTOR,
            },
            Unlink => exists(self.files.remove(one).is_some()),
            Rename => match self.files.remove(one) {
                Some(content) => {
                    self.files.insert(two.to_vec(), content);
                    0
                }
                None => NO_SUCH_FILE,
            },
            Access | Chmod => exists(is_directory || self.files.contains_key(one)),
            Chdir => exists(from_here(one).is_empty() && !one.is_empty()),
            Mkdir if self.files.contains_key(one) || is_directory => EXISTS,
            Mkdir => 0,
            Getcwd if a <= HERE.len() as i64 => TOO_LONG,
            Getcwd => return Some((HERE.len() as i64, HERE.to_vec())),
            Opendir if is_directory => self.open_directory(one),
            Readdir => return Some(self.next_entry(a as i32, word)),
            Dup | Pipe => TOO_MANY_OPEN,
            Isatty => NO_TERMINAL,
            Room => 0,
            Mkstemp if a == 0 => {
                let stem = &one[..one.len().saturating_sub(6)];
                let name = [stem, b"aaaaaa"].concat();
                let descriptor = self.open(&name, 0o302);
                return Some((descriptor, b"aaaaaa".to_vec()));
            }
            Tmpfile => self.open(UNNAMED, 0o1102),
            User if a < 4 => 1000,
            Configuration if a == 30 => 4096,
            Device if c == 0 || c == 1 => match self.open.get(&(a as i32)) {
                Some(self::Open::File(name, _)) => {
                    if let Some(content) = self.files.get_mut(name).filter(|_| c == 1) {
                        content.resize(b.clamp(0, 1 << 30) as usize, 0);
                    }
                    0
                }
                _ => INVALID,
            },
            Device => NO_TERMINAL,
            Process => TRY_AGAIN,
            Rmdir | Opendir | Mkstemp | Link => NO_SUCH_FILE,
            Readlink | User | Configuration => INVALID,
            Calendar | Mktime | Strftime | Match => return None,
        };
        Some((outcome, Vec::new()))
    }

    /// Whether a file was opened in place of a standard stream for output.
    pub fn stands_in(&self, descriptor: i32) -> bool {
        self.open.contains_key(&descriptor)
    }

    /// Writes to a descriptor; how much, or the number of an error below zero.
    pub fn write(&mut self, descriptor: i32, bytes: &[u8]) -> i64 {
        let Some(Open::File(name, at)) = self.open.get_mut(&descriptor) else { return BAD_DESCRIPTOR };
        let content = self.files.entry(name.clone()).or_default();
        let end = *at + bytes.len();
        if content.len() < end {
            content.resize(end, 0);
        }
        content[*at..end].copy_from_slice(bytes);
        *at = end;
        bytes.len() as i64
    }

    fn add(&mut self, open: Open) -> i64 {
        let free = (3..).find(|number| !self.open.contains_key(number)).unwrap_or(i32::MAX);
        self.open.insert(free, open);
        i64::from(free)
    }

    fn is_directory(&self, name: &[u8]) -> bool {
        !name.is_empty()
            && (from_here(name).is_empty() || self.files.keys().any(|file| entry_of(name, file).is_some()))
    }

    fn open_directory(&mut self, name: &[u8]) -> i64 {
        let found = self.files.keys().filter(|file| *file != UNNAMED).filter_map(|file| entry_of(name, file));
        let kind = |is_directory| if is_directory { ENTRY_DIRECTORY } else { ENTRY_FILE };
        let mut entries: BTreeMap<Vec<u8>, u8> =
            found.map(|(entry, is_directory)| (entry.to_vec(), kind(is_directory))).collect();
        entries.extend([(b".".to_vec(), ENTRY_DIRECTORY), (b"..".to_vec(), ENTRY_DIRECTORY)]);
        self.add(Open::Directory(entries.into_iter().rev().collect()))
    }

    fn next_entry(&mut self, descriptor: i32, word: usize) -> (i64, Vec<u8>) {
        let Some(Open::Directory(entries)) = self.open.get_mut(&descriptor) else {
            return (BAD_DESCRIPTOR, Vec::new());
        };
        let Some((name, kind)) = entries.pop() else { return (0, Vec::new()) };
        let number = 1u64.to_le_bytes();
        (name.len() as i64, [&name[..], &number[..word], &[kind]].concat())
    }

    fn open(&mut self, name: &[u8], flags: i64) -> i64 {
        let has = |flag: i64| flags & flag != 0;
        let is_directory = self.is_directory(name);
        match self.files.get_mut(name) {
            _ if name.is_empty() => return NO_SUCH_FILE,
            None if is_directory && flags & 3 != 0 => return IS_DIRECTORY,
            Some(_) if has(0o100) && has(0o200) => return EXISTS,
            Some(content) if has(0o1000) => content.clear(),
            Some(_) => {}
            None if has(0o100) => {
                self.files.insert(name.to_vec(), Vec::new());
            }
            None if is_directory => return self.open_directory(name),
            None => return NO_SUCH_FILE,
        }
        let at = if has(0o2000) { self.files[name].len() } else { 0 };
        self.add(Open::File(name.to_vec(), at))
    }

    fn read(&mut self, descriptor: i32, most: usize, delimiter: Option<u8>) -> (i64, Vec<u8>) {
        // EISDIR
        let (name, at) = match self.open.get_mut(&descriptor) {
            Some(Open::File(name, at)) => (name, at),
            Some(Open::Directory(_)) => return (-21, Vec::new()),
            None => return (BAD_DESCRIPTOR, Vec::new()),
        };
        let left = self.files.get(name).map_or(&[][..], |content| content.get(*at..).unwrap_or_default());
        let mut count = left.len().min(most);
        if let Some(found) = left[..count].iter().position(|byte| Some(*byte) == delimiter) {
            count = found + 1;
        }
        *at += count;
        (count as i64, left[..count].to_vec())
    }

    /// Reads from a place without going there.
    fn read_at(&mut self, descriptor: i32, most: usize, from: usize) -> (i64, Vec<u8>) {
        let before = match self.open.get_mut(&descriptor) {
            Some(Open::File(_, at)) => std::mem::replace(at, from),
            _ => 0,
        };
        let read = self.read(descriptor, most, None);
        if let Some(Open::File(_, at)) = self.open.get_mut(&descriptor) {
            *at = before;
        }
        read
    }

    fn seek(&mut self, descriptor: i32, offset: i64, whence: i64) -> i64 {
        let Some(Open::File(name, at)) = self.open.get_mut(&descriptor) else { return BAD_DESCRIPTOR };
        let start = match whence {
            0 => 0,
            1 => *at as i64,
            2 => self.files.get(name).map_or(0, |content| content.len() as i64),
            _ => return INVALID,
        };
        match usize::try_from(start.saturating_add(offset)) {
            Ok(to) => {
                *at = to;
                to as i64
            }
            Err(_) => INVALID,
        }
    }
}

/// What is told of something with a mode and a size.
fn stat(mode: u32, size: usize, word: usize) -> Outcome {
    let blocks = size.div_ceil(512) as i64;
    let numbers = [0, size as i64, 4096, blocks, 0, 0, 0, 0, 0, 0];
    (word == 8).then(|| (0, stat_bytes([1, 1, 1], [mode, 1000, 1000], numbers)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_written_in_memory() {
        let mut system = Imagined::new(&[(b"in".to_vec(), b"one\ntwo".to_vec())]);
        let mut call = |call, one: &[u8], numbers| system.call(call, one, b"", numbers, 8).unwrap();
        assert_eq!(call(SystemCall::Open, b"none", [0, 0, 0]).0, NO_SUCH_FILE);
        assert_eq!(call(SystemCall::Open, b"in", [0, 0, 0]).0, 3);
        assert_eq!(call(SystemCall::ReadTo, b"", [3, 100, 10]), (4, b"one\n".to_vec()));
        assert_eq!(call(SystemCall::Read, b"", [3, 100, 0]), (3, b"two".to_vec()));
        assert_eq!(call(SystemCall::Read, b"", [3, 100, 0]), (0, Vec::new()));
        assert_eq!(call(SystemCall::Read, b"", [3, 3, 2]), (3, b"ne\n".to_vec()));
        assert_eq!(call(SystemCall::Seek, b"", [3, 0, 1]).0, 7);
        assert_eq!(call(SystemCall::Seek, b"", [3, -3, 2]).0, 4);
        assert_eq!(call(SystemCall::Stat, b"in", [1, 144, 0]).1[48..56], 7i64.to_le_bytes());
        assert_eq!(call(SystemCall::Open, b"out", [0o101, 0o644, 0]).0, 4);
        assert_eq!(system.write(4, b"abc"), 3);
        assert_eq!(system.write(9, b"abc"), BAD_DESCRIPTOR);
        assert_eq!(system.files[&b"out".to_vec()], b"abc");
    }

    #[test]
    fn directories_are_those_that_files_lie_in() {
        let files = [b"one".as_slice(), b"d/two", b"d/e/three"].map(|name| (name.to_vec(), Vec::new()));
        let mut system = Imagined::new(&files);
        let mut call = |call, one: &[u8], numbers| system.call(call, one, b"", numbers, 8).unwrap();
        let mut list = |name: &[u8]| -> Vec<String> {
            let descriptor = call(SystemCall::Opendir, name, [0; 3]).0;
            std::iter::from_fn(|| {
                let (length, bytes) = call(SystemCall::Readdir, b"", [descriptor, 0, 0]);
                let name = String::from_utf8(bytes[..length as usize].to_vec()).unwrap();
                bytes.last().map(|kind| format!("{name} {kind}"))
            })
            .collect()
        };
        assert_eq!(list(b"."), [". 4", ".. 4", "d 4", "one 8"]);
        assert_eq!(list(b"./d/"), [". 4", ".. 4", "e 4", "two 8"]);
        assert_eq!(system.call(SystemCall::Opendir, b"one", b"", [0; 3], 8).unwrap().0, NO_SUCH_FILE);
        assert_eq!(system.call(SystemCall::Opendir, b"", b"", [0; 3], 8).unwrap().0, NO_SUCH_FILE);
    }
}
