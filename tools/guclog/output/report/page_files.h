/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of the page, as page_files.S includes them; each ends with a zero byte.
 */
#ifndef _PAGE_FILES_H_
#define _PAGE_FILES_H_

extern const char report_page_html[];
extern const char report_page_css[];
extern const char report_page_js[];
extern const char report_uplot_js[];
extern const char report_uplot_css[];
extern const char report_uplot_license[];

#endif
