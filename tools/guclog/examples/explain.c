// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* explain [DUMP] -- print the explanation, its signature and the registers of the hung engine. */
#include <guclog_dump.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	const struct guclog_explanation *x;
	struct guclog_error error;
	struct guclog_file *file;
	struct guclog_field f;
	size_t i, k;

	file = argc > 1 ? guclog_open(argv[1], NULL, &error) : guclog_open_fd(0, NULL, &error);
	if (!file)
		return fprintf(stderr, "%s\n", error.text), 1;
	for (i = 0; i < file->nr_dumps; i++) {
		x = guclog_explain(file->dump[i]->log, file->dump[i], NULL, &error);
		for (k = 0; x && k < x->nr_sentences; k++)
			printf("%s\n", x->sentence[k]->text);
		printf("signature: %s\n", x ? x->signature : error.text);
		for (k = 0; x && !guclog_dump_list(file->dump[i], k, &f); k++)
			if (!strcmp(f.section, "register") && !strcmp(f.item, x->engine))
				printf("%s %s: %s\n", f.item, f.name, f.value);
		guclog_explanation_free(x);
	}
	guclog_close(file);
	return 0;
}
