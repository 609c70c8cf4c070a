//! The house rules that a machine can check. A failure names the rule and why it is there.
//!
//! - Crates depend on each other only as [`ALLOWED`] says: the walls of the architecture.
//! - Dependencies have licences that `deny.toml` allows, and come from one registry ([`crate::dependencies`]).
//! - Every crate takes the lints of the workspace, so that none of them is forgotten somewhere.
//! - A dependency is named with its version once, in the workspace's `Cargo.toml`.
//! - Every source file opens with `//!`, so that a reader learns its subject first.
//! - Only `frontend` contains `unsafe`.
//! - Engines ([`ENGINES`]) do not depend on each other and do not speak of verdicts, and no type of `engine` has a verdict
//!   in a field: verdicts are computed, in `engine`, from what engines leave.
//! - Engines and the interpreter know no function of the C library by its name: they ask `clib` ([`BY_NAME`]).
//! - `engine` contains no sentence and, but for [`FREE_TEXT`], no text that an engine may fill with one: its data is put
//!   in words by `report`.
//! - The transfer function of `explore` names neither scheduler, strategy nor outcome: it only says steps.
//! - In `explore` nothing but a strategy names one: states carry what strategies note, and nobody else reads it.
//! - States ([`STATES`]) are plain data: no solver, clock or cell inside that changes behind a shared reference.
//! - Libraries that only one crate may know ([`BEHIND_A_WALL`]) are used by that one.
//! - `heap` and `explore` use the papers' words ([`WORDS`]).

use crate::process::root;
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Which crates a crate may use. Tests (dev-dependencies) may use more.
const ALLOWED: &[(&str, &[&str])] = &[
    ("budget", &[]),
    ("ir", &[]),
    ("clib", &["ir"]),
    ("frontend", &["ir", "clib"]),
    ("interp", &["ir", "clib", "budget"]),
    ("logic", &["budget"]),
    ("chr", &["budget"]),
    ("engine", &["ir", "clib", "budget"]),
    ("numbers", &["logic"]),
    ("heap", &["ir", "logic", "numbers"]),
    ("explore", &["ir", "logic", "numbers", "heap", "clib", "engine"]),
    ("template", &["ir", "logic", "numbers", "clib", "engine"]),
    ("modular", &["ir", "chr", "clib", "engine"]),
    ("contracts", &["ir", "clib", "logic", "engine"]),
    ("portfolio", &["ir", "clib", "interp", "engine", "explore", "template", "modular", "contracts"]),
    ("report", &["ir", "clib", "engine"]),
    ("fuzz", &["ir", "clib", "frontend", "interp", "engine", "modular", "portfolio"]),
    ("testkit", &[]),
    ("xtask", &["testkit"]),
];

/// The crates that are engines.
const ENGINES: &[&str] = &["explore", "template", "modular", "contracts"];

/// Names of library functions that somebody would write into an engine first.
const BY_NAME: &[&str] =
    &["malloc", "calloc", "realloc", "free", "abort", "exit", "memcpy", "strlen", "printf", "scanf"];

/// The crate that wires everything together and may use all others.
const WIRING: &str = "cli";

/// The crate that may contain `unsafe`, because it talks to LLVM.
const MAY_BE_UNSAFE: &str = "frontend";

/// The variants of `engine` that hold a bare text, which is a name or an expression of the source program.
const FREE_TEXT: &[&str] = &["Call", "Environment", "File", "NotNull", "Holds"];

/// Where the transfer function is, and what it may not name: whoever executes an instruction must not be able to book
/// anything or know who chose the state.
const TRANSFER: &str = "crates/explore/src/transfer";
const HIDDEN_FROM_TRANSFER: &[&str] = &[
    "use crate::scheduler",
    "use crate::strategy",
    "use crate::outcome",
    "engine::Outcome",
    "engine::Ledger",
    "engine::Finding",
    "Outcome,",
    "Ledger,",
    "Finding,",
];

/// Where the walls of the strategies are, and what may not be named outside of them; `lib.rs` chooses one.
const EXPLORE: &str = "crates/explore/src";
const STRATEGIES: &str = "crates/explore/src/strategy";
const CHOOSES_STRATEGY: &str = "crates/explore/src/lib.rs";
const ONE_STRATEGY: &[&str] = &["strategy::exact", "strategy::guided", "strategy::shape", "strategy::seen"];

/// Where states are, and what they may not contain.
const STATES: &[&str] = &["crates/explore/src/state.rs", "crates/modular/src/state", "crates/heap/src"];
const NOT_PLAIN: &[&str] = &["RefCell", "Cell<", "Mutex", "RwLock", "Instant", "Solver,", "Solver>"];

/// Libraries that are hidden behind one crate.
const BEHIND_A_WALL: &[(&str, &str)] = &[("llvm-sys", "frontend"), ("batsat", "logic")];

/// Words of the trade that have one spelling here: what is not written, and what is instead.
const WORDS: &[(&str, &str)] = &[
    ("unfold", "materialise"),
    ("doubt", "uncertain reachability"),
    ("piece", "has-value edge"),
    ("bury", "kill"),
    ("nodehandle", "target specifier"),
];

/// Checks all rules and lists every violation.
pub fn run() -> Result<()> {
    let mut violations = crate::dependencies::problems()?;
    let mut crates: Vec<PathBuf> = fs::read_dir(root().join("crates"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    crates.sort();
    for path in &crates {
        let name = path.file_name().context("a crate has a name")?.to_string_lossy().into_owned();
        check_dependencies(path, &name, &mut violations)?;
        let mut sources = Vec::new();
        collect_sources(path, &mut sources)?;
        for source in sources {
            check_source(&source, &name, &mut violations)?;
        }
    }
    if violations.is_empty() {
        println!("tidy: {} crates follow the house rules", crates.len());
        return Ok(());
    }
    bail!("the house rules are broken:\n{}", violations.join("\n"));
}

fn check_dependencies(path: &Path, name: &str, violations: &mut Vec<String>) -> Result<()> {
    let text = fs::read_to_string(path.join("Cargo.toml"))
        .with_context(|| format!("crates/{name} has no Cargo.toml"))?;
    let manifest: toml::Table = text.parse().with_context(|| format!("crates/{name}/Cargo.toml"))?;
    check_versions(name, &manifest, violations);
    check_lints(name, &manifest, violations);
    for (library, owner) in BEHIND_A_WALL {
        if name != *owner && dependencies_of(&manifest, "dependencies").any(|(it, _)| it == library) {
            violations.push(format!("crates/{name} uses `{library}`: nobody but `{owner}` knows of it"));
        }
    }
    if name == WIRING {
        return Ok(());
    }
    let Some((_, allowed)) = ALLOWED.iter().find(|(crate_name, _)| *crate_name == name) else {
        violations.push(format!(
            "crates/{name}: not in the table of allowed dependencies (crates/xtask/src/tidy.rs)"
        ));
        return Ok(());
    };
    let allowed: BTreeSet<_> = allowed.iter().copied().collect();
    if ENGINES.contains(&name) {
        for (other, _) in dependencies_of(&manifest, "dependencies") {
            if ENGINES.contains(&other.as_str()) {
                violations.push(format!("crates/{name} uses `{other}`: engines do not depend on each other"));
            }
        }
    }
    let is_ours = |dependency: &str| ALLOWED.iter().any(|(crate_name, _)| *crate_name == dependency);
    for (dependency, _) in dependencies_of(&manifest, "dependencies") {
        if is_ours(dependency) && !allowed.contains(dependency.as_str()) {
            violations.push(format!(
                "crates/{name} uses `{dependency}`: the architecture allows it only {allowed:?} (see ARCHITECTURE.md)"
            ));
        }
    }
    Ok(())
}

fn check_lints(name: &str, manifest: &toml::Table, violations: &mut Vec<String>) {
    let inherits = manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(|it| it.as_bool());
    if inherits != Some(true) {
        violations.push(format!(
            "crates/{name}: a crate takes the lints of the workspace (`[lints] workspace = true`)"
        ));
    }
}

fn check_versions(name: &str, manifest: &toml::Table, violations: &mut Vec<String>) {
    for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
        for (dependency, spec) in dependencies_of(manifest, section) {
            if spec.get("workspace").is_none() {
                violations.push(format!(
                    "crates/{name}: `{dependency}` is named with its version in the workspace's Cargo.toml, and here as \
                     `{dependency}.workspace = true`"
                ));
            }
        }
    }
}

fn dependencies_of<'a>(
    manifest: &'a toml::Table,
    section: &str,
) -> impl Iterator<Item = (&'a String, &'a toml::Value)> + use<'a> {
    manifest.get(section).and_then(|table| table.as_table()).into_iter().flatten()
}

fn collect_sources(directory: &Path, sources: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries: Vec<_> = fs::read_dir(directory)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(|entry| entry.path());
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect_sources(&path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
    Ok(())
}

fn check_source(path: &Path, crate_name: &str, violations: &mut Vec<String>) -> Result<()> {
    let text = fs::read_to_string(path)?;
    let shown = path.strip_prefix(root()).unwrap_or(path);
    let problems = file_problems(shown, crate_name, &text);
    violations.extend(problems.into_iter().map(|problem| format!("{}{problem}", shown.display())));
    Ok(())
}

/// What is wrong with a source file, by its path in the repository.
fn file_problems(path: &Path, crate_name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    if !text.starts_with("//!") {
        problems.push(": a file opens with `//!`: what it is, the idea, the invariant it keeps".to_string());
    }
    // Spelled in two parts so that this file does not break its own rule.
    let forbidden = concat!("allow(", "unsafe_code)");
    if crate_name != MAY_BE_UNSAFE && text.contains(forbidden) {
        problems.push(format!(": `unsafe` lives only in `{MAY_BE_UNSAFE}`, which talks to LLVM"));
    }
    if path.iter().any(|part| part == "src") {
        problems.extend(source_problems(crate_name, text));
    }
    let imports = || text.lines().filter(|line| line.starts_with("use "));
    if path.starts_with(TRANSFER) {
        for line in imports().filter(|line| HIDDEN_FROM_TRANSFER.iter().any(|name| line.contains(name))) {
            problems.push(format!(": `{line}`: the transfer function says steps, and books nothing itself"));
        }
    }
    let in_strategy = path.starts_with(STRATEGIES) || path == Path::new(CHOOSES_STRATEGY);
    if path.starts_with(EXPLORE) && !in_strategy {
        for line in imports().filter(|line| ONE_STRATEGY.iter().any(|name| line.contains(name))) {
            problems.push(format!(": `{line}`: nothing but a strategy knows which strategy runs"));
        }
    }
    if STATES.iter().any(|states| path.starts_with(states)) {
        for (number, line) in code_of(text).filter(|(_, line)| NOT_PLAIN.iter().any(|it| line.contains(it))) {
            problems.push(format!(":{number}: `{}`: a state is plain data", line.trim()));
        }
    }
    problems
}

/// The lines of code of a file, without its tests and comments, with their numbers.
fn code_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    (1..).zip(code.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// What is wrong with the code of a source file outside of its tests, each with its line.
fn source_problems(crate_name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, line) in code_of(text) {
        let declares = line.trim_start().starts_with("pub ") && line.contains(": ");
        let is_field = declares && !line.contains("fn ") && !line.contains("const ");
        if ENGINES.contains(&crate_name) && line.contains("Verdict") {
            problems
                .push(format!(":{number}: an engine leaves findings, losses and coverage; `engine` decides"));
        } else if crate_name == "engine" && is_field && line.contains("Verdict") {
            problems.push(format!(":{number}: a verdict is computed, never stored"));
        }
        let executes = ENGINES.contains(&crate_name) || crate_name == "interp";
        if executes && is_by_name(line) {
            problems.push(format!(":{number}: a function of the C library is known by its row in `clib`"));
        }
        if crate_name == "engine" && literals(line).any(is_sentence) {
            problems.push(format!(":{number}: `engine` holds data; `report` has the sentences"));
        }
        if crate_name == "engine" && text_item(line).is_some_and(|name| !FREE_TEXT.contains(&name)) {
            problems.push(format!(":{number}: a variant of `engine` that holds any text is no data"));
        }
        if matches!(crate_name, "heap" | "explore") {
            for (word, instead) in WORDS.iter().filter(|(word, _)| has_word(line, word)) {
                problems.push(format!(":{number}: `{word}` is called {instead} here (STYLE, glossary)"));
            }
        }
    }
    problems
}

/// Whether a line decides by the name of a library function.
fn is_by_name(line: &str) -> bool {
    let compares = ["=>", "==", "!=", "| \"", "(\"", "matches!"].iter().any(|sign| line.contains(sign));
    compares && !line.contains("contains(") && literals(line).any(|text| BY_NAME.contains(&text))
}

/// Whether a name in a line of code begins with a word: `unfold_single`, `Unfold`, `Unfolded`.
fn has_word(line: &str, word: &str) -> bool {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let code = line.split("//").next().unwrap_or_default();
    let code = code.split('"').step_by(2);
    code.flat_map(|code| code.split(|letter| !is_name(letter)))
        .flat_map(|name| name.split('_'))
        .any(|part| part.to_ascii_lowercase().starts_with(word))
}

/// The name of a variant that holds nothing but a text, or texts.
fn text_item(line: &str) -> Option<&str> {
    let (name, content) = line.trim().split_once('(')?;
    let is_variant = name.starts_with(|letter: char| letter.is_ascii_uppercase());
    let holds_text = matches!(content, "String)," | "&'static str)," | "Cow<'static, str>),");
    (is_variant && holds_text).then_some(name)
}

/// The string literals of a line.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}

/// Whether a text is a sentence or a part of one: at least three words that are no placeholders.
fn is_sentence(text: &str) -> bool {
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase());
    text.split_whitespace()
        .map(|word| word.trim_matches(|sign: char| !sign.is_ascii_alphabetic() && sign != '{'))
        .filter(is_word)
        .count()
        >= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planted_verdict_fails() {
        let code = "fn f() -> Verdict {\n    Verdict::Safe\n}\n";
        assert_eq!(source_problems("modular", code).len(), 2);
        assert_eq!(source_problems("portfolio", code).len(), 0);
        assert_eq!(source_problems("explore", &format!("#[cfg(test)]\nmod tests {{ {code} }}")).len(), 0);
        assert_eq!(
            source_problems("engine", "pub struct Outcome {\n    pub verdict: Verdict,\n}\n").len(),
            1
        );
        assert_eq!(source_problems("engine", "    pub fn verdict(&self) -> Verdict {\n").len(), 0);
    }

    #[test]
    fn a_planted_sentence_fails() {
        let sentence = "    list.push(\"memory allocation never fails (--malloc=ok)\".to_string());\n";
        assert_eq!(source_problems("engine", sentence).len(), 1);
        assert_eq!(source_problems("report", sentence).len(), 0);
        for fine in
            ["write!(out, \"{pointer} != NULL\")", "\"standard input\"", "// never \"a sentence like this\""]
        {
            assert!(source_problems("engine", fine).is_empty(), "{fine}");
        }
    }

    #[test]
    fn a_planted_name_of_a_library_function_fails() {
        for planted in [
            "            (\"malloc\", [size]) => {\n",
            "    if name == \"free\" {\n",
            "            | \"exit\"\n",
        ] {
            assert_eq!(source_problems("contracts", planted).len(), 1, "{planted}");
            assert_eq!(source_problems("clib", planted).len(), 0, "{planted}");
        }
    }

    #[test]
    fn a_planted_variant_for_any_text_fails() {
        assert_eq!(source_problems("engine", "    Told(String),\n").len(), 1);
        assert_eq!(source_problems("engine", "    Library(&'static str),\n").len(), 1);
        assert_eq!(source_problems("engine", "    Environment(String),\n").len(), 0);
        assert_eq!(source_problems("modular", "    Text(String),\n").len(), 0);
    }

    #[test]
    fn planted_words_fail() {
        for planted in ["fn unfold_single(&mut self) {", "pub struct Doubt {", "    let piece = 1;"] {
            assert_eq!(source_problems("heap", planted).len(), 1, "{planted}");
            assert_eq!(source_problems("frontend", planted).len(), 0, "{planted}");
        }
        assert!(source_problems("heap", "    said(\"piece by piece\"); // no doubt").is_empty());
    }

    #[test]
    fn planted_imports_and_cells_fail() {
        let problems = |path: &str, line: &str| {
            file_problems(Path::new(path), "explore", &format!("//! A file.\n{line}\n")).len()
        };
        let shape = "use crate::strategy::shape::Analysis;";
        assert_eq!(problems("crates/explore/src/scheduler/mod.rs", shape), 1);
        assert_eq!(problems("crates/explore/src/transfer/call.rs", shape), 2);
        assert_eq!(problems("crates/explore/src/strategy/shape/join.rs", shape), 0);
        assert_eq!(problems("crates/explore/src/lib.rs", shape), 0);
        assert_eq!(problems("crates/explore/src/state.rs", "    solver: RefCell<Solver>,"), 1);
        assert_eq!(problems("crates/explore/src/transfer/mod.rs", "    solver: RefCell<Solver>,"), 0);
    }

    #[test]
    fn a_file_without_a_subject_fails_and_so_does_unsafe_code() {
        let problems = |crate_name: &str, text: &str| {
            file_problems(&Path::new("crates").join(crate_name).join("src/a.rs"), crate_name, text).len()
        };
        assert_eq!(problems("heap", "fn f() {}\n"), 1);
        assert_eq!(problems("heap", "//! A file.\nfn f() {}\n"), 0);
        let planted = concat!("//! A file.\n#![allow(", "unsafe_code)]\n");
        assert_eq!((problems("heap", planted), problems("frontend", planted)), (1, 0));
    }

    #[test]
    fn planted_dependencies_fail() {
        let problems = |crate_name: &str, manifest: &str| {
            let folder = std::env::temp_dir().join(format!("tidy-{crate_name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("Cargo.toml"), format!("{manifest}\n[lints]\nworkspace = true\n")).unwrap();
            let mut violations = Vec::new();
            check_dependencies(&folder, crate_name, &mut violations).unwrap();
            fs::remove_dir_all(&folder).unwrap();
            violations.len()
        };
        assert_eq!(problems("heap", "[dependencies]\nlogic.workspace = true\n"), 0);
        assert_eq!(problems("heap", "[dependencies]\nengine.workspace = true\n"), 1);
        assert_eq!(problems("interp", "[dependencies]\nbatsat.workspace = true\n"), 1);
        assert_eq!(problems("ir", "[dependencies]\nsmallvec = \"1\"\n"), 1);
        assert_eq!(problems("nobody", "[dependencies]\n"), 1);
    }

    #[test]
    fn a_crate_with_lints_of_its_own_fails() {
        let mut violations = Vec::new();
        check_lints("heap", &"[lints]\nworkspace = true\n".parse().unwrap(), &mut violations);
        assert_eq!(violations.len(), 0);
        check_lints("heap", &"[lints.rust]\nunsafe_code = \"deny\"\n".parse().unwrap(), &mut violations);
        assert_eq!(violations.len(), 1);
    }

    #[test]
    fn engines_that_use_each_other_fail() {
        for (name, allowed) in ALLOWED.iter().filter(|(name, _)| ENGINES.contains(name)) {
            assert!(!allowed.iter().any(|other| ENGINES.contains(other)), "{name}");
        }
        let folder = std::env::temp_dir().join(format!("tidy-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("Cargo.toml"), "[dependencies]\nexplore.workspace = true\n").unwrap();
        let mut violations = Vec::new();
        check_dependencies(&folder, "modular", &mut violations).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(
            violations.iter().any(|it| it.contains("engines do not depend on each other")),
            "{violations:?}"
        );
    }
}
