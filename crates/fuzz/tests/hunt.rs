//! A short hunt with fixed seeds: the generator, the interpreter and each engine agree on every program.

use engine::Verdict;
use fuzz::campaign::{Campaign, Summary};
use fuzz::generate::{Theme, generate};
use fuzz::judge::{self, Trial};
use fuzz::render;
use portfolio::registry;
use std::path::PathBuf;
use std::time::Duration;

/// A folder for the files of a test.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn hunt(engine: &str, theme: Option<Theme>, first: u64, count: u64) -> Summary {
    let campaign = Campaign {
        seeds: first..first + count,
        theme,
        trial: Trial { engine: registry::named(engine).unwrap(), time: Duration::from_millis(150), runs: 30 },
        workers: 2,
        directory: scratch("failures"),
        minimise: false,
    };
    campaign.run(&|line| println!("{line}")).unwrap()
}

#[test]
fn exact_exploration_is_never_contradicted() {
    let summary = hunt("exact", None, 1, 80);
    assert!(summary.failures.is_empty(), "{:?}", summary.failures);
    assert_eq!(summary.programs(), 80);
    assert!(summary.found >= 8, "too few errors are found: {summary:?}");
}

#[test]
fn shape_analysis_is_never_contradicted() {
    let summary = hunt("shape", None, 1001, 120);
    assert!(summary.failures.is_empty(), "{:?}", summary.failures);
    assert!(summary.safe >= 12, "too few programs are proved: {summary:?}");
}

#[test]
fn nodes_with_parts_are_never_called_safe_wrongly() {
    let summary = hunt("shape", Some(Theme::Parts), 2001, 240);
    assert!(summary.failures.is_empty(), "{:?}", summary.failures);
    assert_eq!(summary.programs(), 60);
    assert!(summary.safe >= 10 && summary.found >= 4, "too few programs are decided: {summary:?}");
}

/// The interpreter's runs are deep enough to see what goes wrong, and not everything does.
#[test]
fn some_programs_are_wrong_and_some_are_not() {
    let programs: Vec<_> = (1..=60).map(|seed| (seed, generate(seed))).collect();
    let named: Vec<_> = programs.iter().map(|(seed, program)| (format!("p{seed}_"), program)).collect();
    let (loaded, entries) = judge::load(&named, &scratch("oracle")).unwrap();
    // Without time the engine says nothing, so what is left is what runs show.
    let trial = Trial { engine: registry::named("exact").unwrap(), time: Duration::ZERO, runs: 30 };
    let fates: Vec<_> = programs
        .iter()
        .zip(entries)
        .map(|((seed, program), entry)| judge::judge(program, &loaded, entry, *seed, &trial))
        .collect();
    assert!(fates.iter().all(|fate| fate.verdict == Verdict::Unknown && fate.problem.is_none()));
    let wrong = fates.iter().filter(|fate| fate.shown.is_some()).count();
    assert!((10..=45).contains(&wrong), "{wrong} of 60 programs are wrong");
}

/// What is written for a failure is a program by itself.
#[test]
fn a_program_compiles_alone() {
    for seed in [3, 11, 27] {
        let program = generate(seed);
        let path = scratch("alone").join(format!("{seed}.c"));
        std::fs::write(&path, render::file(&program)).unwrap();
        let loaded = frontend::load(&[path], &frontend::Options::default()).unwrap();
        assert!(loaded.find_function("main").is_some());
    }
}
