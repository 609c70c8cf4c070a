//! The programs below `corpus/contracts`: each is proved as its header says, and no mutant of it is.
//!
//! The header has the lines `// command: prove` and `// functions: N`. A function is safe unless a line ends with
//! `// BUG: function: check`: then that check fails. Beside a program `NAME.c`, `NAME.mutants` has one mistake a line,
//! `what stands there => what stands there instead`: with it some function is not safe.

use contracts::Annotated;
use engine::{Budget, FunctionEngine, FunctionTask, FunctionVerdict, Malloc, Outcome, Silent};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/contracts")
}

fn programs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![corpus()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|it| it == "c") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

fn outcome(path: &Path, seconds: u64) -> Result<Outcome, String> {
    let program =
        frontend::load(&[path.to_path_buf()], &frontend::Options::default()).map_err(|it| it.to_string())?;
    let annotations = frontend::annotations::read(&program);
    let (wanted, malloc) = (&|_: &str| true, Malloc::MayFail);
    let task = FunctionTask { program: &program, annotations: &annotations, wanted, malloc };
    let engine = Annotated { function_time: Some(Duration::from_secs(seconds)), ..Annotated::default() };
    engine.run(&task, &Budget::unlimited(), &Silent).map_err(|it| format!("{it:?}"))
}

/// Does something with all, on all cores.
fn with_all<T: Sync>(all: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(one);
                }
            });
        }
    });
}

/// The mistakes that are marked, by function.
fn marks(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut marks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in text.lines() {
        if let Some((_, mark)) = line.split_once("// BUG: ") {
            let (function, check) = mark.split_once(": ").expect("`// BUG: function: check`");
            marks.entry(function.to_string()).or_default().push(check.trim().to_string());
        }
    }
    marks
}

#[test]
fn programs_are_as_they_say() {
    let wrong = Mutex::new(Vec::new());
    with_all(&programs(), |path| {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains("// command: prove\n"), "{}", path.display());
        let count = text
            .lines()
            .find_map(|line| line.strip_prefix("// functions: "))
            .expect("the number of functions");
        let marks = marks(&text);
        let outcome = outcome(path, 900).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(outcome.functions.len().to_string(), count, "{}", path.display());
        for function in &outcome.functions {
            let expected = marks.get(&function.name);
            let checks: Vec<&str> = function.findings.iter().map(|finding| finding.kind.name()).collect();
            let right = match expected {
                None => function.verdict() == FunctionVerdict::Safe,
                Some(expected) => {
                    function.verdict() == FunctionVerdict::Unsafe
                        && checks.iter().any(|check| expected.iter().any(|it| it == check))
                }
            };
            if !right {
                wrong.lock().unwrap().push(format!(
                    "{} {}: {:?} {checks:?} {:?}",
                    path.display(),
                    function.name,
                    function.verdict(),
                    function.ledger.entries()
                ));
            }
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_examples_of_the_documentation_are_proved() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/contracts.md")).unwrap();
    let mut inferred = 0;
    for (number, rest) in text.split("```c\n").skip(1).enumerate() {
        let (code, _) = rest.split_once("```").expect("its end");
        let path = std::env::temp_dir().join(format!("heapproof-example{number}-{}.c", std::process::id()));
        fs::write(&path, code).unwrap();
        let outcome = outcome(&path, 900).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(!outcome.functions.is_empty());
        assert!(outcome.functions.iter().all(|it| it.verdict() == FunctionVerdict::Safe), "{code}");
        inferred += outcome.functions.iter().map(|it| it.inferred.len()).sum::<usize>();
    }
    assert!(inferred > 0);
}

/// The text without loop invariants.
fn stripped(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    loop {
        let begins = ["/*@ loop invariant", "//@ loop invariant"].map(|word| rest.find(word));
        let Some(at) = begins.into_iter().flatten().min() else { return kept + rest };
        kept.push_str(&rest[..at]);
        let end = if rest[at..].starts_with("/*") { "*/" } else { "\n" };
        let stop = rest[at..].find(end).expect("an annotation ends") + end.len();
        rest = &rest[at + stop..];
    }
}

#[test]
fn the_programs_of_figure_12_need_no_loop_invariant() {
    let scratch = std::env::temp_dir().join(format!("heapproof-stripped-{}", std::process::id()));
    fs::create_dir_all(&scratch).unwrap();
    let mut all = programs();
    all.retain(|path| path.to_string_lossy().contains("figure12"));
    let open = Mutex::new(Vec::new());
    with_all(&all, |path| {
        let bare = scratch.join(path.file_name().unwrap());
        fs::write(&bare, stripped(&fs::read_to_string(path).unwrap())).unwrap();
        let outcome = outcome(&bare, 300).unwrap();
        if !outcome.functions.iter().all(|it| it.verdict() == FunctionVerdict::Safe) {
            open.lock().unwrap().push(path.clone());
        }
    });
    fs::remove_dir_all(&scratch).unwrap();
    assert_eq!(all.len(), 10);
    let open = open.into_inner().unwrap();
    assert!(open.is_empty(), "not proved: {open:?}");
}

/// A program with one mistake.
struct Mutant {
    /// The program, and the line that says what is changed.
    name: String,
    /// The text with the change.
    text: String,
    /// The line of the change.
    line: u32,
}

/// All mutants.
fn mutants() -> Vec<Mutant> {
    let mut all = Vec::new();
    for path in programs() {
        let Ok(mutants) = fs::read_to_string(path.with_extension("mutants")) else { continue };
        let text = fs::read_to_string(&path).unwrap();
        for line in mutants.lines().filter(|line| !line.is_empty()) {
            let (from, to) = line.split_once(" => ").expect("`from => to`");
            assert!(text.contains(from), "{}: `{from}` is not there", path.display());
            let before = text.split(from).next().unwrap_or_default();
            all.push(Mutant {
                name: format!("{}: {line}", path.display()),
                text: text.replacen(from, to.trim(), 1),
                line: 1 + before.matches('\n').count() as u32,
            });
        }
    }
    all
}

/// How long a function of a mutant may take: the slowest computes for forty seconds, and a busy machine leaves it a part of a
/// core.
const PATIENCE: Duration = Duration::from_secs(300);

/// Whether some function of a mutant is unsafe, and whether all are safe, but for those that are marked as wrong without the
/// mistake. Functions near it come first, and the first that is unsafe ends it.
fn verdict(path: &Path, line: u32) -> (bool, bool) {
    let program = frontend::load(&[path.to_path_buf()], &frontend::Options::default()).unwrap();
    let annotations = frontend::annotations::read(&program);
    let with_body = program.functions.iter().filter(|function| function.body.is_some());
    let mut functions: Vec<(u32, &str)> = with_body
        .filter_map(|function| Some((function.span?.line.get().abs_diff(line), function.name.as_str())))
        .collect();
    let marks = marks(&fs::read_to_string(path).unwrap());
    functions.retain(|(_, name)| !marks.contains_key(*name));
    functions.sort_unstable();
    let mut all_safe = true;
    for (_, name) in functions {
        let (wanted, malloc) = (&|it: &str| it == name, Malloc::MayFail);
        let task = FunctionTask { program: &program, annotations: &annotations, wanted, malloc };
        let engine = Annotated { function_time: Some(PATIENCE), ..Annotated::default() };
        let outcome = engine.run(&task, &Budget::unlimited(), &Silent).unwrap();
        if outcome.functions.iter().any(|it| it.verdict() == FunctionVerdict::Unsafe) {
            return (true, false);
        }
        all_safe &= outcome.functions.iter().all(|it| it.verdict() == FunctionVerdict::Safe);
    }
    (false, all_safe)
}

/// No mutant is safe, and all are refuted.
fn look_at(name: &str, all: Vec<Mutant>) {
    let scratch = std::env::temp_dir().join(format!("heapproof-{name}-{}", std::process::id()));
    fs::create_dir_all(&scratch).unwrap();
    let (wrong, open) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let all: Vec<(usize, Mutant)> = all.into_iter().enumerate().collect();
    with_all(&all, |(number, Mutant { name, text, line })| {
        let mutant = scratch.join(format!("{number}.c"));
        fs::write(&mutant, text).unwrap();
        match verdict(&mutant, *line) {
            (true, _) => {}
            (false, true) => wrong.lock().unwrap().push(name.clone()),
            (false, false) => open.lock().unwrap().push(name.clone()),
        }
    });
    fs::remove_dir_all(&scratch).unwrap();
    let (wrong, open, count) = (wrong.into_inner().unwrap(), open.into_inner().unwrap(), all.len());
    assert!(wrong.is_empty(), "called safe:\n{}", wrong.join("\n"));
    assert!(open.is_empty(), "{} of {count} not refuted:\n{}", open.len(), open.join("\n"));
}

/// How many of the mutants are looked at with every change: one of so many.
const SAMPLED: usize = 3;

#[test]
fn all_mutants_of_a_sample_are_refuted() {
    let all = mutants();
    assert!(all.len() >= 500, "{} mutants", all.len());
    let some = all.into_iter().enumerate().filter(|(number, _)| number % SAMPLED == 0);
    look_at("mutants-sampled", some.map(|(_, mutant)| mutant).collect());
}

#[test]
#[ignore = "takes minutes; every third mutant is looked at with every change"]
fn all_mutants_are_refuted() {
    look_at("mutants", mutants());
}
