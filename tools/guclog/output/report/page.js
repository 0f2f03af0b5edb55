// SPDX-License-Identifier: GPL-2.0-only
// The page of "guclog report": verdict, summary, tables, and the logs.
'use strict';

// Tables with more rows than this are printed in part.
const PRINTED_ROWS = 40;

let logs = [], timeline = null, list = null;

// Make the paragraph of a sentence. Only the address of a published problem ("known") becomes a
// link.
function sentence(text, known) {
	const p = element('p'), link = known.map(k => k.link)
		.find(address => address.startsWith('https://') && text.includes(address));

	if (!link) {
		p.textContent = text;
		return p;
	}
	const a = element('a', link), at = text.indexOf(link);

	a.href = link;
	a.rel = 'noreferrer';
	p.append(text.slice(0, at), a, text.slice(at + link.length));
	return p;
}

// Make a button for each event that proves a sentence; the button shows the event in the timeline.
function evidence(events, log) {
	const span = element('span', null, 'evidence');

	for (const i of events) {
		const button = element('button', 'event ' + i);

		button.type = 'button';
		const at = i - data.logs[log].first;

		button.title = at < 0 ? 'This event is not on the page' : 'Show this event';
		button.disabled = at < 0;
		button.onclick = async () => {
			await select(log);
			list.choose(at);
			timeline.center(at);
			$('timeline-section').scrollIntoView({ block: 'start' });
		};
		span.append(button);
	}
	return span;
}

// Make a heading with the name of a log, or of a devcoredump without a log. It is a button that
// chooses the log or the devcoredump.
function heading({ name, log, group }) {
	const h3 = element('h3'), button = element('button', name);

	button.type = 'button';
	button.title = 'Show it';
	button.onclick = () => log === null ? selectDump(group) : select(log);
	h3.append(button);
	return h3;
}

// Make a box with the missing parts, the advice about the firmware, and the description of the
// machine.
function headOf({ lines, facts, missing }) {
	const box = element('div', null, 'head-facts'), list = element('dl');

	for (const text of missing)
		box.append(element('p', 'Incomplete: ' + text, 'incomplete'));
	for (const text of lines)
		box.append(element('p', text, 'advice'));
	for (const [name, text] of facts)
		list.append(element('dt', name), element('dd', text));
	box.append(list);
	return box;
}

// Make the box of an explanation. Its first sentence is for all readers, and comes before the
// description of the machine ("head"); the other sentences are for readers who know the driver.
function verdictBox(e, head) {
	const box = element('div', null, 'verdict');

	for (const [k, s] of e.sentences.entries()) {
		const p = sentence(s.text, e.known ?? []);

		if (!k)
			p.classList.add('lead');
		if (e.log !== null && s.events.length)
			p.append(' ', evidence(s.events, e.log));
		box.append(p);
		if (!k && head)
			box.append(headOf(head));
	}
	if (!e.sentences.length)
		box.append(element('p', 'No verdict: this log could not be explained.'));
	if (!e.sentences.length && head)
		box.append(headOf(head));
	box.classList.add(e.hang ? 'hang' : e.hang === false ? 'fine' : 'unknown');
	return box;
}

function showVerdict() {
	const order = [...data.explain.keys()];

	// Show the explanations with a hang first.
	order.sort((a, b) => (data.explain[b].hang === true) - (data.explain[a].hang === true));
	for (const i of order) {
		if (data.explain.length > 1)
			$('verdict').append(heading(data.explain[i]));
		$('verdict').append(verdictBox(data.explain[i], data.heads[i]));
	}
}

function showSummary(rows) {
	$('summary').replaceChildren();
	for (const [key, value] of rows)
		$('summary').append(element('dt', key), element('dd', value));
}

function tableRow(cells, tag) {
	const row = element('tr');

	for (const cell of cells)
		// Short cells do not wrap.
		row.append(element(tag, cell ?? '', (cell ?? '').length < 40 ? 'short' : null));
	return row;
}

function showTable({ title, head, rows, folded, group }) {
	if (!rows.length)
		return;
	const details = element('details'), scroll = element('div', null, 'scroll');
	const table = element('table');

	details.open = !folded;
	scroll.tabIndex = 0;
	table.append(element('thead'), element('tbody'));
	// A column without any text is left out.
	const used = head.map((_, i) => rows.some(row => row[i]));
	const only = row => row.filter((_, i) => used[i]);

	table.tHead.append(tableRow(only(head), 'th'));
	table.tBodies[0].append(...rows.map(row => tableRow(only(row), 'td')));
	const stop = table.tBodies[0].rows[rows.findIndex(row => row[0] === 'stop')];

	stop?.classList.add('mark');
	scroll.append(table);
	details.append(element('summary', title), scroll);
	if (rows.length > PRINTED_ROWS)
		details.append(element('p', `${rows.length - PRINTED_ROWS} more rows are not printed.`,
				       'only-print'));
	// The tables of a dump are shown while the dump or one of its logs is chosen.
	if (group !== null)
		details.dataset.group = group;
	$('tables').append(details);
	if (stop)
		scroll.scrollTop = stop.offsetTop - scroll.clientHeight / 2;
}

function showGroup(group, hasLog) {
	for (const details of $('tables').children)
		details.hidden = details.dataset.group !== undefined &&
				 details.dataset.group !== String(group);
	for (const id of ['timeline-section', 'summary-section', 'events-section'])
		$(id).hidden = !hasLog;
}

const selectDump = group => showGroup(group, false);

async function select(index) {
	showGroup(data.logs[index].group, true);
	if (list && list.log.index === index)
		return;
	logs[index] ??= await readLog(index);
	$('gt').value = index;
	showSummary(data.logs[index].summary);
	list = new EventList(logs[index]);
	timeline = new Timeline(logs[index], () => list.moved(), i => list.choose(i));
	list.start(timeline);
	redraw = () => timeline.redraw();
}

async function showLogs() {
	for (const [index, log] of data.logs.entries()) {
		const option = element('option', log.title);

		option.value = index;
		$('gt').append(option);
	}
	$('gt').hidden = data.logs.length < 2;
	$('gt').onchange = () => select(Number($('gt').value));
	if (data.logs.length)
		await select(data.marks.find(m => m.main)?.log ?? 0);
	else
		selectDump(data.explain[0].group);
}

// When the page is printed, use light colours and the width of the paper instead of the screen's.
function preparePrint() {
	let theme = false;

	addEventListener('beforeprint', () => {
		theme = isDark();
		setTheme(false);
		timeline?.resize(680);
	});
	addEventListener('afterprint', () => {
		setTheme(theme);
		timeline?.resize();
	});
}

(async () => {
	const dark = matchMedia('(prefers-color-scheme: dark)');

	setTheme(dark.matches);
	dark.addEventListener('change', e => setTheme(e.matches));
	$('theme').onclick = () => setTheme(!isDark());
	$('source').textContent = data.file + ' · guclog ' + data.version;
	document.title = 'GuC log: ' + data.file;
	showVerdict();
	data.tables.forEach(showTable);
	await showLogs();
	preparePrint();
	addEventListener('resize', () => timeline?.resize());
	document.documentElement.dataset.ready = 'yes';
})();
