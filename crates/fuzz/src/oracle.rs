//! What really happens: the interpreter runs a program on many inputs and allocation outcomes.

use crate::random::Random;
use engine::{Finding, Malloc, Scenario, Task};
use interp::{Config, MallocPolicy, Streams};

/// How many instructions a random run may take; a list that runs in a circle takes them all.
const STEPS: u64 = 20_000;
/// How many instructions a run may take that repeats what an engine found: as many as engines give it.
const REPLAY_STEPS: u64 = 5_000_000;
/// The longest sequence of inputs; what is read beyond it is zero, which ends most loops.
const INPUTS: usize = 24;

/// Runs a program with the choices that lead to an error; the errors that the run shows, in order.
pub fn replay(task: &Task<'_>, scenario: &Scenario) -> Vec<Finding> {
    run(task, scenario, REPLAY_STEPS)
}

fn run(task: &Task<'_>, scenario: &Scenario, steps: u64) -> Vec<Finding> {
    let config = Config {
        properties: task.properties,
        malloc: MallocPolicy::Script(scenario.allocations.clone()),
        inputs: scenario.inputs.clone(),
        recycle: scenario.recycled,
        garbage: portfolio::garbage(&scenario.garbage),
        goes_on: true,
        step_limit: Some(steps),
        trace: false,
        ..Config::default()
    };
    let streams = Streams { out: &mut std::io::sink(), err: &mut std::io::sink() };
    let report = interp::run(task.program, task.entry, &config, streams);
    report.faults().map(|fault| portfolio::finding(fault, &report.notes)).collect()
}

/// Runs a program on random choices until a run shows an error; that error and the choices.
pub fn find_error(task: &Task<'_>, seed: u64, runs: usize) -> Option<(Finding, Scenario)> {
    let mut random = Random::new(!seed);
    (0..runs).find_map(|number| {
        let scenario = scenario(number, task.malloc == Malloc::MayFail, &mut random);
        let found = run(task, &scenario, STEPS).into_iter().next()?;
        Some((found, scenario))
    })
}

/// The choices of a run: the first runs are short and plain, because most errors need little.
fn scenario(number: usize, may_fail: bool, random: &mut Random) -> Scenario {
    let inputs = match number {
        0..=4 => vec![1; number],
        _ => {
            let length = random.below(INPUTS);
            let zeros = random.pick(&[10, 30, 50]);
            (0..length).map(|_| if random.percent(zeros) { 0 } else { value(random) }).collect()
        }
    };
    let mut allocations = Vec::new();
    if may_fail && number > 2 && random.percent(50) {
        allocations = (0..1 + random.below(8)).map(|_| !random.percent(25)).collect();
    }
    Scenario { inputs, allocations, ..Scenario::default() }
}

/// An input that is not zero, and often one that programs ask for.
fn value(random: &mut Random) -> u128 {
    match random.below(10) {
        0 => u128::from(u32::MAX),
        1 => u128::from(random.bits() as u32),
        2 | 3 => 2,
        _ => 1,
    }
}
