//! The scene of a counterexample: the heap that a function may begin with when a check in it fails.
//!
//! An example names its objects by letters, and writes values as C would: `A` and `A+8` are addresses in the object
//! `A`, `A->next` is a member of it, `the cell at A+8` a place in it whose type nobody knows.

use super::{Arrow, Figure, News, Role, Row, Scene};
use crate::words::along;
use engine::{Example, Held, ObjectFact};

/// The scene: the parameters, what variables hold at the failing check where that differs, the objects.
pub(crate) fn of_example(example: &Example) -> Scene {
    let names = names(example);
    let number = |name: &str| names.iter().position(|known| *known == name).map(|index| index as u64 + 1);
    let row = |label: &str, value: &str, is_dotted: bool| {
        let arrow = pointed(value).and_then(|(name, offset)| {
            let is_dangling = is_gone(example, name);
            Some(Arrow { to: number(name)?, label: offset.to_string(), is_dangling, is_dotted })
        });
        let text = if arrow.is_some() { String::new() } else { value.to_string() };
        Row { label: label.to_string(), text, arrow, ..Row::default() }
    };
    let mut scene = Scene::default();
    let frames = [("parameters", &example.parameters), ("at the failing check", &example.variables)];
    for (title, held) in frames.into_iter().filter(|(_, held)| !held.is_empty()) {
        scene.boxes.push(Figure {
            key: title.into(),
            role: Role::Frame,
            title: title.into(),
            subtitle: String::new(),
            rows: held.iter().map(|it| row(&it.place, &it.value, false)).collect(),
            news: News::Nothing,
        });
    }
    for (index, name) in names.iter().enumerate() {
        let member = |cell: &Held| {
            let (object, place) = owner(&cell.place)?;
            (object == *name).then(|| row(place, &cell.value, false))
        };
        let mut rows: Vec<Row> = example.cells.iter().filter_map(member).collect();
        let lists = example.lists.iter().filter(|list| list.from == *name);
        rows.extend(
            lists.map(|list| row(&format!("the list{} ends with", along(&list.link)), &list.end, true)),
        );
        let passes = example.passes.iter().filter(|list| list.from == *name);
        rows.extend(passes.map(|list| row(&format!("the list{} passes", along(&list.link)), &list.to, true)));
        scene.boxes.push(Figure {
            key: format!("o{}", index + 1),
            role: if is_gone(example, name) { Role::Dead } else { Role::Object },
            title: (*name).to_string(),
            subtitle: subtitle(example, name),
            rows,
            news: News::Nothing,
        });
    }
    scene
}

/// The objects, in the order in which they come up.
fn names(example: &Example) -> Vec<&str> {
    let held = example.parameters.iter().chain(&example.cells).chain(&example.variables);
    let held = held.flat_map(|it| [pointed(&it.value), owner(&it.place)]);
    let passes = example.passes.iter().flat_map(|it| [pointed(&it.from), pointed(&it.to)]);
    let lists = example.lists.iter().flat_map(|it| [pointed(&it.from), pointed(&it.end)]).chain(passes);
    let mut names = Vec::new();
    for (name, _) in held.chain(lists).flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The object and the offset of an address.
fn pointed(value: &str) -> Option<(&str, &str)> {
    let end = value.find(['+', '-']).unwrap_or(value.len());
    let (name, offset) = value.split_at(end);
    let is_offset = offset.is_empty() || offset[1..].chars().all(|digit| digit.is_ascii_digit());
    (is_object(name) && is_offset).then_some((name, offset))
}

/// The object in which a cell is, and where in it.
fn owner(place: &str) -> Option<(&str, &str)> {
    let (name, rest) = match place.strip_prefix("the cell at ") {
        Some(address) => address.split_at(address.find(['+', '-']).unwrap_or(address.len())),
        None => place.split_once("->")?,
    };
    is_object(name).then_some((name, rest))
}

/// Whether a name is that of an object: a letter with a number behind it where letters ran out, or a global variable.
fn is_object(name: &str) -> bool {
    let mut letters = name.chars();
    match letters.next() {
        Some('&') => letters.all(|letter| letter.is_alphanumeric() || letter == '_'),
        Some('A'..='Z') => letters.all(|digit| digit.is_ascii_digit()),
        _ => false,
    }
}

fn is_gone(example: &Example, name: &str) -> bool {
    example.objects.iter().any(|fact| matches!(fact, ObjectFact::Unallocated { object } if object == name))
}

fn subtitle(example: &Example, name: &str) -> String {
    let size = example.objects.iter().find_map(|fact| match fact {
        ObjectFact::Sized { object, bytes } if object == name => Some(format!("{bytes} bytes")),
        _ => None,
    });
    if is_gone(example, name) { "not allocated".to_string() } else { size.unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::ListEnd;

    fn held(place: &str, value: &str) -> Held {
        Held { place: place.into(), value: value.into() }
    }

    #[test]
    fn objects_have_their_members_and_arrows() {
        let example = Example {
            parameters: vec![held("list", "A"), held("n", "3"), held("raw", "the address -1")],
            cells: vec![held("A->next", "B+8"), held("the cell at B+16", "null")],
            lists: vec![ListEnd { from: "A".into(), link: None, end: "null".into() }],
            passes: Vec::new(),
            objects: vec![
                ObjectFact::Sized { object: "A".into(), bytes: 24 },
                ObjectFact::Unallocated { object: "B".into() },
            ],
            variables: vec![held("here", "&table")],
        };
        let scene = of_example(&example);
        let titles: Vec<&str> = scene.boxes.iter().map(|figure| figure.title.as_str()).collect();
        assert_eq!(titles, ["parameters", "at the failing check", "A", "B", "&table"]);
        let parameters: Vec<(Option<u64>, &str)> = scene.boxes[0]
            .rows
            .iter()
            .map(|row| (row.arrow.as_ref().map(|it| it.to), row.text.as_str()))
            .collect();
        assert_eq!(parameters, [(Some(1), ""), (None, "3"), (None, "the address -1")]);
        let a = &scene.boxes[2];
        assert_eq!((a.subtitle.as_str(), a.rows[0].label.as_str()), ("24 bytes", "next"));
        let arrow = a.rows[0].arrow.as_ref().unwrap();
        assert_eq!((arrow.to, arrow.label.as_str(), arrow.is_dangling), (2, "+8", true));
        assert_eq!((a.rows[1].label.as_str(), a.rows[1].text.as_str()), ("the list ends with", "null"));
        assert_eq!((scene.boxes[3].role, scene.boxes[3].rows[0].label.as_str()), (Role::Dead, "+16"));
    }
}
