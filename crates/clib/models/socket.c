/* Sockets and the names of the network: descriptors like others, bytes that come from outside. */
#include "libc.h"

#define MOST_DESCRIPTORS 1048576

/* An outcome of a call about sockets. */
static long __libc_socket(int what, long a, long b, long most) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, a, b, 20 + what), most);
}

static int __libc_new_socket(int what, long a, long b) {
    long descriptor = __libc_socket(what, a, b, MOST_DESCRIPTORS);
    __VERIFIER_assume(descriptor < 0 || descriptor > 2);
    return descriptor;
}

int socket(int domain, int type, int protocol) {
    return __libc_new_socket(0, domain, type);
}

int bind(int descriptor, const void *address, unsigned size) {
    __heapproof_readable(address, size);
    return __libc_socket(1, descriptor, size, 0);
}

int connect(int descriptor, const void *address, unsigned size) {
    __heapproof_readable(address, size);
    return __libc_socket(2, descriptor, size, 0);
}

int listen(int descriptor, int waiting) {
    return __libc_socket(3, descriptor, waiting, 0);
}

/* An address that is told: as many bytes as there is room for, of so many as the outcome says. */
static void __libc_tell_address(void *address, unsigned *size) {
    if (address == NULL)
        return;
    unsigned room = *size;
    unsigned length;
    __heapproof_received(&length, sizeof length);
    __VERIFIER_assume(length <= 128);
    __heapproof_received(address, length < room ? length : room);
    *size = length;
}

int accept(int descriptor, void *address, unsigned *size) {
    int made = __libc_new_socket(4, descriptor, 0);
    if (made >= 0)
        __libc_tell_address(address, size);
    return made;
}

int accept4(int descriptor, void *address, unsigned *size, int flags) {
    return accept(descriptor, address, size);
}

int getsockname(int descriptor, void *address, unsigned *size) {
    if (__libc_socket(5, descriptor, 0, 0) < 0)
        return -1;
    __libc_tell_address(address, size);
    return 0;
}

int getpeername(int descriptor, void *address, unsigned *size) {
    return getsockname(descriptor, address, size);
}

int setsockopt(int descriptor, int level, int name, const void *value, unsigned size) {
    __heapproof_readable(value, size);
    return __libc_socket(6, descriptor, name, 0);
}

int getsockopt(int descriptor, int level, int name, void *value, unsigned *size) {
    if (__libc_socket(7, descriptor, name, 0) < 0)
        return -1;
    unsigned length;
    __heapproof_received(&length, sizeof length);
    __VERIFIER_assume(length <= *size);
    __heapproof_received(value, length);
    *size = length;
    return 0;
}

int shutdown(int descriptor, int how) {
    return __libc_socket(8, descriptor, how, 0);
}

long send(int descriptor, const void *from, size_t count, int flags) {
    __heapproof_readable(from, count);
    if (count > __LONG_MAX__)
        count = __LONG_MAX__;
    return __libc_socket(9, descriptor, count, count);
}

long sendto(int descriptor, const void *from, size_t count, int flags, const void *address, unsigned size) {
    if (address != NULL)
        __heapproof_readable(address, size);
    return send(descriptor, from, count, flags);
}

long recv(int descriptor, void *to, size_t count, int flags) {
    if (count > __LONG_MAX__)
        count = __LONG_MAX__;
    long got = __libc_socket(10, descriptor, count, count);
    if (got > 0)
        __heapproof_received(to, got);
    return got;
}

long recvfrom(int descriptor, void *to, size_t count, int flags, void *address, unsigned *size) {
    long got = recv(descriptor, to, count, flags);
    if (got >= 0)
        __libc_tell_address(address, size);
    return got;
}

int socketpair(int domain, int type, int protocol, int made[2]) {
    if (__libc_socket(11, domain, type, 0) < 0)
        return -1;
    int pair[2];
    __heapproof_received(pair, sizeof pair);
    __VERIFIER_assume(pair[0] > 2 && pair[1] > 2 && pair[0] != pair[1]);
    made[0] = pair[0];
    made[1] = pair[1];
    return 0;
}

struct pollfd {
    int descriptor;
    short wanted;
    short happened;
};

int poll(struct pollfd *list, unsigned long count, int milliseconds) {
    long ready = __libc_socket(12, count, milliseconds, count < __INT_MAX__ ? (long)count : __INT_MAX__);
    if (ready < 0)
        return -1;
    for (unsigned long i = 0; i < count; i++)
        __heapproof_received(&list[i].happened, sizeof list[i].happened);
    return ready;
}

/* The sets of descriptors have 128 bytes. */
int select(int count, void *reads, void *writes, void *others, void *time) {
    if (time != NULL)
        __heapproof_readable(time, 2 * sizeof(long));
    long ready = __libc_socket(13, count, 0, 3 * 1024);
    if (ready < 0)
        return -1;
    if (reads != NULL)
        __heapproof_received(reads, 128);
    if (writes != NULL)
        __heapproof_received(writes, 128);
    if (others != NULL)
        __heapproof_received(others, 128);
    return ready;
}

/* The order of bytes on the network. */
unsigned short htons(unsigned short number) {
    return number >> 8 | number << 8;
}

unsigned short ntohs(unsigned short number) {
    return htons(number);
}

unsigned htonl(unsigned number) {
    return number >> 24 | (number >> 8 & 0xff00) | (number << 8 & 0xff0000) | number << 24;
}

unsigned ntohl(unsigned number) {
    return htonl(number);
}

/* Addresses as text. */
static char *__libc_put_number(char *to, unsigned number) {
    if (number >= 100)
        *to++ = '0' + number / 100;
    if (number >= 10)
        *to++ = '0' + number / 10 % 10;
    *to++ = '0' + number % 10;
    return to;
}

#define EXPLORED ((size_t)-1)

/* In a proof the digits may be any, and so may their number. */
static size_t __libc_dotted(char *to, const unsigned char *bytes) {
    char *at = to;
    if (__heapproof_is_many(EXPLORED)) {
        __heapproof_readable(bytes, 4);
        size_t length = __heapproof_any();
        __VERIFIER_assume(length >= 7 && length <= 15);
        __heapproof_received(to, length);
        to[length] = 0;
        return length;
    }
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            *at++ = '.';
        at = __libc_put_number(at, bytes[i]);
    }
    *at = 0;
    return at - to;
}

char *inet_ntoa(unsigned address) {
    static char text[16];
    __libc_dotted(text, (const unsigned char *)&address);
    return text;
}

#define AF_INET 2
#define AF_INET6 10
#define ENOSPC 28
#define EAFNOSUPPORT 97

const char *inet_ntop(int family, const void *address, char *to, unsigned size) {
    if (family == AF_INET) {
        char text[16];
        size_t length = __libc_dotted(text, address);
        if (length >= size) {
            errno = ENOSPC;
            return NULL;
        }
        memcpy(to, text, length + 1);
        return to;
    }
    if (family != AF_INET6) {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    __heapproof_readable(address, 16);
    long length = __libc_outcome(__heapproof_system(SYS_USER, NULL, NULL, 8, size, 0), 45);
    if (length < 0)
        return NULL;
    __VERIFIER_assume(length >= 2 && length < size);
    __heapproof_received(to, length);
    to[length] = 0;
    return to;
}

int inet_pton(int family, const char *text, void *to) {
    if (family == AF_INET && __heapproof_is_many(EXPLORED)) {
        CHECK_STRING(text);
        if (__heapproof_any() & 1)
            return 0;
        __heapproof_received(to, 4);
        return 1;
    }
    if (family == AF_INET) {
        unsigned char bytes[4];
        for (int i = 0; i < 4; i++) {
            unsigned number = 0;
            int digits = 0;
            for (; *text >= '0' && *text <= '9'; text++) {
                if (digits == 1 && number == 0)
                    return 0;
                number = number * 10 + (*text - '0');
                digits++;
                if (number > 255)
                    return 0;
            }
            if (digits == 0 || *text != (i < 3 ? '.' : 0))
                return 0;
            text++;
            bytes[i] = number;
        }
        memcpy(to, bytes, 4);
        return 1;
    }
    if (family != AF_INET6) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    CHECK_STRING(text);
    long outcome = __heapproof_system(SYS_USER, text, NULL, 9, 0, 0);
    __VERIFIER_assume(outcome >= 0 && outcome <= 1);
    if (outcome == 1)
        __heapproof_received(to, 16);
    return outcome;
}

/* Names of machines: none, or a list of one or two addresses. */
struct addrinfo {
    int flags;
    int family;
    int type;
    int protocol;
    unsigned size;
    void *address;
    char *name;
    struct addrinfo *next;
};

static struct addrinfo *__libc_addrinfo(void) {
    struct addrinfo *made = malloc(sizeof *made + 128);
    if (made == NULL)
        return NULL;
    __heapproof_received(&made->family, 3 * sizeof(int));
    __heapproof_received(&made->size, sizeof made->size);
    __VERIFIER_assume(made->size <= 128);
    made->flags = 0;
    made->address = made + 1;
    made->name = NULL;
    made->next = NULL;
    __heapproof_received(made->address, 128);
    return made;
}

#define EAI_MEMORY (-10)

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **to) {
    if (node != NULL)
        CHECK_STRING(node);
    if (service != NULL)
        CHECK_STRING(service);
    if (hints != NULL)
        __heapproof_readable(hints, sizeof *hints);
    long outcome = __heapproof_system(SYS_USER, node, service, 10, 0, 0);
    __VERIFIER_assume(outcome >= -12 && outcome <= 2 && outcome != 0);
    if (outcome < 0)
        return outcome;
    struct addrinfo *list = __libc_addrinfo();
    if (list == NULL)
        return EAI_MEMORY;
    if (outcome == 2) {
        list->next = __libc_addrinfo();
        if (list->next == NULL) {
            free(list);
            return EAI_MEMORY;
        }
    }
    *to = list;
    return 0;
}

void freeaddrinfo(struct addrinfo *list) {
    while (list != NULL) {
        struct addrinfo *next = list->next;
        free(list);
        list = next;
    }
}

const char *gai_strerror(int number) {
    static const char text[] = "Name or service not known";
    return text;
}

/* An address in parts: one to four numbers in the notations of C, the last one for all bytes that are left. */
int inet_aton(const char *text, unsigned *to) {
    unsigned parts[4];
    int count = 0;
    for (;;) {
        unsigned base = 10;
        unsigned long long number = 0;
        if (*text < '0' || *text > '9')
            return 0;
        if (*text == '0') {
            base = 8;
            text++;
            if (*text == 'x' || *text == 'X') {
                base = 16;
                text++;
            }
        }
        for (;; text++) {
            unsigned digit = *text >= '0' && *text <= '9'   ? *text - '0'
                             : *text >= 'a' && *text <= 'f' ? *text - 'a' + 10
                             : *text >= 'A' && *text <= 'F' ? *text - 'A' + 10
                                                            : 16;
            if (digit >= base)
                break;
            number = number * base + digit;
            if (number > 0xffffffff)
                return 0;
        }
        parts[count++] = number;
        if (*text != '.' || count == 4)
            break;
        text++;
    }
    if (*text != 0 && !__libc_is_space((unsigned char)*text))
        return 0;
    unsigned address = parts[count - 1];
    if (count > 1 && address > 0xffffffffu >> 8 * (count - 1))
        return 0;
    for (int i = 0; i < count - 1; i++) {
        if (parts[i] > 255)
            return 0;
        address |= parts[i] << (24 - 8 * i);
    }
    if (to != NULL)
        *to = __builtin_bswap32(address);
    return 1;
}

unsigned inet_addr(const char *text) {
    unsigned address;
    return inet_aton(text, &address) ? address : 0xffffffff;
}

/* A machine of a name: nothing, or one address. */
#define HOST_BYTES 1025

struct hostent {
    char *name;
    char **aliases;
    int family;
    int length;
    char **addresses;
};

struct hostent *gethostbyname(const char *name) {
    static struct hostent found;
    static char text[HOST_BYTES], address[4];
    static char *none[1], *addresses[2];
    CHECK_STRING(name);
    long outcome = __heapproof_system(SYS_USER, name, NULL, 11, 0, 0);
    __VERIFIER_assume(outcome >= 0 && outcome <= 1);
    if (outcome == 0)
        return NULL;
    found.name = __libc_system_text(text, sizeof text);
    __heapproof_received(address, sizeof address);
    addresses[0] = address;
    found.aliases = none;
    found.family = AF_INET;
    found.length = sizeof address;
    found.addresses = addresses;
    return &found;
}
