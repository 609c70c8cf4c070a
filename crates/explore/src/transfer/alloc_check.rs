//! The three allocation checks of SL-CPA, for comparison with the default.
//!
//! The default reads the object from the address itself (provenance) and asks one question about the offset. SL-CPA
//! has no provenance: it looks for the cell that an address `E` must equal. Its procedures are rebuilt here at the
//! level of objects, after the same syntactic check first:
//!
//! * [`AllocCheck::Sl`] (thesis, algorithms 3 and 4): for each object, `cells * E ↦ −` is unsatisfiable under `Π`
//!   exactly if `E` is one of its cells. The question goes to an external solver, [`SOLVER`], as SMT-LIB with
//!   separation logic. Where it gives no answer, and for objects of symbolic size or of more than [`CELLS`] bytes,
//!   the next procedure is used; the counter `alloc-fallbacks` tells how often.
//! * [`AllocCheck::Smt`]: the same loop with an entailment, that `E` lies within the object.
//! * [`AllocCheck::Model`] (algorithm 5): one question, whether `E` lies within any object; its model names the
//!   object, which is then verified.
//!
//! What is found is the object only; bounds and life are checked as always, and where nothing is found the default
//! explains why. Invariant: an object that is found is the one that the pointer was derived from. A pointer past the
//! end of one object may equal the address of another, and SL-CPA would then let it write there; C does not. So all
//! procedures give the same findings.

use crate::state::State;
use crate::transfer::Transfer;
use heap::{ObjectId, Pointer, Rights};
use logic::{Answer, PathCondition, Term};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The external solver with separation logic.
const SOLVER: &str = "cvc5";
/// How long the external solver may think about one question.
const PATIENCE: Duration = Duration::from_secs(10);
/// The largest object whose cells are written out for the external solver.
const CELLS: u64 = 64;

/// How the object of an access is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum AllocCheck {
    /// By provenance.
    #[default]
    Default,
    /// By separation logic, with an external solver.
    Sl,
    /// By an entailment for each object.
    Smt,
    /// By one model.
    Model,
}

impl AllocCheck {
    /// The name in options.
    pub fn name(self) -> &'static str {
        match self {
            AllocCheck::Default => "default",
            AllocCheck::Sl => "sl",
            AllocCheck::Smt => "smt",
            AllocCheck::Model => "model",
        }
    }

    /// Whether the procedure can be used on this machine; otherwise what is missing, and what to do about it.
    pub fn available(self) -> Result<(), String> {
        if self != AllocCheck::Sl {
            return Ok(());
        }
        let version = Command::new(SOLVER).arg("--version").stdin(Stdio::null()).output();
        match version {
            Ok(output) if output.status.success() => Ok(()),
            Ok(output) => Err(format!("`{SOLVER} --version` fails ({})", output.status)),
            Err(error) => Err(format!(
                "the solver `{SOLVER}`, which decides separation logic, cannot be started: {error}\n\
                 Debian has it in the package of the same name: apt-get install {SOLVER}"
            )),
        }
    }
}

/// An object that an address may lie in: its base, its size, and the condition for it.
struct Candidate {
    id: ObjectId,
    base: Term,
    size: Term,
    inside: Term,
}

impl Transfer<'_> {
    /// The object that an address must lie in, by the chosen procedure; none by the default, and where the address
    /// was derived from another object.
    pub fn locate(&mut self, state: &State, pointer: Term) -> Option<ObjectId> {
        if self.context.alloc_check == AllocCheck::Default
            || self.symbols.store.width(pointer) != self.symbols.word()
        {
            return None;
        }
        let found = self.search(state, pointer)?;
        let own = state.heap.pointer(&mut self.symbols, pointer);
        matches!(own, Pointer::Into(own, _) if own == found).then_some(found)
    }

    /// The object that an address must lie in, whatever it was derived from.
    fn search(&mut self, state: &State, pointer: Term) -> Option<ObjectId> {
        let live: Vec<(ObjectId, Term, Term)> = state
            .heap
            .objects()
            .filter(|(_, object)| object.is_alive() && object.rights > Rights::None)
            .map(|(id, object)| (id, object.base, object.size))
            .collect();
        let mut candidates = Vec::new();
        for (id, base, size) in live {
            let offset = self.symbols.store.sub(pointer, base);
            let inside = self.symbols.store.ult(offset, size);
            match self.symbols.store.as_bool(inside) {
                Some(true) => return Some(id),
                Some(false) => {}
                None => candidates.push(Candidate { id, base, size, inside }),
            }
        }
        match self.context.alloc_check {
            AllocCheck::Default => None,
            AllocCheck::Smt => self.first_entailed(state, &candidates),
            AllocCheck::Model => self.by_model(state, &candidates),
            AllocCheck::Sl => self.by_separation(state, pointer, &candidates),
        }
    }

    /// The path with what is known of the addresses in a condition.
    fn with_layout(&mut self, state: &State, condition: Term) -> PathCondition {
        let mut path = state.path.clone();
        for axiom in state.heap.axioms(&mut self.symbols, condition) {
            path.push(&self.symbols.store, axiom);
        }
        path
    }

    fn is_entailed(&mut self, state: &State, condition: Term) -> bool {
        let path = self.with_layout(state, condition);
        self.said.figures.alloc_queries += 1;
        self.solver.entails(&mut self.symbols.store, &path, condition) == Some(true)
    }

    fn first_entailed(&mut self, state: &State, candidates: &[Candidate]) -> Option<ObjectId> {
        candidates.iter().find(|candidate| self.is_entailed(state, candidate.inside)).map(|found| found.id)
    }

    fn by_model(&mut self, state: &State, candidates: &[Candidate]) -> Option<ObjectId> {
        let inside: Vec<Term> = candidates.iter().map(|candidate| candidate.inside).collect();
        let any = self.symbols.store.any(inside);
        let path = self.with_layout(state, any);
        self.said.figures.alloc_queries += 1;
        let Answer::Sat(model) = self.solver.check(&mut self.symbols.store, &path, &[any]) else {
            return None;
        };
        let named =
            candidates.iter().find(|candidate| model.satisfies(&self.symbols.store, candidate.inside))?;
        self.is_entailed(state, named.inside).then_some(named.id)
    }

    fn by_separation(&mut self, state: &State, pointer: Term, candidates: &[Candidate]) -> Option<ObjectId> {
        for candidate in candidates {
            let answer = self.constant(candidate.size).filter(|size| *size <= CELLS).and_then(|size| {
                let script = self.separation_script(state, pointer, candidate, size);
                self.said.figures.alloc_queries += 1;
                self.said.figures.alloc_external += 1;
                ask_external(&script, self.patience())
            });
            let found = match answer {
                Some(satisfiable) => !satisfiable,
                None => {
                    self.said.figures.alloc_fallbacks += 1;
                    self.is_entailed(state, candidate.inside)
                }
            };
            if found {
                return Some(candidate.id);
            }
        }
        None
    }

    /// How long the external solver may think, as far as the budget allows.
    fn patience(&self) -> Duration {
        let left = self.context.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        left.map_or(PATIENCE, |left| left.min(PATIENCE))
    }

    /// `Π ∧ base ↦ − * … * base+size-1 ↦ − * pointer ↦ −` as SMT-LIB.
    fn separation_script(
        &mut self,
        state: &State,
        pointer: Term,
        candidate: &Candidate,
        size: u64,
    ) -> String {
        let word = self.symbols.word();
        // The cells get names that can be recognised in the text.
        let mut asserted = self.with_layout(state, candidate.inside).terms();
        let mut cell = |transfer: &mut Self, name: String, at: Term| {
            let var = transfer.symbols.store.var(&name, word);
            asserted.push(transfer.symbols.store.eq(var, at));
        };
        cell(self, "sl-address".to_string(), pointer);
        for at in 0..size {
            let offset = self.symbols.size(at);
            let address = self.symbols.store.add(candidate.base, offset);
            cell(self, format!("sl-cell-{at}"), address);
        }
        let text = self.symbols.store.to_smtlib(&asserted);
        let names: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("(declare-const "))
            .filter(|rest| rest.starts_with("|sl-"))
            .filter_map(|rest| rest.split(" (_").next())
            .collect();
        let cells: Vec<String> = names.iter().map(|name| format!("(pto {name} sl-value)")).collect();
        let heap = format!("(set-logic QF_ALL)\n(declare-heap ((_ BitVec {word}) (_ BitVec 8)))\n");
        let separate = format!(
            "(declare-const sl-value (_ BitVec 8))\n(assert (sep {}))\n(check-sat)\n",
            cells.join(" ")
        );
        text.replace("(set-logic QF_BV)\n", &heap).replace("(check-sat)\n", &separate)
    }
}

/// Whether the external solver finds a script satisfiable; none where there is no such solver or no answer.
fn ask_external(script: &str, patience: Duration) -> Option<bool> {
    let mut solver = Command::new(SOLVER)
        .arg("--lang=smt2")
        .arg(format!("--tlimit={}", patience.as_millis().max(1)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    solver.stdin.take()?.write_all(script.as_bytes()).ok()?;
    let output = solver.wait_with_output().ok()?;
    match String::from_utf8_lossy(&output.stdout).trim() {
        "sat" => Some(true),
        "unsat" => Some(false),
        _ => None,
    }
}
