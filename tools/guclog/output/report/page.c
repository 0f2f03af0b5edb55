// SPDX-License-Identifier: GPL-2.0-only
#include "output/report/page.h"

#include <json-c/json.h>

#include "output/report/page_files.h"

/*
 * Write JSON inside a script element. A '<' could end the element or begin a comment, so each
 * '<' is written as a JSON escape. This is possible because '<' only occurs within strings of
 * JSON.
 */
static void put_json(struct print *p, struct json_object *data)
{
	const char *text = json_object_to_json_string_ext(data, JSON_C_TO_STRING_PLAIN);

	if (!text)
		p->error = p->error ?: -ENOMEM;
	for (; text && *text; text++) {
		if (*text == '<')
			print_str(p, "\\u003c");
		else
			print_char(p, *text);
	}
}

/**
 * page_write() - write the page
 * @p: destination
 * @data: all data of the page except the events; see data.c
 * @log: the logs with their events
 * @nr_logs: number of logs
 */
void page_write(struct print *p, struct json_object *data, const struct report_log *log,
		unsigned int nr_logs)
{
	unsigned int i;

	print_str(p, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		  "style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src data:; img-src data:\">\n"
		  "<link rel=\"icon\" href=\"data:,\">\n<title>GuC log</title>\n<style>\n");
	print_str(p, report_uplot_css);
	print_str(p, report_page_css);
	print_str(p, "</style>\n</head>\n<body>\n");
	print_str(p, report_page_html);
	print_str(p, "<script type=\"application/json\" id=\"data\">");
	put_json(p, data);
	print_str(p, "</script>\n");
	for (i = 0; i < nr_logs; i++) {
		print_str(p, "<script type=\"text/plain\" id=\"log");
		print_dec(p, i, 1, ' ');
		print_str(p, "\">");
		columns_write(&log[i].columns, p);
		print_str(p, "</script>\n");
	}
	print_str(p, "<script>\n/* uPlot\n");
	print_str(p, report_uplot_license);
	print_str(p, "*/\n");
	print_str(p, report_uplot_js);
	print_str(p, "</script>\n<script>\n");
	print_str(p, report_page_js);
	print_str(p, "</script>\n</body>\n</html>\n");
}
