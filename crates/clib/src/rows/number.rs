//! Numbers: read from text, divided, chosen, sorted; `<math.h>`.

use crate::Assumption::{AtoiCuts, BsearchHalves, QsortMerges, RandomSequence};
use crate::primitive::Math::*;
use crate::primitive::Primitive::{
    Frexp, Frexpf, Frexpl, Modf, Modff, Modfl, Nan, Nanf, Nanl, ParseFloat, Random, SeedRandom,
};
use crate::row::Failure::Null;
use crate::row::{Block, Channel, Row, elements, math, model, object, primitive, string, word};
use ir::FloatKind;

/// The text that a number is read from, and where its end is stored: the address of the text is kept there.
const TEXT: &[Block] = &[string(0)];
const END: &[Block] = &[word(1)];

/// A function that reads a number from a text, and tells its end.
const fn number(name: &'static str) -> Row {
    model(name).reads(TEXT).writes(END).keeps(&[0]).gives_end(0, 1)
}

const fn float(name: &'static str, kind: FloatKind) -> Row {
    primitive(name, ParseFloat(kind)).reads(TEXT).writes(END).keeps(&[0]).gives_end(0, 1).sets_errno()
}

pub const ROWS: &[Row] = &[
    number("strtol").also(&["__isoc99_strtol"]),
    number("strtoul").also(&["__isoc99_strtoul"]),
    number("strtoll").also(&["__isoc99_strtoll"]),
    number("strtoull").also(&["__isoc99_strtoull"]),
    number("strtoimax").also(&["__isoc99_strtoimax"]),
    number("strtoumax").also(&["__isoc99_strtoumax"]),
    // C23 reads binary numbers, too.
    number("__isoc23_strtol"),
    number("__isoc23_strtoul"),
    number("__isoc23_strtoll").also(&["__isoc23_strtoimax"]),
    number("__isoc23_strtoull").also(&["__isoc23_strtoumax"]),
    float("strtod", FloatKind::F64).also(&["__isoc99_strtod", "__isoc23_strtod"]),
    float("strtof", FloatKind::F32).also(&["__isoc99_strtof", "__isoc23_strtof"]),
    float("strtold", FloatKind::X87).also(&["__isoc99_strtold", "__isoc23_strtold"]),
    model("atoi").reads(TEXT).assumes(AtoiCuts),
    model("atol").reads(TEXT).assumes(AtoiCuts),
    model("atoll").reads(TEXT).assumes(AtoiCuts),
    model("atof").reads(TEXT),
    model("abs"),
    model("labs"),
    model("llabs"),
    model("imaxabs"),
    model("div"),
    model("ldiv"),
    model("lldiv").also(&["imaxdiv"]),
    model("ffs"),
    model("ffsl"),
    model("ffsll"),
    primitive("rand", Random).also(&["random"]).consumes(&[Channel::Random]),
    primitive("srand", SeedRandom).also(&["srandom"]),
    model("rand_r").reads(&[object(0, 4, 4)]).writes(&[object(0, 4, 4)]).assumes(RandomSequence),
    model("srand48"),
    model("lrand48"),
    model("mrand48"),
    model("drand48"),
    model("qsort").reads(&[elements(0, 1, 2)]).writes(&[elements(0, 1, 2)]).assumes(QsortMerges),
    model("qsort_r").reads(&[elements(0, 1, 2)]).writes(&[elements(0, 1, 2)]).assumes(QsortMerges),
    model("bsearch").reads(&[elements(1, 2, 3)]).fails(Null).assumes(BsearchHalves),
    // What compilers call for complex numbers and powers.
    model("__divsc3"),
    model("__divdc3"),
    model("__divxc3"),
    model("__mulsc3"),
    model("__muldc3"),
    model("__mulxc3"),
    model("__powisf2"),
    model("__powidf2"),
    model("__powixf2"),
    primitive("frexp", Frexp).writes(&[object(1, 4, 4)]),
    primitive("frexpf", Frexpf).writes(&[object(1, 4, 4)]),
    primitive("frexpl", Frexpl).writes(&[object(1, 4, 4)]),
    primitive("modf", Modf).writes(&[object(1, 8, 8)]),
    primitive("modff", Modff).writes(&[object(1, 4, 4)]),
    primitive("modfl", Modfl).writes(&[object(1, 16, 12)]),
    primitive("nan", Nan).reads(TEXT),
    primitive("nanf", Nanf).reads(TEXT),
    primitive("nanl", Nanl).reads(TEXT),
    math("sin", Sin).sets_errno(),
    math("cos", Cos).sets_errno(),
    math("tan", Tan).sets_errno(),
    math("asin", Asin).sets_errno(),
    math("acos", Acos).sets_errno(),
    math("atan", Atan).sets_errno(),
    math("sinh", Sinh).sets_errno(),
    math("cosh", Cosh).sets_errno(),
    math("tanh", Tanh).sets_errno(),
    math("asinh", Asinh).sets_errno(),
    math("acosh", Acosh).sets_errno(),
    math("atanh", Atanh).sets_errno(),
    math("exp", Exp).sets_errno(),
    math("exp2", Exp2).sets_errno(),
    math("exp10", Exp10).sets_errno(),
    math("expm1", Expm1).sets_errno(),
    math("log", Log).sets_errno(),
    math("log2", Log2).sets_errno(),
    math("log10", Log10).sets_errno(),
    math("log1p", Log1p).sets_errno(),
    math("sqrt", Sqrt).sets_errno(),
    math("cbrt", Cbrt).sets_errno(),
    math("floor", Floor),
    math("ceil", Ceil),
    math("trunc", Trunc),
    math("round", Round),
    math("rint", Rint).also(&["nearbyint", "roundeven"]),
    math("fabs", Fabs),
    math("pow", Pow).sets_errno(),
    math("fmod", Fmod).sets_errno(),
    math("remainder", Remainder).also(&["drem"]).sets_errno(),
    math("atan2", Atan2).sets_errno(),
    math("hypot", Hypot).sets_errno(),
    math("fmin", Fmin),
    math("fmax", Fmax),
    math("fdim", Fdim).sets_errno(),
    math("copysign", Copysign),
    math("nextafter", Nextafter).sets_errno(),
    math("fma", Fma).sets_errno(),
    math("ldexp", Ldexp).also(&["scalbn"]).sets_errno(),
    math("scalbln", Scalbln).sets_errno(),
    math("ilogb", Ilogb).sets_errno(),
    math("logb", Logb).sets_errno(),
    math("lround", Lround).sets_errno(),
    math("llround", Llround).sets_errno(),
    math("lrint", Lrint).sets_errno(),
    math("llrint", Llrint).sets_errno(),
    math("isnan", Isnan).also(&["__isnan"]),
    math("isinf", Isinf).also(&["__isinf"]),
    math("finite", Finite).also(&["__finite"]),
    math("signbit", Signbit).also(&["__signbit"]),
    math("__fpclassify", Classify),
];
