//! Mistakes planted into a library, line by line: a library whose functions are all right gives hundreds of functions
//! that are wrong, and an analysis that calls one of them safe is unsound.
//!
//! Each mutation is wrong wherever control reaches it: a block becomes one byte too short, a link or a result points
//! eight bytes behind where it should, a link becomes a number. The text must be laid out as in the corpus: functions
//! and structs begin and end at the left margin, one statement a line.

use std::collections::BTreeMap;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mistake {
    /// A block is too small.
    ShortBlock,
    /// A link is stored that points into a node.
    InteriorLink,
    /// A number is stored as a link.
    NumberAsLink,
    /// What is returned points into a node.
    InteriorResult,
}

/// A library with one mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// The function that is wrong.
    pub function: String,
    /// The line of the mistake, from 1.
    pub line: usize,
    /// What is wrong.
    pub mistake: Mistake,
    /// The whole text.
    pub source: String,
}

/// All mutants of a library.
pub fn mutants(source: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = source.lines().collect();
    let links = links(&lines);
    let mut mutants = Vec::new();
    let mut function: Option<Function> = None;
    for (index, line) in lines.iter().enumerate() {
        match *line {
            "{" => function = header(&lines[..index], &links),
            "}" => function = None,
            _ => {
                let Some(function) = &function else { continue };
                for (mistake, text) in mistakes(line, function, &links) {
                    let mut changed = lines.clone();
                    changed[index] = &text;
                    let source = changed.join("\n") + "\n";
                    mutants.push(Mutant {
                        function: function.name.clone(),
                        line: index + 1,
                        mistake,
                        source,
                    });
                }
            }
        }
    }
    mutants
}

/// The links of the structs that a text defines: the member, and the struct that it points to.
type Links = BTreeMap<String, String>;

fn links(lines: &[&str]) -> Links {
    let name = |line: &str| Some(line.strip_prefix("struct ")?.strip_suffix(" {")?.to_string());
    let structs: Vec<String> = lines.iter().filter_map(|line| name(line)).collect();
    let mut links = Links::new();
    let mut inside = false;
    for line in lines {
        match *line {
            "};" => inside = false,
            line if name(line).is_some() => inside = true,
            line if inside => {
                let member = line.trim().strip_suffix(';').and_then(|member| member.split_once(" *"));
                let Some((ty, member)) = member else { continue };
                let ty = ty.trim_start_matches("struct ").to_string();
                if structs.contains(&ty) && is_name(member) {
                    links.insert(member.to_string(), ty);
                }
            }
            _ => {}
        }
    }
    links
}

/// A function, and the struct that its result points to, if it does.
struct Function {
    name: String,
    result: Option<String>,
}

/// The function whose header ends before an opening brace.
fn header(before: &[&str], links: &Links) -> Option<Function> {
    let line = before.iter().rev().find(|line| !line.starts_with(' '))?;
    let (declared, _) = line.split_once('(')?;
    let declared = declared.trim_start_matches("static ").trim_start_matches("const ");
    let (ty, name) = declared.rsplit_once([' ', '*'])?;
    let ty = ty.strip_suffix(' ').unwrap_or(ty).trim_start_matches("struct ");
    let is_pointer = declared.contains(&format!("*{name}"));
    let result = (is_pointer && links.values().any(|link| link == ty)).then(|| ty.to_string());
    Some(Function { name: name.to_string(), result })
}

/// The ways in which a line can be wrong.
fn mistakes(line: &str, function: &Function, links: &Links) -> Vec<(Mistake, String)> {
    let mut mistakes = Vec::new();
    if let Some((before, after)) = line.split_once("malloc(sizeof *")
        && let Some((variable, ");")) = after.split_at_checked(after.len().saturating_sub(2))
        && is_name(variable)
    {
        mistakes.push((Mistake::ShortBlock, format!("{before}malloc(sizeof *{variable} - 1);")));
    }
    let Some(statement) = line.strip_suffix(';') else { return mistakes };
    if let Some((place, value)) = statement.split_once(" = ")
        && let Some((_, member)) = place.rsplit_once("->")
        && let Some(ty) = links.get(member)
        && !value.contains(" = ")
        && !value.contains("malloc")
    {
        let interior = format!("{place} = (struct {ty} *)((char *)({value}) + 8);");
        mistakes.push((Mistake::InteriorLink, interior));
        mistakes.push((Mistake::NumberAsLink, format!("{place} = (struct {ty} *)12345;")));
    }
    if let Some((indent, value)) = statement.split_once("return ")
        && let Some(ty) = &function.result
        && value != "NULL"
        && indent.trim().is_empty()
    {
        let interior = format!("{indent}return (struct {ty} *)((char *)({value}) + 8);");
        mistakes.push((Mistake::InteriorResult, interior));
    }
    mistakes
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBRARY: &str = "\
struct node {
    void *data;
    struct node *next;
};

static struct node *push(struct node *list,
                         void *data)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->data = data;
    node->next = list;
    return node;
}

int length(struct node *list)
{
    return list ? 1 + length(list->next) : 0;
}
";

    #[test]
    fn lines_are_made_wrong_one_at_a_time() {
        let mutants = mutants(LIBRARY);
        let shown: Vec<(usize, Mistake)> =
            mutants.iter().map(|mutant| (mutant.line, mutant.mistake)).collect();
        assert_eq!(
            shown,
            [
                (9, Mistake::ShortBlock),
                (13, Mistake::InteriorLink),
                (13, Mistake::NumberAsLink),
                (14, Mistake::InteriorResult)
            ]
        );
        for mutant in &mutants {
            assert_eq!(mutant.function, "push");
            let changed =
                LIBRARY.lines().zip(mutant.source.lines()).filter(|(before, after)| before != after);
            assert_eq!(changed.count(), 1);
        }
        assert!(mutants[0].source.contains("malloc(sizeof *node - 1);"));
        assert!(mutants[1].source.contains("    node->next = (struct node *)((char *)(list) + 8);"));
        assert!(mutants[3].source.contains("    return (struct node *)((char *)(node) + 8);"));
    }

    #[test]
    fn every_library_of_the_corpus_has_mutants() {
        for entry in std::fs::read_dir(crate::corpus_directory().join("lib/figure5")).unwrap() {
            let path = entry.unwrap().path();
            let mutants = mutants(&std::fs::read_to_string(&path).unwrap());
            assert!(mutants.len() >= 10, "{}: {}", path.display(), mutants.len());
        }
    }
}
