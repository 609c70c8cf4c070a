//! A program as C: one statement a line, so that a line names a statement.
//!
//! Several programs fit into one file; each has a prefix for its names, and the types stand in front once.

use crate::program::{
    Array, Bytes, Cond, Declared, Expr, Extent, Field, Flavour, Function, FunctionId, Int, Number, Op, Out,
    Pointer, Program, Relation, Stmt, Var,
};
use std::fmt::Write;

/// What stands in front of all programs of a file.
pub const PRELUDE: &str = "\
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
    struct node *down;
    int value;
};

struct whole {
    struct whole *next;
    struct whole *prev;
    struct whole *down;
    struct whole *last;
    char *part;
    int value;
    int size;
    char array[3];
};

struct link {
    struct link *next;
    struct link *prev;
};

struct item {
    int value;
    struct link link;
    struct link *down;
};

#define ITEM(ptr) ((struct item *)((char *)(ptr) - offsetof(struct item, link)))
";

/// The C text of a program, without [`PRELUDE`]. All names start with `prefix`.
pub fn render(program: &Program, prefix: &str) -> String {
    let mut writer = Writer { program, prefix, text: String::new(), depth: 0 };
    let flavour = program.flavour;
    if flavour.global_heads && program.heads > 0 {
        writer.text.push('\n');
        for head in 0..program.heads {
            writer.line(&format!("static struct {} {prefix}h{head};", writer.node()));
        }
    }
    if flavour.indirect {
        writer.text.push('\n');
        writer.line(&format!("static void *(*{prefix}obtain)(size_t) = malloc;"));
        writer.line(&format!("static void (*{prefix}release)(void *) = free;"));
    }
    let last = program.functions.len().saturating_sub(1);
    for (number, function) in program.functions.iter().enumerate() {
        writer.text.push('\n');
        writer.function(FunctionId(number), function, number == last);
    }
    writer.text
}

/// A whole file that holds one program.
pub fn file(program: &Program) -> String {
    format!("{PRELUDE}{}", render(program, ""))
}

struct Writer<'a> {
    program: &'a Program,
    prefix: &'a str,
    text: String,
    depth: usize,
}

impl Writer<'_> {
    fn flavour(&self) -> Flavour {
        self.program.flavour
    }

    /// The type that pointers point to.
    fn node(&self) -> &'static str {
        match self.flavour() {
            Flavour { parts: true, .. } => "whole",
            Flavour { middle: true, .. } => "link",
            _ => "node",
        }
    }

    /// The function that releases memory.
    fn release(&self) -> String {
        if self.flavour().indirect { format!("{}release", self.prefix) } else { "free".to_string() }
    }

    /// The function that obtains memory.
    fn obtain(&self) -> String {
        if self.flavour().indirect { format!("{}obtain", self.prefix) } else { "malloc".to_string() }
    }

    fn line(&mut self, line: &str) {
        let indent = 4 * self.depth;
        writeln!(self.text, "{:indent$}{line}", "").expect("writing to a string cannot fail");
    }

    fn function(&mut self, id: FunctionId, function: &Function, is_main: bool) {
        let node = self.node();
        let pointers = (0..function.params).map(|var| format!("struct {node} *v{var}"));
        let numbers = (0..function.int_params).map(|int| format!("{} i{int}", self.number_type(int)));
        let params: Vec<String> = pointers.chain(numbers).collect();
        let params = if params.is_empty() { "void".to_string() } else { params.join(", ") };
        let name = self.name(id);
        match is_main {
            true => self.line(&format!("int {name}({params})")),
            false if function.result.is_some() => {
                self.line(&format!("static struct {node} *{name}({params})"))
            }
            false if function.gives.is_some() => self.line(&format!("static int {name}({params})")),
            false => self.line(&format!("static void {name}({params})")),
        }
        self.line("{");
        self.depth += 1;
        if is_main && !self.flavour().global_heads {
            for head in 0..self.program.heads {
                self.line(&format!("struct {node} {}h{head};", self.prefix));
            }
        }
        for var in function.params..function.vars {
            self.line(&format!("struct {node} *v{var} = NULL;"));
        }
        for slot in 0..function.slots {
            self.line(&format!("struct {node} **s{slot} = NULL;"));
        }
        for int in function.int_params..function.ints {
            self.line(&format!("{} i{int} = 0;", self.number_type(int)));
        }
        for (number, declared) in function.arrays.iter().enumerate() {
            let Declared { text, count } = declared;
            let element = if *text { "char" } else { "int" };
            match count {
                Some(count) => self.line(&format!("{element} a{number}[{count}];")),
                None => self.line(&format!("{element} *a{number} = NULL;")),
            }
        }
        for block in 0..function.blocks {
            self.line(&format!("char *b{block} = NULL;"));
        }
        self.block(&function.body);
        match (is_main, function.result, function.gives) {
            (true, ..) => self.line("return 0;"),
            (false, Some(var), _) => self.line(&format!("return {};", variable(var))),
            (false, None, Some(int)) => self.line(&format!("return {};", counter(int))),
            (false, None, None) => {}
        }
        self.depth -= 1;
        self.line("}");
    }

    /// The type of a counter.
    fn number_type(&self, int: usize) -> &'static str {
        match (self.flavour().mixed, int % 4) {
            (true, 1) => "unsigned",
            (true, 2) => "unsigned char",
            (true, 3) => "long",
            _ => "int",
        }
    }

    fn name(&self, id: FunctionId) -> String {
        match id.0 + 1 == self.program.functions.len() {
            true => format!("{}main", self.prefix),
            false => format!("{}f{}", self.prefix, id.0),
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn nested(&mut self, opening: &str, body: &[Stmt]) {
        self.line(opening);
        self.depth += 1;
        self.block(body);
        self.depth -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::New(var) => self.allocate(*var),
            Stmt::Free(var) if self.flavour().middle => {
                self.line(&format!("free(ITEM({}));", variable(*var)))
            }
            Stmt::Free(var) => self.line(&format!("{}({});", self.release(), variable(*var))),
            Stmt::NewShort(var) => {
                let size = "offsetof(struct whole, array)";
                self.line(&format!("{} = {}({size});", variable(*var), self.obtain()));
            }
            Stmt::Element(var, place) => {
                self.line(&format!("{}->array[{}] = 1;", variable(*var), number(*place)));
            }
            Stmt::Size(var, size) => self.line(&format!("{}->size = {};", variable(*var), number(*size))),
            Stmt::NewBytes(to, size) => {
                self.line(&format!("{} = {}({});", bytes(*to), self.obtain(), extent(*size)));
            }
            Stmt::FreeBytes(block) => self.line(&format!("{}({});", self.release(), bytes(*block))),
            Stmt::SetBytes(to, from) => self.line(&format!("{} = {};", bytes(*to), bytes(*from))),
            Stmt::WriteByte(block, place) => {
                self.line(&format!("({})[{}] = 1;", bytes(*block), extent(*place)));
            }
            Stmt::Set(var, value) => self.line(&format!("{} = {};", variable(*var), self.pointer(*value))),
            Stmt::Store(var, field, value) => {
                self.line(&format!("{} = {};", self.field(&variable(*var), *field), self.pointer(*value)));
            }
            Stmt::Value(var, value) => {
                let value = value.map_or("__VERIFIER_nondet_int()".to_string(), |value| value.to_string());
                self.line(&format!("{} = {value};", self.value(*var)));
            }
            Stmt::Count(int, value) => self.line(&format!("{} = {};", counter(*int), number(*value))),
            Stmt::Assign(int, value) => self.line(&format!("{} = {};", counter(*int), self.expr(value))),
            Stmt::Number(var, value) => {
                self.line(&format!("{} = {};", self.value(*var), self.expr(value)));
            }
            Stmt::Put(to, place, value) => {
                self.line(&format!("{}[{}] = {};", array(*to), self.expr(place), self.expr(value)));
            }
            Stmt::NewArray(to, count) => {
                let to = array(*to);
                self.line(&format!("{to} = malloc(({}) * sizeof *{to});", self.expr(count)));
            }
            Stmt::FreeArray(it) => self.line(&format!("free({});", array(*it))),
            Stmt::CopyText(to, from) => self.line(&format!("strcpy({}, {});", array(*to), array(*from))),
            Stmt::Assert(cond) => self.line(&format!("assert({});", self.cond(cond))),
            Stmt::Point(slot, var) => self.line(&format!("s{} = &{};", slot.0, variable(*var))),
            Stmt::Advance(slot, field) => {
                let node = format!("(*s{})", slot.0);
                self.line(&format!("s{} = &{};", slot.0, self.field(&node, *field)));
            }
            Stmt::StoreSlot(slot, value) => self.line(&format!("*s{} = {};", slot.0, self.pointer(*value))),
            Stmt::If(cond, yes, no) => {
                self.nested(&format!("if ({}) {{", self.cond(cond)), yes);
                if !no.is_empty() {
                    self.nested("} else {", no);
                }
                self.line("}");
            }
            Stmt::While(cond, body) => {
                self.nested(&format!("while ({}) {{", self.cond(cond)), body);
                self.line("}");
            }
            Stmt::Call(function, arguments, result) => {
                let arguments: Vec<String> = arguments.iter().map(|value| self.pointer(*value)).collect();
                let call = format!("{}({});", self.name(*function), arguments.join(", "));
                match result {
                    Some(var) => self.line(&format!("{} = {call}", variable(*var))),
                    None => self.line(&call),
                }
            }
            Stmt::Compute(function, pointers, numbers, result) => {
                let pointers = pointers.iter().map(|value| self.pointer(*value));
                let arguments: Vec<String> =
                    pointers.chain(numbers.iter().map(|value| self.expr(value))).collect();
                let call = format!("{}({});", self.name(*function), arguments.join(", "));
                match result {
                    Some(Out::Var(var)) => self.line(&format!("{} = {call}", variable(*var))),
                    Some(Out::Int(int)) => self.line(&format!("{} = {call}", counter(*int))),
                    None => self.line(&call),
                }
            }
            Stmt::Exit => self.line("exit(1);"),
        }
    }

    fn allocate(&mut self, var: Var) {
        let var = variable(var);
        let block = if self.flavour().middle { "item" } else { self.node() };
        let call = match self.flavour().zeroed {
            true => format!("calloc(1, sizeof(struct {block}))"),
            false => format!("{}(sizeof(struct {block}))", self.obtain()),
        };
        if self.flavour().middle {
            self.line("{");
            self.depth += 1;
            self.line(&format!("struct item *item = {call};"));
            self.line(&format!("{var} = item ? &item->link : NULL;"));
            self.depth -= 1;
            self.line("}");
        } else {
            self.line(&format!("{var} = {call};"));
        }
    }

    fn field(&self, node: &str, field: Field) -> String {
        match field {
            Field::Next => format!("{node}->next"),
            Field::Prev => format!("{node}->prev"),
            Field::Down if self.flavour().middle => format!("ITEM({node})->down"),
            Field::Down => format!("{node}->down"),
            Field::Last => format!("{node}->last"),
        }
    }

    fn value(&self, var: Var) -> String {
        match self.flavour().middle {
            true => format!("ITEM({})->value", variable(var)),
            false => format!("{}->value", variable(var)),
        }
    }

    fn pointer(&self, pointer: Pointer) -> String {
        match pointer {
            Pointer::Null => "NULL".to_string(),
            Pointer::Var(var) => variable(var),
            Pointer::Field(var, field) => self.field(&variable(var), field),
            Pointer::Head(head) => format!("&{}h{}", self.prefix, head.0),
            Pointer::Slot(slot) => format!("*s{}", slot.0),
            Pointer::Far(var, steps) => variable(var) + &"->next".repeat(steps.into()),
            Pointer::HeadField(head, field) => {
                let name = format!("(&{}h{})", self.prefix, head.0);
                self.field(&name, field)
            }
        }
    }

    fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Input => "__VERIFIER_nondet_int()".to_string(),
            Cond::Some(pointer) => format!("{} != NULL", self.pointer(*pointer)),
            Cond::None(pointer) => format!("{} == NULL", self.pointer(*pointer)),
            Cond::Equal(one, other) => format!("{} == {}", self.pointer(*one), self.pointer(*other)),
            Cond::Differ(one, other) => format!("{} != {}", self.pointer(*one), self.pointer(*other)),
            Cond::Value(var, value) => format!("{} == {value}", self.value(*var)),
            Cond::Less(int, value) => format!("{} < {}", counter(*int), number(*value)),
            Cond::Same(int, value) => format!("{} == {}", counter(*int), number(*value)),
            Cond::SameBytes(one, other) => format!("{} == {}", bytes(*one), bytes(*other)),
            Cond::SomeBytes(block) => format!("{} != NULL", bytes(*block)),
            Cond::NotShorter(one, other) => {
                format!("{}->size >= {}->size", variable(*one), variable(*other))
            }
            Cond::SizeWithin(var, least, most) => {
                let size = variable(*var) + "->size";
                format!("{size} >= {least} && {size} <= {most}")
            }
            Cond::Holds(one, relation, other) => {
                let sign = match relation {
                    Relation::Less => "<",
                    Relation::AtMost => "<=",
                    Relation::Same => "==",
                    Relation::Other => "!=",
                };
                format!("{} {sign} {}", self.expr(one), self.expr(other))
            }
            Cond::NoArray(it) => format!("{} == NULL", array(*it)),
            Cond::Both(one, other) => format!("{} && {}", self.cond(one), self.cond(other)),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(value) => value.to_string(),
            Expr::Input => "__VERIFIER_nondet_int()".to_string(),
            Expr::Int(int) => counter(*int),
            Expr::Value(var) => self.value(*var),
            Expr::Element(it, place) => format!("{}[{}]", array(*it), self.expr(place)),
            Expr::Length(text) => format!("(int)strlen({})", array(*text)),
            Expr::Binary(op, one, other) => {
                let sign = match op {
                    Op::Add => "+",
                    Op::Sub => "-",
                    Op::Mul => "*",
                    Op::Rem => "%",
                    Op::And => "&",
                };
                format!("({} {sign} {})", self.expr(one), self.expr(other))
            }
        }
    }
}

fn variable(var: Var) -> String {
    format!("v{}", var.0)
}

fn array(array: Array) -> String {
    format!("a{}", array.0)
}

fn counter(int: Int) -> String {
    format!("i{}", int.0)
}

fn bytes(block: Bytes) -> String {
    match block {
        Bytes::Null => "NULL".to_string(),
        Bytes::Block(block) => format!("b{}", block.0),
        Bytes::Part(var) => format!("v{}->part", var.0),
        Bytes::Inner(var) => format!("*(char **)v{}->part", var.0),
        Bytes::Forth(var) => format!("v{0}->part + v{0}->size", var.0),
        Bytes::Back(var) => format!("v{0}->part - v{0}->size", var.0),
    }
}

fn extent(extent: Extent) -> String {
    match extent {
        Extent::Const(value) => value.to_string(),
        Extent::Size(var, 0) => format!("v{}->size", var.0),
        Extent::Size(var, more) => format!("v{}->size + {more}", var.0),
    }
}

fn number(value: Number) -> String {
    match value {
        Number::Const(value) => value.to_string(),
        Number::Input => "__VERIFIER_nondet_int()".to_string(),
        Number::Plus(int, 0) => counter(int),
        Number::Plus(int, more) => format!("{} + {more}", counter(int)),
    }
}
