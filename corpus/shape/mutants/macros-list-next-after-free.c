// The walk that removes elements reads the link of an element it has freed.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define LHEAD(name, type) struct name { struct type *lh_first; }
#define LENTRY(type) struct { struct type *le_next; struct type **le_prev; }
#define LINIT(head) ((head)->lh_first = NULL)
#define LFIRST(head) ((head)->lh_first)
#define LNEXT(element, field) ((element)->field.le_next)
#define LINSERT_HEAD(head, element, field) \
    do { \
        if ((LNEXT(element, field) = LFIRST(head)) != NULL) \
            LFIRST(head)->field.le_prev = &LNEXT(element, field); \
        LFIRST(head) = (element); \
        (element)->field.le_prev = &LFIRST(head); \
    } while (0)
#define LREMOVE(element, field) \
    do { \
        if (LNEXT(element, field) != NULL) \
            LNEXT(element, field)->field.le_prev = (element)->field.le_prev; \
        *(element)->field.le_prev = LNEXT(element, field); \
    } while (0)
#define LFOREACH(var, head, field) for ((var) = LFIRST(head); (var); (var) = LNEXT(var, field))

struct socket {
    LENTRY(socket) sockets;
    int port;
};

LHEAD(socket_list, socket);

static struct socket_list open_sockets;

int main(void)
{
    struct socket *socket;
    LINIT(&open_sockets);
    while (__VERIFIER_nondet_int()) {
        socket = malloc(sizeof *socket);
        if (!socket)
            break;
        socket->port = __VERIFIER_nondet_int();
        LINSERT_HEAD(&open_sockets, socket, sockets);
    }
    for (socket = LFIRST(&open_sockets); socket; socket = LNEXT(socket, sockets)) { // BUG: use-after-free
        if (socket->port < 1024) {
            LREMOVE(socket, sockets);
            free(socket);
        }
    }
    while ((socket = LFIRST(&open_sockets)) != NULL) {
        LREMOVE(socket, sockets);
        free(socket);
    }
    return 0;
}
