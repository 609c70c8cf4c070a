//! A program whose functions are read when they are asked for.
//!
//! The models of the C library are a long text of which most programs need a few functions: reading all of it would take
//! longer than checking a small program.
//!
//! before: `func @f(i32 %a.0) -> i32 {`, lines, `}` → after: the same function without a block, and the place of its text.

use super::{ParseError, Parser, Symbols, lexer};
use crate::{FuncId, Function, Program};

/// A text that was read but for the bodies of its functions.
#[derive(Debug)]
pub struct Outline<'a> {
    program: Program,
    symbols: Symbols,
    /// The text of each function, and the line where it begins.
    texts: Vec<(&'a str, u32)>,
}

impl<'a> Outline<'a> {
    /// Reads everything but the bodies of functions.
    pub fn parse(text: &'a str) -> Result<Outline<'a>, ParseError> {
        let mut outline = String::new();
        let mut texts = Vec::new();
        let (mut at, mut line) = (0, 0);
        let mut body: Option<(usize, u32)> = None;
        for whole in text.split_inclusive('\n') {
            let content = whole.trim_end();
            line += 1;
            let end = at + whole.len();
            match body {
                None => {
                    outline += whole;
                    if content.starts_with("func ") && content.ends_with('{') {
                        body = Some((at, line));
                    } else if content.starts_with("declare ") || content.starts_with("func ") {
                        texts.push((&text[at..end], line));
                    }
                }
                Some((begin, first)) if content == "}" => {
                    outline += whole;
                    texts.push((&text[begin..end], first));
                    body = None;
                }
                Some(_) => outline.push('\n'),
            }
            at = end;
        }
        let mut parser = Parser::new(&outline)?;
        parser.program()?;
        if parser.program.functions.len() != texts.len() {
            return parser.error("expected each function on lines of its own", false);
        }
        Ok(Outline { program: parser.program, symbols: parser.symbols, texts })
    }

    /// The program with functions that have no blocks.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// A function with its body.
    pub fn function(&self, id: FuncId) -> Result<Function, ParseError> {
        let (text, line) = self.texts[id.index()];
        let in_whole = |error: ParseError| ParseError { line: error.line + line - 1, ..error };
        let tokens = lexer::tokens(text).map_err(in_whole)?;
        let program = Program::new(self.program.target);
        let mut parser = Parser { tokens, at: 0, symbols: self.symbols.clone(), program, file: None };
        parser.definition().map_err(in_whole)?;
        Ok(parser.program.functions.pop().expect("the text of a function defines one"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "target 32
global @g size 4 align 4 init
declare @h(i32)
func @f(i32 %a.0) -> i32 {
bb0:
  call @h(i32 %a.0)
  jump bb1
bb1:
  return 0
}
func @k() {
bb0:
  call @f(i32 1)
  return
}
";

    #[test]
    fn functions_are_those_of_the_whole_text() {
        let whole = crate::parse(TEXT).unwrap();
        let outline = Outline::parse(TEXT).unwrap();
        assert_eq!(outline.program().functions.len(), whole.functions.len());
        for id in whole.function_ids() {
            assert_eq!(outline.function(id).as_ref(), Ok(whole.function(id)));
        }
        assert!(outline.program().functions[1].body.as_ref().is_some_and(|body| body.blocks.is_empty()));
    }

    #[test]
    fn errors_name_the_line_of_the_whole_text() {
        let wrong = TEXT.replace("jump bb1", "jump there");
        let outline = Outline::parse(&wrong).unwrap();
        let error = outline.function(FuncId::new(1)).unwrap_err();
        assert_eq!(error, crate::parse(&wrong).unwrap_err());
        assert_eq!(error.line, 7);
    }
}
