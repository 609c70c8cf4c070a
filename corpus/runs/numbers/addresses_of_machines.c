// Addresses in dots, in the notations that there are.
#include <arpa/inet.h>
#include <stdio.h>

int main(void) {
    const char *texts[] = {"127.0.0.1", "10.1", "0x7f.1", "010.0.0.1", "1.2.3", "256.1.1.1", "1.2.3.4.5", "", "1.2.3.4 x", "4294967295"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct in_addr address = {0};
        int ok = inet_aton(texts[i], &address);
        printf("%d %08x\n", ok, ok ? (unsigned)ntohl(address.s_addr) : 0);
    }
    printf("%d\n", inet_addr("no address") == INADDR_NONE);
    return 0;
}
