//! A whole hunt: programs of consecutive seeds, in batches, by several workers; what fails is written down.

use crate::generate::{Theme, generate};
use crate::judge::{self, Fate, Problem, Trial};
use crate::minimise::minimise;
use crate::program::Program;
use crate::render;
use anyhow::{Context, Result, ensure};
use engine::Verdict;
use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How many programs go through the front end at once.
const BATCH: u64 = 40;
/// Engines and lowering recurse; a deep list must not end the hunt.
const STACK: usize = 256 << 20;
/// How much longer than its time an engine may take before it counts as stuck: a busy machine is no hang.
const GRACE: Duration = Duration::from_secs(60);
/// How many workers may be left behind.
const HANGS: usize = 4;

/// What to hunt.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The seeds of the programs.
    pub seeds: Range<u64>,
    /// What programs are about, if only some are wanted; the other seeds are passed over.
    pub theme: Option<Theme>,
    /// How programs are checked.
    pub trial: Trial,
    /// How many workers there are.
    pub workers: usize,
    /// Where programs that fail are written.
    pub directory: PathBuf,
    /// Whether to make them smaller first.
    pub minimise: bool,
}

/// How the programs fared.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many were proved.
    pub safe: u64,
    /// How many have a confirmed error.
    pub found: u64,
    /// How many were not decided although a run shows an error.
    pub missed: u64,
    /// How many were not decided, and no run shows an error.
    pub open: u64,
    /// What failed: the seed and the problem, in order of seeds.
    pub failures: Vec<(u64, Problem)>,
}

impl Summary {
    fn add(&mut self, seed: u64, fate: &Fate) {
        match (fate.verdict, &fate.shown) {
            (Verdict::Safe, _) => self.safe += 1,
            (Verdict::Unsafe, _) => self.found += 1,
            (Verdict::Unknown, Some(_)) => self.missed += 1,
            (Verdict::Unknown, None) => self.open += 1,
        }
        if let Some(problem) = &fate.problem {
            self.failures.push((seed, problem.clone()));
        }
    }

    fn hangs(&self) -> usize {
        self.failures.iter().filter(|(_, problem)| *problem == Problem::Hang).count()
    }

    /// How many programs there were.
    pub fn programs(&self) -> u64 {
        self.safe + self.found + self.missed + self.open
    }
}

/// What a worker is at: the seed of the program, the end of its batch, and when it last gave a sign of life.
type Pulse = Arc<Mutex<(Range<u64>, Instant)>>;

/// What a worker tells.
enum Message {
    /// How a program fared, and where it was written if it failed.
    Fate(u64, Box<Fate>, Option<PathBuf>),
    /// The worker with this number has nothing more to do, or cannot go on.
    Done(usize, Result<()>),
}

impl Campaign {
    /// Runs the hunt. `tell` hears of each failure and, now and then, how far it is.
    ///
    /// An engine that ignores its time limit cannot be stopped. Its worker is left behind, another one takes over.
    pub fn run(&self, tell: &dyn Fn(&str)) -> Result<Summary> {
        let next = Arc::new(AtomicU64::new(self.seeds.start));
        let (sender, receiver) = mpsc::channel();
        let mut crew = Crew { campaign: self, next, sender, pulses: Vec::new(), alive: BTreeSet::new() };
        for _ in 0..self.workers {
            crew.hire(0..0)?;
        }
        let mut total = Summary::default();
        let (start, mut last) = (Instant::now(), Instant::now());
        let patience = self.trial.time * 20 + GRACE;
        while !crew.alive.is_empty() {
            match receiver.recv_timeout(Duration::from_millis(500)) {
                Ok(Message::Fate(seed, fate, path)) => {
                    total.add(seed, &fate);
                    if let (Some(problem), Some(path)) = (&fate.problem, path) {
                        tell(&format!("seed {seed}: {problem}; see {}", path.display()));
                    }
                }
                Ok(Message::Done(worker, result)) => {
                    crew.alive.remove(&worker);
                    result?;
                }
                Err(_) => {}
            }
            for (worker, seeds) in crew.stuck(patience) {
                let seed = seeds.start;
                let path = self.record(seed, &generate(seed), &Problem::Hang)?;
                tell(&format!("seed {seed}: {}; see {}", Problem::Hang, path.display()));
                total.failures.push((seed, Problem::Hang));
                crew.alive.remove(&worker);
                ensure!(total.hangs() <= HANGS, "too many programs on which the engine does not stop");
                crew.hire(seed + 1..seeds.end)?;
            }
            if last.elapsed() > Duration::from_secs(10) {
                last = Instant::now();
                tell(&total.line(start.elapsed()));
            }
        }
        total.failures.sort_by_key(|(seed, _)| *seed);
        Ok(total)
    }

    /// What a worker does: the rest of a batch, then batch after batch.
    fn work(
        &self,
        rest: Range<u64>,
        next: &AtomicU64,
        pulse: &Pulse,
        sender: &Sender<Message>,
    ) -> Result<()> {
        let scratch = std::env::temp_dir().join(format!(
            "heapproof-fuzz-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        fs::create_dir_all(&scratch)?;
        let mut seeds = rest;
        loop {
            if !seeds.is_empty() {
                self.batch(&seeds, &scratch, pulse, sender)?;
            }
            // Few seeds are of one theme.
            let batch = if self.theme.is_some() { 8 * BATCH } else { BATCH };
            let first = next.fetch_add(batch, Ordering::Relaxed);
            if first >= self.seeds.end {
                break;
            }
            seeds = first..(first + batch).min(self.seeds.end);
        }
        fs::remove_dir_all(&scratch)?;
        Ok(())
    }

    fn batch(
        &self,
        seeds: &Range<u64>,
        scratch: &Path,
        pulse: &Pulse,
        sender: &Sender<Message>,
    ) -> Result<()> {
        let programs: Vec<(u64, Program)> = seeds
            .clone()
            .filter(|seed| self.theme.is_none_or(|theme| theme == Theme::of(*seed)))
            .map(|seed| (seed, generate(seed)))
            .collect();
        let named: Vec<(String, &Program)> =
            programs.iter().map(|(seed, program)| (format!("p{seed}_"), program)).collect();
        let (loaded, entries) = judge::load(&named, scratch)?;
        for ((seed, program), entry) in programs.iter().zip(entries) {
            let alive = || *pulse.lock().expect("no worker panics") = (*seed..seeds.end, Instant::now());
            alive();
            let fate = judge::judge(program, &loaded, entry, *seed, &self.trial);
            let path = match &fate.problem {
                Some(problem) => {
                    let (program, problem) = match self.minimise {
                        true => minimise(program, problem, *seed, &self.trial, scratch, &alive),
                        false => (program.clone(), problem.clone()),
                    };
                    Some(self.record(*seed, &program, &problem)?)
                }
                None => None,
            };
            sender.send(Message::Fate(*seed, Box::new(fate), path))?;
        }
        Ok(())
    }

    /// Writes a program that fails into the folder, as a program of the corpus where its error is known.
    fn record(&self, seed: u64, program: &Program, problem: &Problem) -> Result<PathBuf> {
        fs::create_dir_all(&self.directory).with_context(|| self.directory.display().to_string())?;
        let path = self.directory.join(format!("fuzz-{seed}.c"));
        fs::write(&path, describe(seed, program, problem)).with_context(|| path.display().to_string())?;
        Ok(path)
    }
}

/// The workers of a hunt.
struct Crew<'a> {
    campaign: &'a Campaign,
    next: Arc<AtomicU64>,
    sender: Sender<Message>,
    /// What each worker is at, by its number.
    pulses: Vec<Pulse>,
    /// The workers that are at work.
    alive: BTreeSet<usize>,
}

impl Crew<'_> {
    /// Starts a worker with the rest of a batch.
    fn hire(&mut self, rest: Range<u64>) -> Result<()> {
        let number = self.pulses.len();
        let pulse: Pulse = Arc::new(Mutex::new((rest.clone(), Instant::now())));
        self.pulses.push(pulse.clone());
        self.alive.insert(number);
        let (campaign, next, sender) = (self.campaign.clone(), self.next.clone(), self.sender.clone());
        std::thread::Builder::new().stack_size(STACK).spawn(move || {
            let result = campaign.work(rest, &next, &pulse, &sender);
            // Where nobody listens any more, the hunt is over.
            let _ = sender.send(Message::Done(number, result));
        })?;
        Ok(())
    }

    /// The workers that gave no sign of life for too long, with what they are at.
    fn stuck(&self, patience: Duration) -> Vec<(usize, Range<u64>)> {
        let at = |worker: &usize| {
            let pulse = self.pulses[*worker].lock().expect("no worker panics");
            (pulse.1.elapsed() > patience).then(|| (*worker, pulse.0.clone()))
        };
        self.alive.iter().filter_map(at).collect()
    }
}

impl Summary {
    /// The figures in a line.
    pub fn line(&self, time: Duration) -> String {
        let minutes = time.as_secs_f64() / 60.0;
        format!(
            "{} programs ({:.0} a minute): {} proved, {} with a confirmed error, {} with an error not found, {} open, \
             {} failures",
            self.programs(),
            self.programs() as f64 / minutes.max(1e-9),
            self.safe,
            self.found,
            self.missed,
            self.open,
            self.failures.len(),
        )
    }
}

/// The text of a program with a header that says what is wrong. The line of an error that a run shows is marked
/// where the program stands alone; in a batch its line is another one.
fn describe(seed: u64, program: &Program, problem: &Problem) -> String {
    let flavour = program.flavour;
    let mut header = vec![format!("// Program {seed} of the random hunt; {}.", kind(problem))];
    if let Problem::Unsound(_) = problem {
        header.push("// verdict: unsafe".to_string());
    }
    if !flavour.leaks {
        header.push("// property: valid-deref,valid-free,unreach-call".to_string());
    }
    if !flavour.may_fail {
        header.push("// malloc: ok".to_string());
    }
    let body = render::file(program);
    let mut lines: Vec<String> = body.lines().map(str::to_string).collect();
    let alone = |finding: &engine::Finding| {
        let line = finding.span?.line.get() as usize;
        (finding.function == "main" || !finding.function.starts_with('p')).then_some(line)
    };
    if let Problem::Unsound(shown) = problem
        && let Some(line) = alone(shown).and_then(|line| lines.get_mut(line - 1))
    {
        line.push_str(&format!(" // BUG: {}", shown.kind.name()));
    }
    format!("{}\n{}\n", header.join("\n"), lines.join("\n"))
}

fn kind(problem: &Problem) -> String {
    match problem {
        Problem::Unsound(shown) => format!("it was called safe although a run shows {}", shown.kind.name()),
        Problem::NotReplayed(found) => format!("its {} was called confirmed, but is not", found.kind.name()),
        Problem::Hang => "the engine went on although its time was up".to_string(),
        Problem::Panic(message) => {
            format!("the engine panicked ({})", message.lines().next().unwrap_or_default())
        }
    }
}
