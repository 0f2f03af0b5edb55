// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* explain DUMP -- print the explanation, its signature and the registers of the hung engine. */
#include <guclog.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>
#define GET json_object_object_get

int main(int argc, char **argv)
{
	struct guclog *g = guclog_new(0);
	const char *text = NULL, *engine;
	json_object *x, *gts, *list, *e;

	if (argc < 2 || guclog_open(g, argv[1]) ||
	    guclog_document_text(g, "explain", GUCLOG_FORMAT_TEXT, NULL, &text) < 0)
		return fprintf(stderr, "explain: %s\n", guclog_error(g)), 1;
	fputs(text, stdout);
	guclog_document_text(g, "explain", GUCLOG_FORMAT_JSON, NULL, &text);
	x = json_tokener_parse(text ? text : "{}");
	engine = json_object_get_string(GET(GET(x, "victim"), "engine"));
	printf("signature: %s\n", json_object_get_string(GET(x, "signature")));
	guclog_document_text(g, "dump", GUCLOG_FORMAT_JSON, NULL, &text);
	gts = GET(json_tokener_parse(text ? text : "{}"), "gts");
	for (size_t i = 0, k; gts && i < json_object_array_length(gts); i++)
		for (k = 0, list = GET(json_object_array_get_idx(gts, i), "engines");
		     (e = json_object_array_get_idx(list, k)); k++)
			if (engine && !strcmp(json_object_get_string(GET(e, "name")), engine))
				puts(json_object_to_json_string(GET(e, "registers")));
}
