//! Keeps the documentation's dumps true.
//!
//! A fenced block marked `console` in a Markdown file shows a command (`$ heapproof …` or `$ cat FILE`) and below
//! it what the command prints on the standard output. The commands are run in the root of the repository, and what
//! they print is compared with the block, or written into it.

use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files whose blocks are kept true.
const FILES: [&str; 2] = ["README.md", "ARCHITECTURE.md"];

/// Where a block begins and ends.
const FENCE: &str = "```";

/// Compares all blocks; the error shows the first that is not true.
pub fn check(binary: &Path) -> Result<()> {
    for (path, old, new) in rewrite_all(binary)? {
        if let Some((number, (old, new))) = first_difference(&old, &new) {
            bail!(
                "{}:{number}: the dump is not true any more\n  documented: {old}\n  printed:    {new}\n\
                 accept it with `cargo xtask bless`",
                path.display()
            );
        }
    }
    Ok(())
}

/// Writes what the commands print into the blocks; tells which files changed.
pub fn bless(binary: &Path) -> Result<Vec<String>> {
    let mut changed = Vec::new();
    for (path, old, new) in rewrite_all(binary)? {
        if old != new {
            fs::write(&path, new)?;
            changed.push(format!("{}: dumps renewed", path.display()));
        }
    }
    Ok(changed)
}

fn first_difference<'a>(old: &'a str, new: &'a str) -> Option<(usize, (&'a str, &'a str))> {
    let missing = "(nothing)";
    let count = old.lines().count().max(new.lines().count());
    let line = |text: &'a str, number| text.lines().nth(number).unwrap_or(missing);
    let different = (0..count).find(|number| line(old, *number) != line(new, *number))?;
    Some((different + 1, (line(old, different), line(new, different))))
}

/// Each file with its text as it is and as it should be.
fn rewrite_all(binary: &Path) -> Result<Vec<(PathBuf, String, String)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().context("the repository's root")?;
    let rewritten = FILES.iter().map(|name| {
        let path = root.join(name);
        let old = fs::read_to_string(&path).with_context(|| format!("{name} cannot be read"))?;
        let new =
            rewrite(&old, |command| output(command, binary, &root)).with_context(|| name.to_string())?;
        Ok((path, old, new))
    });
    rewritten.collect()
}

/// The text with every block renewed.
fn rewrite(text: &str, run: impl Fn(&str) -> Result<String>) -> Result<String> {
    let mut result = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        result.push_str(line);
        result.push('\n');
        if line != "```console" {
            continue;
        }
        let prompt = lines.next().unwrap_or_default();
        let command = prompt.strip_prefix("$ ").with_context(|| format!("`{prompt}` is no command"))?;
        let end = lines.find(|line| *line == FENCE);
        ensure!(end.is_some(), "the block of `{command}` does not end");
        let printed = run(command).with_context(|| format!("`{command}` does not run"))?;
        result.push_str(&format!("{prompt}\n{}\n{FENCE}\n", printed.trim_end()));
    }
    Ok(result)
}

fn output(command: &str, binary: &Path, root: &Path) -> Result<String> {
    let mut words = command.split_whitespace();
    let program = match words.next() {
        Some("heapproof") => binary,
        Some("cat") => Path::new("cat"),
        _ => bail!("only heapproof and cat are run"),
    };
    let mut process = Command::new(program);
    // Help texts are wrapped to the terminal; here to the width of the documentation.
    process.args(words).current_dir(root).env("COLUMNS", "110").env("NO_COLOR", "1");
    let printed = String::from_utf8(process.output()?.stdout)?;
    // Where the repository lies is the reader's business.
    Ok(printed.replace(&*root.to_string_lossy(), "/heapproof"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\n```console\n$ cat x\nold\n```\nb\n```\n$ cat y\n```\n";

    #[test]
    fn only_console_blocks_are_renewed() {
        let new = rewrite(TEXT, |command| Ok(format!("<{command}>\n\n"))).unwrap();
        assert_eq!(new, "a\n```console\n$ cat x\n<cat x>\n```\nb\n```\n$ cat y\n```\n");
        assert_eq!(first_difference(TEXT, &new), Some((4, ("old", "<cat x>"))));
        assert_eq!(first_difference(&new, &new), None);
    }

    #[test]
    fn a_block_without_command_or_end_is_an_error() {
        assert!(rewrite("```console\nx\n```\n", |_| Ok(String::new())).is_err());
        assert!(rewrite("```console\n$ x\n", |_| Ok(String::new())).is_err());
    }
}
