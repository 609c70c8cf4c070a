/* The process: environment, signals, jumps, dates, names, locks, the network's order of bytes, patterns. */
static volatile int caught;
static void on(int number) { caught = number; }
static jmp_buf place;
static void once(void) { printf("once "); }

CASE(variables) { printf("%d %d ", getenv("HEAPPROOF_NONE") == NULL, setenv("HEAPPROOF_X", "1", 0)); printf("%s ", getenv("HEAPPROOF_X")); setenv("HEAPPROOF_X", "2", 0); printf("%s ", getenv("HEAPPROOF_X")); setenv("HEAPPROOF_X", "3", 1); printf("%s ", getenv("HEAPPROOF_X")); unsetenv("HEAPPROOF_X"); printf("%d\n", getenv("HEAPPROOF_X") == NULL); }
CASE(variables_without_a_name) { printf("%d %d\n", setenv("", "x", 1), setenv("a=b", "x", 1)); }
CASE(variables_by_text) { static char t[] = "HEAPPROOF_Y=old"; putenv(t); t[12] = 'O'; printf("%s\n", getenv("HEAPPROOF_Y")); }
CASE(signals) { signal(SIGUSR1, on); raise(SIGUSR1); printf("%d %d\n", caught == SIGUSR1, signal(SIGUSR1, SIG_IGN) == on); }
CASE(actions) { struct sigaction a = {.sa_handler = on}, old; sigemptyset(&a.sa_mask); printf("%d ", sigaction(SIGUSR2, &a, NULL)); raise(SIGUSR2); sigaction(SIGUSR2, NULL, &old); printf("%d %d %d\n", caught == SIGUSR2, old.sa_handler == on, sigaction(SIGKILL, &a, NULL)); }
CASE(sets_of_signals) { sigset_t s; sigemptyset(&s); sigaddset(&s, SIGINT); printf("%d %d ", sigismember(&s, SIGINT), sigismember(&s, SIGTERM)); sigdelset(&s, SIGINT); printf("%d %d\n", sigismember(&s, SIGINT), sigaddset(&s, 1000)); }
CASE(blocked_signals) { sigset_t s, o; sigemptyset(&s); sigaddset(&s, SIGHUP); printf("%d ", sigprocmask(SIG_BLOCK, &s, NULL)); sigprocmask(SIG_UNBLOCK, &s, &o); printf("%d\n", sigismember(&o, SIGHUP)); }
CASE(jumps) { int n = setjmp(place); printf("%d ", n); if (n < 2) longjmp(place, n + 1); puts(""); }
CASE(dates) { time_t t = 86400 * 365; struct tm *d = gmtime(&t); printf("%d %d %d %d %d\n", d->tm_year, d->tm_mon, d->tm_mday, d->tm_wday, d->tm_yday); }
CASE(dates_as_text) { time_t t = 0; struct tm d; gmtime_r(&t, &d); char b[64]; printf("%zu ", strftime(b, sizeof b, "%Y-%m-%d %H:%M:%S", &d)); puts(b); printf("%s", asctime(&d)); }
CASE(dates_as_seconds) { struct tm d = {.tm_year = 100, .tm_mon = 0, .tm_mday = 32}; printf("%ld %d\n", (long)timegm(&d), d.tm_mon); }
CASE(dates_into_buffers) { char b[26]; time_t t = 1000000000; struct tm d; printf("%s", asctime_r(gmtime_r(&t, &d), b)); }
CASE(differences_of_time) { printf("%.1f %d\n", difftime(10, 4), time(NULL) != (time_t)-1); }
CASE(options) { char *v[] = {"p", "-a", "-bx", "rest", NULL}; int c; optind = 1; while ((c = getopt(4, v, "ab:")) != -1) printf("%c%s ", c, c == 'b' ? optarg : ""); printf("%d\n", optind); }
CASE(long_options) { char *v[] = {"p", "--all", "--name=x", "y", NULL}; struct option o[] = {{"all", 0, 0, 'a'}, {"name", 1, 0, 'n'}, {0}}; int c; optind = 1; while ((c = getopt_long(4, v, "an:", o, NULL)) != -1) printf("%c%s ", c, c == 'n' ? optarg : ""); printf("%d\n", optind); }
CASE(mutexes) { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; printf("%d %d\n", pthread_mutex_lock(&m), pthread_mutex_unlock(&m)); }
CASE(locks_of_readers) { pthread_rwlock_t l; pthread_rwlock_init(&l, NULL); printf("%d %d %d\n", pthread_rwlock_rdlock(&l), pthread_rwlock_unlock(&l), pthread_rwlock_destroy(&l)); }
CASE(done_once) { static pthread_once_t o = PTHREAD_ONCE_INIT; pthread_once(&o, once); pthread_once(&o, once); puts(""); }
CASE(values_of_a_thread) { pthread_key_t k; int x = 5; pthread_key_create(&k, NULL); printf("%d ", pthread_getspecific(k) == NULL); pthread_setspecific(k, &x); printf("%d\n", *(int *)pthread_getspecific(k)); }
CASE(attributes_of_threads) { pthread_attr_t a; size_t s; pthread_attr_init(&a); pthread_attr_setstacksize(&a, 65536); pthread_attr_getstacksize(&a, &s); printf("%zu %d\n", s, pthread_attr_destroy(&a)); }
CASE(order_of_bytes) { printf("%x %x %x %x\n", htons(0x1234), ntohs(0x1234), htonl(0x12345678), ntohl(0x12345678)); }
CASE(addresses_as_text) { struct in_addr a; char b[16]; printf("%d ", inet_pton(AF_INET, "10.0.200.3", &a)); printf("%s %s\n", inet_ntop(AF_INET, &a, b, sizeof b), inet_ntoa(a)); }
CASE(no_addresses) { struct in_addr a; char b[4]; printf("%d %d %d %d\n", inet_pton(AF_INET, "1.2.3", &a), inet_pton(AF_INET, "1.2.3.256", &a), inet_pton(AF_INET, "01.2.3.4", &a), inet_ntop(AF_INET, &a, b, 4) == NULL); }
CASE(patterns_of_names) { printf("%d %d %d %d %d\n", fnmatch("*.c", "a.c", 0), fnmatch("*.c", "a.h", 0), fnmatch("a?c", "abc", 0), fnmatch("[a-c]x", "bx", 0), fnmatch("[!a]x", "ax", 0)); }
CASE(patterns_and_slashes) { printf("%d %d %d %d\n", fnmatch("*", "a/b", 0), fnmatch("*", "a/b", FNM_PATHNAME), fnmatch("*", ".x", FNM_PERIOD), fnmatch("\\*", "*", 0)); }
CASE(numbers_of_devices) { dev_t d = makedev(300, 70000); printf("%u %u\n", major(d), minor(d)); }
CASE(locale) { printf("%s %s\n", setlocale(LC_ALL, "C"), localeconv()->decimal_point); }
CASE(no_priority_of_streams) { flockfile(stdout); funlockfile(stdout); printf("%d\n", ftrylockfile(stdout)); funlockfile(stdout); }
CASE(allocations) { int *p = calloc(3, sizeof *p); printf("%d ", p[2]); p = reallocarray(p, 10, sizeof *p); p[9] = 4; printf("%d ", p[9]); free(p); void *q = aligned_alloc(64, 128); printf("%d\n", (int)((unsigned long)q % 64)); free(q); }
CASE(errors_have_numbers) { errno = 0; sqrt(-1); fopen("/nonexistent/x", "r"); printf("%d\n", errno == ENOENT); }
CASE(the_end) { atexit(once); puts("exits"); }
