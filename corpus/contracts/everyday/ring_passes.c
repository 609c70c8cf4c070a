// Loops with their condition at the end, around a ring: all nodes are set, counted and compared.
// command: prove
// functions: 4
struct node { int value; struct node *next; };

/*@ requires BS(ring) && block(ring, next) == ring && \valid(ring) && Off(ring) == 0;
    requires forall(x, nodes(ring->next, next), \valid(x) && Off(x) == 0);
    assigns {&ring->value}, nodes(ring->next, next)->value;
    ensures ring->value == 0 && forall(x, nodes(ring->next, next), x->value == 0); */
void clear(struct node *ring)
{
    struct node *at = ring;
    do {
        at->value = 0;
        at = at->next;
    } while (at != ring);
}

/*@ requires BS(ring) && block(ring, next) == ring && \valid(ring) && Off(ring) == 0;
    requires forall(x, nodes(ring->next, next), \valid(x) && Off(x) == 0);
    assigns {&ring->value}, nodes(ring->next, next)->value;
    ensures ring->value == 0 && forall(x, nodes(ring->next, next), x->value == 0); */
void clear_all_but_one(struct node *ring) // BUG: clear_all_but_one: postcondition
{
    struct node *at = ring;
    do {
        at = at->next;
        at->value = at != ring;
    } while (at != ring);
}

/*@ requires BS(ring) && block(ring, next) == ring && \valid(ring) && Off(ring) == 0;
    requires forall(x, nodes(ring->next, next), \valid(x) && Off(x) == 0);
    ensures \result >= ring->value && forall(x, nodes(ring->next, next), x->value <= \result); */
int largest(struct node *ring)
{
    int most = ring->value;
    struct node *at = ring;
    do {
        if (at->value > most)
            most = at->value;
        at = at->next;
    } while (at != ring);
    return most;
}

/*@ requires BS(ring) && block(ring, next) == ring && \valid(ring) && Off(ring) == 0;
    requires forall(x, nodes(ring->next, next), \valid(x) && Off(x) == 0); */
unsigned length(struct node *ring)
{
    unsigned count = 0;
    struct node *at = ring;
    do {
        count++;
        at = at->next;
    } while (at != ring);
    return count;
}
