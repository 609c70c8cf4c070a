//! The CHR solver: how the store condition scales with the number of fields, and the public SMCHR test suite.
//!
//! The store condition is that of `xs->f = ys` for a node type with k links: if the memory was a closed data
//! structure before, it is one after. It is what the modular analysis asks most often, and what chains of binary
//! partitions make exponential; the published solver takes 27 s for k = 8, or 2.65 s conjunct by conjunct. Here each
//! conjunct is a goal of its own.
//!
//! The suite is a folder of groups with `name.in`, the lines to expect in `name.exp`, and options in `options` and
//! `name.opt`. Where the published solver's binary is given, it runs the same tests on the same machine.

use super::{LIMIT, best};
use crate::process;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The numbers of fields that are measured.
pub const FIELDS: &[usize] = &[2, 3, 4, 6, 8, 12, 16, 24, 32];

/// `F1, .., Fk`, with a suffix.
fn fields(k: usize, suffix: &str) -> String {
    joined(k, ", ", |i| format!("F{i}{suffix}"))
}

fn joined(k: usize, between: &str, part: impl Fn(usize) -> String) -> String {
    (1..=k).map(part).collect::<Vec<_>>().join(between)
}

/// The rules of the data-structure solver for one node type with k links.
fn rules(k: usize) -> String {
    let f = fields(k, "");
    let missing = |p: &str| joined(k, " \\/ ", |i| format!("not dom(F{i}, {p} + {})", i - 1));
    let mut text = joined(k, "", |i| format!("closed({f}) /\\ in(F{i}, _, v) ==> node(v, {f});\n"));
    let cells = joined(k, " /\\ ", |i| format!("dom(F{i}, p + {})", i - 1));
    text.push_str(&format!("node(p, {f}) ==> p = 0 \\/ ({cells});\n"));
    text.push_str(&format!("not node(p, {f}) --> p != 0 /\\ ({});\n", missing("p")));
    let dangling = joined(k, " \\/ ", |i| format!("(in(F{i}, s, t) /\\ t != 0 /\\ ({}))", missing("t")));
    text.push_str(&format!("not closed({f}) --> {dangling};\n"));
    text
}

/// One goal for each conjunct of the condition, negated. The new field heaps are the new memory restricted to the
/// domains of the old ones.
fn goals(k: usize) -> String {
    let (f, g) = (fields(k, ""), fields(k, "n"));
    let restricted =
        joined(k, " /\\ ", |i| format!("sub(F{i}n, H) /\\ domsub(F{i}, F{i}n) /\\ domsub(F{i}n, F{i})"));
    let premises = format!(
        "sep(H0, {f}, Cxt) /\\ closed({f}) /\\ node(xs, {f}) /\\ xs != 0 /\\ assign(H, H0, xs + {}, ys) /\\ \
         node(ys, {f}) /\\ {restricted}",
        k / 2
    );
    format!(
        "{premises} /\\ not sep(H, {g}, Cxt)\n{premises} /\\ not closed({g})\n{premises} /\\ not node(xs, {g})\n"
    )
}

/// Prints how long it takes to refute the negated store condition, with the start of the program.
pub fn scaling(heapproof: &Path) -> Result<()> {
    println!("the store condition for a node type with k links, in the CHR solver, processor time");
    println!("{:>4} {:>10}", "k", "time");
    let scratch = super::scratch("chr")?;
    let (rule_file, goal_file) = (scratch.join("store.chr"), scratch.join("store.goals"));
    for k in FIELDS {
        fs::write(&rule_file, rules(*k))?;
        fs::write(&goal_file, goals(*k))?;
        let finished = best(|| {
            let mut chr = Command::new(heapproof);
            // With --script anything but UNSAT is a failure.
            chr.args(["chr", "--script", "-s"]).arg(format!("eq,linear,heaps,{}", rule_file.display()));
            chr.arg(&goal_file);
            chr
        })?;
        println!("{k:>4} {:>8.1}ms", finished.cpu.as_secs_f64() * 1e3);
    }
    fs::remove_dir_all(&scratch)?;
    println!();
    Ok(())
}

/// A test of the suite.
struct Test {
    folder: PathBuf,
    input: PathBuf,
    /// `-s a,b.chr`, as both solvers understand it.
    solvers: Vec<String>,
    expected: Vec<String>,
}

/// The sums over a group of tests.
#[derive(Default)]
struct Sums {
    tests: usize,
    ours: Duration,
    our_answers: usize,
    published: Duration,
    published_answers: usize,
}

/// Runs the suite with our solver and, if its binary is given, the published one.
pub fn suite(heapproof: &Path, folder: &Path, published: Option<&Path>) -> Result<()> {
    println!("the SMCHR test suite, one process a test, processor time");
    println!(
        "{:<16} {:>5} {:>9} {:>10} {:>9} {:>10}",
        "group", "tests", "agree", "heapproof", "agree", "published"
    );
    let published = published.map(fs::canonicalize).transpose().context("the published solver")?;
    let mut total = Sums::default();
    let mut different = Vec::new();
    for group in sorted(folder, |path| path.is_dir())? {
        let mut sums = Sums::default();
        for input in sorted(&group, |path| path.extension().is_some_and(|extension| extension == "in"))? {
            let id = format!("{}/{}", super::name(&group), super::name(&input));
            let test = read_test(&group, input)?;
            sums.tests += 1;
            let mut ours = Command::new(heapproof);
            ours.args(["chr", "-v"]).args(&test.solvers).arg(&test.input).current_dir(&test.folder);
            let (time, agrees) = run_test(&mut ours, &test)?;
            sums.ours += time;
            sums.our_answers += usize::from(agrees);
            if !agrees {
                different.push(id);
            }
            if let Some(published) = &published {
                let mut theirs = Command::new(published);
                theirs.args(&test.solvers).args(["--silent", "--verbosity=9", "--input"]);
                theirs.arg(&test.input).current_dir(&test.folder);
                let (time, agrees) = run_test(&mut theirs, &test)?;
                sums.published += time;
                sums.published_answers += usize::from(agrees);
            }
        }
        if sums.tests > 0 {
            show(&super::name(&group), &sums, published.is_some());
        }
        total.tests += sums.tests;
        total.ours += sums.ours;
        total.our_answers += sums.our_answers;
        total.published += sums.published;
        total.published_answers += sums.published_answers;
    }
    ensure!(total.tests > 0, "{} holds no tests", folder.display());
    show("all", &total, published.is_some());
    for test in different {
        println!("  another answer than expected: {test}");
    }
    println!();
    Ok(())
}

fn show(name: &str, sums: &Sums, with_published: bool) {
    let ms = |time: Duration| format!("{:.0}ms", time.as_secs_f64() * 1e3);
    let mut line = format!("{name:<16} {:>5} {:>9} {:>10}", sums.tests, sums.our_answers, ms(sums.ours));
    if with_published {
        line.push_str(&format!(" {:>9} {:>10}", sums.published_answers, ms(sums.published)));
    }
    println!("{line}");
}

/// What is in a folder and wanted, by name.
fn sorted(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| wanted(path));
    paths.sort();
    Ok(paths)
}

fn read_test(folder: &Path, input: PathBuf) -> Result<Test> {
    let read = |path: PathBuf| if path.exists() { fs::read_to_string(path) } else { Ok(String::new()) };
    let options = format!("{} {}", read(folder.join("options"))?, read(input.with_extension("opt"))?);
    let mut words = options.split_whitespace();
    let mut solvers = Vec::new();
    while let Some(word) = words.next() {
        // The only other options are about how much is printed.
        if word == "-s" || word == "--solver" {
            solvers.extend(["-s".to_string(), words.next().context("-s has an argument")?.to_string()]);
        }
    }
    if solvers.is_empty() {
        // Without options the published solver uses no theory, and ours all of them.
        solvers.extend(["-s", "sat"].map(str::to_string));
    }
    // The lines are patterns in which a star is escaped.
    let expected = read(input.with_extension("exp"))?;
    let expected = expected.lines().map(|line| line.replace("\\*", "*")).collect();
    Ok(Test { folder: folder.to_path_buf(), input: fs::canonicalize(input)?, solvers, expected })
}

/// How much processor time a solver takes, which other work on the machine hardly changes, and whether its output has
/// all expected lines.
fn run_test(solver: &mut Command, test: &Test) -> Result<(Duration, bool)> {
    let finished = process::run(solver, LIMIT)?;
    let output = String::from_utf8_lossy(&finished.stdout);
    let has = |line: &String| output.contains(line.as_str()) || finished.stderr.contains(line.as_str());
    Ok((finished.cpu, test.expected.iter().all(has)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_condition_has_one_goal_per_conjunct_and_mentions_every_field() {
        for k in FIELDS {
            let (rules, goals) = (rules(*k), goals(*k));
            assert_eq!(goals.lines().count(), 3);
            assert_eq!(rules.lines().count(), k + 3);
            for line in goals.lines() {
                assert!(line.contains(&format!("sub(F{k}n, H)")), "{line}");
            }
            assert!(rules.contains(&format!("not dom(F{k}, t + {})", k - 1)));
        }
    }
}
