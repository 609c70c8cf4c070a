//! Compiler arguments: which of a build's arguments matter to us, and how a command line is split into words.

use std::ffi::OsString;
use std::path::Path;

/// The words of a command line as a POSIX shell would split it, without expanding anything. None where a quotation
/// is not closed.
pub fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' | '\r' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => match chars.next()? {
                            c @ ('"' | '\\' | '$' | '`') => word.push(c),
                            '\n' => {}
                            c => word.extend(['\\', c]),
                        },
                        c => word.push(c),
                    }
                }
            }
            '\\' => match chars.next()? {
                '\n' => {}
                c => word.get_or_insert_default().push(c),
            },
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

/// Drops the arguments that say what to write where, how to optimise and what else to instrument: they are ours to
/// choose. The rest (macros, include paths, language, machine, warnings) says what the source means.
pub fn meaningful(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        match arg.to_str() {
            Some(text) if takes_value(text) => {
                args.next();
            }
            Some(text) if is_dropped(text) => {}
            _ => kept.push(arg),
        }
    }
    kept
}

/// Drops the inputs of a command that compiles and links at once: further sources, objects and libraries.
pub fn without_inputs(words: impl IntoIterator<Item = String>) -> Vec<String> {
    const ENDS: &[&str] = &["c", "s", "S", "o", "lo", "a", "la", "so"];
    const BEFORE_VALUE: &[&str] =
        &["-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter"];
    let has_value = |option: &str| takes_value(option) || BEFORE_VALUE.contains(&option);
    let mut kept: Vec<String> = Vec::new();
    for word in words {
        let end = Path::new(&word).extension().and_then(|end| end.to_str());
        let is_file = !word.starts_with('-') && end.is_some_and(|end| ENDS.contains(&end));
        if !is_file || kept.last().is_some_and(|last| has_value(last)) {
            kept.push(word);
        }
    }
    kept
}

/// Whether an argument is dropped together with the one after it.
fn takes_value(arg: &str) -> bool {
    matches!(arg, "-o" | "-MF" | "-MT" | "-MQ" | "-MJ" | "--serialize-diagnostics" | "-dumpbase" | "-dumpdir")
}

fn is_dropped(arg: &str) -> bool {
    const EXACT: &[&str] =
        &["-c", "-S", "-E", "-pipe", "--coverage", "-ftest-coverage", "-emit-llvm", "-Werror"];
    const STARTS: &[&str] = &[
        "-o",
        "-M",
        "-O",
        "-g",
        "-Wp,-M",
        "-Werror=",
        "-fsanitize",
        "-flto",
        "-fno-lto",
        "-fprofile",
        "-fcoverage",
        "-save-temps",
        "-fdiagnostics",
        "-fcolor-diagnostics",
        "-fno-color-diagnostics",
    ];
    EXACT.contains(&arg) || STARTS.iter().any(|start| arg.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let split = |text| split(text).expect("balanced");
        assert_eq!(split("cc -c  a.c"), ["cc", "-c", "a.c"]);
        assert_eq!(split(r#"-DX="a b" '-DY="z"' a\ b"#), ["-DX=a b", r#"-DY="z""#, "a b"]);
        assert_eq!(split(r#""\$x\n" '' "#), [r"$x\n", ""]);
        assert_eq!(split(r#"-D'A=$(rm x)';`"#), ["-DA=$(rm x);`"]);
        assert!(super::split("cc 'a").is_none());
    }

    #[test]
    fn what_is_linked_besides_is_dropped() {
        let words = "-I inc.c -include all.c -DA=b.c -o x.o b.c libx.a lib/y.so z.o -lm";
        let kept = without_inputs(words.split(' ').map(str::to_string));
        assert_eq!(kept, ["-I", "inc.c", "-include", "all.c", "-DA=b.c", "-o", "x.o", "-lm"]);
    }

    #[test]
    fn only_what_gives_the_source_its_meaning_is_kept() {
        let args =
            "-c -O2 -g3 -o x.o -MD -MF x.d -MTx -Iinc -DA=1 -std=c11 -Werror -Wall -fsanitize=address -m32";
        let kept = meaningful(args.split(' ').map(OsString::from));
        assert_eq!(kept, ["-Iinc", "-DA=1", "-std=c11", "-Wall", "-m32"]);
    }
}
