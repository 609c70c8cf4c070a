//! A scene with its layout as SVG: a group for each box, and one for the arrows that leave it, both relative to the
//! place of the box, so that a box that only moves stays the same text. Their attributes stand in single quotes, which cost
//! nothing in JSON.

use super::layout::{LETTER, LETTERS, Layout, Place, ROW, TITLE, layout};
use super::{Figure, News, Role, Row, Scene};
use crate::html::escape;
use std::fmt::Write;

/// A box of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub key: String,
    pub x: i32,
    pub y: i32,
    pub body: String,
    pub arrows: String,
}

/// The boxes of a scene, and how much room they need.
pub(super) fn pieces(scene: &Scene) -> (Vec<Piece>, i32, i32) {
    let layout = layout(scene);
    let pieces = scene.boxes.iter().zip(&layout.places).map(|(figure, place)| Piece {
        key: figure.key.clone(),
        x: place.x,
        y: place.y,
        body: body(figure, *place),
        arrows: arrows(figure, *place, &layout),
    });
    (pieces.collect(), layout.width, layout.height)
}

/// The whole picture.
pub(crate) fn picture(scene: &Scene, label: &str) -> String {
    let (pieces, width, height) = pieces(scene);
    let mut svg = format!(
        "<svg class=\"heap\" role=\"img\" aria-label=\"{}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">",
        escape(label)
    );
    for piece in &pieces {
        let _ = write!(svg, "<g transform=\"translate({},{})\">{}</g>", piece.x, piece.y, piece.body);
    }
    for piece in &pieces {
        let _ = write!(svg, "<g transform=\"translate({},{})\">{}</g>", piece.x, piece.y, piece.arrows);
    }
    svg.push_str("</svg>");
    svg
}

fn body(figure: &Figure, place: Place) -> String {
    let role = match figure.role {
        Role::Frame => "frame",
        Role::Object => "object",
        Role::Segment => "segment",
        Role::Dead => "dead",
    };
    let news = match figure.news {
        News::Nothing => "",
        News::New => " new",
        News::Ended => " ended",
    };
    let Place { width, height, .. } = place;
    let mut svg = format!("<g class='{role}{news}'>");
    if figure.role == Role::Segment {
        // A pile of nodes.
        for step in [8, 4] {
            let _ = write!(
                svg,
                "<rect class='b' x='{step}' y='{step}' width='{width}' height='{height}' rx='5'/>"
            );
        }
    }
    let _ = write!(svg, "<rect class='b' width='{width}' height='{height}' rx='5'/>");
    let _ = write!(
        svg,
        "<text class='t' x='8' y='17'>{}<tspan class='s' dx='8'>{}</tspan></text>",
        escape(&cut(&figure.title)),
        escape(&figure.subtitle)
    );
    for (number, row) in figure.rows.iter().enumerate() {
        let y = TITLE + ROW * number as i32;
        if row.is_changed {
            let _ = write!(svg, "<rect class='c' x='2' y='{y}' width='{}' height='{ROW}'/>", width - 4);
        }
        if row.is_stretch {
            // A pile of cells.
            for step in [3, 0] {
                let (x, y) = (4 + step, y + 1 + step);
                let _ = write!(
                    svg,
                    "<rect class='r' x='{x}' y='{y}' width='{}' height='{}' rx='3'/>",
                    width - 12,
                    ROW - 5
                );
            }
        }
        let base = y + 14;
        let _ = write!(svg, "<text class='k' x='8' y='{base}'>{}</text>", escape(&cut(&row.label)));
        if row.arrow.is_none() {
            let (x, text) = (width - 8, escape(&cut(&row.text)));
            let _ = write!(svg, "<text class='v' x='{x}' y='{base}'>{text}</text>");
        } else {
            let _ = write!(svg, "<circle cx='{}' cy='{}' r='3'/>", width - 8, y + ROW / 2);
        }
    }
    svg.push_str("</g>");
    svg
}

/// A text of at most so many letters.
fn cut(text: &str) -> String {
    match text.chars().count() > LETTERS {
        true => text.chars().take(LETTERS - 1).chain(['…']).collect(),
        false => text.to_string(),
    }
}

fn arrows(figure: &Figure, place: Place, layout: &Layout) -> String {
    let mut svg = String::new();
    for (number, row) in figure.rows.iter().enumerate() {
        if let Some((path, (x, y))) = path(row, number, place, layout) {
            let arrow = row.arrow.as_ref();
            let class = match (arrow.is_some_and(|it| it.is_dangling), arrow.is_some_and(|it| it.is_dotted)) {
                (true, _) => "a dangling",
                (false, true) => "a dotted",
                (false, false) => "a",
            };
            let changed = if row.is_changed { " c" } else { "" };
            let _ = write!(svg, "<path class='{class}{changed}' d='{path}'/>");
            let label = arrow.map_or("", |arrow| &arrow.label);
            if !label.is_empty() {
                let x = x - LETTER * label.chars().count() as i32 / 2;
                let _ = write!(svg, "<text class='s' x='{x}' y='{}'>{}</text>", y - 4, escape(label));
            }
        }
    }
    svg
}

/// The path of an arrow with its head, and its middle, relative to the box it leaves.
fn path(row: &Row, number: usize, from: Place, layout: &Layout) -> Option<(String, (i32, i32))> {
    let arrow = row.arrow.as_ref()?;
    let (target, anchor) = *layout.anchors.get(&arrow.to)?;
    let to = layout.places[target];
    let (x1, y1) = (from.width - 8, TITLE + ROW * number as i32 + ROW / 2);
    let in_box = anchor.map_or(TITLE / 2, |row| TITLE + ROW * row as i32 + ROW / 2);
    let y2 = to.y - from.y + in_box;
    let left = to.x - from.x;
    let right = left + to.width;
    if left > from.width {
        // Onwards, to the left side.
        let bend = ((left - x1) / 2).clamp(16, 90);
        let path = format!("M{x1} {y1}C{} {y1} {} {y2} {left} {y2}m-6 -4l6 4l-6 4", x1 + bend, left - bend);
        return Some((path, ((x1 + left) / 2, (y1 + y2) / 2)));
    }
    // Back or down, to the right side, a little lower than where arrows onwards arrive.
    let y2 = if anchor.is_none() { y2 + 8 } else { y2 };
    let out = from.width.max(right) + 18 + 3 * number as i32;
    let (out, far) = (out.min(from.width + 30 + 3 * number as i32), (right + 26).min(out));
    let path = format!("M{x1} {y1}C{out} {y1} {far} {y2} {right} {y2}m6 -4l-6 4l6 4");
    Some((path, ((x1 + right) / 2, (y1 + y2) / 2)))
}
