//! Programs with arrays and strings of any length that grow: the shape analysis proves each of them.

use super::growth::Family;
use std::fmt::Write;

/// Loops over an array, arrays that are alive at once, and operations on a string, one after the other.
pub const FAMILIES: &[Family] = &[
    Family { what: "loops over an array", sizes: &[1, 2, 4, 8, 16, 32], program: loops },
    Family { what: "live arrays", sizes: &[1, 2, 4, 8, 16], program: arrays },
    Family { what: "string operations", sizes: &[1, 2, 4, 8, 16], program: strings },
];

const START: &str = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n\
    extern unsigned short __VERIFIER_nondet_ushort(void);\n";

/// So many loops over one array of any length that change it, each in a way of its own.
fn loops(count: usize) -> String {
    let mut text = START.to_string();
    text += "int main(void)\n{\n    size_t count = __VERIFIER_nondet_ushort();\n";
    text += "    int *numbers = malloc(count * sizeof *numbers);\n    if (!numbers)\n        return 1;\n";
    text += "    for (size_t i = 0; i < count; i++)\n        numbers[i] = 0;\n";
    for number in 1..=count {
        let _ = write!(text, "    for (size_t i = 0; i < count; i++)\n        numbers[i] += {number};\n");
    }
    text + "    free(numbers);\n    return 0;\n}\n"
}

/// So many arrays, each with a length of its own, all filled before the first is read.
fn arrays(count: usize) -> String {
    let mut text = START.to_string();
    text += "int main(void)\n{\n";
    for number in 1..=count {
        let _ = writeln!(text, "    size_t count{number} = __VERIFIER_nondet_ushort();");
        let _ = writeln!(text, "    int *numbers{number} = calloc(count{number}, sizeof *numbers{number});");
    }
    let none = (1..=count).map(|number| format!("numbers{number}")).collect::<Vec<_>>().join(" && ");
    let _ = writeln!(text, "    if ({none}) {{");
    for (verb, number) in (1..=count).map(|n| ("fill", n)).chain((1..=count).map(|n| ("sum", n))) {
        let statement = match verb {
            "fill" => format!("numbers{number}[i] = (int)i;"),
            _ => format!("printf(\"%d\\n\", numbers{number}[i]);"),
        };
        let _ = write!(text, "        for (size_t i = 0; i < count{number}; i++)\n            {statement}\n");
    }
    text += "    }\n";
    for number in 1..=count {
        let _ = writeln!(text, "    free(numbers{number});");
    }
    text + "    return 0;\n}\n"
}

/// So many times, a line is cut at a character, copied and appended to a new block.
fn strings(count: usize) -> String {
    let mut text = START.to_string();
    text += "int main(void)\n{\n    char line[256];\n";
    text += "    if (!fgets(line, sizeof line, stdin))\n        return 0;\n";
    for number in 1..=count {
        let sign = char::from(b'a' + (number % 26) as u8);
        let _ = write!(
            text,
            "    {{\n        char *end = strchr(line, '{sign}');\n        if (end)\n            *end = '\\0';\n        \
             char *copy = malloc(strlen(line) + 2);\n        if (!copy)\n            return 1;\n        \
             strcpy(copy, line);\n        strcat(copy, \"{sign}\");\n        puts(copy);\n        free(copy);\n    }}\n"
        );
    }
    text + "    return 0;\n}\n"
}
