// Macros in the style of utlist: a list is a pointer to its first element; appending walks it.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define SL_APPEND(head, add) \
    do { \
        (add)->next = NULL; \
        if (head) { \
            __typeof__(head) tmp_ = (head); \
            while (tmp_->next) \
                tmp_ = tmp_->next; \
            tmp_->next = (add); \
        } else { \
            (head) = (add); \
        } \
    } while (0)
#define SL_DELETE(head, del) \
    do { \
        if ((head) == (del)) { \
            (head) = (head)->next; \
        } else { \
            __typeof__(head) tmp_ = (head); \
            while (tmp_->next && tmp_->next != (del)) \
                tmp_ = tmp_->next; \
            if (tmp_->next) \
                tmp_->next = (del)->next; \
        } \
    } while (0)
#define SL_FOREACH_SAFE(head, el, tmp) \
    for ((el) = (head); (el) && ((tmp) = (el)->next, 1); (el) = (tmp))

struct word {
    int length;
    struct word *next;
};

int main(void)
{
    struct word *words = NULL, *word, *saved;
    while (__VERIFIER_nondet_int()) {
        word = malloc(sizeof *word);
        if (!word)
            break;
        word->length = __VERIFIER_nondet_int();
        SL_APPEND(words, word);
    }
    SL_FOREACH_SAFE(words, word, saved)
    {
        if (word->length == 0) {
            SL_DELETE(words, word);
            free(word);
        }
    }
    SL_FOREACH_SAFE(words, word, saved)
    {
        SL_DELETE(words, word);
        free(word);
    }
    return 0;
}
