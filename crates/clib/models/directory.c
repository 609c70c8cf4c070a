/* Directories that are read at once, and orders of names. */
#include "libc.h"

#define NAME_MAX 255

struct dirent {
    unsigned long number;
    long offset;
    unsigned short length;
    unsigned char type;
    char name[NAME_MAX + 1];
};

void *opendir(const char *path);
struct dirent *readdir(void *directory);
int closedir(void *directory);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

/* Runs of digits compare as numbers, with zeros in front as fractions. */
int strverscmp(const char *a, const char *b) {
    size_t at = 0;
    while (a[at] == b[at] && a[at] != 0)
        at++;
    /* The run of digits that the first difference lies in. */
    size_t start = at;
    while (start > 0 && __libc_is_digit((unsigned char)a[start - 1]))
        start--;
    int is_one = __libc_is_digit((unsigned char)a[at]), is_other = __libc_is_digit((unsigned char)b[at]);
    int difference = (unsigned char)a[at] - (unsigned char)b[at];
    if (difference == 0 || (!is_one && !is_other))
        return difference;
    int is_inside = at > start;
    if (is_inside ? a[start] == '0' : is_one && is_other && (a[at] == '0' || b[at] == '0')) {
        /* Fractions: more zeros come first; a fraction that ends comes behind one of zeros that goes on. */
        int only_zeros = 1;
        for (size_t i = start; i < at; i++)
            only_zeros &= a[i] == '0';
        if (is_inside && only_zeros && is_one != is_other)
            return is_one ? -1 : 1;
        return difference;
    }
    if (!is_inside && !(is_one && is_other))
        return difference;
    size_t one = at, other = at;
    while (__libc_is_digit((unsigned char)a[one]))
        one++;
    while (__libc_is_digit((unsigned char)b[other]))
        other++;
    return one == other ? difference : one < other ? -1 : 1;
}

int alphasort(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->name, (*b)->name);
}

int versionsort(const struct dirent **a, const struct dirent **b) {
    return strverscmp((*a)->name, (*b)->name);
}

int scandir(const char *path, struct dirent ***to, int (*is_wanted)(const struct dirent *),
            int (*compare)(const void *, const void *)) {
    void *directory = opendir(path);
    if (directory == NULL)
        return -1;
    struct dirent **all = NULL, *entry;
    int count = 0, room = 0, fails = 0;
    while (!fails && (entry = readdir(directory)) != NULL) {
        if (is_wanted != NULL && !is_wanted(entry))
            continue;
        if (count == room) {
            room = room == 0 ? 10 : 2 * room;
            struct dirent **larger = realloc(all, room * sizeof *all);
            if (larger == NULL) {
                fails = 1;
                break;
            }
            all = larger;
        }
        size_t size = entry->name - (char *)entry + strlen(entry->name) + 1;
        all[count] = malloc(size);
        if (all[count] == NULL)
            fails = 1;
        else
            memcpy(all[count++], entry, size);
    }
    closedir(directory);
    if (fails) {
        while (count > 0)
            free(all[--count]);
        free(all);
        errno = ENOMEM;
        return -1;
    }
    if (all == NULL && (all = malloc(sizeof *all)) == NULL)
        return -1;
    if (compare != NULL)
        qsort(all, count, sizeof *all, compare);
    *to = all;
    return count;
}
