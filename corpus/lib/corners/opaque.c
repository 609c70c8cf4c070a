// Types without definition, tables of functions, and data of unknown type.
// command: lib
// functions: 6
#include <stdlib.h>

struct engine;

struct plugin {
    struct engine *engine;
    const struct plugin_functions *functions;
    struct plugin *next;
    void *state;
    const char *name;
};

struct plugin_functions {
    int (*start)(struct plugin *plugin);
    void (*stop)(struct plugin *plugin, void *state);
};

struct plugin *add(struct plugin *list, struct engine *engine, const struct plugin_functions *functions)
{
    struct plugin *plugin = malloc(sizeof *plugin);
    if (!plugin)
        return list;
    plugin->engine = engine;
    plugin->functions = functions;
    plugin->next = list;
    plugin->state = NULL;
    plugin->name = "plugin";
    return plugin;
}

int start_all(struct plugin *list)
{
    int started = 0;

    for (; list; list = list->next) {
        if (list->functions && list->functions->start)
            started += list->functions->start(list);
    }
    return started;
}

void stop_all(struct plugin *list)
{
    while (list) {
        struct plugin *next = list->next;
        if (list->functions && list->functions->stop)
            list->functions->stop(list, list->state);
        list = next;
    }
}

struct engine *engine_of(const struct plugin *plugin)
{
    return plugin ? plugin->engine : NULL;
}

struct plugin *state_of(const struct plugin *plugin)
{
    return plugin ? plugin->state : NULL; // BUG: state_of: it can be anything
}

void set_engine(struct plugin *plugin)
{
    if (plugin)
        plugin->next = (struct plugin *)plugin->engine; // BUG: set_engine: an engine is no plugin
} // BUG: set_engine: the link is an engine
