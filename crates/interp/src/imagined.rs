//! A system that has just the files that a configuration names: what a replay, or a search for inputs, runs in.
//!
//! Every outcome is one that a real system can have: where nothing is kept here (processes, terminals, users) the call
//! fails as it does there. What a program writes stays in memory.

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
    /// A directory without entries that are left.
    Directory,
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
        let is_here = one == b"." || one == b"/" || one == b"./";
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
            Read | ReadTo => {
                let delimiter = (call == ReadTo).then_some(c as u8);
                return Some(self.read(a as i32, b as usize, delimiter));
            }
            Seek => self.seek(a as i32, b, c),
            Stat => match self.files.get(one) {
                Some(content) => return stat(REGULAR, content.len(), word),
                None if is_here => return stat(DIRECTORY, 4096, word),
                None => NO_SUCH_FILE,
            },
            Fstat => match self.open.get(&(a as i32)) {
                Some(self::Open::File(name, _)) => {
                    let size = self.files.get(name).map_or(0, Vec::len);
                    return stat(REGULAR, size, word);
                }
                Some(self::Open::Directory) => return stat(DIRECTORY, 4096, word),
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
            Access | Chmod => exists(is_here || self.files.contains_key(one)),
            Chdir => exists(is_here),
            Mkdir if self.files.contains_key(one) || is_here => EXISTS,
            Mkdir => 0,
            Getcwd if a <= HERE.len() as i64 => TOO_LONG,
            Getcwd => return Some((HERE.len() as i64, HERE.to_vec())),
            Opendir if is_here => self.add(self::Open::Directory),
            Readdir => 0,
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

    fn open(&mut self, name: &[u8], flags: i64) -> i64 {
        let has = |flag: i64| flags & flag != 0;
        match self.files.get_mut(name) {
            _ if name.is_empty() => return NO_SUCH_FILE,
            None if (name == b"." || name == b"/") && flags & 3 != 0 => return IS_DIRECTORY,
            Some(_) if has(0o100) && has(0o200) => return EXISTS,
            Some(content) if has(0o1000) => content.clear(),
            Some(_) => {}
            None if has(0o100) => {
                self.files.insert(name.to_vec(), Vec::new());
            }
            None if name == b"." || name == b"/" => return self.add(Open::Directory),
            None => return NO_SUCH_FILE,
        }
        let at = if has(0o2000) { self.files[name].len() } else { 0 };
        self.add(Open::File(name.to_vec(), at))
    }

    fn read(&mut self, descriptor: i32, most: usize, delimiter: Option<u8>) -> (i64, Vec<u8>) {
        // EISDIR
        let (name, at) = match self.open.get_mut(&descriptor) {
            Some(Open::File(name, at)) => (name, at),
            Some(Open::Directory) => return (-21, Vec::new()),
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
        assert_eq!(call(SystemCall::Seek, b"", [3, -3, 2]).0, 4);
        assert_eq!(call(SystemCall::Stat, b"in", [1, 144, 0]).1[48..56], 7i64.to_le_bytes());
        assert_eq!(call(SystemCall::Open, b"out", [0o101, 0o644, 0]).0, 4);
        assert_eq!(system.write(4, b"abc"), 3);
        assert_eq!(system.write(9, b"abc"), BAD_DESCRIPTOR);
        assert_eq!(system.files[&b"out".to_vec()], b"abc");
    }
}
