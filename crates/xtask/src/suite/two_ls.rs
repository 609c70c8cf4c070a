//! 2LS's regression tests: the expected result is in the `test.desc` of each folder.
//!
//! Its first lines name a tag, the program and the options; the others are what the output must match. The options
//! say which properties the result is about: assertions unless `--no-assertions`, memory accesses with
//! `--pointer-check`, memory at exit with `--memory-leak-check`. Allocation always succeeds there.

use super::{Case, Expected, Options};
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The cases below a folder.
pub fn cases(options: &Options) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for test in super::collect(&options.folder, "desc")? {
        let text = fs::read_to_string(&test).with_context(|| test.display().to_string())?;
        let folder = test.parent().context("a file is in a folder")?;
        cases.extend(case(folder, &text));
    }
    Ok(cases)
}

/// The case that a test describes; none where it expects no decision, or decides something else than we do.
fn case(folder: &Path, text: &str) -> Option<Case> {
    let mut lines = text.lines().skip(1);
    let (program, options) = (lines.next()?.trim(), lines.next()?);
    let has = |option: &str| options.split_whitespace().any(|word| word == option);
    if has("--termination") || has("--nontermination") || has("--preconditions") {
        return None;
    }
    let expected = lines.find_map(|line| match line.trim() {
        "^VERIFICATION SUCCESSFUL$" => Some(Expected::Safe),
        "^VERIFICATION FAILED$" => Some(Expected::Unsafe),
        _ => None,
    })?;
    let mut properties = Vec::new();
    properties.extend((!has("--no-assertions")).then_some("unreach-call"));
    properties.extend(has("--pointer-check").then_some("valid-deref,valid-free"));
    properties.extend(has("--memory-leak-check").then_some("valid-memcleanup"));
    properties.extend(has("--signed-overflow-check").then_some("no-overflow"));
    if properties.is_empty() {
        return None;
    }
    let group = folder.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    Some(Case {
        name: format!("{group}/{name}"),
        files: vec![folder.join(program)],
        expected,
        // Some programs use `assert` without declaring it, which is built into 2LS.
        args: ["--malloc=ok", "--extern=pure", "-include", "assert.h"]
            .map(str::to_string)
            .into_iter()
            .chain([format!("--property={}", properties.join(","))])
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_say_what_the_result_is_about() {
        let read = |text: &str| case(Path::new("heap/a"), text);
        let failed =
            read("CORE\nmain.c\n--heap --pointer-check\n^EXIT=10$\n^VERIFICATION FAILED$\n").unwrap();
        assert_eq!((failed.name.as_str(), failed.expected), ("heap/a", Expected::Unsafe));
        assert!(failed.args.iter().any(|arg| arg == "--property=unreach-call,valid-deref,valid-free"));
        assert_eq!(failed.files, [Path::new("heap/a/main.c")]);
        assert!(read("CORE\nmain.c\n--heap\n^VERIFICATION INCONCLUSIVE$\n").is_none());
        assert!(read("CORE\nmain.c\n--termination\n^VERIFICATION SUCCESSFUL$\n").is_none());
        assert!(read("CORE\n").is_none());
    }
}
