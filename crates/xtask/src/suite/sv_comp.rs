//! SV-COMP's benchmark set of 2016: a `.set` file lists patterns of files, and the name of a file says what is expected.
//!
//! A name has a part for each property: `_true-unreach-call`, `_false-valid-deref`. Parts about the call of an error
//! function and about memory are read; a file without such a part, or that expects a property to fail which is not
//! checked, is no case. The competition's machine has 32 bits, allocation succeeds, and functions without a body
//! return anything.

use super::{Case, Expected, Options};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The parts of names that are read, and the property of each.
const PARTS: [(&str, &str); 6] = [
    ("unreach-call", "unreach-call"),
    ("valid-memsafety", "memsafety"),
    ("valid-deref", "memsafety"),
    ("valid-free", "memsafety"),
    ("valid-memtrack", "memsafety"),
    ("no-overflow", "no-overflow"),
];

/// The cases of the sets that are asked for, in the order of their names.
pub fn cases(options: &Options) -> Result<Vec<Case>> {
    ensure!(!options.sets.is_empty(), "which sets? Name them, as in `--set Loops --set Recursive`");
    let mut cases = Vec::new();
    for set in &options.sets {
        let list = options.folder.join(format!("{set}.set"));
        let text = fs::read_to_string(&list).with_context(|| list.display().to_string())?;
        for file in files(&options.folder, &text)? {
            cases.extend(case(&options.folder, &file));
        }
    }
    Ok(cases)
}

/// The files that the patterns of a set mean. A star stands for any text within the name of a file.
fn files(folder: &Path, set: &str) -> Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    for line in set.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (part, pattern) = line.rsplit_once('/').unwrap_or((".", line));
        let Ok(entries) = fs::read_dir(folder.join(part)) else { continue };
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if matches(pattern, &name) {
                files.insert(path);
            }
        }
    }
    Ok(files)
}

/// Whether a name is what a pattern means.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|tail| {
            (0..=tail.len()).any(|at| tail.is_char_boundary(at) && matches(rest, &tail[at..]))
        }),
    }
}

/// The case that the name of a file describes.
fn case(folder: &Path, file: &Path) -> Option<Case> {
    let name = file.file_name()?.to_string_lossy();
    let (at, part) = PARTS
        .iter()
        .filter_map(|part| {
            Some((
                name.find(&format!("true-{}", part.0)).or_else(|| name.find(&format!("false-{}", part.0)))?,
                part,
            ))
        })
        .min_by_key(|(at, _)| *at)?;
    let expected = if name[at..].starts_with("true") { Expected::Safe } else { Expected::Unsafe };
    Some(Case {
        name: file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned(),
        files: vec![file.to_path_buf()],
        expected,
        args: ["-m32", "--malloc=ok", "--extern=pure"]
            .map(str::to_string)
            .into_iter()
            .chain([format!("--property={}", part.1)])
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_expected() {
        let read = |name: &str| case(Path::new("c"), &Path::new("c/loops").join(name));
        let sum = read("sum_true-unreach-call_false-termination.i").unwrap();
        assert_eq!(
            (sum.name.as_str(), sum.expected),
            ("loops/sum_true-unreach-call_false-termination.i", Expected::Safe)
        );
        assert!(sum.args.contains(&"--property=unreach-call".to_string()));
        let list = read("list_false-valid-deref.c").unwrap();
        assert_eq!(list.expected, Expected::Unsafe);
        assert!(list.args.contains(&"--property=memsafety".to_string()));
        assert!(read("a_true-termination.c").is_none());
    }

    #[test]
    fn a_star_is_any_text() {
        assert!(matches("*_true-unreach-call*.i", "a_true-unreach-call_true-termination.i"));
        assert!(matches("*", "") && matches("a*", "a"));
        assert!(!matches("*.i", "a.c") && !matches("*_true*.i", "a_false.i"));
    }
}
