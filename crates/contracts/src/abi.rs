//! Structs by value: which parameters of the compiled function hold which parameters of the source.
//!
//! On 64-bit x86 a struct of at most sixteen bytes is passed and returned in pieces of eight bytes, each a scalar; a larger
//! one is passed as a pointer to a copy that belongs to the callee. A larger one that is returned is written through a
//! pointer that comes before all parameters of the source (`sret`): to the function it is a new object, and no pointer that
//! it is given leads there.

use crate::types::Ty;
use crate::world::{Ptr, Val};
use ir::types::TypeKind;
use ir::{FuncId, Program, Scalar};
use logic::TermStore;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The largest struct that is passed in pieces, and the size of a piece.
const LARGEST: u64 = 16;
const PIECE: u64 = 8;

/// Where a parameter of the source is.
enum Place {
    /// In a parameter of the compiled function.
    Scalar(usize),
    /// In some of them, from the first on; with how many bytes the struct has.
    Pieces(usize, u64),
    /// Where one of them points to.
    Memory(usize),
}

/// A struct that is passed or returned by value.
#[derive(Clone, PartialEq, Debug)]
pub enum Aggregate {
    /// Its pieces of eight bytes.
    Pieces(Vec<Val>),
    /// Where it lies when the function begins.
    Memory(Ptr),
    /// Where it lies when the function returns.
    Returned(Ptr),
}

/// What a function is given, as the source has it.
#[derive(Clone, Default, Debug)]
pub struct Given {
    /// The parameters by number; of a struct its first piece.
    pub params: Rc<Vec<Val>>,
    /// The parameters that are structs.
    pub structs: Rc<BTreeMap<usize, Aggregate>>,
}

/// The parameters of a function as the source has them; none where that is not known.
pub fn given(program: &Program, id: FuncId, arguments: &[Val]) -> Option<Given> {
    let (mut params, mut structs) = (Vec::new(), BTreeMap::new());
    for (number, place) in places(program, id)?.into_iter().enumerate() {
        let first = match place {
            Place::Scalar(index) => *arguments.get(index)?,
            Place::Pieces(first, size) => {
                let pieces = arguments.get(first..first + size.div_ceil(PIECE) as usize)?;
                structs.insert(number, Aggregate::Pieces(pieces.to_vec()));
                *pieces.first()?
            }
            Place::Memory(index) => {
                let value = *arguments.get(index)?;
                let Val::Ptr(at) = value else { return None };
                structs.insert(number, Aggregate::Memory(at));
                value
            }
        };
        params.push(first);
    }
    Some(Given { params: Rc::new(params), structs: Rc::new(structs) })
}

/// A scalar in a struct that is passed in pieces; none where it is no part of a single one.
pub fn part_of(t: &mut TermStore, pieces: &[Val], off: u64, size: u64) -> Option<Val> {
    let (low, bits) = ((off % PIECE) as u32 * 8, size as u32 * 8);
    match *pieces.get((off / PIECE) as usize)? {
        Val::Ptr(ptr) => (low == 0 && size == PIECE).then_some(Val::Ptr(ptr)),
        Val::Int(piece, from) if low + bits <= t.width(piece) => {
            Some(Val::Int(t.extract(piece, low, bits), from.filter(|_| bits == t.width(piece))))
        }
        Val::Int(..) => None,
    }
}

/// Whether it is known where the parameters and the result of a function are.
pub fn is_known(program: &Program, id: FuncId) -> bool {
    places(program, id).is_some() && returns_known(program, id)
}

/// The size of the memory that the first parameter points to, where a function writes its result there.
pub fn returned_in_memory(program: &Program, id: FuncId) -> Option<u64> {
    let function = program.function(id);
    let (_, result) = signature(program, id)?;
    let first = function.params.first()?;
    let is_pointer = first.ty == Scalar::Ptr && first.by_value.is_none();
    let size = result.size(program).filter(|size| *size > 0)?;
    (matches!(result, Ty::Record(_)) && function.results.is_empty() && is_pointer).then_some(size)
}

/// The types of a function's parameters, as the source has them, with those that are function types with a contract.
pub fn function_params(program: &Program, id: FuncId) -> Vec<(usize, FuncId)> {
    let types = signature(program, id).map(|(params, _)| params).unwrap_or_default();
    let named = types.iter().enumerate().filter_map(|(number, ty)| match ty.pointee() {
        Some(Ty::Function(Some(ty))) => Some((number, *ty)),
        _ => None,
    });
    named.collect()
}

/// Whether the source has the result of a function as a struct.
pub fn returns_struct(program: &Program, id: FuncId) -> bool {
    signature(program, id).is_some_and(|(_, result)| matches!(result, Ty::Record(_)))
}

fn returns_known(program: &Program, id: FuncId) -> bool {
    let count = program.function(id).results.len();
    if returned_in_memory(program, id).is_some() {
        return true;
    }
    match signature(program, id) {
        Some((_, result @ Ty::Record(_))) => result
            .size(program)
            .is_some_and(|size| size <= LARGEST && size.div_ceil(PIECE) == count as u64 && is_wide(program)),
        Some(_) => count <= 1,
        None => false,
    }
}

fn is_wide(program: &Program) -> bool {
    u64::from(program.target.pointer_bytes) == PIECE
}

fn signature(program: &Program, id: FuncId) -> Option<(Vec<Ty>, Ty)> {
    match &program.types.get(program.types.strip(program.function(id).ty?)).kind {
        TypeKind::Function { result, params, .. } => {
            let params = params.iter().map(|param| Ty::of(program, *param)).collect();
            Some((params, Ty::of(program, *result)))
        }
        _ => None,
    }
}

fn places(program: &Program, id: FuncId) -> Option<Vec<Place>> {
    let function = program.function(id);
    let mut next = usize::from(returned_in_memory(program, id).is_some());
    let mut places = Vec::new();
    for ty in signature(program, id)?.0 {
        let by_value = function.params.get(next)?.by_value;
        let place = match (&ty, by_value) {
            (Ty::Record(_), Some((size, _))) if ty.size(program) == Some(size) => Place::Memory(next),
            (Ty::Record(_), None) => {
                let size = ty.size(program)?;
                if size == 0 || size > LARGEST || !is_wide(program) {
                    return None;
                }
                Place::Pieces(next, size)
            }
            (_, None) => Place::Scalar(next),
            (_, Some(_)) => return None,
        };
        next += match place {
            Place::Pieces(_, size) => size.div_ceil(PIECE) as usize,
            _ => 1,
        };
        places.push(place);
    }
    // Of structs in pieces no piece is a pointer to a copy.
    let mut pieces = places.iter().flat_map(|place| match place {
        Place::Pieces(first, size) => *first..*first + size.div_ceil(PIECE) as usize,
        _ => 0..0,
    });
    let fits = pieces.all(|index| function.params.get(index).is_some_and(|it| it.by_value.is_none()));
    (fits && next == function.params.len()).then_some(places)
}
