//! Lost memory: heap blocks that nothing names any more, and blocks left at exit.
//!
//! A block is lost at the instruction after which no pointer to it is left: not in a global, a live stack object, a
//! source variable in scope, an SSA value that is still to be read, or another block that is not lost. The search
//! runs only after instructions at which a value that holds an address died.
//!
//! A list that may be empty keeps nothing but what it leads to: where a block would be kept by its nodes alone, the two
//! cases are told apart first.

use crate::state::{Agenda, Moving, State};
use crate::transfer::{COLLECT, Possible, Transfer};
use engine::Reason;
use heap::{End, Kind, ObjectId, Reach, Segment};
use ir::{ErrorKind, Property, diagnosis};
use logic::Term;
use rustc_hash::FxHashSet;

/// What is said where it cannot be told whether a block is lost.
pub(crate) const KEPT_BY_NODES: &str = "a block is kept only by nodes of a list that may be empty";
/// The same where what is left of its address is no pointer.
pub(crate) const KEPT_IN_DISGUISE: &str = "a block is kept only by an address in disguise";

impl Transfer<'_> {
    /// Looks for blocks that are lost, reports them and forgets them. Where that depends on whether a segment is empty
    /// nothing is reported: gives the segment whose cases have to be told apart before this is asked again. Where leaks
    /// are not checked, blocks that are certainly lost are forgotten all the same: nothing can access them.
    #[must_use]
    pub fn find_lost(&mut self, state: &mut State) -> Option<ObjectId> {
        let mut dying = std::mem::take(&mut state.dying);
        if state.live_blocks == 0 {
            return None;
        }
        self.said.figures.leak_checks += 1;
        // Mostly another pointer is near: in the innermost calls, or in what they point to.
        for id in &mut dying {
            *id = state.heap.segment_of(*id).unwrap_or(*id);
        }
        // A pointer to a segment that is empty names what follows.
        state.heap.add_skipped(&mut self.symbols, &mut dying);
        dying.retain(|id| state.heap.find(*id).is_some_and(|object| object.is_live_heap()));
        let near = || state.frames.iter().rev();
        let values = near().flat_map(|frame| frame.vars.iter().chain(&frame.values)).flatten().copied();
        let locals = near().flat_map(|frame| frame.stack.iter().copied());
        if state.heap.finds(&mut self.symbols, values, locals, dying.clone()) {
            return None;
        }
        self.said.figures.leak_searches += 1;
        let roots = roots(state);
        let reach = state.heap.reach(&mut self.symbols, roots.iter().copied());
        if !self.checks_leaks() {
            self.report_lost(state, reach);
            return None;
        }
        // Who names the last node of a list without links back holds that node only.
        let is_end = |id: ObjectId| reach.ends.contains(&id);
        let unheld = state.heap.objects().find(|(id, object)| {
            let hidden = object.segment().filter(|segment| segment.has_hidden_links());
            object.owner.is_none()
                && !reach.contains(*id)
                && hidden.is_some_and(|segment| segment.may_be_empty() || is_end(*id))
        });
        if let Some(id) = unheld.map(|(id, _)| id) {
            state.dying = dying;
            return Some(id);
        }
        let mut uncertain = state.heap.uncertain(&mut self.symbols, roots, &reach);
        if !uncertain.is_empty() {
            // Only what is named by what died may be lost now.
            let concerned = state.heap.reach_from(&mut self.symbols, &dying);
            uncertain.retain(|uncertain| concerned.contains(uncertain.block));
        }
        if !uncertain.is_empty() {
            let segment = uncertain.iter().find_map(|uncertain| uncertain.outermost(&state.heap));
            if segment.is_some() {
                state.dying = dying;
                return segment;
            }
            self.loss(state, Reason::Imprecise, KEPT_BY_NODES);
        }
        self.report_lost(state, reach);
        None
    }

    /// The cases of a state in which it is known what is lost; that is reported.
    pub fn without_lost(&mut self, state: Moving) -> Vec<Moving> {
        let mut done = Vec::new();
        let mut todo = vec![state];
        while let Some(mut state) = todo.pop() {
            let segment = if state.dying.is_empty() { None } else { self.find_lost(&mut state) };
            match segment {
                Some(id) => todo.extend(self.split_kept(state, id)),
                None => done.push(state),
            }
        }
        done
    }

    /// Tells the cases of a segment apart on which it depends whether something is lost: whether it is empty, and which of
    /// its nodes is the last.
    pub(crate) fn split_kept(&mut self, state: Moving, id: ObjectId) -> Vec<Moving> {
        match state.heap.object(id).segment().is_some_and(Segment::may_be_empty) {
            true => self.split_empty(state, id),
            false => self.materialise_node(state, id, End::Last).into_iter().collect(),
        }
    }

    /// Forgets objects that ended and that nothing names any more, where there may be many.
    pub fn collect_if_many(&mut self, state: &mut State) {
        if state.heap.len() >= state.collect_at {
            self.collect(state);
        }
    }

    /// Forgets objects that ended and that nothing names any more.
    pub fn collect(&mut self, state: &mut State) {
        let reach = state.heap.reach(&mut self.symbols, roots(state));
        let ended = state.heap.objects().filter(|(_, object)| object.died.is_some()).map(|(id, _)| id);
        // A frame ends all its stack objects, also those whose scope is over.
        let frames = || state.frames.iter().chain(&state.abandoned);
        let listed: FxHashSet<ObjectId> = frames().flat_map(|frame| frame.stack.iter().copied()).collect();
        let dead: Vec<ObjectId> = ended.filter(|id| !reach.contains(*id) && !listed.contains(id)).collect();
        state.heap.forget_links_to(&mut self.symbols, &dead);
        for id in dead {
            state.heap.forget(id);
        }
        // Looking again is worth it when there are twice as many.
        state.collect_at = 2 * state.heap.len() + COLLECT;
    }

    fn checks_leaks(&self) -> bool {
        self.context.task.properties.contains(Property::ValidMemtrack)
    }

    fn report_lost(&mut self, state: &mut State, reach: Reach) {
        let blocks: Vec<ObjectId> =
            state.heap.objects().filter(|(_, object)| object.is_live_heap()).map(|(id, _)| id).collect();
        let (lost, kept): (Vec<_>, Vec<_>) = blocks.into_iter().partition(|id| !reach.contains(*id));
        if self.checks_leaks() && kept.iter().any(|id| !reach.held.contains(id)) {
            self.loss(state, Reason::Unsupported, KEPT_IN_DISGUISE);
        }
        let (lost, absent): (Vec<_>, Vec<_>) = lost.into_iter().partition(|id| self.may_exist(state, *id));
        // Elements are parts of an array that is lost, or was freed.
        let (elements, lost): (Vec<_>, Vec<_>) =
            lost.into_iter().partition(|id| state.heap.object(*id).is_element());
        for id in lost.iter().filter(|_| !state.keeps) {
            let zero = self.symbols.size(0);
            let name = self.name_of(state, *id);
            let message = format!("the last pointer to {name} is lost");
            self.fault_at(state, ErrorKind::Leak, message, Some((*id, zero)), state.last);
        }
        let gone: Vec<ObjectId> = [&lost, &elements, &absent].into_iter().flatten().copied().collect();
        state.heap.forget_links_to(&mut self.symbols, &gone);
        if self.context.task.properties.contains(Property::ValidMemcleanup) {
            let places: Vec<_> = lost.iter().map(|id| state.heap.object(*id).place).collect();
            state.lost.extend(places);
        }
        for id in gone {
            if state.heap.find(id).is_some() {
                state.heap.forget_segment(id);
            }
        }
        state.count_blocks();
    }

    /// A value is forgotten: the blocks it names may be lost.
    pub fn dies(&mut self, state: &mut State, term: Term) {
        if state.live_blocks > 0 && self.symbols.has_base(term) {
            for id in self.symbols.objects_in(term) {
                // Whatever names a node of a segment keeps all of it.
                let id = state.heap.segment_of(id).unwrap_or(id);
                let is_block = state.heap.find(id).is_some_and(|object| object.is_live_heap());
                if is_block && !state.dying.contains(&id) {
                    state.dying.push(id);
                }
            }
        }
    }

    /// The program has exited: reports what was not freed.
    pub fn exited(&mut self, state: &mut State) {
        if !self.context.task.properties.contains(Property::ValidMemcleanup) || state.keeps {
            return;
        }
        let left: Vec<ObjectId> =
            state.heap.objects().filter(|(_, object)| object.is_live_block()).map(|(id, _)| id).collect();
        for id in left {
            if !self.may_exist(state, id) {
                continue;
            }
            let zero = self.symbols.size(0);
            let name = self.name_of(state, id);
            let place = state.heap.object(id).place.unwrap_or(state.last);
            let message = format!("{name} is still allocated when the program exits");
            self.fault_at(state, ErrorKind::NotFreed, message, Some((id, zero)), place);
        }
        for place in state.lost.clone() {
            let message = "a block is still allocated when the program exits".to_string();
            self.fault_at(state, ErrorKind::NotFreed, message, None, place.unwrap_or(state.last));
        }
    }

    /// How to call an object.
    pub fn name_of(&self, state: &State, id: ObjectId) -> String {
        self.name_of_kind(state.heap.object(id).kind)
    }

    /// How to call an object of a kind.
    pub fn name_of_kind(&self, kind: Kind) -> String {
        let program = self.context.program();
        match kind {
            Kind::Global(id) => diagnosis::global_name(program, id),
            Kind::Function(id) => diagnosis::function_name(program, id),
            Kind::Stack(function, var) => diagnosis::local_name(program, function, var),
            Kind::Heap(number) => diagnosis::block_name(number),
            Kind::Variadic => "variadic arguments".to_string(),
            Kind::Text => "a text of the surroundings".to_string(),
            Kind::Element => "an element of an array".to_string(),
            Kind::Library(what) => what.to_string(),
        }
    }

    /// Whether an object may exist: no list of which it is a part, or which it is, is known to be empty by its count.
    pub(crate) fn may_exist(&mut self, state: &State, id: ObjectId) -> bool {
        state.heap.conditions(id).into_iter().all(|segment| {
            let count = state.heap.object(segment).count();
            count.is_none_or(|count| {
                let zero = self.symbols.size(0);
                let condition = self.symbols.store.ult(zero, count);
                self.can(state, condition) != Possible::No
            })
        })
    }
}

/// All values that a state can still name: what they lead to is not lost.
pub fn roots(state: &State) -> Vec<Term> {
    let mut roots = program_roots(state);
    for frame in state.frames.iter().chain(&state.abandoned) {
        roots.extend(frame.vars.iter().flatten());
    }
    roots
}

/// All values that the program can still read.
pub fn program_roots(state: &State) -> Vec<Term> {
    let mut roots: Vec<Term> = Vec::new();
    for frame in state.frames.iter().chain(&state.abandoned) {
        roots.extend(frame.values.iter().flatten());
    }
    roots.extend(
        state.exit_handlers.iter().flat_map(|(function, argument)| [Some(*function), *argument]).flatten(),
    );
    roots.extend(state.agenda.iter().filter_map(|item| match item {
        Agenda::Call(_, argument) => *argument,
        _ => None,
    }));
    roots
}
