//! The scene of an abstract heap: what always holds at a loop, or the state in which an error was found.

use super::{Arrow, Figure, News, Role, Row, Scene};
use crate::formula::headline;
use engine::heap::{Heap, Links, Member, Node, Object, Part, Segment, Target, Value};

/// The scene. Variables stand in one box; a segment is a box for all its nodes, and what each node owns follows it.
pub(crate) fn of_heap(heap: &Heap) -> Scene {
    let mut scene = Scene::default();
    let mut variables: Vec<Row> =
        heap.variables.iter().map(|variable| row(&variable.name, Some(&variable.value))).collect();
    let (scalars, objects): (Vec<&Object>, Vec<&Object>) =
        heap.objects.iter().partition(|object| object.is_scalar && object.segment.is_none());
    for object in scalars {
        let mut row = row(&object.name, object.members.first().and_then(|member| member.value.as_ref()));
        row.anchors.push(object.id);
        variables.push(row);
    }
    if !variables.is_empty() {
        scene.boxes.push(Figure {
            key: "variables".into(),
            role: Role::Frame,
            title: "variables".into(),
            subtitle: String::new(),
            rows: variables,
            news: News::Nothing,
        });
    }
    objects.iter().for_each(|object| add(&mut scene, object));
    let dead = dead(&heap.objects);
    for arrow in
        scene.boxes.iter_mut().flat_map(|figure| &mut figure.rows).filter_map(|row| row.arrow.as_mut())
    {
        arrow.is_dangling = dead.contains(&arrow.to);
    }
    scene.remarks.extend(heap.facts.iter().cloned());
    scene
}

fn dead(objects: &[Object]) -> Vec<u64> {
    objects.iter().filter(|object| !object.is_alive).map(|object| object.id).collect()
}

fn add(scene: &mut Scene, object: &Object) {
    let mut rows: Vec<Row> = object.members.iter().map(part_row).collect();
    // Of an array, the elements themselves point to what they own.
    for owned in object.owned.iter().filter(|_| object.segment.is_some()) {
        let arrow = Arrow { to: owned.id, label: "each".into(), is_dangling: false, is_dotted: true };
        let mut row = row("each node owns", None);
        (row.text, row.arrow) = (String::new(), Some(arrow));
        rows.push(row);
    }
    let (title, subtitle) = match &object.segment {
        Some(segment) => (object.name.clone(), length(object, segment)),
        None => {
            let ty = object.type_name.as_ref().map_or_else(String::new, |ty| format!(": {ty}"));
            let end = if object.is_alive { "" } else { ", freed" };
            (format!("{}{ty}", object.name), format!("{} bytes{end}", object.size))
        }
    };
    let role = match (object.is_alive, &object.segment) {
        (false, _) => Role::Dead,
        (true, Some(_)) => Role::Segment,
        (true, None) => Role::Object,
    };
    let key = format!("o{}", object.id);
    scene.boxes.push(Figure { key, role, title, subtitle, rows, news: News::Nothing });
    object.owned.iter().for_each(|owned| add(scene, owned));
}

/// What a segment is, in words and as its predicate begins.
fn length(object: &Object, segment: &Segment) -> String {
    let kind = match segment.links {
        Links::Optional => "one or none",
        Links::Tree(_) => "tree",
        Links::Path(_) => "path down a tree",
        Links::List { prev: None, .. } => "list",
        Links::List { prev: Some(_), .. } => "list with links back",
    };
    format!("{kind} · {})", headline(object, segment))
}

/// What an object holds at a place; at the end of a segment, and in each element of a stretch.
fn part_row(member: &Member) -> Row {
    let mut row = row(&member.place, member.value.as_ref());
    match member.part {
        Part::Plain => {}
        Part::Link => row.label = format!("{} at the end", row.label),
        Part::Stretch => {
            row.is_stretch = true;
            if let Some(arrow) = &mut row.arrow {
                (arrow.is_dotted, arrow.label) = (true, "each".to_string());
            }
        }
    }
    row
}

fn row(label: &str, value: Option<&Value>) -> Row {
    let arrow = value.and_then(|value| value.target.as_ref()).map(arrow);
    let text = match (value, &arrow) {
        (_, Some(_)) => String::new(),
        (Some(value), None) => value.text.clone(),
        (None, None) => "?".to_string(),
    };
    Row { label: label.to_string(), text, arrow, ..Row::default() }
}

fn arrow(target: &Target) -> Arrow {
    let node = match target.node {
        Node::First => "",
        Node::Last => "last",
        Node::Each => "its node",
        Node::Next => "next node",
    };
    let offset = if target.offset == "0" { String::new() } else { format!("+{}", target.offset) };
    let label = [node, &offset].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    Arrow { to: target.object, label, is_dangling: false, is_dotted: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_stretch_of_elements_is_one_row_that_points_to_what_each_owns() {
        let scene = of_heap(&sample::array());
        let rows: Vec<(&str, bool, bool)> = scene.boxes[0]
            .rows
            .iter()
            .map(|row| {
                (row.label.as_str(), row.is_stretch, row.arrow.as_ref().is_some_and(|it| it.is_dotted))
            })
            .collect();
        assert_eq!(rows, [("[0..i)", true, true), ("[i]", false, false)]);
        assert_eq!(scene.boxes[1].title, "b1");
    }
}
