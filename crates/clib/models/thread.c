/* <pthread.h> where there are no threads: nobody else holds a lock or waits. That a thread begins is not modelled; that
   there is none to be had is. */
#include "libc.h"

#define EAGAIN 11
#define ESRCH 3
#define EBUSY 16

int __VERIFIER_nondet_int(void);

#define UNSHARED(name)                                                                                                \
    int name(void *object) {                                                                                           \
        __heapproof_readable(object, 1);                                                                               \
        return 0;                                                                                                      \
    }

UNSHARED(pthread_mutex_destroy)
UNSHARED(pthread_mutex_lock)
UNSHARED(pthread_mutex_unlock)
UNSHARED(pthread_rwlock_destroy)
UNSHARED(pthread_rwlock_rdlock)
UNSHARED(pthread_rwlock_wrlock)
UNSHARED(pthread_rwlock_unlock)
UNSHARED(pthread_spin_destroy)
UNSHARED(pthread_spin_lock)
UNSHARED(pthread_spin_unlock)
UNSHARED(pthread_cond_destroy)
UNSHARED(pthread_cond_signal)
UNSHARED(pthread_cond_broadcast)
UNSHARED(pthread_attr_destroy)
UNSHARED(pthread_mutexattr_destroy)

/* Which locks the program itself holds is not known. */
#define MAY_BE_HELD(name)                                                                                              \
    int name(void *object) {                                                                                           \
        __heapproof_readable(object, 1);                                                                               \
        return __VERIFIER_nondet_int() == 0 ? 0 : EBUSY;                                                               \
    }

MAY_BE_HELD(pthread_mutex_trylock)
MAY_BE_HELD(pthread_rwlock_tryrdlock)
MAY_BE_HELD(pthread_rwlock_trywrlock)
MAY_BE_HELD(pthread_spin_trylock)

/* The system may lack what a lock needs. */
#define MAY_FAIL(name)                                                                                                 \
    int name(void *object, const void *attributes) {                                                                   \
        __heapproof_readable(object, 1);                                                                               \
        return __VERIFIER_nondet_int() == 0 ? 0 : EAGAIN;                                                              \
    }

MAY_FAIL(pthread_mutex_init)
MAY_FAIL(pthread_rwlock_init)
MAY_FAIL(pthread_cond_init)

int pthread_spin_init(int *lock, int shared) {
    *lock = 1;
    return 0;
}

#if __SIZEOF_POINTER__ == 8
#define ATTRIBUTES 56
#else
#define ATTRIBUTES 36
#endif

int pthread_attr_init(void *attributes) {
    memset(attributes, 0, ATTRIBUTES);
    return 0;
}

int pthread_attr_setstacksize(size_t *attributes, size_t size) {
    if (size < 16384)
        return EINVAL;
    attributes[0] = size;
    return 0;
}

int pthread_attr_getstacksize(const size_t *attributes, size_t *size) {
    *size = attributes[0] == 0 ? 8388608 : attributes[0];
    return 0;
}

int pthread_attr_setdetachstate(int *attributes, int state) {
    __heapproof_readable(attributes, ATTRIBUTES);
    return state == 0 || state == 1 ? 0 : EINVAL;
}

int pthread_mutexattr_init(int *attributes) {
    *attributes = 0;
    return 0;
}

int pthread_mutexattr_settype(int *attributes, int type) {
    if (type < 0 || type > 3)
        return EINVAL;
    *attributes = type;
    return 0;
}

int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *), void *argument) {
    long outcome = __heapproof_system(SYS_PROCESS, NULL, NULL, 35, 0, 0);
    if (outcome >= 0)
        __heapproof_unsupported("another thread");
    return EAGAIN;
}

int pthread_join(unsigned long thread, void **result) {
    return ESRCH;
}

int pthread_detach(unsigned long thread) {
    return ESRCH;
}

int pthread_cancel(unsigned long thread) {
    return ESRCH;
}

unsigned long pthread_self(void) {
    static char self;
    return (unsigned long)&self;
}

int pthread_equal(unsigned long one, unsigned long other) {
    return one == other;
}

int pthread_cond_wait(void *condition, void *mutex) {
    __heapproof_unsupported("waiting for another thread");
    return 0;
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *time) {
    __heapproof_unsupported("waiting for another thread");
    return 0;
}

int pthread_once(int *once, void (*routine)(void)) {
    if (*once == 0) {
        *once = 2;
        routine();
    }
    return 0;
}

/* Values of the only thread, by key. */
#define KEYS 32
static const void *__libc_values[KEYS];
static unsigned __libc_keys;

int pthread_key_create(unsigned *key, void (*end)(void *)) {
    if (__libc_keys == KEYS)
        return EAGAIN;
    *key = __libc_keys++;
    return 0;
}

int pthread_key_delete(unsigned key) {
    return key < __libc_keys ? 0 : EINVAL;
}

int pthread_setspecific(unsigned key, const void *value) {
    if (key >= __libc_keys)
        return EINVAL;
    __libc_values[key] = value;
    return 0;
}

void *pthread_getspecific(unsigned key) {
    return key < __libc_keys ? (void *)__libc_values[key] : NULL;
}

int pthread_setname_np(unsigned long thread, const char *name) {
    return strlen(name) < 16 ? 0 : ERANGE;
}

_Noreturn void exit(int code);

/* The only thread ends the program. */
_Noreturn void pthread_exit(void *result) {
    exit(0);
}

int pthread_setcancelstate(int state, int *old) {
    if (old != NULL)
        *old = 0;
    return state == 0 || state == 1 ? 0 : EINVAL;
}

int pthread_mutexattr_gettype(const int *attributes, int *type) {
    *type = *attributes;
    return 0;
}

/* Semaphores: their number is their first member. */

#define MOST_OF_SEMAPHORE 0x7fffffffu
#define ETIMEDOUT 110

int sem_init(unsigned *semaphore, int shared, unsigned value) {
    if (value > MOST_OF_SEMAPHORE) {
        errno = EINVAL;
        return -1;
    }
    *semaphore = value;
    return 0;
}

int sem_destroy(unsigned *semaphore) {
    __heapproof_readable(semaphore, sizeof *semaphore);
    return 0;
}

int sem_post(unsigned *semaphore) {
    if (*semaphore == MOST_OF_SEMAPHORE) {
        errno = EOVERFLOW;
        return -1;
    }
    ++*semaphore;
    return 0;
}

int sem_trywait(unsigned *semaphore) {
    if (*semaphore == 0) {
        errno = EAGAIN;
        return -1;
    }
    --*semaphore;
    return 0;
}

int sem_wait(unsigned *semaphore) {
    if (*semaphore == 0)
        __heapproof_unsupported("waiting for another thread");
    --*semaphore;
    return 0;
}

int sem_timedwait(unsigned *semaphore, const void *time) {
    if (*semaphore == 0) {
        errno = ETIMEDOUT;
        return -1;
    }
    --*semaphore;
    return 0;
}

int sem_getvalue(const unsigned *semaphore, int *to) {
    *to = *semaphore;
    return 0;
}

/* <threads.h> says the same in other words. */

#define THREAD_ERROR 2

int mtx_init(void *mutex, int type) {
    return pthread_mutex_init(mutex, NULL);
}

void mtx_destroy(void *mutex) {
    pthread_mutex_destroy(mutex);
}

int mtx_lock(void *mutex) {
    return pthread_mutex_lock(mutex);
}

int mtx_unlock(void *mutex) {
    return pthread_mutex_unlock(mutex);
}

int mtx_trylock(void *mutex) {
    return pthread_mutex_trylock(mutex) == 0 ? 0 : 1;
}

int thrd_create(unsigned long *thread, int (*start)(void *), void *argument) {
    long outcome = __heapproof_system(SYS_PROCESS, NULL, NULL, 35, 0, 0);
    if (outcome >= 0)
        __heapproof_unsupported("another thread");
    return THREAD_ERROR;
}

int thrd_join(unsigned long thread, int *result) {
    return THREAD_ERROR;
}

void thrd_yield(void) {}

/* Streams that nobody else uses. */
void flockfile(void *stream) {}
void funlockfile(void *stream) {}

int ftrylockfile(void *stream) {
    return 0;
}
