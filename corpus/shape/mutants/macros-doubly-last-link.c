// Deleting the last element does not update the back link of the first one.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define DL_PREPEND(head, add) \
    do { \
        (add)->next = (head); \
        if (head) { \
            (add)->prev = (head)->prev; \
            (head)->prev = (add); \
        } else { \
            (add)->prev = (add); \
        } \
        (head) = (add); \
    } while (0)
#define DL_APPEND(head, add) \
    do { \
        (add)->next = NULL; \
        if (head) { \
            (add)->prev = (head)->prev; \
            (head)->prev->next = (add); \
            (head)->prev = (add); \
        } else { \
            (head) = (add); \
            (head)->prev = (head); \
        } \
    } while (0)
#define DL_DELETE(head, del) \
    do { \
        if ((del)->prev == (del)) { \
            (head) = NULL; \
        } else if ((del) == (head)) { \
            (del)->next->prev = (del)->prev; \
            (head) = (del)->next; \
        } else { \
            (del)->prev->next = (del)->next; \
            if ((del)->next) \
                (del)->next->prev = (del)->prev; \
        } \
    } while (0)

struct track {
    int seconds;
    struct track *prev, *next;
};

int main(void)
{
    struct track *tracks = NULL;
    while (__VERIFIER_nondet_int()) {
        struct track *track = malloc(sizeof *track);
        if (!track)
            break;
        track->seconds = __VERIFIER_nondet_int();
        if (track->seconds > 0)
            DL_APPEND(tracks, track);
        else
            DL_PREPEND(tracks, track);
    }
    struct track *track = tracks;
    while (track) {
        struct track *next = track->next;
        if (track->seconds < 0) {
            DL_DELETE(tracks, track);
            free(track);
        }
        track = next;
    }
    while (tracks) {
        track = tracks->prev;
        DL_DELETE(tracks, track); // BUG: use-after-free
        free(track);
    }
    return 0;
}
