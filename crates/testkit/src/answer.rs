//! What `heapproof check` answers: it is run as a user runs it, and its JSON report is read.

use crate::engines::Engine;
use crate::truth::{Bug, Truth};
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fmt, fs, thread};

/// An answer about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Proved safe.
    Safe,
    /// These errors were confirmed.
    Unsafe(BTreeSet<Bug>),
    /// Not decided.
    Unknown,
}

impl fmt::Display for Answer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Safe => write!(out, "safe"),
            Answer::Unknown => write!(out, "unknown"),
            Answer::Unsafe(bugs) => {
                write!(out, "unsafe")?;
                bugs.iter().try_for_each(|bug| write!(out, " {bug}"))
            }
        }
    }
}

/// How much time a program gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// As much as it takes to be recorded as decided.
    Record,
    /// Enough to be decided again on a machine that is slower or busy.
    Repeat,
    /// A little: enough to be caught at a wrong answer where none is expected.
    Glance,
}

impl Effort {
    fn seconds(self) -> &'static str {
        match self {
            Effort::Record => "5",
            Effort::Repeat => "40",
            Effort::Glance => "1",
        }
    }
}

/// The arguments that check `program` (a path relative to the corpus) with an engine. One that follows paths one by one
/// gets a glance where there is no end of them.
pub fn arguments(program: &Path, truth: &Truth, engine: &Engine, effort: Effort) -> Vec<String> {
    let endless = truth.unbounded_paths && truth.bugs.is_empty() && engine.by_paths;
    let timeout = if endless { Effort::Glance } else { effort }.seconds();
    // Trials run side by side: each takes one core. The answer is the same on more.
    let mut arguments: Vec<String> =
        ["check", "-j1", "--format", "json", "--engine", &engine.name, "--timeout", timeout]
            .map(str::to_string)
            .to_vec();
    if let Some(property) = &truth.property {
        arguments.extend(["--property".to_string(), property.clone()]);
    }
    if truth.malloc_ok {
        arguments.push("--malloc=ok".to_string());
    }
    arguments.extend(truth.args.iter().cloned());
    arguments.push(program.display().to_string());
    let folder = program.parent().unwrap_or(Path::new(""));
    arguments.extend(truth.link.iter().map(|file| folder.join(file).display().to_string()));
    arguments
}

/// Runs the binary in the corpus folder and reads its answer. Limits are of time that passes; where a machine that is busy
/// left a run that decided nothing less than its share of a core, it runs once more, as long as it takes to compute that.
pub fn ask(binary: &Path, corpus: &Path, program: &Path, arguments: &[String]) -> Result<Answer> {
    let (answer, busy) = ask_once(binary, corpus, program, arguments)?;
    let position = arguments.iter().position(|word| word == "--timeout");
    let (Answer::Unknown, Some(position), true) = (&answer, position, busy > BUSY) else {
        return Ok(answer);
    };
    let mut arguments = arguments.to_vec();
    if let Some(seconds) = arguments.get_mut(position + 1) {
        let limit: f64 = seconds.parse().context("the time limit is a number")?;
        *seconds = (limit * busy.min(BUSIEST)).ceil().to_string();
    }
    Ok(ask_once(binary, corpus, program, &arguments)?.0)
}

/// How many times as long as its computing a run may take on a machine that is not busy.
const BUSY: f64 = 1.5;
/// How much longer a run may take on the busiest machine.
const BUSIEST: f64 = 25.0;

/// Runs the binary and reads its answer; besides, how many times as long as its computing it took.
fn ask_once(binary: &Path, corpus: &Path, program: &Path, arguments: &[String]) -> Result<(Answer, f64)> {
    let start = Instant::now();
    let child = Command::new(binary)
        .args(arguments)
        .current_dir(corpus)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} cannot be run", binary.display()))?;
    let process = child.id();
    let watch = thread::spawn(move || computing_of(process));
    let output = child.wait_with_output().with_context(|| format!("{} cannot be run", binary.display()))?;
    let computing = watch.join().unwrap_or_default();
    let busy = match computing {
        Some(computing) if !computing.is_zero() => start.elapsed().as_secs_f64() / computing.as_secs_f64(),
        _ => 1.0,
    };
    let read = read(&String::from_utf8_lossy(&output.stdout), &program.display().to_string());
    let (answer, code) = match read {
        Ok(Answer::Safe) => (Answer::Safe, 0),
        Ok(answer @ Answer::Unsafe(_)) => (answer, 1),
        Ok(Answer::Unknown) => (Answer::Unknown, 3),
        Err(error) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            bail!("no answer ({}): {error:#}\n{}", output.status, errors.trim_end());
        }
    };
    ensure!(
        output.status.code() == Some(code),
        "the report says `{answer}`, but the program ended with {}",
        output.status
    );
    Ok((answer, busy))
}

/// How long a process computed until it ended, as far as the system tells.
fn computing_of(process: u32) -> Option<Duration> {
    const LOOK: Duration = Duration::from_millis(50);
    const TICK: Duration = Duration::from_millis(10);
    let mut last = None;
    loop {
        let Ok(stat) = fs::read_to_string(format!("/proc/{process}/stat")) else { return last };
        // Behind the name in parentheses; the ticks in the program and in the system are the twelfth and next field.
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        let ticks = |place: usize| fields.get(place)?.parse::<u32>().ok();
        last = Some(TICK * (ticks(11)? + ticks(12)?));
        thread::sleep(LOOK);
    }
}

/// Reads a JSON report about `program`.
fn read(json: &str, program: &str) -> Result<Answer> {
    let report: serde_json::Value = serde_json::from_str(json).context("the report is not JSON")?;
    match report["verdict"].as_str() {
        Some("safe") => Ok(Answer::Safe),
        Some("unknown") => Ok(Answer::Unknown),
        Some("unsafe") => {
            let findings = report["findings"].as_array().context("the report has no list of findings")?;
            let confirmed = findings.iter().filter(|finding| finding["confirmed"] == true);
            let bugs: BTreeSet<Bug> =
                confirmed.map(|finding| bug(finding, program)).collect::<Result<_>>()?;
            ensure!(!bugs.is_empty(), "the verdict is unsafe, but no finding is confirmed");
            Ok(Answer::Unsafe(bugs))
        }
        _ => bail!("the report has no verdict"),
    }
}

/// A finding in another file than the program has no line that could be marked; it is placed at line 0.
fn bug(finding: &serde_json::Value, program: &str) -> Result<Bug> {
    let kind = finding["kind"].as_str().context("a finding has no kind")?.to_string();
    let line = match finding["file"].as_str() {
        Some(file) if file == program => finding["line"].as_u64().context("a finding has no line")?,
        _ => 0,
    };
    Ok(Bug { line: line.try_into()?, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(name: &str) -> Engine {
        Engine { name: name.to_string(), by_paths: name == "exact" }
    }

    #[test]
    fn a_program_is_checked_as_its_header_says() {
        let truth = Truth {
            property: Some("no-overflow".to_string()),
            malloc_ok: true,
            args: vec!["-m32".to_string()],
            link: vec!["b.part.c".to_string()],
            ..Truth::default()
        };
        let arguments = arguments(Path::new("free/a.c"), &truth, &engine("auto"), Effort::Record).join(" ");
        assert_eq!(
            arguments,
            "check -j1 --format json --engine auto --timeout 5 --property no-overflow --malloc=ok -m32 free/a.c \
             free/b.part.c"
        );
    }

    #[test]
    fn what_cannot_end_gets_little_time() {
        let timeout = |truth: &Truth, name: &str| {
            let arguments = arguments(Path::new("a.c"), truth, &engine(name), Effort::Repeat);
            let position = arguments.iter().position(|word| word == "--timeout").unwrap();
            arguments[position + 1].clone()
        };
        let endless = Truth { unbounded_paths: true, ..Truth::default() };
        assert_eq!(timeout(&endless, "exact"), Effort::Glance.seconds());
        assert_eq!(timeout(&endless, "auto"), Effort::Repeat.seconds());
        let bug = Bug { line: 1, kind: "leak".to_string() };
        let mutant = Truth { bugs: [bug].into(), ..endless };
        assert_eq!(timeout(&mutant, "exact"), Effort::Repeat.seconds());
    }

    #[test]
    fn reports_are_read() {
        let finding = |confirmed: bool, file: &str| {
            format!(r#"{{"kind": "leak", "confirmed": {confirmed}, "file": "{file}", "line": 9}}"#)
        };
        let report = |verdict: &str, findings: &[String]| {
            let report = format!(r#"{{"verdict": "{verdict}", "findings": [{}]}}"#, findings.join(","));
            read(&report, "a.c").map(|answer| answer.to_string()).map_err(|error| error.to_string())
        };
        assert_eq!(report("safe", &[]), Ok("safe".to_string()));
        assert_eq!(report("unknown", &[finding(false, "a.c")]), Ok("unknown".to_string()));
        assert_eq!(
            report("unsafe", &[finding(true, "a.c"), finding(false, "a.c")]),
            Ok("unsafe leak:9".to_string())
        );
        assert_eq!(report("unsafe", &[finding(true, "b.h")]), Ok("unsafe leak:0".to_string()));
        assert!(report("unsafe", &[finding(false, "a.c")]).unwrap_err().contains("no finding is confirmed"));
        assert!(report("maybe", &[]).unwrap_err().contains("no verdict"));
        assert!(read("", "a.c").unwrap_err().to_string().contains("not JSON"));
    }
}
