//! The house rules that a machine can check. A failure names the rule and why it is there.
//!
//! - Crates depend on each other only as [`ALLOWED`] says: the walls of the architecture.
//! - A dependency is named with its version once, in the workspace's `Cargo.toml`.
//! - Every source file opens with `//!`, so that a reader learns its subject first.
//! - Only `frontend` contains `unsafe`.

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
    ("interp", &["ir", "clib"]),
    ("logic", &["budget"]),
    ("chr", &["budget"]),
    ("engine", &["ir", "budget"]),
    ("numbers", &["logic"]),
    ("heap", &["ir", "logic", "numbers"]),
    ("explore", &["ir", "logic", "numbers", "heap", "clib", "engine"]),
    ("template", &["ir", "logic", "numbers", "clib", "engine"]),
    ("modular", &["ir", "chr", "clib", "engine"]),
    ("contracts", &["ir", "logic", "engine"]),
    ("portfolio", &["ir", "clib", "interp", "engine", "explore", "template", "modular", "contracts"]),
    ("report", &["ir", "engine"]),
    ("fuzz", &["ir", "clib", "frontend", "interp", "engine", "modular", "portfolio"]),
    ("testkit", &[]),
    ("xtask", &["testkit"]),
];

/// The crate that wires everything together and may use all others.
const WIRING: &str = "cli";

/// The crate that may contain `unsafe`, because it talks to LLVM.
const MAY_BE_UNSAFE: &str = "frontend";

/// Checks all rules and lists every violation.
pub fn run() -> Result<()> {
    let mut violations = Vec::new();
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
    let shown = path.strip_prefix(root()).unwrap_or(path).display();
    if !text.starts_with("//!") {
        violations
            .push(format!("{shown}: a file opens with `//!`: what it is, the idea, the invariant it keeps"));
    }
    // Spelled in two parts so that this file does not break its own rule.
    let forbidden = concat!("allow(", "unsafe_code)");
    if crate_name != MAY_BE_UNSAFE && text.contains(forbidden) {
        violations.push(format!("{shown}: `unsafe` lives only in `{MAY_BE_UNSAFE}`, which talks to LLVM"));
    }
    Ok(())
}
