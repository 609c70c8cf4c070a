//! From declared rules to plans.

use super::{Argument, Body, BodyAtom, Guard, Head, Number, Pattern, Plan, Rule, Step};
use crate::check::Checker;
use crate::core::Core;
use crate::syntax::Error;
use crate::syntax::expr::{BinOp, Cmp, Expr, ExprKind};
use crate::syntax::rule::RuleDecl;

struct Slots(Vec<String>);

impl Slots {
    fn of(&mut self, name: &str) -> u16 {
        let at = self.0.iter().position(|n| n == name).unwrap_or_else(|| {
            self.0.push(name.to_string());
            self.0.len() - 1
        });
        at as u16
    }
}

/// Type-checks and compiles a rule; the plans refer to it by `number`.
pub(crate) fn compile(core: &mut Core, decl: &RuleDecl, number: usize) -> Result<(Rule, Vec<Plan>), Error> {
    let mut checker = Checker::rule(&core.types, &core.syms);
    for head in &decl.heads {
        checker.head(&head.name, &head.args, head.span)?;
    }
    decl.guards.iter().try_for_each(|g| checker.guard(g))?;
    checker.formula(&decl.body)?;

    let mut slots = Slots(Vec::new());
    let mut heads = Vec::new();
    for head in &decl.heads {
        let name = if head.name == "access" && head.args.len() == 3 { "in" } else { &head.name };
        let sym = core.syms.named(name, head.args.len());
        let mut args = Vec::new();
        for arg in &head.args {
            args.push(match &arg.kind {
                ExprKind::Wild => Pattern::Anything,
                ExprKind::Var(name) => Pattern::Slot(slots.of(name)),
                constant => match core.constant(constant) {
                    Some(t) => Pattern::Constant(t),
                    None => return Err(Error::at(arg.span, format!("`{arg}` cannot be matched"))),
                },
            });
        }
        heads.push(Head { sym, negated: head.negated, args, removed: head.removed });
    }
    let mut guards = Vec::new();
    for guard in &decl.guards {
        if guard.kind != ExprKind::Bool(true) {
            guards.push(compile_guard(&mut slots, guard)?);
        }
    }
    let body = compile_body(core, &mut slots, &decl.body);
    let label = format!("{}:{}", decl.file, decl.span.line);
    let rule = Rule { heads, guards, body, slots: slots.0, label };
    let plans = (0..rule.heads.len())
        .map(|active| plan(&rule, number, active).ok_or_else(|| unbound_guard(decl)))
        .collect::<Result<Vec<Plan>, Error>>()?;
    Ok((rule, plans))
}

fn unbound_guard(decl: &RuleDecl) -> Error {
    Error::at(decl.span, "a guard of this rule uses a variable that neither the head nor a guard binds")
}

fn compile_guard(slots: &mut Slots, e: &Expr) -> Result<Guard, Error> {
    match &e.kind {
        ExprKind::Bin(BinOp::Test(op), a, b) => Ok(Guard::Compare(*op, number(slots, a)?, number(slots, b)?)),
        ExprKind::Bin(BinOp::Assign, a, b) => {
            let value = number(slots, b)?;
            match &a.kind {
                ExprKind::Var(name) => Ok(Guard::Assign(slots.of(name), value)),
                ExprKind::Int(n) => Ok(Guard::Compare(Cmp::Eq, Number::Constant(*n), value)),
                _ => Err(Error::at(a.span, format!("`{a}` cannot be assigned to"))),
            }
        }
        ExprKind::Call(_, args) => match (&args[0].kind, &args[1].kind) {
            (ExprKind::Var(q), ExprKind::Var(p)) => {
                let value = number(slots, &args[2])?;
                Ok(Guard::Increment(slots.of(q), slots.of(p), value))
            }
            _ => Err(Error::at(e.span, "`inc(q, p, c)` takes two variables and a number")),
        },
        _ => Err(Error::at(e.span, format!("`{e}` is not a guard"))),
    }
}

fn number(slots: &mut Slots, e: &Expr) -> Result<Number, Error> {
    let mut pair = |a, b| Ok::<_, Error>((Box::new(number(slots, a)?), Box::new(number(slots, b)?)));
    Ok(match &e.kind {
        ExprKind::Var(name) => Number::Slot(slots.of(name)),
        ExprKind::Int(n) => Number::Constant(*n),
        ExprKind::Neg(inner) => Number::Sub(Box::new(Number::Constant(0)), Box::new(number(slots, inner)?)),
        ExprKind::Bin(op, a, b) => {
            let (a, b) = pair(a, b)?;
            match op {
                BinOp::Add => Number::Add(a, b),
                BinOp::Sub => Number::Sub(a, b),
                BinOp::Mul => Number::Mul(a, b),
                BinOp::Div => Number::Div(a, b),
                _ => return Err(Error::at(e.span, format!("`{e}` is not a number"))),
            }
        }
        _ => return Err(Error::at(e.span, format!("`{e}` is not a number"))),
    })
}

fn compile_body(core: &mut Core, slots: &mut Slots, e: &Expr) -> Body {
    let (all, parts) = match &e.kind {
        ExprKind::And(parts) => (true, parts.as_slice()),
        ExprKind::Or(parts) => (false, parts.as_slice()),
        ExprKind::Bool(b) => return Body::Literals { all: *b, literals: Vec::new() },
        _ => (true, std::slice::from_ref(e)),
    };
    let mut literals = Vec::new();
    for part in parts {
        match literal(core, slots, part, true) {
            Some(l) => literals.push(l),
            None => return Body::Formula(e.clone()),
        }
    }
    Body::Literals { all, literals }
}

fn literal(core: &mut Core, slots: &mut Slots, e: &Expr, positive: bool) -> Option<(bool, BodyAtom)> {
    match &e.kind {
        ExprKind::Not(inner) => literal(core, slots, inner, !positive),
        ExprKind::Call(name, args) => {
            let name = if name == "access" && args.len() == 3 { "in" } else { name };
            let args: Option<Vec<Argument>> = args.iter().map(|a| argument(core, slots, a)).collect();
            let args = args?;
            Some((positive, BodyAtom::Constraint(core.syms.named(name, args.len()), args)))
        }
        ExprKind::Bin(BinOp::Cmp(op @ (Cmp::Eq | Cmp::Ne)), a, b) => {
            let equal = BodyAtom::Equal(argument(core, slots, a)?, argument(core, slots, b)?);
            Some(((*op == Cmp::Eq) == positive, equal))
        }
        _ => None,
    }
}

fn argument(core: &mut Core, slots: &mut Slots, e: &Expr) -> Option<Argument> {
    match &e.kind {
        ExprKind::Var(name) => Some(Argument::Slot(slots.of(name))),
        constant => core.constant(constant).map(Argument::Constant),
    }
}

fn inputs(n: &Number, found: &mut Vec<u16>) {
    match n {
        Number::Slot(s) => found.push(*s),
        Number::Constant(_) => {}
        Number::Add(a, b) | Number::Sub(a, b) | Number::Mul(a, b) | Number::Div(a, b) => {
            inputs(a, found);
            inputs(b, found);
        }
    }
}

/// Guards as soon as their inputs are known; then the head with the most known arguments.
fn plan(rule: &Rule, number: usize, active: usize) -> Option<Plan> {
    let mut bound = vec![false; rule.slots.len()];
    let mut heads_left: Vec<usize> = (0..rule.heads.len()).filter(|&h| h != active).collect();
    let mut guards_left: Vec<usize> = (0..rule.guards.len()).collect();
    let mut steps = Vec::new();
    let bind = |bound: &mut Vec<bool>, head: usize| {
        for arg in &rule.heads[head].args {
            if let Pattern::Slot(s) = arg {
                bound[*s as usize] = true;
            }
        }
    };
    bind(&mut bound, active);
    loop {
        let ready = guards_left.iter().position(|&g| {
            let mut needs = Vec::new();
            match &rule.guards[g] {
                Guard::Compare(_, a, b) => {
                    inputs(a, &mut needs);
                    inputs(b, &mut needs);
                }
                Guard::Assign(_, n) => inputs(n, &mut needs),
                Guard::Increment(_, p, n) => {
                    needs.push(*p);
                    inputs(n, &mut needs);
                }
            }
            needs.iter().all(|&s| bound[s as usize])
        });
        if let Some(at) = ready {
            let g = guards_left.remove(at);
            if let Guard::Assign(s, _) | Guard::Increment(s, ..) = &rule.guards[g] {
                bound[*s as usize] = true;
            }
            steps.push(Step::Guard(g));
            continue;
        }
        let known = |h: usize| {
            let args = rule.heads[h].args.iter();
            args.filter(|a| match a {
                Pattern::Slot(s) => bound[*s as usize],
                Pattern::Constant(_) => true,
                Pattern::Anything => false,
            })
            .count()
        };
        let best = (0..heads_left.len()).max_by_key(|&i| (known(heads_left[i]), std::cmp::Reverse(i)));
        let Some(best) = best else { break };
        let h = heads_left.remove(best);
        bind(&mut bound, h);
        steps.push(Step::Join(h));
    }
    guards_left.is_empty().then_some(Plan { rule: number, active, steps })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_rules;
    use crate::syntax::rule::Item;

    fn compiled(text: &str) -> Result<(Rule, Vec<Plan>), Error> {
        let mut items = parse_rules(text, "t.chr")?;
        let Some(Item::Rule(decl)) = items.pop() else { panic!("not a rule") };
        compile(&mut Core::new(), &decl, 0)
    }

    fn steps(plan: &Plan) -> String {
        let show = |s: &Step| match s {
            Step::Join(h) => format!("head {h}"),
            Step::Guard(g) => format!("guard {g}"),
        };
        plan.steps.iter().map(show).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn joins_follow_shared_variables_and_guards_come_early() {
        let (_, plans) = compiled("p(x) /\\ q(y, z) /\\ r(x, y) ==> x $> 3 /\\ z $< y | s(x);").unwrap();
        // From p(x): the guard on x is free, then r(x, y) before q, which shares nothing yet.
        assert_eq!(steps(&plans[0]), "guard 0, head 2, head 1, guard 1");
        assert_eq!(steps(&plans[1]), "guard 1, head 2, guard 0, head 0");
    }

    #[test]
    fn simple_bodies_are_compiled_and_others_kept() {
        let (rule, _) = compiled("p(x, y) ==> x = y \\/ not q(x, z);").unwrap();
        assert!(matches!(&rule.body, Body::Literals { all: false, literals } if literals.len() == 2));
        let (rule, _) = compiled("p(x, y) ==> x = 0 \\/ (q(x, y + 1) /\\ q(y, x));").unwrap();
        assert!(matches!(rule.body, Body::Formula(_)));
    }

    #[test]
    fn a_guard_needs_its_variables() {
        assert!(compiled("p(x) ==> y $> x | q(x);").is_err());
        assert!(compiled("p(x) ==> y := x + 1 /\\ y $> x | q(y);").is_ok());
    }
}
