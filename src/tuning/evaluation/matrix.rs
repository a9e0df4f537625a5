//! Symmetric matrices, with the operations that tuning needs.

use std::ops::{Index, IndexMut};

use super::probe::in_parts;

/// Number of table rows multiplied at a time: with a few hundred columns they
/// fit in the cache.
const BLOCK: usize = 1024;

/// A square matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix {
            size,
            cells: vec![0.0; size * size],
        }
    }

    pub(crate) fn add_to_diagonal(&mut self, value: f64) {
        for n in 0..self.size {
            self[(n, n)] += value;
        }
    }

    /// The product of the transposed table with itself. `fill` gives rows of a
    /// column, starting from a row number. Each cell is summed in row order, so
    /// the result does not depend on the number of threads.
    pub(crate) fn gram(
        columns: usize,
        rows: usize,
        threads: usize,
        fill: impl Fn(usize, usize, &mut [f32]) + Sync,
    ) -> Matrix {
        let mut matrix = Matrix::zero(columns);
        // Lines grow longer, so the threads take them in turn.
        let lines = in_parts(threads, threads, |own| {
            own.flat_map(|first| lines(first, threads, columns, rows, &fill))
                .collect()
        });
        for (row, line) in lines {
            for (column, sum) in line.into_iter().enumerate() {
                matrix[(row, column)] = sum;
                matrix[(column, row)] = sum;
            }
        }
        matrix
    }

    /// The Cholesky factor, a lower triangular matrix, if there is one.
    pub(crate) fn cholesky(&self) -> Option<Cholesky> {
        let mut root = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = (0..column)
                    .map(|n| root[(row, n)] * root[(column, n)])
                    .sum();
                let rest = self[(row, column)] - known;
                if row != column {
                    root[(row, column)] = rest / root[(column, column)];
                } else if rest > 0.0 {
                    root[(row, row)] = rest.sqrt();
                } else {
                    return None;
                }
            }
        }
        Some(Cholesky(root))
    }

    /// The product of `left`, this matrix and `right`.
    pub(super) fn between(&self, left: &[f64], right: &[f64]) -> f64 {
        let rows = self.cells.chunks_exact(self.size.max(1)).zip(left);
        rows.map(|(row, left)| left * dot(row, right)).sum()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A Cholesky factor, for solving equations.
pub(super) struct Cholesky(Matrix);

impl Cholesky {
    /// The solution x of (matrix) x = `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let root = &self.0;
        let mut solution = right.to_vec();
        for row in 0..root.size {
            let known: f64 = (0..row).map(|n| root[(row, n)] * solution[n]).sum();
            solution[row] = (solution[row] - known) / root[(row, row)];
        }
        for row in (0..root.size).rev() {
            let known: f64 = (row + 1..root.size)
                .map(|n| root[(n, row)] * solution[n])
                .sum();
            solution[row] = (solution[row] - known) / root[(row, row)];
        }
        solution
    }

    /// The product of the inverse, `middle` and the inverse.
    pub(crate) fn sandwich(&self, middle: &Matrix) -> Matrix {
        // The solution for a row of `middle` is a column of the half product.
        let half: Vec<Vec<f64>> = middle
            .cells
            .chunks_exact(middle.size.max(1))
            .map(|row| self.solve(row))
            .collect();
        let mut product = Matrix::zero(middle.size);
        for n in 0..middle.size {
            let row: Vec<f64> = half.iter().map(|column| column[n]).collect();
            for (m, cell) in self.solve(&row).into_iter().enumerate() {
                product[(n, m)] = cell;
            }
        }
        product
    }
}

/// Every `step`th line of the lower half of a product, starting at `first`.
fn lines(
    first: usize,
    step: usize,
    columns: usize,
    rows: usize,
    fill: &impl Fn(usize, usize, &mut [f32]),
) -> Vec<(usize, Vec<f64>)> {
    let own = (first..columns).step_by(step);
    let mut lines: Vec<(usize, Vec<f64>)> = own.map(|row| (row, vec![0.0; row + 1])).collect();
    let mut block = vec![0.0; columns * BLOCK];
    for start in (0..rows).step_by(BLOCK) {
        let count = BLOCK.min(rows - start);
        for (column, cells) in block.chunks_exact_mut(BLOCK).enumerate() {
            fill(column, start, &mut cells[..count]);
            cells[count..].fill(0.0);
        }
        for (row, line) in &mut lines {
            let own = &block[*row * BLOCK..][..BLOCK];
            for (sum, other) in line.iter_mut().zip(block.chunks_exact(BLOCK)) {
                *sum += f64::from(block_dot(own, other));
            }
        }
    }
    lines
}

/// The product of two columns of a block, with several partial sums so that the
/// compiler can use SIMD.
fn block_dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Matrix {
        let table = [
            [2.0, 1.0, 0.0],
            [0.0, 3.0, 1.0],
            [1.0, 0.0, 4.0],
            [1.0, 1.0, 1.0],
        ];
        Matrix::gram(3, 4, 2, |column, start, cells| {
            for (cell, row) in cells.iter_mut().zip(&table[start..]) {
                *cell = row[column];
            }
        })
    }

    #[test]
    fn the_product_of_a_table_with_itself() {
        let matrix = example();
        assert_eq!(
            matrix.cells,
            [6.0, 3.0, 5.0, 3.0, 11.0, 4.0, 5.0, 4.0, 18.0]
        );
    }

    #[test]
    fn equations_are_solved_and_matrices_inverted() {
        let matrix = example();
        let taken_apart = matrix.cholesky().unwrap();
        let solution = taken_apart.solve(&[1.0, 2.0, 3.0]);
        for (row, expected) in matrix.cells.chunks_exact(3).zip([1.0, 2.0, 3.0]) {
            assert!((dot(row, &solution) - expected).abs() < 1e-12);
        }
        // Between two of its inverses a matrix becomes its inverse.
        let inverse = taken_apart.sandwich(&matrix);
        for n in 0..3 {
            let unit: Vec<f64> = (0..3).map(|m| f64::from(u8::from(m == n))).collect();
            for (m, cell) in taken_apart.solve(&unit).into_iter().enumerate() {
                assert!((inverse[(n, m)] - cell).abs() < 1e-12);
            }
        }
        assert!(Matrix::zero(2).cholesky().is_none());
    }
}
