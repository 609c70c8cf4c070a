//! The pictures of a story as differences: each step says which boxes appear, move or change, and which go away. The
//! texts of boxes and arrows stand in a table, each once.

use super::Scene;
use super::draw::{Piece, pieces};
use serde::Serialize;
use std::collections::BTreeMap;

/// The pictures of a story.
#[derive(Serialize, Default)]
pub(crate) struct Film {
    /// SVG of boxes and of their arrows.
    fragments: Vec<String>,
    /// What each step changes.
    steps: Vec<Frame>,
    #[serde(skip)]
    table: BTreeMap<String, usize>,
    #[serde(skip)]
    shown: BTreeMap<String, Shown>,
    #[serde(skip)]
    size: (i32, i32),
}

/// A box: its place, and the numbers of its SVG and of that of its arrows.
type Shown = (i32, i32, usize, usize);

/// What a step changes.
#[derive(Serialize, Default)]
struct Frame {
    /// The boxes that are not as before.
    #[serde(rename = "s", skip_serializing_if = "Vec::is_empty")]
    set: Vec<(String, i32, i32, usize, usize)>,
    /// The boxes that go away.
    #[serde(rename = "d", skip_serializing_if = "Vec::is_empty")]
    gone: Vec<String>,
    /// The size of the picture, where it changes.
    #[serde(rename = "z", skip_serializing_if = "Option::is_none")]
    size: Option<(i32, i32)>,
    /// What else is to be said.
    #[serde(rename = "r", skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
}

impl Film {
    /// Adds a picture; none repeats the last one.
    pub fn push(&mut self, scene: Option<&Scene>) {
        let Some(scene) = scene else {
            self.steps.push(Frame::default());
            return;
        };
        let (pieces, width, height) = pieces(scene);
        let mut frame = Frame { remarks: scene.remarks.clone(), ..Frame::default() };
        if self.size != (width, height) {
            self.size = (width, height);
            frame.size = Some(self.size);
        }
        let mut shown = BTreeMap::new();
        for Piece { key, x, y, body, arrows } in pieces {
            let now = (x, y, self.fragment(body), self.fragment(arrows));
            if self.shown.get(&key) != Some(&now) {
                frame.set.push((key.clone(), now.0, now.1, now.2, now.3));
            }
            shown.insert(key, now);
        }
        frame.gone = self.shown.keys().filter(|key| !shown.contains_key(*key)).cloned().collect();
        self.shown = shown;
        self.steps.push(frame);
    }

    /// Whether there is nothing to be seen.
    pub fn is_empty(&self) -> bool {
        self.fragments.is_empty()
    }

    fn fragment(&mut self, text: String) -> usize {
        let next = self.fragments.len();
        let number = *self.table.entry(text.clone()).or_insert(next);
        if number == next {
            self.fragments.push(text);
        }
        number
    }
}
