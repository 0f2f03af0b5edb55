// SPDX-License-Identifier: GPL-2.0-only
// Functions that all scripts of the page of "guclog report" use. Texts from the log become text
// nodes, never markup.
'use strict';

const $ = id => document.getElementById(id);
const data = JSON.parse($('data').textContent);

// In the data, events are numbered from the first event of the log. The page can lack the oldest
// events, so the scripts convert these numbers to numbers from the first event on the page.
const onPage = (of, index) => index - data.logs[of.log].first;
data.marks = data.marks.map(m => ({ ...m, index: onPage(m, m.index) })).filter(m => m.index >= 0);
data.messages = data.messages.map(m => ({ ...m, index: onPage(m, m.index) }));
data.waits = data.waits.map(w => ({ ...w, from: Math.max(onPage(w, w.from), 0), to: onPage(w, w.to) }))
	.filter(w => w.to >= 0);

function element(tag, text, cls) {
	const e = document.createElement(tag);

	if (text !== undefined && text !== null)
		e.textContent = String(text);
	if (cls)
		e.className = cls;
	return e;
}

function duration(seconds, digits = 3) {
	const s = Math.abs(seconds);

	if (s >= 1)
		return s.toFixed(digits) + ' s';
	if (s >= 0.001)
		return (s * 1e3).toFixed(digits) + ' ms';
	return (s * 1e6).toFixed(Math.min(digits, 1)) + ' µs';
}

// -- light and dark -----------------------------------------------------------
let redraw = () => {};

function setTheme(dark) {
	document.documentElement.dataset.theme = dark ? 'dark' : 'light';
	redraw();
}

const isDark = () => document.documentElement.dataset.theme === 'dark';
const color = name =>
	getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
