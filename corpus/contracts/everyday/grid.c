// An array of arrays: an index beyond its row is an element of the next row, or none.
// command: prove
// functions: 2
int grid[4][5];

/*@ requires r < 4 && c < 5;
    assigns {&grid[r][c]};
    ensures grid[r][c] == v;
    ensures r != 1 || c != 1 ==> grid[1][1] == \old(grid[1][1]); */
void set(unsigned r, unsigned c, int v)
{
    grid[r][c] = v;
}

/*@ requires r < 4 && c <= 5;
    assigns {&grid[r][c]};
    ensures grid[r][c] == v; */
void set_beyond(unsigned r, unsigned c, int v)
{
    grid[r][c] = v; // BUG: set_beyond: memory
}
