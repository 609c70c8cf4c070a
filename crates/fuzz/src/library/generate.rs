//! Random functions on linked nodes.
//!
//! Each function has the same parameters (two nodes `a` and `b`, an item `i`, a number `n`) and some local variables;
//! its statements are of the kinds that people write, most of them guarded, some of them wrong: sizes, casts, links
//! that are set on one path only, addresses of local variables left behind.

use crate::library::driver::PRELUDE;
use crate::random::Random;

/// How many functions a library has.
const FUNCTIONS: usize = 24;

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// A simple statement.
    Line(String),
    /// A statement with statements inside: what stands before the brace, and those in it.
    Block(String, Vec<Stmt>),
    /// A choice: the condition and both sides.
    Choice(String, Vec<Stmt>, Vec<Stmt>),
}

/// A function: its name and its statements.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Function {
    name: String,
    declarations: Vec<String>,
    body: Vec<Stmt>,
    result: String,
}

/// A library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Library {
    functions: Vec<Function>,
}

impl Library {
    /// The library that belongs to a seed.
    pub fn generate(seed: u64) -> Library {
        let mut random = Random::new(seed);
        let mut functions = Vec::new();
        for number in 0..FUNCTIONS {
            let earlier = (0..number).map(|number| format!("f{number}")).collect();
            let writer = Writer {
                random: &mut random,
                name: format!("f{number}"),
                earlier,
                scope: Scope::default(),
                left: 0,
            };
            functions.push(writer.function());
        }
        Library { functions }
    }

    /// The library as C.
    pub fn text(&self) -> String {
        let mut text = PRELUDE.to_string();
        for function in &self.functions {
            text.push_str(&format!(
                "\nstruct node *{}(struct node *a, struct node *b, struct item *i, int n)\n{{\n",
                function.name
            ));
            function.declarations.iter().for_each(|line| text.push_str(&format!("    {line}\n")));
            render(&function.body, 1, &mut text);
            text.push_str(&format!("    return {};\n}}\n", function.result));
        }
        text
    }

    /// The names of its functions, callees before callers.
    pub fn names(&self) -> Vec<String> {
        self.functions.iter().map(|function| function.name.clone()).collect()
    }

    /// Whether a function is one of its random functions.
    pub fn has(&self, name: &str) -> bool {
        self.functions.iter().any(|function| function.name == name)
    }

    /// The random functions that a function calls, itself included.
    pub fn callees(&self, name: &str) -> Vec<String> {
        let Some(function) = self.functions.iter().find(|function| function.name == name) else {
            return Vec::new();
        };
        let mut text = String::new();
        render(&function.body, 0, &mut text);
        self.names().into_iter().filter(|callee| text.contains(&format!("{callee}("))).collect()
    }

    /// The library without a function.
    pub fn without_function(&self, name: &str) -> Library {
        let functions = self.functions.iter().filter(|function| function.name != name).cloned().collect();
        Library { functions }
    }

    /// How many statements a function has, those in statements included.
    pub fn size(&self, name: &str) -> usize {
        self.functions.iter().filter(|function| function.name == name).map(|it| count(&it.body)).sum()
    }

    /// The library without the statement of a function with this number.
    pub fn without_statement(&self, name: &str, number: usize) -> Library {
        let mut smaller = self.clone();
        for function in smaller.functions.iter_mut().filter(|function| function.name == name) {
            let mut number = number;
            remove(&mut function.body, &mut number);
        }
        smaller
    }
}

fn count(body: &[Stmt]) -> usize {
    body.iter()
        .map(|stmt| match stmt {
            Stmt::Line(_) => 1,
            Stmt::Block(_, inside) => 1 + count(inside),
            Stmt::Choice(_, one, other) => 1 + count(one) + count(other),
        })
        .sum()
}

/// Removes the statement with a number; true if it was there.
fn remove(body: &mut Vec<Stmt>, number: &mut usize) -> bool {
    for place in 0..body.len() {
        if *number == 0 {
            body.remove(place);
            return true;
        }
        *number -= 1;
        let found = match &mut body[place] {
            Stmt::Line(_) => false,
            Stmt::Block(_, inside) => remove(inside, number),
            Stmt::Choice(_, one, other) => remove(one, number) || remove(other, number),
        };
        if found {
            return true;
        }
    }
    false
}

fn render(body: &[Stmt], depth: usize, text: &mut String) {
    let margin = "    ".repeat(depth);
    for stmt in body {
        match stmt {
            Stmt::Line(line) => text.push_str(&format!("{margin}{line}\n")),
            Stmt::Block(head, inside) => {
                text.push_str(&format!("{margin}{head} {{\n"));
                render(inside, depth + 1, text);
                text.push_str(&format!("{margin}}}\n"));
            }
            Stmt::Choice(condition, one, other) => {
                text.push_str(&format!("{margin}if ({condition}) {{\n"));
                render(one, depth + 1, text);
                text.push_str(&format!("{margin}}} else {{\n"));
                render(other, depth + 1, text);
                text.push_str(&format!("{margin}}}\n"));
            }
        }
    }
}

/// Which local variables a function has besides those that all have.
#[derive(Clone, Copy, Default, Debug)]
struct Scope {
    has_node: bool,
    has_place: bool,
    has_list: bool,
}

/// Writes one function.
struct Writer<'a> {
    random: &'a mut Random,
    name: String,
    earlier: Vec<String>,
    scope: Scope,
    /// How many statements may still be written.
    left: usize,
}

const NODES: [&str; 4] = ["a", "b", "x", "y"];
const ITEMS: [&str; 2] = ["i", "j"];
const LINKS: [&str; 2] = ["l", "r"];

impl Writer<'_> {
    fn function(mut self) -> Function {
        let mut declarations = vec![
            format!("struct node *x = {};", self.random.pick(&["NULL", "NULL", "a"])),
            format!("struct node *y = {};", self.random.pick(&["NULL", "a", "b", "g0"])),
            format!("struct item *j = {};", self.random.pick(&["NULL", "i", "g1"])),
        ];
        self.scope = Scope {
            has_node: self.random.percent(30),
            has_place: self.random.percent(35),
            has_list: self.random.percent(45),
        };
        if self.scope.has_node {
            declarations.push("struct node loc;".to_string());
            declarations.push("LIVES(loc);".to_string());
            if self.random.percent(85) {
                let (l, r) = (self.random.pick(&["NULL", "a", "b"]), self.random.pick(&["NULL", "a"]));
                let it = self.random.pick(&["NULL", "i"]);
                declarations.push(format!("loc.v = 0; loc.l = {l}; loc.r = {r}; loc.it = {it};"));
                declarations.push("loc.c[0] = loc.c[1] = NULL;".to_string());
            }
        }
        if self.scope.has_place {
            let start = self.random.pick(&["x", "y", "g0", "a"]);
            declarations.push(format!("struct node **p = &{start};"));
        }
        if self.scope.has_list {
            declarations.push("struct list s;".to_string());
            declarations.push("LIVES(s);".to_string());
            let (h, t) = (self.random.pick(&["NULL", "a", "y"]), self.random.pick(&["NULL", "b"]));
            let k = if self.random.percent(90) { "s.k = i;" } else { "" };
            declarations.push(format!("s.h = {h}; s.t = {t}; {k}"));
            declarations.push("struct pair q = {NULL, a};".to_string());
        }
        self.left = 3 + self.random.below(8);
        let body = self.block(2);
        let result = self.random.pick(&["a", "b", "x", "y", "NULL", "x", "y"]).to_string();
        Function { name: self.name, declarations, body, result }
    }

    fn block(&mut self, depth: usize) -> Vec<Stmt> {
        let mut body = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            body.extend(self.stmt(depth));
        }
        body
    }

    fn node(&mut self) -> &'static str {
        self.random.pick(&NODES)
    }

    fn item(&mut self) -> &'static str {
        self.random.pick(&ITEMS)
    }

    fn link(&mut self) -> &'static str {
        self.random.pick(&LINKS)
    }

    /// A node, or null.
    fn node_value(&mut self) -> &'static str {
        self.random.pick(&["a", "b", "x", "y", "NULL"])
    }

    fn item_value(&mut self) -> &'static str {
        self.random.pick(&["i", "j", "NULL"])
    }

    fn condition(&mut self) -> &'static str {
        self.random.pick(&[
            "n > 0",
            "any() > 0",
            "a",
            "b",
            "x",
            "y",
            "!a",
            "!x",
            "!y",
            "j",
            "x == y",
            "a == x",
            "x && x->l",
            "y && y->r != a",
            "a && a->it == j",
            "n % 2",
            "i && i->owner",
        ])
    }

    /// A statement that needs a pointer, most often behind a test of it.
    fn guarded(&mut self, pointer: &str, line: String) -> Vec<Stmt> {
        match self.random.percent(90) {
            true => vec![Stmt::Block(format!("if ({pointer})"), vec![Stmt::Line(line)])],
            false => vec![Stmt::Line(line)],
        }
    }

    fn stmt(&mut self, depth: usize) -> Vec<Stmt> {
        match self.random.below(100) {
            0..=13 => self.array(),
            14..=27 => self.helper(),
            28..=31 => self.earlier_call(),
            32..=39 => self.read(),
            40..=56 => self.write(),
            57..=59 => vec![Stmt::Line(format!("{} = {};", self.node(), self.node()))],
            60..=62 => self.global(),
            63..=73 => self.new_node(depth),
            74..=77 => self.new_item(),
            78..=79 => self.foreign_call(),
            80..=82 => self.union(),
            83..=87 if depth > 0 => self.choice(depth),
            88..=93 if depth > 0 => self.cycle(depth),
            94..=96 => self.local(),
            97..=98 => self.mistake(),
            _ => {
                let (to, from) = (self.node(), self.node());
                let line = format!("*{to} = *{from};");
                vec![Stmt::Block(format!("if ({to} && {from})"), vec![Stmt::Line(line)])]
            }
        }
    }

    /// Elements of the array in a node, and pointers to links.
    fn array(&mut self) -> Vec<Stmt> {
        let (node, other, value) = (self.node(), self.node(), self.node_value());
        let index = self.random.pick(&["0", "1", "n & 1", "n & 1", "(unsigned)n % 2", "n"]);
        let link = self.link();
        let place = self.random.pick(&["l", "r", "c[0]", "c[n & 1]"]);
        let choices = if self.scope.has_place { 10 } else { 3 };
        match self.random.below(choices) {
            0 => self.guarded(node, format!("{node}->c[{index}] = {value};")),
            1 => self.guarded(node, format!("{other} = {node}->c[{index}];")),
            2 => {
                let count = self.random.pick(&["2", "2", "2", "3"]);
                let line = format!("for (int k = 0; k < {count}; k++) {node}->c[k] = {value};");
                self.guarded(node, line)
            }
            3 => self.guarded(node, format!("p = &{node}->{place};")),
            4 => vec![Stmt::Line(format!("*p = {value};"))],
            5 => vec![Stmt::Line(format!("{node} = *p;"))],
            6 => vec![Stmt::Line(format!("if (*p) p = &(*p)->{link};"))],
            7 => vec![Stmt::Line(format!("while (*p && n-- > 0) p = &(*p)->{link};"))],
            8 => vec![Stmt::Line(format!("p = &{};", self.random.pick(&["x", "y", "g0"])))],
            _ if self.random.percent(10) => vec![Stmt::Line("p = (struct node **)&j;".to_string())],
            _ => vec![Stmt::Line(format!("if (*p) {node} = (*p)->{link};"))],
        }
    }

    /// Calls of the helpers in front of the functions.
    fn helper(&mut self) -> Vec<Stmt> {
        let (node, other, third) = (self.node(), self.node(), self.node());
        let variable = self.random.pick(&["x", "y", "g0", "a"]);
        let choices = if self.scope.has_list { 22 } else { 10 };
        let line = match self.random.below(choices) {
            0 => format!("link2({node}, {other});"),
            1 => format!("{node} = pop(&{variable});"),
            2 => format!("{node} = walk({other}, n);"),
            3 => format!("init({node}, {other});"),
            4 => format!("if ({node}) {other} = pop(&{node}->l);"),
            5 => format!("put(&{variable}, {other});"),
            6 => format!("{node} = same({other});"),
            7 => format!("remember({node});"),
            8 => {
                let it = self.random.pick(&["x->it = NULL;", "x->it = j;", "if (n > 0) x->it = NULL;"]);
                return [
                    "x = malloc(sizeof *x);",
                    "if (!x) return b;",
                    &format!("init(x, {third});"),
                    "x->c[0] = x->c[1] = NULL;",
                    "x->v = 0;",
                    it,
                ]
                .map(|line| Stmt::Line(line.to_string()))
                .to_vec();
            }
            9 if self.scope.has_node => {
                let name = self.random.pick(&["same", "walk", "remember", "init"]);
                match name {
                    "same" => format!("{node} = same(&loc);"),
                    "walk" => format!("{node} = walk(&loc, n);"),
                    "remember" => "remember(&loc);".to_string(),
                    _ => format!("init(&loc, {other});"),
                }
            }
            9 => format!("put(&{variable}, {node});"),
            10 | 11 => format!("append(&s, {node});"),
            12 => format!("s.{} = {node};", self.random.pick(&["h", "t"])),
            13 => format!("{node} = s.{};", self.random.pick(&["h", "t"])),
            14 => format!("q = crossed({node}, {other});"),
            15 => format!("{node} = q.{};", self.random.pick(&["p", "q"])),
            16 => "s.h = pop(&s.t);".to_string(),
            17 => "while (s.h && n-- > 0) s.h = s.h->r;".to_string(),
            18 => "j = s.k;".to_string(),
            19 => "if (gl) *gl = s;".to_string(),
            20 => "if (gl) s = *gl;".to_string(),
            _ => format!("if (gl) append(gl, {node});"),
        };
        vec![Stmt::Line(line)]
    }

    fn earlier_call(&mut self) -> Vec<Stmt> {
        let (node, one, other, item) = (self.node(), self.node(), self.node(), self.item());
        let call = |callee: &str| format!("{node} = {callee}({one}, {other}, {item}, n - 1);");
        match self.earlier.is_empty() || self.random.percent(40) {
            true => vec![Stmt::Block("if (n > 0)".to_string(), vec![Stmt::Line(call(&self.name))])],
            false => {
                let callee = self.random.pick(&self.earlier);
                vec![Stmt::Line(call(&callee))]
            }
        }
    }

    fn read(&mut self) -> Vec<Stmt> {
        let (node, other) = (self.node(), self.node());
        let (item, from, link) = (self.item(), self.item(), self.link());
        match self.random.below(4) {
            0 => self.guarded(other, format!("{node} = {other}->{link};")),
            1 => self.guarded(other, format!("{item} = {other}->it;")),
            2 => self.guarded(item, format!("{node} = {item}->owner;")),
            _ => self.guarded(from, format!("{item} = {from}->next;")),
        }
    }

    fn write(&mut self) -> Vec<Stmt> {
        let (node, value, link) = (self.node(), self.node_value(), self.link());
        let (item, item_value) = (self.item(), self.item_value());
        match self.random.below(8) {
            0 if self.scope.has_node => self.guarded(node, format!("{node}->{link} = &loc;")),
            0..=3 => self.guarded(node, format!("{node}->{link} = {value};")),
            4 => self.guarded(node, format!("{node}->it = {item_value};")),
            5 => self.guarded(node, format!("{node}->{link} = g0;")),
            6 => self.guarded(item, format!("{item}->next = {item_value};")),
            _ => self.guarded(item, format!("{item}->owner = {value};")),
        }
    }

    fn global(&mut self) -> Vec<Stmt> {
        let (node, item) = (self.node(), self.item());
        let line = match self.random.below(4) {
            0 => format!("g0 = {node};"),
            1 => format!("{node} = g0;"),
            2 => format!("g1 = {item};"),
            _ => format!("{item} = g1;"),
        };
        vec![Stmt::Line(line)]
    }

    /// A new node whose members are set one after the other, with other things in between, or not at all.
    fn new_node(&mut self, depth: usize) -> Vec<Stmt> {
        let name = self.random.pick(&["x", "y"]);
        let size = match self.random.below(100) {
            0..=92 => format!("sizeof *{name}"),
            93 | 94 => "sizeof(struct item)".to_string(),
            95 | 96 => format!("sizeof {name}"),
            _ => format!("sizeof *{name} - 8"),
        };
        let fail = self.random.pick(&["NULL", "a", "b"]);
        let mut body = vec![
            Stmt::Line(format!("{name} = malloc({size});")),
            Stmt::Line(format!("if (!{name}) return {fail};")),
        ];
        if self.random.percent(15) {
            body.push(Stmt::Line(format!("memset({name}, 0, sizeof *{name});")));
            return body;
        }
        if self.random.percent(10) {
            body.push(Stmt::Line(format!("if (a) *{name} = *a; else memset({name}, 0, sizeof *{name});")));
            return body;
        }
        let children = match self.random.percent(50) {
            true => format!("{name}->c[0] = {name}->c[1] = NULL;"),
            false => format!("for (int k = 0; k < 2; k++) {name}->c[k] = {};", self.node()),
        };
        let mut members = vec![
            format!("{name}->v = n;"),
            format!("{name}->l = {};", self.node_value()),
            format!("{name}->r = {};", self.node_value()),
            format!("{name}->it = {};", self.item_value()),
            children,
        ];
        while !members.is_empty() {
            let line = members.remove(self.random.below(members.len()));
            match self.random.below(100) {
                0..=85 => body.push(Stmt::Line(line)),
                86..=89 => {
                    let condition = self.condition();
                    body.push(Stmt::Block(format!("if ({condition})"), vec![Stmt::Line(line)]));
                }
                90..=94 => {
                    body.extend(self.block(depth));
                    body.push(Stmt::Line(line));
                }
                _ => {}
            }
        }
        body
    }

    fn new_item(&mut self) -> Vec<Stmt> {
        let mut lines = vec![
            "j = malloc(sizeof *j);".to_string(),
            "if (!j) return a;".to_string(),
            format!("j->next = {};", self.random.pick(&["i", "NULL"])),
        ];
        if self.random.percent(88) {
            lines.push(format!("j->owner = {};", self.node_value()));
        }
        if self.random.percent(88) {
            lines.push("j->kind = 0;".to_string());
        }
        if self.random.percent(50) {
            lines.push("j->as.number = n;".to_string());
        }
        lines.into_iter().map(Stmt::Line).collect()
    }

    /// The union in an item, whose tag tells what it holds.
    fn union(&mut self) -> Vec<Stmt> {
        let (node, item, other, value) = (self.node(), self.item(), self.item(), self.node_value());
        let line = match self.random.below(12) {
            0 | 1 => format!("{item}->kind = 1; {item}->as.one = {value};"),
            2 => format!("{item}->kind = 2; {item}->as.many = {other};"),
            3 => format!("{item}->kind = 0; {item}->as.number = n;"),
            4 => format!("if ({item}->kind == 1) {node} = {item}->as.one;"),
            5 => format!("if ({item}->kind == 2) {other} = {item}->as.many;"),
            6 => format!("if ({item}->kind == 1) {item}->as.one = {value};"),
            7 => format!("{node} = one_of({item});"),
            8 => format!("{other} = many_of({item});"),
            9 => format!("if ({other}) *{item} = *{other};"),
            10 => format!("{item}->kind = {};", self.random.pick(&["0", "1", "n"])),
            _ => format!("{item}->as.{};", self.random.pick(&["number = n", "one = a", "many = NULL"])),
        };
        self.guarded(item, line)
    }

    fn foreign_call(&mut self) -> Vec<Stmt> {
        let (node, other, item) = (self.node(), self.node(), self.item());
        let line = match self.random.below(if self.scope.has_node { 4 } else { 2 }) {
            0 => format!("visit({node}, {item});"),
            1 => format!("{node} = get({other});"),
            2 => format!("visit(&loc, {item});"),
            _ => format!("{node} = get(&loc);"),
        };
        vec![Stmt::Line(line)]
    }

    fn choice(&mut self, depth: usize) -> Vec<Stmt> {
        let condition = self.condition().to_string();
        let one = self.block(depth - 1);
        match self.random.percent(40) {
            true => {
                let other = self.block(depth - 1);
                vec![Stmt::Choice(condition, one, other)]
            }
            false => vec![Stmt::Block(format!("if ({condition})"), one)],
        }
    }

    fn cycle(&mut self, depth: usize) -> Vec<Stmt> {
        let node = self.node();
        let head = match self.random.below(3) {
            0 => format!("while ({node} && n-- > 0)"),
            _ => "while (n-- > 0)".to_string(),
        };
        let mut body = self.block(depth - 1);
        if self.random.percent(25) {
            let condition = self.condition();
            let end = self.random.pick(&["break;", "continue;", "return x;"]);
            body.push(Stmt::Line(format!("if ({condition}) {end}")));
        }
        if self.scope.has_node && self.random.percent(30) {
            body.push(Stmt::Line("x = &loc;".to_string()));
        }
        vec![Stmt::Block(head, body)]
    }

    /// The local node.
    fn local(&mut self) -> Vec<Stmt> {
        if !self.scope.has_node {
            return Vec::new();
        }
        let line =
            self.random.pick(&["x = &loc;", "loc.l = y;", "loc.r = x;", "y = loc.l;", "loc.l = &loc;"]);
        vec![Stmt::Line(line.to_string())]
    }

    /// Something that no program should do.
    fn mistake(&mut self) -> Vec<Stmt> {
        let node = self.node();
        let line = match self.random.below(5) {
            0 => format!("{node}->l = (struct node *)&{node}->r;"),
            1 => format!("{node}->r = (struct node *)i;"),
            2 => format!("{node}->it = (struct item *)b;"),
            3 => format!("{node} = {node} + 1;"),
            _ => format!("{node} = (struct node *){node}->it;"),
        };
        vec![Stmt::Block(format!("if ({node})"), vec![Stmt::Line(line)])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_a_library() {
        assert_eq!(Library::generate(3), Library::generate(3));
        assert_ne!(Library::generate(3).text(), Library::generate(4).text());
    }

    #[test]
    fn statements_can_be_left_out_one_by_one() {
        let library = Library::generate(5);
        for name in library.names() {
            let size = library.size(&name);
            for number in 0..size {
                assert!(library.without_statement(&name, number).size(&name) < size, "{name} {number}");
            }
        }
    }
}
