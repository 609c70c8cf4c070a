//! Programs of others that tests compare with. `scripts/setup.sh` puts them below `target/tools`.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Python with the packages of `scripts/requirements.txt`.
pub fn python() -> Result<Command> {
    let path = root().join("target/tools/python/bin/python");
    ensure!(path.exists(), "{} is missing: scripts/setup.sh installs it", path.display());
    Ok(Command::new(path))
}

/// Node.js, for the scripts that use the packages of `scripts/browser/package.json`.
pub fn node() -> Result<Command> {
    let path = root().join("target/tools/node/node_modules");
    ensure!(path.exists(), "{} is missing: scripts/setup.sh installs it", path.display());
    Ok(Command::new("node"))
}

/// Runs a program; an error with everything it said if it fails.
pub fn succeed(command: &mut Command) -> Result<Output> {
    let output = command.output().with_context(|| format!("{:?} does not start", command.get_program()))?;
    ensure!(
        output.status.success(),
        "{command:?} ends with {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(output)
}
