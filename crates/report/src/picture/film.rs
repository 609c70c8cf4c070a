//! The pictures of a story as differences: each step says which boxes appear, move or change, and which go away. The
//! texts of boxes and arrows stand in a table that all stories of a page share, each once: paths to several errors begin
//! alike.

use super::Scene;
use super::draw::{Piece, pieces};
use serde::Serialize;
use std::collections::BTreeMap;

/// The pictures of a story.
#[derive(Serialize, Default)]
#[serde(transparent)]
pub(crate) struct Film {
    /// What each step changes.
    steps: Vec<Frame>,
    #[serde(skip)]
    shown: BTreeMap<String, Shown>,
    #[serde(skip)]
    size: (i32, i32),
}

/// SVG of boxes and of their arrows, each text once.
#[derive(Default)]
pub(crate) struct Fragments {
    texts: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Fragments {
    /// The texts by number.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    fn number(&mut self, text: String) -> usize {
        let next = self.texts.len();
        let number = *self.numbers.entry(text.clone()).or_insert(next);
        if number == next {
            self.texts.push(text);
        }
        number
    }
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
    pub fn push(&mut self, scene: Option<&Scene>, fragments: &mut Fragments) {
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
            let now = (x, y, fragments.number(body), fragments.number(arrows));
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
        self.steps.iter().all(|frame| frame.set.is_empty())
    }
}
