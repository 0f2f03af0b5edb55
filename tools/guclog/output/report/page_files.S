/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of the page that guclog report writes. Each ends with a zero byte.
 */
	.section .rodata

	.macro file symbol, path
	.globl \symbol
	.type \symbol, %object
\symbol:
	.incbin "\path"
	.byte 0
	.size \symbol, . - \symbol
	.endm

	file report_page_html, "page.html"
	file report_page_css, "page.css"
	/* The scripts of the page, one after the other. */
	.globl report_page_js
	.type report_page_js, %object
report_page_js:
	.incbin "base.js"
	.incbin "log.js"
	.incbin "lanes.js"
	.incbin "timeline.js"
	.incbin "list.js"
	.incbin "page.js"
	.byte 0
	.size report_page_js, . - report_page_js

	file report_uplot_js, "vendor/uplot.min.js"
	file report_uplot_css, "vendor/uplot.min.css"
	file report_uplot_license, "vendor/uplot.LICENSE"

	.section .note.GNU-stack, "", %progbits
