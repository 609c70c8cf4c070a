//! Reads violation witnesses for a replay: our own completely, those of others as far as their inputs go.

use super::Choices;
use super::graphml::REPLAY;
use engine::Scenario;
use yaml_rust2::{Yaml, YamlLoader};

/// The choices that a witness leads with; an error in words where it is no violation witness.
pub fn read(text: &str) -> Result<Scenario, String> {
    match text.trim_start().starts_with('<') {
        true => graph(text),
        false => sequence(text),
    }
}

fn graph(text: &str) -> Result<Scenario, String> {
    if !text.contains(">violation_witness<") {
        return Err("it is no violation witness".to_string());
    }
    let own =
        text.split_once(&format!("<data key=\"{REPLAY}\">")).and_then(|(_, rest)| rest.split_once("</data>"));
    if let Some((choices, _)) = own {
        return own_choices(
            &choices.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"),
        );
    }
    // Edges stand in the order of the path in every witness of a single path.
    let edges = text.split("<edge ").skip(1).filter_map(|rest| rest.split_once("</edge>"));
    let values = edges.filter_map(|(edge, _)| {
        let (_, assumption) = edge.split_once("key=\"assumption\">")?;
        edge.contains("assumption.resultfunction").then_some(())?;
        value(assumption.split('<').next()?)
    });
    Ok(Scenario { inputs: values.collect(), ..Scenario::default() })
}

fn sequence(text: &str) -> Result<Scenario, String> {
    let documents = YamlLoader::load_from_str(text).map_err(|error| error.to_string())?;
    let entries = documents.first().and_then(Yaml::as_vec).ok_or("it has no entries")?;
    let is_violation = |entry: &&Yaml| entry["entry_type"].as_str() == Some("violation_sequence");
    let entry = entries.iter().find(is_violation).ok_or("it has no violation_sequence")?;
    let producer = &entry["metadata"]["producer"];
    if let (Some("heapproof"), Some(choices)) =
        (producer["name"].as_str(), producer["configuration"].as_str())
    {
        return own_choices(choices);
    }
    let mut inputs = Vec::new();
    for segment in entry["content"].as_vec().into_iter().flatten() {
        for waypoint in segment["segment"].as_vec().into_iter().flatten() {
            let waypoint = &waypoint["waypoint"];
            if waypoint["type"].as_str() == Some("function_return") {
                inputs.extend(waypoint["constraint"]["value"].as_str().and_then(value));
            }
        }
    }
    Ok(Scenario { inputs, ..Scenario::default() })
}

fn own_choices(text: &str) -> Result<Scenario, String> {
    let choices: Choices = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(choices.scenario())
}

/// The number in `\result == 5`.
fn value(assumption: &str) -> Option<u128> {
    let (_, number) = assumption.split_once("==")?;
    let number = number.trim().trim_end_matches([';', ')']).trim_start_matches('(').trim();
    let number = number.trim_end_matches(['u', 'U', 'l', 'L']);
    match number.strip_prefix('-') {
        Some(digits) => digits.trim().parse::<u128>().ok().map(u128::wrapping_neg),
        None => number.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::witness::{About, Form, render};

    fn about() -> About {
        About {
            specification: "CHECK( init(main()), LTL(G valid-deref) )".into(),
            files: vec!["src/list.c".into()],
            bits: 64,
            created: "2020-01-01T00:00:00Z".into(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut sample = sample::everything();
        let scenario = Scenario {
            inputs: vec![7, u128::from(u32::MAX)],
            allocations: vec![true, false],
            stdin: b"a--b\n".to_vec(),
            ..Scenario::default()
        };
        sample.outcome.findings[0].scenario = Some(scenario.clone());
        for form in [Form::Graph, Form::Yaml] {
            let text = render(&sample.report(), &about(), form).unwrap();
            assert_eq!(read(&text), Ok(scenario.clone()), "{text}");
        }
    }

    #[test]
    fn inputs_of_others_are_read() {
        let graph = "<data key=\"witness-type\">violation_witness</data><edge source=\"a\"><data \
                     key=\"assumption\">\\result == -1;</data><data key=\"assumption.resultfunction\">f</data></edge>";
        assert_eq!(read(graph).unwrap().inputs, [u128::MAX]);
        let yaml = "- entry_type: violation_sequence\n  content:\n  - segment:\n    - waypoint:\n        \
                    type: function_return\n        constraint: {value: '\\result == 3U'}\n";
        assert_eq!(read(yaml).unwrap().inputs, [3]);
        assert!(read("- entry_type: invariant_set").is_err());
        assert!(read("<graphml/>").is_err());
    }

    #[test]
    fn a_proof_has_a_set_of_invariants() {
        let text = render(&sample::safe().report(), &about(), Form::Yaml).unwrap();
        assert!(
            text.starts_with("- entry_type: \"invariant_set\"") && text.ends_with("  content: []\n"),
            "{text}"
        );
        assert!(YamlLoader::load_from_str(&text).is_ok());
    }
}
