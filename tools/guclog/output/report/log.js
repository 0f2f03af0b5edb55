// SPDX-License-Identifier: GPL-2.0-only
// The events of a log, and their description, which is the same as in "guclog decode".
'use strict';

// Bits of a flag, as in columns.h.
const GAP = 1, AMBIGUOUS = 2;

const hex = (v, w) => '0x' + v.toString(16).padStart(w, '0');
const bits = (v, f) => f.bits === 32 ? v : (v >>> f.low) & (2 ** f.bits - 1);

// Read the columns that columns.c has written for a log: time in seconds, id, two arguments, flags.
async function readLog(index) {
	const n = data.logs[index].n, text = $('log' + index).textContent.trim();
	const bytes = await (await fetch('data:application/octet-stream;base64,' + text))
		.arrayBuffer();
	// The ids that get no name, because a rule (a check of the names) does not hold for the log.
	const off = new Set(data.logs[index].off);

	return {
		index, n, first: data.logs[index].first,
		t: new Float64Array(bytes, 0, n),
		id: new Uint32Array(bytes, 8 * n, n),
		arg: [new Uint32Array(bytes, 12 * n, n), new Uint32Array(bytes, 16 * n, n)],
		flags: new Uint8Array(bytes, 20 * n, n),
		// If the dictionary was not made from this firmware, the log has learned names.
		names: data.logs[index].names ?? Object.fromEntries(Object.entries(data.names)
			.filter(([id]) => !off.has(Number(id)))),
		messages: new Map(data.messages.filter(m => m.log === index && m.h2g)
			.map(m => [m.index, m.text])),
	};
}

// Return the index of the first of n times that is not before the time "at".
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

const engineName = (cls, inst) => (data.engines[cls] ?? `class${cls}.`) + inst;

function statusText(v) {
	const words = data.status.filter((name, bit) => name && v & 1 << bit);
	const named = data.status.reduce((all, name, bit) => name ? all | 1 << bit : all, 0);
	const rest = (v & ~named) >>> 0;

	if (rest || !v)
		words.push(hex(rest, 1));
	return words.join('|');
}

function valueText(f, v) {
	switch (f.kind) {
	case 'action':
		return data.actions[v] ?? hex(v, 1);
	case 'class':
		return data.classes[v] ?? v;
	case 'enable':
		return ['no', 'yes'][v] ?? v;
	case 'guc_id':
		return f.bits === 16 && v === data.no_ctx ? 'none' : v;
	case 'status':
		return statusText(v);
	case 'hex':
	case 'lrca':
	case 'mask':
		return hex(v, 1);
	default:
		return v;
	}
}

// Return the engine that an event names, null if it names none.
function engineOf(log, i) {
	const def = log.names[log.id[i]];
	const cls = def?.fields.find(f => f.kind === 'class');
	const inst = def?.fields.find(f => f.kind === 'instance');

	if (!cls || !inst)
		return null;
	const n = bits(log.arg[inst.arg][i], inst);

	return def.disabled && n === data.disabled ? null :
		engineName(bits(log.arg[cls.arg][i], cls), n);
}

function fieldText(log, i, def, f) {
	const v = bits(log.arg[f.arg][i], f);

	if (f.kind === 'class') {
		const inst = def.fields.find(x => x.kind === 'instance');

		if (inst)
			return engineOf(log, i) === null ? 'disabled' :
				`engine${inst.guess ? '?' : ''}=${engineOf(log, i)}`;
	}
	return f.name + (f.guess ? '?' : '') + '=' + valueText(f, v);
}

// Return the arguments that are neither fields nor the usual padding or zero.
function oddArgs(log, i, def) {
	return [0, 1].filter(k => !(def.has[k] === 'fields' ||
		(def.has[k] === 'pad' && log.arg[k][i] === data.pad) ||
		(def.has[k] === 'zero' && log.arg[k][i] === 0)))
		.map(k => `arg${k}=${hex(log.arg[k][i], 1)}`);
}

// Return the name of an event, its arguments in words, and the meaning of the name.
function describe(log, i) {
	const def = log.names[log.id[i]];

	if (!def)
		return { name: hex(log.id[i], 4), meaning: 'no name is used for this id on this log',
			 words: [hex(log.arg[0][i], 8), hex(log.arg[1][i], 8)] };
	const both = def.fields.some(f => f.kind === 'class');
	// Leave out a field of 32 bits that contains only padding: some events of an id lack an
	// argument that other events of the same id have.
	const given = f => f.bits !== 32 || log.arg[f.arg][i] !== data.pad;
	const words = def.fields.filter(f => given(f) && !(both && f.kind === 'instance'))
		.map(f => fieldText(log, i, def, f)).concat(oddArgs(log, i, def));

	// The text of a message is "H2G fence 177 ACTION words". Leave out ACTION, which is already
	// in the words of the event.
	if (log.messages.has(i))
		words.push(log.messages.get(i).replace(/^H2G (fence \d+) \S+/, '$1'));
	if (def.learned)
		words.push('(learned)');
	return { name: def.name + (def.guess ? '?' : ''), meaning: def.meaning, words };
}
