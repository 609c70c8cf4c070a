//! Witnesses of version 1.0: automata as GraphML.

use super::{About, Choices, file_hash, place_of, violated};
use crate::Report;
use crate::html::escape;
use engine::{Finding, Source};
use std::fmt::Write;

/// The key of the choices for our own reader.
pub(super) const REPLAY: &str = "heapproof.replay";

/// The keys: name, kind of attribute, what it belongs to, default.
const KEYS: [(&str, &str, &str, Option<&str>); 18] = [
    ("witness-type", "string", "graph", None),
    ("sourcecodelang", "string", "graph", None),
    ("producer", "string", "graph", None),
    ("specification", "string", "graph", None),
    ("programfile", "string", "graph", None),
    ("programhash", "string", "graph", None),
    ("architecture", "string", "graph", None),
    ("creationtime", "string", "graph", None),
    (REPLAY, "string", "graph", None),
    ("entry", "boolean", "node", Some("false")),
    ("violation", "boolean", "node", Some("false")),
    ("violatedProperty", "string", "node", None),
    ("startline", "int", "edge", None),
    ("startcol", "int", "edge", None),
    ("assumption", "string", "edge", None),
    ("assumption.scope", "string", "edge", None),
    ("assumption.resultfunction", "string", "edge", None),
    ("enterFunction", "string", "edge", None),
];

/// An automaton that leads to the violation: an edge for each input, then one to the violation.
pub(super) fn violation(report: &Report<'_>, about: &About, finding: &Finding) -> String {
    let mut text = head(report, about, "violation_witness");
    if let Some(scenario) = &finding.scenario {
        let _ = writeln!(text, "    <data key=\"{REPLAY}\">{}</data>", escape(&Choices::of(scenario)));
    }
    let data = |text: &mut String, key: &str, value: &str| {
        let _ = writeln!(text, "      <data key=\"{key}\">{}</data>", escape(value));
    };
    text.push_str("    <node id=\"N0\">\n");
    data(&mut text, "entry", "true");
    text.push_str("    </node>\n");
    let mut node = 0;
    let mut edge = |text: &mut String, inner: &dyn Fn(&mut String)| {
        let _ = writeln!(text, "    <edge source=\"N{node}\" target=\"N{}\">", node + 1);
        inner(text);
        text.push_str("    </edge>\n");
        node += 1;
        node
    };
    edge(&mut text, &|text| data(text, "enterFunction", "main"));
    let mut nodes = 1;
    for input in &finding.inputs {
        let Source::Call(function) = &input.source else { continue };
        nodes = edge(&mut text, &|text| {
            if let Some((_, line, column)) = place_of(report, input.span) {
                data(text, "startline", &line.to_string());
                if column > 0 {
                    data(text, "startcol", &column.to_string());
                }
            }
            data(text, "assumption", &format!("\\result == {};", input.value));
            data(text, "assumption.resultfunction", function);
        });
    }
    let last = edge(&mut text, &|text| {
        if let Some((_, line, column)) = place_of(report, finding.span) {
            data(text, "startline", &line.to_string());
            if column > 0 {
                data(text, "startcol", &column.to_string());
            }
        }
    });
    for number in 1..=nodes {
        let _ = writeln!(text, "    <node id=\"N{number}\"/>");
    }
    let _ = writeln!(text, "    <node id=\"N{last}\">");
    data(&mut text, "violation", "true");
    data(&mut text, "violatedProperty", violated(finding));
    text.push_str("    </node>\n  </graph>\n</graphml>\n");
    text
}

/// The automaton of a proof, which gives no hints: invariants go into YAML.
pub(super) fn correctness(report: &Report<'_>, about: &About) -> String {
    let mut text = head(report, about, "correctness_witness");
    text.push_str(
        "    <node id=\"N0\">\n      <data key=\"entry\">true</data>\n    </node>\n  </graph>\n</graphml>\n",
    );
    text
}

fn head(report: &Report<'_>, about: &About, kind: &str) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
                    <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
                    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
        .to_string();
    for (name, kind, of, default) in KEYS {
        let key = format!("  <key attr.name=\"{name}\" attr.type=\"{kind}\" for=\"{of}\" id=\"{name}\"");
        let _ = match default {
            Some(default) => writeln!(text, "{key}>\n    <default>{default}</default>\n  </key>"),
            None => writeln!(text, "{key}/>"),
        };
    }
    text.push_str("  <graph edgedefault=\"directed\">\n");
    let file = about.files.first().map_or("", String::as_str);
    let producer = format!("heapproof {}", env!("CARGO_PKG_VERSION"));
    let hash = file_hash(report, file);
    for (key, value) in [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", &producer),
        ("specification", &about.specification),
        ("programfile", file),
        ("programhash", &hash),
        ("architecture", about.architecture()),
        ("creationtime", &about.created),
    ] {
        let _ = writeln!(text, "    <data key=\"{key}\">{}</data>", escape(value));
    }
    text
}
