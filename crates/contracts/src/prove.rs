//! All functions of a program, one by one.

use crate::Annotated;
use crate::contract::{self, Contracts};
use crate::exec::{LITTLE_WORK, Prover, Unrolled};
use crate::explain::{Explained, Reasons};
use crate::function_types;
use crate::infer::{self, Candidates};
use crate::links::Links;
use crate::report::{self, Failure, Lost};
use engine::{
    AnnotationError, Assumption, Budget, Coverage, FunctionOutcome, FunctionTask, Malloc, Outcome, Progress,
    Reason,
};
use ir::{Callee, FuncId, InstKind, Program};
use std::path::Path;

/// Terms nest deeply where many stores may alias.
const STACK_BYTES: usize = 512 << 20;

/// Proves the functions of a program; or all mistakes in its annotations.
pub fn prove(
    task: &FunctionTask<'_>,
    engine: &Annotated,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Outcome, Vec<AnnotationError>> {
    let (program, types) = function_types::extended(task.program, task.annotations);
    let program = &*program;
    let contracts = contract::read(program, types, task.annotations)?;
    let links = Links::new(program, &contracts);
    let mut outcome = Outcome::new(Coverage::Complete, assumptions(program));
    let ids = task.program.function_ids().filter(|id| is_own(task.program, &contracts, *id));
    // What may only be called as a type demands is looked at when it is known whether it is.
    let (later, mut ids): (Vec<FuncId>, Vec<FuncId>) = ids.partition(|id| {
        let local = program.function(*id).local && !contracts.functions.contains_key(id);
        local && contracts.types.shown_by.keys().any(|(function, _)| function == id)
    });
    std::thread::scope(|scope| {
        let work = || {
            let mut next = 0;
            loop {
                let Some(id) = ids.get(next).copied() else {
                    ids.extend(obligations(program, &contracts, &ids, &later));
                    match next < ids.len() {
                        true => continue,
                        false => break,
                    }
                };
                next += 1;
                let name = &program.function(id).name;
                let is_own = id.index() < task.program.functions.len();
                if is_own && !(task.wanted)(name) {
                    continue;
                }
                if let Err(exhausted) = budget.check() {
                    outcome.ledger.add(exhausted.into(), None, "not all functions were analysed");
                    break;
                }
                progress.update(&format!("proving {name}"));
                let limited = engine.function_time.map_or_else(|| budget.clone(), |time| budget.within(time));
                let used = contracts.types.used();
                let malloc_succeeds = task.malloc == Malloc::Ok;
                let task = (program, &contracts, &links, id);
                let mut found = function(task, engine, malloc_succeeds, &limited, &mut outcome.assumptions);
                if !found.findings.is_empty() || !found.ledger.entries().is_empty() {
                    contracts.types.back_to(used);
                }
                if !is_own {
                    // The interpreter does not know this function.
                    found.findings.iter_mut().for_each(|finding| finding.setup = None);
                }
                outcome.functions.push(found);
            }
        };
        let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        match worker.map(|worker| worker.join()) {
            Ok(Ok(())) => {}
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("a thread is started: {error}"),
        }
    });
    Ok(outcome)
}

/// What is due besides: that functions obey the types that proofs took them to obey; and functions that are used as no
/// type.
fn obligations(program: &Program, contracts: &Contracts, done: &[FuncId], later: &[FuncId]) -> Vec<FuncId> {
    let types = &contracts.types;
    let used = types.used();
    let mut due: Vec<FuncId> = used.iter().filter_map(|pair| types.shown_by.get(pair).copied()).collect();
    due.retain(|id| !done.contains(id));
    if due.is_empty() {
        let is_used = |id: &FuncId| used.iter().any(|(function, _)| function == id);
        due.extend(later.iter().filter(|id| !is_used(id) && !done.contains(id)));
    }
    due.sort_by_key(|id| program.function(*id).span.map(|span| span.line));
    due
}

/// Whether a function is proved by itself: it has a body and is not one of the library's; static functions without a
/// contract are part of their callers.
fn is_own(program: &Program, contracts: &Contracts, id: FuncId) -> bool {
    let function = program.function(id);
    if function.body.is_none() || function.span.is_none() {
        return false;
    }
    let annotated = contracts.functions.contains_key(&id);
    !function.local || annotated || !is_called(program, id)
}

fn is_called(program: &Program, id: FuncId) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.insts).any(
        |inst| matches!(&inst.kind, InstKind::Call { callee: Callee::Direct(callee), .. } if *callee == id),
    )
}

fn function(
    (program, contracts, links, id): (&Program, &Contracts, &Links, FuncId),
    engine: &Annotated,
    malloc_succeeds: bool,
    budget: &Budget,
    assumptions: &mut Vec<Assumption>,
) -> FunctionOutcome {
    let (links, spoken) = (links.kept_by(id), links.spoken_of_by(id));
    let new = |how: (bool, bool), candidates: Candidates| {
        Prover::new(program, contracts, id, links.clone(), how, malloc_succeeds, budget, candidates)
    };
    let plainly = |how: (bool, bool)| new(how, Candidates::default());
    let attempt = |how: (bool, bool), plain, known: Option<(usize, &Candidates)>| {
        with_inference(&|candidates| new(how, candidates), plain, (how.1, known), contracts, spoken)
    };
    // Where invariants are given none is looked for that could explain a failure.
    let is_given = has_invariants(&mut plainly((false, true)), contracts);
    // A check that fails in an execution, with memory used as C's types say, fails: nothing else need be tried.
    let mut hunter = plainly((false, true));
    hunter.hunts = true;
    hunter.guesses_later = !is_given;
    hunter.bounded = calls_by_contract(program, contracts, id);
    let first = attempt_plainly(hunter);
    let mut failures = first.failures.clone();
    let shown = |failures: &mut Vec<Failure>, much: (&[usize], u64)| {
        let any = show(failures, much, &|| plainly((true, true)));
        // What fails only in a state that an invariant allows may not fail.
        failures.retain(|failure| !any || failure.exact && !failure.weak);
        any
    };
    let much = if is_given { (FEW_PASSES, SHOWING_WORK) } else { (FIRST_PASSES, FIRST_WORK) };
    if shown(&mut failures, much) {
        return report::outcome(program, id, &failures, &[], Vec::new());
    }
    let executed = show_undecided(&first.losses, plainly((true, true)));
    if !executed.is_empty() {
        return report::outcome(program, id, &executed, &[], Vec::new());
    }
    // Hasty attempts first: most functions need no more, and where memory is used as C's types say much is simpler.
    let (mut found, mut is_typed) = (attempt((false, true), first, None), false);
    let is_new =
        |failure: &&Failure| !failures.iter().any(|it| (it.check, it.span) == (failure.check, failure.span));
    let others: Vec<Failure> = found.failures.iter().filter(is_new).cloned().collect();
    let is_more = !is_given || !others.is_empty();
    failures.extend(others);
    if found.is_open() && is_more && shown(&mut failures, (FEW_PASSES, SHOWING_WORK)) {
        return report::outcome(program, id, &failures, &[], Vec::new());
    }
    // Candidates that few loops need come where no execution of some passes fails.
    for stage in 1..=infer::LAST_STAGE {
        if !found.is_open() {
            break;
        }
        let plain = attempt_plainly(plainly((false, true)));
        let other = attempt((false, true), plain, Some((stage, &found.candidates)));
        if !other.is_open() {
            found = other;
        }
    }
    for how in [(true, true), (false, false), (true, false)] {
        if !found.is_open() || !found.is_out_of_time() && !found.is_typed_better(how) {
            break;
        }
        let other = attempt(how, attempt_plainly(plainly(how)), None);
        // A heap that breaks the contract without odd types is the better witness.
        let better = !other.is_open() || other.losses.is_empty() || !found.losses.is_empty();
        if better {
            (found, is_typed) = (other, how.0);
        }
    }
    if !found.is_open() && is_typed && !assumptions.contains(&Assumption::EffectiveTypes) {
        assumptions.push(Assumption::EffectiveTypes);
    }
    for passes in [FEW_PASSES, MANY_PASSES] {
        show(&mut found.failures, (passes, SHOWING_WORK), &|| plainly((false, true)));
    }
    for failure in &mut found.failures {
        failure.exact &= !failure.weak;
    }
    if found.failures.iter().any(|failure| failure.exact) {
        found.failures.retain(|failure| failure.exact);
        return report::outcome(program, id, &found.failures, &found.losses, Vec::new());
    }
    let mut places = new((false, false), Candidates::default());
    let explained = match engine.explain && !found.is_open() {
        true => explanations(new((is_typed, false), found.candidates.clone())),
        false => Vec::new(),
    };
    let texts = found.candidates.texts().into_iter();
    let inferred =
        texts.map(|((func, head), text)| (places.loop_span(func, head), format!("loop invariant {text}")));
    let inferred: Vec<_> = inferred.collect();
    if let (Some(folder), false) = (&engine.conditions, found.is_open()) {
        write_conditions(
            new((is_typed, false), found.candidates.clone()),
            folder,
            &program.function(id).name,
        );
    }
    let mut outcome = report::outcome(program, id, &found.failures, &found.losses, inferred);
    outcome.explained = report::explanations(explained);
    outcome
}

/// Proves the function once more, and writes its conditions to files, one each. A folder that cannot be written is left as
/// it is: whoever asked for the files sees that they are not there.
fn write_conditions(mut prover: Prover<'_>, folder: &Path, name: &str) {
    prover.conditions = Some(Vec::new());
    prover.run();
    for (number, text) in prover.conditions.into_iter().flatten().enumerate() {
        let _ = std::fs::write(folder.join(format!("{name}-{number}.smt2")), text);
    }
}

/// Proves the function once more, with the reasons of all conditions.
fn explanations(mut prover: Prover<'_>) -> Vec<Explained> {
    prover.cx.reasons = Some(Reasons::default());
    prover.run();
    prover.explained
}

/// How often loops are passed to show that a check fails, first and at last.
const FEW_PASSES: &[usize] = &[1, 2, 3];
const MANY_PASSES: &[usize] = &[6, 10];
/// How much work that may be, in conflicts.
const SHOWING_WORK: u64 = 200_000;
/// The same before an invariant was looked for. Most mistakes show at once; that what holds does not fail in an execution
/// of some passes is hard to see without an invariant.
const FIRST_PASSES: &[usize] = &[1, 2];
const FIRST_WORK: u64 = 6_000;

/// A failure behind a loop may be that of an invariant that says too little. Loops are executed pass by pass to show that
/// the check fails in an execution. Whether something was shown.
fn show<'a>(failures: &mut [Failure], (passes, work): (&[usize], u64), new: &dyn Fn() -> Prover<'a>) -> bool {
    let mut any = false;
    let mut open: Vec<_> = failures.iter().map(|failure| (failure.check, failure.span)).collect();
    for &often in passes {
        if open.is_empty() {
            break;
        }
        let mut prover = new();
        prover.unrolled = Some(Unrolled { passes: often, wanted: open.clone(), bodies: false });
        prover.effort = prover.effort.within(work / passes.len() as u64);
        for shown in attempt_plainly(prover).failures.into_iter().filter(|shown| shown.exact) {
            let place = (shown.check, shown.span);
            open.retain(|it| *it != place);
            for failure in failures.iter_mut().filter(|failure| (failure.check, failure.span) == place) {
                *failure = shown.clone();
                any = true;
            }
        }
    }
    any
}

/// What fails of what was not decided, in an execution of the function together with the functions that it calls.
fn show_undecided(lost: &[Lost], mut prover: Prover<'_>) -> Vec<Failure> {
    let wanted: Vec<_> = lost.iter().filter_map(|lost| lost.check.map(|check| (check, lost.span))).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    prover.unrolled = Some(Unrolled { passes: 2, wanted, bodies: true });
    prover.effort = prover.effort.within(SHOWING_WORK / 4);
    attempt_plainly(prover).failures.into_iter().filter(|failure| failure.exact && !failure.weak).collect()
}

/// How much work a candidate of an invariant may take, at first and where that is not enough. What holds most often is
/// shown soon; what does not may take for ever.
const CANDIDATE_WORK: [u64; 2] = [1_500, 2 * LITTLE_WORK];

/// What an attempt ends with.
struct Found {
    failures: Vec<Failure>,
    losses: Vec<Lost>,
    candidates: Candidates,
}

impl Found {
    /// Whether what fails may hold where memory is used as C's types say, and that was not tried.
    fn is_typed_better(&self, (typed, hasty): (bool, bool)) -> bool {
        typed && hasty && !self.failures.is_empty()
    }

    fn is_out_of_time(&self) -> bool {
        let is_work = |lost: &Lost| matches!(lost.reason, Reason::Timeout | Reason::WorkLimit);
        self.losses.iter().any(|lost| is_work(lost) && !lost.weak)
    }

    /// How many conditions are open.
    fn open(&self) -> usize {
        self.failures.len() + self.losses.len()
    }

    fn is_open(&self) -> bool {
        self.open() > 0
    }
}

fn attempt_plainly(mut prover: Prover<'_>) -> Found {
    prover.run();
    Found { failures: prover.failures, losses: prover.losses, candidates: prover.candidates }
}

/// Where the plain attempt to prove a function fails, another with invariants that nobody wrote: those that many loops need;
/// or, where they are known not to suffice, all.
fn with_inference<'a>(
    new: &dyn Fn(Candidates) -> Prover<'a>,
    plain: Found,
    (hasty, known): (bool, Option<(usize, &Candidates)>),
    contracts: &Contracts,
    links: &[i64],
) -> Found {
    if !plain.is_open() || hasty && plain.is_out_of_time() {
        return plain;
    }
    let mut prover = new(Candidates::default());
    let guessed = guessed(&mut prover, contracts, links);
    let loops_call = loops_call(&mut prover);
    let mut best = plain;
    let all = match known {
        Some((stage, known)) => guessed.until(stage).beside(known),
        None => guessed.until(0),
    };
    // Those that few loops need are tried once: what little work does not show is most often what they are for.
    let works = if known.is_some() { &CANDIDATE_WORK[1..] } else { &CANDIDATE_WORK };
    let mut stages: Vec<_> = works.iter().map(|work| Candidates { work: *work, ..all.clone() }).collect();
    // Loops that call others by contract hand whole lists over: few candidates are enough, and many make it hard to see.
    if loops_call && known.is_none() {
        stages.insert(0, Candidates { work: LITTLE_WORK, undecided: true, ..all.of_whole_lists() });
    }
    for mut candidates in stages {
        loop {
            candidates.dropped = false;
            let mut prover = new(candidates);
            prover.only_candidates = true;
            let pruned = attempt_plainly(prover);
            candidates = pruned.candidates;
            if !pruned.losses.is_empty() {
                return best;
            }
            if !candidates.dropped {
                break;
            }
        }
        let is_undecided = candidates.undecided;
        let inferred = attempt_plainly(new(candidates));
        if inferred.open() <= best.open() {
            best = inferred;
        }
        if !best.is_open() || !is_undecided {
            break;
        }
    }
    best
}

/// Whether a function calls others by contract that have a body.
fn calls_by_contract(program: &Program, contracts: &Contracts, id: FuncId) -> bool {
    let blocks = program.function(id).body.iter().flat_map(|body| &body.blocks);
    blocks.flat_map(|block| &block.insts).any(|inst| match inst.kind {
        InstKind::Call { callee: Callee::Direct(callee), .. } => {
            contracts.functions.contains_key(&callee) && program.function(callee).body.is_some()
        }
        _ => false,
    })
}

/// Whether a loop of a function calls others by contract.
fn loops_call(prover: &mut Prover<'_>) -> bool {
    let Some(body) = &prover.program.function(prover.id).body else { return false };
    let shape = prover.shape(prover.id);
    let blocks = shape.loops.values().flat_map(|it| &it.blocks).map(|block| body.block(*block));
    let mut insts = blocks.flat_map(|block| &block.insts);
    insts.any(|inst| match inst.kind {
        InstKind::Call { callee: Callee::Direct(callee), .. } => {
            prover.contracts.functions.contains_key(&callee)
        }
        _ => false,
    })
}

/// Whether all loops of a function have invariants that somebody wrote.
fn has_invariants(prover: &mut Prover<'_>, contracts: &Contracts) -> bool {
    let id = prover.id;
    let shape = prover.shape(id);
    !shape.loops.is_empty() && shape.loops.keys().all(|head| contracts.loops.contains_key(&(id, *head)))
}

/// Candidates for the loops of a function and of what becomes part of it.
fn guessed(prover: &mut Prover<'_>, contracts: &Contracts, links: &[i64]) -> Candidates {
    let mut candidates = Candidates::default();
    let program = prover.program;
    let mut due = vec![prover.id];
    let mut next = 0;
    while let Some(func) = due.get(next).copied() {
        next += 1;
        let Some(body) = &program.function(func).body else { continue };
        let shape = prover.shape(func);
        let contract = contracts.functions.get(&func).cloned().unwrap_or_default();
        for (head, it) in &shape.loops {
            let Some(span) = prover.loop_span(func, *head) else { continue };
            let found =
                infer::candidates(program, body, (*head, it), span.line.get(), (&contract, contracts), links);
            if !found.is_empty() {
                candidates.loops.insert((func, *head), found);
            }
        }
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Call { callee: Callee::Direct(callee), .. } = inst.kind {
                let inlined = !contracts.functions.contains_key(&callee) && program.function(callee).local;
                if inlined && !due.contains(&callee) {
                    due.push(callee);
                }
            }
        }
    }
    candidates
}

fn assumptions(program: &Program) -> Vec<Assumption> {
    let bits = program.target.pointer_bytes * 8;
    vec![
        Assumption::Target { bits },
        Assumption::SignedWraps,
        Assumption::Aligned,
        Assumption::GivenPointers,
        Assumption::ContractsOfOthers,
    ]
}
