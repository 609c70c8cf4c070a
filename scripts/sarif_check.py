"""Reads SARIF as its consumers do: against the schema of the standard, and with CodeChecker's own parser.

    target/tools/python/bin/python scripts/sarif_check.py SCHEMA FOLDER FILE...

FOLDER is where the relative paths of the reports begin. Prints for each file how many results the report has, how many
reports CodeChecker makes of them, and the steps of the longest path; fails where a report does not follow the schema, or
CodeChecker loses one.
"""

import json
import logging
import os
import sys

import jsonschema
from codechecker_report_converter.report.parser import sarif

# What code hosts keep of a run.
RESULTS, STEPS, TAGS = 5000, 1000, 10


class Refusals(logging.Handler):
    """What CodeChecker complains about."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.told = []

    def emit(self, record):
        self.told.append(record.getMessage())


def main():
    schema_path, folder, *files = sys.argv[1:]
    with open(schema_path, encoding="utf-8") as file:
        validator = jsonschema.Draft7Validator(json.load(file))
    os.chdir(folder)
    refusals = Refusals()
    logging.getLogger("report-converter").addHandler(refusals)
    failed = False
    for path in files:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        problems = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(report)]
        results = [result for run in report["runs"] for result in run["results"]]
        rules = [rule for run in report["runs"] for rule in run["tool"]["driver"]["rules"]]
        flows = [flow for result in results for code in result.get("codeFlows", []) for flow in code["threadFlows"]]
        if len(results) > RESULTS or any(len(flow["locations"]) > STEPS for flow in flows):
            problems.append("more than code hosts keep")
        if any(len(rule.get("properties", {}).get("tags", [])) > TAGS for rule in rules):
            problems.append("a rule has more tags than code hosts keep")
        for result in results:
            if not result.get("partialFingerprints"):
                problems.append("a result has no fingerprint")
            for place in result["locations"]:
                if place["physicalLocation"]["artifactLocation"]["uri"].startswith("/"):
                    problems.append("a path is not relative")
        read = sarif.Parser().get_reports(path)
        if len(read) != len(results):
            problems.append(f"CodeChecker reads {len(read)} of {len(results)} results")
        problems += refusals.told
        refusals.told = []
        longest = max((len(one.bug_path_events) for one in read), default=0)
        print(f"{os.path.basename(path)}: {len(results)} results, {len(read)} read, {longest} steps")
        for problem in problems:
            print(f"{path}: {problem}")
            failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
