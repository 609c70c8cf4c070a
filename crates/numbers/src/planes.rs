//! The linear equations of some points: what numbers that were seen together have in common.
//!
//! Karr's domain, the affine hull, computed from points: the differences to the first point span the directions in which
//! the hull extends, and each vector that is orthogonal to all of them is an equation (M. Karr, *Affine relationships among
//! variables of a program*, 1976; from models of a formula: Reps, Sagiv and Yorsh, *Symbolic implementation of the best
//! transformer*, 2004). Numbers are whole; equations have no common factor.
//!
//! *Exact* as far as numbers stay within 128 bits; an equation whose numbers do not is left out. So what comes out holds
//! of all points, and nothing else is claimed.

/// An equation of whole numbers: the sum of `coefficients[n]·x[n]` and of the constant is zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plane {
    /// A coefficient for each number.
    pub coefficients: Vec<i128>,
    /// The constant.
    pub constant: i128,
}

impl Plane {
    /// Whether a point lies on it; `None` where numbers are too large.
    pub fn has(&self, point: &[i128]) -> Option<bool> {
        Some(dot(&self.coefficients, point)?.checked_add(self.constant)? == 0)
    }
}

/// Equations that hold of all points, from which all others follow: one for each number that those before it determine.
pub fn planes(points: &[Vec<i128>]) -> Vec<Plane> {
    let Some((origin, others)) = points.split_first() else { return Vec::new() };
    let mut rows: Vec<(usize, Vec<i128>)> = Vec::new();
    for point in others {
        let row = point.iter().zip(origin).map(|(a, b)| a.checked_sub(*b)).collect::<Option<Vec<i128>>>();
        // A direction that is left out would leave equations that do not hold of its point.
        let Some(reduced) = row.and_then(|row| reduce(row, &rows)) else { return Vec::new() };
        let Some(pivot) = reduced.iter().position(|it| *it != 0) else { continue };
        for (_, row) in &mut rows {
            let Some(without) = eliminate(row, &reduced, pivot) else { return Vec::new() };
            *row = without;
        }
        rows.push((pivot, reduced));
    }
    let is_pivot = |column: &usize| rows.iter().any(|(pivot, _)| pivot == column);
    let open = (0..origin.len()).filter(|column| !is_pivot(column));
    open.filter_map(|column| equation(origin, &rows, column)).collect()
}

/// A row without the pivots of others, and without a common factor.
fn reduce(mut row: Vec<i128>, rows: &[(usize, Vec<i128>)]) -> Option<Vec<i128>> {
    for (pivot, other) in rows {
        row = eliminate(&row, other, *pivot)?;
    }
    Some(primitive(row))
}

/// A multiple of a row plus one of another, which has nothing at a place; `None` where numbers are too large.
fn eliminate(row: &[i128], other: &[i128], pivot: usize) -> Option<Vec<i128>> {
    if row[pivot] == 0 {
        return Some(row.to_vec());
    }
    let (own, their) = (other[pivot], row[pivot]);
    let both = row.iter().zip(other);
    let sum =
        both.map(|(a, b)| a.checked_mul(own)?.checked_sub(b.checked_mul(their)?)).collect::<Option<Vec<_>>>();
    Some(primitive(sum?))
}

/// The equation that tells a number by the pivots.
fn equation(origin: &[i128], rows: &[(usize, Vec<i128>)], column: usize) -> Option<Plane> {
    let mut common: i128 = 1;
    for (pivot, row) in rows.iter().filter(|(_, row)| row[column] != 0) {
        let factor = (row[*pivot] / gcd(row[*pivot], row[column])).abs();
        common = (common / gcd(common, factor)).checked_mul(factor)?;
    }
    let mut coefficients = vec![0; origin.len()];
    coefficients[column] = common;
    for (pivot, row) in rows {
        coefficients[*pivot] = row[column].checked_mul(common)?.checked_neg()? / row[*pivot];
    }
    let coefficients = primitive(coefficients);
    let constant = dot(&coefficients, origin)?.checked_neg()?;
    Some(Plane { coefficients, constant })
}

fn dot(one: &[i128], other: &[i128]) -> Option<i128> {
    one.iter().zip(other).try_fold(0i128, |sum, (a, b)| sum.checked_add(a.checked_mul(*b)?))
}

/// A vector divided by the common factor of its numbers.
fn primitive(mut row: Vec<i128>) -> Vec<i128> {
    let common = row.iter().fold(0, |common, it| gcd(common, *it));
    if common > 1 {
        row.iter_mut().for_each(|it| *it /= common);
    }
    row
}

/// The greatest common divisor; zero for two zeros.
fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as i128
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn merged_arrays_have_a_sum() {
        // n, half, i, k, out of states in which out = i + k - half.
        let points = [
            vec![64, 32, 1, 32, 1],
            vec![9, 4, 2, 6, 4],
            vec![10, 5, 0, 7, 2],
            vec![7, 3, 3, 4, 4],
            vec![2, 1, 0, 1, 0],
        ];
        let found = planes(&points);
        assert_eq!(found, [Plane { coefficients: vec![0, 1, -1, -1, 1], constant: 0 }]);
    }

    #[test]
    fn ratios_are_whole() {
        let found = planes(&[vec![0, 1], vec![3, 5], vec![9, 13]]);
        assert_eq!(found, [Plane { coefficients: vec![-4, 3], constant: -3 }]);
    }

    #[test]
    fn a_point_fixes_all_numbers_and_enough_points_fix_none() {
        assert_eq!(planes(&[vec![5, -2]]).len(), 2);
        assert!(planes(&[vec![0, 0], vec![1, 0], vec![0, 1]]).is_empty());
        assert!(planes(&[]).is_empty());
        // Numbers that are too large claim nothing.
        assert!(planes(&[vec![i128::MAX, 0], vec![-2, 1], vec![4, 7]]).is_empty());
    }

    proptest! {
        /// All points lie on all planes, and there is an equation for each dimension that the points do not have.
        #[test]
        fn planes_hold_of_all_points(points in prop::collection::vec(prop::collection::vec(-9i128..9, 4), 1..7)) {
            let found = planes(&points);
            for plane in &found {
                for point in &points {
                    prop_assert_eq!(plane.has(point), Some(true));
                }
                prop_assert!(plane.coefficients.iter().any(|it| *it != 0));
            }
            prop_assert!(found.len() + points.len() > 4);
        }

        /// An equation of all points follows from those that are found: their number does not shrink by points of them.
        #[test]
        fn an_equation_of_all_points_is_found(
            points in prop::collection::vec((-9i128..9, -9i128..9, -9i128..9), 1..9),
            (a, b, c, d) in (-3i128..4, -3i128..4, -3i128..4, -3i128..4),
        ) {
            let points: Vec<Vec<i128>> =
                points.into_iter().map(|(x, y, z)| vec![x, y, z, a * x + b * y + c * z + d]).collect();
            let found = planes(&points);
            prop_assert!(!found.is_empty());
            let more: Vec<Vec<i128>> = points.iter().cloned().chain([points[0].clone()]).collect();
            prop_assert_eq!(planes(&more), found);
        }
    }
}
