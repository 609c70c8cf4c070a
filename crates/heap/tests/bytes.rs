//! The content of an object against an array of bytes: whatever overlapping writes, fills, copies and moves came
//! before, a read of any width at any offset gives the bytes that the array has.

use heap::{Content, Counter, Fill, HasValue, Heap, Kind, New, Rights, Symbols};
use ir::Target;
use logic::{BitVec, Model, Term};
use proptest::prelude::*;

const SIZE: u64 = 40;

/// A step on a content of `SIZE` bytes.
#[derive(Clone, Debug)]
enum Step {
    Write { offset: u64, len: u64, symbolic: bool, value: u64 },
    Fill { offset: u64, len: u64, byte: Option<u8> },
    FillFrom { offset: u64, byte: u8 },
    Copy { to: u64, from: u64, len: u64 },
    Read { offset: u64, len: u64 },
}

fn range() -> impl Strategy<Value = (u64, u64)> {
    (0..SIZE).prop_flat_map(|offset| (Just(offset), 1..=(SIZE - offset).min(16)))
}

fn step() -> impl Strategy<Value = Step> {
    let write = (range(), any::<bool>(), any::<u64>()).prop_map(|((offset, len), symbolic, value)| {
        Step::Write { offset, len: len.min(8), symbolic, value }
    });
    let fill =
        (range(), any::<Option<u8>>()).prop_map(|((offset, len), byte)| Step::Fill { offset, len, byte });
    let fill_from = (0..SIZE, any::<u8>()).prop_map(|(offset, byte)| Step::FillFrom { offset, byte });
    let copy =
        (range(), 0..SIZE).prop_map(|((from, len), to)| Step::Copy { to, from, len: len.min(SIZE - to) });
    let read = range().prop_map(|(offset, len)| Step::Read { offset, len });
    prop_oneof![4 => write, 2 => fill, 1 => fill_from, 2 => copy, 4 => read]
}

/// The reference: bytes, or none where a byte was never written.
type Bytes = Vec<Option<u8>>;

fn byte_of(value: &BitVec, number: u64) -> u8 {
    value.extract(number as u32 * 8, 8).to_u64().unwrap() as u8
}

struct Run {
    symbols: Symbols,
    content: Content,
    fresh: Counter,
    model: Model,
    bytes: Bytes,
    inputs: u32,
}

impl Run {
    fn new() -> Run {
        Run {
            symbols: Symbols::new(Target::BITS64),
            content: Content::filled(Fill::Undefined),
            fresh: Counter::default(),
            model: Model::new(),
            bytes: vec![None; SIZE as usize],
            inputs: 0,
        }
    }

    fn value(&mut self, len: u64, symbolic: bool, value: u64) -> (Term, BitVec) {
        let value = BitVec::new(len as u32 * 8, value.into());
        if !symbolic {
            return (self.symbols.store.constant(value.clone()), value);
        }
        self.inputs += 1;
        let var = self.symbols.store.var(&format!("in{}", self.inputs), len as u32 * 8);
        self.model.set(self.symbols.store.as_var(var).unwrap(), value.clone());
        (var, value)
    }

    fn step(&mut self, step: &Step) {
        match *step {
            Step::Write { offset, len, symbolic, value } => {
                let (term, value) = self.value(len, symbolic, value);
                self.content.write(offset, len, term);
                for at in 0..len {
                    self.bytes[(offset + at) as usize] = Some(byte_of(&value, at));
                }
            }
            Step::Fill { offset, len, byte } => {
                let fill = match byte {
                    Some(byte) => Fill::Repeat(self.symbols.store.num(8, byte.into())),
                    None => Fill::Undefined,
                };
                self.content.fill(offset, len, fill);
                self.bytes[offset as usize..(offset + len) as usize].fill(byte);
            }
            Step::FillFrom { offset, byte } => {
                let fill = Fill::Repeat(self.symbols.store.num(8, byte.into()));
                self.content.fill_from(offset, fill);
                self.bytes[offset as usize..].fill(Some(byte));
            }
            Step::Copy { to, from, len } => {
                let parts = self.content.parts(from, len);
                self.content.paste(&parts, from, to);
                let copy = self.bytes[from as usize..(from + len) as usize].to_vec();
                self.bytes[to as usize..(to + len) as usize].copy_from_slice(&copy);
            }
            Step::Read { offset, len } => self.check(offset, len),
        }
    }

    fn check(&mut self, offset: u64, len: u64) {
        let value = self.content.read(&mut self.symbols, &mut self.fresh, offset, len);
        assert_eq!(u64::from(self.symbols.store.width(value)), len * 8);
        let concrete = self.model.eval(&self.symbols.store, value);
        for at in 0..len {
            let byte = self.symbols.store.extract(value, at as u32 * 8, 8);
            let undefined = self.symbols.is_undefined(byte);
            match self.bytes[(offset + at) as usize] {
                Some(expected) => {
                    assert_eq!(byte_of(&concrete, at), expected);
                    assert!(!undefined);
                }
                None => assert!(undefined),
            }
        }
    }

    fn check_shape(&self) {
        let edges: &[HasValue] = self.content.edges();
        assert!(edges.iter().all(|edge| edge.len > 0));
        assert!(edges.windows(2).all(|pair| pair[0].end() <= pair[1].offset));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn reads_give_what_was_written(steps in prop::collection::vec(step(), 1..40)) {
        let mut run = Run::new();
        for step in &steps {
            run.step(step);
            run.check_shape();
        }
        for offset in 0..SIZE {
            run.check(offset, 1);
        }
        run.check(0, SIZE);
    }

    /// Writing to a copy of a heap leaves the heap alone.
    #[test]
    fn copies_are_independent(writes in prop::collection::vec((range(), any::<bool>(), any::<u64>()), 1..20)) {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut original = Heap::new();
        let new = New {
            kind: Kind::Heap(1),
            size: symbols.size(SIZE),
            align: 16,
            fill: Fill::Undefined,
            alive: true,
            rights: Rights::Write,
            place: None,
        };
        let object = original.create(&mut symbols, new);
        let zero = symbols.store.zero(SIZE as u32 * 8);
        original.write(object, 0, SIZE, zero);
        let mut copy = original.clone();
        let mut expected = [vec![Some(0u8); SIZE as usize], vec![Some(0u8); SIZE as usize]];
        for ((offset, len), on_copy, value) in writes {
            let len = len.min(8);
            let term = symbols.store.num(len as u32 * 8, value.into());
            let side = usize::from(on_copy);
            let heap = if on_copy { &mut copy } else { &mut original };
            heap.write(object, offset, len, term);
            for at in 0..len {
                expected[side][(offset + at) as usize] = Some((value >> (8 * at)) as u8);
            }
        }
        for (side, heap) in [&mut original, &mut copy].into_iter().enumerate() {
            for offset in 0..SIZE {
                let byte = heap.read(&mut symbols, object, offset, 1);
                let byte = symbols.store.as_const(byte).and_then(|byte| byte.to_u64());
                prop_assert_eq!(byte, expected[side][offset as usize].map(u64::from));
            }
        }
    }
}

#[test]
fn bytes_that_are_unknown_or_were_never_written_keep_their_name() {
    let mut symbols = Symbols::new(Target::BITS64);
    let mut fresh = Counter::default();
    let mut content = Content::filled(Fill::Unknown);
    let first = content.read(&mut symbols, &mut fresh, 4, 4);
    assert_eq!(content.read(&mut symbols, &mut fresh, 4, 4), first);
    let low = content.read(&mut symbols, &mut fresh, 4, 1);
    assert_eq!(low, symbols.store.extract(first, 0, 8));
    content.fill(0, 16, Fill::Undefined);
    let one = content.read(&mut symbols, &mut fresh, 4, 4);
    assert_eq!(content.read(&mut symbols, &mut fresh, 4, 4), one);
    assert!(symbols.is_undefined(one));
    let other = fresh.undefined(&mut symbols, 32);
    assert_ne!(other, one);
}
