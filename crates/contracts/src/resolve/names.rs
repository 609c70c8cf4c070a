//! Names and types: variables, enumerators, type names.

use super::*;
use crate::syntax::ast::ClauseKind;
use crate::syntax::parser;

impl Scope<'_> {
    pub(super) fn name(&self, at: usize, name: &str) -> Result<Term> {
        let bound = self.bound.borrow();
        if let Some(number) = bound.iter().rposition(|(here, _)| here == name) {
            return Ok(Term { kind: TermKind::Bound(number), ty: bound[number].1.clone() });
        }
        if name == "NULL" {
            return Ok(null());
        }
        if self.is_ambiguous(name) {
            return wrong(
                at,
                format!("one line declares two variables `{name}`; give each a line of its own"),
            );
        }
        if let Some((var, ty)) = self.local(name) {
            return Ok(Term { kind: TermKind::Local(var), ty });
        }
        if let Some(index) = self.params.iter().position(|(here, _)| here == name) {
            return Ok(Term { kind: TermKind::Param(index), ty: self.params[index].1.clone() });
        }
        let globals = &self.program.globals;
        if let Some(index) = globals.iter().position(|global| global.name == name) {
            let Some(ty) = globals[index].ty.map(|id| Ty::of(self.program, id)) else {
                return wrong(at, format!("the type of `{name}` is not known"));
            };
            let address = Term { kind: TermKind::Global(GlobalId::new(index)), ty: ty.clone().pointer() };
            return Ok(Term { kind: TermKind::Load(Box::new(address)), ty });
        }
        if let Some(id) = self.program.find_function(name) {
            return Ok(function(id));
        }
        if let Some(value) = self.enumerator(name) {
            return Ok(Term { kind: TermKind::Int(i128::from(value)), ty: Ty::INT });
        }
        if let Some(text) = self.constants.get(name)
            && !self.expanding.borrow().iter().any(|outer| outer == name)
        {
            return self.expanded(at, name, text);
        }
        if OPERATORS.contains(&name) {
            return wrong(at, format!("`{name}` is followed by its arguments in parentheses"));
        }
        if let Some((_, number)) = [("true", 1), ("false", 0)].into_iter().find(|(word, _)| *word == name) {
            return wrong(at, format!("there is no `{name}` in scope; did you mean `{number}`?"));
        }
        let known = self.names();
        let advice = closest(name, known.iter().map(String::as_str))
            .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        wrong(at, format!("there is no `{name}` in scope{advice}"))
    }

    /// What a macro or an enumerator stands for. Mistakes in it are mistakes of who uses it.
    fn expanded(&self, at: usize, name: &str, text: &str) -> Result<Term> {
        self.expanding.borrow_mut().push(name.to_string());
        let clauses = parser::clauses(&format!("assert {text};"), &|word| super::is_type(self.program, word));
        let term = clauses.and_then(|clauses| match clauses.first().map(|clause| &clause.kind) {
            Some(ClauseKind::Assert(expr)) => self.term(expr),
            _ => wrong(at, "it is no expression"),
        });
        self.expanding.borrow_mut().pop();
        term.map_err(|mistake| Mistake::new(at, format!("`{name}` is `{text}`: {}", mistake.message)))
    }

    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.params.iter().map(|(name, _)| name.clone()).collect();
        names.extend(self.bound.borrow().iter().map(|(name, _)| name.clone()));
        if let Some(inside) = self.inside {
            let is_known = |name: &&String| self.local(name).is_some();
            names.extend(inside.body.vars.iter().map(|var| &var.name).filter(is_known).cloned());
        }
        names.extend(self.program.globals.iter().map(|global| global.name.clone()));
        names
    }

    /// The innermost variable of a name: the one that was declared last before the annotation and is still in scope.
    pub fn local(&self, name: &str) -> Option<(VarId, Ty)> {
        let (_, index) = self.declared(name).max()?;
        let body = self.inside?.body;
        Some((VarId::new(index), Ty::of(self.program, body.vars[index].ty?)))
    }

    /// Whether one line declares two variables of a name: which of them is meant cannot be told.
    fn is_ambiguous(&self, name: &str) -> bool {
        let mut lines: Vec<u32> = self.declared(name).map(|(line, _)| line).collect();
        lines.sort_unstable();
        lines.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// The variables of a name that are in scope, each with the line of its declaration; parameters come first.
    fn declared<'b>(&'b self, name: &'b str) -> impl Iterator<Item = (u32, usize)> + 'b {
        let declared = move |inside: Inside<'b>, var: &ir::Var| match (var.kind, var.span) {
            (VarKind::Param(_), _) => Some(0),
            (VarKind::Local, Some(span)) => {
                let here = span.line.get();
                let is_ended = inside.ended.contains(&(here, name.to_string()));
                (here <= inside.line && !is_ended).then_some(here)
            }
            (VarKind::Local, None) => None,
        };
        self.inside.into_iter().flat_map(move |inside| {
            let named = inside.body.vars.iter().enumerate().filter(move |(_, var)| var.name == name);
            named.filter_map(move |(index, var)| Some((declared(inside, var)?, index)))
        })
    }

    pub(super) fn enumerator(&self, name: &str) -> Option<i64> {
        self.program.types.iter().find_map(|(_, ty)| match &ty.kind {
            TypeKind::Enum { values, .. } => {
                values.iter().find(|(here, _)| here == name).map(|(_, value)| *value)
            }
            _ => None,
        })
    }

    /// The type that words and stars name.
    pub(super) fn type_named(&self, name: &TypeName) -> Result<Ty> {
        let words: Vec<&str> = name.words.iter().map(String::as_str).collect();
        let found = match words[..] {
            [keyword @ ("struct" | "union" | "enum"), tag] => self.tagged(keyword, tag),
            [word]
                if !matches!(
                    word,
                    "int"
                        | "char"
                        | "short"
                        | "long"
                        | "unsigned"
                        | "signed"
                        | "void"
                        | "_Bool"
                        | "float"
                        | "double"
                ) =>
            {
                self.typedef(word)
            }
            _ => basic(self.program, &words),
        };
        let Some(mut ty) = found else {
            return wrong(name.at, format!("the program has no type `{}`", name.words.join(" ")));
        };
        for _ in 0..name.stars {
            ty = ty.pointer();
        }
        Ok(ty)
    }

    pub(super) fn tagged(&self, keyword: &str, tag: &str) -> Option<Ty> {
        let mut found = None;
        for (id, ty) in self.program.types.iter() {
            let matches = match (&ty.kind, keyword) {
                (TypeKind::Struct(record), "struct") | (TypeKind::Union(record), "union") => {
                    record.name.as_deref() == Some(tag) && (record.complete || found.is_none())
                }
                (TypeKind::Enum { name, .. }, "enum") => name.as_deref() == Some(tag),
                _ => false,
            };
            if matches {
                found = Some(Ty::of(self.program, id));
            }
        }
        found
    }

    pub(super) fn typedef(&self, word: &str) -> Option<Ty> {
        let named = self
            .program
            .types
            .iter()
            .find(|(_, ty)| matches!(&ty.kind, TypeKind::Typedef { name, .. } if name == word));
        named.map(|(id, _)| Ty::of(self.program, id)).or_else(|| basic_typedef(self.program, word))
    }
}
