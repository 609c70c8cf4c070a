// Immutable sequences as 2-3-finger-trees, which share what they do not change and leave old nodes to a garbage
// collector. There are three node types with seventeen fields together; the empty sequence is a null pointer.
// command: lib
// functions: 41
// requires: node_foldl: func != NULL
// requires: digit_foldl: func != NULL
// requires: seq_foldl: func != NULL
// requires: node_map: func != NULL
// requires: digit_map: func != NULL
// requires: seq_map: func != NULL
// requires: digit_push_front: digit != NULL
// requires: digit_push_back: digit != NULL
#include <stdbool.h>
#include <stdlib.h>

typedef struct node node;
typedef struct digit digit;
typedef struct seq seq;

// An element (arity 0), or two or three nodes of the level below.
struct node {
    int arity;
    long length;
    long element;
    node *t0;
    node *t1;
    node *t2;
};

// One to four nodes of the same level.
struct digit {
    int count;
    long length;
    node *t0;
    node *t1;
    node *t2;
    node *t3;
};

// A single node; or two digits and, between them, a sequence of nodes one level higher.
struct seq {
    long length;
    node *single;
    digit *left;
    seq *middle;
    digit *right;
};

typedef long (*fold_func)(long accumulator, long element);
typedef long (*map_func)(long element);

static long node_length(const node *node)
{
    return node ? node->length : 0;
}

static long digit_length(const digit *digit)
{
    return digit ? digit->length : 0;
}

long seq_length(const seq *seq)
{
    return seq ? seq->length : 0;
}

bool seq_is_empty(const seq *seq)
{
    return seq == NULL;
}

static node *node0(long element)
{
    node *result = malloc(sizeof *result);
    if (!result)
        abort();
    result->arity = 0;
    result->length = 1;
    result->element = element;
    result->t0 = NULL;
    result->t1 = NULL;
    result->t2 = NULL;
    return result;
}

static node *node2(node *t0, node *t1)
{
    node *result = malloc(sizeof *result);
    if (!result)
        abort();
    result->arity = 2;
    result->length = node_length(t0) + node_length(t1);
    result->element = 0;
    result->t0 = t0;
    result->t1 = t1;
    result->t2 = NULL;
    return result;
}

static node *node3(node *t0, node *t1, node *t2)
{
    node *result = malloc(sizeof *result);
    if (!result)
        abort();
    result->arity = 3;
    result->length = node_length(t0) + node_length(t1) + node_length(t2);
    result->element = 0;
    result->t0 = t0;
    result->t1 = t1;
    result->t2 = t2;
    return result;
}

static digit *digit_new(int count, node *t0, node *t1, node *t2, node *t3)
{
    digit *result = malloc(sizeof *result);
    if (!result)
        abort();
    result->count = count;
    result->t0 = t0;
    result->t1 = t1;
    result->t2 = t2;
    result->t3 = t3;
    result->length = node_length(t0) + node_length(t1) + node_length(t2) + node_length(t3);
    return result;
}

static digit *digit1(node *t0)
{
    return digit_new(1, t0, NULL, NULL, NULL);
}

static digit *digit2(node *t0, node *t1)
{
    return digit_new(2, t0, t1, NULL, NULL);
}

static seq *single(node *node)
{
    seq *result = malloc(sizeof *result);
    if (!result)
        abort();
    result->length = node_length(node);
    result->single = node;
    result->left = NULL;
    result->middle = NULL;
    result->right = NULL;
    return result;
}

static seq *deep(digit *left, seq *middle, digit *right)
{
    seq *result = malloc(sizeof *result);
    if (!result)
        abort();
    result->length = digit_length(left) + seq_length(middle) + digit_length(right);
    result->single = NULL;
    result->left = left;
    result->middle = middle;
    result->right = right;
    return result;
}

seq *seq_empty(void)
{
    return NULL;
}

seq *seq_singleton(long element)
{
    return single(node0(element));
}

static digit *digit_push_front(node *node, const digit *digit)
{
    return digit_new(digit->count + 1, node, digit->t0, digit->t1, digit->t2);
}

static digit *digit_push_back(const digit *digit, node *node)
{
    switch (digit->count) {
    case 1:
        return digit_new(2, digit->t0, node, NULL, NULL);
    case 2:
        return digit_new(3, digit->t0, digit->t1, node, NULL);
    default:
        return digit_new(4, digit->t0, digit->t1, digit->t2, node);
    }
}

static seq *push_front(node *node, seq *old)
{
    digit *left;

    if (!old)
        return single(node);
    if (old->single)
        return deep(digit1(node), NULL, digit1(old->single));
    left = old->left;
    if (!left)
        abort();
    if (left->count < 4)
        return deep(digit_push_front(node, left), old->middle, old->right);
    return deep(digit2(node, left->t0), push_front(node3(left->t1, left->t2, left->t3), old->middle), old->right);
}

static seq *push_back(seq *old, node *node)
{
    digit *right;

    if (!old)
        return single(node);
    if (old->single)
        return deep(digit1(old->single), NULL, digit1(node));
    right = old->right;
    if (!right)
        abort();
    if (right->count < 4)
        return deep(old->left, old->middle, digit_push_back(right, node));
    return deep(old->left, push_back(old->middle, node3(right->t0, right->t1, right->t2)),
                digit2(right->t3, node));
}

seq *seq_push_front(seq *old, long element)
{
    return push_front(node0(element), old);
}

seq *seq_push_back(seq *old, long element)
{
    return push_back(old, node0(element));
}

static node *digit_last(const digit *digit)
{
    if (!digit)
        return NULL;
    switch (digit->count) {
    case 1:
        return digit->t0;
    case 2:
        return digit->t1;
    case 3:
        return digit->t2;
    default:
        return digit->t3;
    }
}

static node *peek_front(const seq *seq)
{
    if (!seq)
        return NULL;
    if (seq->single)
        return seq->single;
    return seq->left ? seq->left->t0 : NULL;
}

static node *peek_back(const seq *seq)
{
    if (!seq)
        return NULL;
    if (seq->single)
        return seq->single;
    return digit_last(seq->right);
}

long seq_peek_front(const seq *seq, long otherwise)
{
    const node *node = peek_front(seq);
    return node ? node->element : otherwise;
}

long seq_peek_back(const seq *seq, long otherwise)
{
    const node *node = peek_back(seq);
    return node ? node->element : otherwise;
}

seq *seq_replace_front(seq *old, long element)
{
    digit *left;

    if (!old)
        return NULL;
    if (old->single)
        return single(node0(element));
    left = old->left;
    if (!left)
        return NULL;
    return deep(digit_new(left->count, node0(element), left->t1, left->t2, left->t3), old->middle, old->right);
}

static digit *digit_from_node(const node *node)
{
    if (!node)
        return NULL;
    if (node->arity == 3)
        return digit_new(3, node->t0, node->t1, node->t2, NULL);
    return digit2(node->t0, node->t1);
}

static seq *seq_from_digit(const digit *digit)
{
    if (!digit)
        return NULL;
    switch (digit->count) {
    case 1:
        return single(digit->t0);
    case 2:
        return deep(digit1(digit->t0), NULL, digit1(digit->t1));
    case 3:
        return deep(digit1(digit->t0), NULL, digit2(digit->t1, digit->t2));
    default:
        return deep(digit2(digit->t0, digit->t1), NULL, digit2(digit->t2, digit->t3));
    }
}

seq *seq_pop_front(const seq *old)
{
    const digit *left;

    if (!old || old->single)
        return NULL;
    left = old->left;
    if (!left)
        return NULL;
    if (left->count > 1)
        return deep(digit_new(left->count - 1, left->t1, left->t2, left->t3, NULL), old->middle, old->right);
    if (!old->middle)
        return seq_from_digit(old->right);
    return deep(digit_from_node(peek_front(old->middle)), seq_pop_front(old->middle), old->right);
}

static long node_lookup(const node *node, long index, long otherwise)
{
    while (node && node->arity > 0) {
        if (index < node_length(node->t0)) {
            node = node->t0;
            continue;
        }
        index -= node_length(node->t0);
        if (index < node_length(node->t1)) {
            node = node->t1;
            continue;
        }
        index -= node_length(node->t1);
        node = node->t2;
    }
    return node ? node->element : otherwise;
}

static long digit_lookup(const digit *digit, long index, long otherwise)
{
    if (!digit)
        return otherwise;
    if (index < node_length(digit->t0))
        return node_lookup(digit->t0, index, otherwise);
    index -= node_length(digit->t0);
    if (index < node_length(digit->t1))
        return node_lookup(digit->t1, index, otherwise);
    index -= node_length(digit->t1);
    if (index < node_length(digit->t2))
        return node_lookup(digit->t2, index, otherwise);
    index -= node_length(digit->t2);
    return node_lookup(digit->t3, index, otherwise);
}

long seq_lookup(const seq *seq, long index, long otherwise)
{
    if (!seq || index < 0 || index >= seq->length)
        return otherwise;
    // The nodes of the middle hold their lengths, so the same walk serves every level.
    while (seq) {
        if (seq->single)
            return node_lookup(seq->single, index, otherwise);
        if (index < digit_length(seq->left))
            return digit_lookup(seq->left, index, otherwise);
        index -= digit_length(seq->left);
        if (index >= seq_length(seq->middle))
            return digit_lookup(seq->right, index - seq_length(seq->middle), otherwise);
        seq = seq->middle;
    }
    return otherwise;
}

static long node_foldl(const node *node, fold_func func, long accumulator)
{
    if (!node)
        return accumulator;
    if (node->arity == 0)
        return func(accumulator, node->element);
    accumulator = node_foldl(node->t0, func, accumulator);
    accumulator = node_foldl(node->t1, func, accumulator);
    return node_foldl(node->t2, func, accumulator);
}

static long digit_foldl(const digit *digit, fold_func func, long accumulator)
{
    if (!digit)
        return accumulator;
    accumulator = node_foldl(digit->t0, func, accumulator);
    accumulator = node_foldl(digit->t1, func, accumulator);
    accumulator = node_foldl(digit->t2, func, accumulator);
    return node_foldl(digit->t3, func, accumulator);
}

long seq_foldl(const seq *seq, fold_func func, long accumulator)
{
    if (!seq)
        return accumulator;
    if (seq->single)
        return node_foldl(seq->single, func, accumulator);
    accumulator = digit_foldl(seq->left, func, accumulator);
    accumulator = seq_foldl(seq->middle, func, accumulator);
    return digit_foldl(seq->right, func, accumulator);
}

static node *node_map(const node *node, map_func func)
{
    if (!node)
        return NULL;
    switch (node->arity) {
    case 0:
        return node0(func(node->element));
    case 2:
        return node2(node_map(node->t0, func), node_map(node->t1, func));
    default:
        return node3(node_map(node->t0, func), node_map(node->t1, func), node_map(node->t2, func));
    }
}

static digit *digit_map(const digit *digit, map_func func)
{
    if (!digit)
        return NULL;
    return digit_new(digit->count, node_map(digit->t0, func), node_map(digit->t1, func),
                     node_map(digit->t2, func), node_map(digit->t3, func));
}

seq *seq_map(const seq *seq, map_func func)
{
    if (!seq)
        return NULL;
    if (seq->single)
        return single(node_map(seq->single, func));
    return deep(digit_map(seq->left, func), seq_map(seq->middle, func), digit_map(seq->right, func));
}

static seq *append_node(seq *front, const node *node)
{
    if (!node)
        return front;
    if (node->arity == 0)
        return seq_push_back(front, node->element);
    front = append_node(front, node->t0);
    front = append_node(front, node->t1);
    return append_node(front, node->t2);
}

static seq *append_digit(seq *front, const digit *digit)
{
    if (!digit)
        return front;
    front = append_node(front, digit->t0);
    front = append_node(front, digit->t1);
    front = append_node(front, digit->t2);
    return append_node(front, digit->t3);
}

seq *seq_append(seq *front, const seq *back)
{
    if (!back)
        return front;
    if (back->single)
        return append_node(front, back->single);
    front = append_digit(front, back->left);
    front = seq_append(front, back->middle);
    return append_digit(front, back->right);
}
