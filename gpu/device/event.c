// SPDX-License-Identifier: GPL-2.0
/* event.c -- computes seeded log entries from the seed and their numbers. */
#include "event.h"

static u64 mix(u64 x)
{
	/* splitmix64's finalizer */
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

/**
 * event_word() - get a dword of a seed's sequence
 * @seed: the seed, any value
 * @n:    index of the dword, from 0
 *
 * Return: the upper half of the splitmix64 sequence's element @n.
 */
u32 event_word(u64 seed, u64 n)
{
	return (u32)(mix(seed + (n + 1) * 0x9e3779b97f4a7c15ull) >> 32);
}

/**
 * event_ticks() - get the time that a seeded event has if the log does not use the device's clock
 * @seed: the seed, any value
 * @n:    the event's number, from 0
 *
 * Return: ticks of 19.2 MHz: @n + 1 milliseconds plus up to 4095 ticks.
 */
u64 event_ticks(u64 seed, u64 n)
{
	return (n + 1) * EVENT_SPACING + (event_word(seed, 4 * n) & 0xfff);
}

/**
 * event_make() - make a seeded log entry of format version 2
 * @seed:  the seed, any value
 * @n:     the event's number, from 0
 * @ticks: time of the event
 * @entry: result
 */
void event_make(u64 seed, u64 n, u64 ticks, u32 entry[EVENT_DWORDS])
{
	entry[0] = (u32)ticks;
	entry[1] = 0;
	entry[2] = 0x100 + (event_word(seed, 4 * n + 1) & 0x3f);
	entry[3] = event_word(seed, 4 * n + 2);
	entry[4] = event_word(seed, 4 * n + 3);
}
