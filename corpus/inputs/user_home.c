// A file in the home of the user, whose path may have any length.
// verdict: safe
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    struct passwd *user = getpwuid(getuid());
    if (!user) {
        fprintf(stderr, "who are you?\n");
        return 1;
    }
    char path[64];
    int length = snprintf(path, sizeof path, "%s/.notes", user->pw_dir);
    if (length < 0 || (size_t)length >= sizeof path)
        return 1;
    printf("%s keeps notes in %s\n", user->pw_name, path);
    return 0;
}
