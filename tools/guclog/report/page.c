// SPDX-License-Identifier: GPL-2.0-only
#include "report/page.h"

#include <json-c/json.h>

#include "report/page_files.h"

/*
 * JSON inside a script element. A '<' could end the element or begin a comment, so
 * each is written as an escape, which only occurs within strings.
 */
static void put_json(FILE *to, struct json_object *data)
{
	const char *text = json_object_to_json_string_ext(data,
							  JSON_C_TO_STRING_PLAIN);

	for (; *text; text++) {
		if (*text == '<')
			fputs("\\u003c", to);
		else
			fputc(*text, to);
	}
}

/**
 * page_write() - write the page
 * @to: the file
 * @data: what the page shows beside the events; see data.c
 * @logs: the events of each log
 * @nr_logs: how many logs
 *
 * Return: 0, or -1 when the file could not be written.
 */
int page_write(FILE *to, struct json_object *data, const struct columns *logs,
	       unsigned int nr_logs)
{
	unsigned int i;

	fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src data:; img-src data:\">\n"
	      "<link rel=\"icon\" href=\"data:,\">\n<title>GuC log</title>\n<style>\n", to);
	fputs(report_uplot_css, to);
	fputs(report_page_css, to);
	fputs("</style>\n</head>\n<body>\n", to);
	fputs(report_page_html, to);
	fputs("<script type=\"application/json\" id=\"data\">", to);
	put_json(to, data);
	fputs("</script>\n", to);
	for (i = 0; i < nr_logs; i++) {
		fprintf(to, "<script type=\"text/plain\" id=\"log%u\">", i);
		if (columns_write(&logs[i], to))
			return -1;
		fputs("</script>\n", to);
	}
	fputs("<script>\n/* uPlot\n", to);
	fputs(report_uplot_license, to);
	fputs("*/\n", to);
	fputs(report_uplot_js, to);
	fputs("</script>\n<script>\n", to);
	fputs(report_page_js, to);
	fputs("</script>\n</body>\n</html>\n", to);
	return ferror(to) ? -1 : 0;
}
