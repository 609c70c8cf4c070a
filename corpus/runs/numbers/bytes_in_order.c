// The order of bytes in networks.
#include <arpa/inet.h>
#include <stdio.h>

int main(void) {
    printf("%x %x %x %x\n", htonl(0x01020304), ntohl(0x01020304), htons(0x0102), ntohs(0x0102));
    return 0;
}
