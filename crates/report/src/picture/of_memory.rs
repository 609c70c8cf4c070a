//! The scene of memory at a moment of a recorded run.

use super::{Arrow, Figure, News, Role, Row, Scene};
use engine::heap::{Object, Value};
use engine::recording::{Home, Located, Memory};
use std::collections::BTreeSet;

/// The scene: global variables, then the calls, the outermost first, then blocks and what is dead.
pub(crate) fn of_memory(memory: &Memory) -> Scene {
    let mut scene = Scene::default();
    let rows = |home: Home| {
        let here = memory.objects.values().filter(move |it| it.home == home && it.object.is_alive);
        here.flat_map(|it| variable_rows(memory, it)).collect::<Vec<Row>>()
    };
    let frame = |key: String, title: &str, subtitle: &str, rows: Vec<Row>| Figure {
        key,
        role: Role::Frame,
        title: title.to_string(),
        subtitle: subtitle.to_string(),
        rows,
        news: News::Nothing,
    };
    let globals = rows(Home::Global);
    if !globals.is_empty() {
        scene.boxes.push(frame("globals".into(), "global variables", "", globals));
    }
    for (id, call) in &memory.calls {
        let mut all: Vec<Row> = call
            .variables
            .iter()
            .map(|variable| row(memory, &variable.name, Some(&variable.value)))
            .collect();
        all.extend(rows(Home::Stack(Some(*id))));
        scene.boxes.push(frame(format!("f{id}"), &call.function, "call", all));
    }
    for located in memory.objects.values() {
        let Located { object, home, hidden } = located;
        let is_in_frame = *home != Home::Heap && object.is_alive;
        if is_in_frame {
            continue;
        }
        let mut rows: Vec<Row> =
            object.members.iter().map(|member| row(memory, &member.place, member.value.as_ref())).collect();
        if *hidden > 0 {
            rows.push(text_row(&format!("… {hidden} more")));
        }
        let end = match (object.is_alive, home) {
            (true, _) => "",
            (false, Home::Heap) => ", freed",
            (false, _) => ", out of scope",
        };
        scene.boxes.push(Figure {
            key: format!("o{}", object.id),
            role: if object.is_alive { Role::Object } else { Role::Dead },
            title: title(object),
            subtitle: format!("{} bytes{end}", object.size),
            rows,
            news: News::Nothing,
        });
    }
    mark_lost(&mut scene);
    if memory.omitted > 0 {
        scene.remarks.push(format!("{} more objects are not drawn", memory.omitted));
    }
    scene
}

/// Says of blocks that no arrow leads to them.
fn mark_lost(scene: &mut Scene) {
    let arrows = scene.boxes.iter().flat_map(|figure| &figure.rows).filter_map(|row| row.arrow.as_ref());
    let reached: BTreeSet<String> = arrows.map(|arrow| format!("o{}", arrow.to)).collect();
    for figure in &mut scene.boxes {
        if figure.role == Role::Object && !reached.contains(&figure.key) {
            figure.subtitle.push_str(", no pointer to it");
        }
    }
}

fn title(object: &Object) -> String {
    match &object.type_name {
        Some(ty) => format!("{}: {ty}", object.name),
        None => object.name.clone(),
    }
}

/// The rows of a variable in memory, in the box of its call.
fn variable_rows(memory: &Memory, located: &Located) -> Vec<Row> {
    let object = &located.object;
    let mut rows: Vec<Row> = object
        .members
        .iter()
        .map(|member| {
            let dot = if member.place.is_empty() || member.place.starts_with('[') { "" } else { "." };
            row(memory, &format!("{}{dot}{}", object.name, member.place), member.value.as_ref())
        })
        .collect();
    if rows.is_empty() {
        rows.push(row(memory, &object.name, None));
    }
    if located.hidden > 0 {
        rows.push(text_row(&format!("{}: … {} more", object.name, located.hidden)));
    }
    rows[0].anchors.push(object.id);
    rows
}

fn text_row(text: &str) -> Row {
    Row { label: text.to_string(), ..Row::default() }
}

fn row(memory: &Memory, label: &str, value: Option<&Value>) -> Row {
    let target = value.and_then(|value| value.target.as_ref());
    let object = target.and_then(|target| memory.objects.get(&target.object));
    let arrow = target.zip(object).map(|(target, located)| Arrow {
        to: target.object,
        label: if target.offset == "0" { String::new() } else { signed(&target.offset) },
        is_dangling: !located.object.is_alive,
        is_dotted: false,
    });
    let text = match (value, &arrow) {
        (_, Some(_)) => String::new(),
        (Some(value), None) => value.text.clone(),
        (None, None) => "?".to_string(),
    };
    Row { label: label.to_string(), text, arrow, ..Row::default() }
}

fn signed(offset: &str) -> String {
    if offset.starts_with('-') { offset.to_string() } else { format!("+{offset}") }
}
