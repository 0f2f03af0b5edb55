// SPDX-License-Identifier: GPL-2.0-only
// The page of "guclog report". All strings of the log are shown with textContent,
// never as markup. uPlot (MIT) draws axes, zooms and keeps the cursor.
'use strict';
(async () => {
	const $ = id => document.getElementById(id);
	const data = JSON.parse($('data').textContent);
	const ROW = 22, LANE = 20, MAX_CONTEXTS = 24, LABEL = 96;

	function element(tag, text, cls) {
		const e = document.createElement(tag);
		if (text !== undefined && text !== null)
			e.textContent = String(text);
		if (cls)
			e.className = cls;
		return e;
	}

	// -- light and dark -------------------------------------------------------
	let redraw = () => {};
	const dark = matchMedia('(prefers-color-scheme: dark)');
	const setTheme = on => {
		document.documentElement.dataset.theme = on ? 'dark' : 'light';
		redraw();
	};
	setTheme(dark.matches);
	dark.addEventListener('change', e => setTheme(e.matches));
	$('theme').onclick = () =>
		setTheme(document.documentElement.dataset.theme !== 'dark');
	const color = name =>
		getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

	// -- what is known beside the events -------------------------------------
	$('source').textContent = data.file + ' · guclog ' + data.version;
	document.title = 'GuC log: ' + data.file;

	function showVerdict() {
		for (const e of data.explain) {
			const box = element('div', null, 'verdict');
			if (data.explain.length > 1)
				box.append(element('p', e.name));
			for (const s of e.sentences)
				box.append(element('p', s.text));
			if (!e.sentences.length)
				box.append(element('p', 'No verdict: this log could not be explained.'));
			box.classList.add(e.hang ? 'hang' : e.hang === false ? 'fine' : 'unknown');
			$('verdict').append(box);
		}
	}

	function showSummary() {
		for (const [key, value] of data.summary) {
			$('summary').append(element('dt', key), element('dd', value));
		}
	}

	function showTable(title, head, rows, more) {
		if (!rows.length)
			return;
		const section = element('section'), scroll = element('div', null, 'scroll');
		const table = element('table'), tr = element('tr');
		for (const name of head)
			tr.append(element('th', name));
		table.append(element('thead'), element('tbody'));
		table.tHead.append(tr);
		for (const row of rows) {
			const line = element('tr');
			for (const cell of row)
				line.append(element('td', cell ?? ''));
			table.tBodies[0].append(line);
		}
		scroll.append(table);
		section.append(element('h2', title), scroll);
		if (more)
			section.append(element('p', more, 'hint'));
		$('tables').append(section);
	}

	showVerdict();
	showSummary();
	for (const table of data.tables)
		showTable(table.title, table.head, table.rows, table.more);

	// -- events ---------------------------------------------------------------
	// Columns of one log: time (f64), id, arg0, arg1 (u32), flags (u8).
	async function columns(index, n) {
		const text = $('log' + index).textContent.trim();
		const bytes = await (await fetch('data:application/octet-stream;base64,' + text))
			.arrayBuffer();
		return {
			n,
			t: new Float64Array(bytes, 0, n),
			id: new Uint32Array(bytes, 8 * n, n),
			arg: [new Uint32Array(bytes, 12 * n, n), new Uint32Array(bytes, 16 * n, n)],
			flags: new Uint8Array(bytes, 20 * n, n),
		};
	}
	const GAP = 1, AMBIGUOUS = 2, BEFORE_LOAD = 4;
	let names = {};
	const hex = (v, w) => '0x' + v.toString(16).padStart(w, '0');
	const bits = (v, f) => f.bits === 32 ? v : (v >>> f.low) & ((2 ** f.bits) - 1);
	const CLASSES = ['rcs', 'vcs', 'vecs', 'bcs', 'ccs', 'gsccs'];

	function fieldValue(f, v) {
		if (f.kind === 'class')
			return CLASSES[v] ?? v;
		if (f.kind === 'action')
			return data.actions[v] ?? hex(v, 4);
		if (f.kind === 'dec' || f.kind === 'guc_id' || f.kind === 'instance' ||
		    f.kind === 'enable')
			return v;
		return hex(v, 1);
	}

	function describe(log, i) {
		const def = names[log.id[i]];
		const out = { name: hex(log.id[i], 4), words: [], ctx: -1, engine: null };
		let cls = -1, inst = -1;
		if (!def) {
			out.words = [hex(log.arg[0][i], 8), hex(log.arg[1][i], 8)];
			return out;
		}
		out.name = def.name + (def.guess ? '?' : '');
		for (const f of def.fields) {
			const v = bits(log.arg[f.arg][i], f);
			if (f.kind === 'guc_id' && v !== 0xffff)
				out.ctx = v;
			if (f.kind === 'class')
				cls = v;
			if (f.kind === 'instance')
				inst = v;
			out.words.push(f.name + '=' + fieldValue(f, v) + (f.guess ? '?' : ''));
		}
		if (cls >= 0 && inst >= 0 && CLASSES[cls])
			out.engine = CLASSES[cls] + inst;
		if (!def.fields.length)
			out.words = def.bare ? [] : [hex(log.arg[0][i], 8), hex(log.arg[1][i], 8)];
		return out;
	}

	// The first index whose time is not before t.
	function lower(t, n, at) {
		let a = 0, b = n;
		while (a < b) {
			const m = (a + b) >> 1;
			if (t[m] < at)
				a = m + 1;
			else
				b = m;
		}
		return a;
	}

	// Lanes: engines with what ran there, contexts, messages, the rest.
	function makeLanes(log) {
		const lanes = [], slices = [], running = new Map(), counts = new Map();
		const of = new Uint16Array(log.n).fill(0xffff);
		const lane = new Map();
		const get = (key, label) => {
			if (!lane.has(key)) {
				lane.set(key, lanes.length);
				lanes.push({ key, label });
			}
			return lane.get(key);
		};
		const defs = names;
		const ctxOf = new Int32Array(log.n).fill(-1);
		const engines = new Set();
		for (let i = 0; i < log.n; i++) {
			const def = defs[log.id[i]];
			if (!def || def.ctx === undefined)
				continue;
			const f = def.fields[def.ctx], v = bits(log.arg[f.arg][i], f);
			if (v === 0xffff)
				continue;
			ctxOf[i] = v;
			counts.set(v, (counts.get(v) || 0) + 1);
			if (def.name !== 'CTX_RUNNING' && def.name !== 'CTX_OFF_ENGINE')
				continue;
			const engine = describe(log, i).engine;
			if (!engine)
				continue;
			engines.add(engine);
			const open = running.get(engine);
			if (open)
				slices.push({ ...open, to: log.t[i], open: false });
			if (def.name === 'CTX_RUNNING')
				running.set(engine, { engine, ctx: v, from: log.t[i] });
			else
				running.delete(engine);
			if (!open && def.name === 'CTX_OFF_ENGINE')
				slices.push({ engine, ctx: v, from: log.t[0], to: log.t[i], open: true });
		}
		for (const open of running.values())
			slices.push({ ...open, to: log.t[log.n - 1], open: true });
		for (const e of [...engines].sort())
			get('e' + e, e);
		const top = [...counts.entries()].sort((a, b) => b[1] - a[1])
			.slice(0, MAX_CONTEXTS).map(x => x[0]).sort((a, b) => a - b);
		for (const c of top)
			get('c' + c, 'guc_id ' + c);
		for (let i = 0; i < log.n; i++) {
			const def = defs[log.id[i]];
			if (ctxOf[i] >= 0)
				of[i] = lane.get('c' + ctxOf[i]) ?? get('cx', 'other contexts');
			else if (def && def.name === 'H2G_RECEIVED')
				of[i] = get('h', 'H2G');
			else
				of[i] = get('o', 'firmware');
		}
		if (data.kernel.length)
			get('k', 'kernel log');
		for (const s of slices)
			s.lane = lane.get('e' + s.engine);
		slices.sort((a, b) => a.from - b.from);
		return { lanes, of, slices, ctxOf, kernel: lane.get('k') };
	}

	const hue = n => `hsl(${(n * 47) % 360} 55% ${
		document.documentElement.dataset.theme === 'dark' ? 60 : 45}%)`;

	let current = null;

	function show(log) {
		// Names that rest on a rule which does not hold on this log are not used.
		const off = new Set(data.logs[log.index].off);
		names = Object.fromEntries(Object.entries(data.names)
			.filter(([id]) => !off.has(Number(id))));
		const { lanes, of, slices, kernel } = makeLanes(log);
		const first = log.t[0], last = log.t[log.n - 1];
		const pad = Math.max((last - first) * 0.01, 1e-6);
		const whole = [first - pad, last + pad];
		const marks = data.marks.filter(m => m.log === log.index && m.index < log.n)
			.map(m => ({ ...m, t: log.t[m.index] }));
		let view = whole.slice(), chosen = -1;
		const width = () => $('timeline-section').clientWidth || 800;

		function drawLanes(u) {
			const { ctx } = u, { left, top, width: w, height } = u.bbox;
			const r = devicePixelRatio, h = height / lanes.length;
			const x = t => u.valToPos(t, 'x', true);
			const from = u.scales.x.min, to = u.scales.x.max;
			ctx.save();
			ctx.textAlign = 'left';
			ctx.beginPath();
			ctx.rect(left, top, w, height);
			ctx.clip();
			for (const s of slices) {
				if (s.to < from || s.from > to)
					continue;
				const a = Math.max(x(s.from), left), b = Math.min(x(s.to), left + w);
				ctx.fillStyle = hue(s.ctx);
				ctx.fillRect(a, top + s.lane * h + 2 * r, Math.max(b - a, r), h - 4 * r);
				if (b - a > 60 * r) {
					ctx.fillStyle = color('bg');
					ctx.font = `${11 * r}px system-ui`;
					ctx.textBaseline = 'middle';
					ctx.fillText('guc_id ' + s.ctx, a + 4 * r, top + (s.lane + 0.5) * h);
				}
			}
			// One mark for each pixel of a lane at the most.
			const seen = new Uint8Array((w + 1) * lanes.length);
			const end = lower(log.t, log.n, to);
			ctx.fillStyle = color('blue');
			for (let i = lower(log.t, log.n, from); i < end; i++) {
				const px = Math.round(x(log.t[i]) - left), key = of[i] * (w + 1) + px;
				if (px < 0 || px > w || seen[key])
					continue;
				seen[key] = 1;
				ctx.fillRect(left + px, top + of[i] * h + 4 * r, r, h - 8 * r);
			}
			ctx.fillStyle = color('amber');
			for (const k of data.kernel)
				if (k.t >= from && k.t <= to)
					ctx.fillRect(x(k.t) - r, top + kernel * h + 3 * r, 2 * r, h - 6 * r);
			ctx.strokeStyle = color('line');
			for (let i = 1; i < lanes.length; i++) {
				ctx.beginPath();
				ctx.moveTo(left, top + i * h);
				ctx.lineTo(left + w, top + i * h);
				ctx.stroke();
			}
			ctx.strokeStyle = ctx.fillStyle = color('red');
			ctx.lineWidth = r;
			for (const m of marks) {
				if (m.t < from || m.t > to)
					continue;
				ctx.beginPath();
				ctx.moveTo(x(m.t), top);
				ctx.lineTo(x(m.t), top + height);
				ctx.stroke();
				ctx.font = `bold ${11 * r}px system-ui`;
				ctx.textBaseline = 'top';
				// Beside the line, where there is room for it.
				const right = x(m.t) + ctx.measureText(m.text).width + 6 * r < left + w;
				ctx.textAlign = right ? 'left' : 'right';
				const at = x(m.t) + (right ? 4 : -4) * r;
				ctx.save();
				ctx.strokeStyle = color('bg');
				ctx.lineWidth = 4 * r;
				ctx.strokeText(m.text, at, top + 4 * r);
				ctx.restore();
				ctx.fillText(m.text, at, top + 4 * r);
			}
			ctx.restore();
		}

		const axis = { stroke: () => color('soft'), grid: { stroke: () => color('line') },
			       ticks: { stroke: () => color('line') } };
		const spanDigits = () => Math.min(9, Math.max(0,
			Math.ceil(-Math.log10((view[1] - view[0]) / 10)) + 1));
		const times = (u, splits) => splits.map(v => v.toFixed(spanDigits()));

		$('timeline').replaceChildren();
		$('histogram').replaceChildren();
		const plot = new uPlot({
			width: width(), height: lanes.length * LANE + 60, padding: [8, 16, 0, 0],
			legend: { show: false }, cursor: { y: false, drag: { x: true, setScale: false } },
			scales: { x: { time: false, range: () => view }, y: { range: [0, 1] } },
			axes: [{ ...axis, values: times, space: 90 },
			       { ...axis, size: LABEL, splits: () => lanes.map((l, i) =>
				       1 - (i + 0.5) / lanes.length),
				 values: () => lanes.map(l => l.label), grid: { show: false },
				 ticks: { show: false }, font: '11px system-ui' }],
			series: [{}, { show: true, points: { show: false } }],
			hooks: { draw: [drawLanes] },
		}, [[whole[0], whole[1]], [null, null]], $('timeline'));

		const bars = uPlot.paths.bars({ size: [1, 100] });
		function histogramData() {
			const n = Math.max(20, Math.floor(width() / 6));
			const step = (view[1] - view[0]) / n, xs = [], ys = new Array(n).fill(0);
			for (let i = 0; i < n; i++)
				xs.push(view[0] + (i + 0.5) * step);
			const end = lower(log.t, log.n, view[1]);
			for (let i = lower(log.t, log.n, view[0]); i < end; i++)
				ys[Math.min(n - 1, Math.floor((log.t[i] - view[0]) / step))]++;
			return [xs, ys];
		}
		const histogram = new uPlot({
			width: width(), height: 110, padding: [8, 16, 8, 0], legend: { show: false }, cursor: { show: false },
			scales: { x: { time: false, range: () => view } },
			axes: [{ ...axis, show: false }, { ...axis, size: LABEL, label: null }],
			series: [{}, { paths: bars, fill: () => color('blue'), stroke: () => color('blue'),
				       points: { show: false } }],
		}, histogramData(), $('histogram'));

		function setView(from, to) {
			const span = Math.min(Math.max(to - from, 2e-7), whole[1] - whole[0]);
			const at = Math.min(Math.max(from, whole[0]), whole[1] - span);
			view = [at, at + span];
			plot.setData([[view[0], view[1]], [null, null]]);
			histogram.setData(histogramData());
			$('range').textContent = `${view[0].toFixed(6)} to ${view[1].toFixed(6)} ` +
				data.clock + ` (${(span * 1000).toFixed(3)} ms)`;
			if ($('in-view').checked)
				applyFilter();
		}
		const zoom = (by, at) => {
			const middle = at ?? (view[0] + view[1]) / 2;
			setView(middle - (middle - view[0]) * by, middle + (view[1] - middle) * by);
		};
		const pan = by => {
			const step = (view[1] - view[0]) * by;
			setView(view[0] + step, view[1] + step);
		};
		const toHang = () => {
			if (marks.length)
				setView(marks[0].t - 0.05, marks[0].t + 0.05);
		};
		const keys = {
			'+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2),
			ArrowLeft: () => pan(-0.25), ArrowRight: () => pan(0.25),
			Home: () => setView(...whole), h: toHang,
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
		$('hang').hidden = !marks.length;

		// -- mouse ------------------------------------------------------------
		let panning = null;
		plot.over.addEventListener('mousedown', e => {
			if (!e.shiftKey)
				return;
			panning = { x: e.clientX, view: view.slice() };
			e.stopImmediatePropagation();
		}, true);
		plot.over.addEventListener('mousemove', e => {
			if (panning) {
				const by = (panning.x - e.clientX) / plot.over.clientWidth *
					(panning.view[1] - panning.view[0]);
				setView(panning.view[0] + by, panning.view[1] + by);
				return;
			}
			hover(e);
		});
		plot.over.addEventListener('mouseup', () => {
			const { left, width: w } = plot.select;
			panning = null;
			if (w > 4)
				setView(plot.posToVal(left, 'x'), plot.posToVal(left + w, 'x'));
			plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
		});
		plot.over.addEventListener('dblclick', () => setView(...whole));
		plot.over.addEventListener('mouseleave', () => {
			panning = null;
			$('tip').hidden = true;
		});
		plot.over.addEventListener('wheel', e => {
			const box = plot.over.getBoundingClientRect();
			zoom(e.deltaY > 0 ? 1.3 : 1 / 1.3, plot.posToVal(e.clientX - box.left, 'x'));
			e.preventDefault();
		}, { passive: false });

		function laneAt(e) {
			const box = plot.over.getBoundingClientRect();
			return Math.floor((e.clientY - box.top) / box.height * lanes.length);
		}
		function nearest(e) {
			const box = plot.over.getBoundingClientRect(), wanted = laneAt(e);
			const t = plot.posToVal(e.clientX - box.left, 'x');
			const reach = (view[1] - view[0]) / box.width * 6;
			let best = -1;
			for (let i = lower(log.t, log.n, t - reach); i < log.n && log.t[i] <= t + reach; i++)
				if (of[i] === wanted && (best < 0 ||
				    Math.abs(log.t[i] - t) < Math.abs(log.t[best] - t)))
					best = i;
			return { t, best, wanted, reach };
		}
		function tip(e, lines) {
			const box = $('tip');
			box.replaceChildren(...lines.map(line => element('div', line)));
			box.hidden = !lines.length;
			box.style.left = Math.min(e.clientX + 14, innerWidth - box.offsetWidth - 8) + 'px';
			box.style.top = Math.min(e.clientY + 14, innerHeight - box.offsetHeight - 8) + 'px';
		}
		function hover(e) {
			const { t, best, wanted, reach } = nearest(e);
			if (best >= 0) {
				const d = describe(log, best);
				tip(e, [d.name, `event ${best}, ${log.t[best].toFixed(9)} ${data.clock}`,
					d.words.join('  ')]);
				return;
			}
			const s = slices.find(x => x.lane === wanted && x.from <= t && t <= x.to);
			const k = wanted === kernel && data.kernel.find(x => Math.abs(x.t - t) < reach);
			if (s)
				tip(e, [`guc_id ${s.ctx} on ${s.engine}`,
					`${((s.to - s.from) * 1000).toFixed(3)} ms` +
					(s.open ? ', begins or ends outside this log' : '')]);
			else
				tip(e, k ? [k.text] : []);
		}
		plot.over.addEventListener('click', e => {
			const { best } = nearest(e);
			if (best >= 0)
				choose(best);
		});

		// -- the list of events: only the rows in sight exist --------------------
		let rows = null;
		function wantedBy(text) {
			const words = text.toLowerCase().split(/\s+/).filter(Boolean);
			return i => {
				const d = describe(log, i);
				const all = [d.name, hex(log.id[i], 4), d.words.join(' '), d.engine || '']
					.join(' ').toLowerCase();
				return words.every(w => all.includes(w));
			};
		}
		function applyFilter() {
			const text = $('filter').value.trim(), inView = $('in-view').checked;
			const from = inView ? lower(log.t, log.n, view[0]) : 0;
			const to = inView ? lower(log.t, log.n, view[1]) : log.n;
			const wanted = text ? wantedBy(text) : null;
			rows = null;
			if (text || inView) {
				rows = [];
				for (let i = from; i < to; i++)
					if (!wanted || wanted(i))
						rows.push(i);
			}
			const n = rows ? rows.length : log.n;
			$('count').textContent = `${n} of ${log.n} events`;
			$('space').style.height = n * ROW + 'px';
			drawRows();
		}
		function drawRows() {
			const box = $('events'), n = rows ? rows.length : log.n;
			const from = Math.max(0, Math.floor(box.scrollTop / ROW) - 5);
			const to = Math.min(n, from + Math.ceil(box.clientHeight / ROW) + 10);
			const list = [];
			for (let k = from; k < to; k++) {
				const i = rows ? rows[k] : k, d = describe(log, i), f = log.flags[i];
				const row = element('div', null, 'row');
				row.append(element('span', (f & BEFORE_LOAD ? 'old ' : '') + i),
					element('span', (f & AMBIGUOUS ? '~' : '') + log.t[i].toFixed(9)),
					element('span', (f & GAP ? '⋯ ' : '') + d.name),
					element('span', d.words.join('  ')));
				row.title = f & GAP ? 'Events are missing before this one.' : '';
				row.dataset.index = i;
				if (marks.some(m => m.index === i))
					row.classList.add('mark');
				if (i === chosen)
					row.classList.add('chosen');
				list.push(row);
			}
			$('rows').style.transform = `translateY(${from * ROW}px)`;
			$('rows').replaceChildren(...list);
		}
		function choose(i) {
			chosen = i;
			let k = i;
			if (rows) {
				k = rows.indexOf(i);
				if (k < 0) {
					$('filter').value = '';
					$('in-view').checked = false;
					applyFilter();
					k = i;
				}
			}
			$('events').scrollTop = Math.max(0, k * ROW - 150);
			drawRows();
		}
		$('events').onscroll = drawRows;
		$('rows').onclick = e => {
			const row = e.target.closest('.row');
			if (!row)
				return;
			chosen = Number(row.dataset.index);
			const span = Math.min(view[1] - view[0], 0.01);
			setView(log.t[chosen] - span / 2, log.t[chosen] + span / 2);
			drawRows();
		};
		let timer = 0;
		$('filter').oninput = () => {
			clearTimeout(timer);
			timer = setTimeout(applyFilter, 150);
		};
		$('in-view').onchange = applyFilter;

		setView(...whole);
		applyFilter();
		redraw = () => {
			plot.redraw();
			histogram.redraw();
		};
		current = { resize: () => {
			plot.setSize({ width: width(), height: lanes.length * LANE + 60 });
			histogram.setSize({ width: width(), height: 110 });
		} };
	}

	const logs = [];
	for (const [index, log] of data.logs.entries()) {
		const option = element('option', log.title);
		option.value = index;
		$('gt').append(option);
	}
	$('gt').hidden = data.logs.length < 2;
	async function select(index) {
		if (!logs[index])
			logs[index] = await columns(index, data.logs[index].n);
		logs[index].index = index;
		show(logs[index]);
	}
	if (data.logs.length) {
		$('timeline-section').hidden = $('events-section').hidden = false;
		$('gt').onchange = () => select(Number($('gt').value));
		const start = Math.max(0, data.marks.length ? data.marks[0].log : 0);
		$('gt').value = start;
		await select(start);
	}
	addEventListener('resize', () => current && current.resize());
	document.documentElement.dataset.ready = 'yes';
})();
