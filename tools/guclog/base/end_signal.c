// SPDX-License-Identifier: GPL-2.0-only
#include "base/end_signal.h"

#include <signal.h>

#include "base/base.h"

/* The functions that the signal handler calls, in this order; unused elements are NULL. */
static end_signal_fn functions[4];

static void handle(int signal)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(functions) && functions[i]; i++)
		functions[i]();
	raise(signal);	/* SA_RESETHAND has reset the handler: this ends the program */
}

/**
 * end_signal_add() - let a function be called before a signal ends the program
 * @fn: the function, which may only call async-signal-safe functions. Adding a function again has
 *	no effect.
 *
 * Signals that were ignored when the program was started, as with nohup, stay ignored. Signals with
 * another handler keep that handler.
 *
 * Context: not in a signal handler.
 */
void end_signal_add(end_signal_fn fn)
{
	static const int signals[] = {
		SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXFSZ, SIGXCPU,
	};
	struct sigaction action = {
		.sa_handler = handle,
		.sa_flags = SA_RESETHAND | SA_NODEFER,
	}, old;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(functions) - 1 && functions[i] && functions[i] != fn; i++)
		;
	functions[i] = fn;
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		if (!sigaction(signals[i], NULL, &old) && old.sa_handler == SIG_DFL)
			sigaction(signals[i], &action, NULL);
}
