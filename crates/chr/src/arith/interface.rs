//! Splitting on equalities that other theories wait for.
//!
//! Heaps and rules match addresses modulo equality. When an address is only known to lie in a
//! range, as in `p + i` with `0 <= i < 4` against `p + 2`, neither equality nor disequality
//! follows, and nothing would ever look at the cases. So once everything else is settled, pairs of
//! addresses whose difference is confined to a finite range that contains zero are decided.
//! Addresses with unrelated bases are left alone: their difference is unbounded, and they can
//! always be chosen apart.

use super::Arith;
use crate::core::Core;
use crate::linear::Poly;
use crate::normal::Made;
use crate::sat::lit::Lit;
use crate::term::TermId;
use std::collections::BTreeMap;

/// An address with the least and the greatest value of its confined part.
type Confined = (TermId, i128, i128);

impl Arith {
    /// A literal to decide: the equality of two of the addresses.
    pub(crate) fn interface_split(&self, core: &mut Core, addresses: &[TermId]) -> Option<Lit> {
        if !self.linear {
            return None;
        }
        // Group by what is not confined: only there can differences be finite.
        let mut groups: BTreeMap<Vec<(TermId, i128)>, Vec<Confined>> = BTreeMap::new();
        for &t in addresses {
            let p = Poly::term(core, t);
            let (mut open, mut least, mut most) = (Vec::new(), p.constant, p.constant);
            for (&x, &a) in &p.coefficients {
                match self.range(x) {
                    Some((l, u)) => {
                        let (l, u) = (a * i128::from(l), a * i128::from(u));
                        least += l.min(u);
                        most += l.max(u);
                    }
                    None => open.push((x, a)),
                }
            }
            groups.entry(open).or_default().push((t, least, most));
        }
        for group in groups.into_values() {
            for (i, &(a, a_least, a_most)) in group.iter().enumerate() {
                for &(b, b_least, b_most) in &group[i + 1..] {
                    if a_most < b_least || b_most < a_least {
                        continue;
                    }
                    if let Made::Lit(l) = core.equality(a, b)
                        && core.sat.value(l).is_none()
                    {
                        return Some(l);
                    }
                }
            }
        }
        None
    }

    fn range(&self, t: TermId) -> Option<(i64, i64)> {
        let info = &self.info[self.of_term.get(&t)?.index()];
        Some((info.lower?.value, info.upper?.value))
    }
}
