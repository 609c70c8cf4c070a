// Data structures that hang on global variables.
// command: lib
// functions: 8
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *head;
struct node *spare;
static struct node sentinel;
static int count;

void push(int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    node->value = value;
    node->next = head;
    head = node;
    count++;
}

int pop(void)
{
    struct node *node = head;
    int value;

    if (!node)
        return -1;
    value = node->value;
    head = node->next;
    node->next = spare;
    spare = node;
    count--;
    return value;
}

int length(void)
{
    int n = 0;
    for (struct node *node = head; node; node = node->next)
        n++;
    return n;
}

void push_sentinel(void)
{
    sentinel.value = count;
    sentinel.next = head;
    head = &sentinel;
}

void push_unfinished(int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    node->value = value;
    head = node; // BUG: push_unfinished: the link is not set
} // BUG: push_unfinished: the link is not set

void push_local(int value)
{
    struct node node = {value, NULL};
    node.next = head;
    head = &node; // BUG: push_local: the node dies soon
} // BUG: push_local: the global points to a dead node

void push_counter(void)
{
    head = (struct node *)&count; // BUG: push_counter: a counter is no node
} // BUG: push_counter: the global is no node

void push_between(void)
{
    if (head)
        spare = (struct node *)&head->next; // BUG: push_between: inside a node
} // BUG: push_between: the global points into a node
