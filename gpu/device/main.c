// SPDX-License-Identifier: GPL-2.0
/*
 * main.c -- parses the options, starts the thread that calls device_tick(), waits for the client
 * (QEMU), and prints the counts of accesses and faults at the end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "control.h"
#include "device.h"
#include "server.h"
#include "wire.h"

#define TICK_NS		5000000		/* interval of the calls of device_tick() */

/**
 * struct options - the command line
 * @profile:   file of the GPU model
 * @socket:    path of the vfio-user socket; the path of the control socket has ".ctl" added
 * @images:    directory in which the control command "image" creates files; NULL: not given
 * @seeded:    the log has only seeded events, not the events of the GuC's actions
 * @seed:      seed of the seeded events
 * @trap_vram: VRAM is not mapped into the guest
 * @dialect:   dialect of the events; NULL: the base dialect
 * @truth:     file for the description of the dialect; NULL: not given
 * @manual:    the device's time advances only with the control command "advance"
 * @events:    number of seeded events that are written at each boot of a GuC; -1: the default
 * @report:    verbosity and strictness
 */
struct options {
	const char *profile, *socket, *images, *dialect, *truth;
	bool seeded, trap_vram, manual;
	u64 seed;
	s32 events;
	struct report report;
};

static int stop;			/* set by a signal or by run(); accessed atomically */

static void on_signal(int sig)
{
	(void)sig;
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
}

static void *write_logs(void *arg)
{
	struct timespec tick = { .tv_nsec = TICK_NS };
	struct gpu *gpu = arg;
	u64 then = clock_ns();

	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		u64 now;

		nanosleep(&tick, NULL);
		pthread_mutex_lock(&gpu->lock);
		now = clock_ns();
		device_tick(gpu, now - then);
		pthread_mutex_unlock(&gpu->lock);
		then = now;
	}
	return NULL;
}

static void help(void)
{
	fprintf(stderr,
		"usage: gpu --profile FILE --socket PATH [OPTION...]\n"
		"  --images DIR   directory in which the control command \"image\" creates files\n"
		"  --seed N       write seeded events (a function of N) to the log, instead of\n"
		"                 the events of real firmware for the GuC's actions\n"
		"  --events N     number of seeded events that are written when a GuC boots\n"
		"                 (default: 100 with --seed, else 0)\n"
		"  --dialect SEED[,WORD...]  give the events the form of another firmware: ids,\n"
		"                 permute, args, fields, alike, clock, split, merge, foreign=N\n"
		"                 (without a word that changes something: ids,fields,clock)\n"
		"  --truth FILE   write a description of the dialect as JSON\n"
		"  --manual-clock only the control command \"advance\" lets time pass\n"
		"  --trap-vram    do not map VRAM into the guest: each access is a message\n"
		"  --lenient      print faults, but exit with status 0 after a fault\n"
		"  --version      print the version\n"
		"  -v             print more messages; can be given up to four times\n");
}

static int parse(int argc, char **argv, struct options *o)
{
	static const struct option list[] = {
		{ "profile", required_argument, NULL, 'p' },
		{ "socket", required_argument, NULL, 's' },
		{ "images", required_argument, NULL, 'i' },
		{ "seed", required_argument, NULL, 'S' },
		{ "events", required_argument, NULL, 'e' },
		{ "dialect", required_argument, NULL, 'd' },
		{ "truth", required_argument, NULL, 'T' },
		{ "manual-clock", no_argument, NULL, 'm' },
		{ "trap-vram", no_argument, NULL, 't' },
		{ "lenient", no_argument, NULL, 'l' },
		{ "version", no_argument, NULL, 'V' },
		{ 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "v", list, NULL)) != -1) {
		switch (c) {
		case 'V':
			puts(GPU_VERSION);
			exit(0);
		case 'p':
			o->profile = optarg;
			break;
		case 's':
			o->socket = optarg;
			break;
		case 'd':
			o->dialect = optarg;
			break;
		case 'T':
			o->truth = optarg;
			break;
		case 'm':
			o->manual = true;
			break;
		case 'i':
			o->images = optarg;
			break;
		case 'S':
			o->seed = strtoull(optarg, NULL, 0);
			o->seeded = true;
			break;
		case 'e':
			o->events = (s32)strtol(optarg, NULL, 0);
			break;
		case 't':
			o->trap_vram = true;
			break;
		case 'l':
			o->report.strict = false;
			break;
		case 'v':
			o->report.verbose++;
			break;
		default:
			return -EINVAL;
		}
	}
	return o->profile && o->socket && optind == argc ? 0 : -EINVAL;
}

static void account(const struct gpu *gpu)
{
	fprintf(stderr, "%s: %lu reads, %lu writes, %lu + %lu H2G, %lu MSIs, %lu faults\n",
		gpu->profile.name, gpu->regs.reads, gpu->regs.writes, gpu->guc[0].received,
		gpu->guc[1].received, gpu->irq.sent, report_total(&gpu->report));
	for (int i = 0; i < FAULT_KINDS; i++)
		if (gpu->report.count[i])
			fprintf(stderr, "  %lu %s\n", gpu->report.count[i],
				report_kind((enum fault_kind)i));
}

/*
 * run - serve a connected client (QEMU); unless the clock is manual, a thread calls device_tick()
 * meanwhile
 */
static int run(struct gpu *gpu, int client, int control)
{
	pthread_t writer;
	int err;

	if (clock_is_manual())
		return server_serve(gpu, client, control);
	if (pthread_create(&writer, NULL, write_logs, gpu))
		return -ENOMEM;
	err = server_serve(gpu, client, control);
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(writer, NULL);
	return err;
}

/*
 * serve - wait until the client (QEMU) connects, and serve it. The control socket is created first,
 * so that it exists when the vfio-user socket exists.
 */
static int serve(struct gpu *gpu, const char *path)
{
	char control_path[256];
	int listener, control, client, err = -EIO;

	snprintf(control_path, sizeof(control_path), "%s.ctl", path);
	control = wire_listen(control_path);
	listener = wire_listen(path);
	if (listener < 0 || control < 0) {
		fprintf(stderr, "%s: %s\n", path,
			strerror(listener < 0 ? -listener : -control));
		return -EIO;
	}
	client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (client >= 0) {
		err = run(gpu, client, control);
		close(client);
	}
	close(listener);
	close(control);
	unlink(path);
	unlink(control_path);
	return err;
}

/* set_dialect - apply --dialect and --truth; prints a message on failure */
static int set_dialect(struct gpu *gpu, const struct options *o)
{
	int err;

	if (o->dialect && !dialect_map_set(&gpu->dialect, o->dialect)) {
		fprintf(stderr, "--dialect %s: not of the form SEED[,WORD...]\n", o->dialect);
		return -EINVAL;
	}
	if (!o->truth)
		return 0;
	err = dialect_map_write(&gpu->dialect, o->truth);
	if (err)
		fprintf(stderr, "%s: %s\n", o->truth, strerror(-err));
	return err;
}

int main(int argc, char **argv)
{
	struct options o = { .seed = 1, .events = -1 };
	struct sigaction action = { .sa_handler = on_signal };
	struct gpu *gpu = malloc(sizeof(*gpu));
	int err;

	report_init(&o.report);
	if (!gpu || parse(argc, argv, &o)) {
		help();
		return 2;
	}
	setvbuf(stderr, NULL, _IOLBF, 0);
	signal(SIGPIPE, SIG_IGN);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	if (o.manual)
		clock_set_manual();
	err = device_init(gpu, o.profile, &o.report);
	if (err) {
		fprintf(stderr, "%s: %s\n", o.profile, strerror(-err));
		return 2;
	}
	err = set_dialect(gpu, &o);
	if (err)
		return 2;
	gpu->vram.trapped = o.trap_vram;
	for (int i = 0; i < 2; i++) {
		struct guc_log *log = &gpu->guc[i].log;

		log->seed = o.seed + (u64)i;
		log->dialect = !o.seeded;
		log->live = !o.seeded;
		log->boot_events = o.events >= 0 ? (u32)o.events : o.seeded ? 100 : 0;
	}
	control_images(o.images);
	err = serve(gpu, o.socket);
	account(gpu);
	err = err ? 2 : o.report.strict && report_total(&gpu->report) ? 1 : 0;
	device_exit(gpu);
	free(gpu);
	return err;
}
