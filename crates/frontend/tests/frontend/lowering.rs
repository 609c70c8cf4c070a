//! Every program in `tests/lowering` against its IR in the `.ir` file beside it.
//!
//! A first line `// args: …` gives arguments for clang. `HEAPPROOF_BLESS=1` writes what is given now; read the
//! difference before you commit it.

use super::support::load;
use frontend::Options;
use ir::Program;
use std::path::Path;

#[test]
fn programs_lower_as_recorded() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering");
    let bless = std::env::var_os("HEAPPROOF_BLESS").is_some();
    let mut sources: Vec<_> = std::fs::read_dir(&directory)
        .expect("the directory of programs exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_none_or(|extension| extension != "ir"))
        .collect();
    sources.sort();
    assert!(!sources.is_empty());
    let mut wrong = Vec::new();
    for source in sources {
        let text = std::fs::read_to_string(&source).expect("readable");
        let args = text.lines().next().and_then(|line| line.strip_prefix("// args: ")).unwrap_or_default();
        let options = Options {
            clang_args: args.split_whitespace().map(Into::into).collect(),
            quiet: true,
            ..Default::default()
        };
        let program = load(std::slice::from_ref(&source), &options).unwrap_or_else(|error| panic!("{error}"));
        let given = summary(&program);
        let expected = source.with_extension("ir");
        if bless {
            std::fs::write(&expected, &given).expect("writable");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != given {
            wrong.push(format!("{}:\n{given}", source.display()));
        }
    }
    assert!(wrong.is_empty(), "not as recorded:\n{}", wrong.join("\n"));
}

/// Globals, functions, constructors and losses, without positions.
fn summary(program: &Program) -> String {
    let whole = ir::print::program(program, ir::print::Options::default());
    let tables = ["file ", "type "];
    let lines = whole.lines().filter(|line| !tables.iter().any(|table| line.starts_with(table)));
    lines.map(|line| without_position(line) + "\n").collect()
}

/// The line without its `!line:column`.
fn without_position(line: &str) -> String {
    let Some(start) = line.find(" !") else { return line.to_string() };
    let rest = &line[start + 2..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(rest.len());
    format!("{}{}", &line[..start], &rest[end..])
}
