// Locks of a single thread.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun;
static void begin(void) { begun++; }
int main(void) {
    printf("%d ", pthread_mutex_lock(&lock));
    printf("%d ", pthread_mutex_unlock(&lock));
    pthread_once(&once, begin);
    pthread_once(&once, begin);
    printf("%d %d\n", begun, pthread_equal(pthread_self(), pthread_self()) != 0);
    return 0;
}
