// SPDX-License-Identifier: GPL-2.0-only
// The list of events. Only the visible rows are elements of the page, so that a log can have a
// million events.
'use strict';

const ROW = 22;
// Number of rows on paper when the page is printed, and how many of them are before the hang.
const PRINTED = 60, PRINTED_BEFORE = 45;

class EventList {
	constructor(log) {
		this.log = log;
		this.rows = null;
		this.chosen = -1;
		this.marked = new Map(data.marks.filter(m => m.log === log.index)
			.map(m => [m.index, m.text]));
		this.main = data.marks.findLast(m => m.log === log.index && m.main)?.index ?? -1;
		this.timeline = null;
		this.listen();
	}

	// Show the list; called when the timeline exists, because the filter can use its range.
	start(timeline) {
		this.timeline = timeline;
		this.filter();
		this.print();
		if (this.main >= 0)
			this.choose(this.main);
		else
			this.show(-1);
	}

	get length() {
		return this.rows ? this.rows.length : this.log.n;
	}

	index(row) {
		return this.rows ? this.rows[row] : row;
	}

	// Make a regular expression from a word of the filter. A decimal number matches only a
	// whole number: "guc_id=2" does not match "guc_id=20". A hexadecimal number also matches
	// the beginning of a longer number.
	static pattern(word) {
		const text = word.replace(/[^\w\s]/g, '\\$&');
		const before = /^\d/.test(word) && !word.startsWith('0x') ? '(?<![0-9a-z])' : '';
		const after = /\d$/.test(word) && !word.includes('0x') ? '(?!\\d)' : '';

		return new RegExp(before + text + after);
	}

	matches(text) {
		const words = text.toLowerCase().split(/\s+/).filter(Boolean)
			.map(EventList.pattern);
		const known = new Map(), log = this.log;

		return i => {
			// Cache the result by id and arguments: many events differ only in time.
			const key = `${log.id[i]} ${log.arg[0][i]} ${log.arg[1][i]}`;
			let found = log.messages.has(i) ? undefined : known.get(key);

			if (found === undefined) {
				const d = describe(log, i);
				const all = `${d.name} ${hex(log.id[i], 4)} ${d.words.join(' ')}`.toLowerCase();

				found = words.every(w => w.test(all));
				if (known.size < 100000)
					known.set(key, found);
			}
			return found;
		};
	}

	filter() {
		const text = $('filter').value.trim(), inView = $('in-view').checked;
		const { t, n } = this.log, view = this.timeline.view;
		const from = inView ? lower(t, n, view[0]) : 0, to = inView ? lower(t, n, view[1]) : n;
		const matches = text ? this.matches(text) : null;

		this.rows = null;
		if (text || inView) {
			this.rows = [];
			for (let i = from; i < to; i++)
				if (!matches || matches(i))
					this.rows.push(i);
		}
		$('count').textContent = `${this.length} of ${n} events`;
		$('space').style.height = this.length * ROW + 'px';
		this.draw();
	}

	line(i) {
		const d = describe(this.log, i), flags = this.log.flags[i];
		const row = element('div', null, 'row');

		row.append(element('span', i + this.log.first),
			   element('span', (flags & AMBIGUOUS ? '~' : '') + this.log.t[i].toFixed(9)),
			   element('span', (flags & GAP ? '⋯ ' : '') + d.name),
			   element('span', d.words.join('  ')));
		row.title = (flags & GAP ? 'Events are missing before this one. ' : '') +
			(flags & AMBIGUOUS ? 'Its time can be wrong by whole wraps of the clock. ' : '') +
			d.meaning;
		row.dataset.index = i;
		if (this.marked.has(i))
			row.classList.add('mark');
		if (i === this.chosen)
			row.classList.add('chosen');
		return row;
	}

	draw() {
		const box = $('events');
		const from = Math.max(0, Math.floor(box.scrollTop / ROW) - 5);
		const to = Math.min(this.length, from + Math.ceil(box.clientHeight / ROW) + 10);
		const list = [];

		for (let row = from; row < to; row++)
			list.push(this.line(this.index(row)));
		$('rows').style.transform = `translateY(${from * ROW}px)`;
		$('rows').replaceChildren(...list);
	}

	// Fill the list for paper: the rows around the hang, or else the newest rows.
	print() {
		const n = this.log.n, middle = this.main >= 0 ? this.main : n;
		const from = Math.max(0, Math.min(middle - PRINTED_BEFORE, n - PRINTED));
		const to = Math.min(n, from + PRINTED);

		$('printed').replaceChildren(element('p', to - from === n ? 'All events:' :
			`Events ${from + this.log.first} to ${to - 1 + this.log.first} of ${n + this.log.first}. A screen shows all that are on the page.`),
			document.querySelector('.head.row').cloneNode(true));
		for (let i = from; i < to; i++)
			$('printed').append(this.line(i));
	}

	// Describe the event with index i above the list; -1 removes the description.
	show(i) {
		const box = $('detail'), log = this.log;

		box.replaceChildren();
		box.hidden = i < 0;
		if (i < 0)
			return;
		const d = describe(log, i), by = this.main >= 0 ? log.t[i] - log.t[this.main] : 0;

		box.append(element('b', d.name), ' ' + d.words.join('  '), element('br'),
			   element('span', `event ${i + log.first}, ${log.t[i].toFixed(9)} ${data.clock}` +
				(i !== this.main && this.main >= 0 ? `, ${duration(by)} ` +
				 `${by < 0 ? 'before' : 'after'} "${this.marked.get(this.main)}"` : '') +
				(this.marked.has(i) ? `, ${this.marked.get(i)}` : '') + `: ${d.meaning}`));
	}

	choose(i) {
		let row = this.rows ? this.rows.indexOf(i) : i;

		if (row < 0) {
			$('filter').value = '';
			$('in-view').checked = false;
			this.filter();
			row = i;
		}
		this.chosen = i;
		this.scroll(row);
		this.show(i);
	}

	// Scroll until a row is visible.
	scroll(row) {
		const box = $('events'), at = row * ROW;

		if (at < box.scrollTop || at + ROW > box.scrollTop + box.clientHeight)
			box.scrollTop = Math.max(0, at - box.clientHeight / 2);
		this.draw();
	}

	// Choose the row that is "by" rows after the chosen row, or the row "end" if it is given.
	step(by, end) {
		const at = this.rows ? this.rows.indexOf(this.chosen) : this.chosen;
		const row = end ?? Math.min(this.length - 1, Math.max(0, at + by));

		if (this.length)
			this.choose(this.index(row));
	}

	listen() {
		const page = () => Math.max(1, Math.floor($('events').clientHeight / ROW) - 1);
		const keys = {
			ArrowDown: () => this.step(1), ArrowUp: () => this.step(-1),
			PageDown: () => this.step(page()), PageUp: () => this.step(-page()),
			Home: () => this.step(0, 0), End: () => this.step(0, this.length - 1),
			Enter: () => this.chosen >= 0 && this.timeline.center(this.chosen),
		};
		let timer = 0;

		$('events').onkeydown = e => {
			if (keys[e.key] && !e.ctrlKey && !e.metaKey && !e.altKey) {
				keys[e.key]();
				e.preventDefault();
			}
		};
		$('events').onscroll = () => this.draw();
		$('rows').onclick = e => {
			const row = e.target.closest('.row');

			if (!row)
				return;
			this.choose(Number(row.dataset.index));
			this.timeline.center(this.chosen);
		};
		$('filter').oninput = () => {
			clearTimeout(timer);
			timer = setTimeout(() => this.filter(), 150);
		};
		$('in-view').onchange = () => this.filter();
	}

	// Called when the timeline shows another part of the log.
	moved() {
		if (this.timeline && $('in-view').checked)
			this.filter();
	}
}
