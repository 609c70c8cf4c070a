//! Contracts: what annotations say about functions, loops and places in bodies.
//!
//! Every annotation belongs to something: a contract to the function that is declared after it, loop clauses to the loop
//! whose keyword follows, assertions and ghost statements to the statement that follows. What belongs to nothing, or has
//! no meaning there, is a mistake; nothing is skipped.

use crate::formula::{Formula, Set, Term};
use crate::function_types::{self, FunctionTypes};
use crate::resolve::{self, Inside, Scope};
use crate::syntax::ast::{Clause as Parsed, ClauseKind, Expr, ExprKind};
use crate::syntax::{Mistake, parser};
use crate::types::Ty;
use engine::AnnotationError;
use ir::cfg::Cfg;
use ir::types::TypeKind;
use ir::{Annotation, BlockId, Body, FuncId, Function, Position, Program, Span, Subject};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A clause with where it stands and how it is spelt.
#[derive(Clone, Debug)]
pub struct Clause<T> {
    /// What it says.
    pub what: T,
    /// Where it stands.
    pub span: Option<Span>,
    /// How it is spelt.
    pub text: String,
}

/// The contract of a function.
#[derive(Clone, Default, Debug)]
pub struct Contract {
    /// Whether there is one at all.
    pub given: bool,
    /// How it calls the parameters.
    pub params: Vec<String>,
    /// What callers ensure.
    pub requires: Vec<Clause<Formula>>,
    /// What the function ensures.
    pub ensures: Vec<Clause<Formula>>,
    /// What it may assign.
    pub assigns: Vec<Set>,
    /// What it may free.
    pub frees: Vec<Set>,
}

/// What is said about a loop.
#[derive(Clone, Default, Debug)]
pub struct LoopSpec {
    /// What holds whenever the head is reached.
    pub invariants: Vec<Clause<Formula>>,
    /// What it may assign; none where nothing is said.
    pub assigns: Option<Vec<Set>>,
}

/// A statement of the annotation language.
#[derive(Clone, Debug)]
pub enum Mark {
    /// The formula holds here.
    Assert(Clause<Formula>),
    /// Pointers become blocking, or cease to be.
    Ghost {
        /// Whether they become blocking.
        add: bool,
        /// The pointers.
        pointers: Vec<Term>,
        /// Where it stands.
        span: Option<Span>,
    },
}

/// All contracts of a program.
#[derive(Default, Debug)]
pub struct Contracts {
    /// By function.
    pub functions: BTreeMap<FuncId, Contract>,
    /// By function and the block that is the head of the loop.
    pub loops: BTreeMap<(FuncId, BlockId), LoopSpec>,
    /// By function, block and the number of the instruction they stand before.
    pub marks: BTreeMap<(FuncId, BlockId, usize), Vec<Mark>>,
    /// The function types that have a contract.
    pub types: FunctionTypes,
    /// Names that stand for an expression: those that mean the same in all files.
    pub constants: Arc<BTreeMap<String, String>>,
    /// The links that each function's annotations use.
    pub links: BTreeMap<FuncId, Vec<i64>>,
}

/// The names that stand for an expression, but for those that mean different things in different files.
fn constants(annotations: &[Annotation]) -> BTreeMap<String, String> {
    let mut all: BTreeMap<String, Option<String>> = BTreeMap::new();
    for (name, value) in annotations.iter().flat_map(|annotation| annotation.constants.iter()) {
        let known = all.entry(name.clone()).or_insert_with(|| Some(value.clone()));
        if known.as_ref() != Some(value) {
            *known = None;
        }
    }
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Reads all annotations of a program; or all mistakes in them.
pub fn read(
    program: &Program,
    types: FunctionTypes,
    annotations: &[Annotation],
) -> Result<Contracts, Vec<AnnotationError>> {
    let mut contracts = Contracts { types, ..Contracts::default() };
    contracts.constants = Arc::new(constants(annotations));
    let mut errors = Vec::new();
    for annotation in annotations {
        let mut reader = Reader { program, annotation, contracts: &mut contracts };
        if let Err(mistake) = reader.read() {
            let at = annotation.position(mistake.at);
            let span = Span::new(annotation.file, at.line, at.column);
            errors.push(AnnotationError { span, message: mistake.message });
        }
    }
    // Who is to obey a type has its contract.
    for ((_, ty), shown_by) in &contracts.types.shown_by {
        if let Some(contract) = contracts.functions.get(ty).cloned() {
            contracts.functions.insert(*shown_by, contract);
        }
        let links = contracts.links.get(ty).cloned().unwrap_or_default();
        contracts.links.insert(*shown_by, links);
    }
    match errors.is_empty() {
        true => Ok(contracts),
        false => Err(errors),
    }
}

struct Reader<'a> {
    program: &'a Program,
    annotation: &'a Annotation,
    contracts: &'a mut Contracts,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<(), Mistake> {
        let program = self.program;
        let clauses = parser::clauses(&self.annotation.text, &|word| resolve::is_type(program, word))?;
        match &self.annotation.subject {
            Subject::Declaration { names, end, has_body } => {
                let Some((id, params)) = self.function(names, *end) else {
                    // A function that is only declared and that nobody calls is no part of the program: a header has many.
                    if !has_body {
                        return Ok(());
                    }
                    let name = names.first().map_or("", |(name, _)| name);
                    return Err(Mistake::new(
                        first_letter(&self.annotation.text),
                        format!(
                            "`{name}` is no function of the program; clang leaves out static functions that nobody calls"
                        ),
                    ));
                };
                self.contract(id, &params, &clauses)
            }
            Subject::Type { name, params } => match function_types::find(program, name) {
                Some(id) => self.contract(id, params, &clauses),
                None => self.no_function_type(name),
            },
            Subject::Loop { keyword } => self.in_loop(*keyword, &clauses),
            Subject::Statement { begin, block_end } => self.at_statement(*begin, *block_end, &clauses),
            Subject::Label => Err(Mistake::new(
                first_letter(&self.annotation.text),
                "an annotation does not stand before a label; put it behind the colon",
            )),
            Subject::Nothing => Err(Mistake::new(
                first_letter(&self.annotation.text),
                "an annotation stands before a function, a typedef of functions, a loop or a statement",
            )),
        }
    }

    /// A type that is no part of the program has a grammar only; clang leaves out what is not used.
    fn no_function_type(&self, name: &str) -> Result<(), Mistake> {
        let program = self.program;
        let named = |kind: &TypeKind| matches!(kind, TypeKind::Typedef { name: here, .. } if here == name);
        let words = match function_types::function_type(program, name) {
            None if !program.types.iter().any(|(_, ty)| named(&ty.kind)) => return Ok(()),
            None => format!("`{name}` is no type of functions"),
            Some(_) => format!(
                "functions of type `{name}` take or return structs or floating-point numbers by value, or more arguments; such a type has no contract"
            ),
        };
        Err(Mistake::new(first_letter(&self.annotation.text), words))
    }

    fn clause<T>(&self, what: T, parsed: &Parsed) -> Clause<T> {
        let at = self.annotation.position(parsed.at);
        let span = Span::new(self.annotation.file, at.line, at.column);
        let text = &self.annotation.text[parsed.at..parsed.end];
        let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "@").collect();
        Clause { what, span, text: words.join(" ") }
    }

    /// The function that a declaration declares, and the names of its parameters.
    fn function(&self, names: &[(String, Vec<String>)], end: Position) -> Option<(FuncId, Vec<String>)> {
        let (file, start) = (self.annotation.file, self.annotation.start);
        let here = |function: &Function| {
            function.span.is_some_and(|span| {
                span.file == file && span.line.get() >= start.line && span.line.get() <= end.line
            })
        };
        for (name, params) in names {
            let named: Vec<FuncId> = self
                .program
                .function_ids()
                .filter(|id| same_name(&self.program.function(*id).name, name))
                .collect();
            let found = named.iter().copied().find(|id| here(self.program.function(*id)));
            if let Some(id) = found.or(named.first().copied()) {
                return Some((id, params.clone()));
            }
        }
        None
    }

    /// The types of the parameters and of the result, as the source has them.
    fn signature(&self, id: FuncId) -> (Vec<Ty>, Ty) {
        let ty =
            self.program.function(id).ty.map(|ty| &self.program.types.get(self.program.types.strip(ty)).kind);
        match ty {
            Some(TypeKind::Function { result, params, .. }) => {
                let params = params.iter().map(|param| Ty::of(self.program, *param)).collect();
                (params, Ty::of(self.program, *result))
            }
            _ => (Vec::new(), Ty::Void),
        }
    }

    fn contract(&mut self, id: FuncId, names: &[String], clauses: &[Parsed]) -> Result<(), Mistake> {
        let (types, result) = self.signature(id);
        if self.program.function(id).ty.is_none() {
            return Err(Mistake::new(
                clauses[0].at,
                "the types of this function are not known (debug info is missing)",
            ));
        }
        let params: Vec<(String, Ty)> = names.iter().cloned().zip(types.clone()).collect();
        let scope = Scope::new(self.program, self.contracts.constants.clone(), params, None, Some(result));
        // The precondition speaks of the state before: there is no result yet.
        let early =
            Scope::new(self.program, self.contracts.constants.clone(), scope.params.clone(), None, None);
        let mut found = Contract { given: true, ..Contract::default() };
        for parsed in clauses {
            match &parsed.kind {
                ClauseKind::Requires(expr) => found.requires.push(self.clause(early.formula(expr)?, parsed)),
                ClauseKind::Ensures(expr) => found.ensures.push(self.clause(scope.formula(expr)?, parsed)),
                ClauseKind::Assigns(sets) => {
                    for set in sets {
                        found.assigns.push(early.set(set)?);
                    }
                }
                ClauseKind::Frees(sets) => {
                    for set in sets {
                        found.frees.push(early.set(set)?);
                    }
                }
                ClauseKind::Invariant(_) | ClauseKind::LoopAssigns(_) => {
                    return Err(Mistake::new(
                        parsed.at,
                        "a loop clause stands before a loop, not before a function",
                    ));
                }
                ClauseKind::Assert(_) | ClauseKind::Ghost { .. } => {
                    return Err(Mistake::new(
                        parsed.at,
                        "this clause is a statement: it stands in a function body",
                    ));
                }
            }
        }
        let links = [early.links.into_inner(), scope.links.into_inner()].concat();
        self.use_links(id, links);
        let whole = self.contracts.functions.entry(id).or_default();
        whole.given = true;
        whole.params = names.to_vec();
        whole.requires.extend(found.requires);
        whole.ensures.extend(found.ensures);
        whole.assigns.extend(found.assigns);
        whole.frees.extend(found.frees);
        Ok(())
    }

    fn use_links(&mut self, id: FuncId, links: Vec<i64>) {
        let used = self.contracts.links.entry(id).or_default();
        used.extend(links);
        used.sort_unstable();
        used.dedup();
    }

    /// The function whose body holds a position: the last that begins before it.
    fn enclosing(&self, at: Position) -> Option<(FuncId, &'a Body)> {
        let program = self.program;
        let begins = |id: &FuncId| {
            let span = program.function(*id).span?;
            (span.file == self.annotation.file && span.line.get() <= at.line).then_some(span.line)
        };
        let with_body = program.function_ids().filter(|id| program.function(*id).body.is_some());
        let (_, id) = with_body.filter_map(|id| Some((begins(&id)?, id))).max()?;
        Some((id, program.function(id).body.as_ref()?))
    }

    fn in_loop(&mut self, keyword: Position, clauses: &[Parsed]) -> Result<(), Mistake> {
        let Some((id, body)) = self.enclosing(keyword) else {
            return Err(Mistake::new(
                clauses[0].at,
                "the function that holds this loop is not part of the program",
            ));
        };
        let statements: Vec<Parsed> = clauses
            .iter()
            .filter(|parsed| matches!(parsed.kind, ClauseKind::Assert(_) | ClauseKind::Ghost { .. }))
            .cloned()
            .collect();
        if !statements.is_empty() {
            let block_end = Position { line: u32::MAX, column: 0 };
            self.at_statement(keyword, block_end, &statements)?;
        }
        if statements.len() == clauses.len() {
            return Ok(());
        }
        let Some(head) = self.head(body, keyword) else {
            return Err(Mistake::new(
                clauses[0].at,
                "this loop never runs a second time; it needs no annotation",
            ));
        };
        let scope = Scope::new(
            self.program,
            self.contracts.constants.clone(),
            Vec::new(),
            Some(Inside { body, line: keyword.line, ended: &self.annotation.ended }),
            None,
        );
        let mut spec = LoopSpec::default();
        for parsed in clauses {
            match &parsed.kind {
                ClauseKind::Invariant(expr) => {
                    spec.invariants.push(self.clause(scope.formula(expr)?, parsed))
                }
                ClauseKind::LoopAssigns(sets) => {
                    for set in sets {
                        spec.assigns.get_or_insert_default().push(scope.set(set)?);
                    }
                }
                ClauseKind::Assert(_) | ClauseKind::Ghost { .. } => {}
                _ => {
                    return Err(Mistake::new(
                        parsed.at,
                        "this clause stands before a function, not before a loop",
                    ));
                }
            }
        }
        self.use_links(id, scope.links.into_inner());
        let whole = self.contracts.loops.entry((id, head)).or_default();
        whole.invariants.extend(spec.invariants);
        if let Some(assigns) = spec.assigns {
            whole.assigns.get_or_insert_default().extend(assigns);
        }
        Ok(())
    }

    /// The head of the loop whose keyword stands at a position: clang puts the keyword on an edge to it.
    fn head(&self, body: &Body, keyword: Position) -> Option<BlockId> {
        let cfg = Cfg::new(body);
        let heads = body.block_ids().filter(|head| {
            cfg.predecessors(*head)
                .iter()
                .any(|from| cfg.number(*from).is_some() && cfg.is_retreating(*from, *head))
        });
        let at_keyword = |block: &BlockId| {
            body.block(*block).terminator.span.is_some_and(|span| {
                span.file == self.annotation.file
                    && (span.line.get(), span.column) == (keyword.line, keyword.column)
            })
        };
        heads.into_iter().find(|head| cfg.predecessors(*head).iter().any(&at_keyword))
    }

    /// Annotations before a statement stand before the first instruction of the next line that has one.
    fn at_statement(
        &mut self,
        begin: Position,
        block_end: Position,
        clauses: &[Parsed],
    ) -> Result<(), Mistake> {
        let at = clauses[0].at;
        let Some((id, body)) = self.enclosing(begin) else {
            return Err(Mistake::new(
                at,
                "the function that holds this statement is not part of the program",
            ));
        };
        let own = |span: Option<Span>| span.filter(|span| span.file == self.annotation.file);
        let lies = |span: &Span| (span.line.get(), span.column) >= (begin.line, begin.column);
        let spans = body
            .blocks
            .iter()
            .flat_map(|block| block.insts.iter().map(|inst| inst.span).chain([block.terminator.span]));
        let next = spans.filter_map(own).filter(lies).min();
        // Clang puts the jump out of a block at its closing brace.
        let end = (block_end.line, block_end.column);
        let next = next.filter(|span| (span.line.get(), span.column) <= end);
        let Some((line, is_end)) = next.map(|span| (span.line, (span.line.get(), span.column) == end)) else {
            return Err(Mistake::new(
                at,
                "no statement follows in this block that does anything; move the annotation",
            ));
        };
        let fits = |span: &Span| !is_end || (span.line.get(), span.column) == end;
        let on_line = |span: Option<Span>| {
            own(span).is_some_and(|span| span.line == line && lies(&span) && fits(&span))
        };
        let mut places: Vec<(BlockId, usize)> = Vec::new();
        for block in body.block_ids() {
            let code = body.block(block);
            let first = code.insts.iter().position(|inst| on_line(inst.span));
            match first {
                Some(index) => places.push((block, index)),
                None if on_line(code.terminator.span) => places.push((block, code.insts.len())),
                None => {}
            }
        }
        let cfg = Cfg::new(body);
        places.retain(|(block, _)| cfg.number(*block).is_some());
        let Some(place) =
            places.iter().find(|(block, _)| places.iter().all(|(other, _)| cfg.dominates(*block, *other)))
        else {
            return Err(Mistake::new(
                at,
                "control reaches the statement that follows in several ways; move the annotation",
            ));
        };
        let scope = Scope::new(
            self.program,
            self.contracts.constants.clone(),
            Vec::new(),
            Some(Inside { body, line: self.annotation.position(at).line, ended: &self.annotation.ended }),
            None,
        );
        let mut marks = Vec::new();
        for parsed in clauses {
            match &parsed.kind {
                ClauseKind::Assert(expr) => {
                    marks.push(Mark::Assert(self.clause(scope.formula(expr)?, parsed)))
                }
                ClauseKind::Ghost { add, set } => {
                    let pointers = ghost_elements(set)?.iter().map(|element| scope.term(element));
                    let pointers = pointers.collect::<Result<Vec<Term>, Mistake>>()?;
                    if let Some(index) = pointers.iter().position(|term| term.ty.pointee().is_none()) {
                        return Err(Mistake::new(
                            ghost_elements(set)?[index].at,
                            "BS has pointers as elements",
                        ));
                    }
                    let span = self.clause((), parsed).span;
                    marks.push(Mark::Ghost { add: *add, pointers, span });
                }
                ClauseKind::Invariant(_) | ClauseKind::LoopAssigns(_) => {
                    return Err(Mistake::new(parsed.at, "no loop follows this clause"));
                }
                _ => {
                    return Err(Mistake::new(
                        parsed.at,
                        "this clause stands before a function, not inside of one",
                    ));
                }
            }
        }
        self.use_links(id, scope.links.into_inner());
        self.contracts.marks.entry((id, place.0, place.1)).or_default().extend(marks);
        Ok(())
    }
}

fn ghost_elements(set: &Expr) -> Result<&[Expr], Mistake> {
    match &set.kind {
        ExprKind::Set(elements) => Ok(elements),
        _ => Err(Mistake::new(set.at, "the pointers stand in braces, as in `ghost BS += {p};`")),
    }
}

fn first_letter(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Whether a linkage name is that of a function of the source: names of static functions may have a suffix.
fn same_name(linkage: &str, name: &str) -> bool {
    linkage == name || linkage.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
}
