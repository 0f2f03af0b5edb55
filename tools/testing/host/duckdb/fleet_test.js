// SPDX-License-Identifier: GPL-2.0-only
// fleet_test.js NODE_MODULES PAGE FOLDER -- run the SQL statements in PAGE, which is
// Documentation/fleet.rst, with DuckDB on the files that make_fleet.py has written into FOLDER.
// Compare the results with FOLDER/expected.json, and print KTAP.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');

const [modules, page, folder] = process.argv.slice(2);
const { DuckDBInstance } = require(path.join(modules, '@duckdb/node-api'));

// Return the SQL statements in a document, as a map from the comment in the first line of a
// statement to the statement.
function statements(text) {
	const found = new Map();

	for (const block of text.split('.. code-block:: sql\n').slice(1)) {
		const lines = [];

		for (const line of block.split('\n')) {
			if (line && !line.startsWith('    '))
				break;
			lines.push(line.trim());
		}
		const sql = lines.join('\n').trim();
		const name = sql.match(/^-- (.*)/)[1];

		assert(!found.has(name));
		found.set(name, sql);
	}
	return found;
}

const by = (rows, key, value) => Object.fromEntries(rows.map(r => [r[key], value(r)]));

const checks = {
	'read the records': () => {},
	'for each value, the number of records that lack it': (rows, want) => {
		// Every record of a hang must have these fields.
		const [row] = rows;

		assert.strictEqual(+row.incidents, want.incidents);
		for (const key of ['no_kernel', 'no_signature', 'no_platform', 'no_pci_id', 'no_kind'])
			assert.strictEqual(+row[key], 0, key);
		assert(+row.no_firmware > 0);
	},
	'signatures by the number of machines': (rows, want) => {
		assert.deepStrictEqual(by(rows, 'signature', r => [+r.incidents, +r.machines]),
				       want.signatures);
	},
	'machines that fail more often than the others': (rows, want) => {
		assert.deepStrictEqual(by(rows, 'host', r => +r.incidents), want.bad);
	},
	'the day on which a signature began': (rows, want) => {
		const day = second => new Date(second * 1000).toISOString().slice(0, 10);
		const first = Object.entries(want.first).map(([k, v]) => [k, day(v)]);

		assert.deepStrictEqual(by(rows, 'signature', r => r.first_day),
				       Object.fromEntries(first));
	},
	'kernels and firmware that a signature was seen with': (rows, want) => {
		assert.deepStrictEqual(Object.fromEntries(rows.map(
			r => [`${r.signature}|${r.kernel}|${r.firmware ?? 'None'}`, +r.incidents])),
				       want.kernels);
	},
	'programs that were on the GPU': (rows, want) => {
		assert.deepStrictEqual(Object.fromEntries(rows.map(
			r => [`${r.process ?? 'None'}|${r.signature}`, +r.incidents])), want.programs);
	},
	'incidents with a file that could not be collected': (rows, want) => {
		assert.strictEqual(rows.length, want.errors);
		assert(rows.length > 0 && rows.every(r => +r.errors === 8 &&
			r.error.startsWith('capture: No space left on device')));
	},
};

function groups(rows, want) {
	const found = rows.map(r => [r.fault, r.platform, r.firmware, +r.dumps]);
	const sorted = list => list.map(x => JSON.stringify(x)).sort();

	assert.deepStrictEqual(sorted(found), sorted(want.groups));
	// DuckDB guesses the types of columns. It must find that "first" is a time, although some
	// dumps have no time.
	assert(rows.every(r => r.first === null || /^\d{4}-\d\d-\d\d \d\d:/.test(r.first)),
	       JSON.stringify(rows));
	assert(rows.some(r => r.first !== null));
}
checks['dumps by fault, from JSON lines'] = groups;
checks['dumps by fault, from CSV'] = groups;

async function main() {
	const want = JSON.parse(fs.readFileSync(path.join(folder, 'expected.json')));
	const sql = statements(fs.readFileSync(page, 'utf8'));
	const names = Object.keys(checks);
	let failed = 0;

	process.chdir(folder);
	const connection = await (await DuckDBInstance.create(':memory:')).connect();

	console.log(`KTAP version 1\n1..${names.length + 1}`);
	for (const [i, name] of names.entries()) {
		try {
			const reader = await connection.runAndReadAll(sql.get(name));

			checks[name](reader.getRowObjectsJson(), want);
			console.log(`ok ${i + 1} ${name}`);
		} catch (e) {
			failed++;
			console.log(`not ok ${i + 1} ${name}`);
			console.log(`# ${String(e.message).replace(/\n/g, '\n# ')}`);
		}
	}
	const same = [...sql.keys()].sort().join() === names.slice().sort().join();

	failed += !same;
	console.log(`${same ? 'ok' : 'not ok'} ${names.length + 1} every statement of the page has a check`);
	process.exitCode = failed ? 1 : 0;
}

main();
