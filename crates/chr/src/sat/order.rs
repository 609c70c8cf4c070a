//! Variables ordered by activity: a binary heap with positions, so that bumping is logarithmic.

use super::lit::Var;

/// A max-heap of variables; the activities live with the solver and are passed in.
#[derive(Clone, Default, Debug)]
pub(crate) struct Order {
    heap: Vec<Var>,
    /// Position in `heap` plus one; zero when absent.
    position: Vec<u32>,
}

impl Order {
    pub(crate) fn grow(&mut self) {
        self.position.push(0);
    }

    fn contains(&self, v: Var) -> bool {
        self.position[v.index()] != 0
    }

    pub(crate) fn insert(&mut self, v: Var, activity: &[f64]) {
        if !self.contains(v) {
            self.heap.push(v);
            self.position[v.index()] = self.heap.len() as u32;
            self.up(self.heap.len() - 1, activity);
        }
    }

    pub(crate) fn bumped(&mut self, v: Var, activity: &[f64]) {
        if self.contains(v) {
            self.up(self.position[v.index()] as usize - 1, activity);
        }
    }

    pub(crate) fn pop(&mut self, activity: &[f64]) -> Option<Var> {
        let top = *self.heap.first()?;
        self.position[top.index()] = 0;
        let last = self.heap.pop().expect("the heap was not empty");
        if last != top {
            self.place(0, last);
            self.down(0, activity);
        }
        Some(top)
    }

    fn place(&mut self, at: usize, v: Var) {
        self.heap[at] = v;
        self.position[v.index()] = at as u32 + 1;
    }

    fn up(&mut self, mut at: usize, activity: &[f64]) {
        let v = self.heap[at];
        while at > 0 {
            let above = (at - 1) / 2;
            if !before(v, self.heap[above], activity) {
                break;
            }
            self.place(at, self.heap[above]);
            at = above;
        }
        self.place(at, v);
    }

    fn down(&mut self, mut at: usize, activity: &[f64]) {
        let v = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && before(self.heap[child + 1], self.heap[child], activity) {
                child += 1;
            }
            if !before(self.heap[child], v, activity) {
                break;
            }
            self.place(at, self.heap[child]);
            at = child;
        }
        self.place(at, v);
    }
}

/// Higher activity first; ties go to the older variable, which keeps runs reproducible.
fn before(a: Var, b: Var, activity: &[f64]) -> bool {
    let (x, y) = (activity[a.index()], activity[b.index()]);
    x > y || x == y && a < b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pops_by_activity_then_age() {
        let activity = [1.0, 5.0, 5.0, 0.5];
        let mut order = Order::default();
        for i in 0..4 {
            order.grow();
            order.insert(Var(i), &activity);
        }
        let popped: Vec<u32> = std::iter::from_fn(|| order.pop(&activity)).map(|v| v.0).collect();
        assert_eq!(popped, [1, 2, 0, 3]);
    }
}
