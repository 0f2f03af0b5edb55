// SPDX-License-Identifier: GPL-2.0-only
// The timeline and, below it, the overview: the number of events over the whole log. The library
// uPlot (MIT licence) draws the axes and the cursor.
'use strict';

const LANE = 20, LABEL = 96, ABOVE = 22, BELOW = 48, OVERVIEW = 84;

class Timeline {
	// moved() is called when the visible part has changed, chosen(i) when an event was clicked.
	constructor(log, moved, chosen) {
		const first = log.t[0], last = log.t[log.n - 1];
		const pad = Math.max((last - first) * 0.01, 1e-6);

		this.log = log;
		this.moved = moved;
		this.chosen = chosen;
		this.whole = [first - pad, last + pad];
		this.marks = data.marks.filter(m => m.log === log.index && m.index < log.n)
			.map(m => ({ ...m, t: log.t[m.index] }))
			.sort((a, b) => b.main - a.main || b.index - a.index);
		this.painter = new LanePainter(log, makeLanes(log));
		this.view = this.hang() ?? this.whole.slice();
		this.makePlot();
		this.makeOverview();
		this.listen();
		this.setView(...this.view);
	}

	// Return the range from the first to the last mark of the hang, null if there is none.
	hang() {
		const main = this.marks.filter(m => m.main).map(m => m.t);

		if (!main.length)
			return null;
		const from = Math.min(...main), to = Math.max(...main);
		const pad = Math.max((to - from) * 0.12, 0.02);

		return [from - pad, to + pad];
	}

	width() {
		return $('timeline-section').clientWidth || 800;
	}

	height() {
		return this.painter.lanes.length * LANE + ABOVE + BELOW;
	}

	axis() {
		return { stroke: () => color('soft'), grid: { stroke: () => color('line') },
			 ticks: { stroke: () => color('line') } };
	}

	// Return the number of decimals that neighbouring labels of the time axis need to differ.
	digits() {
		const step = (this.view[1] - this.view[0]) / 10;

		return Math.min(9, Math.max(0, Math.ceil(-Math.log10(step)) + 1));
	}

	makePlot() {
		const lanes = this.painter.lanes;

		$('timeline').replaceChildren();
		this.plot = new uPlot({
			width: this.width(), height: this.height(), padding: [ABOVE, 16, 0, 0],
			legend: { show: false }, cursor: { y: false, drag: { x: true, setScale: false } },
			scales: { x: { time: false, range: () => this.view }, y: { range: [0, 1] } },
			axes: [{ ...this.axis(), label: data.clock, labelSize: 18, labelFont: '12px system-ui',
				 font: '11px system-ui', size: 28,
				 values: (u, at) => at.map(v => v.toFixed(this.digits())),
				 space: () => 60 + 7 * (this.digits() +
					String(Math.trunc(this.view[1])).length) },
			       { ...this.axis(), size: LABEL, grid: { show: false }, ticks: { show: false },
				 font: '11px system-ui',
				 splits: () => lanes.map((l, i) => 1 - (i + 0.5) / lanes.length),
				 values: () => lanes }],
			series: [{}, { show: true, points: { show: false } }],
			hooks: { draw: [u => {
				this.painter.draw(u);
				this.painter.drawMarks(u, this.marks);
			}] },
		}, [this.view.slice(), [null, null]], $('timeline'));
	}

	counts() {
		const n = Math.max(20, Math.floor(this.width() / 6)), log = this.log;
		const step = (this.whole[1] - this.whole[0]) / n;
		const xs = [], ys = new Array(n).fill(0);

		for (let i = 0; i < n; i++)
			xs.push(this.whole[0] + (i + 0.5) * step);
		for (let i = 0; i < log.n; i++)
			ys[Math.min(n - 1, Math.floor((log.t[i] - this.whole[0]) / step))]++;
		$('overview-text').replaceChildren(
			`Events per ${duration(step, 1)}, whole log. The frame is what the timeline shows.`,
			element('span', ' Drag it to another time.', 'hint'));
		return [xs, ys];
	}

	drawFrame(u) {
		const { left, top, width, height } = u.bbox, r = devicePixelRatio;
		const a = Math.max(left, u.valToPos(this.view[0], 'x', true));
		const b = Math.min(left + width, u.valToPos(this.view[1], 'x', true));

		u.ctx.save();
		u.ctx.globalAlpha = 0.12;
		u.ctx.fillStyle = color('fg');
		u.ctx.fillRect(left, top, a - left, height);
		u.ctx.fillRect(b, top, left + width - b, height);
		u.ctx.globalAlpha = 1;
		u.ctx.strokeStyle = color('fg');
		u.ctx.lineWidth = r;
		u.ctx.strokeRect(a, top, Math.max(b - a, 3 * r), height);
		u.ctx.restore();
	}

	makeOverview() {
		$('histogram').replaceChildren();
		this.overview = new uPlot({
			width: this.width(), height: OVERVIEW, padding: [8, 16, 8, 0],
			legend: { show: false }, cursor: { show: false },
			scales: { x: { time: false, range: () => this.whole } },
			axes: [{ show: false }, { ...this.axis(), size: LABEL, font: '11px system-ui', space: 24 }],
			series: [{}, { paths: uPlot.paths.bars({ size: [1, 100] }),
				       fill: () => color('blue'), stroke: () => color('blue'),
				       points: { show: false } }],
			hooks: { draw: [u => this.drawFrame(u)] },
		}, this.counts(), $('histogram'));
	}

	setView(from, to) {
		const span = Math.min(Math.max(to - from, 2e-7), this.whole[1] - this.whole[0]);
		const at = Math.min(Math.max(from, this.whole[0]), this.whole[1] - span);

		this.view = [at, at + span];
		this.plot.setData([this.view.slice(), [null, null]]);
		this.overview.redraw(false);
		$('range').textContent = `${at.toFixed(6)} to ${(at + span).toFixed(6)} ` +
			`${data.clock}: ${duration(span)}`;
		this.moved();
	}

	zoom(by, at) {
		const middle = at ?? (this.view[0] + this.view[1]) / 2;

		this.setView(middle - (middle - this.view[0]) * by,
			     middle + (this.view[1] - middle) * by);
	}

	pan(by) {
		const step = (this.view[1] - this.view[0]) * by;

		this.setView(this.view[0] + step, this.view[1] + step);
	}

	// Show the event with index i in the middle of a range of at most 10 ms.
	center(i) {
		const span = Math.min(this.view[1] - this.view[0], 0.01), t = this.log.t[i];

		this.setView(t - span / 2, t + span / 2);
	}

	listen() {
		const toHang = () => this.hang() && this.setView(...this.hang());
		const keys = {
			'+': () => this.zoom(0.5), '=': () => this.zoom(0.5), '-': () => this.zoom(2),
			ArrowLeft: () => this.pan(-0.25), ArrowRight: () => this.pan(0.25),
			Home: () => this.setView(...this.whole), h: toHang,
		};

		$('timeline').onkeydown = e => {
			if (keys[e.key] && !e.ctrlKey && !e.metaKey && !e.altKey) {
				keys[e.key]();
				e.preventDefault();
			}
		};
		$('zoom-in').onclick = keys['+'];
		$('zoom-out').onclick = keys['-'];
		$('left').onclick = keys.ArrowLeft;
		$('right').onclick = keys.ArrowRight;
		$('all').onclick = keys.Home;
		$('hang').onclick = toHang;
		$('hang').hidden = !this.hang();
		this.listenPlot();
		this.listenOverview();
	}

	listenPlot() {
		const over = this.plot.over;
		let panning = null;

		over.addEventListener('mousedown', e => {
			if (!e.shiftKey)
				return;
			panning = { x: e.clientX, view: this.view.slice() };
			e.stopImmediatePropagation();
		}, true);
		over.addEventListener('mousemove', e => {
			if (!panning)
				return this.hover(e);
			const by = (panning.x - e.clientX) / over.clientWidth *
				(panning.view[1] - panning.view[0]);

			return this.setView(panning.view[0] + by, panning.view[1] + by);
		});
		over.addEventListener('mouseup', () => {
			const { left, width } = this.plot.select;

			panning = null;
			if (width > 4)
				this.setView(this.plot.posToVal(left, 'x'),
					     this.plot.posToVal(left + width, 'x'));
			this.plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
		});
		over.addEventListener('dblclick', () => this.setView(...this.whole));
		over.addEventListener('mouseleave', () => {
			panning = null;
			$('tip').hidden = true;
		});
		over.addEventListener('click', e => {
			const { event } = this.at(e);

			if (event >= 0)
				this.chosen(event);
		});
		over.addEventListener('wheel', e => this.wheel(e), { passive: false });
	}

	// Ctrl and the wheel zoom; Shift and the wheel, or a horizontal wheel, move. The wheel
	// alone scrolls the page.
	wheel(e) {
		const box = this.plot.over.getBoundingClientRect();

		if (e.ctrlKey)
			this.zoom(e.deltaY > 0 ? 1.3 : 1 / 1.3,
				  this.plot.posToVal(e.clientX - box.left, 'x'));
		else if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY))
			this.pan((e.deltaX || e.deltaY) > 0 ? 0.1 : -0.1);
		else
			return;
		e.preventDefault();
	}

	listenOverview() {
		const over = this.overview.over;
		const move = e => {
			const box = over.getBoundingClientRect(), span = this.view[1] - this.view[0];
			const at = this.overview.posToVal(e.clientX - box.left, 'x');

			if (e.buttons & 1)
				this.setView(at - span / 2, at + span / 2);
		};

		over.addEventListener('pointerdown', e => {
			over.setPointerCapture(e.pointerId);
			move(e);
		});
		over.addEventListener('pointermove', move);
	}

	// Return the items under the pointer: an event (index, -1 if there is none), a point
	// (message or line of the kernel log), a run of a context, and the wait of a context.
	at(e) {
		const box = this.plot.over.getBoundingClientRect(), log = this.log;
		const lane = Math.floor((e.clientY - box.top) / box.height * this.painter.lanes.length);
		const t = this.plot.posToVal(e.clientX - box.left, 'x');
		const reach = (this.view[1] - this.view[0]) / box.width * 6;
		let event = -1;

		for (let i = lower(log.t, log.n, t - reach); i < log.n && log.t[i] <= t + reach; i++)
			if (this.painter.of[i] === lane && (event < 0 ||
			    Math.abs(log.t[i] - t) < Math.abs(log.t[event] - t)))
				event = i;
		return {
			event,
			point: this.painter.points.find(p => p.lane === lane)
				?.find(p => Math.abs(p.t - t) < reach),
			run: this.painter.runs.find(r => r.lanes.includes(lane) && r.from <= t && t <= r.to),
			wait: this.painter.waits.find(w => w.lane === lane && w.from <= t && t <= w.to),
		};
	}

	hover(e) {
		const { event, point, run, wait } = this.at(e);

		if (event >= 0) {
			const d = describe(this.log, event);

			tip(e, [d.name, d.words.join('  '), d.meaning,
				`event ${event + this.log.first}, ${this.log.t[event].toFixed(9)} ${data.clock}`]);
		} else if (point) {
			tip(e, [point.text, `${point.t.toFixed(6)} ${data.clock}`]);
		} else if (wait) {
			tip(e, [`guc_id ${wait.ctx} waits for the engine`, duration(wait.to - wait.from)]);
		} else if (run) {
			tip(e, [`guc_id ${run.ctx} on ${run.engine}`, (run.outside ? 'at least ' : '') +
				duration(run.to - run.from) +
				(run.outside ? ': it begins or ends outside of this log' : '')]);
		} else {
			tip(e, []);
		}
	}

	resize(width) {
		this.plot.setSize({ width: width ?? this.width(), height: this.height() });
		this.overview.setSize({ width: width ?? this.width(), height: OVERVIEW });
		this.overview.setData(this.counts());
	}

	redraw() {
		this.plot.redraw();
		this.overview.redraw();
	}
}

function tip(e, lines) {
	const box = $('tip');

	box.replaceChildren(...lines.filter(Boolean).map(line => element('div', line)));
	box.hidden = !lines.length;
	box.style.left = Math.max(4, Math.min(e.clientX + 14, innerWidth - box.offsetWidth - 8)) + 'px';
	box.style.top = Math.min(e.clientY + 14, innerHeight - box.offsetHeight - 8) + 'px';
}
