"""Lints witnesses: GraphML 1.0 automata and YAML 2.0 entries, against what the formats demand.

    target/tools/python/bin/python scripts/witness_lint.py [--programs DIR] WITNESS...

With --programs the hashes are compared with the programs, whose names are relative to that folder. Says what is wrong, one
line each; fails if anything is.
"""

import argparse
import hashlib
import pathlib
import re
import sys
import xml.etree.ElementTree as tree

import jsonschema
import yaml

SHA256 = "^[0-9a-f]{64}$"
TIME = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$"
UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"


def record(required, optional=None):
    """A mapping with these keys and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def one_of(*values):
    return {"enum": list(values)}


TEXT = {"type": "string", "minLength": 1}
POSITIVE = {"type": "integer", "minimum": 1}
LOCATION = record({"file_name": TEXT, "line": POSITIVE}, {"column": POSITIVE, "function": TEXT})
METADATA = record(
    {
        "format_version": one_of("2.0"),
        "uuid": {"type": "string", "pattern": UUID},
        "creation_time": {"type": "string", "pattern": TIME},
        "producer": record({"name": TEXT, "version": TEXT}, {"configuration": TEXT}),
        "task": record(
            {
                "input_files": {"type": "array", "items": TEXT, "minItems": 1},
                "input_file_hashes": {
                    "type": "object",
                    "additionalProperties": {"type": "string", "pattern": SHA256},
                    "minProperties": 1,
                },
                "specification": {"type": "string", "pattern": r"^CHECK\("},
                "data_model": one_of("ILP32", "LP64"),
                "language": one_of("C"),
            }
        ),
    }
)
FOLLOW = {"action": one_of("follow", "avoid"), "location": LOCATION}
WAYPOINT = {
    "oneOf": [
        record({"type": one_of("target"), "action": one_of("follow"), "location": LOCATION}),
        record({"type": one_of("function_enter"), **FOLLOW}),
        record(
            {
                "type": one_of("assumption"),
                **FOLLOW,
                "constraint": record({"value": TEXT}, {"format": one_of("c_expression")}),
            }
        ),
        record(
            {
                "type": one_of("function_return"),
                **FOLLOW,
                "constraint": record({"value": TEXT, "format": one_of("ext_c_expression")}),
            }
        ),
        record({"type": one_of("branching"), **FOLLOW, "constraint": record({"value": TEXT})}),
    ]
}
SEGMENT = record({"segment": {"type": "array", "items": record({"waypoint": WAYPOINT}), "minItems": 1}})
INVARIANT = record(
    {
        "invariant": record(
            {
                "type": one_of("loop_invariant", "location_invariant"),
                "location": LOCATION,
                "value": TEXT,
                "format": one_of("c_expression"),
            }
        )
    }
)
WITNESS = {
    "type": "array",
    "minItems": 1,
    "items": {
        "oneOf": [
            record(
                {
                    "entry_type": one_of("violation_sequence"),
                    "metadata": METADATA,
                    "content": {"type": "array", "items": SEGMENT, "minItems": 1},
                }
            ),
            record(
                {
                    "entry_type": one_of("invariant_set"),
                    "metadata": METADATA,
                    "content": {"type": "array", "items": INVARIANT},
                }
            ),
        ]
    },
}


def digest(programs, name):
    file = programs / name
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None


def lint_yaml(text, programs):
    entries = yaml.safe_load(text)
    for error in jsonschema.Draft202012Validator(WITNESS).iter_errors(entries):
        best = jsonschema.exceptions.best_match([error])
        yield f"{best.json_path}: {best.message}"
        return
    for entry in entries:
        task = entry["metadata"]["task"]
        if set(task["input_files"]) != set(task["input_file_hashes"]):
            yield "the hashes are not those of the input files"
        for name, known in task["input_file_hashes"].items():
            if programs and digest(programs, name) != known:
                yield f"the hash of {name} is not that of the file"
        if entry["entry_type"] == "violation_sequence":
            # The target ends the sequence, and follow waypoints end their segments.
            last = [segment["segment"][-1]["waypoint"] for segment in entry["content"]]
            if [waypoint["type"] == "target" for waypoint in last] != [False] * (len(last) - 1) + [True]:
                yield "the target is not the last waypoint, or there are several"
            if any(waypoint["action"] != "follow" for waypoint in last):
                yield "a segment does not end with a waypoint to follow"


SPACE = "{http://graphml.graphdrawing.org/xmlns}"
OF_GRAPH = {
    "witness-type": "^(violation|correctness)_witness$",
    "sourcecodelang": "^C$",
    "producer": ".",
    "specification": r"^CHECK\(",
    "programfile": ".",
    "programhash": SHA256,
    "architecture": "^(32|64)bit$",
    "creationtime": TIME,
}
OF_EDGE = {
    "startline": "^[1-9][0-9]*$",
    "startcol": "^[1-9][0-9]*$",
    "assumption": "^[^;]+;$",
    "assumption.resultfunction": r"^\w+$",
    "enterFunction": r"^\w+$",
}


def lint_graph(text, programs):
    root = tree.fromstring(text)
    if root.tag != SPACE + "graphml":
        yield f"the root is {root.tag}"
        return
    keys = {}
    for key in root.findall(SPACE + "key"):
        if key.get("id") in keys:
            yield f"the key {key.get('id')} is declared twice"
        keys[key.get("id")] = key.get("for")
    graphs = root.findall(SPACE + "graph")
    if len(graphs) != 1 or graphs[0].get("edgedefault") != "directed":
        yield "there is not one directed graph"
        return
    graph = graphs[0]

    def data(element):
        kind = element.tag[len(SPACE) :]
        found = {}
        for child in element.findall(SPACE + "data"):
            name = child.get("key")
            if keys.get(name) != kind:
                undeclared.append(f"{name} is not declared for a {kind}")
            if name in found:
                undeclared.append(f"{name} stands twice at a {kind}")
            found[name] = child.text or ""
        return found

    undeclared = []
    about = data(graph)
    for name, pattern in OF_GRAPH.items():
        if not re.search(pattern, about.get(name, "")):
            yield f"{name} is {about.get(name)!r}"
    if programs and digest(programs, about.get("programfile", "")) != about.get("programhash"):
        yield "the hash is not that of the program"
    nodes = {}
    for node in graph.findall(SPACE + "node"):
        if node.get("id") in nodes:
            yield f"the node {node.get('id')} stands twice"
        nodes[node.get("id")] = data(node)
    if sum(node.get("entry") == "true" for node in nodes.values()) != 1:
        yield "there is not one entry"
    violations = {name for name, node in nodes.items() if node.get("violation") == "true"}
    if (about.get("witness-type") == "violation_witness") != bool(violations):
        yield "violations do not fit the type of the witness"
    for name in violations:
        if not nodes[name].get("violatedProperty"):
            yield f"the violation {name} has no property"
    for edge in graph.findall(SPACE + "edge"):
        source, target = edge.get("source"), edge.get("target")
        if source not in nodes or target not in nodes:
            yield f"an edge from {source} to {target} has no node"
        if source in violations:
            yield "an edge leaves a violation"
        found = data(edge)
        for name, text in found.items():
            if not re.search(OF_EDGE.get(name, "."), text):
                yield f"{name} is {text!r}"
        if "assumption.resultfunction" in found and "\\result" not in found.get("assumption", ""):
            yield "a result is named and not assumed"
    yield from undeclared


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path)
    parser.add_argument("witnesses", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    failed = False
    for path in options.witnesses:
        text = path.read_text(encoding="utf-8")
        lint = lint_graph if text.lstrip().startswith("<") else lint_yaml
        for problem in lint(text, options.programs):
            print(f"{path}: {problem}")
            failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
