//! Constraints and literals as text, in the notation of goals.

use crate::core::Core;
use crate::sat::lit::{Lit, Var};
use crate::symbol::Kind;
use crate::term::{Term, TermId};

fn quote_if_needed(name: &str) -> String {
    let plain =
        name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_numeric());
    if plain { name.to_string() } else { format!("'{name}'") }
}

impl Core {
    pub(crate) fn show_term(&self, t: TermId) -> String {
        match self.terms.get(t) {
            Term::Var(name) => quote_if_needed(name),
            Term::Int(n) => n.to_string(),
            Term::Atom(name) => format!("@{name}"),
            Term::Str(text) => format!("{text:?}"),
            Term::Nil => "nil".to_string(),
            Term::Bool(b) => b.to_string(),
        }
    }

    /// The term with names of sums written out: `p + 1` rather than the variable that stands for it.
    fn show_resolved(&self, t: TermId) -> String {
        let Some((sum, k)) = self.linear_defs.get(&t) else { return self.show_term(t) };
        let mut text = String::new();
        for &(x, a) in sum.iter() {
            let sign = match (text.is_empty(), a < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let factor = if a.abs() == 1 { String::new() } else { format!("{}*", a.abs()) };
            text.push_str(&format!("{sign}{factor}{}", self.show_term(x)));
        }
        match k.signum() {
            1 => text.push_str(&format!(" + {k}")),
            -1 => text.push_str(&format!(" - {}", -k)),
            _ => {}
        }
        text
    }

    /// The literal as a goal would write it, or nothing for auxiliary variables.
    pub(crate) fn show_lit(&self, l: Lit) -> Option<String> {
        self.show_lit_with(l, |t| self.show_term(t))
    }

    fn show_lit_with(&self, l: Lit, show: impl Fn(TermId) -> String) -> Option<String> {
        let positive = l.is_positive();
        let Some(cons) = self.cons(l.var()) else {
            let name = quote_if_needed(self.bool_names.get(&l.var())?);
            return Some(if positive { name } else { format!("not {name}") });
        };
        let t = |i: usize| show(cons.args[i]);
        let equals = if positive { "=" } else { "!=" };
        Some(match self.syms.kind(cons.sym) {
            Kind::Eq if self.syms.get(cons.sym).name.ends_with("_eq") => {
                format!("{} {equals} {}", t(0), t(1))
            }
            Kind::EqC => format!("{} {equals} {}", t(0), t(1)),
            Kind::Gt if positive => format!("{} < {}", t(1), t(0)),
            Kind::Gt => format!("{} <= {}", t(0), t(1)),
            Kind::GtC => format!("{} {} {}", t(0), if positive { ">" } else { "<=" }, t(1)),
            Kind::EqPlus | Kind::EqPlusC => format!("{} {equals} {} + {}", t(0), t(1), t(2)),
            Kind::EqMulC => format!("{} {equals} {}*{}", t(0), t(2), t(1)),
            Kind::EqMul => format!("{} {equals} {}*{}", t(0), t(1), t(2)),
            Kind::EqPowC => format!("{} {equals} {}^{}", t(0), t(1), t(2)),
            _ => {
                let args: Vec<String> = (0..cons.args.len()).map(t).collect();
                let name = quote_if_needed(&self.syms.get(cons.sym).name);
                format!("{}{name}({})", if positive { "" } else { "not " }, args.join(","))
            }
        })
    }

    /// The literal for a derivation: sums written out, and a stand-in for auxiliary variables.
    pub(crate) fn show_lit_or_name(&self, l: Lit) -> String {
        self.show_lit_with(l, |t| self.show_resolved(t)).unwrap_or_else(|| {
            format!("{}case_{}", if l.is_positive() { "" } else { "not " }, l.var().index())
        })
    }

    pub(crate) fn is_constraint(&self, v: Var) -> bool {
        self.cons(v).is_some()
    }
}
