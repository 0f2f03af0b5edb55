// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Page faults in the CT rings of a devcoredump: the requests of the GuC (struct
 * xe_guc_pagefault_desc) and the answers of the driver (struct xe_guc_pagefault_reply).
 */
#include "explain/page_faults.h"

#include "abi/guc_ct_abi.h"
#include "read/dump/ct.h"
#include "explain/analysis.h"

/* Fields of the G2H message REPORT_PAGE_FAULT_REQ_DESC. */
#define FAULT_LEVEL		0x00000007u
#define FAULT_INSTANCE		0x01f80000u
#define FAULT_CLASS		0x0e000000u
#define FAULT_DATA_LOW		0xf0000000u
#define FAULT_DATA_HIGH		0x00000fffu
#define FAULT_ASID		0xfffff000u
#define FAULT_ACCESS		0x00000003u
#define FAULT_TYPE		0x0000000cu
#define FAULT_ADDRESS		0xfffff000u
/* Fields of the H2G message PAGE_FAULT_RES_DESC. */
#define REPLY_UNSUCCESSFUL	BIT(1)
#define REPLY_ASID		0xfffff000u
#define REPLY_INSTANCE		0x00001f80u
#define REPLY_CLASS		0x0000e000u
#define REPLY_DATA		0xffff0000u

/*
 * The fields that an answer repeats from its request: number of the address space, engine class in
 * the hardware's numbering, instance, and private data of the GuC.
 */
struct fault_key {
	u32 asid;
	u32 class;
	u32 instance;
	u32 data;
};

static struct fault_key key_of_request(const u32 word[4])
{
	return (struct fault_key){
		.asid = FIELD_GET(FAULT_ASID, word[1]),
		.class = FIELD_GET(FAULT_CLASS, word[0]),
		.instance = FIELD_GET(FAULT_INSTANCE, word[0]),
		.data = FIELD_GET(FAULT_DATA_LOW, word[0]) |
			FIELD_GET(FAULT_DATA_HIGH, word[1]) << 4,
	};
}

static struct fault_key key_of_reply(const u32 word[2])
{
	return (struct fault_key){
		.asid = FIELD_GET(REPLY_ASID, word[0]),
		.class = FIELD_GET(REPLY_CLASS, word[1]),
		.instance = FIELD_GET(REPLY_INSTANCE, word[1]),
		.data = FIELD_GET(REPLY_DATA, word[1]),
	};
}

static void engine_name(const struct fault_key *key, char name[16])
{
	const char *class = an_hw_class_name(key->class);

	if (class)
		snprintf(name, 16, "%s%u", class, key->instance);
}

static void set_fault(struct guclog_page_fault *f, const u32 word[4])
{
	static const char * const access[] = { "read", "write", "atomic", "access 3" };
	static const char * const type[] = {
		"not present", "write access violation", "atomic access violation", "type 3"
	};
	struct fault_key key = key_of_request(word);

	f->asid = key.asid;
	f->address = (u64)word[3] << 32 | (word[2] & FAULT_ADDRESS);
	f->level = FIELD_GET(FAULT_LEVEL, word[0]);
	f->access = access[FIELD_GET(FAULT_ACCESS, word[2])];
	f->type = type[FIELD_GET(FAULT_TYPE, word[2])];
	engine_name(&key, f->engine);
}

static bool is_same(const struct fault_key *a, const struct fault_key *b)
{
	return a->asid == b->asid && a->class == b->class && a->instance == b->instance &&
	       a->data == b->data;
}

/* Find the event with which the GuC read an answer, if the log has it. */
static void find_event(const struct explanation *x, const struct guc_ct_msg *msg,
		       const u32 word[2], struct refusal *to)
{
	const struct join *join = x->a ? &x->a->join : NULL;
	u32 i;

	for (i = 0; join && join->joined && i < join->nr; i++) {
		const struct join_msg *m = &join->msg[i];

		if (m->action != msg->action || m->fence != msg->fence || m->nr_data < 2 ||
		    m->data[0] != word[0] || m->data[1] != word[1])
			continue;
		to->index = m->index;
		to->tick = m->tick;
		to->older = m->index == GUCLOG_NO_EVENT && i >= join->unread + join->newer;
		return;
	}
}

/**
 * struct pairing - data with which requests and answers are paired
 * @x: the explanation
 * @key: for each refusal of the explanation, the key of its request
 * @back: for each refusal, the number of newer answers with the same key
 * @requests: for each refusal, the number of requests with the same key
 * @seen: number of refusals that count_newer() has seen
 */
struct pairing {
	struct explanation *x;
	struct fault_key key[GUCLOG_MAX_FAULTS];
	u32 back[GUCLOG_MAX_FAULTS];
	u32 requests[GUCLOG_MAX_FAULTS];
	u32 seen;
};

static void read_reply(void *arg, const struct guc_ct_ring *ring, const struct guc_ct_msg *msg)
{
	struct pairing *p = arg;
	struct explanation *x = p->x;
	struct guclog_driver *d = &x->shown.driver;
	struct refusal *refusal;
	struct fault_key key;
	bool refused, ours;
	u32 word[2];

	if (msg->action != GUC_ACTION_PAGE_FAULT_RES_DESC || !ct_message_words(ring, msg, word, 2))
		return;
	key = key_of_reply(word);
	refused = word[0] & REPLY_UNSUCCESSFUL;
	ours = x->asid.known && key.asid == x->asid.value;
	d->nr_fault_answers++;
	d->nr_fault_refused += refused;
	x->asid.answers += ours;
	x->asid.refused += ours && refused;
	if (!refused || x->nr_refusals == GUCLOG_MAX_FAULTS)
		return;
	p->key[x->nr_refusals] = key;
	refusal = &x->refusal[x->nr_refusals++];
	*refusal = (struct refusal){ .asid = key.asid, .index = GUCLOG_NO_EVENT };
	engine_name(&key, refusal->engine);
	find_event(x, msg, word, refusal);
}

/* Note that the driver resolved a page fault in the address space of an older refusal. */
static void note_resolved(struct refusal *r, const struct fault_key *key)
{
	char engine[sizeof(r->other)] = "";

	engine_name(key, engine);
	r->resolved++;
	if (!*r->other && *engine && strcmp(engine, r->engine))
		memcpy(r->other, engine, sizeof(engine));
}

/* Count, for each refusal, the newer answers with the same key. */
static void count_newer(void *arg, const struct guc_ct_ring *ring, const struct guc_ct_msg *msg)
{
	struct pairing *p = arg;
	struct fault_key key;
	u32 n, word[2];

	if (msg->action != GUC_ACTION_PAGE_FAULT_RES_DESC || !ct_message_words(ring, msg, word, 2))
		return;
	p->seen += !!(word[0] & REPLY_UNSUCCESSFUL);
	key = key_of_reply(word);
	for (n = p->seen; n < p->x->nr_refusals; n++) {
		p->back[n] += is_same(&key, &p->key[n]);
		if (key.asid == p->key[n].asid && !(word[0] & REPLY_UNSUCCESSFUL))
			note_resolved(&p->x->refusal[n], &key);
	}
}

/* Return: the refusal that answers a request, or NULL. Called with the newest request first. */
static struct refusal *refusal_of(struct pairing *p, const struct fault_key *key)
{
	struct refusal *found = NULL;
	unsigned int i;

	for (i = 0; i < p->x->nr_refusals; i++) {
		if (!is_same(key, &p->key[i]))
			continue;
		p->requests[i]++;
		if (p->back[i])
			p->back[i]--;
		else if (!found && !p->x->refusal[i].fault)
			found = &p->x->refusal[i];
	}
	return found;
}

/* Keep the address of a page fault, see &struct explanation. */
static void keep_address(struct explanation *x, const u32 word[4])
{
	u64 *list;

	if (x->asid.known && key_of_request(word).asid != x->asid.value)
		return;
	list = arena_room(&x->arena, x->address, x->nr_addresses, sizeof(*list));
	if (!list)
		return;
	x->address = list;
	list[x->nr_addresses++] = (u64)word[3] << 32 | (word[2] & FAULT_ADDRESS);
}

static void read_request(void *arg, const struct guc_ct_ring *ring, const struct guc_ct_msg *msg)
{
	struct pairing *p = arg;
	struct explanation *x = p->x;
	struct guclog_driver *d = &x->shown.driver;
	struct guclog_page_fault *f;
	struct refusal *refusal;
	struct fault_key key;
	bool stored;
	u32 word[4];

	if (msg->action != GUC_ACTION_REPORT_PAGE_FAULT_REQ_DESC ||
	    !ct_message_words(ring, msg, word, 4))
		return;
	keep_address(x, word);
	key = key_of_request(word);
	x->asid.requests += x->asid.known && key.asid == x->asid.value;
	stored = d->nr_fault_requests++ < GUCLOG_MAX_FAULTS;
	refusal = refusal_of(p, &key);
	if (!stored && !refusal)
		return;
	f = arena_zero(&x->arena, sizeof(*f));
	if (!f)
		return;
	set_fault(f, word);
	f->refused = refusal ? GUCLOG_YES : GUCLOG_UNKNOWN;
	if (refusal)
		refusal->fault = f;
	if (stored)
		x->fault[d->nr_faults++] = f;
}

/*
 * If the GuC waits for the answer to a request, it is not known which of several requests with the
 * same key a refusal answers.
 */
static void drop_doubtful(struct pairing *p)
{
	const struct guclog_findings *v = p->x->found;
	unsigned int i;

	for (i = 0; v && v->faults_known && v->faults && i < p->x->nr_refusals; i++) {
		struct refusal *refusal = &p->x->refusal[i];

		if (p->requests[i] < 2 || !refusal->fault)
			continue;
		refusal->fault->refused = GUCLOG_UNKNOWN;
		refusal->fault = NULL;
	}
}

/**
 * page_faults_read() - read the page faults and their answers from the CT rings
 * @x: the explanation, with its analysis, the messages in the rings, and the ASID of its queue; its
 *	page faults and refusals are filled
 *
 * The two rings have no common order. An answer repeats some fields of its request, and requests
 * with equal fields are answered in order, so the newest answer belongs to the newest request.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void page_faults_read(struct explanation *x)
{
	struct pairing p = { .x = x };

	ct_messages_each(&x->messages[GUC_CT_H2G], read_reply, &p);
	ct_messages_each(&x->messages[GUC_CT_H2G], count_newer, &p);
	ct_messages_each(&x->messages[GUC_CT_G2H], read_request, &p);
	drop_doubtful(&p);
}
