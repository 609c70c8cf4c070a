//! Links and sets.

use super::*;

impl Scope<'_> {
    /// The offset of a link: a member of what the pointer points to, or a number of bytes.
    pub(super) fn link(&self, pointer: &Ty, expr: &Expr) -> Result<i64> {
        let offset = match self.path(pointer.pointee(), expr)? {
            Some(offset) => offset,
            None => match self.term(expr)?.kind {
                TermKind::Int(value) => value as i64,
                _ => {
                    return wrong(
                        expr.at,
                        "a link is a member such as `next`, or a constant number of bytes",
                    );
                }
            },
        };
        let word = i64::from(self.program.target.pointer_bytes);
        if offset % word != 0 {
            return wrong(expr.at, format!("a link at offset {offset} is not aligned as a pointer"));
        }
        if !self.links.borrow().contains(&offset) {
            self.links.borrow_mut().push(offset);
        }
        Ok(offset)
    }

    /// The offset of a path of members, if the expression is one.
    pub(super) fn path(&self, target: Option<&Ty>, expr: &Expr) -> Result<Option<i64>> {
        let mut names = Vec::new();
        let mut here = expr;
        loop {
            match &here.kind {
                ExprKind::Name(name) => {
                    names.push(name.as_str());
                    break;
                }
                ExprKind::Member(base, name) => {
                    names.push(name.as_str());
                    here = base;
                }
                _ => return Ok(None),
            }
        }
        let mut ty = match target {
            Some(ty @ Ty::Record(_)) => ty.clone(),
            _ => {
                return wrong(
                    expr.at,
                    "the pointer's type has no members; give the link as a number of bytes",
                );
            }
        };
        let mut offset = 0;
        for name in names.into_iter().rev() {
            let Ty::Record(id) = ty else {
                return wrong(expr.at, format!("`{name}` is not a member"));
            };
            let Some((at, member, _)) = types::member(self.program, id, name) else {
                let near = closest(name, types::member_names(self.program, id));
                let advice = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                let whole = self.program.types.spelling(id);
                return wrong(expr.at, format!("{whole} has no member `{name}` to link by{advice}"));
            };
            offset += at as i64;
            ty = member;
        }
        match ty {
            Ty::Ptr(_) => Ok(Some(offset)),
            other => wrong(
                expr.at,
                format!("a link is a member that holds a pointer, not {}", other.words(self.program)),
            ),
        }
    }

    /// An expression that is meant as a set.
    pub fn set(&self, expr: &Expr) -> Result<Set> {
        let at = expr.at;
        let set = |kind, ty, extent| Ok(Set { kind, ty, extent });
        match &expr.kind {
            ExprKind::Nothing => set(SetKind::Elements(Vec::new()), Ty::Void.pointer(), None),
            ExprKind::Set(elements) => {
                let terms: Vec<Term> =
                    elements.iter().map(|element| self.pointer(element)).collect::<Result<_>>()?;
                let ty = terms.first().map_or(Ty::Void.pointer(), |first| first.ty.clone());
                let sized = |term: Term| {
                    let size = term.ty.pointee().and_then(|target| target.size(self.program));
                    (term, size)
                };
                set(SetKind::Elements(terms.into_iter().map(sized).collect()), ty, None)
            }
            // The same pointers, to something else.
            ExprKind::Cast(name, inner) => {
                let ty = self.type_named(name)?;
                let inner = self.set(inner)?;
                let Some(target) = ty.pointee() else {
                    return wrong(at, "the elements of a set are pointers");
                };
                let extent = target.size(self.program);
                set(inner.kind, ty, extent)
            }
            ExprKind::Name(name) if name == "BS" => set(SetKind::Blocking, Ty::Void.pointer(), None),
            ExprKind::Arrow(..) | ExprKind::Member(..) if self.term(expr).is_ok() => {
                wrong(at, format!("a set is expected here{}", meant(expr, true)))
            }
            ExprKind::Arrow(base, name) => {
                let base = self.set(base)?;
                let Some(Ty::Record(id)) = base.ty.pointee() else {
                    return wrong(at, no_member(name));
                };
                let place = self.member(at, null_of(base.ty.clone()), *id, name)?;
                let ty = place.ty.clone();
                let TermKind::Load(address) = place.kind else { return wrong(at, "a member is expected") };
                let (_, offset) = shifted(&address);
                let size = ty.size(self.program);
                set(SetKind::Shift(Box::new(base), offset), ty.pointer(), size)
            }
            ExprKind::Member(base, name) => {
                // `S->a.b`: a member of a member.
                let base = self.set(base)?;
                let Some(Ty::Record(id)) = base.ty.pointee() else {
                    return wrong(at, no_member(name));
                };
                let Some((offset, ty, _)) = types::member(self.program, *id, name) else {
                    return wrong(at, format!("there is no member `{name}`"));
                };
                let size = ty.size(self.program);
                set(SetKind::Shift(Box::new(base), offset as i64), ty.pointer(), size)
            }
            ExprKind::Call(name, arguments) => match name.as_str() {
                "list" | "nodes" | "old_list" => {
                    self.arity(at, name, arguments, 2)?;
                    let from = self.pointer(&arguments[0])?;
                    let link = self.link(&from.ty, &arguments[1])?;
                    let ty = from.ty.clone();
                    match name.as_str() {
                        "nodes" => set(SetKind::Nodes(Box::new(from), link), ty, None),
                        "list" => set(SetKind::List(Box::new(from), link), ty, None),
                        _ => {
                            let list = Set {
                                kind: SetKind::List(Box::new(from), link),
                                ty: ty.clone(),
                                extent: None,
                            };
                            set(SetKind::Old(Box::new(list)), ty, None)
                        }
                    }
                }
                "array" => {
                    self.arity(at, name, arguments, 3)?;
                    let first = self.pointer(&arguments[0])?;
                    let step = self.constant(&arguments[1])?;
                    if step <= 0 {
                        return wrong(
                            arguments[1].at,
                            "elements of an array are a positive number of bytes apart",
                        );
                    }
                    let count = self.promoted(arguments[2].at, self.term(&arguments[2])?)?;
                    let (ty, extent) = (first.ty.clone(), Some(step as u64));
                    set(SetKind::Array(Box::new(first), step, Box::new(count)), ty, extent)
                }
                "incr" | "decr" => {
                    self.arity(at, name, arguments, 2)?;
                    let base = self.set(&arguments[0])?;
                    let by = self.constant(&arguments[1])?;
                    let by = if name == "incr" { by } else { -by };
                    let ty = base.ty.pointee().and_then(|target| types::scalar_at(self.program, target, by));
                    set(SetKind::Shift(Box::new(base), by), ty.unwrap_or(Ty::Void).pointer(), None)
                }
                "deref" | "old_deref" => {
                    self.arity(at, name, arguments, 1)?;
                    let base = self.set(&arguments[0])?;
                    let target = base.ty.pointee().cloned().unwrap_or(Ty::Void);
                    let Some(ty @ Ty::Ptr(_)) = types::scalar_at(self.program, &target, 0) else {
                        return wrong(at, "the elements of the set are not addresses of pointers");
                    };
                    let deref = Set { kind: SetKind::Deref(Box::new(base)), ty: ty.clone(), extent: None };
                    match name.as_str() {
                        "deref" => Ok(deref),
                        _ => set(SetKind::Old(Box::new(deref)), ty, None),
                    }
                }
                "union" | "intersection" | "difference" => {
                    if arguments.len() < 2 {
                        return wrong(at, format!("`{name}` takes two sets"));
                    }
                    let mut sets = arguments.iter().map(|argument| self.set(argument));
                    let mut whole = sets.next().unwrap_or_else(|| wrong(at, "a set is expected"))?;
                    for other in sets {
                        let other = other?;
                        let ty = whole.ty.clone();
                        let (one, other) = (Box::new(whole), Box::new(other));
                        let kind = match name.as_str() {
                            "union" => SetKind::Union(one, other),
                            "intersection" => SetKind::Intersection(one, other),
                            _ => SetKind::Difference(one, other),
                        };
                        whole = Set { kind, ty, extent: None };
                    }
                    Ok(whole)
                }
                "\\old" | "old" => {
                    self.arity(at, name, arguments, 1)?;
                    let inner = self.set(&arguments[0])?;
                    let (ty, extent) = (inner.ty.clone(), inner.extent);
                    set(SetKind::Old(Box::new(inner)), ty, extent)
                }
                _ => wrong(
                    at,
                    format!(
                        "`{name}` is no set; sets are list(p, link), nodes(p, link), array(e, n, k), {{e}}, S->f, …"
                    ),
                ),
            },
            _ => {
                // A struct is no term; what it is the content of is.
                let is_struct =
                    matches!(&expr.kind, ExprKind::Unary("*", inner) if self.pointer(inner).is_ok());
                let is_value = match self.term(expr) {
                    Ok(term) => term.ty.pointee().is_none(),
                    Err(mistake) if spelt(expr).is_some() && !is_struct => return Err(mistake),
                    Err(_) => is_struct,
                };
                match meant(expr, is_value) {
                    none if none.is_empty() => wrong(
                        at,
                        "a set is expected here: {p}, {&p->f}, list(p, link), nodes(p, link), array(e, n, k), S->f, …",
                    ),
                    some => wrong(at, format!("a set is expected here{some}")),
                }
            }
        }
    }

    pub(super) fn constant(&self, expr: &Expr) -> Result<i64> {
        match self.term(expr)?.kind {
            TermKind::Int(value) => Ok(value as i64),
            _ => wrong(expr.at, "a constant number of bytes is expected"),
        }
    }

    // C's conversions.
}

/// The set that was meant, where a plain expression stands for one: the pointer, or the address of a place.
fn meant(expr: &Expr, is_place: bool) -> String {
    let (address, expr) = match &expr.kind {
        ExprKind::Unary("*", pointer) if is_place => ("", &**pointer),
        _ if is_place => ("&", expr),
        _ => ("", expr),
    };
    spelt(expr).map_or(String::new(), |text| format!("; did you mean `{{{address}{text}}}`?"))
}

/// How a plain expression is written.
fn spelt(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Int { value, .. } => Some(value.to_string()),
        ExprKind::Arrow(base, name) => Some(format!("{}->{name}", spelt(base)?)),
        ExprKind::Member(base, name) => Some(format!("{}.{name}", spelt(base)?)),
        ExprKind::Index(base, index) => Some(format!("{}[{}]", spelt(base)?, spelt(index)?)),
        ExprKind::Unary(sign @ ("&" | "*"), inner) => Some(format!("{sign}{}", spelt(inner)?)),
        _ => None,
    }
}

/// That elements of a set have no member.
fn no_member(name: &str) -> String {
    format!("the elements of the set have no member `{name}`; a cast says what they are: `((T *) S)->{name}`")
}
