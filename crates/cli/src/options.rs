//! The command line. It is an interface that scripts rely on: options are added, never changed.

use crate::clang_options::ClangOptions;
use crate::competition::{self, PropertyFile};
use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use ir::PropertySet;
pub use meaning::MeaningOptions;
use portfolio::registry;
use report::Baseline;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use values::{
    AllocCheck, Engine, Given, baseline, engine_names, garbage, given, input_value, mebibytes, positive,
    properties, seconds, whole_seconds, witness,
};

mod meaning;
mod values;

/// Proves that C code with pointers and linked data structures is memory safe, or shows the bug.
///
/// heapproof reads C as clang compiles it (.c, .i, .bc and .ll files), checks it for memory errors, and answers
/// with one of three verdicts: `safe` (no execution violates the properties), `unsafe` (an error that was replayed,
/// with the path that leads to it) or `unknown` (with the reason, the place, and what you can do).
#[derive(Parser, Debug)]
#[command(
    name = "heapproof",
    bin_name = "heapproof",
    version,
    subcommand_required = true,
    arg_required_else_help = true,
    args_override_self = true,
    after_long_help = EXIT_CODES
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// When to colour the output
    ///
    /// `auto` colours on a terminal, unless the environment variable NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Report")]
    pub color: clap::ColorChoice,
}

const EXIT_CODES: &str = "\
Exit codes:
  0    safe: proved
  1    unsafe: an error was found and replayed
  2    bad usage, or input that cannot be read or does not compile
  3    unknown
  101  heapproof itself failed: please report it

Environment:
  HEAPPROOF_CLANG  the clang 19 that compiles the files, unless clang-19 or clang on the path does
  NO_COLOR         if set, nothing is coloured

Examples:
  heapproof check list.c                        check a program
  heapproof check --property=memsafety *.c      check several files, linked into one program
  heapproof check -p build/compile_commands.json
                                                check a project as its build system compiles it
  heapproof run list.c -- arg1 arg2             execute a program and watch its memory";

const CHECK_EXAMPLES: &str = "\
Examples:
  heapproof check list.c
  heapproof check --malloc=ok -DNDEBUG -Iinclude src/*.c
  heapproof check --property=memsafety,valid-memcleanup --format=json list.c
  heapproof check list.c -- -fshort-enums -Wno-everything
  heapproof check --emit-test test.c list.c     write a test that shows the error under AddressSanitizer";

const LIB_EXAMPLES: &str = "\
Examples:
  heapproof lib list.c
  heapproof lib --functions='^list_' --format=json list.c
  heapproof lib --malloc=ok list.c -- -I../include";

const PROVE_EXAMPLES: &str = "\
Annotations are comments, before a function or a typedef of functions, before a loop, or as a statement:
  /*@ requires φ;  ensures φ;  assigns S;  frees S; */
  //@ loop invariant φ;   loop assigns S;
  //@ assert φ;   ghost BS += {e};   ghost BS -= {e};

Terms are C expressions with \\result and \\old(e). Formulas have && || ! ==> <==> and
  reach(p, link, q)  acyclic(p, link)  BS(p)  alloc(p)  \\valid(p)  in(p, S)  forall(x, S, φ)  exists(x, S, φ)
Sets of pointers are
  {e, …}  list(p, link)  nodes(p, link)  array(e, n, k)  S->f  incr(S, n)  decr(S, n)  deref(S)
  union(S, T)  intersection(S, T)  difference(S, T)  \\nothing
A link is a member such as `next`, or an offset in bytes. docs/contracts.md teaches the language.

A list without its first node:
  struct node { int data; struct node *next; };

  /*@ requires \\valid(list) && acyclic(list, next) && !BS(list);
      requires forall(x, nodes(list, next), Off(x) == 0);
      assigns {&list->next};
      ensures \\result == \\old(list->next) && acyclic(\\result, next);
      ensures !in(list, nodes(\\result, next)); */
  struct node *detach(struct node *list)
  {
      struct node *rest = list->next;
      list->next = 0;
      return rest;
  }

Examples:
  heapproof prove list.c
  heapproof prove --functions='^list_' --format=json list.c
  heapproof prove --malloc=ok list.c -- -I../include";

const RUN_EXAMPLES: &str = "\
Exit code: the program's own; 1 if it violates a property, 2 if it does not compile, 3 if it cannot be run to its
end. As in a shell, a program that ends by a signal gives 128 and the number of the signal.

Examples:
  heapproof run sort.c -- 3 1 2 < numbers.txt
  heapproof run --input=5,-1,0x10 test.c        values for __VERIFIER_nondet_int() and the like
  heapproof run --fail-allocation=2 list.c      the second malloc returns NULL";

const IR_EXAMPLES: &str = "\
Examples:
  heapproof ir list.c
  heapproof ir -m32 --raw list.c > list.ir";

const CHR_EXAMPLES: &str = "\
Exit code: 0 if all goals could be read (with --script: and are UNSAT), 2 if a file or goal is wrong, 3 if with
--script some goal is not UNSAT.

Examples:
  echo 'x = y + 1 /\\ y > x' | heapproof chr
  heapproof chr -s eq,heaps,lists.chr --explain goals.txt";

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a whole program
    ///
    /// The files are compiled and linked into one program, which is checked from its entry function for every
    /// outcome of every allocation.
    #[command(
        after_long_help = CHECK_EXAMPLES,
        override_usage = "heapproof check [OPTIONS] FILE… [-- CLANG-ARGS]\n       \
                          heapproof check [OPTIONS] -p compile_commands.json"
    )]
    Check(CheckOptions),

    /// Analyse functions one by one, without main
    ///
    /// For each function: whether it keeps data structures intact and accesses memory safely in every context that
    /// does so, under which precondition, or which condition fails, where and on which path.
    #[command(after_long_help = LIB_EXAMPLES, override_usage = "heapproof lib [OPTIONS] FILE… [-- CLANG-ARGS]")]
    Lib(LibOptions),

    /// Prove functions against their contracts
    ///
    /// For each function: whether it is memory safe, satisfies its postcondition, assigns and frees nothing else and
    /// keeps its loop invariants, from every state that satisfies its precondition; or which check fails, where, on
    /// which path, with a heap that shows it.
    #[command(
        after_long_help = PROVE_EXAMPLES,
        override_usage = "heapproof prove [OPTIONS] FILE… [-- CLANG-ARGS]",
        mut_arg("function_timeout", |option| option.default_value("20"))
    )]
    Prove(ProveOptions),

    /// Step through the errors of a program in the terminal
    ///
    /// The program is checked; then each step of the path to an error is shown with its source line and memory.
    /// Commands are read from the standard input, one a line.
    #[command(override_usage = "heapproof explain [OPTIONS] FILE… [-- CLANG-ARGS]")]
    Explain(ExplainOptions),

    /// Execute a program in the interpreter
    ///
    /// The program reads the standard input and writes the standard output and error as if it were compiled. At
    /// the first access that violates a property it stops, with a report on the standard error.
    #[command(after_long_help = RUN_EXAMPLES, override_usage = "heapproof run [OPTIONS] FILE… [-- ARGS]")]
    Run(RunOptions),

    /// Print the program as heapproof sees it
    #[command(after_long_help = IR_EXAMPLES, override_usage = "heapproof ir [OPTIONS] FILE… [-- CLANG-ARGS]")]
    Ir(IrOptions),

    /// Solve goals with the CHR solver
    ///
    /// A goal is a formula over built-in constraints and those of rule files, one a line. The answer is UNSAT, or
    /// UNKNOWN with what was derived. Without a file, goals are read from the standard input.
    #[command(after_long_help = CHR_EXAMPLES)]
    Chr(ChrOptions),

    /// Serve an editor, by the language server protocol
    Lsp,

    /// Print the names of the engines
    #[command(hide = true)]
    Engines,
}

/// Options of `check`.
#[derive(Args, Debug)]
pub struct CheckOptions {
    #[command(flatten)]
    pub task: TaskOptions,

    /// How the program is checked
    #[arg(
        long, value_name = "ENGINE", default_value = registry::AUTO, value_parser = engine_names(),
        help_heading = "What is checked"
    )]
    pub engine: Engine,

    /// How exact exploration finds the object that an access goes to
    ///
    /// All procedures give the same findings. Those but the default are the ones that Beck's "Solver-based Analysis
    /// of Memory Safety using Separation Logic" compares; they are here to be compared, not to be used.
    #[arg(long, value_name = "HOW", default_value = "default", help_heading = "What is checked")]
    pub alloc_check: AllocCheck,

    /// Write a test in C that shows the first error outside of heapproof
    ///
    /// The file defines what gives the program its inputs (`__VERIFIER_nondet_…`, allocations that fail, the standard
    /// input, arguments, environment, clock). Compiled together with the program as the first lines of the file say,
    /// it lets clang's sanitizers show the error. It is written only if an error was found.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub emit_test: Option<PathBuf>,

    /// Write drawings of the heap into this folder: at each loop of a proof, and at each error
    ///
    /// Graphviz reads the files (`dot -Tsvg loop-list-12-1.dot`). A list of any length is a node with a double frame.
    /// Errors that come up in a run with fixed inputs are not drawn.
    #[arg(long, value_name = "DIR", help_heading = "Report")]
    pub dump_heap: Option<PathBuf>,

    /// Write a witness of the verdict, as SV-COMP wants it
    ///
    /// GraphML 1.0 if the name ends in .graphml, else YAML 2.0. `heapproof run --witness` replays it.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub witness: Option<PathBuf>,

    #[command(flatten)]
    pub verdict: VerdictOptions,
}

/// Options of `explain`.
#[derive(Args, Debug)]
pub struct ExplainOptions {
    #[command(flatten)]
    pub check: CheckOptions,
}

/// Options of `lib`.
#[derive(Args, Debug)]
pub struct LibOptions {
    /// Neither use nor keep results of earlier runs
    ///
    /// Results are kept by content in $XDG_CACHE_HOME/heapproof.
    #[arg(long, help_heading = "What is checked")]
    pub no_cache: bool,

    /// Write a test in C that shows the first failing check that was replayed
    ///
    /// The file makes the heap on which the function fails and calls it. Compiled as its first lines say, it lets clang's
    /// sanitizers show the error. It is written only if a check fails and a run showed it.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub emit_test: Option<PathBuf>,

    #[command(flatten)]
    pub common: FunctionOptions,
}

/// Options of `prove`.
#[derive(Args, Debug)]
pub struct ProveOptions {
    /// Tell why the conditions of safe functions hold
    ///
    /// For each condition the facts that exclude its failure: clauses of contracts, decisions of the path, instances of
    /// quantified formulas and of the axioms of reachability.
    #[arg(long, help_heading = "Report")]
    pub explain: bool,

    /// Write the conditions of safe functions into this folder, as SMT-LIB
    ///
    /// Each file asks for a state in which a check fails; another solver finds none, either.
    #[arg(long, value_name = "DIR", help_heading = "Report")]
    pub dump_conditions: Option<PathBuf>,

    #[command(flatten)]
    pub common: FunctionOptions,
}

/// Options of the commands about single functions.
#[derive(Args, Clone, Debug)]
pub struct FunctionOptions {
    /// Look only at the functions whose names match
    #[arg(long, value_name = "REGEX", help_heading = "What is checked")]
    pub functions: Option<String>,

    /// Give up on a function after this many seconds
    #[arg(
        long, value_name = "SECS", default_value = "10", value_parser = seconds, help_heading = "Limits"
    )]
    pub function_timeout: Duration,

    /// Write drawings of the heaps with which checks fail into this folder
    ///
    /// Graphviz reads the files (`dot -Tsvg error-reverse-1-postcondition.dot`).
    #[arg(long, value_name = "DIR", help_heading = "Report")]
    pub dump_heap: Option<PathBuf>,

    #[command(flatten)]
    pub verdict: VerdictOptions,
}

/// Options of the commands that end with a verdict.
#[derive(Args, Clone, Debug)]
pub struct VerdictOptions {
    /// Whether memory allocation can fail
    #[arg(long, value_name = "HOW", default_value = "may-fail", help_heading = "What is checked")]
    pub malloc: Malloc,

    /// Give up after this many seconds
    #[arg(
        long, value_name = "SECS", default_value = "60", value_parser = seconds, help_heading = "Limits"
    )]
    pub timeout: Duration,

    /// Give up when heapproof uses more memory than this
    #[arg(long, value_name = "MIB", value_parser = mebibytes, help_heading = "Limits")]
    pub memory: Option<u64>,

    /// The form of the report
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = "Report")]
    pub format: Format,

    /// Write the report as a page into this folder: index.html
    ///
    /// The page needs nothing else. It steps through each error with the source, the path and memory drawn at every
    /// step, shows what always holds at the loops of a proof, and lists functions.
    #[arg(long, value_name = "DIR", help_heading = "Report")]
    pub html: Option<PathBuf>,

    /// An earlier report (--format=json) against which findings are introduced, unchanged or fixed
    #[arg(long, value_name = "FILE", value_parser = baseline, help_heading = "Report")]
    pub baseline: Option<Baseline>,

    /// Which findings make the exit code fail
    #[arg(long, value_name = "WHICH", default_value = "any", help_heading = "Report")]
    pub fail_on: FailOn,

    #[command(flatten)]
    pub detail: DetailOptions,

    #[command(flatten)]
    pub input: InputOptions,

    /// Options for clang
    #[arg(last = true, value_name = "CLANG-ARGS")]
    pub clang_args: Vec<OsString>,
}

/// Options of `run`.
#[derive(Args, Debug)]
pub struct RunOptions {
    #[command(flatten)]
    pub task: TaskOptions,

    /// The values of inputs, in the order in which the program reads them
    ///
    /// Each call of a `__VERIFIER_nondet_…` function takes the next value, cut to its type; when they are used up
    /// it returns zero. Values are integers, decimal or hexadecimal (0x…), possibly negative; a floating-point
    /// input is given by its encoding.
    #[arg(
        long = "input",
        value_name = "V,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = input_value,
        help_heading = "Execution"
    )]
    pub inputs: Vec<u128>,

    /// The allocations that fail, counted from 1
    #[arg(
        long = "fail-allocation",
        value_name = "N,…",
        value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        help_heading = "Execution"
    )]
    pub failing_allocations: Vec<u32>,

    /// Recycle memory: use the addresses of freed blocks again at once, and fill what was never written with ones
    #[arg(long, help_heading = "Execution")]
    pub recycle: bool,

    /// What memory holds that was never written, such as 3+8=ff00
    ///
    /// Objects that begin without content, and variables that are read before they are set, are numbered from zero in
    /// the order in which they begin. `3+8=ff00` puts these bytes into object 3, from byte 8 on; all others are zero.
    #[arg(
        long,
        value_name = "N+OFFSET=HEX,…",
        value_delimiter = ',',
        value_parser = garbage,
        help_heading = "Execution"
    )]
    pub garbage: Vec<engine::Garbage>,

    /// A file that there is, with its text; there are no others then
    ///
    /// Nothing is read or written outside of the program: it sees the files that are given so, and what it writes is
    /// forgotten. May be repeated; without NAME there is no file at all.
    #[arg(
        long = "file",
        value_name = "NAME=TEXT",
        value_parser = clap::builder::OsStringValueParser::new().try_map(given),
        help_heading = "Execution"
    )]
    pub given_files: Vec<Given>,

    /// A variable of the environment; there are no others then
    ///
    /// Otherwise the program has the environment of this process. May be repeated; without NAME there is no variable at
    /// all.
    #[arg(
        long = "env",
        value_name = "NAME=TEXT",
        value_parser = clap::builder::OsStringValueParser::new().try_map(given),
        help_heading = "Execution"
    )]
    pub given_variables: Vec<Given>,

    /// Take all choices from a violation witness: inputs, failing allocations, standard input, arguments
    #[arg(long, value_name = "FILE", value_parser = witness, help_heading = "Execution")]
    pub witness: Option<engine::Scenario>,

    /// What the clock says, in seconds since 1970 (default: what it really says)
    #[arg(
        long,
        value_name = "SECS",
        allow_hyphen_values = true,
        value_parser = whole_seconds,
        help_heading = "Execution"
    )]
    pub time: Option<i64>,

    /// Give up after this many seconds (default: never)
    #[arg(long, value_name = "SECS", value_parser = seconds, help_heading = "Limits")]
    pub timeout: Option<Duration>,

    /// How much memory the program may use
    #[arg(long, value_name = "MIB", value_parser = mebibytes, help_heading = "Limits")]
    pub memory: Option<u64>,

    #[command(flatten)]
    pub detail: DetailOptions,

    #[command(flatten)]
    pub input: InputOptions,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

/// Options of `ir`.
#[derive(Args, Debug)]
pub struct IrOptions {
    #[command(flatten)]
    pub input: InputOptions,

    /// Leave out the source lines
    #[arg(long)]
    pub raw: bool,

    /// Options for clang
    #[arg(last = true, value_name = "CLANG-ARGS")]
    pub clang_args: Vec<OsString>,
}

/// Options of `chr`.
#[derive(Args, Debug)]
pub struct ChrOptions {
    /// The theories and rule files: eq, linear, bounds, dom, heaps, sat, and files that end in .chr
    ///
    /// Default: eq,linear,dom,heaps.
    #[arg(short = 's', long = "solver", value_name = "A,…")]
    pub solvers: Vec<String>,

    /// Print the derivation of every UNSAT
    #[arg(long)]
    pub explain: bool,

    /// Exit with 3 unless all goals are UNSAT
    #[arg(long)]
    pub script: bool,

    /// Give up on a goal after this many seconds (default: never)
    #[arg(long, value_name = "SECS", value_parser = seconds, help_heading = "Limits")]
    pub timeout: Option<Duration>,

    #[command(flatten)]
    pub detail: DetailOptions,

    /// A file of goals
    #[arg(value_name = "GOALFILE")]
    pub goals: Option<PathBuf>,
}

/// Which program.
#[derive(Args, Clone, Debug)]
pub struct InputOptions {
    /// Files to compile and link: C (.c, .i), or LLVM bitcode (.bc) or assembly (.ll)
    #[arg(value_name = "FILE", required_unless_present = "database")]
    pub files: Vec<PathBuf>,

    /// Compile as the compilation database says
    ///
    /// With files, the options of the database are used for them, and a program gets what it needs besides from the
    /// other files of the database; without, all its files are the program.
    #[arg(
        short = 'p',
        value_name = "compile_commands.json",
        id = "database",
        help_heading = "Compilation (as in clang)"
    )]
    pub database: Option<PathBuf>,

    #[command(flatten)]
    pub clang: ClangOptions,

    #[command(flatten)]
    pub meaning: MeaningOptions,

    /// How many things to do at once (default: the number of cores)
    ///
    /// Files are compiled at the same time; `check` looks for errors and for a proof at the same time, `lib` analyses
    /// several functions. Answers are the same for every N.
    #[arg(short, value_name = "N", value_parser = positive, help_heading = "Limits")]
    pub jobs: Option<NonZeroUsize>,
}

impl InputOptions {
    /// How many things to do at once.
    pub fn jobs(&self) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.unwrap_or_else(cores)
    }
}

/// What is checked.
#[derive(Args, Clone, Debug)]
pub struct TaskOptions {
    /// The properties to check
    ///
    /// A list of valid-deref, valid-free, valid-memtrack (no memory is lost), valid-memcleanup (all memory is
    /// freed at exit), unreach-call (assertions, reach_error), initialized, no-overflow; `memsafety` stands for
    /// the first three. Default: memsafety,unreach-call.
    #[arg(
        long = "property",
        value_name = "P,…",
        value_parser = properties,
        help_heading = "What is checked"
    )]
    pub properties: Option<PropertySet>,

    /// The properties to check, as a property file of SV-COMP
    #[arg(
        long,
        value_name = "FILE",
        value_parser = competition::property_file,
        conflicts_with = "properties",
        help_heading = "What is checked"
    )]
    pub prp: Option<PropertyFile>,

    /// Where execution starts; other functions than main are called with arguments of any value
    #[arg(long, value_name = "F", default_value = "main", help_heading = "What is checked")]
    pub entry: String,
}

impl TaskOptions {
    /// The properties to check.
    pub fn properties(&self) -> PropertySet {
        self.chosen().unwrap_or_else(PropertySet::standard)
    }

    /// The properties that the command line names.
    pub fn chosen(&self) -> Option<PropertySet> {
        self.properties.or(self.prp.as_ref().map(|file| file.properties))
    }
}

/// How much is said.
#[derive(Args, Clone, Copy, Debug)]
pub struct DetailOptions {
    /// Say less: one line for each error and the verdict
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Report")]
    pub quiet: bool,

    /// Say all: clang's warnings, whole paths, all reasons, figures about the work
    #[arg(short, long, help_heading = "Report")]
    pub verbose: bool,
}

impl DetailOptions {
    /// The detail of text reports.
    pub fn detail(self) -> report::text::Detail {
        match self {
            DetailOptions { quiet: true, .. } => report::text::Detail::Quiet,
            DetailOptions { verbose: true, .. } => report::text::Detail::Verbose,
            DetailOptions { .. } => report::text::Detail::Normal,
        }
    }
}

/// Whether memory allocation can fail.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Malloc {
    /// Every allocation may fail
    MayFail,
    /// Every allocation succeeds
    Ok,
}

impl From<Malloc> for engine::Malloc {
    fn from(malloc: Malloc) -> engine::Malloc {
        match malloc {
            Malloc::MayFail => engine::Malloc::MayFail,
            Malloc::Ok => engine::Malloc::Ok,
        }
    }
}

/// The form of the report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for editors and code hosts
    Sarif,
    /// The verdict as SV-COMP spells it, and nothing else
    Svcomp,
}

/// Which findings make the exit code fail.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailOn {
    /// All: the exit code is that of the verdict
    Any,
    /// Those that are neither in the baseline nor suppressed in the source
    Introduced,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }
}
