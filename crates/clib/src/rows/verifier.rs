//! What programs ask of a verifier, and what models ask of the engines.

use crate::primitive::Primitive::*;
use crate::row::{Channel, Row, bytes, primitive, string};

pub const ROWS: &[Row] = &[
    primitive("__VERIFIER_assume", Assume).also(&["__CPROVER_assume"]).may_end(),
    primitive("__VERIFIER_error", ReachError).also(&["reach_error", "___sl_error"]).never_returns(),
    // Without its header `assert` is a function, too.
    primitive("__VERIFIER_assert", VerifierAssert).also(&["__CPROVER_assert", "assert"]).may_end(),
    primitive("__VERIFIER_plot", Plot).also(&[
        "___sl_plot",
        "___sl_plot_by_ptr",
        "___sl_plot_trace_now",
        "___sl_plot_trace_once",
        "___sl_enable_debugging_of",
        "___sl_break",
    ]),
    primitive("__heapproof_unsupported", Unsupported).reads(&[string(0)]).never_returns(),
    primitive("__heapproof_undefined", Undefined).reads(&[string(0)]).never_returns(),
    primitive("__heapproof_readable", Readable).reads(&[bytes(0, 1)]),
    primitive("__heapproof_length", Length),
    primitive("__heapproof_is_plain", IsPlain),
    primitive("__heapproof_is_many", IsMany),
    primitive("__heapproof_is_known", IsKnown),
    primitive("__heapproof_shuffled", Shuffled).writes(&[bytes(0, 1)]),
    primitive("__heapproof_any", Nondet(ir::Scalar::Int(64))),
    primitive("__heapproof_system", System).consumes(&[Channel::System]),
    primitive("__heapproof_received", Received).writes(&[bytes(0, 1)]).consumes(&[Channel::System]),
    primitive("__heapproof_is_standard", IsStandard),
    primitive("__heapproof_apart", Apart).reads(&[bytes(0, 1), bytes(2, 3)]),
];
