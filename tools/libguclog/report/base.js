// SPDX-License-Identifier: GPL-2.0-only
// What all scripts of the page use. Texts of the log are only shown as text nodes, never
// as markup.
'use strict';

const $ = id => document.getElementById(id);
const data = JSON.parse($('data').textContent);

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
