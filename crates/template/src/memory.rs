//! Memory in the formula: one map from objects to values for each cell of each class.
//!
//! The paper represents a dereference by a choice among abstract objects, with dereference variables so that reading
//! back gives what was written (section III-B), and materialises beforehand as many objects as pointers may tell apart.
//! Maps give the same and are exact between loop heads: a map is written at objects and read at objects, and reading
//! gives the last value that was written there. Where a loop forgets a map, the values read from it are *instances*:
//! one fresh value for each object it is read at, equal where the objects are. What a template row says of all objects
//! of a site is said of each instance. So as many objects are materialised as the program dereferences, and the
//! arbitrary object for which rows are checked is the concrete object of section V.

use crate::points::{Addresses, ClassShape, INVALID, NULL, Offset, Points, SiteId};
use crate::value::{INSTANCE_BITS, Pointer, Value, Widths, choose, same};
use logic::{Term, TermStore};
use rustc_hash::FxHashMap;

/// What a map tells of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// The value of the cell with this number.
    Cell(usize),
    /// Whether its life has ended.
    Ended,
    /// Its size.
    Size,
}

/// A map.
#[derive(Clone, Copy, Debug)]
pub struct Map {
    /// The class of its objects.
    pub class: usize,
    /// What it tells of them.
    pub content: Content,
}

/// Where a map is read or written: an object, and the offset of an element of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Index {
    /// The object.
    pub object: Term,
    /// The offset of the element, where the map is one of arrays.
    pub element: Option<Term>,
}

/// A state of a map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Version(u32);

/// The bytes of an object from one offset up to another.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The object.
    pub object: Term,
    /// The first offset.
    pub from: Term,
    /// The offset behind the last.
    pub to: Term,
}

/// Objects of a site.
#[derive(Clone, Copy, Debug)]
pub struct Objects {
    /// The site.
    pub site: SiteId,
    /// The number of the first of them; none where all are meant.
    pub since: Option<Term>,
}

impl Objects {
    /// All objects of a site.
    pub fn all(site: SiteId) -> Objects {
        Objects { site, since: None }
    }

    /// Whether an object is one of them.
    fn contain(self, store: &mut TermStore, widths: Widths, object: Term) -> Term {
        let own = widths.is_site(store, object, self.site);
        match self.since {
            None => own,
            Some(first) => {
                let instance = widths.instance_of(store, object);
                let later = store.ule(first, instance);
                store.and(own, later)
            }
        }
    }
}

#[derive(Clone, Debug)]
enum Step {
    /// Nothing is known but instances.
    Base(usize),
    Store {
        before: Version,
        at: Index,
        value: Value,
    },
    Merge {
        cond: Term,
        then: Version,
        otherwise: Version,
    },
    /// Some objects are forgotten.
    Forget {
        before: Version,
        objects: Vec<Objects>,
        base: usize,
    },
    /// Some objects have one value.
    All {
        before: Version,
        objects: Objects,
        value: Value,
    },
    /// Elements in a range have one value.
    Fill {
        before: Version,
        range: Range,
        value: Value,
    },
    /// Elements in a range are those of another map at another place.
    Copy {
        before: Version,
        range: Range,
        source: Version,
        object: Term,
        from: Term,
    },
}

/// How many objects each site has allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// For a site with many objects their number, for others whether there is one; none where that is always so.
    pub sites: Vec<Option<Term>>,
}

/// A map that was forgotten, and its instances.
#[derive(Clone, Debug)]
pub struct Base {
    /// The map.
    pub map: usize,
    /// The loop that forgot it; none for memory as it is before the program starts.
    pub forgotten_by: Option<usize>,
    /// Where facts about the instances hold.
    guard: Term,
    /// How many objects there were.
    counts: Counts,
    /// The instances.
    pub instances: Vec<(Index, Value)>,
}

/// All maps of a program in all their states.
pub struct Memory {
    /// The maps.
    pub maps: Vec<Map>,
    /// The forgotten ones.
    pub bases: Vec<Base>,
    steps: Vec<Step>,
    known: FxHashMap<(Version, Index), Value>,
    /// What holds of instances.
    pub facts: Vec<Term>,
    /// That instances at the same object are the same: many, of which few matter.
    pub equalities: Vec<Term>,
    widths: Widths,
    /// How many pointers were made up; the objects they name must be fewer than there are numbers for.
    pub pointers: usize,
}

impl Memory {
    /// The maps that a program needs.
    pub fn new(points: &Points, widths: Widths, ends: impl Fn(usize) -> bool) -> Memory {
        let mut maps = Vec::new();
        for (number, class) in points.classes.iter().enumerate() {
            let cells = (0..class.cells.len()).map(Content::Cell);
            maps.extend(cells.map(|content| Map { class: number, content }));
            if ends(number) {
                maps.push(Map { class: number, content: Content::Ended });
            }
            if class.sites.iter().any(|site| points.sites[site.0 as usize].size.is_none()) {
                maps.push(Map { class: number, content: Content::Size });
            }
        }
        Memory {
            maps,
            bases: Vec::new(),
            steps: Vec::new(),
            known: FxHashMap::default(),
            facts: Vec::new(),
            equalities: Vec::new(),
            widths,
            pointers: 0,
        }
    }

    /// The map with some content of a class.
    pub fn map(&self, class: usize, content: Content) -> Option<usize> {
        self.maps.iter().position(|map| map.class == class && map.content == content)
    }

    fn push(&mut self, step: Step) -> Version {
        self.steps.push(step);
        Version(self.steps.len() as u32 - 1)
    }

    /// A map of which nothing is known. Facts about its instances hold where `guard` does.
    pub fn base(&mut self, map: usize, forgotten_by: Option<usize>, guard: Term, counts: Counts) -> Version {
        let base = self.new_base(map, forgotten_by, guard, counts);
        self.push(Step::Base(base))
    }

    fn new_base(&mut self, map: usize, forgotten_by: Option<usize>, guard: Term, counts: Counts) -> usize {
        self.bases.push(Base { map, forgotten_by, guard, counts, instances: Vec::new() });
        self.bases.len() - 1
    }

    /// The map with one value changed.
    pub fn store(&mut self, before: Version, at: Index, value: Value) -> Version {
        self.push(Step::Store { before, at, value })
    }

    /// One of two maps.
    pub fn merge(&mut self, store: &TermStore, cond: Term, then: Version, otherwise: Version) -> Version {
        match store.as_bool(cond) {
            Some(true) => then,
            Some(false) => otherwise,
            None if then == otherwise => then,
            None => self.push(Step::Merge { cond, then, otherwise }),
        }
    }

    /// The map with what it tells of some objects forgotten.
    pub fn forget(
        &mut self,
        before: Version,
        map: usize,
        objects: Vec<Objects>,
        forgotten_by: Option<usize>,
        guard: Term,
        counts: Counts,
    ) -> Version {
        let base = self.new_base(map, forgotten_by, guard, counts);
        self.push(Step::Forget { before, objects, base })
    }

    /// The map with one value for some objects.
    pub fn all(&mut self, before: Version, objects: Objects, value: Value) -> Version {
        self.push(Step::All { before, objects, value })
    }

    /// The map with all elements of a range set to a value.
    pub fn fill(&mut self, before: Version, range: Range, value: Value) -> Version {
        self.push(Step::Fill { before, range, value })
    }

    /// The map with the elements of a range taken from `source`, from the given place of another object on.
    pub fn copy(
        &mut self,
        before: Version,
        range: Range,
        source: Version,
        object: Term,
        from: Term,
    ) -> Version {
        self.push(Step::Copy { before, range, source, object, from })
    }

    /// What a map tells.
    pub fn read(&mut self, store: &mut TermStore, points: &Points, version: Version, at: Index) -> Value {
        if let Some(value) = self.known.get(&(version, at)) {
            return *value;
        }
        let value = match self.steps[version.0 as usize].clone() {
            Step::Base(base) => self.instance(store, points, base, at),
            Step::Store { before, at: place, value } => {
                let here = is_at(store, at, place);
                self.either(store, points, here, value, before, at)
            }
            Step::Merge { cond, then, otherwise } => {
                let then = self.read(store, points, then, at);
                let otherwise = self.read(store, points, otherwise, at);
                choose(store, cond, then, otherwise)
            }
            Step::Forget { before, objects, base } => {
                let own = objects.iter().map(|objects| objects.contain(store, self.widths, at.object));
                let own: Vec<Term> = own.collect();
                let forgotten = store.any(own);
                match store.as_bool(forgotten) {
                    Some(false) => self.read(store, points, before, at),
                    _ => {
                        let value = self.instance(store, points, base, at);
                        self.either(store, points, forgotten, value, before, at)
                    }
                }
            }
            Step::All { before, objects, value } => {
                let own = objects.contain(store, self.widths, at.object);
                self.either(store, points, own, value, before, at)
            }
            Step::Fill { before, range, value } => {
                let inside = is_inside(store, at, range);
                self.either(store, points, inside, value, before, at)
            }
            Step::Copy { before, range, source, object, from } => {
                let inside = is_inside(store, at, range);
                match store.as_bool(inside) {
                    Some(false) => self.read(store, points, before, at),
                    _ => {
                        let element = at.element.map(|element| {
                            let into = store.sub(element, range.from);
                            store.add(from, into)
                        });
                        let value = self.read(store, points, source, Index { object, element });
                        self.either(store, points, inside, value, before, at)
                    }
                }
            }
        };
        self.known.insert((version, at), value);
        value
    }

    fn either(
        &mut self,
        store: &mut TermStore,
        points: &Points,
        cond: Term,
        value: Value,
        before: Version,
        at: Index,
    ) -> Value {
        if store.as_bool(cond) == Some(true) {
            return value;
        }
        let old = self.read(store, points, before, at);
        choose(store, cond, value, old)
    }

    /// The instance of a forgotten map at an object.
    fn instance(&mut self, store: &mut TermStore, points: &Points, base: usize, at: Index) -> Value {
        if let Some((_, value)) = self.bases[base].instances.iter().find(|(index, _)| *index == at) {
            return *value;
        }
        let map = self.maps[self.bases[base].map];
        let value = match map.content {
            Content::Ended => Value::Number(store.fresh("ended", 1)),
            Content::Size => Value::Number(store.fresh("size", self.widths.word)),
            Content::Cell(cell) => {
                let cell = &points.classes[map.class].cells[cell];
                match &cell.pointer {
                    None => Value::Number(store.fresh("cell", cell.bytes as u32 * 8)),
                    Some(addresses) => {
                        let (guard, counts) = (self.bases[base].guard, self.bases[base].counts.clone());
                        Value::Pointer(self.pointer(store, points, addresses, guard, &counts))
                    }
                }
            }
        };
        for number in 0..self.bases[base].instances.len() {
            let (other, known) = self.bases[base].instances[number];
            let here = is_at(store, at, other);
            if store.as_bool(here) != Some(false) {
                let equal = same(store, value, known);
                let fact = store.implies(here, equal);
                self.equalities.push(fact);
            }
        }
        self.bases[base].instances.push((at, value));
        value
    }

    /// A pointer that is one of the addresses, to an object that exists. The facts hold where `guard` does.
    pub fn pointer(
        &mut self,
        store: &mut TermStore,
        points: &Points,
        addresses: &Addresses,
        guard: Term,
        counts: &Counts,
    ) -> Pointer {
        self.pointers += 1;
        let site = store.fresh("site", self.widths.site);
        let many = addresses.iter().any(|(site, _)| points.sites[site.0 as usize].many);
        let is_function = addresses.iter().any(|(site, _)| *site == crate::points::FUNCTION);
        let instance = match many || is_function {
            true => store.fresh("instance", INSTANCE_BITS),
            false => store.zero(INSTANCE_BITS),
        };
        let object = store.concat(site, instance);
        let word = self.widths.word;
        let zero = store.zero(word);
        let mut offset = zero;
        let mut possible = Vec::new();
        let mut sites: Vec<SiteId> = addresses.iter().map(|(site, _)| *site).collect();
        sites.dedup();
        for it in sites {
            let is_it = self.widths.is_site(store, object, it);
            let mut facts = vec![is_it];
            let info = &points.sites[it.0 as usize];
            if info.many {
                let count = counts.sites[it.0 as usize].expect("sites with many objects are counted");
                facts.push(store.ult(instance, count));
            } else {
                if let Some(exists) = counts.sites[it.0 as usize] {
                    facts.push(exists);
                }
                if many && it != crate::points::FUNCTION {
                    let none = store.zero(INSTANCE_BITS);
                    facts.push(store.eq(instance, none));
                }
            }
            let places: Vec<Offset> =
                addresses.iter().filter(|(site, _)| *site == it).map(|(_, at)| *at).collect();
            let exact: Vec<i64> = places
                .iter()
                .filter_map(|at| match at {
                    Offset::Exact(at) => Some(*at),
                    Offset::Every { .. } => None,
                })
                .collect();
            // What is unknown has no offset.
            if it != INVALID {
                let here = match exact.as_slice() {
                    [at] if exact.len() == places.len() => store.num(word, *at as i128 as u128),
                    _ => {
                        let fresh = store.fresh("offset", word);
                        if exact.len() == places.len() {
                            let each = exact.iter().map(|at| {
                                let at = store.num(word, *at as i128 as u128);
                                store.eq(fresh, at)
                            });
                            let each: Vec<Term> = each.collect();
                            facts.push(store.any(each));
                        } else if let [Offset::Every { residue, stride }] = places.as_slice() {
                            let bits = stride.trailing_zeros();
                            if bits > 0 {
                                let low = store.extract(fresh, 0, bits);
                                let rest = store.num(bits, u128::from(*residue));
                                facts.push(store.eq(low, rest));
                            }
                        }
                        fresh
                    }
                };
                if it == NULL && here == zero {
                    // The default.
                } else {
                    offset = store.ite(is_it, here, offset);
                }
            }
            possible.push(store.all(facts));
        }
        let one = store.any(possible);
        let fact = store.implies(guard, one);
        self.facts.push(fact);
        Pointer { object, offset }
    }
}

/// Whether two places of a map are the same.
pub fn is_at(store: &mut TermStore, one: Index, other: Index) -> Term {
    let objects = store.eq(one.object, other.object);
    match (one.element, other.element) {
        (Some(a), Some(b)) => {
            let elements = store.eq(a, b);
            store.and(objects, elements)
        }
        _ => objects,
    }
}

fn is_inside(store: &mut TermStore, at: Index, range: Range) -> Term {
    let own = store.eq(at.object, range.object);
    let Some(element) = at.element else { return own };
    let above = store.ule(range.from, element);
    let below = store.ult(element, range.to);
    let inside = store.and(above, below);
    store.and(own, inside)
}

/// How the objects of a class are indexed.
pub fn is_array(points: &Points, class: usize) -> bool {
    matches!(points.classes[class].shape, ClassShape::Array(_))
}
