//! A heap as data: what an engine knows of memory at a place, as a formula of separation logic.
//!
//! A [`Heap`] is the tree of such a formula, independent of how an engine represents memory: variables and pure facts,
//! and objects with their members, where a segment stands for any number of linked nodes and owns what belongs to each of
//! them. Values and numbers are written as a person would write them. Reports make text and graphs of it.

/// What is known of memory at a place.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Heap {
    /// Values outside of memory: source variables that are in no memory.
    pub variables: Vec<Variable>,
    /// Conditions on numbers.
    pub facts: Vec<String>,
    /// Whether there are more conditions than these.
    pub has_more_facts: bool,
    /// The objects that belong to no node of a segment, those with static and automatic lifetime first.
    pub objects: Vec<Object>,
}

/// A value by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The value.
    pub value: Value,
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// As a person would write it.
    pub text: String,
    /// Where it points, if it is the address of something.
    pub target: Option<Target>,
}

/// Where a pointer leads: a points-to edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The number of the object, or of the segment.
    pub object: u64,
    /// To which of its nodes, if it is a segment.
    pub node: Node,
    /// The offset in bytes.
    pub offset: String,
}

/// A node of a segment: the target specifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// The first one, or the object that is no segment.
    First,
    /// The last one.
    Last,
    /// The node to which the object with the pointer belongs.
    Each,
    /// The one after the node to which the object with the pointer belongs.
    Next,
}

/// An object, or a segment of objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its number in this heap.
    pub id: u64,
    /// What it is called.
    pub name: String,
    /// Its address: a variable that holds it, or its name with an ampersand.
    pub address: String,
    /// Its type, as C spells it.
    pub type_name: Option<String>,
    /// Its size in bytes.
    pub size: String,
    /// Whether it still lives; others are there because something points to them.
    pub is_alive: bool,
    /// What is a segment of such objects.
    pub segment: Option<Segment>,
    /// Whether it has no members: it is its value.
    pub is_scalar: bool,
    /// What it holds: the has-value edges.
    pub members: Vec<Member>,
    /// What each node of the segment owns, or each element of a stretch of the array.
    pub owned: Vec<Object>,
}

/// What an object holds at an offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The name of the member, or the offset; of elements of an array which ones, as `[0..i)`.
    pub place: String,
    /// The offset in bytes, counting a stretch of elements as one.
    pub offset: u64,
    /// The value; none where it was never written.
    pub value: Option<Value>,
    /// What it is.
    pub part: Part,
}

/// What a member is of its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// An ordinary one.
    Plain,
    /// A link of a segment: of a list, the value is what the link at its end holds.
    Link,
    /// That of each element of a stretch of an array.
    Stretch,
}

/// A chain or tree of nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// How the nodes are linked.
    pub links: Links,
    /// How many nodes there are at least.
    pub least: u64,
    /// How many there are at most.
    pub most: Option<u64>,
    /// How many there are, where that has a name or is known.
    pub count: Option<String>,
}

/// How the nodes of a segment are linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Links {
    /// Not at all: there is one node or none.
    Optional,
    /// By several members.
    Tree(Vec<Link>),
    /// The nodes of a tree on the way down to a place: by one of several members each.
    Path(Vec<Link>),
    /// By one member, and perhaps by one back.
    List {
        /// The offset that links point to.
        head: u64,
        /// The link to the next node.
        next: Link,
        /// The link to the node before.
        prev: Option<Link>,
    },
}

/// A member that links nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Its name.
    pub member: Option<String>,
    /// Its offset in bytes.
    pub offset: u64,
}

impl Heap {
    /// The same without what a formula does not say, the numbers of objects and those that are gone: two heaps whose
    /// formulas read the same are equal.
    pub fn as_read(mut self) -> Heap {
        fn forget(value: &mut Value) {
            value.target.iter_mut().for_each(|target| target.object = 0);
        }
        fn forget_all(objects: &mut [Object]) {
            for object in objects {
                object.id = 0;
                object.members.iter_mut().filter_map(|member| member.value.as_mut()).for_each(forget);
                forget_all(&mut object.owned);
            }
        }
        self.objects.retain(|object| object.is_alive);
        self.variables.iter_mut().for_each(|variable| forget(&mut variable.value));
        forget_all(&mut self.objects);
        self
    }

    /// How many objects live.
    pub fn live_objects(&self) -> usize {
        fn live(objects: &[Object]) -> usize {
            objects.iter().map(|object| usize::from(object.is_alive) + live(&object.owned)).sum()
        }
        live(&self.objects)
    }
}
