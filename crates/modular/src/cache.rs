//! Results of functions that were analysed before, by content.
//!
//! The key of a function is a hash of everything its analysis looks at: its code (with small callees in it), the
//! types, globals and source files, what is known of the functions it calls, the options, and the program that
//! analyses. So an entry is never wrong, only unused; whoever changes one function finds the results of the others.

use crate::report::{Check, Failure, Notes, Require, Severity};
use crate::state::chain::Chain;
use crate::state::header::Header;
use crate::state::room::Room;
use crate::state::seen::{Condition, Guard, Seen};
use crate::types::layout::TargetId;
use ir::{FileId, Span};
use rustc_stable_hash::{FromStableHash, SipHasher128Hash, StableSipHasher128};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The first line of an entry.
const HEADER: &str = "heapproof lib 7";

/// The result for one function.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Found {
    /// What the analysis collected.
    pub notes: Notes,
    /// Parameters that alone decide that no null is returned, by not being null.
    pub nonnull_if: BTreeSet<usize>,
}

/// A hash of 128 bits (SipHash), built up from parts.
#[derive(Clone, Debug)]
pub struct Key {
    hasher: StableSipHasher128,
}

impl Key {
    /// The key of nothing yet.
    pub fn new() -> Key {
        Key { hasher: StableSipHasher128::new() }
    }

    /// Adds a part.
    pub fn add(&mut self, part: &(impl Hash + ?Sized)) {
        part.hash(&mut self.hasher);
    }

    /// Adds a part by its debug text.
    pub fn add_debug(&mut self, part: &impl std::fmt::Debug) {
        self.add(&format!("{part:?}"));
    }

    fn name(&self) -> String {
        let Digest([one, other]) = self.hasher.clone().finish();
        format!("{one:016x}{other:016x}")
    }
}

/// The value of a key.
struct Digest([u64; 2]);

impl FromStableHash for Digest {
    type Hash = SipHasher128Hash;

    fn from(SipHasher128Hash(hash): SipHasher128Hash) -> Digest {
        Digest(hash)
    }
}

/// What tells this program from others that would answer differently; none where that cannot be found out.
pub fn identity() -> Option<(PathBuf, u64, u128)> {
    let path = std::env::current_exe().ok()?;
    let metadata = std::fs::metadata(&path).ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((path, metadata.len(), modified.as_nanos()))
}

/// The result with this key.
pub fn read(folder: &Path, key: &Key) -> Option<Found> {
    parse(&std::fs::read_to_string(folder.join(key.name())).ok()?)
}

/// Keeps a result. What cannot be written is not kept.
pub fn write(folder: &Path, key: &Key, found: &Found) {
    let Some(text) = print(found) else { return };
    let path = folder.join(key.name());
    // Whoever reads at the same time sees all of it or nothing.
    let draft = folder.join(format!("{}.{}", key.name(), std::process::id()));
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&draft, text))
        .and_then(|()| std::fs::rename(&draft, path));
    if written.is_err() {
        // A draft that cannot be removed is harmless: nobody asks for its name.
        let _ = std::fs::remove_file(&draft);
    }
}

/// The text of an entry; none for results that have no text form.
fn print(found: &Found) -> Option<String> {
    let mut text = format!("{HEADER}\n");
    for failure in &found.notes.failures {
        let (check, severity) = (failure.check.name(), failure.severity == Severity::Unsafe);
        let place = place(failure.span);
        writeln!(text, "failure {check} {severity} {place} {}", line(&failure.text)?).ok()?;
    }
    for require in &found.notes.requires {
        match require {
            Require::NonNull(index) => writeln!(text, "nonnull {index}").ok()?,
            Require::Holds(condition) => writeln!(text, "holds {condition}").ok()?,
            Require::Room(room) => writeln!(text, "room {room}").ok()?,
            Require::Header(header) => writeln!(text, "header {header}").ok()?,
            Require::Bound(bound) => writeln!(text, "bound {bound}").ok()?,
            Require::Chain(chain) => writeln!(text, "chain {chain}").ok()?,
            Require::String(seen, is_written) => writeln!(text, "string {seen} {is_written}").ok()?,
            Require::Text(words) => writeln!(text, "require {}", line(words)?).ok()?,
            Require::Callee(words) => writeln!(text, "callee {}", line(words)?).ok()?,
        }
    }
    for index in &found.nonnull_if {
        writeln!(text, "if {index}").ok()?;
    }
    for name in &found.notes.allocators {
        writeln!(text, "allocator {}", line(name)?).ok()?;
    }
    for index in &found.notes.spared {
        writeln!(text, "spared {index}").ok()?;
    }
    for (index, offset) in &found.notes.null_fills {
        writeln!(text, "null {index} {offset}").ok()?;
    }
    for (owner, at, each) in &found.notes.indexed {
        writeln!(text, "indexed {} {at} {each}", owner.0).ok()?;
    }
    for target in &found.notes.followed {
        writeln!(text, "followed {}", target.0).ok()?;
    }
    for index in &found.notes.established {
        writeln!(text, "establishes {index}").ok()?;
    }
    for (index, (span, words)) in &found.notes.broken {
        writeln!(text, "breaks {index} {} {}", place(*span), line(words)?).ok()?;
    }
    writeln!(text, "result {}", found.notes.nonnull).ok()?;
    Some(text)
}

/// A place as three words.
fn place(span: Option<Span>) -> String {
    match span {
        Some(span) => format!("{} {} {}", span.file.0, span.line, span.column),
        None => "- - -".to_string(),
    }
}

/// A text that is one line.
fn line(text: &str) -> Option<&str> {
    (!text.contains('\n') && !text.is_empty()).then_some(text)
}

/// Reads an entry; none where it is not whole.
fn parse(text: &str) -> Option<Found> {
    let mut lines = text.lines();
    lines.next().filter(|first| *first == HEADER)?;
    let mut found = Found::default();
    let mut is_whole = false;
    for line in lines {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "failure" => {
                found.notes.failures.insert(parse_failure(rest)?);
            }
            "nonnull" => {
                found.notes.requires.insert(Require::NonNull(rest.parse().ok()?));
            }
            "holds" => {
                found.notes.requires.insert(Require::Holds(Condition::parse(rest)?));
            }
            "room" => {
                found.notes.requires.insert(Require::Room(Room::parse(rest)?));
            }
            "header" => {
                found.notes.requires.insert(Require::Header(Header::parse(rest)?));
            }
            "bound" => {
                found.notes.requires.insert(Require::Bound(Guard::parse(rest)?));
            }
            "chain" => {
                found.notes.requires.insert(Require::Chain(Chain::parse(rest)?));
            }
            "string" => {
                let (seen, is_written) = rest.split_once(' ')?;
                let seen = Seen::parse(seen)?;
                found.notes.requires.insert(Require::String(seen, is_written.parse().ok()?));
            }
            "require" => {
                found.notes.requires.insert(Require::Text(rest.to_string()));
            }
            "callee" => {
                found.notes.requires.insert(Require::Callee(rest.to_string()));
            }
            "if" => {
                found.nonnull_if.insert(rest.parse().ok()?);
            }
            "allocator" => {
                found.notes.allocators.insert(rest.to_string());
            }
            "spared" => {
                found.notes.spared.insert(rest.parse().ok()?);
            }
            "null" => {
                let (index, offset) = rest.split_once(' ')?;
                found.notes.null_fills.insert((index.parse().ok()?, offset.parse().ok()?));
            }
            "followed" => {
                found.notes.followed.insert(TargetId(rest.parse().ok()?));
            }
            "indexed" => {
                let numbers: Vec<u64> = rest.split(' ').map(|it| it.parse().ok()).collect::<Option<_>>()?;
                let [owner, at, each] = numbers[..] else { return None };
                found.notes.indexed.insert((TargetId(u32::try_from(owner).ok()?), at, each));
            }
            "establishes" => {
                found.notes.established.insert(rest.parse().ok()?);
            }
            "breaks" => {
                let (index, rest) = rest.split_once(' ')?;
                let (span, text) = parse_place(rest)?;
                found.notes.broken.insert(index.parse().ok()?, (span, text.to_string()));
            }
            "result" => {
                found.notes.nonnull = rest.parse().ok()?;
                is_whole = true;
            }
            _ => return None,
        }
    }
    is_whole.then_some(found)
}

fn parse_failure(text: &str) -> Option<Failure> {
    let mut words = text.splitn(3, ' ');
    let check = words.next().and_then(Check::named)?;
    let severity = if words.next()? == "true" { Severity::Unsafe } else { Severity::Unknown };
    let (span, text) = parse_place(words.next()?)?;
    Some(Failure { span, check, severity, text: text.to_string() })
}

/// Reads a place, and what stands behind it.
fn parse_place(text: &str) -> Option<(Option<Span>, &str)> {
    let mut words = text.splitn(4, ' ');
    let place: Vec<&str> = words.by_ref().take(3).collect();
    let span = match place.as_slice() {
        ["-", "-", "-"] => None,
        [file, line, column] => {
            Some(Span::new(FileId(file.parse().ok()?), line.parse().ok()?, column.parse().ok()?)?)
        }
        _ => return None,
    };
    Some((span, words.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let mut found = Found::default();
        found.notes.nonnull = true;
        found.nonnull_if.insert(2);
        found.notes.spared.insert(1);
        found.notes.null_fills.insert((2, -8));
        found.notes.indexed.insert((TargetId(4), 8, 1));
        found.notes.followed.insert(TargetId(5));
        found.notes.established.insert(3);
        found.notes.broken.insert(7, (None, "it is not kept".to_string()));
        found.notes.requires.extend([
            Require::NonNull(1),
            Require::Text("a->b != NULL".to_string()),
            Require::Callee("`visit` keeps no pointer to `a`".to_string()),
        ]);
        for span in [None, Span::new(FileId(3), 14, 15)] {
            let text = "`x` is no node, when y == 0".to_string();
            let check = Check::Integrity;
            found.notes.failures.insert(Failure { span, check, severity: Severity::Unsafe, text });
        }
        let text = print(&found).unwrap();
        assert_eq!(parse(&text), Some(found));
        let cut = text.strip_suffix("result true\n").unwrap();
        assert_eq!(parse(cut), None, "an entry that is not whole");
    }
}
