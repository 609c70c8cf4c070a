// A device is freed by the function that detaches it from the last group, and by its caller.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct dm_list {
    struct dm_list *n, *p;
};

#define dm_list_item(v, type) ((type *)((char *)(v)-offsetof(type, list)))

struct vginfo {
    struct dm_list list; // all groups
    struct dm_list infos; // the devices of this group
    int format;
    char *name;
};

struct info {
    struct dm_list list; // the devices of the same group
    struct vginfo *vginfo;
    int status;
};

static struct dm_list vginfos;

static void dm_list_init(struct dm_list *head)
{
    head->n = head->p = head;
}

static void dm_list_add(struct dm_list *head, struct dm_list *element)
{
    element->n = head;
    element->p = head->p;
    head->p->n = element;
    head->p = element;
}

static void dm_list_del(struct dm_list *element)
{
    element->n->p = element->p;
    element->p->n = element->n;
}

static int dm_list_empty(const struct dm_list *head)
{
    return head->n == head;
}

static struct vginfo *find_orphan_vginfo(int format)
{
    struct dm_list *v;
    for (v = vginfos.n; v != &vginfos; v = v->n) {
        struct vginfo *vginfo = dm_list_item(v, struct vginfo);
        if (vginfo->format == format)
            return vginfo;
    }
    return NULL;
}

static struct vginfo *add_orphan_vginfo(int format)
{
    struct vginfo *vginfo = malloc(sizeof *vginfo);
    if (!vginfo)
        return NULL;
    memset(vginfo, 0, sizeof *vginfo);
    vginfo->name = malloc(8);
    if (!vginfo->name) {
        free(vginfo);
        return NULL;
    }
    vginfo->name[0] = '\0';
    vginfo->format = format;
    dm_list_init(&vginfo->infos);
    dm_list_add(&vginfos, &vginfo->list);
    return vginfo;
}

static void free_vginfo(struct vginfo *vginfo)
{
    dm_list_del(&vginfo->list);
    free(vginfo->name);
    free(vginfo);
}

static void detach(struct info *info)
{
    struct vginfo *vginfo = info->vginfo;
    dm_list_del(&info->list);
    info->vginfo = NULL;
    if (dm_list_empty(&vginfo->infos)) {
        free_vginfo(vginfo);
        if (dm_list_empty(&vginfos))
            free(info);
    }
}

static int add_device(int format)
{
    struct info *info = calloc(1, sizeof *info);
    if (!info)
        return 0;
    struct vginfo *vginfo = find_orphan_vginfo(format);
    if (!vginfo)
        vginfo = add_orphan_vginfo(format);
    if (!vginfo) {
        free(info);
        return 0;
    }
    info->vginfo = vginfo;
    dm_list_add(&vginfo->infos, &info->list);
    return 1;
}

static void destroy(void)
{
    while (!dm_list_empty(&vginfos)) {
        struct vginfo *vginfo = dm_list_item(vginfos.n, struct vginfo);
        struct info *info = dm_list_item(vginfo->infos.n, struct info);
        detach(info);
        free(info); // BUG: double-free
    }
}

int main(void)
{
    dm_list_init(&vginfos);
    while (__VERIFIER_nondet_int())
        add_device(__VERIFIER_nondet_int());
    destroy();
    return 0;
}
