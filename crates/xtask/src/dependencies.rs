//! What `deny.toml` says about dependencies, checked without the network and without another tool: their licences, and
//! that all come from one registry. `cargo deny` reads the same file and checks more, but takes longer to build than
//! everything here; so it is for whoever adds a dependency, and this is for every run.

use crate::process::root;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// What is wrong with the dependencies of the workspace.
pub fn problems() -> Result<Vec<String>> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists packages")?;
    let allowed = allowed_licences()?;
    Ok(check(packages, &allowed))
}

fn metadata() -> Result<Value> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let output = cargo
        .args(["metadata", "--format-version=1", "--locked"])
        .current_dir(root())
        .output()
        .context("cargo metadata")?;
    if !output.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    }
    serde_json::from_slice(&output.stdout).context("cargo metadata prints JSON")
}

fn allowed_licences() -> Result<Vec<String>> {
    let text = std::fs::read_to_string(root().join("deny.toml")).context("deny.toml")?;
    let table: toml::Table = text.parse().context("deny.toml")?;
    let list =
        table.get("licenses").and_then(|licences| licences.get("allow")).and_then(|list| list.as_array());
    let list = list.context("deny.toml lists the licences that are allowed")?;
    Ok(list.iter().filter_map(|licence| licence.as_str().map(str::to_string)).collect())
}

fn check(packages: &[Value], allowed: &[String]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut registries = BTreeSet::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or("?");
        // The crates of the workspace have no source.
        let Some(source) = package["source"].as_str() else { continue };
        if source.starts_with("registry+") {
            registries.insert(source);
        } else {
            problems.push(format!("`{name}` comes from {source}: dependencies come from the registry"));
        }
        match package["license"].as_str() {
            None => problems.push(format!("`{name}` does not name its licence")),
            Some(licence) if !is_allowed(licence, allowed) => {
                problems.push(format!("`{name}` has the licence {licence}, which deny.toml does not allow"));
            }
            Some(_) => {}
        }
    }
    if registries.len() > 1 {
        problems.push(format!("dependencies come from several registries: {registries:?}"));
    }
    problems
}

/// Whether the licences that are allowed satisfy an SPDX expression. What cannot be read is not allowed.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, allowed };
    reader.any() == Some(true) && reader.words.is_empty()
}

struct Reader<'a> {
    words: &'a [&'a str],
    allowed: &'a [String],
}

impl Reader<'_> {
    fn any(&mut self) -> Option<bool> {
        let mut holds = self.all()?;
        while self.takes("OR") {
            holds |= self.all()?;
        }
        Some(holds)
    }

    fn all(&mut self) -> Option<bool> {
        let mut holds = self.one()?;
        while self.takes("AND") {
            holds &= self.one()?;
        }
        Some(holds)
    }

    fn one(&mut self) -> Option<bool> {
        if self.takes("(") {
            let holds = self.any()?;
            return self.takes(")").then_some(holds);
        }
        // "Or later" includes the version itself.
        let mut licence = self.next()?.trim_end_matches('+').to_string();
        if self.takes("WITH") {
            licence = format!("{licence} WITH {}", self.next()?);
        }
        Some(self.allowed.contains(&licence))
    }

    fn next(&mut self) -> Option<&str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    fn takes(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        if found {
            self.words = &self.words[1..];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn allowed() -> Vec<String> {
        ["MIT", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"].map(str::to_string).to_vec()
    }

    #[test]
    fn expressions_are_understood() {
        for fine in [
            "MIT",
            "GPL-3.0 OR MIT",
            "Apache-2.0/MIT",
            "Apache-2.0 WITH LLVM-exception",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "MIT+",
        ] {
            assert!(is_allowed(fine, &allowed()), "{fine}");
        }
        for bad in ["GPL-3.0", "Apache-2.0", "MIT AND GPL-3.0", "(MIT", "MIT MIT", "", "MIT OR"] {
            assert!(!is_allowed(bad, &allowed()), "{bad}");
        }
    }

    #[test]
    fn planted_dependencies_fail() {
        let package =
            |licence: &str, source: &str| json!({"name": "x", "license": licence, "source": source});
        let own = json!({"name": "own", "license": null, "source": null});
        assert_eq!(check(&[own, package("MIT", "registry+one")], &allowed()), Vec::<String>::new());
        assert_eq!(check(&[package("GPL-3.0", "registry+one")], &allowed()).len(), 1);
        assert_eq!(check(&[package("MIT", "git+somewhere")], &allowed()).len(), 1);
        let both = [package("MIT", "registry+one"), package("MIT", "registry+other")];
        assert_eq!(check(&both, &allowed()).len(), 1);
        assert_eq!(check(&[json!({"name": "x", "source": "registry+one"})], &allowed()).len(), 1);
    }
}
