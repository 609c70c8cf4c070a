//! A `main` in C for a function of a library: makes a small heap that respects data-structure integrity, and calls the
//! function.
//!
//! What `lib` says of a function it says of every heap whose links are null or lead to whole nodes of their type. A
//! driver makes such heaps: two nodes of each struct that the parameters lead to, every link null or to one of them, every
//! number anything, under the preconditions of the function. Which heap it is is chosen by inputs, so that a check of the
//! driver finds one on which the function fails; with the choices written down, the driver is a test.
//!
//! Data of unknown extent (`void *`, `char *`, numbers) gets blocks of a few elements, which says nothing of what callers
//! promise: errors at the ends of those blocks show nothing ([`Driver::is_made_up`]).

use engine::Condition;
use ir::types::{Encoding, TypeKind};
use ir::{Function, Program, TypeId, VarKind};
use std::fmt::Write;

/// How many nodes of each struct there are.
const NODES: usize = 2;
/// How many structs are made at most.
const STRUCTS: usize = 8;
/// How many elements of an array in a node are set; the others are zero.
const ELEMENTS: u64 = 4;

/// Stands before every driver, but for where choices come from.
const HELPERS: &str = "\
static void *heapproof_node(unsigned long size)
{
    void *node = calloc(1, size);
    if (!node)
        exit(0);
    return node;
}

static void *heapproof_pick(void **nodes)
{
    unsigned long choice = heapproof_any();
    if (choice > 2)
        exit(0);
    return choice ? nodes[choice - 1] : 0;
}

static void *heapproof_cell(void *held)
{
    void **cell = heapproof_node(sizeof held);
    *cell = held;
    return cell;
}

";

/// Makes data of unknown extent.
const DATA: &str = "\
static void *heapproof_data(unsigned long size)
{
    return heapproof_any() ? calloc(8, size) : 0;
}

static char *heapproof_text(void)
{
    char *text = heapproof_data(1);
    if (text)
        for (int i = 0; i < 7; i++)
            text[i] = (char)heapproof_any();
    return text;
}

";

/// Lets the allocations fail whose numbers are given, from one on.
const COUNTED: &str = "\
static int heapproof_fails(void)
{
    static unsigned allocation;
    allocation++;
    for (unsigned long i = 0; i < sizeof heapproof_failing / sizeof *heapproof_failing; i++)
        if (heapproof_failing[i] == allocation)
            return 1;
    return 0;
}

static void *heapproof_malloc(size_t size) { return heapproof_fails() ? 0 : malloc(size); }
static void *heapproof_calloc(size_t count, size_t size) { return heapproof_fails() ? 0 : calloc(count, size); }
static void *heapproof_realloc(void *block, size_t size) { return heapproof_fails() ? 0 : realloc(block, size); }
#define malloc(size) heapproof_malloc(size)
#define calloc(count, size) heapproof_calloc(count, size)
#define realloc(block, size) heapproof_realloc(block, size)

";

/// A driver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Driver {
    /// The C code before the place where choices come from, and behind it.
    parts: [String; 2],
}

impl Driver {
    /// The driver of a function that is defined in a file. None where its parameters cannot be made up.
    pub fn new(program: &Program, function: &Function, file: &str, requires: &[Condition]) -> Option<Driver> {
        let mut maker = Maker { program, structs: Vec::new() };
        let parameters = parameters(program, function)?;
        let mut call = String::new();
        for (name, ty) in &parameters {
            let _ = writeln!(call, "    {};", program.types.declaration(*ty, name));
            maker.fill(name, *ty, &mut call);
        }
        for condition in requires {
            let _ = writeln!(call, "    if (!({condition}))\n        exit(0);");
        }
        let names: Vec<&str> = parameters.iter().map(|(name, _)| name.as_str()).collect();
        let _ = writeln!(call, "    {}({});", function.name, names.join(", "));
        // Filling nodes leads to further structs.
        let (mut made, mut filled, mut next) = (String::new(), String::new(), 0);
        while let Some((_, name)) = maker.structs.get(next).cloned() {
            let ty = maker.structs[next].0;
            let _ = writeln!(made, "    void *heapproof_{next}[{NODES}];");
            for node in 0..NODES {
                let _ = writeln!(made, "    heapproof_{next}[{node}] = heapproof_node(sizeof({name}));");
                let _ = writeln!(filled, "    {{\n    {name} *node = heapproof_{next}[{node}];");
                maker.fill("(*node)", ty, &mut filled);
                filled.push_str("    }\n");
            }
            next += 1;
        }
        let before = format!(
            "#define main heapproof_main_of_the_file\n#include \"{}\"\n#undef main\n#include <stdlib.h>\n\n",
            file.replace('\\', "\\\\").replace('"', "\\\"")
        );
        let behind = format!("{HELPERS}{DATA}int main(void)\n{{\n{made}{filled}{call}    return 0;\n}}\n");
        Some(Driver { parts: [before, behind] })
    }

    /// The driver for whom any choice is an input.
    pub fn any(&self) -> String {
        self.with("unsigned long __VERIFIER_nondet_ulong(void);\n#define heapproof_any() __VERIFIER_nondet_ulong()\n\n")
    }

    /// The driver as a test: with these choices, and with these outcomes of allocations.
    pub fn test(&self, comment: &str, choices: &[u128], allocations: &[bool]) -> String {
        let list = |numbers: Vec<String>| match numbers.is_empty() {
            true => "0".to_string(),
            false => numbers.join(", "),
        };
        let choices = list(choices.iter().map(|choice| format!("{}u", *choice as u64)).collect());
        let failing = (1..).zip(allocations).filter(|(_, succeeds)| !**succeeds);
        let failing = list(failing.map(|(number, _)| number.to_string()).collect());
        let taken = format!(
            "static const unsigned long heapproof_choices[] = {{ {choices} }};\n\n\
             static unsigned long heapproof_any(void)\n{{\n    static unsigned long next;\n    \
             return next < sizeof heapproof_choices / sizeof *heapproof_choices ? heapproof_choices[next++] : 0;\n}}\n\n"
        );
        let counted = format!("static const unsigned heapproof_failing[] = {{ {failing} }};\n\n{COUNTED}");
        format!("{comment}#include <stdlib.h>\n\n{counted}{}", self.with(&taken))
    }

    /// Whether memory that begins at this line of [`Driver::any`] has an extent that the driver made up.
    pub fn is_made_up(&self, line: u32) -> bool {
        let text = self.any();
        let start = text.find("static void *heapproof_data").unwrap_or(text.len());
        let end = text.find("int main(void)").unwrap_or(text.len());
        let line_of = |at: usize| text[..at].lines().count() as u32;
        (line_of(start)..line_of(end)).contains(&line)
    }

    fn with(&self, choices: &str) -> String {
        format!("{}{choices}{}", self.parts[0], self.parts[1])
    }
}

/// The parameters by name; none where not all of them are known, or more may follow.
fn parameters(program: &Program, function: &Function) -> Option<Vec<(String, TypeId)>> {
    let TypeKind::Function { params, variadic: false, .. } = &program.types.get(function.ty?).kind else {
        return None;
    };
    let vars = &function.body.as_ref()?.vars;
    let named = |(number, ty): (usize, &TypeId)| {
        let var = vars.iter().find(|var| var.kind == VarKind::Param(number as u32));
        (var.map_or_else(|| format!("argument{number}"), |var| var.name.clone()), *ty)
    };
    Some(params.iter().enumerate().map(named).collect())
}

/// Makes values of types.
struct Maker<'a> {
    program: &'a Program,
    /// The structs of which there are nodes, with their names.
    structs: Vec<(TypeId, String)>,
}

impl Maker<'_> {
    /// Adds statements that set a place of a type.
    fn fill(&mut self, place: &str, ty: TypeId, text: &mut String) {
        let types = &self.program.types;
        match types.get(types.strip(ty)).kind.clone() {
            TypeKind::Struct(record) => {
                for field in record.fields {
                    match &field.name {
                        Some(name) => self.fill(&format!("{place}.{name}"), field.ty, text),
                        None => self.fill(place, field.ty, text),
                    }
                }
            }
            TypeKind::Array { element, count: Some(count) } => {
                for index in 0..count.min(ELEMENTS) {
                    self.fill(&format!("{place}[{index}]"), element, text);
                }
            }
            TypeKind::Union(_) | TypeKind::Array { .. } | TypeKind::Function { .. } | TypeKind::Void => {}
            _ => {
                let _ = writeln!(text, "    {place} = {};", self.value(ty));
            }
        }
    }

    /// An expression for a scalar.
    fn value(&mut self, ty: TypeId) -> String {
        let types = &self.program.types;
        match &types.get(types.strip(ty)).kind {
            TypeKind::Pointer(target) => self.address(*target),
            TypeKind::Base { encoding: Encoding::Float | Encoding::Complex, .. } => "0".to_string(),
            _ => "heapproof_any()".to_string(),
        }
    }

    /// An expression for a pointer to a type.
    fn address(&mut self, target: TypeId) -> String {
        let types = &self.program.types;
        let stripped = types.strip(target);
        match &types.get(stripped).kind {
            TypeKind::Struct(record) if record.complete && types.get(stripped).size > 0 => {
                match self.struct_number(stripped, target) {
                    Some(number) => format!("heapproof_pick(heapproof_{number})"),
                    None => "0".to_string(),
                }
            }
            TypeKind::Base { encoding: Encoding::SignedChar | Encoding::UnsignedChar, .. } => {
                "(void *)heapproof_text()".to_string()
            }
            TypeKind::Base { .. } | TypeKind::Enum { .. } => {
                format!("heapproof_data({})", types.get(stripped).size)
            }
            TypeKind::Void => "heapproof_data(1)".to_string(),
            TypeKind::Pointer(inner) => format!("heapproof_cell({})", self.address(*inner)),
            _ => "0".to_string(),
        }
    }

    /// The number of a struct among those of which there are nodes. None for one without a name, or one too many.
    fn struct_number(&mut self, stripped: TypeId, spelled: TypeId) -> Option<usize> {
        if let Some(number) = self.structs.iter().position(|(known, _)| *known == stripped) {
            return Some(number);
        }
        let types = &self.program.types;
        let mut spelled = spelled;
        while let TypeKind::Qualified { target, .. } = types.get(spelled).kind {
            spelled = target;
        }
        let has_name = match &types.get(spelled).kind {
            TypeKind::Struct(record) => record.name.is_some(),
            _ => true,
        };
        if !has_name || self.structs.len() >= STRUCTS {
            return None;
        }
        self.structs.push((stripped, types.spelling(spelled)));
        Some(self.structs.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_of_data_is_made_up_and_that_of_nodes_is_not() {
        let behind = format!("{HELPERS}{DATA}int main(void)\n{{\n    return 0;\n}}\n");
        let driver = Driver { parts: ["#include \"list.c\"\n".to_string(), behind] };
        let text = driver.any();
        let line = |part: &str| 1 + text.lines().position(|line| line.contains(part)).unwrap() as u32;
        assert!(driver.is_made_up(line("calloc(8, size)")));
        assert!(!driver.is_made_up(line("calloc(1, size)")));
        assert!(!driver.is_made_up(line("return 0;")));
    }

    #[test]
    fn a_test_makes_its_choices_and_lets_allocations_fail() {
        let driver =
            Driver { parts: ["#include \"list.c\"\n".to_string(), "int main(void) {}\n".to_string()] };
        let text = driver.test("/* why */\n", &[2, u128::from(u64::MAX)], &[true, false]);
        assert!(text.starts_with("/* why */\n"), "{text}");
        assert!(text.contains("heapproof_choices[] = { 2u, 18446744073709551615u };"), "{text}");
        assert!(text.contains("heapproof_failing[] = { 2 };"), "{text}");
    }
}
