// Functions that call each other.
// command: prove
// functions: 2
struct node { struct node *next; int v; };
int odd(struct node *l);
/*@ requires acyclic(l, next) && (l == 0 || !BS(l));
    requires forall(x, nodes(l, next), \valid(x) && Off(x) == 0);
    ensures \result == 0 || \result == 1;
    ensures l == 0 ==> \result == 1; */
int even(struct node *l) { return l ? odd(l->next) : 1; }
/*@ requires acyclic(l, next) && (l == 0 || !BS(l));
    requires forall(x, nodes(l, next), \valid(x) && Off(x) == 0);
    ensures \result == 0 || \result == 1;
    ensures l == 0 ==> \result == 0; */
int odd(struct node *l) { return l ? even(l->next) : 0; }
