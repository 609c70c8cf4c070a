// Deleting the head does not move the head.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define CL_APPEND(head, add) \
    do { \
        if (head) { \
            (add)->prev = (head)->prev; \
            (add)->next = (head); \
            (head)->prev = (add); \
            (add)->prev->next = (add); \
        } else { \
            (add)->prev = (add); \
            (add)->next = (add); \
            (head) = (add); \
        } \
    } while (0)
#define CL_DELETE(head, del) \
    do { \
        if ((head) == (del) && (head)->next == (head)) { \
            (head) = NULL; \
        } else { \
            (del)->next->prev = (del)->prev; \
            (del)->prev->next = (del)->next; \
            if ((del)->next == (del)) \
                (head) = (del)->next; \
        } \
    } while (0)

struct player {
    int score;
    struct player *prev, *next;
};

int main(void)
{
    struct player *players = NULL;
    while (__VERIFIER_nondet_int()) {
        struct player *player = malloc(sizeof *player);
        if (!player)
            break;
        player->score = __VERIFIER_nondet_int();
        CL_APPEND(players, player);
    }
    while (players && players->next != players) { // BUG: use-after-free
        struct player *loser = players->next->next;
        CL_DELETE(players, loser);
        free(loser); // BUG: leak
    }
    free(players);
    return 0;
}
