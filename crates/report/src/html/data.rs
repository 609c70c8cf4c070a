//! What the script needs, as JSON.

use super::code::File;
use super::story::{Story, Told};
use crate::picture::{Film, Fragments};
use serde::Serialize;

#[derive(Serialize)]
struct Data<'a> {
    /// SVG of boxes and arrows, by number.
    fragments: &'a [String],
    stories: Vec<StoryData<'a>>,
}

#[derive(Serialize)]
struct StoryData<'a> {
    id: &'a str,
    functions: Vec<&'a str>,
    /// File, line, column, number of the function, sort, text.
    steps: Vec<(usize, u32, u32, usize, &'a str, &'a str)>,
    film: Option<&'a Film>,
    /// What its pictures show.
    memory: &'a str,
    allocation: Option<usize>,
    free: Option<usize>,
}

/// The data, so that it can stand in a script element.
pub(super) fn json(stories: &[Story], files: &[File], fragments: &Fragments) -> String {
    let stories = stories.iter().map(|story| story_data(story, files)).collect();
    // Serialising to a string fails for maps with non-string keys only, and there are none.
    let text =
        serde_json::to_string(&Data { fragments: fragments.texts(), stories }).expect("all keys are strings");
    // What could end the element, or begin a comment or another element in it.
    text.replace("</", "<\\/").replace("<!", "\\u003c!").replace("<s", "\\u003cs").replace("<S", "\\u003cS")
}

fn story_data<'a>(story: &'a Story, files: &[File]) -> StoryData<'a> {
    let mut functions: Vec<&str> = Vec::new();
    let mut step = |told: &'a Told| {
        let function = functions.iter().position(|name| *name == told.function).unwrap_or_else(|| {
            functions.push(&told.function);
            functions.len() - 1
        });
        let file = told.span.and_then(|span| files.iter().position(|file| file.id == span.file));
        let (line, column) = told.span.map_or((0, 0), |span| (span.line.get(), span.column));
        (
            file.unwrap_or(0),
            if file.is_some() { line } else { 0 },
            column,
            function,
            told.sort,
            told.text.as_str(),
        )
    };
    let steps = story.steps.iter().map(&mut step).collect();
    StoryData {
        id: &story.id,
        functions,
        steps,
        film: (!story.film.is_empty()).then_some(&story.film),
        memory: story.memory,
        allocation: story.allocation,
        free: story.free,
    }
}
