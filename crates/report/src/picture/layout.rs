//! A place for every box: the stack on the left, from there chains of objects to the right.
//!
//! Each pointer that leads to a box without a place begins a *lane*, or continues the lane of the box it is in: the
//! first link to an object of the same type does, so that a list is a row, whatever else its nodes point to, and a tree
//! has a lane for each branch. What nothing points to is below. The order of boxes and rows decides everything, so that
//! neighbouring scenes look alike.

use super::{Figure, Role, Scene};
use std::collections::{BTreeMap, BTreeSet};

/// The width of a letter, and the heights of a title and of a row.
pub(super) const LETTER: i32 = 7;
pub(super) const TITLE: i32 = 24;
pub(super) const ROW: i32 = 20;
/// The room between boxes.
const ACROSS: i32 = 48;
const DOWN: i32 = 20;
/// The room around everything.
const MARGIN: i32 = 10;
/// How many letters of a value are shown.
pub(super) const LETTERS: usize = 40;
/// How far to the right a lane may reach before it goes on below.
const WIDEST: i32 = 1500;

/// Where a box is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

/// The places of the boxes of a scene.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// One for each box.
    pub places: Vec<Place>,
    /// The box and the row in it in which an object begins; no row where the box is the object.
    pub anchors: BTreeMap<u64, (usize, Option<usize>)>,
    pub width: i32,
    pub height: i32,
}

/// How wide a text is.
fn width_of(text: &str) -> i32 {
    let letters = text.chars().count().min(LETTERS) as i32;
    // A letter is a little wider than seven.
    LETTER * letters + letters / 4
}

fn size(figure: &Figure) -> (i32, i32) {
    let title = width_of(&figure.title) + 6 * figure.subtitle.chars().count().min(60) as i32 + 28;
    let label = figure.rows.iter().map(|row| width_of(&row.label)).max().unwrap_or(0);
    let text = figure.rows.iter().map(|row| width_of(&row.text)).max().unwrap_or(0);
    let width = title.max(label + text.max(LETTER * 3) + 32).max(90);
    (width, TITLE + ROW * figure.rows.len() as i32 + 6)
}

/// Finds a place for every box.
pub(super) fn layout(scene: &Scene) -> Layout {
    let boxes = &scene.boxes;
    let mut anchors = BTreeMap::new();
    for (index, figure) in boxes.iter().enumerate() {
        if let Some(id) = figure.key.strip_prefix('o').and_then(|id| id.parse().ok()) {
            anchors.insert(id, (index, None));
        }
        for (row, at) in figure.rows.iter().enumerate() {
            anchors.extend(at.anchors.iter().map(|id| (*id, (index, Some(row)))));
        }
    }
    let mut places: Vec<Option<Place>> = vec![None; boxes.len()];
    let stack: Vec<usize> = (0..boxes.len()).filter(|index| boxes[*index].role == Role::Frame).collect();
    let stack_width = stack.iter().map(|index| size(&boxes[*index]).0).max().unwrap_or(0);
    let mut y = MARGIN;
    for index in &stack {
        let height = size(&boxes[*index]).1;
        places[*index] = Some(Place { x: MARGIN, y, width: stack_width, height });
        y += height + DOWN / 2;
    }
    let first = MARGIN + if stack.is_empty() { 0 } else { stack_width + ACROSS };
    let mut lanes = Lanes { boxes, anchors: &anchors, places, y: MARGIN };
    for index in stack {
        for next in lanes.targets(index) {
            lanes.chain(next, first);
        }
    }
    // Of what is left, chains begin where nothing points to.
    let pointed: BTreeSet<usize> = (0..boxes.len()).flat_map(|index| lanes.targets(index)).collect();
    for index in (0..boxes.len()).filter(|index| !pointed.contains(index)).chain(0..boxes.len()) {
        lanes.chain(index, first);
    }
    let places: Vec<Place> = lanes.places.into_iter().flatten().collect();
    let width = places.iter().map(|place| place.x + place.width).max().unwrap_or(0) + ACROSS;
    let height = places.iter().map(|place| place.y + place.height).max().unwrap_or(0) + MARGIN;
    Layout { places, anchors, width, height }
}

struct Lanes<'a> {
    boxes: &'a [Figure],
    anchors: &'a BTreeMap<u64, (usize, Option<usize>)>,
    places: Vec<Option<Place>>,
    /// Where the next lane is.
    y: i32,
}

impl Lanes<'_> {
    /// The boxes that a box points to, in order.
    fn targets(&self, from: usize) -> Vec<usize> {
        let arrows = self.boxes[from].rows.iter().filter_map(|row| row.arrow.as_ref());
        arrows.filter_map(|arrow| self.anchors.get(&arrow.to)).map(|anchor| anchor.0).collect()
    }

    /// Places a box, what it links to, then what branches off.
    fn chain(&mut self, start: usize, x: i32) {
        let mut branches: Vec<(usize, i32)> = vec![(start, x)];
        while let Some((start, mut x)) = branches.pop() {
            if self.places[start].is_some() {
                continue;
            }
            let y = self.y;
            let (mut lowest, mut at) = (0, Some(start));
            let mut off = Vec::new();
            while let Some(index) = at {
                let (width, height) = size(&self.boxes[index]);
                self.places[index] = Some(Place { x, y, width, height });
                lowest = lowest.max(height);
                x += width + ACROSS;
                let mut open: Vec<usize> =
                    self.targets(index).into_iter().filter(|next| self.places[*next].is_none()).collect();
                open.dedup();
                let like = |next: &usize| kind(&self.boxes[*next]) == kind(&self.boxes[index]);
                let next = open.iter().copied().find(like).or(open.first().copied());
                off.extend(open.into_iter().filter(|other| Some(*other) != next).map(|other| (other, x)));
                at = next;
                if x > WIDEST
                    && let Some(next) = at.take()
                {
                    off.push((next, MARGIN + 3 * ACROSS));
                }
            }
            self.y += lowest + DOWN;
            branches.extend(off.into_iter().rev());
        }
    }
}

/// What tells nodes of one list from others: the type.
fn kind(figure: &Figure) -> (bool, &str) {
    let ty = figure.title.split_once(": ").map_or("", |(_, ty)| ty);
    (figure.role == Role::Segment, ty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Arrow, News, Row};

    fn node(id: u64, ty: &str, to: &[u64]) -> Figure {
        let row = |to: &u64| Row {
            label: format!("to{to}"),
            arrow: Some(Arrow { to: *to, label: String::new(), is_dangling: false, is_dotted: false }),
            ..Row::default()
        };
        Figure {
            key: format!("o{id}"),
            role: Role::Object,
            title: format!("block {id}: {ty}"),
            subtitle: String::new(),
            rows: to.iter().map(row).collect(),
            news: News::Nothing,
        }
    }

    #[test]
    fn a_list_is_a_row_and_its_data_are_below() {
        let boxes = vec![
            node(1, "node", &[4, 2]),
            node(2, "node", &[5, 3]),
            node(3, "node", &[]),
            node(4, "char", &[]),
            node(5, "char", &[]),
        ];
        let layout = layout(&Scene { boxes, remarks: Vec::new() });
        let at = |index: usize| (layout.places[index].x, layout.places[index].y);
        assert_eq!((at(0).1, at(1).1), (at(1).1, at(2).1), "a row");
        assert!(at(0).0 < at(1).0 && at(1).0 < at(2).0);
        assert!(at(3).1 > at(0).1 && at(4).1 > at(3).1);
    }

    #[test]
    fn boxes_do_not_overlap() {
        let boxes: Vec<Figure> = (1..40)
            .map(|id| node(id, if id % 3 == 0 { "a" } else { "b" }, &[id * 2, id * 2 + 1, id / 2]))
            .collect();
        let places = layout(&Scene { boxes, remarks: Vec::new() }).places;
        for (number, one) in places.iter().enumerate() {
            for other in &places[number + 1..] {
                let apart = one.x + one.width <= other.x
                    || other.x + other.width <= one.x
                    || one.y + one.height <= other.y
                    || other.y + other.height <= one.y;
                assert!(apart, "{one:?} {other:?}");
            }
        }
    }
}
