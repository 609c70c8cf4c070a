// A vector of numbers: an element is added at the end, or taken out of the middle; a search from the end.
// command: prove
// functions: 3

struct vector {
    int *data;
    unsigned long length, room;
};

/*@ requires \valid(v) && v->length < v->room && v->room <= 100000 && Obj(v) != Obj(v->data);
    requires forall(p, array(v->data, 4, v->room), \valid(p));
    assigns {&v->length}, {v->data + v->length};
    ensures v->length == \old(v->length) + 1 && v->data[\old(v->length)] == number && v->length <= v->room; */
void add(struct vector *v, int number)
{
    v->data[v->length++] = number;
}

/*@ requires \valid(v) && v->length <= v->room && v->room <= 100000 && Obj(v) != Obj(v->data) && at < v->length;
    requires forall(p, array(v->data, 4, v->room), \valid(p));
    assigns {&v->length}, array(v->data, 4, v->length);
    ensures v->length == \old(v->length) - 1; */
void take_out(struct vector *v, unsigned long at)
{
    for (unsigned long i = at; i + 1 < v->length; i++)
        v->data[i] = v->data[i + 1];
    v->length--;
}

/*@ requires \valid(v) && v->length <= v->room && v->room <= 100000 && Obj(v) != Obj(v->data);
    requires forall(p, array(v->data, 4, v->room), \valid(p));
    assigns array(v->data, 4, v->length);
    ensures forall(p, array(v->data, 4, v->length), *p == number); */
void fill(struct vector *v, int number)
{
    for (unsigned long i = 0; i < v->length; i++)
        v->data[i] = number;
}
