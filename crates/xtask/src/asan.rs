//! AddressSanitizer as an oracle for the errors that the interpreter detects.
//!
//! Each program is compiled with AddressSanitizer and run; where it asks for inputs several times, with some ones and
//! then zeros, so that loops end. The interpreter runs it the same way. Both must find the same kind of error, or
//! none. A difference counts as a mistake unless `docs/suites.md` explains it.

use crate::{pool, process, suite};
use anyhow::{Context, Result, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long a program may run.
const LIMIT: Duration = Duration::from_secs(5);

/// What the compiled program is linked with.
const SURROUNDINGS: &str = include_str!("asan/surroundings.c");

/// How many ones a program reads before the zeros, in one run each.
const ONES: [usize; 4] = [0, 1, 2, 5];

/// What is compared.
#[derive(clap::Args)]
pub struct Options {
    /// Folders to look for programs in, with their sub-folders
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Only programs whose path contains this
    #[arg(long)]
    only: Option<String>,
    /// The binary to run, instead of building one
    #[arg(long)]
    heapproof: Option<PathBuf>,
}

/// What a run shows, in words of this chore. The interpreter goes on after a leak, so it may show several.
type Seen = BTreeSet<&'static str>;

/// How a program fared.
enum Fate {
    /// Nothing to compare with: it does not compile or does not end.
    NoOracle(&'static str),
    /// Both see the same.
    Agree,
    /// The interpreter says that it cannot run it.
    Unsupported(String),
    /// They see something else.
    Differ(Seen, Seen),
}

/// Compares, prints what differs and the totals; fails if a difference is not explained.
pub fn run(options: &Options) -> Result<()> {
    let heapproof = process::heapproof(options.heapproof.as_deref())?;
    let explained = explained(&process::root().join("docs/suites.md"))?;
    let scratch = std::env::temp_dir().join(format!("heapproof-asan-{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    fs::write(scratch.join("surroundings.c"), SURROUNDINGS)?;
    let mut programs = Vec::new();
    for folder in &options.folders {
        programs.extend(suite::collect(folder, "c")?);
    }
    programs.retain(|path| options.only.as_ref().is_none_or(|only| path.to_string_lossy().contains(only)));
    ensure!(!programs.is_empty(), "no C program in {:?}", options.folders);
    let numbered: Vec<(usize, &PathBuf)> = programs.iter().enumerate().collect();
    let fates = pool::map(&numbered, |(number, program)| {
        compare(program, &heapproof, &scratch, &format!("program{number}"))
    });
    fs::remove_dir_all(&scratch)?;
    report(&programs, fates, &explained)
}

/// Prints what differs and the totals.
fn report(
    programs: &[PathBuf],
    fates: Vec<Result<Fate>>,
    explained: &BTreeMap<(String, String, String), String>,
) -> Result<()> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (program, fate) in programs.iter().zip(fates) {
        let name = short_name(program);
        let what = match fate? {
            Fate::Agree => "agree",
            Fate::NoOracle(why) => why,
            Fate::Unsupported(reason) => {
                println!("unsupported {name}: {reason}");
                "unsupported"
            }
            Fate::Differ(native, ours) => {
                let (native, ours) = (words(&native), words(&ours));
                match explained.contains_key(&(name.clone(), native.clone(), ours.clone())) {
                    true => "explained",
                    false => {
                        println!("differ      {name}: AddressSanitizer {native}, ours {ours}");
                        "differ"
                    }
                }
            }
        };
        *counts.entry(what).or_default() += 1;
    }
    for (what, count) in &counts {
        println!("{count:5} {what}");
    }
    match counts.get("differ") {
        None => Ok(()),
        Some(count) => bail!("{count} programs differ"),
    }
}

/// A program's name as the documentation has it: its folder and its name.
fn short_name(program: &Path) -> String {
    let part = |path: Option<&Path>| {
        path.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
    };
    format!("{}/{}", part(program.parent()), part(Some(&program.with_extension(""))))
}

fn words(seen: &Seen) -> String {
    match seen.is_empty() {
        true => "nothing".to_string(),
        false => seen.iter().copied().collect::<Vec<_>>().join(", "),
    }
}

fn compare(program: &Path, heapproof: &Path, scratch: &Path, name: &str) -> Result<Fate> {
    let mut own = suite::predator::arguments(program, scratch)?;
    own.push("-std=gnu89".to_string());
    let binary = scratch.join(name);
    let mut clang = Command::new("clang-19");
    clang.args(["-g", "-O0", "-w", "-fsanitize=address"]).args(suite::LENIENT).args(&own).arg(program);
    clang.arg(scratch.join("surroundings.c")).args(["-Wl,--wrap=main", "-lm"]).arg("-o").arg(&binary);
    if process::run(&mut clang, LIMIT)?.code != Some(0) {
        return Ok(Fate::NoOracle("not compiled or not linked"));
    }
    let reads_inputs = String::from_utf8_lossy(&fs::read(program)?).contains("nondet");
    let mut fate = Fate::Agree;
    for ones in &ONES[..if reads_inputs { ONES.len() } else { 1 }] {
        let mut native = Command::new(&binary);
        native.env(
            "ASAN_OPTIONS",
            "detect_leaks=1:detect_stack_use_after_return=1:handle_abort=0:allocator_may_return_null=1",
        );
        let native = process::run(native.env("ONES", ones.to_string()), LIMIT)?;
        let mut ours = Command::new(heapproof);
        ours.args(["run", &format!("--timeout={}", LIMIT.as_secs())]);
        ours.args((*ones > 0).then(|| format!("--input={}", vec!["1"; *ones].join(","))));
        ours.args(suite::LENIENT.map(|flag| format!("--clang-arg={flag}"))).args(&own).arg(program);
        let ours = process::run(&mut ours, LIMIT + Duration::from_secs(5))?;
        fate = judge(&native, &ours);
        if !matches!(fate, Fate::Agree) {
            break;
        }
    }
    fs::remove_file(&binary)?;
    Ok(fate)
}

/// Compares what two runs show.
fn judge(native: &process::Finished, ours: &process::Finished) -> Fate {
    let Some(code) = native.code else { return Fate::NoOracle("not ended in time") };
    let theirs = seen_by_sanitizer(&native.stderr, code);
    let seen = seen_by_us(&ours.stderr, ours.code);
    if seen.is_empty() && (ours.code == Some(3) || ours.code.is_none()) && code != 3 {
        let reason = ours.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("no message");
        return Fate::Unsupported(reason.to_string());
    }
    // The sanitizer ends a run at the first error it sees, and looks for leaks at the end of one without.
    let agree = theirs == seen || (theirs.len() == 1 && !theirs.contains("leak") && theirs.is_subset(&seen));
    if agree { Fate::Agree } else { Fate::Differ(theirs, seen) }
}

/// What AddressSanitizer's report, or the way the program ended, says.
fn seen_by_sanitizer(stderr: &str, code: i32) -> Seen {
    const KINDS: [(&str, &str); 15] = [
        ("heap-use-after-free", "use-after-free"),
        ("use-after-poison", "use-after-free"),
        ("attempting double-free", "double-free"),
        ("attempting free on address", "invalid-free"),
        ("bad-free", "invalid-free"),
        ("attempting to call malloc_usable_size", "invalid-free"),
        ("buffer-overflow", "out-of-bounds"),
        ("buffer-underflow", "out-of-bounds"),
        ("stack-use-after", "use-after-scope"),
        ("param-overlap", "overlapping-copy"),
        ("stack-overflow", "stack-overflow"),
        ("detected memory leaks", "leak"),
        ("FPE", "arithmetic"),
        ("SEGV", "bad address"),
        ("BUS", "bad address"),
    ];
    if let Some(line) = stderr.lines().find(|line| line.contains("ERROR: ") && line.contains("Sanitizer")) {
        let kind = KINDS.iter().find(|(word, _)| line.contains(word));
        return Seen::from([kind.map_or("something else", |(_, kind)| *kind)]);
    }
    killed(code)
}

/// What a signal that ended a program says.
fn killed(code: i32) -> Seen {
    // SIGABRT and SIGFPE.
    match code {
        134 => Seen::from(["abort"]),
        136 => Seen::from(["arithmetic"]),
        _ => Seen::new(),
    }
}

/// What the interpreter reports, or the way the program ended there, in the words of the sanitizer.
fn seen_by_us(stderr: &str, code: Option<i32>) -> Seen {
    const KINDS: [(&str, &str); 11] = [
        ("null-deref", "bad address"),
        ("invalid-pointer", "bad address"),
        ("use-after-free", "use-after-free"),
        ("out-of-bounds", "out-of-bounds"),
        ("use-after-scope", "use-after-scope"),
        ("overlapping-copy", "overlapping-copy"),
        ("double-free", "double-free"),
        ("invalid-free", "invalid-free"),
        ("leak", "leak"),
        ("assertion-failure", "abort"),
        ("reach-error", "abort"),
    ];
    let kind = |line: &str| {
        let name = line.strip_prefix("error[")?.split(']').next()?;
        KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    };
    stderr.lines().filter_map(kind).chain(killed(code.unwrap_or(0))).collect()
}

/// The rows `| program | AddressSanitizer | ours | why |` of the documentation.
fn explained(path: &Path) -> Result<BTreeMap<(String, String, String), String>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
        let [program, native, ours, why] = cells[..] else { return None };
        Some(((program.to_string(), native.to_string(), ours.to_string()), why.to_string()))
    };
    Ok(text.lines().filter_map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_both_sides_are_read() {
        let report = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010";
        assert_eq!(seen_by_sanitizer(report, 1), Seen::from(["use-after-free"]));
        assert_eq!(seen_by_sanitizer("", 134), Seen::from(["abort"]));
        let unknown = "==1==ERROR: AddressSanitizer: something new";
        assert_eq!(seen_by_sanitizer(unknown, 1), Seen::from(["something else"]));
        assert_eq!(
            seen_by_us("error[leak]: the last\n --> a.c\nerror[double-free]: x\n", Some(1)),
            Seen::from(["leak", "double-free"])
        );
        assert_eq!(words(&Seen::new()), "nothing");
    }
}
