// SPDX-License-Identifier: GPL-2.0-only
// The lanes (rows) of the timeline: engines, contexts, messages, other events, kernel log.
'use strict';

// Largest number of contexts that have a lane of their own: those with the most events. All other
// contexts share one lane.
const MAX_CONTEXTS = 24;
const NO_LANE = 0xffff;

// The runs of contexts on each engine, from CTX_RUNNING to CTX_OFF_ENGINE. In a run, "outside" is
// true if the log lacks one of these two events, so the run may be longer than shown.
class Runs {
	constructor(log) {
		this.log = log;
		this.open = new Map();
		this.all = [];
		this.since = 0;		// index of the first event after the last gap
	}

	end(engine, at, outside) {
		const run = this.open.get(engine);

		this.open.delete(engine);
		if (run)
			this.all.push({ ...run, to: at, outside: run.outside || outside });
		return run;
	}

	add(i, ctx, begins) {
		const engine = engineOf(this.log, i), t = this.log.t;

		if (!engine)
			return;
		if (!this.end(engine, t[i], false) && !begins)
			this.all.push({ engine, ctx, from: t[this.since], to: t[i], outside: true });
		if (begins)
			this.open.set(engine, { engine, ctx, from: t[i], outside: false });
	}

	// End all open runs, because events are missing after the event with index i.
	endAll(i) {
		this.since = Math.min(i + 1, this.log.n - 1);
		for (const engine of [...this.open.keys()])
			this.end(engine, this.log.t[i], true);
	}

	finish() {
		this.endAll(this.log.n - 1);
		return this.all.sort((a, b) => a.from - b.from);
	}
}

// Return, for a log: the guc_id of each event (-1 for none), the number of events of each guc_id,
// and the runs.
function findContexts(log) {
	const of = new Int32Array(log.n).fill(-1), counts = new Map(), runs = new Runs(log);

	for (let i = 0; i < log.n; i++) {
		const def = log.names[log.id[i]];

		if (i && log.flags[i] & GAP)
			runs.endAll(i - 1);
		if (!def || def.ctx === undefined)
			continue;
		const f = def.fields[def.ctx], v = bits(log.arg[f.arg][i], f);

		if (v === data.no_ctx)
			continue;
		of[i] = v;
		counts.set(v, (counts.get(v) || 0) + 1);
		if (def.name === 'CTX_RUNNING' || def.name === 'CTX_OFF_ENGINE')
			runs.add(i, v, def.name === 'CTX_RUNNING');
	}
	return { of, counts, runs: runs.finish() };
}

function makeLanes(log) {
	const { of: context, counts, runs } = findContexts(log);
	const lanes = [], number = new Map(), of = new Uint16Array(log.n).fill(NO_LANE);
	const get = (key, label) => {
		if (!number.has(key)) {
			number.set(key, lanes.length);
			lanes.push(label);
		}
		return number.get(key);
	};
	const points = { kernel: data.kernel, messages: data.messages
		.filter(m => m.log === log.index && !m.h2g) };

	for (const e of [...new Set(runs.map(r => r.engine))].sort())
		get('e' + e, e);
	for (const c of [...counts.entries()].sort((a, b) => b[1] - a[1]).slice(0, MAX_CONTEXTS)
		.map(x => x[0]).sort((a, b) => a - b))
		get('c' + c, 'guc_id ' + c);
	for (let i = 0; i < log.n; i++) {
		if (context[i] >= 0)
			of[i] = number.get('c' + context[i]) ?? get('cx', 'other contexts');
		else if (log.names[log.id[i]]?.name === 'H2G_RECEIVED')
			of[i] = get('h', 'H2G');
		else
			of[i] = get('o', 'other events');
	}
	points.messages.lane = points.messages.length ? get('g', 'G2H') : NO_LANE;
	points.kernel.lane = points.kernel.length ? get('k', 'kernel log') : NO_LANE;
	const waits = data.waits.filter(w => w.log === log.index)
		.map(w => ({ ctx: w.guc_id, from: log.t[w.from], to: log.t[w.to] }));

	for (const w of waits)
		w.lane = number.get('c' + w.ctx) ?? get('c' + w.ctx, 'guc_id ' + w.ctx);
	for (const r of runs)
		r.lanes = [number.get('e' + r.engine), number.get('c' + r.ctx) ?? number.get('cx')];
	return { lanes, of, runs, waits, points: Object.values(points) };
}

const hue = n => `hsl(${(n * 47) % 360} 55% ${isDark() ? 60 : 45}%)`;

// Draws the lanes on a plot. If several items of a lane have the same pixel, only one is drawn.
class LanePainter {
	constructor(log, made) {
		Object.assign(this, made);
		this.log = log;
	}

	begin(u) {
		const { left, top, width, height } = u.bbox;

		this.u = u;
		this.ctx = u.ctx;
		this.r = devicePixelRatio;
		Object.assign(this, { left, top, width, height });
		this.h = height / this.lanes.length;
		this.from = u.scales.x.min;
		this.to = u.scales.x.max;
		this.x = t => u.valToPos(t, 'x', true);
	}

	drawRun(run, last) {
		const { ctx, r, h } = this;
		const a = Math.max(this.x(run.from), this.left);
		const b = Math.min(this.x(run.to), this.left + this.width);

		for (const [k, lane] of run.lanes.entries()) {
			if (lane === undefined || (b - a < r && last[lane] === Math.round(a)))
				continue;
			last[lane] = Math.round(a);
			ctx.globalAlpha = k ? 0.35 : 1;
			ctx.fillStyle = hue(run.ctx);
			ctx.fillRect(a, this.top + lane * h + 2 * r, Math.max(b - a, r), h - 4 * r);
			ctx.globalAlpha = 1;
			if (b - a < 70 * r)
				continue;
			ctx.fillStyle = color(k ? 'fg' : 'bg');
			ctx.fillText(k ? run.engine : 'guc_id ' + run.ctx, a + 5 * r,
				     this.top + (lane + 0.5) * h);
		}
	}

	drawRuns() {
		const last = new Float64Array(this.lanes.length).fill(-1);

		this.ctx.font = `${11 * this.r}px system-ui`;
		this.ctx.textBaseline = 'middle';
		for (const run of this.runs)
			if (run.to >= this.from && run.from <= this.to)
				this.drawRun(run, last);
	}

	// Draw a dashed frame while a context waits for an engine on which another context runs.
	drawWaits() {
		const { ctx, r, h } = this;

		ctx.save();
		ctx.strokeStyle = ctx.fillStyle = color('red');
		ctx.lineWidth = 1.5 * r;
		ctx.setLineDash([4 * r, 3 * r]);
		for (const wait of this.waits) {
			const a = Math.max(this.x(wait.from), this.left);
			const b = Math.min(this.x(wait.to), this.left + this.width);
			const text = 'waits ' + duration(wait.to - wait.from, 0);

			if (b <= a)
				continue;
			ctx.strokeRect(a, this.top + wait.lane * h + 3 * r, Math.max(b - a, r), h - 6 * r);
			if (b - a > ctx.measureText(text).width + 12 * r)
				ctx.fillText(text, a + 6 * r, this.top + (wait.lane + 0.5) * h);
		}
		ctx.restore();
	}

	drawEvents() {
		const { ctx, log, r, h, width } = this;
		const seen = new Uint8Array((width + 1) * this.lanes.length);
		const end = lower(log.t, log.n, this.to);

		ctx.fillStyle = color('blue');
		for (let i = lower(log.t, log.n, this.from); i < end; i++) {
			const px = Math.round(this.x(log.t[i]) - this.left);
			const key = this.of[i] * (width + 1) + px;

			if (px < 0 || px > width || seen[key])
				continue;
			seen[key] = 1;
			ctx.fillRect(this.left + px, this.top + this.of[i] * h + 4 * r, 1.5 * r, h - 8 * r);
		}
		ctx.fillStyle = color('amber');
		for (const points of this.points)
			for (const p of points)
				if (p.t >= this.from && p.t <= this.to)
					ctx.fillRect(this.x(p.t) - r, this.top + points.lane * h + 3 * r,
						     2 * r, h - 6 * r);
	}

	drawLines() {
		this.ctx.strokeStyle = color('line');
		for (let i = 1; i < this.lanes.length; i++) {
			this.ctx.beginPath();
			this.ctx.moveTo(this.left, this.top + i * this.h);
			this.ctx.lineTo(this.left + this.width, this.top + i * this.h);
			this.ctx.stroke();
		}
	}

	draw(u) {
		this.begin(u);
		this.ctx.save();
		this.ctx.textAlign = 'left';
		this.ctx.beginPath();
		this.ctx.rect(this.left, this.top, this.width, this.height);
		this.ctx.clip();
		this.drawLines();
		this.drawRuns();
		this.drawWaits();
		this.drawEvents();
		this.ctx.restore();
	}

	// Return the x coordinate where the label of the mark at x = "at" has room above the
	// lanes, or null if it has no room. "taken" has the labels that were placed before, each as
	// beginning, end and x of its mark. Labels must be in the same order as their marks.
	place(at, width, taken) {
		const room = 5 * this.r;

		for (const from of [at + room, at - room - width]) {
			const to = from + width;

			if (from >= this.left && to <= this.left + this.width + 12 * this.r &&
			    !taken.some(([a, b, mark]) => (from < b + room && to > a - room) ||
						(from - a) * (at - mark) < 0)) {
				taken.push([from, to, at]);
				return from;
			}
		}
		return null;
	}

	// Draw a line for each mark, and its label above the lanes. If there is not enough room,
	// the labels of later marks in the list are left out.
	drawMarks(u, marks) {
		const { ctx, r } = this, taken = [];

		this.begin(u);
		ctx.save();
		ctx.strokeStyle = ctx.fillStyle = color('red');
		ctx.lineWidth = r;
		ctx.font = `bold ${11 * r}px system-ui`;
		ctx.textAlign = 'left';
		ctx.textBaseline = 'bottom';
		for (const m of marks) {
			if (m.t < this.from || m.t > this.to)
				continue;
			const x = this.x(m.t), at = this.place(x, ctx.measureText(m.text).width, taken);

			ctx.beginPath();
			ctx.moveTo(x, this.top - 16 * r);
			ctx.lineTo(x, this.top + this.height);
			ctx.stroke();
			if (at !== null)
				ctx.fillText(m.text, at, this.top - 3 * r);
		}
		ctx.restore();
	}
}
