//! An operator-precedence parser for goals and rule files.
//!
//! Strengths, from loosest to tightest: `\/`, `/\`, `->` and `<->`, `not`, comparisons, `+ - xor`,
//! `* /`, `^` and unary minus. Note that `a /\ b -> c` is `a /\ (b -> c)`. Conjunctions and
//! disjunctions are collected into lists, so goals with many thousands of conjuncts need no stack;
//! real nesting is limited and refused with a message.

use super::expr::{BinOp, Cmp, Expr, ExprKind};
use super::lexer::{Token, lex};
use super::rule::{HeadDecl, Item, RewriteDecl, RuleDecl, TypeDecl};
use super::{Error, Span};
use crate::symbol::Priority;

const MAX_DEPTH: u32 = 300;

/// Parses one goal. `first_line` is the number of its first line in the input.
pub fn parse_goal(text: &str, first_line: u32) -> Result<Expr, Error> {
    let mut parser = Parser { tokens: lex(text, first_line)?, at: 0, depth: 0, in_rule: false };
    let goal = parser.expression(1100)?;
    parser.eat(";");
    match parser.peek() {
        Token::End => Ok(goal),
        other => Err(parser.unexpected(&format!("expected the end of the goal, found {}", describe(other)))),
    }
}

/// Parses a rule file.
pub fn parse_rules(text: &str, file: &str) -> Result<Vec<Item>, Error> {
    let parse = || {
        let mut parser = Parser { tokens: lex(text, 1)?, at: 0, depth: 0, in_rule: true };
        let mut items = Vec::new();
        while *parser.peek() != Token::End {
            items.push(parser.item(file)?);
        }
        Ok(items)
    };
    parse().map_err(|e: Error| e.in_file(file))
}

fn describe(token: &Token) -> String {
    match token {
        Token::Name(n) => format!("`{n}`"),
        Token::Int(n) => format!("`{n}`"),
        Token::Atom(n) => format!("`@{n}`"),
        Token::Str(s) => format!("{s:?}"),
        Token::Op(o) => format!("`{o}`"),
        Token::End => "the end of the input".to_string(),
    }
}

/// Strength, and the greatest strength allowed on the left and on the right.
fn infix(token: &Token, in_rule: bool) -> Option<(Infix, u32, u32, u32)> {
    let xfy = |op, p| Some((op, p, p - 1, p));
    let yfx = |op, p| Some((op, p, p, p - 1));
    let xfx = |op, p| Some((op, p, p - 1, p - 1));
    let bin = Infix::Bin;
    let op = match token {
        Token::Op(op) => *op,
        Token::Name(n) if n == "xor" => "xor",
        _ => return None,
    };
    match op {
        "\\/" => xfy(Infix::Or, 1100),
        "/\\" => xfy(Infix::And, 1000),
        "->" => xfy(bin(BinOp::Implies), 900),
        "<->" => xfy(bin(BinOp::Iff), 900),
        "=" => xfx(bin(BinOp::Cmp(Cmp::Eq)), 700),
        "!=" => xfx(bin(BinOp::Cmp(Cmp::Ne)), 700),
        "<" => xfx(bin(BinOp::Cmp(Cmp::Lt)), 700),
        "<=" => xfx(bin(BinOp::Cmp(Cmp::Le)), 700),
        ">" => xfx(bin(BinOp::Cmp(Cmp::Gt)), 700),
        ">=" => xfx(bin(BinOp::Cmp(Cmp::Ge)), 700),
        "$=" if in_rule => xfx(bin(BinOp::Test(Cmp::Eq)), 700),
        "$!=" if in_rule => xfx(bin(BinOp::Test(Cmp::Ne)), 700),
        "$<" if in_rule => xfx(bin(BinOp::Test(Cmp::Lt)), 700),
        "$<=" if in_rule => xfx(bin(BinOp::Test(Cmp::Le)), 700),
        "$>" if in_rule => xfx(bin(BinOp::Test(Cmp::Gt)), 700),
        "$>=" if in_rule => xfx(bin(BinOp::Test(Cmp::Ge)), 700),
        ":=" if in_rule => xfx(bin(BinOp::Assign), 700),
        "xor" => yfx(bin(BinOp::Xor), 500),
        "+" | "$+" => yfx(bin(BinOp::Add), 500),
        "-" | "$-" => yfx(bin(BinOp::Sub), 500),
        "*" | "$*" => xfy(bin(BinOp::Mul), 400),
        "/" | "$/" => yfx(bin(BinOp::Div), 400),
        "^" => xfy(bin(BinOp::Pow), 200),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Infix {
    And,
    Or,
    Bin(BinOp),
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: u32,
    in_rule: bool,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn eat(&mut self, op: &str) -> bool {
        let found = matches!(self.peek(), Token::Op(o) if *o == op);
        if found {
            self.next();
        }
        found
    }

    fn eat_name(&mut self, name: &str) -> bool {
        let found = matches!(self.peek(), Token::Name(n) if n == name);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, op: &str) -> Result<(), Error> {
        if self.eat(op) {
            return Ok(());
        }
        Err(self.unexpected(&format!("expected `{op}`, found {}", describe(self.peek()))))
    }

    fn unexpected(&self, message: &str) -> Error {
        Error::at(self.span(), message)
    }

    fn expression(&mut self, max: u32) -> Result<Expr, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.unexpected("the expression is nested too deeply"));
        }
        let (mut left, mut left_strength) = self.prefix(max)?;
        while let Some((op, strength, max_left, max_right)) = infix(self.peek(), self.in_rule) {
            if strength > max || left_strength > max_left {
                break;
            }
            let span = self.span();
            match op {
                Infix::Bin(op) => {
                    self.next();
                    let right = self.expression(max_right)?;
                    left = Expr::new(ExprKind::Bin(op, Box::new(left), Box::new(right)), span);
                }
                Infix::And | Infix::Or => {
                    let mut parts = vec![left];
                    while infix(self.peek(), self.in_rule).is_some_and(|(o, ..)| o == op) {
                        self.next();
                        parts.push(self.expression(max_left)?);
                    }
                    let kind = if op == Infix::And { ExprKind::And(parts) } else { ExprKind::Or(parts) };
                    left = Expr::new(kind, span);
                }
            }
            left_strength = strength;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn prefix(&mut self, max: u32) -> Result<(Expr, u32), Error> {
        let span = self.span();
        match self.next() {
            Token::Op("(") => {
                let inner = self.expression(1100)?;
                self.expect(")")?;
                Ok((inner, 0))
            }
            Token::Op("-") => {
                let inner = self.expression(200)?;
                let kind = match inner.kind {
                    ExprKind::Int(n) => ExprKind::Int(-n),
                    _ => ExprKind::Neg(Box::new(inner)),
                };
                Ok((Expr::new(kind, span), 200))
            }
            Token::Name(n) if n == "not" => {
                let inner = self.expression(850)?;
                Ok((Expr::new(ExprKind::Not(Box::new(inner)), span), 850.min(max)))
            }
            Token::Name(n) => Ok((self.named(n, span)?, 0)),
            Token::Int(n) => Ok((Expr::new(ExprKind::Int(n), span), 0)),
            Token::Atom(n) => Ok((Expr::new(ExprKind::Atom(n), span), 0)),
            Token::Str(s) => Ok((Expr::new(ExprKind::Str(s), span), 0)),
            other => Err(Error::at(span, format!("expected an expression, found {}", describe(&other)))),
        }
    }

    fn named(&mut self, name: String, span: Span) -> Result<Expr, Error> {
        if self.eat("(") {
            let mut args = Vec::new();
            if !self.eat(")") {
                loop {
                    args.push(self.expression(1100)?);
                    if !self.eat(",") {
                        break;
                    }
                }
                self.expect(")")?;
            }
            return Ok(Expr::new(ExprKind::Call(name, args), span));
        }
        let kind = match name.as_str() {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "nil" => ExprKind::Nil,
            "_" => ExprKind::Wild,
            _ => ExprKind::Var(name),
        };
        Ok(Expr::new(kind, span))
    }

    fn item(&mut self, file: &str) -> Result<Item, Error> {
        let span = self.span();
        self.depth = 0;
        if self.eat_name("type") {
            return self.type_decl(span).map(Item::Type);
        }
        let kept = self.expression(1000)?;
        let removed = if self.eat("\\") { Some(self.expression(1000)?) } else { None };
        let arrow = match self.next() {
            Token::Op(op @ ("==>" | "<=>" | "-->")) => op,
            other => {
                let message =
                    format!("expected `==>`, `<=>` or `-->` after the head, found {}", describe(&other));
                return Err(Error::at(self.tokens[self.at.saturating_sub(1)].1, message));
            }
        };
        if removed.is_some() && arrow != "<=>" {
            return Err(Error::at(span, "a rule with `\\` is written with `<=>`"));
        }
        let mut body = self.expression(1100)?;
        let mut guards = Vec::new();
        if self.eat("|") {
            guards = conjuncts(body);
            body = self.expression(1100)?;
        }
        self.expect(";")?;
        if arrow == "-->" {
            let head = single_head(kept)?;
            let (negated, name, args) = (head.negated, head.name, head.args);
            if !guards.is_empty() {
                return Err(Error::at(span, "a rewrite rule has no guard"));
            }
            return Ok(Item::Rewrite(RewriteDecl { negated, name, args, body, span }));
        }
        let mut heads = Vec::new();
        for part in conjuncts(kept) {
            let mut head = single_head(part)?;
            head.removed = arrow == "<=>" && removed.is_none();
            heads.push(head);
        }
        for part in removed.map_or(Vec::new(), conjuncts) {
            let mut head = single_head(part)?;
            head.removed = true;
            heads.push(head);
        }
        Ok(Item::Rule(RuleDecl { heads, guards, body, file: file.to_string(), span }))
    }

    fn type_decl(&mut self, span: Span) -> Result<TypeDecl, Error> {
        let Token::Name(name) = self.next() else {
            return Err(Error::at(span, "expected the name of a constraint after `type`"));
        };
        self.expect("(")?;
        let mut args = Vec::new();
        if !self.eat(")") {
            loop {
                args.push(self.type_name()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        let result = if self.eat("=") { Some(self.type_name()?.0) } else { None };
        let mut priority = None;
        if self.eat_name("priority") {
            let at = self.span();
            priority = match self.next() {
                Token::Name(n) if n == "high" => Some(Priority::High),
                Token::Name(n) if n == "medium" => Some(Priority::Medium),
                Token::Name(n) if n == "low" => Some(Priority::Low),
                other => {
                    let message =
                        format!("a priority is `low`, `medium` or `high`, not {}", describe(&other));
                    return Err(Error::at(at, message));
                }
            };
        }
        self.expect(";")?;
        Ok(TypeDecl { name, args, result, priority, span })
    }

    /// A type, and whether it is `var of` it.
    fn type_name(&mut self) -> Result<(String, bool), Error> {
        let span = self.span();
        match self.next() {
            Token::Name(n) if n == "var" => {
                if !self.eat_name("of") {
                    return Ok(("any".to_string(), true));
                }
                match self.next() {
                    Token::Name(n) => Ok((n, true)),
                    other => Err(Error::at(span, format!("expected a type, found {}", describe(&other)))),
                }
            }
            Token::Name(n) => Ok((n, false)),
            other => Err(Error::at(span, format!("expected a type, found {}", describe(&other)))),
        }
    }
}

fn conjuncts(e: Expr) -> Vec<Expr> {
    match e.kind {
        ExprKind::And(parts) => parts.into_iter().flat_map(conjuncts).collect(),
        _ => vec![e],
    }
}

/// A possibly negated constraint over variables and constants.
fn single_head(e: Expr) -> Result<HeadDecl, Error> {
    let span = e.span;
    match e.kind {
        ExprKind::Not(inner) => {
            let mut head = single_head(*inner)?;
            head.negated = !head.negated;
            Ok(head)
        }
        ExprKind::Call(name, args) => {
            for arg in &args {
                let complex = matches!(
                    arg.kind,
                    ExprKind::Call(..)
                        | ExprKind::Bin(..)
                        | ExprKind::Not(_)
                        | ExprKind::And(_)
                        | ExprKind::Or(_)
                        | ExprKind::Neg(_)
                );
                if complex {
                    let message = format!("the arguments of a head are variables or constants, not `{arg}`");
                    return Err(Error::at(arg.span, message));
                }
            }
            Ok(HeadDecl { negated: false, name, args, removed: false, span })
        }
        _ => Err(Error::at(span, format!("a head is a possibly negated constraint, not `{e}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(parse_goal(text, 1).unwrap().to_string(), expected);
    }

    #[test]
    fn strengths() {
        check("a /\\ b -> c", "(a /\\ (b -> c))");
        check("a \\/ b /\\ c", "(a \\/ (b /\\ c))");
        check("not x = y /\\ z", "(not x = y /\\ z)");
        check("x <-> a < 5 -> y", "(x <-> (a < 5 -> y))");
        check("1 + 2 * x - y = -z", "((1 + (2 * x)) - y) = -z");
        check("x - y - z = 0", "((x - y) - z) = 0");
        check("p(x, 'a.b', _, @c, \"s\", nil, -3)", "p(x,a.b,_,@c,\"s\",nil,-3)");
    }

    #[test]
    fn long_conjunctions_need_no_stack_and_deep_nesting_is_refused() {
        let long = vec!["p(x)"; 100_000].join(" /\\ ");
        assert!(parse_goal(&long, 1).is_ok());
        let deep = format!("{}x{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(parse_goal(&deep, 1).unwrap_err().message.contains("too deeply"));
        assert!(parse_goal(&"not ".repeat(100_000), 1).is_err());
    }

    #[test]
    fn rules_of_all_forms() {
        let text = "type lb(var of num, num) priority high;\n\
                    lb(x, l1) \\ lb(x, l2) <=> l1 $> l2 | true;\n\
                    p(x) ==> d := x + 1 /\\ d $!= 3 | not q(d) \\/ r(x);\n\
                    not p(x) --> q(x, s);\n";
        let items = parse_rules(text, "t.chr").unwrap();
        let Item::Rule(rule) = &items[1] else { panic!("not a rule") };
        assert_eq!(rule.heads.iter().map(|h| h.removed).collect::<Vec<_>>(), [false, true]);
        assert_eq!(rule.guards.len(), 1);
        let Item::Rule(rule) = &items[2] else { panic!("not a rule") };
        assert_eq!(rule.guards.len(), 2);
        assert!(matches!(&items[3], Item::Rewrite(r) if r.negated));
    }

    #[test]
    fn mistakes_are_located() {
        for (text, line, column) in
            [("p(x) ==> q(x)", 1, 14), ("p(x) q(x);", 1, 6), ("p(x + 1) ==> true;", 1, 5)]
        {
            let error = parse_rules(text, "t.chr").unwrap_err();
            assert_eq!((error.span.line, error.span.column), (line, column), "{error}");
        }
    }
}
