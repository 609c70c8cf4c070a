// A node that cannot be allocated is used.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char *name;
    struct node *child, *next;
};

static struct node *enter(struct node **list, const char *name, size_t length) {
    struct node *node;
    for (node = *list; node; node = node->next) // BUG: null-deref, invalid-pointer
        if (strncmp(node->name, name, length) == 0 && node->name[length] == '\0')
            return node;
    node = calloc(1, sizeof *node);
    if (!node)
        return NULL;
    node->name = malloc(length + 1);
    if (!node->name) {
        free(node);
        return NULL;
    }
    memcpy(node->name, name, length);
    node->name[length] = '\0';
    node->next = *list;
    *list = node;
    return node;
}

static void print_and_free(struct node *node, int depth) {
    while (node) {
        struct node *next = node->next;
        printf("%*s%s\n", depth, "", node->name);
        print_and_free(node->child, depth + 2);
        free(node->name);
        free(node);
        node = next;
    }
}

int main(void) {
    struct node *root = NULL;
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        struct node **list = &root;
        line[strcspn(line, "\n")] = '\0';
        for (const char *at = line; *at;) {
            size_t length = strcspn(at, "/");
            if (length > 0) {
                struct node *node = enter(list, at, length);
                list = &node->child;
            }
            at += length;
            if (*at == '/')
                at++;
        }
    }
    print_and_free(root, 0);
    return 0;
}
