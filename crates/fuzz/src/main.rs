//! `cargo xtask fuzz`: options of the hunt, and its result.

use anyhow::{Result, anyhow, bail, ensure};
use clap::Parser;
use fuzz::campaign::Campaign;
use fuzz::generate::{Theme, generate};
use fuzz::judge::Trial;
use fuzz::library::generate::Library;
use fuzz::library::{self, Hunt};
use fuzz::render;
use portfolio::registry;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long the analysis of one library may take.
const LIBRARY_TIME: Duration = Duration::from_secs(120);

/// Random programs, run in the interpreter and checked by an engine.
#[derive(Parser)]
#[command(name = "cargo xtask fuzz")]
struct Options {
    /// How many programs
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// The seed of the first program; the next one has the next seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The engine to check: auto, exact or shape
    #[arg(long, default_value = "auto")]
    engine: String,
    /// What programs are about: lists, trees, parts, numbers or contents; anything where it is not said. Other seeds are passed over
    #[arg(long)]
    theme: Option<String>,
    /// How many workers; as many as there are cores where it is not said
    #[arg(short)]
    jobs: Option<NonZeroUsize>,
    /// Milliseconds for one program
    #[arg(long, default_value_t = 250)]
    time: u64,
    /// How often the interpreter runs a program
    #[arg(long, default_value_t = 40)]
    runs: usize,
    /// Where programs that fail are written
    #[arg(long, default_value = "target/fuzz")]
    directory: PathBuf,
    /// Write programs that fail as they are
    #[arg(long)]
    no_minimise: bool,
    /// Hunt for wrong answers of the analysis of libraries instead; the count is then that of libraries
    #[arg(long)]
    lib: bool,
    /// Print the program of the seed, and do nothing else
    #[arg(long)]
    print: bool,
}

fn main() -> Result<()> {
    let options = Options::parse();
    if options.lib {
        return libraries(&options);
    }
    if options.print {
        print!("{}", render::file(&generate(options.seed)));
        return Ok(());
    }
    let engine = registry::named(&options.engine).map_err(|unknown| anyhow!(unknown))?;
    let theme = match options.theme.as_deref() {
        None => None,
        Some("lists") => Some(Theme::Lists),
        Some("trees") => Some(Theme::Trees),
        Some("parts") => Some(Theme::Parts),
        Some("numbers") => Some(Theme::Numbers),
        Some("contents") => Some(Theme::Contents),
        Some(other) => bail!("there is no theme `{other}`: lists, trees, parts, numbers or contents"),
    };
    // A panic of the engine is a failure that is written down, not a message in between.
    std::panic::set_hook(Box::new(|_| {}));
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let campaign = Campaign {
        seeds: options.seed..options.seed.saturating_add(options.count),
        theme,
        trial: Trial { engine, time: Duration::from_millis(options.time), runs: options.runs },
        workers: options.jobs.map_or_else(cores, NonZeroUsize::get),
        directory: options.directory,
        minimise: !options.no_minimise,
    };
    let start = Instant::now();
    let summary = campaign.run(&|line| println!("{line}"))?;
    println!("{}", summary.line(start.elapsed()));
    ensure!(summary.failures.is_empty(), "{} programs fail", summary.failures.len());
    Ok(())
}

/// The hunt for wrong answers of the analysis of libraries.
fn libraries(options: &Options) -> Result<()> {
    if options.print {
        print!("{}", Library::generate(options.seed).text());
        return Ok(());
    }
    let hunt = Hunt {
        seeds: options.seed..options.seed.saturating_add(options.count),
        trial: library::judge::Trial { time: LIBRARY_TIME, runs: options.runs },
        directory: options.directory.clone(),
        minimise: !options.no_minimise,
    };
    let start = Instant::now();
    let summary = hunt.run(&|line| println!("{line}"))?;
    println!("{}", summary.line(start.elapsed()));
    ensure!(summary.failures.is_empty(), "{} functions are called safe and are not", summary.failures.len());
    Ok(())
}
