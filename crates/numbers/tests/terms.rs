//! Answers of the domain against a solver and against all assignments: it may leave a question open, never err.

use logic::{Answer, BitVec, Evaluation, Model, PathCondition, Refuter, Solver, Term, TermStore};
use numbers::{Bottom, Correspondence, Joining, Knowledge, Premises, refutes};
use proptest::prelude::*;

/// How to build one more term from those that are there.
type Step = (u8, u8, u8, u8);

/// Random terms over given variables, Booleans apart.
struct Pool {
    store: TermStore,
    vars: Vec<Term>,
    terms: Vec<Term>,
    conditions: Vec<Term>,
}

impl Pool {
    fn new(widths: &[u32]) -> Self {
        let mut store = TermStore::new();
        let vars: Vec<Term> =
            widths.iter().enumerate().map(|(index, width)| store.var(&format!("x{index}"), *width)).collect();
        Pool { store, terms: vars.clone(), vars, conditions: Vec::new() }
    }

    fn fit(&mut self, term: Term, width: u32, how: u8) -> Term {
        match how % 2 {
            0 => self.store.zext_or_trunc(term, width),
            _ => self.store.sext_or_trunc(term, width),
        }
    }

    fn step(&mut self, (op, i, j, k): Step) {
        let pick = |list: &[Term], at: u8| list[usize::from(at) % list.len()];
        let a = pick(&self.terms, i);
        let width = self.store.width(a);
        let b = match k % 3 {
            0 => self.store.constant(BitVec::from_i128(width, i128::from(j as i8) / 16)),
            1 => self.store.num(width, u128::from(j)),
            _ => {
                let other = pick(&self.terms, j);
                self.fit(other, width, k / 3)
            }
        };
        let store = &mut self.store;
        let term = match op % 28 {
            0..3 => store.add(a, b),
            3 => store.sub(a, b),
            4 => store.mul(a, b),
            5 => store.and(a, b),
            6 => store.or(a, b),
            7 => store.xor(a, b),
            8 => store.udiv(a, b),
            9 => store.urem(a, b),
            10 => store.sdiv(a, b),
            11 => store.srem(a, b),
            12 => store.shl(a, b),
            13 => store.lshr(a, b),
            14 => store.ashr(a, b),
            15 => store.not(a),
            16 if width < 40 => store.concat(a, b),
            17 => store.extract(a, u32::from(k) % width, 1.max(width - u32::from(k) % width - 1)),
            18 if !self.conditions.is_empty() => {
                let c = pick(&self.conditions, k);
                store.ite(c, a, b)
            }
            19 if width < 60 => store.zext(a, width + 1 + u32::from(k) % 4),
            20 if width < 60 => store.sext(a, width + 1 + u32::from(k) % 4),
            21 | 22 => store.eq(a, b),
            23 => store.ult(a, b),
            24 => store.ule(a, b),
            25 => store.slt(a, b),
            26 => store.sle(a, b),
            _ if !self.conditions.is_empty() => {
                let (c, d) = (pick(&self.conditions, i), pick(&self.conditions, j));
                match k % 4 {
                    0 => store.and(c, d),
                    1 => store.or(c, d),
                    2 => store.not(c),
                    _ => store.xor(c, d),
                }
            }
            _ => store.neg(a),
        };
        match self.store.width(term) {
            1 => self.conditions.push(term),
            _ => self.terms.push(term),
        }
    }

    /// Conditions of a path, and others to ask about.
    fn split(&self) -> (Vec<Term>, Vec<Term>) {
        let open: Vec<Term> =
            self.conditions.iter().copied().filter(|it| self.store.as_bool(*it).is_none()).collect();
        let half = open.len() / 2;
        (open[..half].to_vec(), open[half..].to_vec())
    }

    /// All assignments of variables of few bits.
    fn models(&self) -> Vec<Model> {
        let mut models = vec![Model::new()];
        for var in &self.vars {
            let (id, width) = (self.store.as_var(*var).unwrap(), self.store.width(*var));
            let with = |model: Model| {
                (0..1u128 << width).map(move |word| {
                    let mut model = model.clone();
                    model.set(id, BitVec::new(width, word));
                    model
                })
            };
            models = models.into_iter().flat_map(with).collect();
        }
        models
    }
}

fn steps(count: usize) -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(any::<Step>(), 4..count)
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn holds(store: &TermStore, model: &Model, term: Term) -> bool {
    Evaluation::new(model).holds(store, term)
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn nothing_that_is_possible_is_excluded(steps in steps(30)) {
        let mut pool = Pool::new(&[3, 3, 2]);
        steps.into_iter().for_each(|step| pool.step(step));
        let (path, questions) = pool.split();
        let models: Vec<Model> = pool
            .models()
            .into_iter()
            .filter(|model| path.iter().all(|it| holds(&pool.store, model, *it)))
            .collect();
        let known = match Knowledge::of(&pool.store, &path) {
            Ok(known) => known,
            Err(Bottom) => {
                prop_assert!(models.is_empty(), "a path with executions is called impossible");
                return Ok(());
            }
        };
        for question in &questions {
            for answer in [known.decide(&pool.store, *question), known.decide_by_cases(&pool.store, *question)] {
                let right = answer.is_none_or(|it| models.iter().all(|m| holds(&pool.store, m, *question) == it));
                prop_assert!(right, "{:?} is called {answer:?}", pool.store.node(*question));
            }
        }
        for term in pool.terms.clone() {
            let value = known.value(&pool.store, term).unwrap();
            for model in &models {
                prop_assert!(value.admits(model.eval(&pool.store, term).to_u128().unwrap()));
            }
        }
        for condition in known.conditions(&mut pool.store) {
            let right = models.iter().all(|model| holds(&pool.store, model, condition));
            prop_assert!(right, "what is written does not hold: {:?}", pool.store.node(condition));
        }
    }

    #[test]
    fn joins_hold_on_both_sides(steps in steps(24), picks in prop::collection::vec(any::<(u8, u8)>(), 3)) {
        let mut pool = Pool::new(&[3, 3, 2]);
        steps.into_iter().for_each(|step| pool.step(step));
        let (left, right) = pool.split();
        let models = pool.models();
        let paths = [left, right];
        let sides = [0, 1].map(|side| Knowledge::of(&pool.store, &paths[side]));
        let [Ok(a), Ok(b)] = sides else { return Ok(()) };
        let mut terms = Vec::new();
        for (index, (i, j)) in picks.iter().enumerate() {
            let at = |pick: u8| pool.terms[usize::from(pick) % pool.terms.len()];
            let (x, y) = (at(*i), at(*j));
            let width = pool.store.width(x);
            let y = pool.store.zext_or_trunc(y, width);
            let out = pool.store.var(&format!("out{index}"), width);
            terms.push(Correspondence { out, sides: [x, y] });
        }
        for how in [Joining::Join, Joining::Widen(&[-1, 0, 4])] {
            let joined = Knowledge::join(&mut pool.store, [&a, &b], &terms, how);
            for (side, path) in paths.iter().enumerate() {
                for model in models.iter().filter(|m| path.iter().all(|it| holds(&pool.store, m, *it))) {
                    let mut model = model.clone();
                    let values: Vec<BitVec> = terms.iter().map(|it| model.eval(&pool.store, it.sides[side])).collect();
                    for (term, value) in terms.iter().zip(values) {
                        model.set(pool.store.as_var(term.out).unwrap(), value);
                    }
                    for condition in &joined {
                        let right = holds(&pool.store, &model, *condition);
                        prop_assert!(right, "side {side}: {:?}", pool.store.node(*condition));
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn a_solver_never_disagrees(steps in steps(24), wide in any::<bool>()) {
        let mut pool = Pool::new(if wide { &[64, 32, 32, 8] } else { &[16, 8, 8] });
        // Division circuits of many bits take long.
        for step in steps {
            let is_slow = matches!(step.0 % 28, 4 | 8..=11) && wide;
            if !is_slow {
                pool.step(step);
            }
        }
        let (conditions, questions) = pool.split();
        let mut path = PathCondition::new();
        conditions.iter().for_each(|it| path.push(&pool.store, *it));
        let mut solver = Solver::new();
        let known = match Knowledge::of(&pool.store, &conditions) {
            Ok(known) => known,
            Err(Bottom) => {
                prop_assert!(!solver.check(&mut pool.store, &path, &[]).is_sat());
                return Ok(());
            }
        };
        let mut premises = Premises::new();
        for question in questions {
            if let Some(answer) = known.decide_by_cases(&pool.store, question) {
                let against = if answer { pool.store.not(question) } else { question };
                let found = solver.check(&mut pool.store, &path, &[against]);
                prop_assert!(!matches!(found, Answer::Sat(_)), "{:?} is called {answer}", pool.store.node(question));
            }
            let together: Vec<_> = conditions.iter().copied().chain([question]).collect();
            if refutes(&pool.store, &together) {
                let found = solver.check(&mut pool.store, &path, &[question]);
                prop_assert!(!matches!(found, Answer::Sat(_)), "{:?} is refuted", pool.store.node(question));
            }
            // What is remembered of the first conditions may be what all of them add to.
            let begun = conditions.len() / 2;
            for end in [begun, conditions.len()] {
                if premises.contradicts(&pool.store, &conditions[..end], &[question]) {
                    let found = solver.check(&mut pool.store, &path, &[question]);
                    prop_assert!(!matches!(found, Answer::Sat(_)), "{:?} contradicts", pool.store.node(question));
                }
            }
        }
    }
}

#[test]
fn what_is_found_in_the_rest_of_a_text_lies_within_it() {
    let mut store = TermStore::new();
    let [end, length, place, rest, next] =
        ["end", "length", "place", "rest", "next"].map(|it| store.var(it, 64));
    let [most, size, one] = [199, 200, 1].map(|it| store.num(64, it));
    let start = store.add(place, one);
    let room = store.sub(end, start);
    // A place is found in a text of 200 bytes, and it is not the end; another one behind it.
    let mut path = vec![store.ule(end, most), store.ule(length, end), store.ule(place, length)];
    path.extend([store.ne(place, end), store.ule(rest, room), store.ule(next, rest)]);
    let offset = store.add(start, next);
    let beyond = store.ult(end, offset);
    let outside = store.ule(size, offset);
    let at_end = store.eq(offset, end);
    for (question, is_refuted) in [(beyond, true), (outside, true), (at_end, false)] {
        let conditions: Vec<_> = path.iter().copied().chain([question]).collect();
        assert_eq!(refutes(&store, &conditions), is_refuted);
    }
}

#[test]
fn a_cell_lies_within_its_matrix() {
    let mut store = TermStore::new();
    let [rows, columns, row, column] = ["rows", "columns", "row", "column"].map(|it| store.var(it, 32));
    let hundred = store.num(32, 100);
    let conditions = [store.ule(rows, hundred), store.ule(columns, hundred), store.ult(row, rows)];
    let inside = store.ult(column, columns);
    let [rows, columns, row, column] = [rows, columns, row, column].map(|it| store.zext(it, 64));
    let four = store.num(64, 4);
    let (cells, before) = (store.mul(rows, columns), store.mul(row, columns));
    let number = store.add(before, column);
    let (size, offset) = (store.mul(cells, four), store.mul(number, four));
    let room = store.sub(size, offset);
    let outside = [store.ult(size, offset), store.ult(room, four)];
    for outside in outside {
        let within: Vec<_> = conditions.iter().copied().chain([inside, outside]).collect();
        assert!(refutes(&store, &within));
        let unbounded: Vec<_> = conditions.iter().copied().chain([outside]).collect();
        assert!(!refutes(&store, &unbounded), "the column may be any");
    }
}

/// Conditions on products and quotients of four numbers of three bits, also multiplied in six.
fn about_products(store: &mut TermStore, vars: [Term; 4]) -> Vec<Term> {
    let [x, y, u, a] = vars;
    let zero = store.zero(3);
    let mut found: Vec<Term> = vars.iter().map(|it| store.ne(*it, zero)).collect();
    found.extend([store.ule(x, u), store.ult(x, u), store.ult(u, x), store.eq(x, u)]);
    let [of_u, of_x] = [u, x].map(|it| store.umul_overflow(it, y));
    found.extend([of_u, of_x, store.not(of_u), store.not(of_x)]);
    let quotient = store.udiv(a, y);
    found.extend([store.ule(x, quotient), store.ult(quotient, x), store.ule(u, quotient)]);
    let narrow = [store.mul(x, y), store.mul(u, y), a, y];
    let [wide_x, wide_y, wide_u, wide_a] = vars.map(|it| store.zext(it, 6));
    let wide = [store.mul(wide_x, wide_y), store.mul(wide_u, wide_y), wide_a, wide_y];
    let narrow_in_wide = narrow.map(|it| store.zext(it, 6));
    for (one, other) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))).filter(|(i, j)| i != j) {
        found.extend([store.ult(narrow[one], narrow[other]), store.ult(wide[one], wide[other])]);
        found.push(store.ult(narrow_in_wide[one], wide[other]));
        let behind = store.add(wide[one], wide_y);
        found.push(store.ult(wide[other], behind));
    }
    found
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn products_are_refuted_where_no_numbers_fit(picks in prop::collection::vec(0usize..1000, 2..7)) {
        let mut store = TermStore::new();
        let vars = ["x", "y", "u", "a"].map(|it| store.var(it, 3));
        let all = about_products(&mut store, vars);
        let conditions: Vec<Term> = picks.iter().map(|pick| all[pick % all.len()]).collect();
        if refutes(&store, &conditions) {
            for word in 0..1u128 << 12 {
                let mut model = Model::new();
                for (place, var) in vars.iter().enumerate() {
                    let value = BitVec::new(3, word >> (3 * place) & 7);
                    model.set(store.as_var(*var).expect("they are variables"), value);
                }
                let fits = conditions.iter().all(|condition| holds(&store, &model, *condition));
                prop_assert!(!fits, "{word:o} satisfies what is refuted");
            }
        }
    }
}

#[test]
fn products_that_are_checked_do_not_wrap_around() {
    let mut store = TermStore::new();
    let [rows, columns, row, column] = ["rows", "columns", "row", "column"].map(|it| store.var(it, 64));
    let zero = store.zero(64);
    let (most, cells) = (store.num(64, u64::MAX.into()), store.mul(rows, columns));
    let overflow = store.umul_overflow(rows, columns);
    let by_limit = [store.ne(columns, zero), {
        let limit = store.udiv(most, columns);
        store.ule(rows, limit)
    }];
    let by_overflow = [store.ne(columns, zero), store.not(overflow)];
    let before = store.mul(row, columns);
    let number = store.add(before, column);
    let outside = store.ule(cells, number);
    let within = [store.ult(row, rows), store.ult(column, columns), outside];
    for checked in [by_limit, by_overflow] {
        let conditions: Vec<_> = checked.into_iter().chain(within).collect();
        assert!(refutes(&store, &conditions));
    }
    assert!(!refutes(&store, &within), "the size of the block may wrap around");
}

#[test]
fn the_middle_lies_between_the_ends() {
    let mut store = TermStore::new();
    let [low, high] = ["low", "high"].map(|it| store.var(it, 32));
    let [zero, two, most] = [0, 2, 100].map(|it| store.num(32, it));
    let distance = store.sub(high, low);
    let half = store.sdiv(distance, two);
    let middle = store.add(low, half);
    let path = [store.sle(zero, low), store.slt(low, high), store.sle(high, most)];
    let index = store.sext(middle, 64);
    let limit = store.num(64, 100);
    for wrong in [store.sle(high, middle), store.slt(middle, low), store.ule(limit, index)] {
        let conditions: Vec<_> = path.iter().copied().chain([wrong]).collect();
        assert!(refutes(&store, &conditions));
    }
    let at_start = store.eq(middle, low);
    let conditions: Vec<_> = path.iter().copied().chain([at_start]).collect();
    assert!(!refutes(&store, &conditions));
}

#[test]
fn an_index_stays_inside_of_its_array() {
    let mut store = TermStore::new();
    let (i, n) = (store.var("i", 32), store.var("n", 32));
    let size = store.var("size", 64);
    let zero = store.zero(32);
    let wide = |store: &mut TermStore, term: Term| store.sext(term, 64);
    // size = 4·n, 0 ≤ i < n: the access of four bytes at 4·i lies inside.
    let count = wide(&mut store, n);
    let four = store.num(64, 4);
    let bytes = store.mul(count, four);
    let conditions = [store.eq(size, bytes), store.sle(zero, i), store.slt(i, n)];
    let known = Knowledge::of(&store, &conditions).unwrap();
    let index = wide(&mut store, i);
    let offset = store.mul(index, four);
    let end = store.add(offset, four);
    let inside = store.ule(end, size);
    assert_eq!(known.decide(&store, inside), Some(true));
    let beyond = store.ult(end, size);
    assert_eq!(known.decide(&store, beyond), None);
}

#[test]
fn a_join_finds_sizes_and_orders() {
    let mut store = TermStore::new();
    let sides = [Knowledge::new(), Knowledge::new()];
    let [i, n] = ["i", "n"].map(|name| store.var(name, 32));
    let size = store.var("size", 64);
    let number = |store: &mut TermStore, width: u32, value: u128| store.num(width, value);
    let terms = [
        Correspondence { out: i, sides: [0, 1].map(|it| number(&mut store, 32, it)) },
        Correspondence { out: n, sides: [4, 8].map(|it| number(&mut store, 32, it)) },
        Correspondence { out: size, sides: [16, 32].map(|it| number(&mut store, 64, it)) },
    ];
    let joined = Knowledge::join(&mut store, [&sides[0], &sides[1]], &terms, Joining::Join);
    let known = Knowledge::of(&store, &joined).unwrap();
    let wide = store.zext(n, 64);
    let four = store.num(64, 4);
    let bytes = store.mul(wide, four);
    let told = store.eq(size, bytes);
    assert_eq!(known.decide(&store, told), Some(true), "{joined:?}");
    let below = store.slt(i, n);
    assert_eq!(known.decide(&store, below), Some(true));
}

#[test]
fn tags_and_remainders() {
    let mut store = TermStore::new();
    let (tag, n) = (store.var("tag", 8), store.var("n", 32));
    let size = store.var("size", 64);
    let [one, two] = [1, 2].map(|it| store.num(8, it));
    let [small, large] = [16, 24].map(|it| store.num(64, it));
    let (is_one, is_two) = (store.eq(tag, one), store.eq(tag, two));
    let (is_small, is_large) = (store.eq(size, small), store.eq(size, large));
    let conditions =
        [store.or(is_one, is_two), store.implies(is_one, is_small), store.implies(is_two, is_large)];
    let known = Knowledge::of(&store, &conditions).unwrap();
    assert_eq!(known.value(&store, tag).unwrap().few(), Some(&[1, 2][..]));
    // Which size it is follows from the tag.
    let mut of_one = known.clone();
    of_one.assume(&store, is_one, true).and_then(|()| of_one.reconsider(&store)).unwrap();
    assert_eq!(of_one.decide(&store, is_small), Some(true));
    let ten = store.num(32, 10);
    let rest = store.urem(n, ten);
    let inside = store.ult(rest, ten);
    assert_eq!(known.decide(&store, inside), Some(true));
}
