//! What is to be decided.

use ir::{Body, FuncId, Inst, InstKind, Program, Property, PropertySet};

/// A question about a program.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where execution starts.
    pub entry: FuncId,
    /// What is checked.
    pub properties: PropertySet,
    /// Whether allocation can fail.
    pub malloc: Malloc,
}

/// Whether allocation can fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Malloc {
    /// Every allocation may fail, independently of all others.
    #[default]
    MayFail,
    /// Every allocation succeeds.
    Ok,
}

impl Task<'_> {
    /// The assumptions under which every verdict on this task holds, in words.
    pub fn assumptions(&self) -> Vec<String> {
        let bits = self.program.target.pointer_bytes * 8;
        let mut list = vec![format!("the program is compiled for {bits}-bit x86, little-endian")];
        if !self.properties.contains(Property::NoOverflow) {
            list.push(
                "signed integers wrap around where they overflow (--property no-overflow checks it)"
                    .to_string(),
            );
        }
        if has_compound_literals(self.program) {
            list.push(
                "compound literals live until their function returns (clang does not tell their scope)"
                    .to_string(),
            );
        }
        if self.malloc == Malloc::Ok {
            list.push("memory allocation never fails (--malloc=ok)".to_string());
        }
        list
    }
}

/// Whether a function keeps a compound literal in memory. Clang marks the scope of variables only; it names the
/// memory of literals, which is how they are known.
fn has_compound_literals(program: &Program) -> bool {
    let is_literal = |body: &Body, inst: &Inst| {
        let unscoped = matches!(inst.kind, InstKind::Alloca { scoped: false, var: None, .. });
        let name = inst.result().and_then(|result| body.values[result.index()].name.as_deref());
        unscoped && name.is_some_and(|name| name.starts_with(".compoundliteral"))
    };
    program.functions.iter().filter_map(|function| function.body.as_ref()).any(|body| {
        let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
        insts.any(|inst| is_literal(body, inst))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assumptions(body: &str) -> String {
        let text = format!("target 64\nfunc @main() -> i32 {{\nbb0:\n{body}  return 0\n}}\n");
        let program: Program = text.parse().unwrap();
        let properties = PropertySet::standard();
        let task = Task { program: &program, entry: FuncId(0), properties, malloc: Malloc::MayFail };
        task.assumptions().join("\n")
    }

    #[test]
    fn compound_literals_are_told() {
        assert!(!assumptions("  %x.0 = alloca 8 align 8\n").contains("literals"));
        assert!(assumptions("  %.compoundliteral.0 = alloca 8 align 8\n").contains("literals"));
    }
}
