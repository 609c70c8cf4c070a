//! Running other programs, with a time limit.

use anyhow::{Context, Result, ensure};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use wait4::{ResUse, Wait4};

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

/// The given binary, or else `heapproof` built in release mode.
pub fn heapproof(given: Option<&Path>) -> Result<PathBuf> {
    match given {
        Some(path) => std::fs::canonicalize(path).with_context(|| path.display().to_string()),
        None => build_heapproof(),
    }
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
    /// How long it and the processes it waited for computed.
    pub cpu: Duration,
    /// The most memory that it, or one of the processes it waited for, used at once, in bytes.
    pub memory: u64,
}

/// Runs a program without input until it ends or `limit` has passed.
pub fn run(command: &mut Command, limit: Duration) -> Result<Finished> {
    use std::os::unix::process::ExitStatusExt;
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("{:?} does not start", command.get_program()))?;
    let stdout = drain(child.stdout.take().expect("stdout is piped"));
    let stderr = drain(child.stderr.take().expect("stderr is piped"));
    let (in_time, used) = wait(child, start + limit)?;
    let time = start.elapsed();
    let code = used.status.code().or_else(|| used.status.signal().map(|signal| 128 + signal));
    let join = |reader: std::thread::JoinHandle<Vec<u8>>| reader.join().expect("a reader does not panic");
    Ok(Finished {
        code: code.filter(|_| in_time),
        stdout: join(stdout),
        stderr: String::from_utf8_lossy(&join(stderr)).into_owned(),
        time,
        cpu: used.rusage.utime + used.rusage.stime,
        memory: used.rusage.maxrss,
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

/// Waits for a process to end, or ends it at the deadline; whether it ended by itself, and what it used.
fn wait(mut child: Child, deadline: Instant) -> Result<(bool, ResUse)> {
    loop {
        if let Some(used) = child.try_wait4()? {
            return Ok((true, used));
        }
        if Instant::now() >= deadline {
            child.kill()?;
            return Ok((false, child.wait4()?));
        }
        // Short enough for measurements.
        std::thread::sleep(Duration::from_micros(500));
    }
}
