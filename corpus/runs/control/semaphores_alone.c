// Semaphores, C11's locks and waiting signals where there is one thread.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <threads.h>

int main(void) {
    sem_t semaphore;
    int value = -1, type = -1;
    if (sem_init(&semaphore, 0, 2) != 0)
        return 1;
    sem_wait(&semaphore);
    sem_post(&semaphore);
    sem_post(&semaphore);
    sem_getvalue(&semaphore, &value);
    printf("%d\n", value);
    while (sem_trywait(&semaphore) == 0)
        value--;
    printf("%d %d\n", value, errno == EAGAIN);
    sem_destroy(&semaphore);

    mtx_t lock;
    printf("%d", mtx_init(&lock, mtx_plain));
    printf(" %d", mtx_lock(&lock));
    printf(" %d\n", mtx_unlock(&lock));
    mtx_destroy(&lock);

    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutexattr_gettype(&attributes, &type);
    printf("%d\n", type == PTHREAD_MUTEX_RECURSIVE);

    sigset_t pending;
    sigpending(&pending);
    printf("%d\n", sigismember(&pending, SIGUSR1));
    fflush(stdout);
    pthread_exit(NULL);
}
