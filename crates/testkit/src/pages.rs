//! Pages of `--html`, visited in a browser by `scripts/browser/visit.mjs`, and what must be true of what it saw.

use crate::corpus::programs;
use crate::tools;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How large the page of a usual run may be, in bytes.
const LARGEST: u64 = 1_000_000;
/// How long a step may take on a busy machine, in milliseconds, so that a key can be held down.
const PACE: f64 = 100.0;
/// The programs of zlib's documentation that are small enough: code that nobody wrote to be checked.
const REAL: [&str; 3] = ["enough.c", "fitblk.c", "gznorm.c"];
/// Where Debian's package `zlib1g-dev` puts them.
const REAL_FOLDER: &str = "/usr/share/doc/zlib1g-dev/examples";

/// A command line of heapproof, and the folder in which it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// A name for the page.
    pub name: String,
    folder: PathBuf,
    arguments: Vec<String>,
}

/// Twenty programs of the corpus, of all kinds, and the real ones that are there.
pub fn sample() -> Result<Vec<Run>> {
    let corpus = crate::corpus_directory();
    let all = programs(&corpus)?;
    let (wrong, right): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, truth)| !truth.bugs.is_empty());
    let lists: Vec<_> = right.into_iter().filter(|(program, _)| program.starts_with("shape")).collect();
    let mut runs = Vec::new();
    for (program, truth) in spread(&wrong, 10).chain(spread(&lists, 4)) {
        let auto = crate::engines::Engine { name: "auto".to_string(), by_paths: false };
        let arguments = crate::answer::arguments(program, truth, &auto, crate::answer::Effort::Repeat);
        runs.push(Run { name: name(program), folder: corpus.clone(), arguments });
    }
    for (folder, command, count) in [("lib/mutants", "lib", 4), ("contracts/everyday", "prove", 2)] {
        let mut files: Vec<PathBuf> = std::fs::read_dir(corpus.join(folder))?
            .map(|entry| entry.map(|entry| Path::new(folder).join(entry.file_name())))
            .collect::<Result<_, _>>()?;
        files.retain(|file| file.extension().is_some_and(|it| it == "c"));
        files.sort();
        for file in spread(&files, count) {
            let mut arguments = vec![command.to_string(), file.display().to_string()];
            if command == "lib" {
                arguments.push("--no-cache".to_string());
            }
            runs.push(Run { name: name(file), folder: corpus.clone(), arguments });
        }
    }
    for file in REAL.map(|file| Path::new(REAL_FOLDER).join(file)).iter().filter(|file| file.exists()) {
        let arguments = ["check", "--extern=havoc", "--timeout=20"].map(str::to_string).into_iter();
        let file_name = file.display().to_string();
        let arguments = arguments.chain([file_name]).collect();
        runs.push(Run { name: name(file), folder: corpus.clone(), arguments });
    }
    Ok(runs)
}

/// So many items, evenly spread.
fn spread<T>(items: &[T], count: usize) -> impl Iterator<Item = &T> {
    items.iter().step_by((items.len() / count).max(1)).take(count)
}

fn name(path: &Path) -> String {
    path.with_extension("").display().to_string().trim_start_matches('/').replace('/', "-")
}

/// Writes the page of a run below a folder.
pub fn write(binary: &Path, run: &Run, folder: &Path) -> Result<PathBuf> {
    let page = folder.join(&run.name);
    let output = Command::new(binary)
        .args(&run.arguments)
        .arg("--html")
        .arg(&page)
        .current_dir(&run.folder)
        .output()
        .context("heapproof does not start")?;
    ensure!(
        [Some(0), Some(1), Some(3)].contains(&output.status.code()),
        "{:?} ends with {}: {}",
        run.arguments,
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(page.join("index.html"))
}

/// Visits pages; what was seen on each.
pub fn visit(pages: &[PathBuf], pictures: Option<&Path>) -> Result<Vec<Value>> {
    let mut visit = tools::node()?;
    visit.arg(tools::root().join("scripts/browser/visit.mjs"));
    if let Some(folder) = pictures {
        visit.arg("--pictures").arg(folder);
    }
    let output = tools::succeed(visit.args(pages))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let seen: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    ensure!(seen.len() == pages.len(), "{} of {} pages were visited", seen.len(), pages.len());
    Ok(seen)
}

/// What is wrong with a page, in words.
pub fn problems(seen: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let empty = [
        ("problems", "says on the console"),
        ("requests", "asks the network for"),
        ("unreached", "has stories that the keyboard does not reach"),
        ("overflow", "is wider than a screen"),
        ("axe", "is not accessible"),
    ];
    for (key, words) in empty {
        let list = seen[key].as_array();
        if list.is_none_or(|list| !list.is_empty()) {
            wrong.push(format!("{words}: {}", seen[key]));
        }
    }
    if seen["bytes"].as_u64().is_none_or(|bytes| bytes > LARGEST) {
        wrong.push(format!("has {} bytes", seen["bytes"]));
    }
    for story in seen["stories"].as_array().into_iter().flatten() {
        let number = |key: &str| story[key].as_u64().unwrap_or(0);
        let kind = story["story"].as_str().unwrap_or_default();
        if story["pace"].as_f64().is_none_or(|pace| pace > PACE) {
            wrong.push(format!("is slow to step through: {story}"));
        }
        if number("steps") == 0 || number("walked") < number("steps").min(60) {
            wrong.push(format!("cannot be stepped through: {story}"));
        }
        // A replayed error is recorded: some of its steps change memory. It opens at the error.
        let is_replayed = kind.contains("error") && seen["functions"].is_null();
        if is_replayed && number("steps") > 6 && number("heaps") < 2 {
            wrong.push(format!("has one picture for all steps: {story}"));
        }
        if is_replayed && (story["same"] != true || story["opens"] != story["last"]) {
            wrong.push(format!("does not open at the error: {story}"));
        }
    }
    if let Some(table) = seen["functions"].as_object() {
        let hidden: u64 =
            table["verdicts"].as_object().into_iter().flatten().filter_map(|it| it.1.as_u64()).sum();
        if table["none"] != 0 || table["again"] != table["all"] || Some(hidden) != table["all"].as_u64() {
            wrong.push(format!("has a table that does not filter: {}", seen["functions"]));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_page_that_is_wrong_is_noticed() {
        let good = json!({
            "bytes": 1000, "problems": [], "requests": [], "unreached": [], "overflow": [], "axe": [],
            "stories": [{ "steps": 9, "walked": 9, "heaps": 5, "same": true, "opens": 3, "last": 3, "pace": 0.1,
                          "story": "story error current" }],
        });
        assert_eq!(problems(&good), Vec::<String>::new());
        let spoilt = [
            ("/problems", json!(["error: x"])),
            ("/requests", json!(["an address"])),
            ("/unreached", json!(["story-2"])),
            ("/axe", json!(["color-contrast"])),
            ("/bytes", json!(2_000_000)),
            ("/stories/0/heaps", json!(1)),
            ("/stories/0/walked", json!(3)),
            ("/stories/0/opens", json!(1)),
            ("/stories/0/pace", json!(400.0)),
        ];
        for (pointer, value) in spoilt {
            let mut page = good.clone();
            *page.pointer_mut(pointer).unwrap() = value;
            assert_eq!(problems(&page).len(), 1, "{pointer}");
        }
    }
}
