// SPDX-License-Identifier: GPL-2.0-only
/*
 * kaitai_test.js NODE_MODULES CORPUS [GUCLOG] -- test the .ksy files in this folder.
 *
 * NODE_MODULES is the folder with the Kaitai Struct compiler. CORPUS is the folder with the test
 * images of logs (NAME.img) and the files that belong to each: its facts, which are properties of
 * the GPU (NAME.facts), the expected report (NAME.state), and the LFD, RDF and ASIC info files.
 * tools/testing/host/mkimage.py has made them with code that guclog does not use. The test compiles
 * the .ksy files, parses the corpus with them, and compares the results with the facts and the
 * reports. With GUCLOG, the path of the command, it also compares the blocks of each LFD file with
 * those that "guclog info --blocks --json" prints.
 */
'use strict';
const fs = require('fs'), path = require('path');
const { spawnSync } = require('child_process');
const [modules, corpus, guclog] = process.argv.slice(2);
const load = (name) => require(path.resolve(modules, name));
const compiler = load('kaitai-struct-compiler');
const yaml = load('js-yaml');
const { KaitaiStream } = load('kaitai-struct');
const here = __dirname;
let passed = 0, failed = 0;

function ok(good, what) {
	if (good)
		passed++;
	else
		failed++;
	if (!good)
		console.log(`FAIL ${what}`);
}

const ksy = (name) => yaml.load(fs.readFileSync(path.join(here, `${name}.ksy`), 'utf8'));
const importer = { importYaml: async (name) => ksy(name) };

/*
 * Compile .ksy files, and load the generated modules. Return: the modules, by name. The generated
 * modules load each other with require(); take() implements it.
 */
async function build(names) {
	const made = {}, types = {};

	for (const name of names)
		Object.assign(made, await compiler.compile('javascript', ksy(name), importer, false));
	const take = (file) => {
		const name = file.replace(/.*\//, '').replace(/\.js$/, '');

		if (name === 'KaitaiStream')
			return KaitaiStream;
		if (!types[name]) {
			const mod = { exports: {} };

			types[name] = mod.exports;
			new Function('module', 'exports', 'require', made[`${name}.js`])(
				mod, mod.exports, (f) => f === 'kaitai-struct/KaitaiStream' ?
				KaitaiStream : take(f));
			types[name] = mod.exports;
		}
		return types[name];
	};
	for (const file of Object.keys(made))
		take(file);
	return types;
}

const parse = (module, name, bytes) => {
	const type = module[name] || module;

	return new type(new KaitaiStream(bytes.buffer.slice(bytes.byteOffset,
		bytes.byteOffset + bytes.length)));
};
const read = (name) => fs.readFileSync(path.join(corpus, name));
const lines = (text) => Object.fromEntries(text.split('\n').filter((l) => l.includes('='))
	.map((l) => [l.slice(0, l.indexOf('=')), l.slice(l.indexOf('=') + 1)]));

function tryLfd(types, name) {
	const lfd = parse(types.GucLfd, 'GucLfd', read(`${name}.lfd`));
	const facts = lines(read(`${name}.facts`).toString());
	const of = (type) => lfd.blocks.filter((b) => b.type === type).map((b) => b.data);
	const comments = of(0x6001).map((c) => lines(c.text));
	const comment = comments.find((c) => c.writer);
	const events = of(0x2000);
	const others = comments.filter((c) => c.events_order)
		.reduce((sum, c) => sum + Number(c.events_entries), 0);

	ok(of(0x4000)[0].release === (facts.kernel || ''), `${name}: kernel`);
	ok(comment.writer.startsWith('xe_guclog '), `${name}: comment`);
	if (!Number(comment.event_bytes || 0))
		return;
	ok(String(events[0].version) === comment.event_version, `${name}: event version`);
	if (events[0].version === 2)
		ok(events.reduce((sum, e) => sum + e.entries.length, 0) ===
			Number(comment.event_entries) + others, `${name}: entries`);
}

/* Compare the blocks of an LFD file with those that "guclog info --blocks" prints. */
function tryList(types, name) {
	const file = path.join(corpus, `${name}.lfd`);
	const said = spawnSync(guclog, ['info', '--blocks', '--json', file], { maxBuffer: 1 << 26 });
	const blocks = JSON.parse(said.stdout).blocks;
	const lfd = parse(types.GucLfd, 'GucLfd', fs.readFileSync(file));
	let offset = 12;

	ok(blocks.length === lfd.blocks.length, `${name}: number of blocks`);
	lfd.blocks.forEach((block, i) => {
		const b = blocks[i] || {}, data = block.data;

		ok(b.offset === offset && b.type === block.type &&
			b.bytes === 4 * block.dataCount, `${name}: block ${i}`);
		if (block.type >= 1 && block.type <= 5)
			ok(b.fields.value === (block.type === 1 ? data.patch +
				256 * (data.minor + 256 * (data.major + 256 * data.branch)) :
				data.value), `${name}: value of block ${i}`);
		offset += 8 + 4 * block.dataCount;
	});
}

/* Return the values in part [name] of a report; {} if the image has no such state or LIC. */
function part(want, name) {
	return lines(want.split(`[${name}]\n`)[1].split('\n[')[0]);
}

/*
 * Compare the first state with the markers markers[0] and markers[1] with part [markers[2]] of the
 * report.
 */
function tryState(image, want, name, markers) {
	const state = image.states.find((s) => s.isKnown && s.marker1 === markers[0] &&
		s.marker2 === markers[1]);
	const report = part(want, markers[2]);

	ok(Boolean(state) === (report.size !== undefined), `${name}: ${markers[2]}`);
	if (!state)
		return;
	ok(String(state.body.size) === report.size, `${name}: size`);
	ok(state.body.writePtr === Number(report.write_ptr), `${name}: write_ptr`);
	ok(state.body.wrapOffset === Number(report.wrap_offset), `${name}: wrap_offset`);
	ok(36 * image.states.indexOf(state) === Number(report.state_offset),
		`${name}: state_offset`);
}

/*
 * Compare a LIC with its part of the report. As in guclog, if a key occurs twice, its first value
 * is used, and a key with a value that is not one dword is ignored.
 */
function tryLic(lic, report, name) {
	const keys = ['', 'fw_version', 'guc_device_id', 'tsc_frequency_khz', 'gmd_id',
		'build_platform_id'];
	const found = {};

	ok((lic !== undefined && lic.versionMajor === 1) === (report.version !== undefined),
		`${name}: whether there is a LIC`);
	if (report.version === undefined)
		return;
	ok(`${lic.versionMajor}.${lic.versionMinor}` === report.version, `${name}: LIC`);
	for (const klv of lic.klvs.klv)
		if (keys[klv.key] && klv.len === 1 && klv.value.length === 1 &&
			found[keys[klv.key]] === undefined)
			found[keys[klv.key]] = klv.value[0];
	for (const key of keys.slice(1))
		ok(found[key] === (report[key] === undefined ? undefined :
			Number(report[key].split(' ')[0])), `${name}: ${key}`);
}

function tryImage(types, name) {
	const want = read(`${name}.state`).toString();
	const image = parse(types.GucLog, 'GucLog', read(`${name}.img`));

	tryState(image, want, name, [0xcabba9e6, 0xdeadfeed, 'event data']);
	tryState(image, want, name, [0xcabba9e6, 0x8086dead, 'crash dump']);
	tryState(image, want, name, [0xcabba9f7, 0xbeeffeed, 'state capture']);
	tryLic(image.lic, part(want, 'LIC'), name);
}

function tryRdf(types, name) {
	const facts = lines(read(`${name}.facts`).toString());
	const entries = parse(types.GucRdf, 'GucRdf', read(`${name}.rdf`)).chunks.entries;
	const v3 = parse(types.GucAsicInfo, 'GucAsicInfo', read(`${name}.asic_v3`));
	const v1 = parse(types.GucAsicInfo, 'GucAsicInfo', read(`${name}.asic_v1`));
	const packed = parse(types.GucAsicInfo, 'GucAsicInfo', read(`${name}.asic_packed`));
	const id = facts.pci_id ? parseInt(facts.pci_id.split(':')[1], 16) : 0;

	ok(entries.length === 1 && entries[0].id === 'AsicInfo', `${name}: chunk`);
	for (const asic of [entries[0].asicInfo, v1, v3, packed]) {
		ok(asic.deviceId === id, `${name}: device_id`);
		ok(asic._io.isEof(), `${name}: all of version ${asic.version}`);
		ok(asic.gpuName === v1.gpuName && asic.aluPerClock === v1.aluPerClock &&
			asic.cuMask.length === 32 && asic.ldsGranularity === 1024 &&
			asic.cuMask.every((m, i) => m.dss === v1.cuMask[i].dss) &&
			asic.vramSize === v1.vramSize && asic.gpuIndex === v1.gpuIndex,
			`${name}: the same in version ${asic.version}`);
	}
	ok(v3.version === 3 && v1.version === 1 && packed.packed && !v1.packed,
		`${name}: versions`);
}

async function main() {
	const types = await build(['guc_lfd', 'guc_log', 'guc_rdf', 'guc_asic_info']);
	const names = fs.readdirSync(corpus).filter((f) => f.endsWith('.state'))
		.map((f) => f.slice(0, -6));

	ok(names.length > 100, 'corpus');
	for (const name of names) {
		tryLfd(types, name);
		tryRdf(types, name);
		if (guclog)
			tryList(types, name);
		/* An image that is shorter than its state page is not parsed. */
		if (read(`${name}.img`).length >= 4096)
			tryImage(types, name);
	}
	for (const name of ['spoiled/lfd-block-magic', 'spoiled/lfd-major-2',
		'spoiled/lfd-header-11']) {
		let refused = false;

		try {
			parse(types.GucLfd, 'GucLfd', read(name));
		} catch (e) {
			refused = true;
		}
		ok(refused, `${name} is refused`);
	}
	console.log(`${passed + failed} comparisons, ${failed} failed`);
	process.exit(failed || !passed ? 1 : 0);
}

main().catch((e) => {
	console.log(e);
	process.exit(1);
});
