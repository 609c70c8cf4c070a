//! A heap as a formula of separation logic.
//!
//! SL-CPA writes a symbolic heap as `Π ∧ Σs * Σh`: what is assumed of the variables, the memory with static and
//! automatic lifetime, and the dynamically allocated memory. An object prints as the address of its first byte and
//! what its members hold, `&b1 ↦[16] {0: 7, 8: &b2}`, or with its type and the names of its members where they are known.
//! A segment prints as a predicate, `h: dls(struct node, next@8, prev@16, len ≥ 1; next → 0, prev → 0) {value: 7}`: its
//! kind, links and length, what the links at its ends point to, what each node holds, and in brackets what belongs to
//! each node. Elements of an array that are described once are a stretch, `a ↦[n * 8] {[0..i): b1} [each: b1 ↦[4] {}]`.

use engine::Invariant;
use engine::heap::{Heap, Link, Links, Member, Object, Part, Segment};

/// An invariant as a formula: a C expression where it is one, else its heap.
pub(crate) fn of_invariant(invariant: &Invariant) -> Option<String> {
    invariant.condition.clone().or_else(|| invariant.heap.as_ref().map(render))
}

/// The formula.
pub(crate) fn render(heap: &Heap) -> String {
    let variables = heap.variables.iter().filter(|variable| variable.value.text != variable.name);
    let mut conjuncts: Vec<String> =
        variables.map(|variable| format!("{} = {}", variable.name, variable.value.text)).collect();
    conjuncts.extend(heap.facts.iter().cloned());
    if heap.has_more_facts {
        conjuncts.push("…".to_string());
    }
    let live: Vec<String> = heap.objects.iter().filter(|object| object.is_alive).map(conjunct).collect();
    conjuncts.push(if live.is_empty() { "emp".to_string() } else { live.join(" * ") });
    conjuncts.join(" ∧ ")
}

/// One object: a region or a segment.
fn conjunct(object: &Object) -> String {
    if let Some(segment) = &object.segment {
        return predicate(object, segment);
    }
    if let (true, [Member { value: Some(value), .. }]) = (object.is_scalar, &object.members[..]) {
        return format!("{} ↦ {}", object.address, value.text);
    }
    let head = match &object.type_name {
        Some(ty) => format!("{} ↦ {ty}", object.address),
        None => format!("{} ↦[{}]", object.address, object.size),
    };
    format!("{head} {{{}}}{}", cells(&object.members).join(", "), owned(object, "each"))
}

/// What belongs to each node of a segment, or to each element of a stretch.
fn owned(object: &Object, each: &str) -> String {
    match object.owned.is_empty() {
        true => String::new(),
        false => {
            let owned: Vec<String> = object.owned.iter().map(conjunct).collect();
            format!(" [{each}: {}]", owned.join(" * "))
        }
    }
}

/// A segment as a predicate.
fn predicate(object: &Object, segment: &Segment) -> String {
    let (links, others): (Vec<Member>, Vec<Member>) =
        object.members.iter().cloned().partition(|member| member.part == Part::Link);
    let ends: Vec<String> = match segment.links {
        // The leaves of a tree have null there.
        Links::Tree(_) => Vec::new(),
        Links::Optional | Links::Path(_) | Links::List { .. } => links
            .iter()
            .map(|link| format!("{} → {}", link.place, link.value.as_ref().map_or("?", |value| &value.text)))
            .collect(),
    };
    let ends = if ends.is_empty() { String::new() } else { format!("; {}", ends.join(", ")) };
    let mut text = format!("{}: {}{ends})", object.address, headline(object, segment));
    let cells = cells(&others);
    if !cells.is_empty() {
        text += &format!(" {{{}}}", cells.join(", "));
    }
    text + &owned(object, "each node")
}

fn cells(members: &[Member]) -> Vec<String> {
    members.iter().filter_map(cell).collect()
}

/// A member as `place: value`; none where it was never written.
pub(crate) fn cell(member: &Member) -> Option<String> {
    Some(format!("{}: {}", member.place, member.value.as_ref()?.text))
}

/// The kind of a segment with its type, links and length, as in `dls(struct node, next@8, prev@16, len ≥ 1`: what the
/// ends point to follows.
pub(crate) fn headline(object: &Object, segment: &Segment) -> String {
    let ty = match &object.type_name {
        Some(ty) => ty.clone(),
        None if object.size.bytes().all(|digit| digit.is_ascii_digit()) => format!("{} bytes", object.size),
        None => "?".to_string(),
    };
    let link = |link: &Link| match &link.member {
        Some(member) => format!("{member}@{}", link.offset),
        None => format!("@{}", link.offset),
    };
    match &segment.links {
        Links::Optional => format!("optional({ty}"),
        Links::Tree(links) => {
            let links: Vec<String> = links.iter().map(link).collect();
            format!("tree({ty}, {}, nodes ≥ {}", links.join(", "), segment.least)
        }
        Links::Path(links) => {
            let links: Vec<String> = links.iter().map(link).collect();
            format!("path({ty}, {}, {}", links.join(" or "), length(segment))
        }
        Links::List { head, next, prev } => {
            let kind = if prev.is_some() { "dls" } else { "sls" };
            let back = prev.as_ref().map(|prev| format!(", {}", link(prev))).unwrap_or_default();
            let head = if *head == 0 { String::new() } else { format!(", linked at +{head}") };
            format!("{kind}({ty}, {}{back}{head}, {}", link(next), length(segment))
        }
    }
}

/// The number of nodes of a segment.
fn length(segment: &Segment) -> String {
    if let Some(count) = &segment.count {
        let is_number = count.bytes().all(|digit| digit.is_ascii_digit());
        let least =
            if segment.least == 0 || is_number { String::new() } else { format!(" ≥ {}", segment.least) };
        return format!("len = {count}{least}");
    }
    match (segment.least, segment.most) {
        (least, None) => format!("len ≥ {least}"),
        (least, Some(most)) if least == most => format!("len = {least}"),
        (least, Some(most)) => format!("{least} ≤ len ≤ {most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_heap_prints_as_separation_logic() {
        assert_eq!(
            render(&sample::heap()),
            "n = 7 ∧ &s0 ↦ last(list) * list: dls(struct node, next@8, prev@16, len ≥ 2; next → 0, prev → 0) \
             {data: &b4} [each node: &b4 ↦[4] {}]"
        );
        assert_eq!(render(&Heap::default()), "emp");
    }

    #[test]
    fn elements_of_an_array_are_stretches_of_it() {
        assert_eq!(render(&sample::array()), "rows ↦[n * 8] {[0..i): b1, [i]: 0} [each: b1 ↦[4] {}]");
    }
}
