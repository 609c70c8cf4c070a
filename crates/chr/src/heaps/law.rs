//! The laws that the heap theory instantiates.
//!
//! Each is valid for all finite partial maps; section 2 of the shape-neutral analysis paper has the
//! definitions they follow from.

/// The laws of heaps, for bookkeeping and for derivations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Law {
    /// `in(H,p,v) ==> dom(H,p)`
    Domain,
    /// `in(H,p,v) /\ in(H,p,w) ==> v = w`, and likewise for one(H,p,v)
    OneValue,
    /// What a container says by itself.
    Container,
    /// `one(H,p,v) ==> in(H,p,v)`
    One,
    /// `alloc(H,G,p,v) ==> in(H,p,v)`
    Alloc,
    /// `alloc(H,G,p,v) ==> not dom(G,p)`
    AllocIsNew,
    /// `assign(H,G,p,v) ==> in(H,p,v)`
    Assign,
    /// `assign(H,G,p,v) ==> dom(G,p)`
    AssignToACell,
    /// `emp(H) /\ dom(H,p) ==> false`
    Empty,
    /// `one(H,p,v) /\ dom(H,q) ==> p = q`
    OneCell,
    /// `sep(H,..,Hi,..) /\ dom(H,p) ==> some dom(Hi,p)`
    Part,
    /// `sep(H,..,Hi,..) /\ dom(Hi,p) ==> dom(H,p)`, and likewise for in
    Whole,
    /// `sub(G,H) /\ in(G,p,v) ==> in(H,p,v)`, and likewise for dom
    Subset,
    /// `domsub(G,H) /\ dom(G,p) ==> dom(H,p)`
    DomainSubset,
    /// `alloc(H,G,p,v) /\ in(H,q,w) ==> p = q \/ in(G,q,w)`, and likewise for dom
    AllocKeeps,
    /// `alloc(H,G,p,v) /\ in(G,q,w) ==> in(H,q,w)`, and likewise for dom
    AllocAdds,
    /// `assign(H,G,p,v) /\ in(G,q,w) ==> p = q \/ in(H,q,w)`, both ways; domains are the same
    AssignKeeps,
    /// `sep(H,..,Hi,..) /\ in(H,p,v) /\ dom(Hi,p) ==> in(Hi,p,v)`, and likewise for sub
    ValueInPart,
    /// `sep(H,..,Hi,..,Hj,..) /\ dom(Hi,p) /\ dom(Hj,p) ==> false`
    Disjoint,
}

impl Law {
    pub(super) fn name(self) -> &'static str {
        match self {
            Law::Domain => "heaps: domain",
            Law::OneValue => "heaps: one value",
            Law::Container => "heaps: container",
            Law::One => "heaps: one",
            Law::Alloc => "heaps: alloc",
            Law::AllocIsNew => "heaps: alloc is new",
            Law::Assign => "heaps: assign",
            Law::AssignToACell => "heaps: assign to a cell",
            Law::Empty => "heaps: empty",
            Law::OneCell => "heaps: one cell",
            Law::Part => "heaps: part",
            Law::Whole => "heaps: whole",
            Law::Subset => "heaps: subset",
            Law::DomainSubset => "heaps: domain subset",
            Law::AllocKeeps => "heaps: alloc keeps",
            Law::AllocAdds => "heaps: alloc adds",
            Law::AssignKeeps => "heaps: assign keeps",
            Law::ValueInPart => "heaps: value in part",
            Law::Disjoint => "heaps: disjoint",
        }
    }
}
