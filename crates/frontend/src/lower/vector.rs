//! Vectors: picking and placing elements, and the same bits read as other types.

use super::body::{BodyLowering, Vals, zero};
use super::{Lower, Unsupported};
use crate::llvm::Value;
use ir::{BinaryOp, CastOp, CmpOp, Operand, Scalar};
use smallvec::smallvec;

impl<'m> BodyLowering<'_, 'm> {
    pub(super) fn lower_extract_element(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let vals = self.vals(inst.operand(0))?;
        let index = self.val(inst.operand(1))?;
        if let Operand::Int { value, .. } = index {
            let element = usize::try_from(value).ok().and_then(|index| vals.get(index).copied());
            return Ok(smallvec![match element {
                Some(element) => element,
                None => Operand::Undef(self.scalar_type(inst)?),
            }]);
        }
        // An index out of range gives an undefined value.
        let mut result = Operand::Undef(self.scalar_type(inst)?);
        for (number, element) in vals.into_iter().enumerate().rev() {
            let here = self.is_index(index, number);
            result = self.select(here, element, result);
        }
        Ok(smallvec![result])
    }

    pub(super) fn lower_insert_element(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let mut vals = self.vals(inst.operand(0))?;
        let element = self.val(inst.operand(1))?;
        let index = self.val(inst.operand(2))?;
        match index {
            Operand::Int { value, .. } => {
                if let Some(place) = usize::try_from(value).ok().and_then(|index| vals.get_mut(index)) {
                    *place = element;
                }
            }
            _ => {
                for (number, place) in vals.iter_mut().enumerate() {
                    let here = self.is_index(index, number);
                    *place = self.select(here, element, *place);
                }
            }
        }
        Ok(vals)
    }

    fn is_index(&mut self, index: Operand, number: usize) -> Operand {
        let number = match self.type_of(index) {
            Scalar::Int(bits) => Operand::int(bits, number as u128),
            other => zero(other),
        };
        self.compare(CmpOp::Eq, index, number)
    }

    pub(super) fn lower_shuffle(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let mut vals = self.vals(inst.operand(0))?;
        vals.extend(self.vals(inst.operand(1))?);
        let flat = self.context.flat(inst.ty())?;
        let mask = inst.shuffle_mask();
        let pick = |(source, ty): (Option<usize>, &Scalar)| {
            source.and_then(|source| vals.get(source).copied()).unwrap_or(Operand::Undef(*ty))
        };
        Ok(mask.into_iter().zip(&flat.scalars).map(pick).collect())
    }

    pub(super) fn lower_bitcast(&mut self, inst: Value<'m>) -> Lower<Vals> {
        let from = self.vals(inst.operand(0))?;
        let to = self.context.flat(inst.ty())?;
        self.reinterpret(&from, &to.scalars)
    }

    /// The same bits as scalars of other types, both lists being uniform.
    pub(super) fn reinterpret(&mut self, from: &[Operand], to: &[Scalar]) -> Lower<Vals> {
        let (Some(first), Some(&wanted)) = (from.first(), to.first()) else { return Ok(Vals::new()) };
        let given = self.type_of(*first);
        if from.len() == to.len() {
            return from.iter().map(|value| self.reinterpret_scalar(*value, wanted)).collect();
        }
        let target = self.context.target;
        let (given_bits, wanted_bits) = (given.bits(target), wanted.bits(target));
        let ints: Vals = from
            .iter()
            .map(|value| self.reinterpret_scalar(*value, Scalar::Int(given_bits as u8)))
            .collect::<Lower<_>>()?;
        let mut results = Vals::new();
        for index in 0..to.len() as u32 {
            let bits = match given_bits > wanted_bits {
                true => self.slice(&ints, given_bits, index * wanted_bits, wanted_bits)?,
                false => {
                    let per = (wanted_bits / given_bits) as usize;
                    let start = index as usize * per;
                    let parts = ints.get(start..start + per).filter(|_| wanted_bits % given_bits == 0);
                    let parts = parts.ok_or_else(|| Unsupported::new("a vector cast of uneven widths"))?;
                    self.concat(parts, given_bits as u8, wanted_bits as u8)?
                }
            };
            results.push(self.reinterpret_scalar(bits, wanted)?);
        }
        Ok(results)
    }

    /// Some bits of a list of integers of one width, which must lie inside one of them.
    fn slice(&mut self, ints: &[Operand], width: u32, start: u32, bits: u32) -> Lower<Operand> {
        let (first, last) = (start / width, (start + bits - 1) / width);
        match ints.get(first as usize) {
            Some(int) if first == last => self.bits_at(*int, start % width, bits as u8),
            _ => Err(Unsupported::new("a vector cast of uneven widths")),
        }
    }

    /// One scalar's bits as another type of the same width.
    fn reinterpret_scalar(&mut self, value: Operand, to: Scalar) -> Lower<Operand> {
        let from = self.type_of(value);
        let word = self.context.target.word();
        Ok(match (from, to) {
            _ if from == to => value,
            (Scalar::Ptr, Scalar::Int(_)) if to == word => self.cast(CastOp::PtrToInt, value, to),
            (Scalar::Int(_), Scalar::Ptr) if from == word => self.cast(CastOp::IntToPtr, value, to),
            (Scalar::Int(_), Scalar::Float(_))
            | (Scalar::Float(_), Scalar::Int(_))
            | (Scalar::Float(_), Scalar::Float(_))
                if from.bits(self.context.target) == to.bits(self.context.target) =>
            {
                self.cast(CastOp::Bitcast, value, to)
            }
            _ => return Err(Unsupported::new("a cast between types of different widths")),
        })
    }

    /// `bits` bits of an integer from position `start` on.
    pub(super) fn bits_at(&mut self, value: Operand, start: u32, bits: u8) -> Lower<Operand> {
        let Scalar::Int(width) = self.type_of(value) else {
            return Err(Unsupported::new("the bits of something that is no integer"));
        };
        let shifted = match start {
            0 => value,
            _ => self.binary(BinaryOp::LShr, value, Operand::int(width, u128::from(start))),
        };
        Ok(self.resize(shifted, bits, false))
    }

    /// Integers of `bits` bits each as one of `total` bits, the first one lowest.
    pub(super) fn concat(&mut self, parts: &[Operand], bits: u8, total: u8) -> Lower<Operand> {
        let mut sum: Option<Operand> = None;
        for (index, part) in parts.iter().enumerate() {
            let wide = self.resize(*part, total, false);
            let place = index as u128 * u128::from(bits);
            let placed = match place {
                0 => wide,
                _ => self.binary(BinaryOp::Shl, wide, Operand::int(total, place)),
            };
            sum = Some(match sum {
                Some(sum) => self.binary(BinaryOp::Or, sum, placed),
                None => placed,
            });
        }
        sum.ok_or_else(|| Unsupported::new("an empty vector"))
    }
}
