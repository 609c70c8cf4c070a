//! The engines that the tool has, as it tells them: `heapproof engines` prints one a line, its name and what it is
//! good for.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// An engine of the tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engine {
    /// The name that `--engine` takes.
    pub name: String,
    /// Whether it follows paths one by one. It can find errors in a program with infinitely many paths, but a proof is
    /// out of its reach whatever the time.
    pub by_paths: bool,
}

impl Engine {
    /// The choice of the tool.
    pub fn auto() -> Engine {
        Engine { name: "auto".to_string(), by_paths: false }
    }
}

/// Asks a binary for its engines.
pub fn ask(binary: &Path) -> Result<Vec<Engine>> {
    let output = Command::new(binary)
        .arg("engines")
        .output()
        .with_context(|| format!("{} cannot be run", binary.display()))?;
    ensure!(output.status.success(), "{} does not tell its engines: {}", binary.display(), output.status);
    let engines: Vec<Engine> = String::from_utf8_lossy(&output.stdout).lines().filter_map(read).collect();
    ensure!(!engines.is_empty(), "{} has no engines", binary.display());
    Ok(engines)
}

fn read(line: &str) -> Option<Engine> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_string();
    Some(Engine { name, by_paths: words.next() == Some("search") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        assert_eq!(read("exact search"), Some(Engine { name: "exact".to_string(), by_paths: true }));
        assert_eq!(read("auto any"), Some(Engine { name: "auto".to_string(), by_paths: false }));
        assert_eq!(read(""), None);
    }
}
