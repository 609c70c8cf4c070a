//! Global variables: layout, and initialisers as bytes with addresses in them.

use super::{Lowering, Symbol, is_local, layout, may_be_null};
use crate::llvm::{Type, TypeKind, Value, ValueKind};
use ir::{Global, GlobalId, Init, Loss, Operand, Reloc, Scalar};

/// An initialiser under construction.
struct Image {
    init: Init,
    /// The first part that could not be expressed.
    lost: Option<String>,
}

impl<'m> Lowering<'m> {
    /// Gives a global its id and everything but its initialiser.
    pub(super) fn declare_global(&mut self, global: Value<'m>) {
        let ty = global.value_type();
        let debug = global.global_debug().and_then(|node| node.as_variable());
        let (source_type, span) = match debug {
            Some(variable) => {
                let ty = self.debug.known(variable.ty);
                (ty, self.debug.declaration(variable.file, variable.line))
            }
            None => (None, None),
        };
        let (size, natural) = match ty.is_sized() {
            true => (ty.alloc_size(self.module), ty.abi_align(self.module)),
            // Declared only, with a type that is never completed.
            false => (0, 1),
        };
        let align = match global.align() {
            0 => natural,
            align => align,
        };
        let id = GlobalId::new(self.globals.len());
        let name = global.name().into_owned();
        let constant = global.is_constant_global();
        // Clang keeps constant compound literals apart, but other compilers need not.
        let is_literal = global.is_unnamed() || name.starts_with(".compoundliteral");
        self.globals.push(Global {
            name,
            size,
            align,
            constant,
            local: is_local(global),
            mergeable: constant && is_literal,
            init: None,
            ty: source_type,
            span,
        });
        self.enter_symbol(global, Symbol::Global(id));
    }

    /// Lowers the initialiser, if the global has one.
    pub(super) fn lower_initializer(&mut self, global: Value<'m>) {
        let (Some(value), Some(Symbol::Global(id))) =
            (global.initializer(), self.symbols.get(&global).copied())
        else {
            return;
        };
        let mut image = Image { init: Init::default(), lost: None };
        self.write_constant(&mut image, 0, value);
        let Image { mut init, lost } = image;
        let used = init.bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        init.bytes.truncate(used);
        init.relocs.sort_by_key(|reloc| reloc.offset);
        if let Some(what) = lost {
            let global = &self.globals[id.index()];
            let what = format!("initialiser of `{}`: {what}", global.name);
            self.losses.push(Loss { what, span: global.span });
            // Without a first content any access stops: wrong bytes would be read in silence.
            return;
        }
        self.globals[id.index()].init = Some(init);
    }

    fn write_constant(&mut self, image: &mut Image, offset: u64, value: Value<'m>) {
        use ValueKind::*;
        let ty = value.ty();
        match value.kind() {
            // Bytes are zero until written; undefined parts may as well be.
            LLVMConstantAggregateZeroValueKind
            | LLVMConstantPointerNullValueKind
            | LLVMUndefValueValueKind
            | LLVMPoisonValueKind => {}
            LLVMConstantIntValueKind => {
                let bits = ty.int_bits();
                match bits <= 128 {
                    true => image.write(offset, value.int_value(), bits.div_ceil(8) as usize),
                    false => image.lose(format!("an integer of {bits} bits")),
                }
            }
            LLVMConstantFPValueKind => match layout::scalar(ty) {
                Ok(Scalar::Float(kind)) => image.write(offset, value.float_bits(), kind.bits() as usize / 8),
                _ => image.lose("a floating-point number of unknown format".to_string()),
            },
            LLVMConstantDataArrayValueKind | LLVMConstantDataVectorValueKind => {
                image.write_bytes(offset, value.data_bytes());
            }
            LLVMConstantArrayValueKind | LLVMConstantVectorValueKind => {
                let (element, count) = ty.sequence();
                let stride = self.stride(ty, element);
                for index in 0..count {
                    match (stride, value.element(index as u32)) {
                        (Some(stride), Some(item)) => {
                            self.write_constant(image, offset + index * stride, item);
                        }
                        _ => image.lose("a packed vector".to_string()),
                    }
                }
            }
            LLVMConstantStructValueKind => {
                for index in 0..ty.fields().len() as u32 {
                    if let Some(item) = value.element(index) {
                        self.write_constant(image, offset + ty.field_offset(self.module, index), item);
                    }
                }
            }
            _ => self.write_address(image, offset, value),
        }
    }

    /// The bytes between the elements of an array or vector constant; none for vectors packed by bits.
    fn stride(&self, ty: Type<'m>, element: Type<'m>) -> Option<u64> {
        let size = element.alloc_size(self.module);
        match (ty.kind(), layout::scalar(element)) {
            (TypeKind::LLVMVectorTypeKind, Ok(scalar)) => {
                let bits = u64::from(scalar.bits(self.target));
                (bits % 8 == 0).then_some(bits / 8)
            }
            _ => Some(size),
        }
    }

    fn write_address(&mut self, image: &mut Image, offset: u64, value: Value<'m>) {
        let pointer_bytes = u64::from(self.target.pointer_bytes);
        let size = match layout::scalar(value.ty()) {
            Ok(scalar) => u64::from(scalar.bytes(self.target)),
            Err(unsupported) => return image.lose(unsupported.what),
        };
        let Some(folded) = self.fold(value) else {
            let weak = self.weak_symbol_in(value).map(|symbol| may_be_null(&symbol.name()));
            return image
                .lose(weak.unwrap_or_else(|| "a constant expression that is no address".to_string()));
        };
        match folded.base {
            None => image.write(offset, folded.offset as u128, size as usize),
            Some(_) if size != pointer_bytes => image.lose("a part of an address".to_string()),
            Some(_) => match folded.pointer() {
                Some(target @ (Operand::Global { .. } | Operand::Func(_) | Operand::Block(..))) => {
                    image.init.relocs.push(Reloc { offset, target });
                }
                _ => image.lose("an address inside a function".to_string()),
            },
        }
    }
}

impl Image {
    fn write(&mut self, offset: u64, value: u128, count: usize) {
        self.write_bytes(offset, &value.to_le_bytes()[..count.min(16)]);
    }

    fn write_bytes(&mut self, offset: u64, bytes: &[u8]) {
        // Zeros need no room: a huge array that is zero but for its start stays small.
        let Some(last) = bytes.iter().rposition(|byte| *byte != 0) else { return };
        let (start, bytes) = (offset as usize, &bytes[..=last]);
        let end = start + bytes.len();
        if self.init.bytes.len() < end {
            self.init.bytes.resize(end, 0);
        }
        self.init.bytes[start..end].copy_from_slice(bytes);
    }

    fn lose(&mut self, what: String) {
        self.lost.get_or_insert(what);
    }
}
