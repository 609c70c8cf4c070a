"""How BenchExec runs heapproof: `--tool-directory` or PATH has the binary, the tool is `heapproof_tool.heapproof`."""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.template import ToolNotFoundException, UnsupportedFeatureException

DATA_MODELS = {"ILP32": "-m32", "LP64": "-m64"}


class Tool(benchexec.tools.template.BaseTool2):
    """The tool-info module of heapproof."""

    def executable(self, tool_locator):
        try:
            return tool_locator.find_executable("heapproof")
        except ToolNotFoundException:
            return tool_locator.find_executable("heapproof", subdir="bin")

    def name(self):
        return "heapproof"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="heapproof")

    def cmdline(self, executable, options, task, rlimits):
        if "check" not in options:
            options = ["check"] + options
        if "--format" not in " ".join(options):
            options = options + ["--format=svcomp"]
        if rlimits.cputime and "--timeout" not in " ".join(options):
            options = options + ["--timeout=%d" % max(1, int(0.9 * rlimits.cputime))]
        if rlimits.memory and "--memory" not in " ".join(options):
            options = options + ["--memory=%d" % max(1, int(0.9 * rlimits.memory) >> 20)]
        if task.property_file:
            options = options + ["--prp=%s" % task.property_file]
        if isinstance(task.options, dict) and "data_model" in task.options:
            model = task.options["data_model"]
            if model not in DATA_MODELS:
                raise UnsupportedFeatureException("data model %s is not known" % model)
            options = options + [DATA_MODELS[model]]
        return [executable] + options + list(task.input_files_or_identifier)

    def determine_result(self, run):
        for line in reversed(list(run.output)):
            line = line.strip()
            if line == "true":
                return result.RESULT_TRUE_PROP
            if line == "unknown":
                return result.RESULT_UNKNOWN
            if line.startswith("false(") and line.endswith(")"):
                prop = line[len("false(") : -1]
                return {
                    "unreach-call": result.RESULT_FALSE_REACH,
                    "valid-deref": result.RESULT_FALSE_DEREF,
                    "valid-free": result.RESULT_FALSE_FREE,
                    "valid-memtrack": result.RESULT_FALSE_MEMTRACK,
                    "valid-memcleanup": result.RESULT_FALSE_MEMCLEANUP,
                    "no-overflow": result.RESULT_FALSE_OVERFLOW,
                }.get(prop, result.RESULT_FALSE_PROP)
        if run.exit_code.value == 2:
            return result.RESULT_ERROR
        return result.RESULT_ERROR if run.exit_code.value else result.RESULT_UNKNOWN
