//! The parser: C's expressions with `==>` and `<==>` below them, and clauses around.

use super::ast::{Clause, ClauseKind, Expr, ExprKind, TypeName};
use super::lexer::{Token, TokenKind, tokens};
use super::{Mistake, closest};

/// The words that begin clauses.
const CLAUSES: &[&str] =
    &["requires", "ensures", "assigns", "modifies", "frees", "loop", "invariant", "assert", "ghost"];

/// The words that types are made of.
const TYPE_WORDS: &[&str] = &[
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "struct",
    "union", "enum", "const", "volatile",
];

/// The words that begin with a backslash.
const BACKSLASHED: &[&str] = &["\\result", "\\nothing", "\\old", "\\valid", "\\valid_read", "\\freeable"];

/// The comparisons by order.
const RELATIONS: &[&str] = &["<", "<=", ">", ">="];

/// Infix operators, from the loosest to the tightest.
const LEVELS: &[&[&str]] = &[
    &["<==>"],
    &["==>"],
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Parses the clauses of an annotation. `is_type` says whether a name is a type's.
pub fn clauses(text: &str, is_type: &dyn Fn(&str) -> bool) -> Result<Vec<Clause>, Mistake> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0, is_type, depth: 0 };
    let mut clauses = Vec::new();
    while parser.peek() != &TokenKind::End {
        clauses.push(parser.clause()?);
    }
    match clauses.is_empty() {
        true => Err(Mistake::new(0, "an annotation says something: `requires`, `ensures`, `assigns`, …")),
        false => Ok(clauses),
    }
}

/// How deep expressions may nest.
const DEEPEST: usize = 200;

struct Parser<'a> {
    tokens: Vec<Token>,
    next: usize,
    is_type: &'a dyn Fn(&str) -> bool,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &TokenKind {
        &self.tokens[self.next].kind
    }

    fn ahead(&self, by: usize) -> &TokenKind {
        &self.tokens[(self.next + by).min(self.tokens.len() - 1)].kind
    }

    fn at(&self) -> usize {
        self.tokens[self.next].at
    }

    fn advance(&mut self) -> Token {
        let token = self.tokens[self.next].clone();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    fn accept(&mut self, sign: &'static str) -> bool {
        let found = *self.peek() == TokenKind::Sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, sign: &'static str, why: &str) -> Result<(), Mistake> {
        match self.accept(sign) {
            true => Ok(()),
            false => {
                Err(Mistake::new(self.at(), format!("`{sign}` is expected {why}, not {}", self.shown())))
            }
        }
    }

    fn shown(&self) -> String {
        match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Int { value, .. } => format!("`{value}`"),
            TokenKind::Sign(sign) => format!("`{sign}`"),
            TokenKind::End => "the end of the annotation".to_string(),
        }
    }

    fn clause(&mut self) -> Result<Clause, Mistake> {
        let at = self.at();
        let TokenKind::Word(word) = self.peek().clone() else {
            return Err(Mistake::new(
                at,
                format!("a clause begins with a word such as `requires`, not {}", self.shown()),
            ));
        };
        self.advance();
        let kind = match word.as_str() {
            "requires" => ClauseKind::Requires(self.expression()?),
            "ensures" => ClauseKind::Ensures(self.expression()?),
            "assigns" | "modifies" => ClauseKind::Assigns(self.sets()?),
            "frees" => ClauseKind::Frees(self.sets()?),
            "assert" => ClauseKind::Assert(self.expression()?),
            "invariant" => ClauseKind::Invariant(self.expression()?),
            "loop" => self.loop_clause()?,
            "ghost" => self.ghost()?,
            other => {
                let advice = match closest(other, CLAUSES.iter().copied()) {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => format!("clauses are {}", CLAUSES.join(", ")),
                };
                return Err(Mistake::new(at, format!("there is no clause `{other}`; {advice}")));
            }
        };
        let end = self.at();
        let ends = match self.peek() {
            TokenKind::End => true,
            TokenKind::Word(word) => CLAUSES.contains(&word.as_str()),
            _ => false,
        };
        if !self.accept(";") && !ends {
            return Err(Mistake::new(
                self.at(),
                format!("`;` is expected at the end of the clause, not {}", self.shown()),
            ));
        }
        Ok(Clause { at, end, kind })
    }

    fn loop_clause(&mut self) -> Result<ClauseKind, Mistake> {
        let at = self.at();
        match self.advance().kind {
            TokenKind::Word(word) if word == "invariant" => Ok(ClauseKind::Invariant(self.expression()?)),
            TokenKind::Word(word) if word == "assigns" || word == "modifies" => {
                Ok(ClauseKind::LoopAssigns(self.sets()?))
            }
            _ => Err(Mistake::new(at, "after `loop` stands `invariant` or `assigns`")),
        }
    }

    fn ghost(&mut self) -> Result<ClauseKind, Mistake> {
        let at = self.at();
        if self.advance().kind != TokenKind::Word("BS".to_string()) {
            return Err(Mistake::new(
                at,
                "the ghost statements are `ghost BS += {e};` and `ghost BS -= {e};`",
            ));
        }
        let add = match (self.accept("+="), self.accept("-=")) {
            (true, _) => true,
            (_, true) => false,
            _ => {
                return Err(Mistake::new(
                    self.at(),
                    format!("`+=` or `-=` is expected, not {}", self.shown()),
                ));
            }
        };
        Ok(ClauseKind::Ghost { add, set: self.expression()? })
    }

    fn sets(&mut self) -> Result<Vec<Expr>, Mistake> {
        let mut sets = vec![self.expression()?];
        while self.accept(",") {
            sets.push(self.expression()?);
        }
        Ok(sets)
    }

    fn expression(&mut self) -> Result<Expr, Mistake> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Mistake::new(self.at(), "the expression nests too deeply"));
        }
        let condition = self.infix(0)?;
        let at = self.at();
        let whole = match self.accept("?") {
            false => condition,
            true => {
                let then = self.expression()?;
                self.expect(":", "between the cases of `?`")?;
                let otherwise = self.expression()?;
                let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
                Expr { at, kind }
            }
        };
        self.depth -= 1;
        Ok(whole)
    }

    fn infix(&mut self, level: usize) -> Result<Expr, Mistake> {
        let Some(signs) = LEVELS.get(level) else { return self.prefix() };
        let mut left = self.infix(level + 1)?;
        // Whether the left side came about here, and not in parentheses.
        let mut chains = false;
        loop {
            let TokenKind::Sign(sign) = *self.peek() else { return Ok(left) };
            if !signs.contains(&sign) {
                return Ok(left);
            }
            let at = self.advance().at;
            if RELATIONS.contains(&sign)
                && matches!(left.kind, ExprKind::Binary(other, ..) if RELATIONS.contains(&other) && chains)
            {
                let advice = "comparisons do not chain: `a < b < c` is written `a < b && b < c`";
                return Err(Mistake::new(at, advice));
            }
            chains = true;
            // Implication groups to the right.
            let right = if sign == "==>" { self.infix(level)? } else { self.infix(level + 1)? };
            left = Expr { at, kind: ExprKind::Binary(sign, Box::new(left), Box::new(right)) };
        }
    }

    fn prefix(&mut self) -> Result<Expr, Mistake> {
        let at = self.at();
        for sign in ["!", "-", "+", "~", "*", "&"] {
            if self.accept(sign) {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(Mistake::new(at, "the expression nests too deeply"));
                }
                let operand = self.prefix()?;
                self.depth -= 1;
                return Ok(Expr { at, kind: ExprKind::Unary(sign, Box::new(operand)) });
            }
        }
        if self.word_is("sizeof") {
            self.advance();
            if *self.peek() == TokenKind::Sign("(") && self.is_type_at(1) {
                self.advance();
                let name = self.type_name()?;
                self.expect(")", "after the type")?;
                return Ok(Expr { at, kind: ExprKind::SizeofType(name) });
            }
            let operand = self.prefix()?;
            return Ok(Expr { at, kind: ExprKind::Sizeof(Box::new(operand)) });
        }
        if let (TokenKind::Sign("("), TokenKind::Word(word), TokenKind::Sign("*"), TokenKind::Sign(")")) =
            (self.peek(), self.ahead(1), self.ahead(2), self.ahead(3))
            && !self.is_type_at(1)
        {
            let advice = "types that nothing in the program uses are not known";
            return Err(Mistake::new(at + 1, format!("the program has no type `{word}`; {advice}")));
        }
        if *self.peek() == TokenKind::Sign("(") && self.is_type_at(1) {
            self.advance();
            let name = self.type_name()?;
            self.expect(")", "after the type")?;
            let operand = self.prefix()?;
            return Ok(Expr { at, kind: ExprKind::Cast(name, Box::new(operand)) });
        }
        self.postfix()
    }

    fn word_is(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Word(here) if here == word)
    }

    fn is_type_at(&self, by: usize) -> bool {
        match self.ahead(by) {
            TokenKind::Word(word) => TYPE_WORDS.contains(&word.as_str()) || (self.is_type)(word),
            _ => false,
        }
    }

    fn type_name(&mut self) -> Result<TypeName, Mistake> {
        let at = self.at();
        let mut words = Vec::new();
        while let TokenKind::Word(word) = self.peek().clone() {
            self.advance();
            if word != "const" && word != "volatile" {
                words.push(word);
            }
        }
        let mut stars = 0;
        while self.accept("*") || (self.word_is("const") && stars > 0) {
            if self.word_is("const") {
                self.advance();
            }
            stars += 1;
        }
        match words.is_empty() {
            true => Err(Mistake::new(at, "a type is expected")),
            false => Ok(TypeName { at, words, stars }),
        }
    }

    fn postfix(&mut self) -> Result<Expr, Mistake> {
        let mut whole = self.primary()?;
        loop {
            let at = self.at();
            if self.accept("[") {
                let index = self.expression()?;
                self.expect("]", "after the index")?;
                whole = Expr { at, kind: ExprKind::Index(Box::new(whole), Box::new(index)) };
            } else if self.accept(".") {
                let name = self.member()?;
                whole = Expr { at, kind: ExprKind::Member(Box::new(whole), name) };
            } else if self.accept("->") {
                let name = self.member()?;
                whole = Expr { at, kind: ExprKind::Arrow(Box::new(whole), name) };
            } else {
                return Ok(whole);
            }
        }
    }

    fn member(&mut self) -> Result<String, Mistake> {
        let at = self.at();
        match self.advance().kind {
            TokenKind::Word(word) => Ok(word),
            _ => Err(Mistake::new(at, "the name of a member is expected")),
        }
    }

    fn primary(&mut self) -> Result<Expr, Mistake> {
        let shown = self.shown();
        let Token { at, kind } = self.advance();
        let kind = match kind {
            TokenKind::Int { value, unsigned, long } => ExprKind::Int { value, unsigned, long },
            TokenKind::Sign("(") => {
                let inner = self.expression()?;
                self.expect(")", "to close the parenthesis")?;
                return Ok(inner);
            }
            TokenKind::Sign("{") => {
                let mut elements = Vec::new();
                if !self.accept("}") {
                    elements = self.sets()?;
                    self.expect("}", "at the end of the set")?;
                }
                ExprKind::Set(elements)
            }
            TokenKind::Word(word) => match word.as_str() {
                "\\result" => ExprKind::Result,
                "\\nothing" => ExprKind::Nothing,
                _ if *self.peek() == TokenKind::Sign("(") => {
                    self.advance();
                    let mut arguments = Vec::new();
                    if !self.accept(")") {
                        arguments = self.sets()?;
                        self.expect(")", "after the arguments")?;
                    }
                    ExprKind::Call(word, arguments)
                }
                _ if word.starts_with('\\') => {
                    let advice = match closest(&word, BACKSLASHED.iter().copied()) {
                        Some(known) => format!("did you mean `{known}`?"),
                        None if word == "\\forall" || word == "\\exists" => {
                            format!("quantifiers are about sets: `{}(x, S, φ)`", &word[1..])
                        }
                        None => format!("words with a backslash are {}", BACKSLASHED.join(", ")),
                    };
                    return Err(Mistake::new(at, format!("there is no `{word}`; {advice}")));
                }
                _ => ExprKind::Name(word),
            },
            _ => return Err(Mistake::new(at, format!("an expression is expected, not {shown}"))),
        };
        Ok(Expr { at, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Vec<Clause>, Mistake> {
        clauses(text, &|name| name == "A")
    }

    #[test]
    fn clauses_of_both_spellings() {
        let modern =
            parsed("requires acyclic(p, next); assigns list(p, next)->next, {&p->a}; frees \\nothing;");
        assert_eq!(modern.unwrap().len(), 3);
        let paper = "requires BS(&g.a) && B(&g.a, 0) == &g.a\n\
                     requires forall(x, list(g.a.Flink, 0), x == &g.a || Off(x) == 4)\n\
                     modifies decr(list(g.a.Flink, 0), 4)\n\
                     ensures forall(x, list(g.a.Flink, 0), x == &g.a || deref(x-4) == 42)";
        assert_eq!(parsed(paper).unwrap().len(), 4);
        assert_eq!(parsed("loop invariant ((A *) x - 1)->f == (int) 3; ghost BS += {x};").unwrap().len(), 2);
    }

    #[test]
    fn implication_is_loose_and_groups_to_the_right() {
        let all = parsed("assert a && b ==> c ==> d || e;").unwrap();
        let ClauseKind::Assert(whole) = &all[0].kind else { panic!("an assertion") };
        let ExprKind::Binary("==>", left, right) = &whole.kind else { panic!("an implication") };
        assert!(matches!(left.kind, ExprKind::Binary("&&", ..)));
        assert!(matches!(right.kind, ExprKind::Binary("==>", ..)));
    }

    #[test]
    fn mistakes_point_at_the_character() {
        let wrong = |text: &str| {
            let mistake = parsed(text).unwrap_err();
            (mistake.at, mistake.message)
        };
        assert_eq!(wrong("require p;"), (0, "there is no clause `require`; did you mean `requires`?".into()));
        assert_eq!(wrong("requires (p;").0, 11);
        assert_eq!(wrong("requires p q;").0, 11);
        assert_eq!(wrong("requires p # q;"), (11, "`#` has no meaning in an annotation".into()));
        assert!(wrong("ensures \\reslt;").1.contains("did you mean `\\result`?"));
        assert!(wrong("ensures \\forall int i; i;").1.contains("`forall(x, S, φ)`"));
        for (text, at, advice) in [
            ("requires p = q;", 11, "`==`"),
            ("requires p => q;", 11, "`==>`"),
            ("requires p <=> q;", 11, "`<==>`"),
            ("requires 0 <= p <= 9;", 16, "`a < b && b < c`"),
            ("requires p++ == 1;", 10, "change nothing"),
            ("requires ((B *) p)->f;", 11, "no type `B`"),
        ] {
            let (found, message) = wrong(text);
            assert_eq!(found, at, "{text}");
            assert!(message.contains(advice), "{message}");
        }
        assert!(parsed("requires (a < b) == (c < d) && (a <= b) <= c;").is_ok());
        assert_eq!(wrong("").0, 0);
    }
}
