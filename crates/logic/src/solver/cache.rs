//! Answers to earlier queries, as sets of conjuncts.
//!
//! A set is unsatisfiable when it contains a known core; a set is satisfiable when it was found to be before.
//! (Supersets of satisfiable sets are covered by trying earlier models, which needs no sets.) Conjuncts mean the
//! same on every path, so answers survive a change of path.

use crate::eval::Model;
use crate::term::Term;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Entries of each kind before the cache starts over.
const CAPACITY: usize = 8192;

#[derive(Default)]
pub(crate) struct Cache {
    /// Cores by their greatest element; the others ascend.
    cores: FxHashMap<Term, Vec<Box<[Term]>>>,
    core_count: usize,
    models: FxHashMap<Box<[Term]>, Arc<Model>>,
}

impl Cache {
    /// A core contained in the ascending `set`.
    pub(crate) fn core_within(&self, set: &[Term]) -> Option<&[Term]> {
        if self.core_count == 0 {
            return None;
        }
        set.iter()
            .filter_map(|last| self.cores.get(last))
            .flatten()
            .find(|core| is_subset(core, set))
            .map(|core| &**core)
    }

    /// The model found for exactly this ascending set.
    pub(crate) fn model_of(&self, set: &[Term]) -> Option<Arc<Model>> {
        self.models.get(set).cloned()
    }

    /// Remembers that the terms are unsatisfiable together.
    pub(crate) fn add_core(&mut self, mut core: Vec<Term>) {
        core.sort_unstable();
        core.dedup();
        let Some(&last) = core.last() else { return };
        if self.core_count >= CAPACITY {
            self.cores.clear();
            self.core_count = 0;
        }
        self.core_count += 1;
        self.cores.entry(last).or_default().push(core.into());
    }

    /// Remembers a model of the ascending set.
    pub(crate) fn add_model(&mut self, set: Vec<Term>, model: Arc<Model>) {
        if self.models.len() >= CAPACITY {
            self.models.clear();
        }
        self.models.insert(set.into(), model);
    }
}

/// Both ascend.
fn is_subset(small: &[Term], big: &[Term]) -> bool {
    small.len() <= big.len() && small.iter().all(|t| big.binary_search(t).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::TermStore;

    #[test]
    fn supersets_of_cores_are_recognised() {
        let mut s = TermStore::new();
        let t: Vec<Term> = (0..5).map(|i| s.var(&format!("p{i}"), 1)).collect();
        let mut cache = Cache::default();
        assert!(cache.core_within(&t).is_none());
        cache.add_core(vec![t[3], t[1]]);
        assert_eq!(cache.core_within(&t), Some(&[t[1], t[3]][..]));
        assert!(cache.core_within(&[t[0], t[1], t[2]]).is_none());
        cache.add_model(vec![t[0], t[1]], Arc::default());
        assert!(cache.model_of(&[t[0], t[1]]).is_some());
        assert!(cache.model_of(&[t[0]]).is_none());
    }
}
