// Reads a configuration of key and value pairs from a file into a struct with owned strings.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
    char *host;
    char *user;
    int port;
};

static void config_free(struct config *config) {
    free(config->host);
    free(config->user);
    config->host = config->user = NULL;
}

static int replace(char **place, const char *value) {
    char *copy = strdup(value);
    if (!copy)
        return -1;
    free(*place);
    *place = copy;
    return 0;
}

static int config_read(struct config *config, const char *path) {
    char line[256];
    FILE *in = fopen(path, "r");
    int status = 0;
    if (!in)
        return -1;
    while (status == 0 && fgets(line, sizeof line, in)) {
        char *key = strtok(line, " =\n");
        char *value = strtok(NULL, " =\n");
        if (!key || !value || key[0] == '#')
            continue;
        if (strcmp(key, "host") == 0)
            status = replace(&config->host, value);
        else if (strcmp(key, "user") == 0)
            status = replace(&config->user, value);
        else if (strcmp(key, "port") == 0)
            config->port = atoi(value);
    }
    fclose(in);
    return status;
}

int main(int argc, char **argv) {
    struct config config = {NULL, NULL, 80};
    int status = config_read(&config, argc > 1 ? argv[1] : "app.conf");
    if (status == 0)
        printf("%s@%s:%d\n", config.user ? config.user : "nobody", config.host ? config.host : "localhost",
               config.port);
    config_free(&config);
    return status != 0;
}
