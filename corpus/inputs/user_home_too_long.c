// A file in the home of the user, whose path may be longer than the buffer.
// verdict: unsafe
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    struct passwd *user = getpwuid(getuid());
    if (!user)
        return 1;
    char path[64];
    strcpy(path, user->pw_dir); // BUG: out-of-bounds
    printf("%s lives in %s\n", user->pw_name, path);
    return 0;
}
