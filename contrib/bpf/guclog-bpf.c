// SPDX-License-Identifier: GPL-2.0-only
/*
 * guclog-bpf OBJECT DIR -- load the BPF program OBJECT (guclog.bpf.o), attach it to xe's
 * tracepoints, and write each copy of a log that it makes to DIR/N.raw, and what it knows about the
 * trigger to DIR/N.txt. Prints "ready" when it is attached. Ends on SIGINT and SIGTERM.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <bpf/libbpf.h>

#include "record.h"

static volatile sig_atomic_t done;
static const char *dir;

static void stop(int signal)
{
	(void)signal;
	done = 1;
}

static FILE *create(const struct message *m, const char *ext, const char *mode)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%u.%s", dir, m->seq, ext);
	f = fopen(path, mode);
	if (!f)
		fprintf(stderr, "guclog-bpf: %s: %s\n", path, strerror(errno));
	return f;
}

static void write_facts(const struct message *m)
{
	FILE *f = create(m, "txt", "w");

	if (!f)
		return;
	fprintf(f, "trigger=%.*s\ngt=%u\nguc_id=%u\nengine=%.*s\nprocess=%.*s\npid=%u\n", NAME_LEN,
		m->trigger, m->gt, m->guc_id, NAME_LEN, m->engine, NAME_LEN, m->process, m->pid);
	fprintf(f, "log_bytes=%llu\nvram=%s\nfailed_chunks=%u\ncopy_ns=%llu\n", m->size,
		m->is_iomem ? "yes" : "no", m->failed, m->ns);
	fclose(f);
	printf("record %u\n", m->seq);
	fflush(stdout);
}

static int take(void *context, void *data, size_t size)
{
	const struct message *m = data;
	FILE *f;

	(void)context;
	if (size < sizeof(*m))
		return 0;
	if (!m->len) {
		write_facts(m);
		return 0;
	}
	f = create(m, "raw", m->offset ? "r+" : "w");
	if (!f)
		return 0;
	fseek(f, m->offset, SEEK_SET);
	fwrite(m->data, 1, m->len, f);
	fclose(f);
	return 0;
}

static int attach(struct bpf_object *object)
{
	struct bpf_program *program;

	bpf_object__for_each_program(program, object) {
		if (bpf_program__attach(program))
			continue;
		fprintf(stderr, "guclog-bpf: %s cannot be attached: %s\n",
			bpf_program__section_name(program), strerror(errno));
		return -1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct bpf_object *object;
	struct ring_buffer *ring;

	if (argc != 3) {
		fprintf(stderr, "usage: guclog-bpf OBJECT DIR\n");
		return 2;
	}
	dir = argv[2];
	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	object = bpf_object__open_file(argv[1], NULL);
	if (!object || bpf_object__load(object)) {
		fprintf(stderr, "guclog-bpf: the program cannot be loaded: %s\n", strerror(errno));
		return 1;
	}
	if (attach(object))
		return 1;
	ring = ring_buffer__new(bpf_object__find_map_fd_by_name(object, "ring"), take, NULL, NULL);
	if (!ring) {
		fprintf(stderr, "guclog-bpf: no ring buffer: %s\n", strerror(errno));
		return 1;
	}
	printf("ready\n");
	fflush(stdout);
	while (!done)
		ring_buffer__poll(ring, 200);
	ring_buffer__free(ring);
	bpf_object__close(object);
	return 0;
}
