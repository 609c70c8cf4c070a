//! The files of a program that runs: calls of the system, executed.
//!
//! The program is given numbers of its own as descriptors; what they stand for is kept here.

use crate::calendar;
use crate::config::Outside;
use crate::imagined::Imagined;
use clib::SystemCall;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// What a descriptor stands for.
enum Open {
    /// A file, with bytes that were read ahead.
    File(File, Vec<u8>),
    /// The end of a pipe that is read.
    Reader(io::PipeReader),
    /// The end of a pipe that is written.
    Writer(io::PipeWriter),
    /// A directory: all entries in reverse order, and how many of them are left.
    Directory(Vec<(Vec<u8>, u64, u8)>, usize),
}

/// The outcome of a call, and what it delivers; none where it is not executed here.
pub type Outcome = Option<(i64, Vec<u8>)>;

/// The descriptors of a program.
#[derive(Default)]
pub struct Files {
    open: BTreeMap<i32, Open>,
    /// The files that there are, where they are not those of this machine.
    imagined: Option<Imagined>,
}

pub(crate) const BAD_DESCRIPTOR: i64 = -9;
pub(crate) const INVALID: i64 = -22;
/// What a call about the configuration asks for where it wants the text of an error.
const ERROR_TEXT: i64 = -7;

/// The outcome of something that can fail.
fn outcome(result: io::Result<i64>) -> i64 {
    result.unwrap_or_else(|error| -i64::from(error.raw_os_error().unwrap_or(5)))
}

/// The text of an error number, without what this language's library puts behind it.
fn error_text(number: i32) -> String {
    let text = io::Error::from_raw_os_error(number).to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}

fn path(name: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(name))
}

impl Files {
    /// The files of a configuration.
    pub fn new(outside: &Outside) -> Files {
        let imagined = match outside {
            Outside::Files(files) => Some(Imagined::new(files)),
            Outside::Inputs | Outside::System => None,
        };
        Files { open: BTreeMap::new(), imagined }
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
        let plain = |result: io::Result<i64>| Some((outcome(result), Vec::new()));
        let done = |result: io::Result<()>| plain(result.map(|()| 0));
        // Not executed: names that are relative to another directory than the current one, dates that are read.
        let by_name = matches!(
            call,
            Open | Stat | Unlink | Mkdir | Rmdir | Rename | Link | Access | Chmod | Readlink | Strftime
        );
        if by_name && c != 0 {
            return None;
        }
        let is_everywhere =
            matches!(call, Calendar | Mktime | Strftime) || call == Configuration && a == ERROR_TEXT;
        if let Some(imagined) = self.imagined.as_mut().filter(|_| !is_everywhere) {
            return imagined.call(call, one, two, numbers, word);
        }
        match call {
            Open => plain(open(one, a, b).map(|file| self.add(self::Open::File(file, Vec::new())))),
            Reopen => Some(match open(one, a, b).and_then(|file| self.stand_in(c as i32, file)) {
                Ok(content) => (0, content),
                Err(error) => (outcome(Err(error)), Vec::new()),
            }),
            Close => plain(Ok(match a {
                0..=2 => 0,
                _ if self.open.remove(&(a as i32)).is_some() => 0,
                _ => BAD_DESCRIPTOR,
            })),
            Read if c > 0 => match self.open.get(&(a as i32)) {
                Some(self::Open::File(file, _)) => {
                    let mut bytes = vec![0; b as usize];
                    let read = file.read_at(&mut bytes, c as u64 - 1);
                    bytes.truncate(*read.as_ref().unwrap_or(&0));
                    Some((outcome(read.map(|count| count as i64)), bytes))
                }
                _ => None,
            },
            Read => Some(self.read(a as i32, b as usize, None)),
            ReadTo => Some(self.read(a as i32, b as usize, Some(c as u8))),
            Seek => Some((self.seek(a as i32, b, c), Vec::new())),
            Stat => {
                let found = if a != 0 { fs::metadata(path(one)) } else { fs::symlink_metadata(path(one)) };
                stat(found, word)
            }
            Fstat => match self.open.get(&(a as i32)) {
                Some(self::Open::File(file, _)) => stat(file.metadata(), word),
                Some(_) => None,
                None if (0..3).contains(&a) => None,
                None => Some((BAD_DESCRIPTOR, Vec::new())),
            },
            Unlink if a != 0 && fs::symlink_metadata(path(one)).is_ok_and(|it| it.is_dir()) => {
                done(fs::remove_dir(path(one)))
            }
            Unlink => done(fs::remove_file(path(one))),
            Mkdir if b == 0 => done(fs::DirBuilder::new().mode(a as u32).create(path(one))),
            Rmdir => done(fs::remove_dir(path(one))),
            Rename => done(fs::rename(path(one), path(two))),
            Link if a == 0 => done(fs::hard_link(path(one), path(two))),
            Link => done(std::os::unix::fs::symlink(path(one), path(two))),
            Access => done(access(one, a)),
            Chdir => done(std::env::set_current_dir(path(one))),
            Chmod if b == 0 => done(fs::set_permissions(path(one), fs::Permissions::from_mode(a as u32))),
            Chmod if b == 3 && a < 0 => plain(Ok(INVALID)),
            Chmod if b == 3 => {
                done(OpenOptions::new().write(true).open(path(one)).and_then(|file| file.set_len(a as u64)))
            }
            Readlink if b != 0 => {
                delivered(fs::canonicalize(path(one)), |name| name.as_os_str().as_bytes().to_vec())
            }
            Readlink => delivered(fs::read_link(path(one)), |name| {
                let mut bytes = name.as_os_str().as_bytes().to_vec();
                bytes.truncate(a as usize);
                bytes
            }),
            Getcwd => match std::env::current_dir() {
                // ERANGE
                Ok(name) if name.as_os_str().len() as i64 >= a => Some((-34, Vec::new())),
                name => delivered(name, |name| name.as_os_str().as_bytes().to_vec()),
            },
            Opendir => plain(entries(one).map(|entries| {
                let left = entries.len();
                self.add(self::Open::Directory(entries, left))
            })),
            Readdir => Some(self.next_entry(a as i32, word)),
            Dup if !(0..3).contains(&b) => match self.open.get(&(a as i32)) {
                Some(self::Open::File(..)) if a == b => plain(Ok(b)),
                Some(self::Open::File(file, ahead)) if ahead.is_empty() => {
                    plain(file.try_clone().map(|copy| {
                        let copy = self::Open::File(copy, Vec::new());
                        match b < 0 {
                            true => self.add(copy),
                            false => {
                                self.open.insert(b as i32, copy);
                                b
                            }
                        }
                    }))
                }
                _ => None,
            },
            Pipe => match io::pipe() {
                Ok((reader, writer)) => {
                    let ends = [self.add(self::Open::Reader(reader)), self.add(self::Open::Writer(writer))];
                    Some((0, ends.iter().flat_map(|end| (*end as i32).to_le_bytes()).collect()))
                }
                Err(error) => plain(Err(error)),
            },
            Isatty => {
                let is_terminal = match a {
                    0 => io::stdin().is_terminal(),
                    1 => io::stdout().is_terminal(),
                    2 => io::stderr().is_terminal(),
                    _ => {
                        matches!(self.open.get(&(a as i32)), Some(self::Open::File(file, _)) if file.is_terminal())
                    }
                };
                // ENOTTY
                Some((if is_terminal { 1 } else { -25 }, Vec::new()))
            }
            // What could not be written was told when it was.
            Room => Some((0, Vec::new())),
            Mkstemp => self.temporary(one, a != 0),
            Tmpfile => {
                let folder = std::env::temp_dir().join("heapproof-XXXXXX");
                let (descriptor, name) = self.temporary(folder.as_os_str().as_bytes(), false)?;
                let mut made = folder.as_os_str().as_bytes().to_vec();
                let start = made.len().saturating_sub(6);
                made.splice(start.., name);
                let _ = fs::remove_file(path(&made));
                Some((descriptor, Vec::new()))
            }
            Calendar => Some((0, calendar::bytes(&calendar::date(a)))),
            Mktime => {
                let numbers = calendar::numbers(one);
                let seconds = calendar::seconds(&numbers);
                Some((seconds, calendar::bytes(&calendar::date(seconds))))
            }
            Strftime => {
                let text = calendar::formatted(&calendar::numbers(one), two)?;
                match (text.len() as i64) < a {
                    true => Some((text.len() as i64, text)),
                    false => Some((0, Vec::new())),
                }
            }
            User if a < 4 => user().map(|it| (if a < 2 { it.0 } else { it.1 }, Vec::new())),
            Configuration if a == ERROR_TEXT => {
                let text = error_text(b as i32).into_bytes();
                Some((text.len() as i64, text))
            }
            Configuration if a == 30 => Some((4096, Vec::new())),
            Device if c == 0 => match self.open.get(&(a as i32)) {
                Some(self::Open::File(file, _)) => done(file.sync_all()),
                _ => plain(Ok(INVALID)),
            },
            Device if c == 1 => match self.open.get(&(a as i32)) {
                Some(self::Open::File(file, _)) => done(file.set_len(b as u64)),
                _ => plain(Ok(INVALID)),
            },
            Mkdir | Chmod | Dup | Process | User | Configuration | Device | Match => None,
        }
    }

    /// Writes to a descriptor; how much, or the number of an error below zero.
    pub fn write(&mut self, descriptor: i32, bytes: &[u8]) -> i64 {
        if let Some(imagined) = &mut self.imagined {
            return imagined.write(descriptor, bytes);
        }
        let written = match self.open.get_mut(&descriptor) {
            Some(Open::File(file, ahead)) => {
                let back = -(ahead.len() as i64);
                ahead.clear();
                let moved = if back < 0 { file.seek(SeekFrom::Current(back)).map(|_| ()) } else { Ok(()) };
                moved.and_then(|()| file.write_all(bytes))
            }
            Some(Open::Writer(pipe)) => pipe.write_all(bytes),
            Some(Open::Reader(_) | Open::Directory(..)) | None => return BAD_DESCRIPTOR,
        };
        outcome(written.map(|()| bytes.len() as i64))
    }

    /// Whether a file was opened in place of a standard stream for output.
    pub fn stands_in(&self, descriptor: i32) -> bool {
        match &self.imagined {
            Some(imagined) => imagined.stands_in(descriptor),
            None => self.open.contains_key(&descriptor),
        }
    }

    /// A file takes the place of a standard stream: what it holds, where that is the standard input.
    fn stand_in(&mut self, descriptor: i32, mut file: File) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        match descriptor {
            0 => {
                file.read_to_end(&mut content)?;
            }
            _ => {
                self.open.insert(descriptor, Open::File(file, Vec::new()));
            }
        }
        Ok(content)
    }

    /// The lowest descriptor that is free, as the system gives it.
    fn add(&mut self, open: Open) -> i64 {
        let free = (3..).find(|number| !self.open.contains_key(number)).unwrap_or(i32::MAX);
        self.open.insert(free, open);
        i64::from(free)
    }

    fn read(&mut self, descriptor: i32, most: usize, delimiter: Option<u8>) -> (i64, Vec<u8>) {
        let is_last = |bytes: &[u8]| bytes.last().copied() == delimiter && delimiter.is_some();
        let mut taken = Vec::new();
        let result = match self.open.get_mut(&descriptor) {
            Some(Open::File(file, ahead)) => loop {
                while taken.len() < most && !is_last(&taken) && !ahead.is_empty() {
                    taken.push(ahead.remove(0));
                }
                if taken.len() >= most || is_last(&taken) {
                    break Ok(());
                }
                let mut chunk = vec![0; if delimiter.is_some() { 256 } else { most - taken.len() }];
                match file.read(&mut chunk) {
                    Ok(0) => break Ok(()),
                    Ok(count) => ahead.extend_from_slice(&chunk[..count]),
                    Err(error) => break Err(error),
                }
            },
            Some(Open::Reader(pipe)) => {
                let mut chunk = vec![0; most];
                pipe.read(&mut chunk).map(|count| taken.extend_from_slice(&chunk[..count]))
            }
            // EISDIR
            Some(Open::Directory(..)) => return (-21, Vec::new()),
            Some(Open::Writer(_)) | None => return (BAD_DESCRIPTOR, Vec::new()),
        };
        match result {
            Err(error) if taken.is_empty() => (outcome(Err(error)), taken),
            _ => (taken.len() as i64, taken),
        }
    }

    fn seek(&mut self, descriptor: i32, offset: i64, whence: i64) -> i64 {
        let (file, ahead) = match self.open.get_mut(&descriptor) {
            Some(Open::File(file, ahead)) => (file, ahead),
            Some(Open::Directory(entries, left)) if offset == 0 && whence == 0 => {
                *left = entries.len();
                return 0;
            }
            _ => return BAD_DESCRIPTOR,
        };
        let behind = ahead.len() as i64;
        ahead.clear();
        let to = match whence {
            0 => match u64::try_from(offset) {
                Ok(offset) => SeekFrom::Start(offset),
                Err(_) => return INVALID,
            },
            1 => SeekFrom::Current(offset - behind),
            2 => SeekFrom::End(offset),
            _ => return INVALID,
        };
        outcome(file.seek(to).map(|at| at as i64))
    }

    fn next_entry(&mut self, descriptor: i32, word: usize) -> (i64, Vec<u8>) {
        let Some(Open::Directory(entries, left)) = self.open.get_mut(&descriptor) else {
            return (BAD_DESCRIPTOR, Vec::new());
        };
        let Some((name, number, kind)) = left.checked_sub(1).map(|next| &entries[next]) else {
            return (0, Vec::new());
        };
        *left -= 1;
        let length = name.len() as i64;
        (length, [&name[..], &number.to_le_bytes()[..word], &[*kind]].concat())
    }

    /// A file or directory whose name is new: the six characters that end it.
    fn temporary(&mut self, template: &[u8], is_directory: bool) -> Outcome {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
        let stem = &template[..template.len().saturating_sub(6)];
        let mut seed = u64::from(std::process::id());
        for _ in 0..1000 {
            let letter = |place: u32| LETTERS[(seed / 36u64.pow(place) % 36) as usize];
            let end: Vec<u8> = (0..6).map(letter).collect();
            let name = [stem, &end].concat();
            let made = match is_directory {
                true => fs::DirBuilder::new().mode(0o700).create(path(&name)).map(|()| 0),
                false => {
                    let mut options = OpenOptions::new();
                    let file = options.read(true).write(true).create_new(true).mode(0o600).open(path(&name));
                    file.map(|file| self.add(Open::File(file, Vec::new())))
                }
            };
            match made {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => seed += 7919,
                Err(error) => return Some((outcome(Err(error)), Vec::new())),
                Ok(result) => return Some((result, end)),
            }
        }
        // EEXIST
        Some((-17, Vec::new()))
    }
}

/// Opens a file with the flags of Linux.
fn open(name: &[u8], flags: i64, mode: i64) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let (read, write) = match flags & 3 {
        0 => (true, false),
        1 => (false, true),
        _ => (true, true),
    };
    // The other flags go to the system as they are.
    options.read(read).write(write).mode(mode as u32);
    let has = |flag: i64| flags & flag != 0;
    let appends = has(0o2000);
    if write {
        options.append(appends).truncate(has(0o1000) && !appends);
        options.create(has(0o100)).create_new(has(0o100) && has(0o200));
    }
    let opened = options.open(path(name))?;
    if has(0o1000) && appends {
        opened.set_len(0)?;
    }
    Ok(opened)
}

/// Whether a file exists and its mode allows what is asked for.
fn access(name: &[u8], wanted: i64) -> io::Result<()> {
    let mode = i64::from(fs::metadata(path(name))?.mode());
    let allowed = (mode | mode >> 3 | mode >> 6) & 7;
    let is_root = user().is_some_and(|(user, _)| user == 0);
    let allowed = if is_root { allowed | 6 } else { allowed };
    // EACCES
    if wanted & !allowed == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(13)) }
}

/// The user and group of this process, as the files in `/proc` belong to them.
fn user() -> Option<(i64, i64)> {
    let own = fs::metadata("/proc/self").ok()?;
    Some((i64::from(own.uid()), i64::from(own.gid())))
}

fn delivered(found: io::Result<PathBuf>, bytes: impl Fn(PathBuf) -> Vec<u8>) -> Outcome {
    Some(match found {
        Ok(name) => {
            let bytes = bytes(name);
            (bytes.len() as i64, bytes)
        }
        Err(error) => (outcome(Err(error)), Vec::new()),
    })
}

/// The entries of a directory, the last one first: the name, its number, its type.
fn entries(name: &[u8]) -> io::Result<Vec<(Vec<u8>, u64, u8)>> {
    let own = fs::metadata(path(name))?.ino();
    let mut all = vec![(b".".to_vec(), own, 4), (b"..".to_vec(), own, 4)];
    for entry in fs::read_dir(path(name))? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let kind = if kind.is_dir() {
            4
        } else if kind.is_symlink() {
            10
        } else {
            8
        };
        let number = entry.metadata().map_or(0, |found| found.ino());
        all.push((entry.file_name().as_bytes().to_vec(), number, kind));
    }
    all.reverse();
    Ok(all)
}

/// A `struct stat` as a 64-bit machine lays it out.
fn stat(found: io::Result<Metadata>, word: usize) -> Outcome {
    let found = match found {
        Ok(found) if word == 8 => found,
        Ok(_) => return None,
        Err(error) => return Some((outcome(Err(error)), Vec::new())),
    };
    let owner = [found.mode(), found.uid(), found.gid()];
    let numbers = [
        found.rdev() as i64,
        found.size() as i64,
        found.blksize() as i64,
        found.blocks() as i64,
        found.atime(),
        found.atime_nsec(),
        found.mtime(),
        found.mtime_nsec(),
        found.ctime(),
        found.ctime_nsec(),
    ];
    Some((0, stat_bytes([found.dev(), found.ino(), found.nlink()], owner, numbers)))
}

/// The members of a `struct stat` as a 64-bit machine lays them out: device, number and links; mode, user and group;
/// the rest.
pub(crate) fn stat_bytes(identity: [u64; 3], owner: [u32; 3], numbers: [i64; 10]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(144);
    bytes.extend(identity.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(owner.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend([0; 4]);
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes.resize(144, 0);
    bytes
}
