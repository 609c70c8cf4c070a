// The last topic is not cut down to its first message.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct message {
    struct message *first;
    struct message *next;
};

struct topic {
    struct topic *next;
    struct message *messages;
};

static void post(struct topic *topic)
{
    struct message *message = calloc(1, sizeof *message);
    if (!message)
        abort();
    if (!topic->messages) {
        message->first = message;
        topic->messages = message;
    } else {
        message->first = topic->messages;
        message->next = topic->messages->next;
        topic->messages->next = message;
    }
}

static struct topic *open_topic(struct topic *others)
{
    struct topic *topic = calloc(1, sizeof *topic);
    if (!topic)
        abort();
    do
        post(topic);
    while (__VERIFIER_nondet_int());
    topic->next = others;
    return topic;
}

static void cut_short(struct topic *topics)
{
    for (struct topic *topic = topics; topic->next; topic = topic->next) {
        struct message *message = topic->messages;
        while (message) {
            struct message *next = message->next;
            if (message == message->first)
                message->next = NULL;
            else
                free(message);
            message = next;
        }
    }
}

int main(void)
{
    struct topic *topics = NULL;
    topics = open_topic(topics);
    topics = open_topic(topics);
    topics = open_topic(topics);
    if (topics)
        cut_short(topics);
    while (topics) {
        struct topic *next = topics->next;
        free(topics->messages); // BUG: leak
        free(topics);
        topics = next;
    }
    return 0;
}
