// The structure that a function returns, used in the expression that it is made in.
// verdict: safe
#include <stdio.h>
#include <string.h>

struct name {
    char text[20];
    int number;
};

static struct name name(int number)
{
    struct name name = {"abc", number};
    return name;
}

static size_t length(const char *text)
{
    const char *end = text;
    while (*end)
        end++;
    return end - text;
}

int main(void)
{
    size_t sum = strlen(name(1).text) + length(name(2).text) + name(3).number + name(4).text[1];
    printf("%s\n", name(5).text);
    return sum > 1000;
}
