// Walks a matrix by columns with rows and columns confused.
// verdict: unsafe
#define ROWS 3
#define COLUMNS 4

static int m[ROWS][COLUMNS];

int main(void) {
    int sum = 0;
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < ROWS; j++)
            sum += m[i][j]; // BUG: out-of-bounds
    return sum;
}
