// A byte may be part of anything; memory of another object is not touched.
// command: prove
// functions: 1

/*@ requires \valid(byte) && \valid(number) && Obj(byte) != Obj(number);
    assigns {byte};
    ensures *byte == 5 && *number == \old(*number); */
void set(char *byte, short *number)
{
    *byte = 5;
}
