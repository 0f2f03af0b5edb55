// SPDX-License-Identifier: GPL-2.0-only
/*
 * For replay-stream.sh: writes the image of a log with numbered events, and reads a stream (the
 * file guc_log_stream, which never ends) and checks that it has each event once, or counts it as
 * lost.
 *
 *   streamtool ring FILE COUNT [LOAD]  write the image of a log in which COUNT events
 *                                      were written, in one write(); LOAD is the
 *                                      number of the load of the firmware (0 by default)
 *   streamtool collect FILE OUT WANT MS
 *                                      read until WANT events were delivered or
 *                                      lost, for at most MS ms; copy the bytes to OUT,
 *                                      and print the numbers of events
 *   streamtool nonblock FILE           read without waiting, until an error or the end; then seek
 *   streamtool poll FILE MS            read without waiting, then poll
 *   streamtool epoll FILE MS           the same with epoll
 *   streamtool verify FILE             check the bytes of a stream
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#define PAGE	4096u
#define RING	4096u
#define ENTRY	20u
#define ROOM	(RING / ENTRY)
#define EVENT	0x8102u		/* CTX_RUNNING */

static void put(uint8_t *to, uint32_t value)
{
	memcpy(to, &value, 4);
}

static uint32_t get(const uint8_t *from)
{
	uint32_t value;

	memcpy(&value, from, 4);
	return value;
}

static void put_state(uint8_t *state, uint32_t marker1, uint32_t marker2, uint32_t write_ptr,
		      uint32_t wrap_offset)
{
	put(state, marker1);
	put(state + 4, marker2);
	put(state + 12, write_ptr);
	put(state + 16, RING);
	put(state + 24, wrap_offset);
	put(state + 32, 2);
}

static void put_lic(uint8_t *lic)
{
	static const uint32_t words[] = {
		0x8086900d, 0x00010000, 10, 0x00010001, 0x00462c01, 0x00020001, 7,
		0x00030001, 19200, 0x00040001, 0x03000000, 0x00050001, 5,
	};
	unsigned int i;

	for (i = 0; i < sizeof(words) / 4; i++)
		put(lic + 4 * i, words[i]);
}

/*
 * Write entry number @n, counted from 0, of load number @load of the firmware. The first argument
 * of the event contains @load, the second one is @n.
 */
static void put_entry(uint8_t *entry, uint32_t n, uint32_t load)
{
	put(entry, 1920 * n);
	put(entry + 4, 0);
	put(entry + 8, EVENT);
	put(entry + 12, load << 20 | 0x123);
	put(entry + 16, n);
}

static int write_ring(const char *path, uint32_t count, uint32_t load)
{
	static uint8_t image[PAGE + 3 * RING];
	uint32_t wraps = count ? (count - 1) / ROOM : 0, n;
	uint32_t at = (count - wraps * ROOM) * ENTRY;
	int fd = open(path, O_WRONLY);

	put_state(image, 0xcabba9e6, 0xdeadfeed, at, wraps ? ROOM * ENTRY : 0);
	put_state(image + 36, 0xcabba9e6, 0x8086dead, 0, 0);
	put_state(image + 72, 0xcabba9f7, 0xbeeffeed, 0, 0);
	put_lic(image + 108);
	for (n = count > ROOM ? count - ROOM : 0; n < count; n++)
		put_entry(image + PAGE + n % ROOM * ENTRY, n, load);
	if (fd < 0 || write(fd, image, sizeof(image)) != sizeof(image) || close(fd)) {
		perror(path);
		return 1;
	}
	return 0;
}

/* What was found in a stream, as far as it was read. */
struct tally {
	bool bad;
	uint32_t head;		/* required blocks found: bits 1 to 5 types 1 to 5, bit 0 OS_ID */
	uint64_t seq;		/* events that were delivered or lost */
	uint64_t events;
	uint64_t lost;
	uint32_t restarts;
	uint32_t comments;
	bool has_next;
	uint32_t next;		/* number of the next event */
	char before[2048];	/* the comment before the block */
};

static uint64_t number_of(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static void fail(struct tally *t, const char *what, uint64_t is, uint64_t wanted)
{
	printf("bad: %s: %llu, not %llu\n", what, (unsigned long long)is,
	       (unsigned long long)wanted);
	t->bad = true;
}

static void take_events(struct tally *t, const uint8_t *data, uint32_t len)
{
	uint64_t lost = number_of(t->before, "events_gap_entries=");
	bool restarted = strstr(t->before, "loaded again");
	uint32_t i;

	t->lost += lost;
	t->seq += lost;
	t->restarts += restarted;
	if (t->before[0] && number_of(t->before, "events_seq=") != t->seq)
		fail(t, "events_seq", number_of(t->before, "events_seq="), t->seq);
	if (get(data) != 2 || (len - 4) % ENTRY || len < 4 + ENTRY)
		fail(t, "length of a block", len, 4 + ENTRY);
	for (i = 4; i + ENTRY <= len; i += ENTRY, t->next++) {
		uint32_t n = get(data + i + 16);

		if (i == 4 && (restarted || !t->has_next))
			t->next = n;
		else if (i == 4)
			t->next += lost;
		t->has_next = true;
		if (n != t->next || get(data + i) != 1920 * n)
			fail(t, "event", n, t->next);
		t->events++;
		t->seq++;
	}
}

static void take_block(struct tally *t, uint32_t type, const uint8_t *data, uint32_t len)
{
	if (type == 0x2000) {
		take_events(t, data, len);
	} else if (type == 0x6001) {
		t->comments++;
		memset(t->before, 0, sizeof(t->before));
		memcpy(t->before, data, len < sizeof(t->before) ? len : sizeof(t->before) - 1);
		if (strstr(t->before, "\nevents=") || !strncmp(t->before, "events=", 7))
			return;
	} else if ((type && type <= 5) || type == 0x4000) {
		t->head |= type <= 5 ? 1u << type : 1;
	} else {
		fail(t, "type of a block", type, 0);
	}
	t->before[0] = '\0';
}

/*
 * Check the blocks of a stream that begin at the offset @at of @data, or all blocks and the file
 * header if @at is 0. Return: the offset of the first block that is not complete.
 */
static size_t take(struct tally *t, const uint8_t *data, size_t len, size_t at)
{
	if (!at && len >= 12) {
		if (get(data) != 0x474c5346 || get(data + 4) != 0x8086aaaa)
			fail(t, "magic", get(data), 0x474c5346);
		at = 12;
	}
	while (at && len - at >= 8 && len - at - 8 >= 4ull * get(data + at + 4)) {
		uint32_t size = 4 * get(data + at + 4);

		if ((get(data + at) & 0xffff) != 0x8086)
			fail(t, "block magic", get(data + at), 0x8086);
		take_block(t, get(data + at) >> 16, data + at + 8, size);
		at += 8 + size;
	}
	return at;
}

static int tell(const struct tally *t, size_t rest)
{
	printf("head=0x%x events=%llu lost=%llu restarts=%u next=%u rest=%zu%s\n", t->head,
	       (unsigned long long)t->events, (unsigned long long)t->lost, t->restarts, t->next,
	       rest, t->bad ? " bad" : "");
	return t->bad || t->head != 0x3f;
}

static uint8_t bytes[64 << 20];

static uint64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000ull + ts.tv_nsec / 1000000;
}

static int collect(const char *path, const char *out, uint64_t want, uint64_t ms)
{
	struct tally t = { 0 };
	uint64_t end = now_ms() + ms;
	int fd = open(path, O_RDONLY | O_NONBLOCK), to;
	struct pollfd p = { .fd = fd, .events = POLLIN };
	size_t len = 0, at = 0;
	ssize_t n;

	if (fd < 0) {
		perror(path);
		return 1;
	}
	while (t.seq < want && now_ms() < end) {
		poll(&p, 1, 100);
		n = read(fd, bytes + len, sizeof(bytes) - len);
		if (!n || (n < 0 && errno != EAGAIN))
			break;
		len += n > 0 ? n : 0;
		at = take(&t, bytes, len, at);
	}
	to = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (to < 0 || write(to, bytes, len) != (ssize_t)len)
		return 1;
	return tell(&t, len - at) || t.seq < want;
}

static int verify(const char *path)
{
	struct tally t = { 0 };
	int fd = open(path, O_RDONLY);
	size_t len = 0, at;
	ssize_t n;

	while ((n = read(fd, bytes + len, sizeof(bytes) - len)) > 0)
		len += n;
	at = take(&t, bytes, len, 0);
	return tell(&t, len - at);
}

static int open_and_drain(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK);
	ssize_t n, all = 0;

	while ((n = read(fd, bytes, sizeof(bytes))) > 0)
		all += n;
	printf("bytes=%zd then=%s ", all, n ? strerror(errno) : "end");
	printf("seek=%s\n", lseek(fd, 0, SEEK_SET) < 0 ? strerror(errno) : "fine");
	return fd;
}

static int do_poll(const char *path, int ms)
{
	struct pollfd p = { .fd = open_and_drain(path), .events = POLLIN };
	int n;

	fflush(stdout);
	n = poll(&p, 1, ms);
	printf("poll=%d in=%d hup=%d\n", n, !!(p.revents & POLLIN), !!(p.revents & POLLHUP));
	if (p.revents & POLLIN)
		printf("read=%d\n", read(p.fd, bytes, sizeof(bytes)) > 0);
	return 0;
}

static int do_epoll(const char *path, int ms)
{
	struct epoll_event e = { .events = EPOLLIN };
	int fd = open_and_drain(path), ep = epoll_create1(0);

	fflush(stdout);
	epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
	e.events = 0;
	printf("epoll=%d ", epoll_wait(ep, &e, 1, ms));
	printf("in=%d\n", !!(e.events & EPOLLIN));
	/* Close the file first, while its wait queue still has an entry of the epoll instance. */
	close(fd);
	close(ep);
	return 0;
}

int main(int argc, char **argv)
{
	const char *verb = argc > 2 ? argv[1] : "";

	if (!strcmp(verb, "ring") && argc > 3)
		return write_ring(argv[2], strtoul(argv[3], NULL, 0),
				  argc > 4 ? strtoul(argv[4], NULL, 0) : 0);
	if (!strcmp(verb, "collect") && argc > 5)
		return collect(argv[2], argv[3], strtoul(argv[4], NULL, 0),
			       strtoul(argv[5], NULL, 0));
	if (!strcmp(verb, "nonblock"))
		return close(open_and_drain(argv[2]));
	if (!strcmp(verb, "poll") && argc > 3)
		return do_poll(argv[2], atoi(argv[3]));
	if (!strcmp(verb, "epoll") && argc > 3)
		return do_epoll(argv[2], atoi(argv[3]));
	if (!strcmp(verb, "verify"))
		return verify(argv[2]);
	fprintf(stderr, "usage: streamtool ring|collect|nonblock|poll|epoll|verify FILE [...]\n");
	return 2;
}
