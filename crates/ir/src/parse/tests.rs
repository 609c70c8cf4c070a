//! Round trips: what was printed parses back to an equal program, for random programs; and no text, however
//! broken, makes the parser panic.
//!
//! The programs are random in every table and operand, and make no sense otherwise: the text form must carry
//! them all the same. They are grown from a list of random bytes, so that a failing one shrinks with the list.

use crate::print::words::Word;
use crate::types::{Encoding, Field, Qualifier, Record, Type, TypeKind};
use crate::*;
use proptest::prelude::*;
use smallvec::SmallVec;

/// Random choices; when the bytes run out, the first choice each time.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.byte() as usize % bound
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Mostly small, sometimes anything.
    fn wide(&mut self) -> u128 {
        match self.below(4) {
            0 => u128::from(self.byte()),
            1 => u128::MAX - u128::from(self.byte()),
            2 => 1 << self.below(128),
            _ => (0..16).fold(0, |number, _| number << 8 | u128::from(self.byte())),
        }
    }

    fn number(&mut self) -> u64 {
        self.wide() as u64
    }

    fn word<T: Word>(&mut self) -> T {
        T::WORDS[self.below(T::WORDS.len())].0
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.flag().then(|| make(self))
    }

    fn some<T, C: FromIterator<T>>(&mut self, at_most: usize, mut make: impl FnMut(&mut Self) -> T) -> C {
        let count = self.below(at_most + 1);
        (0..count).map(|_| make(self)).collect()
    }

    fn name(&mut self) -> String {
        let names = [
            "x",
            "next",
            "list.head",
            "0",
            "7.5",
            "",
            ".",
            "...",
            "größe",
            "a b",
            "\"",
            "\\n\n",
            "bb1",
            "null",
        ];
        let more =
            ["i32", "phi", "type", "a$b", "\u{1}\u{7f}", "..", ".str.3", "1e", "end", "-1", "é\u{301}"];
        match self.below(40) {
            n if n < names.len() => names[n].to_string(),
            n if n < names.len() + more.len() => more[n - names.len()].to_string(),
            _ => self.some(8, |choices| choices.byte() as char),
        }
    }

    fn span(&mut self) -> Option<Span> {
        Span::new(FileId(self.below(3) as u32), self.below(4) as u32, u32::from(self.byte()))
    }

    fn type_id(&mut self) -> TypeId {
        TypeId(self.below(6) as u32)
    }

    fn scalar(&mut self) -> Scalar {
        match self.below(4) {
            0 => Scalar::Ptr,
            1 => Scalar::Float(self.word()),
            2 => Scalar::Int([1, 8, 16, 32, 64, 128][self.below(6)]),
            _ => Scalar::Int(1 + self.below(128) as u8),
        }
    }

    fn bits(&mut self) -> u8 {
        1 + self.below(128) as u8
    }

    fn constant(&mut self) -> Operand {
        match self.below(8) {
            0 => Operand::Null,
            1 => {
                let kind: FloatKind = self.word();
                let wide = self.wide();
                Operand::Float { kind, bits: wide & (u128::MAX >> (128 - kind.bits())) }
            }
            2 => Operand::Global { id: GlobalId(self.below(4) as u32), offset: self.number() as i64 },
            3 => Operand::Func(FuncId(self.below(4) as u32)),
            4 => Operand::Block(FuncId(self.below(4) as u32), BlockId(self.below(9) as u32)),
            5 => Operand::Undef(self.scalar()),
            6 => Operand::Int { bits: self.bits(), value: self.wide() },
            _ => Operand::int(self.bits(), self.wide()),
        }
    }

    fn program(&mut self) -> Program {
        let mut program = Program::new(if self.flag() { Target::BITS32 } else { Target::BITS64 });
        program.files = self.some(3, |c| SourceFile { name: c.name(), directory: c.name() });
        let types: Vec<Type> = self.some(6, |c| Type { kind: c.type_kind(), size: c.number() });
        for ty in types {
            program.types.push(ty);
        }
        let constructor =
            |c: &mut Self| Constructor { priority: c.number() as u32, function: FuncId(c.below(4) as u32) };
        program.constructors = self.some(2, constructor);
        program.destructors = self.some(2, constructor);
        program.losses = self.some(2, |c| Loss { what: c.name(), span: c.span() });
        program.globals = self.some(4, |c| c.global());
        program.functions = self.some(4, |c| c.function());
        program
    }

    fn type_kind(&mut self) -> TypeKind {
        match self.below(10) {
            0 => TypeKind::Void,
            1 => TypeKind::Base { name: self.name(), encoding: self.word::<Encoding>() },
            2 => TypeKind::Enum {
                name: self.maybe(Self::name),
                values: self.some(3, |c| (c.name(), c.number() as i64)),
            },
            3 => TypeKind::Pointer(self.type_id()),
            4 => TypeKind::Array { element: self.type_id(), count: self.maybe(Self::number) },
            5 => TypeKind::Struct(self.record()),
            6 => TypeKind::Union(self.record()),
            7 => TypeKind::Function {
                result: self.type_id(),
                params: self.some(3, Self::type_id),
                variadic: self.flag(),
            },
            8 => TypeKind::Typedef { name: self.name(), target: self.type_id() },
            _ => TypeKind::Qualified { qualifier: self.word::<Qualifier>(), target: self.type_id() },
        }
    }

    fn record(&mut self) -> Record {
        let field = |c: &mut Self| Field {
            name: c.maybe(Self::name),
            ty: c.type_id(),
            bit_offset: c.number(),
            bit_width: c.maybe(|c| c.number() as u32),
        };
        Record { name: self.maybe(Self::name), fields: self.some(3, field), complete: self.flag() }
    }

    fn global(&mut self) -> Global {
        let init = |c: &mut Self| {
            let mut bytes: Vec<u8> = c.some(9, Self::byte);
            bytes.resize(bytes.len() + c.below(20), 0);
            bytes.extend(c.some::<u8, Vec<u8>>(9, Self::byte));
            let reloc = |c: &mut Self| Reloc { offset: c.number(), target: c.constant() };
            Init { bytes, relocs: c.some(3, reloc) }
        };
        Global {
            name: self.name(),
            size: self.number(),
            align: self.number(),
            constant: self.flag(),
            local: self.flag(),
            mergeable: self.flag(),
            init: self.maybe(init),
            ty: self.maybe(Self::type_id),
            span: self.span(),
        }
    }

    fn function(&mut self) -> Function {
        let by_value = |c: &mut Self| c.maybe(|c| (c.number(), c.number()));
        let params: Vec<Param> = self.some(3, |c| Param { ty: c.scalar(), by_value: by_value(c) });
        Function {
            name: self.name(),
            variadic: self.flag(),
            results: self.some(2, Self::scalar),
            local: self.flag(),
            noreturn: self.flag(),
            ty: self.maybe(Self::type_id),
            span: self.span(),
            body: self.maybe(|c| c.body(&params)),
            params,
        }
    }

    fn body(&mut self, params: &[Param]) -> Body {
        let mut body = Body { params: params.len(), ..Body::default() };
        for param in params {
            let name = self.maybe(Self::name);
            body.add_value(param.ty, name);
        }
        let var = |c: &mut Self| Var {
            name: c.name(),
            ty: c.maybe(Self::type_id),
            kind: if c.flag() { VarKind::Param(c.number() as u32) } else { VarKind::Local },
            span: c.span(),
        };
        body.vars = self.some(3, var);
        let blocks = self.below(4);
        for _ in 0..blocks {
            let name = self.maybe(Self::name);
            let insts = self.below(12);
            let insts = (0..insts).map(|_| self.inst(&mut body)).collect();
            let terminator = Terminator { kind: self.terminator(&body), span: self.span() };
            body.blocks.push(Block { name, insts, terminator });
        }
        body
    }

    fn value(&mut self, body: &Body) -> ValueId {
        ValueId(self.below(body.values.len() + 1) as u32)
    }

    fn operand(&mut self, body: &Body) -> Operand {
        match self.flag() {
            true => Operand::Value(self.value(body)),
            false => self.constant(),
        }
    }

    fn inst(&mut self, body: &mut Body) -> Inst {
        let kind = self.inst_kind(body);
        let count = if matches!(kind, InstKind::Call { .. }) { self.below(3) } else { self.below(2) };
        let results = (0..count).map(|_| {
            let (ty, name) = (self.scalar(), self.maybe(Self::name));
            body.add_value(ty, name)
        });
        Inst { results: results.collect(), kind, span: self.span() }
    }

    fn inst_kind(&mut self, body: &Body) -> InstKind {
        let var = VarId(self.below(3) as u32);
        let (a, b, c) = (self.operand(body), self.operand(body), self.operand(body));
        match self.below(27) {
            0 => InstKind::Alloca {
                size: a,
                align: self.number(),
                scoped: self.flag(),
                var: self.maybe(|_| var),
                ty: self.maybe(Self::type_id),
            },
            1 => InstKind::ScopeBegin { slot: self.value(body) },
            2 => InstKind::ScopeEnd { slot: self.value(body) },
            3 => InstKind::StackSave,
            4 => InstKind::StackRestore { token: a },
            5 => InstKind::VarIs { var, value: a },
            6 => InstKind::VarEnd { var },
            26 => InstKind::Unwritten { ty: self.scalar(), var: self.maybe(|_| var) },
            7 => {
                InstKind::Load { ty: self.scalar(), ptr: a, align: self.number() % 17, volatile: self.flag() }
            }
            8 => InstKind::Store {
                ty: self.scalar(),
                value: a,
                ptr: b,
                align: self.number() % 17,
                volatile: self.flag(),
            },
            9 => InstKind::MemCopy { dst: a, src: b, len: c, may_overlap: self.flag() },
            10 => InstKind::MemSet { dst: a, byte: b, len: c },
            11 => InstKind::PtrAdd { base: a, offset: b, via: self.maybe(Self::type_id) },
            12 => InstKind::Binary { op: self.word(), lhs: a, rhs: b, signed: self.flag() },
            13 => InstKind::Compare { op: self.word(), lhs: a, rhs: b },
            14 => InstKind::FCompare { op: self.word(), lhs: a, rhs: b },
            15 => InstKind::Cast { op: self.word(), value: a },
            16 => InstKind::Select { cond: a, then: b, otherwise: c },
            17 => InstKind::Intrinsic { op: self.word(), args: self.some(3, |c| c.operand(body)) },
            18 => InstKind::Phi {
                incoming: self.some(3, |c| (BlockId(c.below(9) as u32), c.operand(body))),
                var: self.maybe(|_| var),
            },
            19 => InstKind::VaStart { list: a },
            20 => InstKind::VaEnd { list: a },
            21 => InstKind::VaCopy { dst: a, src: b },
            22 => InstKind::Trap,
            23 => InstKind::Unsupported { what: self.name() },
            _ => {
                let arg = |c: &mut Self| Arg {
                    value: c.operand(body),
                    ty: c.scalar(),
                    by_value: c.maybe(|c| (c.number(), c.number())),
                };
                let args: Vec<Arg> = self.some(3, arg);
                InstKind::Call {
                    callee: match self.flag() {
                        true => Callee::Direct(FuncId(self.below(4) as u32)),
                        false => Callee::Indirect(a),
                    },
                    variadic_from: self.maybe(|c| c.below(args.len() + 1) as u32),
                    args,
                }
            }
        }
    }

    fn terminator(&mut self, body: &Body) -> TerminatorKind {
        let block = |c: &mut Self| BlockId(c.below(9) as u32);
        match self.below(6) {
            0 => TerminatorKind::Unreachable,
            1 => TerminatorKind::Jump(block(self)),
            2 => {
                let cond = self.operand(body);
                TerminatorKind::Branch { cond, then: block(self), otherwise: block(self) }
            }
            3 => {
                let value = self.operand(body);
                let cases = self.some(3, |c| (c.wide(), block(c)));
                TerminatorKind::Switch { value, cases, default: block(self) }
            }
            4 => TerminatorKind::Indirect { address: self.operand(body), targets: self.some(3, block) },
            _ => TerminatorKind::Return(self.some::<Operand, SmallVec<_>>(2, |c| c.operand(body))),
        }
    }
}

fn program() -> impl Strategy<Value = Program> {
    proptest::collection::vec(any::<u8>(), 0..1500).prop_map(|bytes| Choices(bytes.iter()).program())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_printed_parses_back(program in program()) {
        let text = program.to_string();
        match parse(&text) {
            Ok(parsed) => prop_assert_eq!(parsed, program, "{}", text),
            Err(error) => prop_assert!(false, "{}\n{}", error, text),
        }
    }

    #[test]
    fn functions_are_the_same_when_they_are_read_one_by_one(program in program()) {
        let text = program.to_string();
        let outline = Outline::parse(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        for id in program.function_ids() {
            let read = outline.function(id);
            prop_assert_eq!(read.as_ref(), Ok(program.function(id)), "{}", text);
        }
    }

    /// Cuts, repeats and replaces pieces of a good text; what still parses prints and parses back.
    #[test]
    fn broken_text_gives_an_error_and_no_panic(
        program in program(),
        edits in proptest::collection::vec((any::<u16>(), any::<u16>(), 0usize..12), 1..6),
    ) {
        let mut text: Vec<char> = program.to_string().chars().collect();
        for (at, count, edit) in edits {
            let at = at as usize % (text.len() + 1);
            let end = (at + count as usize % 20).min(text.len());
            let piece: Vec<char> = text[at..end].to_vec();
            let instead = match edit {
                0 => Vec::new(),
                1 => [piece.clone(), piece].concat(),
                edit => ["\n", "%", "@#g", "4294967296", "-", "\"", "!0:0:0", "i129", ",", "\\x"][edit - 2]
                    .chars()
                    .collect(),
            };
            text.splice(at..end, instead);
        }
        let text: String = text.into_iter().collect();
        if let Ok(parsed) = parse(&text) {
            prop_assert_eq!(parse(&parsed.to_string()), Ok(parsed));
        }
        if let Ok(outline) = Outline::parse(&text) {
            outline.program().function_ids().for_each(|id| drop(outline.function(id)));
        }
    }

    #[test]
    fn garbage_gives_an_error_and_no_panic(text in ".{0,200}") {
        prop_assert!(parse(&text).is_err());
    }
}

#[test]
fn errors_say_where_and_what() {
    let error = |text: &str| parse(text).unwrap_err().to_string();
    assert_eq!(error("target 65"), "1:8: expected 32 or 64");
    assert_eq!(error("target 64\nfunc @f() {\nbb0:\n  jump 3\n}"), "4:8: expected a block such as `bb3`");
    assert_eq!(
        error("target 64\nfunc @f() {\nbb0:\n  %1: i32 = add %0, i8 300\n  return\n}"),
        "4:24: expected an integer of 8 bits"
    );
    assert_eq!(
        error("target 64\nfunc @f() {\nbb0:\n  %1 = zext i8 1\n  return\n}"),
        "4:16: expected a type after %1, such as `%7: i32`"
    );
    assert_eq!(error("target 64\nfunc @f() {\nbb0:\n  trap trap\n}"), "4:8: expected the end of the line");
    assert_eq!(
        error("target 64\nglobal @x size 1 align 1 init \"a"),
        "2:33: the text lacks its closing quote"
    );
}
