// An account with a lock, which the system may not have.
// verdict: safe
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    long balance;
};

static struct account *account_new(long first) {
    struct account *account = malloc(sizeof *account);
    if (!account)
        return NULL;
    if (pthread_mutex_init(&account->lock, NULL) != 0) {
        free(account);
        return NULL;
    }
    account->balance = first;
    return account;
}

int main(void) {
    struct account *account = account_new(100);
    if (!account)
        return 1;
    pthread_mutex_lock(&account->lock);
    account->balance -= 30;
    pthread_mutex_unlock(&account->lock);
    printf("%ld\n", account->balance);
    pthread_mutex_destroy(&account->lock);
    free(account);
    return 0;
}
