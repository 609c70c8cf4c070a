//! Running other programs, with a time limit.

use anyhow::{Context, Result, ensure};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/xtask is two levels deep")
        .to_path_buf()
}

/// Runs cargo in the root of the workspace; an error if it fails.
pub fn cargo<const N: usize>(words: [&str; N], args: &[String]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).current_dir(root()).args(words).args(args).status();
    ensure!(status.context("cargo does not start")?.success(), "cargo {} fails", words.join(" "));
    Ok(())
}

/// Builds `heapproof` in release mode and gives the path of the binary.
pub fn build_heapproof() -> Result<PathBuf> {
    cargo(["build", "--quiet", "--release", "--package", "cli"], &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target.join("release/heapproof"))
}

/// What a finished program left.
pub struct Finished {
    /// The exit code as a shell shows it; none where the time limit ended it.
    pub code: Option<i32>,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: String,
    /// How long it ran.
    pub time: Duration,
}

/// Runs a program without input until it ends or `limit` has passed.
pub fn run(command: &mut Command, limit: Duration) -> Result<Finished> {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("{:?} does not start", command.get_program()))?;
    let stdout = drain(child.stdout.take().expect("stdout is piped"));
    let stderr = drain(child.stderr.take().expect("stderr is piped"));
    let code = wait(&mut child, start + limit)?;
    let time = start.elapsed();
    let join = |reader: std::thread::JoinHandle<Vec<u8>>| reader.join().expect("a reader does not panic");
    Ok(Finished {
        code,
        stdout: join(stdout),
        stderr: String::from_utf8_lossy(&join(stderr)).into_owned(),
        time,
    })
}

/// Reads a pipe to its end in the background.
fn drain(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // A broken pipe ends the output; what came before it counts.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

fn wait(child: &mut Child, deadline: Instant) -> Result<Option<i32>> {
    use std::os::unix::process::ExitStatusExt;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code().or_else(|| status.signal().map(|signal| 128 + signal)));
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        // Short enough for measurements.
        std::thread::sleep(Duration::from_micros(500));
    }
}
