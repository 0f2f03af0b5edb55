// SPDX-License-Identifier: GPL-2.0-only
/*
 * api DUMP TEXT -- test that the functions of guclog.h behave as it documents. It compiles as C and
 * as C++.
 */
#include <guclog.h>

#include <stdlib.h>
#include <string.h>

#include "test.h"

static int stop(void *context, const void *data, size_t len)
{
	(void)context;
	(void)data;
	(void)len;
	return 7;
}

static int count(void *context, const void *data, size_t len)
{
	(void)data;
	*(size_t *)context += len;
	return 0;
}

static int has(struct guclog *g, const char *kind, const char *options, const char *key)
{
	const char *text;

	return guclog_document_text(g, kind, GUCLOG_FORMAT_JSON, options, &text) >= 0 &&
	       strstr(text, key);
}

static void documents(struct guclog *g)
{
	const char *text = NULL;
	int ret;

	ok(has(g, "info", NULL, "\"firmware\""), "info");
	ok(has(g, "explain", "gt=0", "\"sentences\""), "explain");
	ok(has(g, "dump", "", "\"gts\""), "dump");
	ok(has(g, "messages", "last=2", "\"h2g\""), "messages");
	ok(has(g, "check", NULL, "\"status\""), "check");
	ok(has(g, "events", NULL, "\"rules\""), "events");
	ok(has(g, "triage", NULL, "\"groups\""), "triage");
	ok(has(g, "blocks", NULL, "\"blocks\""), "blocks");
	ret = guclog_document_text(g, "explain", GUCLOG_FORMAT_TEXT, "why", &text);
	ok(ret >= 0 && *text, "text");
	ret = guclog_document_text(g, "nothing", GUCLOG_FORMAT_TEXT, NULL, &text);
	ok(ret == -EINVAL && !text && *guclog_error(g), "no such kind: %d", ret);
	ret = guclog_document_text(g, "explain", GUCLOG_FORMAT_TEXT, "colour=red", &text);
	ok(ret == -EINVAL && strstr(guclog_error(g), "colour"), "no such option: %d", ret);
	ret = guclog_document_text(g, "explain", GUCLOG_FORMAT_TEXT, "gt=x", &text);
	ok(ret == -EINVAL, "a wrong argument: %d", ret);
	ret = guclog_document_text(g, "explain", GUCLOG_FORMAT_TEXT, "gt=7", &text);
	ok(ret == -ENOMSG && guclog_message(g, 0), "no such GT: %d", ret);
	ret = guclog_document(g, "explain", GUCLOG_FORMAT_JSON, NULL, stop, NULL);
	ok(ret == 7, "the callback ends it: %d", ret);
	ok(guclog_write(g, "csv", stop, NULL) == 7, "the callback ends the output");
}

static void forms(struct guclog *g)
{
	static const char *const form[] = {
		"lfd", "image", "csv", "jsonl", "json", "page", "report", "redacted",
	};
	unsigned int i;

	for (i = 0; i < sizeof(form) / sizeof(*form); i++) {
		size_t len = 0;
		int ret = guclog_write(g, form[i], count, &len);

		ok(!ret && len > 500, "%s: %d, %zu bytes", form[i], ret, len);
	}
	ok(guclog_write(g, "armor", stop, NULL) == -EINVAL, "no such form");
}

static void all_events(struct guclog *g)
{
	struct guclog_events *events = NULL;
	struct guclog_event e, same;
	unsigned int nr = 0;

	ok(!guclog_events_open(guclog_log(g, 0), false, &events), "events");
	while (guclog_events_next(events, &e))
		nr++;
	ok(nr == 300, "%u events", nr);
	ok(!guclog_events_seek(events, nr - 1) && guclog_events_next(events, &same) &&
	   same.tick == e.tick, "seek");
	guclog_events_rewind(events);
	ok(guclog_events_next(events, &e) && !e.index, "rewind");
	guclog_events_close(events);
	ok(!guclog_log(g, 1) && guclog_form(g, 0) && !guclog_form(g, 1), "one log");
}

static int feed(void *context, const void *data, size_t len)
{
	return guclog_stream_feed((struct guclog_stream *)context, data, len);
}

static void streams(struct guclog *g)
{
	struct guclog_stream *s = guclog_stream_new();
	struct guclog_event e;
	unsigned int nr = 0;

	ok(!guclog_stream_next(s, &e), "nothing has arrived");
	ok(!guclog_write(g, "lfd", feed, s), "feed");
	for (; guclog_stream_next(s, &e) > 0; nr++)
		ok(e.index == nr, "event %u", nr);
	ok(nr == 300, "%u events of the stream", nr);
	ok(!guclog_stream_feed(s, "not a block", 12) && guclog_stream_next(s, &e) == -EBADMSG,
	   "bytes that are no block");
	guclog_stream_free(s);
}

int main(int argc, char **argv)
{
	struct guclog *g = guclog_new(0);
	const char *text;
	int ret;

	if (argc < 3 || !g)
		return 2;
	ok(!strcmp(guclog_version(), GUCLOG_VERSION), "version");
	ok(has(g, "events", NULL, "\"meaning\""), "the dictionary needs no input");
	ret = guclog_document_text(g, "explain", GUCLOG_FORMAT_TEXT, NULL, &text);
	ok(ret == -EINVAL, "no input");
	ret = guclog_open(g, "/nonexistent/file");
	ok(ret == -ENOENT && strstr(guclog_error(g), "/nonexistent"), "no such file");
	ok(!guclog_open(g, argv[1]), "open");
	documents(g);
	forms(g);
	all_events(g);
	streams(g);
	ok(!guclog_open_memory(g, "dmesg", argv[2], strlen(argv[2])), "a kernel log");
	ok(has(g, "explain", NULL, "\"dmesg\""), "its name");
	guclog_free(g);
	return result();
}
