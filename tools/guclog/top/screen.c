// SPDX-License-Identifier: GPL-2.0-only
#include "top/screen.h"

#include <curses.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "base/clock.h"

/* Time in ms between two searches for new GPUs. */
#define SCAN_MS		5000

/**
 * struct screen - the output of "guclog top" on a terminal
 * @view: the data that are shown
 * @delay_ms: time between two samples in ms
 * @paused: the user has paused the output, so new samples are not shown
 * @first: index of the first line of the view that is on the screen
 */
struct screen {
	struct top_view *view;
	s64 delay_ms;
	bool paused;
	unsigned int first;
};

static volatile sig_atomic_t stop;

static void on_signal(int signal)
{
	stop = 1;
}

static chtype attributes(enum top_style style)
{
	switch (style) {
	case TOP_HEAD:
		return A_BOLD;
	case TOP_COLUMNS:
		return A_REVERSE;
	case TOP_ALARM:
		return A_BOLD | (chtype)(has_colors() ? COLOR_PAIR(1) : 0);
	default:
		return A_NORMAL;
	}
}

static void draw_title(const struct screen *s)
{
	char text[160];

	snprintf(text, sizeof(text), "guclog top: %u %s, every %.1f s, by %s%s   q quit, space pause, s sort, i idle, up/down",
		 s->view->streams->nr, s->view->streams->nr == 1 ? "GT" : "GTs",
		 (double)s->delay_ms / 1000, top_sort_name[s->view->sort],
		 s->paused ? ", PAUSED" : "");
	mvaddnstr(0, 0, text, COLS);
}

static void draw(struct screen *s)
{
	const struct top_view *view = s->view;
	unsigned int i;
	int row = 1;

	if (s->first >= view->nr)
		s->first = view->nr ? view->nr - 1 : 0;
	erase();
	draw_title(s);
	for (i = s->first; i < view->nr && row < LINES; i++, row++) {
		attrset(attributes(view->line[i].style));
		mvaddnstr(row, 0, view->line[i].text, COLS);
		attrset(A_NORMAL);
	}
	refresh();
}

static void take_key(struct screen *s, int key)
{
	switch (key) {
	case 'q':
		stop = 1;
		break;
	case ' ':
	case 'p':
		s->paused = !s->paused;
		break;
	case 's':
		s->view->sort = (s->view->sort + 1) % TOP_SORTS;
		break;
	case 'i':
		s->view->idle = !s->view->idle;
		break;
	case KEY_DOWN:
		s->first++;
		break;
	case KEY_UP:
		s->first -= !!s->first;
		break;
	default:
		return;
	}
	/* Show the last sample again, without taking a new one. */
	top_view_lines(s->view);
	draw(s);
}

static void take_keys(struct screen *s)
{
	int key;

	while ((key = getch()) != ERR)
		take_key(s, key);
}

static int begin(void)
{
	struct sigaction action = { .sa_handler = on_signal };

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		msg_fail(NULL, "top needs a terminal; 'guclog top --once' does not");
		return -1;
	}
	setlocale(LC_CTYPE, "");
	if (!newterm(NULL, stdout, stdin)) {
		msg_fail(getenv("TERM"),
			 "unknown terminal type; 'guclog top --once' needs no terminal");
		return -1;
	}
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	cbreak();
	noecho();
	nodelay(stdscr, TRUE);
	keypad(stdscr, TRUE);
	curs_set(0);
	if (has_colors()) {
		start_color();
		init_pair(1, COLOR_RED, COLOR_BLACK);
	}
	return 0;
}

static int show(struct screen *s)
{
	if (s->paused)
		return 0;
	if (top_view_sample(s->view))
		return -1;
	top_view_lines(s->view);
	draw(s);
	return 0;
}

/**
 * screen_run() - show the state of the GPUs until the user ends the program
 * @view: the data that are shown
 * @delay_ms: time between two samples in ms
 *
 * Return: an enum cmd_status value.
 */
int screen_run(struct top_view *view, s64 delay_ms)
{
	struct screen s = { .view = view, .delay_ms = delay_ms };
	s64 next = clock_ms(), scan = next + SCAN_MS;
	bool failed = false;

	if (begin())
		return CMD_FAILED;
	while (!stop && !failed) {
		if (clock_ms() >= next) {
			failed = show(&s);
			next = clock_ms() + delay_ms;
		}
		streams_read(view->streams, next, STDIN_FILENO);
		take_keys(&s);
		if (clock_ms() >= scan) {
			streams_scan(view->streams);
			scan = clock_ms() + SCAN_MS;
		}
	}
	endwin();
	if (failed)
		mem_none();
	return view->streams->status;
}
