//! Subgroups of Z^k by integer matrices: the Hermite normal form tells which vectors lie in one,
//! the Smith normal form what the quotient is.

use crate::{FamilyError, Result};

/// A vector of integers.
pub type Vector = Vec<i64>;

fn checked(value: Option<i64>) -> Result<i64> {
    value.ok_or(FamilyError::TooLarge)
}

/// `v - times * w`.
pub(crate) fn minus(v: &[i64], times: i64, w: &[i64]) -> Result<Vector> {
    v.iter()
        .zip(w)
        .map(|(&v, &w)| checked(w.checked_mul(times).and_then(|product| v.checked_sub(product))))
        .collect()
}

/// A subgroup of Z^k. The first entry of each row that is not 0, its pivot, is positive and stands
/// further to the right than that of the row before; above it stand remainders.
///
/// ```
/// use cg_families::Lattice;
/// let mut lattice = Lattice::new(2);
/// lattice.insert(vec![2, 4])?;
/// lattice.insert(vec![0, 6])?;
/// assert!(lattice.contains(&[4, 2])?);
/// assert_eq!(lattice.quotient()?.orders, [2, 6]);
/// # Ok::<(), cg_families::FamilyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    width: usize,
    /// Sorted by their pivots.
    rows: Vec<Vector>,
}

fn pivot(row: &[i64]) -> Option<usize> {
    row.iter().position(|&entry| entry != 0)
}

impl Lattice {
    /// The subgroup of zero alone.
    pub fn new(width: usize) -> Self {
        Lattice { width, rows: Vec::new() }
    }

    /// The rows of the Hermite normal form.
    pub fn rows(&self) -> &[Vector] {
        &self.rows
    }

    /// The row with this pivot, or where it would stand.
    fn find(&self, column: usize) -> std::result::Result<usize, usize> {
        self.rows.binary_search_by_key(&Some(column), |row| pivot(row))
    }

    /// Adds a vector to the subgroup. Says whether the subgroup became larger.
    ///
    /// # Errors
    /// [`FamilyError::TooLarge`].
    ///
    /// # Panics
    /// When the vector has another length.
    pub fn insert(&mut self, mut vector: Vector) -> Result<bool> {
        assert_eq!(vector.len(), self.width, "all vectors have the same length");
        let mut larger = false;
        while let Some(column) = pivot(&vector) {
            match self.find(column) {
                Err(at) => {
                    if vector[column] < 0 {
                        vector = minus(&vec![0; self.width], 1, &vector)?;
                    }
                    self.rows.insert(at, vector);
                    larger = true;
                    break;
                }
                Ok(at) => {
                    // Euclid's algorithm on the two entries of the column.
                    loop {
                        let times = vector[column].div_euclid(self.rows[at][column]);
                        vector = minus(&vector, times, &self.rows[at])?;
                        if vector[column] == 0 {
                            break;
                        }
                        std::mem::swap(&mut vector, &mut self.rows[at]);
                        larger = true;
                    }
                }
            }
        }
        if larger {
            for at in (0..self.rows.len()).rev() {
                let row = self.rows[at].clone();
                self.rows[at] = self.reduced_from(row, at + 1)?;
            }
        }
        Ok(larger)
    }

    /// Makes the entries at the pivots of all rows from `first` on remainders.
    fn reduced_from(&self, mut vector: Vector, first: usize) -> Result<Vector> {
        for row in &self.rows[first..] {
            let column = pivot(row).expect("no row is zero");
            let times = vector[column].div_euclid(row[column]);
            if times != 0 {
                vector = minus(&vector, times, row)?;
            }
        }
        Ok(vector)
    }

    /// The one vector that stands for all which differ from `vector` by the subgroup.
    ///
    /// # Errors
    /// [`FamilyError::TooLarge`].
    pub fn reduced(&self, vector: &[i64]) -> Result<Vector> {
        self.reduced_from(vector.to_vec(), 0)
    }

    /// Whether a vector lies in the subgroup.
    ///
    /// # Errors
    /// [`FamilyError::TooLarge`].
    pub fn contains(&self, vector: &[i64]) -> Result<bool> {
        Ok(self.reduced(vector)?.iter().all(|&entry| entry == 0))
    }

    /// The order of the quotient, if it is finite and at most `most`.
    pub fn index(&self, most: usize) -> Option<usize> {
        if self.rows.len() < self.width {
            return None;
        }
        let pivots = self.rows.iter().enumerate().map(|(at, row)| usize::try_from(row[at]).ok());
        let index = pivots.into_iter().try_fold(1usize, |all, pivot| all.checked_mul(pivot?));
        index.filter(|&index| index <= most)
    }

    /// One vector of each class of a finite quotient.
    pub fn classes(&self) -> Vec<Vector> {
        let mut all = vec![vec![0; self.width]];
        for (at, row) in self.rows.iter().enumerate().rev() {
            let with = |entry| {
                all.iter().map(move |vector: &Vector| {
                    let mut vector = vector.clone();
                    vector[at] = entry;
                    vector
                })
            };
            all = (0..row[at]).flat_map(with).collect();
        }
        all
    }

    /// The quotient of Z^k by the subgroup, by the Smith normal form.
    ///
    /// # Errors
    /// [`FamilyError::TooLarge`].
    pub fn quotient(&self) -> Result<Quotient> {
        let width = self.width;
        let unit = |at: usize| (0..width).map(|column| i64::from(column == at)).collect();
        let mut rows = self.rows.clone();
        // Columns of the matrix, with the same steps on a unit matrix and the opposite ones on
        // its inverse.
        let mut map: Vec<Vector> = (0..width).map(unit).collect();
        let mut inverse = map.clone();
        let mut at = 0;
        while at < rows.len() {
            // The smallest entry that is left goes to the corner.
            let entries = (at..rows.len()).flat_map(|row| (at..width).map(move |c| (row, c)));
            let least = entries
                .filter(|&(row, column)| rows[row][column] != 0)
                .min_by_key(|&(row, column)| rows[row][column].unsigned_abs());
            let (row, column) = least.expect("the rows are independent");
            rows.swap(at, row);
            for vector in rows.iter_mut().chain(&mut map) {
                vector.swap(at, column);
            }
            inverse.swap(at, column);
            let corner = rows[at][at];
            let mut clean = true;
            for row in at + 1..rows.len() {
                let times = rows[row][at].div_euclid(corner);
                rows[row] = minus(&rows[row], times, &rows[at].clone())?;
                clean &= rows[row][at] == 0;
            }
            for column in at + 1..width {
                let times = rows[at][column].div_euclid(corner);
                if times == 0 {
                    continue;
                }
                for vector in rows.iter_mut().chain(&mut map) {
                    let product = checked(vector[at].checked_mul(times))?;
                    vector[column] = checked(vector[column].checked_sub(product))?;
                }
                inverse[at] = minus(&inverse[at], -times, &inverse[column].clone())?;
                clean &= rows[at][column] == 0;
            }
            if !clean {
                continue;
            }
            // Each order divides the next one.
            let odd = (at + 1..rows.len())
                .find(|&row| rows[row][at + 1..].iter().any(|entry| entry % corner != 0));
            match odd {
                Some(row) => rows[at] = minus(&rows[at], -1, &rows[row].clone())?,
                None => at += 1,
            }
        }
        let orders = rows.iter().enumerate().map(|(at, row)| row[at].abs());
        let skipped = orders.clone().filter(|&order| order == 1).count();
        let orders: Vec<i64> = orders.skip(skipped).collect();
        let map = map.into_iter().map(|row| row[skipped..].to_vec()).collect();
        Ok(Quotient { orders, map, generators: inverse.split_off(skipped) })
    }
}

/// A quotient of Z^k as a sum of cyclic groups: finite ones, then infinite ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// The orders of the finite ones. Each divides the next, and none is 1.
    pub orders: Vec<i64>,
    /// For each unit vector of Z^k its coordinates.
    map: Vec<Vector>,
    /// For each cyclic group a vector that generates it.
    pub generators: Vec<Vector>,
}

impl Quotient {
    /// How many of the groups are infinite.
    pub fn rank(&self) -> usize {
        self.generators.len() - self.orders.len()
    }

    /// The coordinates of a vector in the infinite groups.
    ///
    /// # Errors
    /// [`FamilyError::TooLarge`].
    pub fn free(&self, vector: &[i64]) -> Result<Vector> {
        let mut sum = vec![0; self.rank()];
        for (&entry, row) in vector.iter().zip(&self.map) {
            if entry != 0 {
                sum = minus(&sum, -entry, &row[self.orders.len()..])?;
            }
        }
        Ok(sum)
    }
}

/// The solution x of x M = v over the rationals, for a square matrix M of rank so large as its
/// rows, as numerators over one positive denominator. `None` where the rows depend on each other.
///
/// # Errors
/// [`FamilyError::TooLarge`].
pub(crate) fn solved(matrix: &[Vector], vector: &[i64]) -> Result<Option<(Vector, i64)>> {
    let size = matrix.len();
    // The transposed system with `vector` as its right side, by elimination without fractions.
    let mut rows: Vec<Vec<i128>> = (0..size)
        .map(|column| {
            let left = matrix.iter().map(|row| i128::from(row[column]));
            left.chain([i128::from(vector[column])]).collect()
        })
        .collect();
    for at in 0..size {
        let Some(found) = (at..size).find(|&row| rows[row][at] != 0) else { return Ok(None) };
        rows.swap(at, found);
        for row in (0..size).filter(|&row| row != at) {
            let (own, other) = (rows[row][at], rows[at][at]);
            if own == 0 {
                continue;
            }
            let pivot = rows[at].clone();
            for (entry, above) in rows[row].iter_mut().zip(&pivot) {
                let product = |x: i128, y: i128| x.checked_mul(y).ok_or(FamilyError::TooLarge);
                *entry = product(*entry, other)?
                    .checked_sub(product(*above, own)?)
                    .ok_or(FamilyError::TooLarge)?;
            }
            let common = rows[row].iter().fold(0, |all, &entry| gcd(all, entry));
            if common > 1 {
                rows[row].iter_mut().for_each(|entry| *entry /= common);
            }
        }
    }
    let mut denominator: i128 = 1;
    for (at, row) in rows.iter().enumerate() {
        let part = (row[at] / gcd(row[at], row[size])).abs();
        denominator = (denominator / gcd(denominator, part))
            .checked_mul(part)
            .ok_or(FamilyError::TooLarge)?;
    }
    let numerators = rows.iter().enumerate().map(|(at, row)| {
        let product = row[size].checked_mul(denominator)?;
        i64::try_from(product / row[at]).ok()
    });
    let numerators = numerators.collect::<Option<Vector>>().ok_or(FamilyError::TooLarge)?;
    let denominator = i64::try_from(denominator).map_err(|_| FamilyError::TooLarge)?;
    Ok(Some((numerators, denominator)))
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quotient_is_that_of_the_textbook() {
        let mut lattice = Lattice::new(3);
        for row in [[2, 4, 4], [-6, 6, 12], [10, 4, 16]] {
            lattice.insert(row.to_vec()).unwrap();
        }
        let quotient = lattice.quotient().unwrap();
        assert_eq!(quotient.orders, [2, 2, 156]);
        assert_eq!(quotient.rank(), 0);
        assert_eq!(lattice.index(624), Some(624));
        assert_eq!(lattice.index(623), None);
        assert_eq!(lattice.classes().len(), 624);
    }

    #[test]
    fn random_lattices_keep_their_laws() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..500 {
            let width = random.usize(1..5);
            let mut lattice = Lattice::new(width);
            let mut all = Vec::new();
            for _ in 0..random.usize(0..5) {
                let vector: Vector = (0..width).map(|_| random.i64(-6..7)).collect();
                lattice.insert(vector.clone()).unwrap();
                all.push(vector);
            }
            for vector in &all {
                assert!(lattice.contains(vector).unwrap());
                assert!(!lattice.insert(vector.clone()).unwrap());
            }
            let quotient = lattice.quotient().unwrap();
            assert_eq!(quotient.rank(), width - lattice.rows().len());
            for (at, &order) in quotient.orders.iter().enumerate() {
                let generator = &quotient.generators[at];
                for times in 1..=order {
                    let vector: Vector = generator.iter().map(|entry| entry * times).collect();
                    assert_eq!(lattice.contains(&vector).unwrap(), times == order);
                }
                let next = quotient.orders.get(at + 1);
                assert!(order > 1 && next.is_none_or(|next| next % order == 0));
            }
            // What the free coordinates do not tell apart has finite order.
            let vector: Vector = (0..width).map(|_| random.i64(-6..7)).collect();
            let reduced = lattice.reduced(&vector).unwrap();
            let difference = minus(&vector, 1, &reduced).unwrap();
            assert!(lattice.contains(&difference).unwrap());
            let exponent = quotient.orders.last().copied().unwrap_or(1);
            let multiple: Vector = vector.iter().map(|entry| entry * exponent).collect();
            let is_finite = quotient.free(&vector).unwrap().iter().all(|&entry| entry == 0);
            assert_eq!(lattice.contains(&multiple).unwrap(), is_finite);
        }
    }

    #[test]
    fn systems_are_solved() {
        let matrix = [vec![2, 1], vec![0, 4]];
        assert_eq!(solved(&matrix, &[1, 1]).unwrap(), Some((vec![4, 1], 8)));
        assert_eq!(solved(&[vec![1, 2], vec![2, 4]], &[1, 1]).unwrap(), None);
        assert_eq!(solved(&[], &[]).unwrap(), Some((vec![], 1)));
    }

    #[test]
    fn large_entries_are_refused() {
        let mut lattice = Lattice::new(1);
        lattice.insert(vec![3]).unwrap();
        let mut wide = Lattice::new(2);
        wide.insert(vec![1, i64::MAX]).unwrap();
        assert!(matches!(wide.insert(vec![i64::MAX, 1]), Err(FamilyError::TooLarge)));
    }
}
