/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/**
 * DOC: libguclog
 *
 * libguclog reads the logs of the GuC, a microcontroller in Intel GPUs, in every form in which they
 * are stored. It returns the events of a log one by one, makes documents about its inputs as JSON
 * or as text, and writes inputs in other forms. C and C++ programs can use it.
 *
 * A &struct guclog has one or several inputs, such as a devcoredump and the kernel log of the same
 * machine. guclog_document() makes the documents that the command guclog prints: "explain" says
 * what happened on the GPU, "dump" has the contents of a devcoredump, and so on. guclog(1) and the
 * JSON Schemas in share/guclog/ describe the keys of the JSON.
 *
 * A function that can fail returns a negative errno value. guclog_strerror() returns the text of
 * such an error, and guclog_error() a sentence that names the input:
 *
 * ================  ==============================================================
 * -ENODATA          truncated: the bytes end before the structure does
 * -EBADMSG          the bytes have no valid meaning
 * -EPROTONOSUPPORT  the version or the format of the data is not known
 * -ENOENT           does not exist
 * -ENOMSG           the input has nothing that the document is about
 * -EINVAL           an invalid argument
 * -EOPNOTSUPP       the library was built without this form
 * -ENOMEM           there is not enough memory
 * ================  ==============================================================
 *
 * A value that is not known is null in JSON; in C it is GUCLOG_NONE, GUCLOG_NO_EVENT,
 * GUCLOG_NO_TIME or NULL.
 *
 * The library prints nothing and never ends the program, whatever bytes the input contains. Its
 * only variable is a pointer for each thread, which is not NULL while the thread makes a document.
 * Different threads may use different handles at the same time. Several threads may use the same
 * handle at the same time only in functions that take it as a pointer to const. So threads may
 * share a &struct guclog if each thread has its own &struct guclog_events. Text and data that a
 * handle returned are valid until the handle is freed, unless a function says otherwise.
 */
#ifndef GUCLOG_H
#define GUCLOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The release of the library that this header belongs to. */
#define GUCLOG_VERSION	"1.0.0"

/*
 * Value of a guc_id (the number of a context) or of an engine number that does not exist or is not
 * known.
 */
#define GUCLOG_NONE		UINT32_MAX
/* Value of the index of an event that does not exist. */
#define GUCLOG_NO_EVENT		UINT64_MAX
/* Value of a time that is not known. */
#define GUCLOG_NO_TIME		INT64_MIN

struct guc_event_def;
struct guclog;
struct guclog_events;
struct guclog_log;
struct guclog_stream;

/**
 * typedef guclog_write_fn - receives a piece of the output
 * @context: the context argument of the function that writes the output
 * @data: the piece
 * @len: bytes at @data
 *
 * Return: 0 to continue; any other value ends the output.
 */
typedef int (*guclog_write_fn)(void *context, const void *data, size_t len);

/**
 * guclog_version() - get the release of the library
 *
 * Return: a constant string such as "1.0.0".
 */
const char *guclog_version(void);

/**
 * guclog_strerror() - get the text of an error
 * @error: a negative errno value that a function of the library has returned
 *
 * Return: a constant string.
 */
const char *guclog_strerror(int error);

/**
 * guclog_new() - make a handle without inputs
 * @max_memory: maximum memory for each input in bytes, 0 for 2 GiB. The content of a compressed
 *	input can be thousands of times larger than the input.
 *
 * Return: the handle, which the caller must free with guclog_free(), or NULL if there is not enough
 * memory.
 */
struct guclog *guclog_new(uint64_t max_memory);

/**
 * guclog_free() - free a handle with its inputs
 * @g: the handle, may be NULL
 */
void guclog_free(struct guclog *g);

/**
 * guclog_open() - add a file or a directory to the inputs
 * @g: the handle
 * @path: a file or a directory
 *
 * Reads every form that the command guclog reads: Xe devcoredumps, debugfs files of xe and i915,
 * captures in the kernel log, raw images and LFD files; kernel logs; ASIC info. The input may be
 * compressed, in an archive, in a directory, or pasted from an email or a web page. If the input is
 * damaged, all parts that can be read are used, and guclog_message() says what is missing.
 *
 * Return: 0, also for an input without a log; or a negative errno value if the input cannot be
 * read.
 */
int guclog_open(struct guclog *g, const char *path);

/**
 * guclog_open_memory() - add an input in memory to the inputs
 * @g: the handle
 * @name: name of the input in texts
 * @data: the bytes of the input, such as a text that was pasted; not needed after the call
 * @len: bytes at @data
 *
 * Return: the same as guclog_open().
 */
int guclog_open_memory(struct guclog *g, const char *name, const void *data, size_t len);

/**
 * guclog_open_fd() - add an open file to the inputs
 * @g: the handle
 * @name: name of the input in texts
 * @fd: a file, pipe or socket that is open for reading. It is read from its position to its end,
 *	and stays open.
 *
 * Return: the same as guclog_open().
 */
int guclog_open_fd(struct guclog *g, const char *name, int fd);

/**
 * guclog_error() - get the reason why a function failed
 * @g: the handle
 *
 * Return: a sentence about the last function of this handle that returned an error; empty if there
 * was none. It is valid until the next call with @g.
 */
const char *guclog_error(const struct guclog *g);

/**
 * guclog_message() - get a message about missing or damaged parts of the inputs
 * @g: the handle
 * @i: number of the message, from 0: first those of the functions that opened the inputs, then
 *	those of the last document
 *
 * Return: a sentence in UTF-8 without control characters, valid until the next document is made; or
 * NULL after the last message.
 */
const char *guclog_message(const struct guclog *g, unsigned int i);

/**
 * guclog_form() - get the form of an input
 * @g: the handle
 * @input: number of the input, from 0
 *
 * Return: a constant string such as "Xe devcoredump" or "LFD file"; NULL after the last input.
 */
const char *guclog_form(const struct guclog *g, unsigned int input);

/**
 * guclog_log() - get a log of the inputs
 * @g: the handle
 * @i: number of the log, from 0, in all inputs
 *
 * Return: the log of one GT, or NULL after the last log.
 */
const struct guclog_log *guclog_log(const struct guclog *g, unsigned int i);

/**
 * guclog_log_name() - get the name of a log
 * @log: the log
 *
 * Return: name of the file that contains the log, and the name of the member if the file is an
 * archive; printable.
 */
const char *guclog_log_name(const struct guclog_log *log);

/*
 * A reader returns the events of a log one by one. Intel publishes no names of events, so the names
 * were derived from real logs (Documentation/guc-events.rst). The library tests with rules whether
 * the names fit the log, and does not use a name that does not fit.
 */

/**
 * struct guclog_event - one event
 * @index: number of the event: 0 for the oldest event of the log. Events from before the firmware
 *	was loaded again are numbered separately, also from 0.
 * @tick: time of the event in ticks of the GuC's clock, counted from an origin that is the same for
 *	all events of the log. The ticks continue when the 32-bit timestamps wrap.
 * @boottime_ns: time of the event on the host's boottime clock, ns; or GUCLOG_NO_TIME
 * @realtime_ns: time of the event on the wall clock, ns since 1970 UTC; or GUCLOG_NO_TIME
 * @ago_ns: time from this event to the newest one, ns; or GUCLOG_NO_TIME
 * @gap_bytes: length in bytes of the events that are missing right before this one; for a stream, a
 *	lower bound
 * @gap_ticks: for a stream: time from the event before the gap to this event, in ticks of the
 *	GuC's clock; 0 when unknown
 * @gap_estimate: for a stream: the number of missing events, estimated from the rate before
 *	the gap; 0 when there is no estimate
 * @name: name of the event, a constant string; NULL if it is unknown or does not fit this log
 * @definition: used only by the library; valid as long as the reader
 * @stamp: the 32-bit timestamp in the entry
 * @dword1: second dword of the entry, which is 0 in all known logs
 * @id: event id
 * @arg: arguments of the event
 * @guc_id: guc_id of the context to which the event belongs, GUCLOG_NONE if there is none or it is
 *	unknown
 * @engine: number of the engine to which the event belongs, GUCLOG_NONE if there is none or it is
 *	unknown; guclog_engine_name() returns its name
 * @before_load: the event is from before the firmware was loaded again
 * @after_load: for a stream: the firmware was loaded again right before the event
 * @ambiguous: the times may be wrong by multiples of 2^32 ticks: there is a gap between the
 *	event and the clock anchor (the newest event if there is no anchor), the newest events are
 *	missing, the order of the events is unknown, two anchors contradict each other, or the event
 *	is from before the firmware was loaded again
 * @guess: the name is a guess
 * @learned: the name was learned from this log
 */
struct guclog_event {
	uint64_t index;
	int64_t tick;
	int64_t boottime_ns;
	int64_t realtime_ns;
	int64_t ago_ns;
	uint64_t gap_bytes;
	uint64_t gap_ticks;
	uint64_t gap_estimate;
	const char *name;
	const struct guc_event_def *definition;
	uint32_t stamp;
	uint32_t dword1;
	uint32_t id;
	uint32_t arg[2];
	uint32_t guc_id;
	uint32_t engine;
	bool before_load;
	bool after_load;
	bool ambiguous;
	bool guess;
	bool learned;
};

/**
 * guclog_events_open() - begin to read the events of a log
 * @log: the log
 * @plain: the events need no names, contexts and engines, which is faster
 * @events: set to the reader, which is at its first event and which the caller must free with
 *	guclog_events_close()
 *
 * The function reads all events once to count and analyse them. A log may have any number of
 * readers, in any threads. The reader must be freed before the handle of the log.
 *
 * Return: 0; -EPROTONOSUPPORT if the version of the entries is not known, -ENOENT if the log has
 * neither events nor a version, or -ENOMEM.
 */
int guclog_events_open(const struct guclog_log *log, bool plain, struct guclog_events **events);

/**
 * guclog_events_copy() - make a second reader of the same events, with its own position
 * @events: a reader of the same events, which must remain valid until the second one is freed
 *
 * Return: the second reader, which is at its first event and which the caller must free with
 * guclog_events_close(), or NULL if there is no memory.
 */
struct guclog_events *guclog_events_copy(const struct guclog_events *events);

/**
 * guclog_events_close() - free a reader
 * @events: the reader, may be NULL
 */
void guclog_events_close(struct guclog_events *events);

/**
 * guclog_events_next() - get the next event
 * @events: the reader
 * @event: filled with the event
 *
 * Events from before the firmware was loaded again come first. Then the other events follow, the
 * oldest first, or in the order of the memory if the order is not known.
 *
 * Return: true, or false at the end.
 */
bool guclog_events_next(struct guclog_events *events, struct guclog_event *event);

/**
 * guclog_events_seek() - go to an event
 * @events: the reader
 * @index: number of the event that guclog_events_next() returns next, not counting events from
 *	before the firmware was loaded again; 0 for the oldest event
 *
 * Return: 0, or -ENOENT when the log does not have the event; the reader is then at its
 * end.
 */
int guclog_events_seek(struct guclog_events *events, uint64_t index);

/**
 * guclog_events_rewind() - go back to the first event that guclog_events_next() returns
 * @events: the reader
 */
void guclog_events_rewind(struct guclog_events *events);

/**
 * guclog_events_boottime_ns() - get a time on the host's boottime clock
 * @events: the reader
 * @tick: tick of an event
 *
 * Return: the time in ns, negative if the event is from before the host's start; or GUCLOG_NO_TIME
 * if the log has no clock anchor.
 */
int64_t guclog_events_boottime_ns(const struct guclog_events *events, int64_t tick);

/**
 * guclog_events_realtime_ns() - get a time on the host's wall clock
 * @events: the reader
 * @tick: tick of an event
 *
 * Return: ns since 1970 UTC, or GUCLOG_NO_TIME if the clock anchor of the log has no such time.
 */
int64_t guclog_events_realtime_ns(const struct guclog_events *events, int64_t tick);

/**
 * guclog_event_text() - get the name and the arguments of an event as text
 * @events: the reader that gave the event, at any position
 * @event: the event
 * @buf: destination
 * @size: bytes at @buf
 *
 * For an event about a message of the driver, the text also includes this message if the
 * devcoredump contains it.
 *
 * Return: length of the text, 0 for an event without a name.
 */
size_t guclog_event_text(const struct guclog_events *events, const struct guclog_event *event,
			 char *buf, size_t size);

/**
 * guclog_event_field() - get a field of the arguments of an event
 * @event: from guclog_events_next()
 * @i: number of the field, from 0
 * @name: set to the name of the field, a constant string
 * @value: set to the value of the field
 *
 * Return: 0; or -ENOENT after the last field, or if the event has no name.
 */
int guclog_event_field(const struct guclog_event *event, unsigned int i,
		       const char **name, uint32_t *value);

/**
 * guclog_engine_name() - get the name of an engine
 * @engine: number of the engine, not GUCLOG_NONE
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the name, such as "ccs0".
 */
size_t guclog_engine_name(uint32_t engine, char *buf, size_t size);

/**
 * guclog_stream_new() - begin to read a stream: an LFD file that arrives in pieces
 *
 * Return: the stream, which the caller must free with guclog_stream_free(), or NULL if there is not
 * enough memory.
 */
struct guclog_stream *guclog_stream_new(void);

/**
 * guclog_stream_free() - free a stream
 * @stream: the stream, may be NULL
 */
void guclog_stream_free(struct guclog_stream *stream);

/**
 * guclog_stream_feed() - add bytes to a stream
 * @stream: the stream
 * @data: the bytes that have arrived
 * @len: bytes at @data
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_stream_feed(struct guclog_stream *stream, const void *data, size_t len);

/**
 * guclog_stream_next() - get the next event of a stream
 * @stream: the stream
 * @event: filled with the event
 *
 * The newest events are analysed again when events have arrived since the last call, so feed many
 * bytes before the events are read. An event is returned when its whole block has arrived.
 *
 * Return: 1; 0 if no further event has arrived; -EBADMSG or another error if the bytes after the
 * events that were returned are not those of an LFD file; or -ENOMEM.
 */
int guclog_stream_next(struct guclog_stream *stream, struct guclog_event *event);

/* The forms of a document. */
enum guclog_format {
	GUCLOG_FORMAT_TEXT,
	GUCLOG_FORMAT_JSON
};

/**
 * guclog_document() - make a document about the inputs
 * @g: the handle
 * @kind: "info", "blocks", "counts", "explain", "dump", "messages", "batch", "contexts", "check",
 *	"events" (the dictionary, or with inputs the tests of it), "learn", "triage", "layout" or
 *	"asic"
 * @format: JSON or text
 * @options: options of the verb of the command guclog that prints this document, without their
 *	dashes and separated by blanks, such as "gt=0 why"; NULL for none. Options with which the
 *	command writes files are not allowed.
 * @write: called with the document in pieces
 * @context: first argument of @write
 *
 * If there is not enough memory, memory that was used for the document until then stays allocated.
 *
 * Return: 0; 1 if a part of the inputs is missing or damaged, or another result for which the
 * command exits with status 1; -ENOMSG if there is no document, -EINVAL for a wrong kind or option,
 * -EOPNOTSUPP, -ENOMEM, or the value that @write returned.
 */
int guclog_document(struct guclog *g, const char *kind, enum guclog_format format,
		    const char *options, guclog_write_fn write, void *context);

/**
 * guclog_document_text() - make a document in memory
 * @g: the handle
 * @kind: as for guclog_document()
 * @format: as for guclog_document()
 * @options: as for guclog_document()
 * @text: set to the document with a terminator, which is valid until the next call of a function
 *	that takes @g as a pointer that is not const
 *
 * Return: the same as guclog_document().
 */
int guclog_document_text(struct guclog *g, const char *kind, enum guclog_format format,
			 const char *options, const char **text);

/**
 * guclog_write() - write the inputs in another form
 * @g: the handle
 * @form: "lfd" (an LFD file) or "image" (the bytes of the log buffer) of the first log; the events
 *	of all inputs as "csv", "jsonl", "json" or "perfetto"; "page" (one HTML page that needs no
 *	network) or "report" (text) about the first input; "redacted": the first input without data
 *	about users and their programs
 * @write: called with the output in pieces
 * @context: first argument of @write
 *
 * Return: 0; -ENOMSG if the inputs have no log or dump, -EINVAL for an unknown form, -EOPNOTSUPP,
 * -ENOMEM, or the value that @write returned.
 */
int guclog_write(struct guclog *g, const char *form, guclog_write_fn write, void *context);

#ifdef __cplusplus
}
#endif

#endif
