// Settings of a terminal in raw mode, from zeros and from ones.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

int main(void) {
    for (int byte = 0; byte < 256; byte += 255) {
        struct termios settings;
        memset(&settings, byte, sizeof settings);
        cfmakeraw(&settings);
        printf("%o %o %o %o %d %d\n", settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag,
               settings.c_cc[VMIN], settings.c_cc[VTIME]);
    }
    char *here = get_current_dir_name(), room[4096];
    if (here == NULL || getcwd(room, sizeof room) == NULL)
        return 1;
    printf("%d\n", strcmp(here, room));
    free(here);
    return 0;
}
