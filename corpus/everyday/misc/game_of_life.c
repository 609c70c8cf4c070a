// The game of life on a board that is read from the input.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

#define ROWS 10
#define COLUMNS 20

static char board[ROWS][COLUMNS], next[ROWS][COLUMNS];

static int neighbours(int row, int column) {
    int n = 0;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = column - 1; c <= column + 1; c++)
            if (r >= 0 && r < ROWS && c >= 0 && c < COLUMNS && (r != row || c != column))
                n += board[r][c];
    return n;
}

int main(void) {
    char line[COLUMNS + 2];
    for (int r = 0; r < ROWS && fgets(line, sizeof line, stdin); r++)
        for (int c = 0; c < COLUMNS && line[c] && line[c] != '\n'; c++)
            board[r][c] = line[c] == '#';
    for (int round = 0; round < 5; round++) {
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLUMNS; c++) {
                int n = neighbours(r, c);
                next[r][c] = n == 3 || (n == 2 && board[r][c]);
            }
        memcpy(board, next, sizeof board);
    }
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLUMNS; c++)
            putchar(board[r][c] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
