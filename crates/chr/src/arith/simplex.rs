//! The general simplex method of Dutertre and de Moura, on exact rationals.
//!
//! Forms that have a bound are rows of a tableau. Values of non-basic columns respect their
//! bounds at all times; a check repairs basic ones by pivoting, or returns the bounds that cannot
//! hold together. Backtracking only relaxes bounds, so neither tableau nor values are undone.
//!
//! Pivoting follows Bland's rule, which terminates. Should a number leave 128 bits, the method
//! gives up for good and says so: that can only lose conflicts.

use super::rational::Rational;
use std::collections::BTreeMap;

/// A row: the basic column as a combination of non-basic ones.
type Row = BTreeMap<u32, Rational>;

/// Which bound of a column takes part in a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Violated {
    pub(crate) column: u32,
    pub(crate) upper: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Feasible,
    Conflict(Vec<Violated>),
    /// Numbers became too large, or the work too long.
    GaveUp,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Simplex {
    /// By column: its row, when basic.
    rows: Vec<Option<Row>>,
    values: Vec<Rational>,
    basic: Vec<u32>,
    known: Vec<bool>,
    pub(crate) gave_up: bool,
    pub(crate) pivots: u64,
}

/// The bounds of a column as the caller sees them.
pub(crate) trait Bounds {
    fn lower(&self, column: u32) -> Option<i64>;
    fn upper(&self, column: u32) -> Option<i64>;
}

const MAX_PIVOTS: u64 = 20_000;

impl Simplex {
    fn grow(&mut self, column: u32) {
        if self.rows.len() <= column as usize {
            self.rows.resize(column as usize + 1, None);
            self.values.resize(column as usize + 1, Rational::ZERO);
            self.known.resize(column as usize + 1, false);
        }
    }

    pub(crate) fn knows(&self, column: u32) -> bool {
        self.known.get(column as usize).copied().unwrap_or(false)
    }

    pub(crate) fn rows(&self) -> usize {
        self.basic.len()
    }

    pub(crate) fn value(&self, column: u32) -> Rational {
        self.values.get(column as usize).copied().unwrap_or(Rational::ZERO)
    }

    pub(crate) fn row(&self, column: u32) -> Option<&Row> {
        self.rows.get(column as usize)?.as_ref()
    }

    pub(crate) fn basic_columns(&self) -> &[u32] {
        &self.basic
    }

    /// Makes a plain variable known.
    pub(crate) fn add_column(&mut self, column: u32) {
        self.grow(column);
        self.known[column as usize] = true;
    }

    /// Adds a form as a new basic column.
    pub(crate) fn add_row(&mut self, column: u32, form: &[(u32, i64)]) {
        self.grow(column);
        if std::mem::replace(&mut self.known[column as usize], true) {
            return;
        }
        for &(member, _) in form {
            self.add_column(member);
        }
        let build = |this: &Simplex| -> Option<(Row, Rational)> {
            let mut row = Row::new();
            let mut value = Rational::ZERO;
            for &(member, a) in form {
                let a = Rational::int(a);
                value = value.add(a.mul(this.values[member as usize])?)?;
                match &this.rows[member as usize] {
                    None => add_to(&mut row, member, a)?,
                    Some(inner) => {
                        for (&c, &b) in inner {
                            add_to(&mut row, c, a.mul(b)?)?;
                        }
                    }
                }
            }
            Some((row, value))
        };
        match build(self) {
            Some((row, value)) => {
                self.rows[column as usize] = Some(row);
                self.values[column as usize] = value;
                self.basic.push(column);
                self.basic.sort_unstable();
            }
            None => self.gave_up = true,
        }
    }

    /// Moves non-basic columns into their bounds, then repairs the basic ones.
    pub(crate) fn check(&mut self, bounds: &impl Bounds, touched: &[u32]) -> Outcome {
        if self.gave_up {
            return Outcome::GaveUp;
        }
        let outcome = self.try_check(bounds, touched);
        outcome.unwrap_or_else(|| {
            self.gave_up = true;
            Outcome::GaveUp
        })
    }

    fn try_check(&mut self, bounds: &impl Bounds, touched: &[u32]) -> Option<Outcome> {
        for &c in touched {
            if self.knows(c)
                && self.rows[c as usize].is_none()
                && let Some(target) = self.violation(bounds, c)?
            {
                self.update(c, target.0)?;
            }
        }
        let start = self.pivots;
        loop {
            let mut leaving = None;
            for i in 0..self.basic.len() {
                let c = self.basic[i];
                if let Some((target, low)) = self.violation(bounds, c)? {
                    leaving = Some((c, target, low));
                    break;
                }
            }
            let Some((c, target, low)) = leaving else { return Some(Outcome::Feasible) };
            let row = self.rows[c as usize].as_ref().expect("basic columns have rows");
            let mut entering = None;
            for (&j, &a) in row {
                // To raise the basic column, raise what has a positive coefficient.
                let raise = (a.sign() > 0) == low;
                let value = self.values[j as usize];
                let free = if raise {
                    bounds.upper(j).is_none_or(|u| value.compare(Rational::int(u)).is_some_and(|o| o.is_lt()))
                } else {
                    bounds.lower(j).is_none_or(|l| value.compare(Rational::int(l)).is_some_and(|o| o.is_gt()))
                };
                if free {
                    entering = Some(j);
                    break;
                }
            }
            let Some(j) = entering else {
                let mut clash = vec![Violated { column: c, upper: !low }];
                for (&j, &a) in row {
                    clash.push(Violated { column: j, upper: (a.sign() > 0) == low });
                }
                return Some(Outcome::Conflict(clash));
            };
            if self.pivots - start > MAX_PIVOTS {
                return Some(Outcome::GaveUp);
            }
            self.pivots += 1;
            self.pivot(c, j, target)?;
        }
    }

    /// The bound that a column violates, and whether it is the lower one. Outer none: overflow.
    #[allow(clippy::option_option)]
    fn violation(&self, bounds: &impl Bounds, c: u32) -> Option<Option<(Rational, bool)>> {
        let value = self.values[c as usize];
        if let Some(l) = bounds.lower(c).map(Rational::int)
            && value.compare(l)?.is_lt()
        {
            return Some(Some((l, true)));
        }
        if let Some(u) = bounds.upper(c).map(Rational::int)
            && value.compare(u)?.is_gt()
        {
            return Some(Some((u, false)));
        }
        Some(None)
    }

    fn update(&mut self, j: u32, target: Rational) -> Option<()> {
        let change = target.sub(self.values[j as usize])?;
        for i in 0..self.basic.len() {
            let c = self.basic[i] as usize;
            if let Some(&a) = self.rows[c].as_ref().and_then(|r| r.get(&j)) {
                self.values[c] = self.values[c].add(a.mul(change)?)?;
            }
        }
        self.values[j as usize] = target;
        Some(())
    }

    /// Exchanges basic `c` with non-basic `j` and gives `c` the value `target`.
    fn pivot(&mut self, c: u32, j: u32, target: Rational) -> Option<()> {
        let mut row = self.rows[c as usize].take().expect("basic columns have rows");
        let a = row.remove(&j).expect("the entering column is in the row");
        let change = target.sub(self.values[c as usize])?.div(a)?;
        let new_value = self.values[j as usize].add(change)?;
        // c = .. + a*j  becomes  j = c/a - ../a
        let inverse = Rational::ONE.div(a)?;
        for b in row.values_mut() {
            *b = b.mul(inverse)?.neg();
        }
        row.insert(c, inverse);
        for i in 0..self.basic.len() {
            let k = self.basic[i] as usize;
            if k == c as usize {
                continue;
            }
            let mut other = self.rows[k].take().expect("basic columns have rows");
            if let Some(b) = other.remove(&j) {
                self.values[k] = self.values[k].add(b.mul(change)?)?;
                for (&m, &d) in &row {
                    add_to(&mut other, m, b.mul(d)?)?;
                }
            }
            self.rows[k] = Some(other);
        }
        self.values[c as usize] = target;
        self.values[j as usize] = new_value;
        self.rows[j as usize] = Some(row);
        let at = self.basic.binary_search(&c).expect("c was basic");
        self.basic.remove(at);
        let at = self.basic.binary_search(&j).unwrap_err();
        self.basic.insert(at, j);
        Some(())
    }
}

fn add_to(row: &mut Row, column: u32, a: Rational) -> Option<()> {
    let sum = row.get(&column).copied().unwrap_or(Rational::ZERO).add(a)?;
    if sum.sign() == 0 {
        row.remove(&column);
    } else {
        row.insert(column, sum);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed(Vec<(Option<i64>, Option<i64>)>);

    impl Bounds for Fixed {
        fn lower(&self, c: u32) -> Option<i64> {
            self.0[c as usize].0
        }
        fn upper(&self, c: u32) -> Option<i64> {
            self.0[c as usize].1
        }
    }

    #[test]
    fn a_feasible_and_an_infeasible_system() {
        // s = x + y, t = x - y
        let mut simplex = Simplex::default();
        simplex.add_row(2, &[(0, 1), (1, 1)]);
        simplex.add_row(3, &[(0, 1), (1, -1)]);
        let open = (None, None);
        let feasible = Fixed(vec![open, open, (Some(4), None), (Some(2), Some(2))]);
        assert_eq!(simplex.check(&feasible, &[2, 3]), Outcome::Feasible);
        assert_eq!(simplex.value(0).sub(simplex.value(1)), Some(Rational::int(2)));
        // x + y >= 4 and x - y >= 2 contradict x <= 2
        let clash = Fixed(vec![(None, Some(2)), open, (Some(4), None), (Some(2), None)]);
        let Outcome::Conflict(bounds) = simplex.check(&clash, &[0, 2, 3]) else { panic!("not detected") };
        assert_eq!(bounds.len(), 3);
    }
}
