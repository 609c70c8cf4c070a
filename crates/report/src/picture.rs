//! Memory drawn: boxes for calls and objects, arrows for pointers.
//!
//! A [`Scene`] is what is to be seen, whether it was made of memory in a run or of an abstract heap; `layout` finds a
//! place for every box, and `draw` makes SVG of it. All of it is done here and not by the reader's browser, so that a
//! picture is the same everywhere and can be tested.

mod draw;
mod film;
mod layout;
mod of_example;
mod of_heap;
mod of_memory;

pub(crate) use draw::picture;
pub(crate) use film::{Film, Fragments};
pub(crate) use of_example::of_example;
pub(crate) use of_heap::of_heap;
pub(crate) use of_memory::of_memory;

/// What is to be seen.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Scene {
    /// The boxes: those of the stack first.
    pub boxes: Vec<Figure>,
    /// What else is to be said.
    pub remarks: Vec<String>,
}

/// A box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Figure {
    /// What tells it from the others, in all scenes of a story.
    pub key: String,
    /// What it is.
    pub role: Role,
    /// The first line.
    pub title: String,
    /// What is written behind it in small letters.
    pub subtitle: String,
    /// What it holds.
    pub rows: Vec<Row>,
    /// How it differs from the scene before.
    pub news: News,
}

/// What a box is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// A call with its variables, or the global variables.
    Frame,
    /// An object.
    Object,
    /// Any number of objects.
    Segment,
    /// An object whose life has ended.
    Dead,
}

/// A line of a box.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Row {
    /// The name of the variable or member.
    pub label: String,
    /// The value; empty where an arrow says it.
    pub text: String,
    /// The arrow.
    pub arrow: Option<Arrow>,
    /// Whether it is not as in the scene before.
    pub is_changed: bool,
    /// Whether it stands for all elements of a stretch.
    pub is_stretch: bool,
    /// The objects that begin in this row, by number.
    pub anchors: Vec<u64>,
}

/// An arrow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Arrow {
    /// The number of the object it points to.
    pub to: u64,
    /// What is written at it.
    pub label: String,
    /// Whether the object is dead.
    pub is_dangling: bool,
    /// Whether it stands for belonging, not for a pointer.
    pub is_dotted: bool,
}

/// How a box differs from the scene before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum News {
    /// Not, or in rows only.
    #[default]
    Nothing,
    /// It was not there.
    New,
    /// Its life has ended.
    Ended,
}

impl Scene {
    /// Marks what is not as in the scene before.
    pub fn compare(&mut self, before: &Scene) {
        for figure in &mut self.boxes {
            let Some(old) = before.boxes.iter().find(|old| old.key == figure.key) else {
                figure.news = News::New;
                continue;
            };
            if figure.role == Role::Dead && old.role != Role::Dead {
                figure.news = News::Ended;
            }
            for row in &mut figure.rows {
                let same = |old: &&Row| old.label == row.label;
                let same = old.rows.iter().find(same);
                row.is_changed = same.is_none_or(|old| (&old.text, &old.arrow) != (&row.text, &row.arrow));
            }
        }
    }

    /// The same with nothing marked.
    pub fn plain(mut self) -> Scene {
        for figure in &mut self.boxes {
            figure.news = News::Nothing;
            figure.rows.iter_mut().for_each(|row| row.is_changed = false);
        }
        self
    }
}
