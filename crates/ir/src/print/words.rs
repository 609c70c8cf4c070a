//! The words of the text form: one table per enum, read by the printer and by the parser.

use crate::types::{Encoding, Qualifier};
use crate::{BinaryOp, CastOp, CmpOp, FCmpOp, FloatKind, Intrinsic};

/// A thing that one word of the text form stands for.
pub(crate) trait Word: Sized + Copy + 'static {
    /// All of them with their words.
    const WORDS: &'static [(Self, &'static str)];

    /// The thing that `word` stands for.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(_, other)| *other == word).map(|(thing, _)| *thing)
    }

    /// The word for this thing.
    fn word(self) -> &'static str;
}

/// Implements `Word` for an enum; a variant without a word is a compile error.
macro_rules! words {
    ($type:ident { $($variant:ident $word:literal,)* }) => {
        impl Word for $type {
            const WORDS: &'static [($type, &'static str)] = &[$(($type::$variant, $word),)*];

            fn word(self) -> &'static str {
                match self {
                    $($type::$variant => $word,)*
                }
            }
        }
    };
}

words! { BinaryOp {
    Add "add", Sub "sub", Mul "mul", UDiv "udiv", SDiv "sdiv", URem "urem", SRem "srem", Shl "shl", LShr "lshr",
    AShr "ashr", And "and", Or "or", Xor "xor", FAdd "fadd", FSub "fsub", FMul "fmul", FDiv "fdiv", FRem "frem",
} }

words! { CmpOp {
    Eq "eq", Ne "ne", Ult "ult", Ule "ule", Ugt "ugt", Uge "uge", Slt "slt", Sle "sle", Sgt "sgt", Sge "sge",
} }

words! { FCmpOp {
    False "false", Oeq "oeq", Ogt "ogt", Oge "oge", Olt "olt", Ole "ole", One "one", Ord "ord", Uno "uno",
    Ueq "ueq", Ugt "ugt", Uge "uge", Ult "ult", Ule "ule", Une "une", True "true",
} }

words! { CastOp {
    Trunc "trunc", ZExt "zext", SExt "sext", FpTrunc "fptrunc", FpExt "fpext", FpToUi "fptoui",
    FpToSi "fptosi", UiToFp "uitofp", SiToFp "sitofp", PtrToInt "ptrtoint", IntToPtr "inttoptr",
    Bitcast "bitcast",
} }

words! { Intrinsic {
    Ctlz "ctlz", Cttz "cttz", Ctpop "ctpop", Bswap "bswap", BitReverse "bitreverse", Abs "abs", SMin "smin",
    SMax "smax", UMin "umin", UMax "umax", FunnelShl "fshl", FunnelShr "fshr",
    SAddOverflows "sadd_overflows", UAddOverflows "uadd_overflows", SSubOverflows "ssub_overflows",
    USubOverflows "usub_overflows", SMulOverflows "smul_overflows", UMulOverflows "umul_overflows",
    SAddSat "sadd_sat", UAddSat "uadd_sat", SSubSat "ssub_sat", USubSat "usub_sat", FNeg "fneg", FAbs "fabs",
    CopySign "copysign", Sqrt "sqrt", Floor "floor", Ceil "ceil", Truncate "truncate",
    RoundEven "roundeven", Round "round", Fma "fma", FMin "fmin", FMax "fmax", IsFpClass "is_fpclass",
} }

words! { FloatKind {
    F16 "f16", BF16 "bf16", F32 "f32", F64 "f64", X87 "x87", F128 "f128",
} }

words! { Encoding {
    Bool "bool", Signed "signed", Unsigned "unsigned", SignedChar "signed_char",
    UnsignedChar "unsigned_char", Float "float", Complex "complex",
} }

words! { Qualifier {
    Const "const", Volatile "volatile", Restrict "restrict", Atomic "atomic",
} }

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// An instruction is recognised by its first word, so no two operations may share one.
    #[test]
    fn operations_have_different_words() {
        let mut seen = HashSet::new();
        let words = BinaryOp::WORDS.iter().map(|entry| entry.1);
        let words = words.chain(CastOp::WORDS.iter().map(|entry| entry.1));
        let words = words.chain(Intrinsic::WORDS.iter().map(|entry| entry.1));
        let others =
            ["alloca", "scope_begin", "scope_end", "stacksave", "stackrestore", "end", "load", "store"];
        let more =
            ["memcpy", "memmove", "memset", "ptradd", "cmp", "fcmp", "select", "phi", "call", "va_start"];
        for word in words.chain(others).chain(more).chain(["va_end", "va_copy", "trap", "unsupported"]) {
            assert!(seen.insert(word), "`{word}` stands for two operations");
        }
    }
}
