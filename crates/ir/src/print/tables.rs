//! Printing what stands before the functions: target, files, types, constructors, losses, globals.

use super::words::Word;
use super::{Printer, name, quoted};
use crate::types::{Record, Type, TypeKind};
use crate::{Constructor, Global, Init};
use std::fmt::{self, Write};

/// Zeros in a row from which on they are counted instead of written.
const LONG_RUN: usize = 8;

impl Printer<'_, '_> {
    pub(super) fn header(&mut self) -> fmt::Result {
        let program = self.program;
        writeln!(self.out, "target {}", u64::from(program.target.pointer_bytes) * 8)?;
        for (number, file) in program.files.iter().enumerate() {
            writeln!(self.out, "file {number} {} in {}", quoted(&file.name), quoted(&file.directory))?;
        }
        for (id, ty) in program.types.iter() {
            write!(self.out, "type #{} = {} size {}", id.0, type_kind(ty), ty.size)?;
            match self.types_sound {
                true => writeln!(self.out, " ; {}", comment(&program.types.spelling(id)))?,
                false => writeln!(self.out)?,
            }
        }
        for (word, list) in [("constructor", &program.constructors), ("destructor", &program.destructors)] {
            for Constructor { priority, function } in list {
                let function = self.function_name(*function);
                writeln!(self.out, "{word} {priority} {function}")?;
            }
        }
        for loss in &program.losses {
            write!(self.out, "loss {}", quoted(&loss.what))?;
            self.span(loss.span)?;
            writeln!(self.out)?;
        }
        Ok(())
    }

    pub(super) fn global(&mut self, global: &Global) -> fmt::Result {
        write!(
            self.out,
            "global {} size {} align {}",
            self.defined_name(&global.name),
            global.size,
            global.align
        )?;
        let marks = [("const", global.constant), ("local", global.local), ("mergeable", global.mergeable)];
        for (word, holds) in marks {
            if holds {
                write!(self.out, " {word}")?;
            }
        }
        match &global.init {
            None => write!(self.out, " extern")?,
            Some(init) => self.init(init)?,
        }
        if let Some(ty) = global.ty {
            write!(self.out, " type #{}", ty.0)?;
        }
        self.span(global.span)?;
        writeln!(self.out)
    }

    fn init(&mut self, init: &Init) -> fmt::Result {
        write!(self.out, " init{}", bytes(&init.bytes))?;
        for (number, reloc) in init.relocs.iter().enumerate() {
            let word = if number == 0 { " with" } else { "," };
            write!(self.out, "{word} +{} {}", reloc.offset, self.constant(reloc.target, None))?;
        }
        Ok(())
    }
}

/// Text that stands in a comment must not end it.
pub(super) fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Bytes as quoted pieces and counted runs of zeros, each after a space.
fn bytes(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let zeros = rest.iter().take_while(|byte| **byte == 0).count();
        if zeros >= LONG_RUN {
            out.push_str(&format!(" zeros {zeros}"));
            rest = &rest[zeros..];
            continue;
        }
        let next_run = rest.windows(LONG_RUN).position(|window| window.iter().all(|byte| *byte == 0));
        let (piece, after) = rest.split_at(next_run.unwrap_or(rest.len()));
        out.push_str(" \"");
        for byte in piece {
            match byte {
                b'"' | b'\\' => out.extend(['\\', *byte as char]),
                b'\n' => out.push_str("\\n"),
                b'\t' => out.push_str("\\t"),
                b' '..=b'~' => out.push(*byte as char),
                _ => out.push_str(&format!("\\x{byte:02x}")),
            }
        }
        out.push('"');
        rest = after;
    }
    out
}

fn type_kind(ty: &Type) -> String {
    match &ty.kind {
        TypeKind::Void => "void".to_string(),
        TypeKind::Base { name, encoding } => format!("base {} {}", quoted(name), encoding.word()),
        TypeKind::Enum { name, values } => {
            let values: Vec<_> =
                values.iter().map(|(name, value)| format!(" {} = {value}", super::name(name))).collect();
            format!("enum{} {{{} }}", tag(name), values.join(","))
        }
        TypeKind::Pointer(target) => format!("pointer #{}", target.0),
        TypeKind::Array { element, count: Some(count) } => format!("array #{} count {count}", element.0),
        TypeKind::Array { element, count: None } => format!("array #{}", element.0),
        TypeKind::Struct(fields) => record("struct", fields),
        TypeKind::Union(fields) => record("union", fields),
        TypeKind::Function { result, params, variadic } => {
            let mut list: Vec<_> = params.iter().map(|param| format!("#{}", param.0)).collect();
            list.extend(variadic.then(|| "...".to_string()));
            format!("function ({}) -> #{}", list.join(", "), result.0)
        }
        TypeKind::Typedef { name, target } => format!("typedef {} #{}", super::name(name), target.0),
        TypeKind::Qualified { qualifier, target } => format!("{} #{}", qualifier.word(), target.0),
    }
}

fn tag(tag: &Option<String>) -> String {
    tag.as_ref().map(|tag| format!(" {}", name(tag))).unwrap_or_default()
}

/// `struct node { +0 #1 data, +8 #2 next, +16.3:2 #1 flags }`: byte and bit offset, width of a bit-field, type,
/// name.
fn record(keyword: &str, record: &Record) -> String {
    let mut out = String::from(if record.complete { "" } else { "opaque " });
    out.push_str(&format!("{keyword}{} {{", tag(&record.name)));
    for (number, field) in record.fields.iter().enumerate() {
        out.push_str(if number == 0 { " +" } else { ", +" });
        out.push_str(&(field.bit_offset / 8).to_string());
        if field.bit_offset % 8 != 0 {
            write!(out, ":{}", field.bit_offset % 8).expect("writing to a string cannot fail");
        }
        if let Some(width) = field.bit_width {
            write!(out, " bits {width}").expect("writing to a string cannot fail");
        }
        write!(out, " #{}{}", field.ty.0, tag(&field.name)).expect("writing to a string cannot fail");
    }
    out.push_str(" }");
    out
}
