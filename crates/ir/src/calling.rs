//! The calling convention: which argument reaches which parameter.
//!
//! Arguments that are not what the callee expects (a call through a pointer of another type, a function declared without
//! prototype) travel as on the machine: on 64 bits, integers and floats in registers of their own, so that each parameter
//! takes the next argument of its class; on 32 bits, all in order on the stack. Parameters without an argument are
//! undefined; arguments that no parameter takes are the variadic ones, or ignored.

use crate::{FloatKind, Param, Scalar, Target};

/// The kinds of registers that arguments travel in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Integer,
    Float,
    Memory,
}

fn class(ty: Scalar, by_value: Option<(u64, u64)>) -> Class {
    match ty {
        _ if by_value.is_some() => Class::Memory,
        Scalar::Int(_) | Scalar::Ptr => Class::Integer,
        Scalar::Float(FloatKind::X87) => Class::Memory,
        Scalar::Float(_) => Class::Float,
    }
}

/// The argument that each parameter takes, by number. Arguments are told by their types, as if they were parameters.
pub fn taken(params: &[Param], args: &[Param], target: Target) -> Vec<Option<usize>> {
    let is_taken_by = |param: &Param, arg: &Param| {
        class(param.ty, param.by_value) == class(arg.ty, arg.by_value.or(param.by_value))
    };
    let in_order =
        params.len() <= args.len() && params.iter().zip(args).all(|(param, arg)| is_taken_by(param, arg));
    if in_order || target.pointer_bytes == 4 {
        return (0..params.len()).map(|number| (number < args.len()).then_some(number)).collect();
    }
    let mut is_free = vec![true; args.len()];
    let take = |param: &Param| {
        let next = (0..args.len()).find(|index| is_free[*index] && is_taken_by(param, &args[*index]));
        if let Some(index) = next {
            is_free[index] = false;
        }
        next
    };
    params.iter().map(take).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: Param = Param { ty: Scalar::Int(32), by_value: None };
    const DOUBLE: Param = Param { ty: Scalar::Float(FloatKind::F64), by_value: None };
    const STRUCT: Param = Param { ty: Scalar::Ptr, by_value: Some((24, 8)) };

    #[test]
    fn what_is_expected_is_taken_in_order() {
        for target in [Target::BITS64, Target::BITS32] {
            assert_eq!(taken(&[INT, DOUBLE], &[INT, DOUBLE, INT], target), [Some(0), Some(1)]);
        }
    }

    #[test]
    fn classes_have_registers_of_their_own() {
        assert_eq!(taken(&[INT, DOUBLE], &[DOUBLE, INT], Target::BITS64), [Some(1), Some(0)]);
        assert_eq!(taken(&[INT, DOUBLE], &[DOUBLE, INT], Target::BITS32), [Some(0), Some(1)]);
        assert_eq!(taken(&[DOUBLE, DOUBLE], &[INT, DOUBLE], Target::BITS64), [Some(1), None]);
        assert_eq!(taken(&[STRUCT, INT], &[INT, STRUCT], Target::BITS64), [Some(0), None]);
    }
}
