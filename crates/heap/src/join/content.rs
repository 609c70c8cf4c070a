//! The contents of two objects, has-value edge by has-value edge.

use super::{Join, Joined, Side};
use crate::object::{Object, ObjectId};
use crate::tails::BACK;
use crate::{Content, Data, Fill, HasValue, Symbols};
use std::borrow::Cow;

impl Join<'_> {
    /// A segment that covers two chains of nodes, where the offsets of links are left out.
    pub(crate) fn content(
        &mut self,
        left: &Content,
        right: &Content,
        links: &[(u64, u64)],
        objects: Option<[ObjectId; 3]>,
    ) -> Option<Content> {
        let hides = links.iter().any(|link| link.0 == BACK);
        if !hides && (left.has_back() || right.has_back()) {
            let is_hidden = |it: &Object| it.segment().is_some_and(|segment| segment.has_hidden_links());
            let is_end = objects.is_some_and(|[.., out]| is_hidden(self.now.out.object(out)));
            // Hidden links are what one wants them to be, but for those of segments.
            let sides = [left, right].map(|side| match (is_end, side.has_back()) {
                (false, true) => Cow::Owned(side.without_back()),
                (true, false) => {
                    let mut side = side.clone();
                    let null = self.symbols.null();
                    side.rename(BACK, u64::from(self.symbols.word() / 8), null);
                    Cow::Owned(side)
                }
                _ => Cow::Borrowed(side),
            });
            if sides.iter().any(|side| matches!(side, Cow::Owned(_))) {
                return self.content(&sides[0], &sides[1], links, objects);
            }
        }
        let has_elements = [left, right].map(Content::has_elements);
        if has_elements[0] != has_elements[1] {
            // An array without elements is one of which nothing was taken apart.
            let side = usize::from(has_elements[0]);
            let mut sides = [Cow::Borrowed(left), Cow::Borrowed(right)];
            sides[side] = Cow::Owned(sides[side].without_elements(self.symbols)?);
            self.now.lost[side] |= [left, right][side].layer_terms().next().is_some();
            return self.content(&sides[0], &sides[1], links, objects);
        }
        let mut cuts: Vec<u64> = Vec::new();
        for edge in left.edges().iter().chain(right.edges()) {
            cuts.extend([edge.offset, edge.end()]);
        }
        for (at, len) in links {
            cuts.extend([*at, at + len]);
        }
        cuts.sort_unstable();
        cuts.dedup();
        let (left, right) = (self.with_constants_cut(left, &cuts), self.with_constants_cut(right, &cuts));
        let (left, right) = (&*left, &*right);
        let rest = self.fills(left.rest(), right.rest())?;
        let mut content = Content::filled(rest);
        self.pair_named_twice(left, right, links, objects);
        let mut first = 0;
        while first + 1 < cuts.len() {
            let from = cuts[first];
            // Has-value edges that are the same range on both sides, or a has-value edge against a filling, are taken
            // whole.
            let to = self.extent(left, right, from, cuts[first + 1]);
            first = cuts.partition_point(|cut| *cut < to);
            if links.iter().any(|(at, len)| from >= *at && from < at + len) {
                continue;
            }
            self.go_to(objects, from);
            let (a, b) = (left.parts(from, to - from), right.parts(from, to - from));
            let joined = match (&a[..], &b[..]) {
                ([a], [b]) => match self.parts(a, b) {
                    Some(joined) => joined,
                    None => match self.one_of(a, b, objects) {
                        Some(joined) => joined,
                        None => match self.stale(a, b, objects) {
                            Some(joined) => joined,
                            None => self.forgotten(a, b, objects)?,
                        },
                    },
                },
                // A value on one side that is put together of several on the other.
                _ => {
                    let a = left.known(self.symbols, from, to - from)?;
                    let b = right.known(self.symbols, from, to - from)?;
                    self.joined(a, b)?
                }
            };
            match joined {
                Joined::Term(term) => content.write(from, to - from, term),
                Joined::OneOf(term) => content.write_one_of(from, to - from, term),
                Joined::Fill(fill) => content.fill(from, to - from, fill),
            }
        }
        let cells = self.cells(left, right, objects);
        let columns = self.columns(left, right);
        content.with_cells(cells);
        content.with_columns(columns);
        Some(content)
    }

    /// The same bytes with constants cut where the other side has a border, and each of them by itself. Numbers that
    /// were set together, as where a variable is initialised, are then joined one by one with those that were set
    /// apart.
    fn with_constants_cut<'c>(&mut self, content: &'c Content, cuts: &[u64]) -> Cow<'c, Content> {
        let mut result = Cow::Borrowed(content);
        for edge in content.edges() {
            let Data::Bits { term, skip } = edge.data else { continue };
            let from = cuts.partition_point(|cut| *cut <= edge.offset);
            let to = cuts.partition_point(|cut| *cut < edge.end());
            let is_one = from == to && edge.whole(self.symbols).is_some();
            if is_one || self.symbols.store.as_const(term).is_none() {
                continue;
            }
            let mut start = edge.offset;
            for end in cuts[from..to].iter().copied().chain([edge.end()]) {
                let bytes = self.symbols.slice(term, skip + (start - edge.offset), end - start);
                result.to_mut().write(start, end - start, bytes);
                start = end;
            }
        }
        // The bytes are what they were.
        if let Cow::Owned(cut) = &mut result {
            cut.with_cells(content.cells().to_vec());
            cut.with_columns(content.columns().to_vec());
        }
        result
    }

    /// The end of the range from `from` that can be joined at once.
    pub(super) fn extent(&mut self, left: &Content, right: &Content, from: u64, next: u64) -> u64 {
        let whole = |content: &Content| {
            content
                .edges()
                .iter()
                .find(|edge| edge.offset == from && !matches!(edge.data, Data::Fill(_)))
                .map(HasValue::end)
        };
        let mut is_fill = |content: &Content, to: u64| {
            let parts = content.parts(from, to - from);
            matches!(parts[..], [HasValue { data: Data::Fill(_), .. }])
                || content.known(self.symbols, from, to - from).is_some()
        };
        match (whole(left), whole(right)) {
            (Some(a), Some(b)) if a == b => a,
            (Some(a), b) if b.is_none_or(|b| b < a) && is_fill(right, a) => a,
            (a, Some(b)) if a.is_none_or(|a| a < b) && is_fill(left, b) => b,
            _ => next,
        }
    }

    pub(super) fn parts(&mut self, a: &HasValue, b: &HasValue) -> Option<Joined> {
        match (a.data, b.data) {
            (Data::OneOf(_), _) | (_, Data::OneOf(_)) => None,
            (Data::Fill(a), Data::Fill(b)) => self.fills(a, b).map(Joined::Fill),
            (Data::Bits { .. }, Data::Fill(fill)) => self.bits_and_fill(a, fill, Side::Left),
            (Data::Fill(fill), Data::Bits { .. }) => self.bits_and_fill(b, fill, Side::Right),
            (Data::Bits { term: x, .. }, Data::Bits { term: y, .. }) => {
                if let (Some(x), Some(y)) = (a.whole(self.symbols), b.whole(self.symbols)) {
                    return self.joined(x, y);
                }
                if self.symbols.has_base(x) || self.symbols.has_base(y) {
                    return None;
                }
                self.now.lost = [true; 2];
                let undefined = self.symbols.is_undefined(x) || self.symbols.is_undefined(y);
                Some(Joined::Fill(if undefined { Fill::Undefined } else { Fill::Unknown }))
            }
        }
    }

    /// Bytes that are bits on one side and a filling on the other.
    pub(super) fn bits_and_fill(&mut self, edge: &HasValue, fill: Fill, side: Side) -> Option<Joined> {
        let Data::Bits { term, .. } = edge.data else { return None };
        if let Fill::Texts(rights) = fill {
            // A text that has a name is one of any.
            let text = self.heaps[side.index()].text_at(self.symbols, term)?;
            self.now.lost[side.index()] = true;
            self.now.lost[side.other().index()] |= text < rights;
            return Some(Joined::Fill(Fill::Texts(rights.min(text))));
        }
        if let (Fill::Repeat(byte), Some(term)) = (fill, edge.whole(self.symbols)) {
            let value = Content::filled(fill).known(self.symbols, 0, edge.len).unwrap_or(byte);
            return match side {
                Side::Left => self.joined(term, value),
                Side::Right => self.joined(value, term),
            };
        }
        if self.symbols.has_base(term) {
            return None;
        }
        self.now.lost[side.index()] = true;
        let undefined = self.symbols.is_undefined(term) || self.is_undefined(fill);
        match fill {
            Fill::Repeat(_) => {
                self.now.lost = [true; 2];
                Some(Joined::Fill(if undefined { Fill::Undefined } else { Fill::Unknown }))
            }
            _ => {
                self.now.lost[side.other().index()] |= undefined && fill != Fill::Undefined;
                Some(Joined::Fill(if undefined { Fill::Undefined } else { Fill::Unknown }))
            }
        }
    }

    pub(super) fn fills(&mut self, a: Fill, b: Fill) -> Option<Fill> {
        if a == b {
            if let Fill::Repeat(term) = a {
                self.keep(term);
            }
            return Some(a);
        }
        if let (Fill::Texts(one), Fill::Texts(other)) = (a, b) {
            // They differ: one of them may be changed.
            self.now.lost[0] |= one > other;
            self.now.lost[1] |= other > one;
            return Some(Fill::Texts(one.min(other)));
        }
        let bases = |symbols: &mut Symbols, fill: Fill| match fill {
            Fill::Repeat(term) => symbols.has_base(term),
            Fill::Texts(_) => true,
            Fill::Undefined | Fill::Unknown => false,
        };
        if bases(self.symbols, a) || bases(self.symbols, b) {
            return None;
        }
        let out = match self.is_undefined(a) || self.is_undefined(b) {
            true => Fill::Undefined,
            false => Fill::Unknown,
        };
        for (side, fill) in [a, b].into_iter().enumerate() {
            self.now.lost[side] |= fill != out;
        }
        Some(out)
    }

    /// Whether bytes were never written, or filled with one that was not.
    fn is_undefined(&mut self, fill: Fill) -> bool {
        match fill {
            Fill::Undefined => true,
            Fill::Unknown | Fill::Texts(_) => false,
            Fill::Repeat(byte) => self.symbols.is_undefined(byte),
        }
    }
}
