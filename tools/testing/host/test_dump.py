# SPDX-License-Identifier: GPL-2.0-only
"""guclog dump, for every section of a devcoredump in the form in which Linux 6.12 and 7.3 print
it."""

import gzip
import html
import os
import random
import re
import struct
import zipfile

import pytest
from reference import decorate, forms, image, ring, sections
from reference.sections import V73, V612, Context, Dump, Engine, Lrc, Message, Range

KERNELS = (V612, V73)


def log_image():
    return image.standard(ring.ring(8192, 100, 'dump'), (4096, 4096), 'dump').build()


def rings():
    to_guc, to_host = sections.h2g(), sections.g2h()
    for i in range(5):
        to_guc.put(Message(0x1000, (32,), 0x8000 | i))
    to_guc.read(2)
    to_host.read()
    return to_guc, to_host


@pytest.fixture
def write(tmp_path):
    def write_dump(kernel, name='dump', **changes):
        parts = {'log': forms.Held(log_image()), 'rings': rings(), **changes}
        (tmp_path / name).write_text(Dump(**parts).text(kernel))
        return name
    return write_dump


@pytest.mark.parametrize('kernel', KERNELS)
def test_head(guclog, write, kernel):
    machine = forms.Machine()
    dump = guclog('dump', '--json', write(kernel, machine=machine)).json
    assert dump['kernel'] == machine.kernel and dump['module'] == 'xe'
    assert dump['snapshot_time_ns'] == machine.snapshot
    assert dump['uptime_ns'] == machine.uptime
    assert dump['process'] == 'clpeak'
    assert dump['pid'] == (2711 if kernel == V73 else None)
    assert dump['reason'] == (machine.reason if kernel == V73 else None)
    assert (dump['pci_id'], dump['pci_revision']) == (0xe223, 0)
    assert [gt['gt'] for gt in dump['gt_list']] == [0, 1]
    assert dump['gt_list'][1]['Type'] == 'media'
    assert dump['gt_list'][0]['IP ver'] == '20.2.0'
    assert not dump['cut'] and not dump['from_kernel_log'] and not dump['problems']


@pytest.mark.parametrize('process, name, pid', (
    ('a [b] [12]', 'a [b]', 12), ('x[3]', 'x[3]', None), ('[3]', '[3]', None),
    ('no process [0]', 'no process', 0), ('y [99999999999]', 'y [99999999999]', None)))
def test_process_names(guclog, write, process, name, pid):
    dump = guclog('dump', '--json', write(V73, machine=forms.Machine(process=process))).json
    assert (dump['process'], dump['pid']) == (name, pid)


@pytest.mark.parametrize('kernel', KERNELS)
def test_log(guclog, write, kernel):
    gt, = guclog('dump', '--json', write(kernel)).json['gts']
    if kernel == V612:
        assert gt['log'] is None and gt['captures'] is None
        return
    size = len(log_image())
    assert gt['log']['bytes'] == gt['log']['length'] == size
    assert gt['log']['fields']['GuC version'] == '70.44.1 (wanted 70.49.4)'
    assert gt['log']['fields']['Log level'] == '3'


@pytest.mark.parametrize('kernel', KERNELS)
def test_ct(guclog, write, kernel):
    gt, = guclog('dump', '--json', write(kernel)).json['gts']
    assert gt['ct']['h2g']['size'] == '1024'
    assert gt['ct']['h2g']['messages'] == (2 if kernel == V612 else 5)
    assert gt['ct']['h2g']['unread'] == 2
    assert gt['ct']['g2h']['messages'] == 0
    assert gt['ct']['fields'] == {'g2h outstanding': '0'}


@pytest.mark.parametrize('kernel', KERNELS)
def test_contexts(guclog, write, kernel):
    wide = Context(33, 'vcs33', 1, 3, lrcs=(Lrc(0x1000000), Lrc(0x2000000, seqno=5)),
                   jobs=((-127, 0, 0), (-126, 1, 1)), parallel=True)
    gt, = guclog('dump', '--json', write(kernel, contexts=(Context(), wide))).json['gts']
    first, second = gt['contexts']
    assert (first['guc_id'], second['guc_id']) == (32, 33)
    assert first['fields']['Preempt timeout'] == '640000 (us)'
    assert first['fields']['Schedule State'] == '0x250'
    assert first['lrcs'][0]['LRC Head (memory)'] == '14920'
    assert first['lrcs'][0]['LRC Tail (internal)'] == '15080'
    assert first['lrcs'][0]['Start seqno (memory)'] == '171'
    assert first['jobs'] == [{'seqno': 171, 'fence': False, 'finished': False}]
    assert [lrc['HW Context Desc'] for lrc in second['lrcs']] == ['0x01000000', '0x02000000']
    assert second['lrcs'][1]['Seqno (memory)'] == '5'
    assert second['fields']['WQ head (internal)'] == '16'
    assert second['fields']['WQ tail (memory)'] == '48'
    assert [job['seqno'] for job in second['jobs']] == [-127, -126]
    assert second['jobs'][1] == {'seqno': -126, 'fence': True, 'finished': True}


@pytest.mark.parametrize('kernel', KERNELS)
def test_engines(guclog, write, kernel):
    engines = (Engine(), Engine('rcs0', 0, 'Manual', {'RING_HEAD': 1}))
    gt, = guclog('dump', '--json', write(kernel, engines=engines)).json['gts']
    first, second = gt['engines']
    assert (first['name'], second['name']) == ('ccs0', 'rcs0')
    assert {name: int(value, 16) for name, value in first['registers'].items()} \
        == Engine().regs
    assert second['registers'] == {'RING_HEAD': '0x00000001'}
    assert second['fields'].get('Capture_source') == ('Manual' if kernel == V73 else None)


@pytest.mark.parametrize('kernel', KERNELS)
def test_job_and_vm(guclog, write, kernel):
    dump = guclog('dump', '--json', write(kernel)).json
    assert dump['gts'][0]['job'] == {'batch_addr[0]': '0x0000000000001000',
                                     'batch_addr[1]': '0x0000000000002000'}
    first, second = dump['vm']['ranges']
    assert (first['address'], first['length'], first['error']) == (0x1a0000, 256, None)
    assert (second['address'], second['length'], second['error']) == (0xffff0000, 4096, -14)
    assert dump['vm']['error'] is None


@pytest.mark.parametrize('kernel', KERNELS)
def test_no_vm(guclog, write, kernel):
    run = guclog('dump', write(kernel, ranges=-19))
    assert 'VM         nothing was marked for capture' in run.out
    assert guclog('dump', '--json', 'dump').json['vm']['error'] == -19


def test_dump_without_a_log_is_explained(guclog, write):
    """For a dump of Linux 6.12, guclog dump names the parts that this kernel does not print, and
    says where the GuC log can be found instead."""
    run = guclog('dump', write(V612, machine=forms.Machine(kernel='6.12.3')))
    assert 'reason     unknown (Linux before 6.13 does not print it)' in run.out
    assert "GuC log    none: this kernel's xe puts no GuC log into a devcoredump" in run.out
    assert 'next       the log of this kernel is in debugfs, dri/*/gt0/uc/guc_log' in run.out
    assert 'contexts   guc_id 32, queue ccs32: compute' in run.out


@pytest.mark.parametrize('verb', ('decode', 'info --counts', 'convert', 'info --blocks', 'check',
                                  'decode --to csv'))
def test_no_log_names_the_dump(guclog, write, verb):
    """Verbs that need a GuC log reject a dump of Linux 6.12, which has none. The message names the
    verb that can read it."""
    run = guclog(*verb.split(), write(V612), rc=2)
    assert run.err == ("guclog: dump: an Xe devcoredump without a GuC log; 'guclog dump' "
                       "shows what is in it\n")
    assert not run.raw


def test_info_of_a_dump_without_a_log(guclog, write):
    run = guclog('info', write(V612), rc=1)
    assert run.out.startswith('dump: Xe devcoredump without a GuC log\n'
                              "  next       'guclog dump' shows what is in it\n")
    assert not run.err
    assert guclog('info', '--json', 'dump', rc=1).json \
        == {'logs': [], 'dumps_without_log': ['dump']}


def test_directory_with_a_dump_without_a_log(guclog, write, tmp_path):
    (tmp_path / 'dir').mkdir()
    write(V612, 'dir/old')
    write(V73, 'dir/new')
    run = guclog('info', 'dir', rc=1)
    assert 'dir/new: ' in run.out and 'dir/old: Xe devcoredump without a GuC log' in run.out
    assert guclog('info', '--json', 'dir', rc=1).json['dumps_without_log'] == ['dir/old']
    run = guclog('decode', 'dir', rc=None)
    assert 'guclog: dir/old: an Xe devcoredump without a GuC log' in run.err


def capture_group(guc_id):
    """Return a group of three state captures, as the GuC writes it for ccs0: the global registers,
    the registers of the engine class, and the registers of the engine."""
    words = [0, 3]
    words += [0, 0xff0, 0xffffffff, 0xffffffff, 1, 0xa188, 0x10001, 0, 0]
    words += [0, 0xf01, 0xffffffff, 0xffffffff, 1, 0xe164, 7, 0x00302002, 0]
    words += [0, 0x42, 0x21df000, guc_id, 3, 0x68, 0x61050001, 0, 0,
              0x74, 0xaa7e1b04, 0, 0, 0x5c, 0xd556, 0, 0]
    return struct.pack(f'<{len(words)}I', *words)


def test_state_captures(guclog, write):
    groups = capture_group(32) + bytes(16) + capture_group(36)
    built = image.standard(ring.ring(8192, 100, 'dump'), (4096, 4096), 'dump')
    region = next(state for state in built.states if 'capture' in str(state.kind))
    region.data = groups
    region.read_ptr = region.write_ptr = region.sampled_write_ptr = len(capture_group(0))
    gt, = guclog('dump', '--json',
                 write(V73, log=forms.Held(built.build()))).json['gts']
    captures = gt['captures']
    assert captures['groups'] == 2 and captures['skipped_bytes'] == 0
    engines = [c for c in captures['captures'] if c['type'] == 'instance']
    assert [(c['engine'], c['guc_id'], c['lrca'], c['stale']) for c in engines] \
        == [('ccs0', 36, 0x21df000, True), ('ccs0', 32, 0x21df000, False)]
    assert engines[1]['registers'] == [{'name': 'IPEHR', 'value': 0x61050001},
                                       {'name': 'ACTHD', 'value': 0xd556aa7e1b04}]
    of_class = [c for c in captures['captures'] if c['type'] == 'class']
    assert of_class[0]['registers'] == [{'name': 'ROW_INSTDONE', 'value': 7, 'group': 2,
                                         'instance': 3}]
    out = guclog('dump', '--all', 'dump').out
    assert 'ccs0 ran guc_id 36, LRCA 0x021df000: 3 registers, from an earlier time' in out
    assert 'ROW_INSTDONE[group 2, instance 3]: 0x00000007' in out
    assert 'ACTHD: 0x0000d556aa7e1b04' in out


@pytest.mark.parametrize('kernel', KERNELS)
def test_packed_and_standard_input(guclog, write, tmp_path, kernel):
    plain = guclog('dump', '--json', write(kernel)).json
    text = (tmp_path / 'dump').read_bytes()
    (tmp_path / 'dump.gz').write_bytes(gzip.compress(text))
    assert guclog('dump', '--json', 'dump.gz').json == plain
    assert guclog('dump', '--json', '-', stdin=text).json == plain


@pytest.mark.parametrize('kernel', KERNELS)
def test_in_an_archive_and_a_directory(guclog, write, tmp_path, kernel):
    """Verbs print the same for a devcoredump alone, in an archive and in a directory."""
    write(kernel)
    os.makedirs(tmp_path / 'dir')
    os.link(tmp_path / 'dump', tmp_path / 'dir/one')
    with zipfile.ZipFile(tmp_path / 'dump.zip', 'w') as archive:
        archive.write(tmp_path / 'dump', 'one')
    for verb in 'dump', 'dump --messages', 'explain':
        plain = guclog(*verb.split(), 'dump', rc=None)
        for name in 'dump.zip', 'dir':
            run = guclog(*verb.split(), name, rc=plain.rc)
            assert run.out.splitlines()[1:] == plain.out.splitlines()[1:], (verb, name)
            assert 'Is a directory' not in run.err
    both = guclog('info', '--json', 'dump', rc=None).json['logs']
    assert len(guclog('info', '--json', 'dir', rc=None).json['logs']) == len(both)


def test_several(guclog, write, tmp_path):
    """If the input has several dumps, guclog dump prints the name of each dump and then shows the
    dump."""
    os.makedirs(tmp_path / 'dir')
    old, new = (guclog('dump', '--json', write(kernel, name)).json
                for kernel, name in ((V612, 'dir/a'), (V73, 'dir/b')))
    all_dumps = guclog('dump', '--json', 'dir').json['dumps']
    assert all_dumps == [{**old, 'name': 'dir/a'}, {**new, 'name': 'dir/b'}]
    out = guclog('dump', 'dir').out
    assert '\n\ndir/b: Xe devcoredump, ' in out and out.startswith('dir/a: Xe devcoredump, ')
    gts = guclog('dump', '--messages', '--json', 'dir').json['gts']
    assert [gt['dump'] for gt in gts] == ['dir/a', 'dir/b']
    assert guclog('dump', '--messages', 'dir').out.startswith('dir/a\nGT 0\n')


def test_a_missing_file_is_reported_once(guclog):
    for verb in ('explain', 'decode --contexts', 'decode', 'info', 'decode --timeline',
                 'dump --messages', 'dump'):
        assert guclog.fails(*verb.split(), 'missing').err \
            == 'guclog: missing: No such file or directory\n', verb


@pytest.mark.parametrize('change', (
    lambda text: text.replace('\n', '\r\n'), lambda text: text.replace('\t', '    '),
    lambda text: text.replace('\t', ''),
    lambda text: ''.join('> ' + line for line in text.splitlines(True)),
    lambda text: ''.join('    ' + line for line in text.splitlines(True)),
    lambda text: '\ufeff' + text, html.escape,
    lambda text: html.escape(text, quote=False),
    lambda text: '<html><body><pre>' + html.escape(text) + '</pre>\n<p>so\n',
    lambda text: 'Hello,\n\n```\n' + text + '```\nThat is all.\n'),
    ids=('crlf', 'blanks', 'no tabs', 'quoted', 'indented', 'mark', 'html',
         'html without quotes', 'html page', 'Markdown'))
@pytest.mark.parametrize('kernel', KERNELS)
def test_pasted(guclog, write, tmp_path, kernel, change):
    plain = guclog('dump', '--json', write(kernel)).json
    (tmp_path / 'pasted').write_bytes(change((tmp_path / 'dump').read_text()).encode())
    pasted = guclog('dump', '--json', 'pasted').json
    assert {**pasted, 'lines': plain['lines']} == plain


def test_entities_in_data(guclog, tmp_path):
    """In a dump that was copied from a web page, characters of the data can be entities such as
    &amp;. guclog dump reads the data of a CT buffer in such a dump."""
    rings = sections.h2g(), sections.g2h()
    for i in range(60):
        rings[0].put(sections.Message(0x1001, (i * 0x1234567, i * i), i))
    text = sections.Dump(rings=rings).text(V73)
    data = text.partition('[CTB].data: ')[2].partition('\n')[0]
    assert data.count('&') > 3
    (tmp_path / 'plain').write_text(text)
    (tmp_path / 'pasted').write_text(html.escape(text))
    plain, pasted = (guclog('dump', '--messages', '--json', name).json['gts'][0]['h2g']
                     for name in ('plain', 'pasted'))
    assert plain == pasted and len(plain['messages']) == 60


@pytest.mark.parametrize('encoding', ('utf-16', 'utf-16-le', 'utf-16-be'))
def test_utf_16(guclog, write, tmp_path, encoding):
    plain = guclog('dump', '--json', write(V73)).json
    text = (tmp_path / 'dump').read_text()
    (tmp_path / 'wide').write_bytes(text.encode(encoding))
    assert guclog('dump', '--json', 'wide').json == plain


@pytest.mark.parametrize('width', (76, 1000))
def test_wrapped_data(guclog, write, tmp_path, width):
    """guclog dump reads lines of data that a mail program has wrapped."""
    plain = guclog('dump', '--json', write(V73)).json
    lines = []
    for line in (tmp_path / 'dump').read_text().splitlines():
        step = width if '.data: ' in line else len(line) + 1
        lines += [line[i:i + step] for i in range(0, len(line), step)] or ['']
    (tmp_path / 'wrapped').write_text('\n'.join(lines) + '\n')
    wrapped = guclog('dump', '--json', 'wrapped').json
    assert wrapped['gts'][0]['ct'] == plain['gts'][0]['ct']
    assert wrapped['gts'][0]['log']['bytes'] == plain['gts'][0]['log']['bytes']
    assert wrapped['gts'][0]['contexts'] == plain['gts'][0]['contexts']


def test_kernel_log(guclog, write, tmp_path):
    """When the GuC no longer answers, xe prints a dump into the kernel log. guclog dump finds it
    among the other lines."""
    plain = guclog('dump', '--json', write(V73)).json
    lines = []
    for i, line in enumerate((tmp_path / 'dump').read_text().splitlines()):
        for n in range(0, max(len(line), 1), 700):
            lines.append(f'[  12.{i:06d}] xe 0000:03:00.0: [drm] GT0: Capture 1.{i}: '
                         + line[n:n + 700])
        lines.append(f'[  12.{i:06d}] usb 1-1: GuC ID: {i}')
    (tmp_path / 'dmesg').write_text('boot\n' + '\n'.join(lines) + '\n')
    dump = guclog('dump', '--json', 'dmesg').json
    assert dump['from_kernel_log'] and not dump['problems']
    assert dump['gts'][0]['contexts'] == plain['gts'][0]['contexts']
    assert dump['gts'][0]['ct'] == plain['gts'][0]['ct']


@pytest.mark.parametrize('way', decorate.JSON_WAYS, ids=lambda way: way.__name__)
def test_kernel_log_as_json(guclog, write, tmp_path, way):
    """guclog dump reads a dump in the kernel log also from the JSON of journalctl and dmesg."""
    plain = guclog('dump', '--json', write(V73)).json
    lines = []
    for line in (tmp_path / 'dump').read_text().splitlines():
        for n in range(0, max(len(line), 1), 700):
            lines.append(f'xe 0000:03:00.0: [drm] GT0: Capture 1.{len(lines) + 1}: '
                         + line[n:n + 700])
    (tmp_path / 'journal').write_text(decorate.text(way(['boot', *lines, 'more'])))
    dump = guclog('dump', '--json', 'journal').json
    assert dump['from_kernel_log'] and not dump['problems']
    for part in 'ct', 'contexts', 'engines', 'job':
        assert dump['gts'][0][part] == plain['gts'][0][part], part
    assert guclog('dump', '--messages', 'journal').out == guclog('dump', '--messages', 'dump').out
    explained = guclog('explain', 'journal', rc=None).out
    assert "The dump: Reason: " in explained and 'kernel ' in explained


@pytest.mark.parametrize('kernel', KERNELS)
@pytest.mark.parametrize('percent', range(3, 100, 7))
def test_half_a_dump(guclog, write, tmp_path, kernel, percent):
    """From a truncated dump, guclog dump shows the data before the end."""
    plain = guclog('dump', '--json', write(kernel)).json
    text = (tmp_path / 'dump').read_text()
    (tmp_path / 'half').write_text(text[:len(text) * percent // 100])
    half = guclog('dump', '--json', 'half', rc=None)
    assert half.rc in (0, 1)
    half = half.json
    assert half['kernel'] in (plain['kernel'], None)
    for gt, whole in zip(half['gts'], plain['gts']):
        assert len(gt['contexts']) <= len(whole['contexts'])
        assert len(gt['engines']) <= len(whole['engines'])
        for ctx in gt['contexts']:
            assert ctx['guc_id'] in (32, 3)
        for engine in gt['engines']:
            names = list(engine['registers'])
            assert names == list(whole['engines'][0]['registers'])[:len(names)]


def test_cut_in_data_is_reported(guclog, write, tmp_path):
    text = (tmp_path / write(V73)).read_text()
    at = text.index('[CTB].data: ')
    (tmp_path / 'cut').write_text(text[:at + 5000])
    run = guclog('dump', 'cut', rc=1)
    assert ', cut off' in run.out.splitlines()[0]
    assert 'the data end too early' in run.out
    assert 'contexts   the section is missing' in run.out


def test_verbs_agree_about_a_cut_dump(guclog, write, tmp_path):
    """If a dump was cut off after its log, the verbs that show the dump say where it ends, and
    return 1. The log is whole, so decode and convert return 0."""
    text = (tmp_path / write(V73)).read_text()
    (tmp_path / 'cut').write_text(text[:text.index('[CTB].data: ') + 5000])
    problem, = guclog('dump', '--json', 'cut', rc=1).json['problems']
    where = f"guclog: cut: the dump was cut off; line {problem['line']}: {problem['text']}\n"
    info = guclog('info', 'cut', rc=1)
    assert info.out.startswith('cut: Xe devcoredump, cut off, its log is whole\n')
    report = guclog('report', 'cut', '-o', 'page.html', rc=1)
    assert info.err == report.err == guclog('explain', 'cut', rc=1).err == where
    log, = guclog('info', '--json', 'cut', rc=1).json['logs']
    assert log['complete'] and log['dump_cut']
    check = guclog('check', 'cut', rc=1)
    assert f'guclog: {check.out}' == where and not check.err
    one, = guclog('check', '--json', 'cut', rc=1).json['files']
    assert one['status'] == 'faults' and [f"guclog: cut: {text}\n" for text in one['dump_problems']] \
        == [where] and 'what' not in one
    assert guclog('decode', 'cut').err == guclog('convert', 'cut', '-o', 'out').err == ''


@pytest.mark.parametrize('kernel, advice', (
    ('6.12.3', 'a dump of this kernel has no log'), ('6.13.0', 'get the whole file'),
    ('7.2.0', 'get the whole file'), (None, 'a dump of Linux before 6.13 has no log')))
def test_advice_for_a_dump_without_a_log(guclog, write, tmp_path, kernel, advice):
    """For a dump without a log, the advice of info depends on the kernel that the dump names. Linux
    before 6.13 puts no log into a dump, so info names the files in debugfs. With a newer kernel,
    the file must be incomplete. If the dump names no kernel, info does not claim that it is one of
    the two."""
    text = (tmp_path / write(V73)).read_text()
    head = text[:text.index('**** GuC Log')]
    (tmp_path / 'bare').write_text(re.sub('kernel: .*\n', f'kernel: {kernel}\n' if kernel else '', head))
    out = guclog('info', 'bare', rc=1).out
    assert advice in out and '6.12' not in out
    assert ('debugfs' in out) == (kernel in ('6.12.3', None))


def test_section_of_the_log_without_data(guclog, write, tmp_path):
    """If the section "GuC Log" of a dump has no data, the verbs report this, and do not claim that
    the kernel prints no log."""
    text = (tmp_path / write(V73)).read_text()
    (tmp_path / 'bare').write_text(re.sub('\\[LOG\\].data: .*\n', '', text))
    assert 'its section GuC Log has no data' in guclog('info', 'bare', rc=1).out
    assert 'its section has no data' in guclog('explain', 'bare', rc=1).out
    for verb in ('info',), ('explain',), ('dump',), ('dump', '--all'), ('report', '--text'):
        assert 'GuC 70.44.1 (wanted 70.49.4)' in guclog(*verb, 'bare', rc=None).out
    assert 'GuC 70.44.1, first' in guclog('triage', 'bare').out


def whole_forms(text):
    """Yield a whole devcoredump in forms in which people send it."""
    yield text
    yield text.removesuffix('\n')
    yield text.replace('\n', '\r\n')
    yield f'It hung:\n\n```\n{text}```\nThanks'
    yield f'<p>It hung:<pre><code>{html.escape(text)}</code></pre>Thanks'
    yield ''.join(f'> {line}\n' for line in text.splitlines())


@pytest.mark.parametrize('kernel', ('6.12', '6.17', '7.3'))
@pytest.mark.parametrize('ranges', (
    -19, 0, (Range(0x1a0000, bytes(range(256))),), (Range(0xffff0000, error=-14, length=4096),)))
def test_whole_dump_is_not_called_cut(guclog, write, tmp_path, kernel, ranges):
    for text in whole_forms((tmp_path / write(kernel, ranges=ranges)).read_text()):
        (tmp_path / 'whole').write_text(text, newline='')
        assert not guclog('dump', '--json', 'whole', rc=0).json['cut']


# Linux 6.8 does not print the section "VM state". If the CT buffers are dead, xe prints neither
# "Contexts" nor the sections after it.
@pytest.mark.parametrize('head, end', (
    ('kernel: 6.8.0-40-generic', '**** VM'), ('Reason: CTB is dead - 0x80', '**** Contexts')))
def test_sections_that_xe_does_not_print(guclog, write, tmp_path, head, end):
    text = (tmp_path / write(V73)).read_text()
    text = re.sub(f'(?m)^{head.split(":")[0]}: .*', head, text[:text.index(end)])
    (tmp_path / 'whole').write_text(text)
    assert not guclog('dump', '--json', 'whole', rc=0).json['cut']


@pytest.mark.parametrize('kernel', KERNELS)
@pytest.mark.parametrize('seed', range(12))
def test_cut_between_or_in_lines_is_reported(guclog, write, tmp_path, kernel, seed):
    """If a dump ends anywhere after the title of the section "GuC CT", between two lines or within
    a line, the verbs report that it was cut off, and name the line."""
    rng = random.Random(seed)
    text = (tmp_path / write(kernel, engines=(Engine(), Engine('ccs1', 1)))).read_text()
    first = text.index('**** GuC CT ****\n') + 17
    lines = text[first:text.index('].data: ', text.index('**** VM state'))].splitlines(True)
    at = rng.randrange(len(lines) + 1)
    part = first + sum(map(len, lines[:at]))
    if seed % 2 and at < len(lines) and len(lines[at]) > 1:
        part += rng.randrange(1, len(lines[at]))
    (tmp_path / 'cut').write_text(text[:part])
    one = guclog('dump', '--json', 'cut', rc=1).json
    assert one['cut'] and one['problems'][-1]['line'] <= text[:part].count('\n') + 1
    for verb in ('explain',), ('report', '-o', 'page'), ('info',):
        assert 'the dump was cut off; line ' in guclog(*verb, 'cut', rc=1).err


@pytest.mark.parametrize('line, name', (('IPEHR: 0x6105', 'IPEHR'), ('RING_HEAD: 0x0040', 'RING_HEAD')))
def test_value_at_the_end_of_a_cut_dump(guclog, write, tmp_path, line, name):
    """The last value of a truncated dump may lack digits. guclog does not use a value if its line
    has no newline."""
    text = (tmp_path / write(V73)).read_text()
    part = text[:text.index(line) + len(line)]
    for end, used in ('', False), ('\n', True):
        (tmp_path / 'cut').write_text(part + end)
        regs = guclog('dump', '--json', 'cut', rc=1).json['gts'][0]['engines'][0]['registers']
        assert (name in regs) == used
    (tmp_path / 'two').write_text(part + text)
    one, two = guclog('dump', '--json', 'two', rc=1).json['dumps']
    assert one['cut'] and name not in one['gts'][0]['engines'][0]['registers'] and not two['cut']


@pytest.mark.parametrize('missing', (1, 2, 5, 9))
@pytest.mark.parametrize('quote', ('', '> '))
def test_first_lines_that_are_missing(guclog, write, tmp_path, missing, quote):
    """If a dump was copied without its first lines, guclog uses the other lines of its head, and
    reports that the beginning is missing."""
    lines = (tmp_path / write(V73)).read_text().splitlines(True)
    part = ''.join(quote + line for line in lines[missing:])
    (tmp_path / 'part').write_text(f'My GPU hung: \n\n{part}')
    whole = guclog('dump', '--json', 'dump').json
    one = guclog('dump', '--json', 'part', rc=1).json
    problem, = one['problems']
    assert problem['line'] == 3 and 'beginning of the devcoredump is missing' in problem['text']
    for at, key in enumerate(('reason', 'kernel', 'module', 'snapshot_time_ns', 'uptime_ns',
                              'process', 'pci_id', 'pci_revision'), 1):
        assert one[key] == (whole[key] if at >= missing else None)
    assert one['gt_list'][1:] == whole['gt_list'][1:] and one['gts'] == whole['gts']
    assert missing > 1 or 'Reason: Timedout job' in guclog('explain', 'part', rc=1).out


def test_beginning_that_is_missing(guclog, write, tmp_path):
    """If a dump lacks its beginning and some data, guclog dump reports both, each with its line.
    explain reports only the missing beginning."""
    text = (tmp_path / write(V73)).read_text()
    part = text[text.index('**** GT #0'):]
    part = re.sub(r'(?m)^(\s*\[HWSP\].data: ).*', r'\1', part, count=1)
    (tmp_path / 'part').write_text(part)
    beginning, data = guclog('dump', '--json', 'part', rc=1).json['problems']
    lines = part.splitlines()
    assert '**** GT #0' in lines[beginning['line'] - 1] and '[HWSP].data' in lines[data['line'] - 1]
    assert guclog('explain', 'part', rc=1).err == (
        f'guclog: part: the dump was cut off; line {beginning["line"]}: {beginning["text"]}\n')


@pytest.mark.parametrize('name', ('crash-twice', 'truncated-run'))
def test_report_of_a_faulty_log(guclog, corpus, name):
    """For a log that has faults or ends early, report returns 1, as info and explain do."""
    for verb in 'info', 'explain', 'report':
        guclog(verb, corpus(name, 'img'), rc=1)


def test_damaged_data_is_reported(guclog, write, tmp_path):
    text = (tmp_path / write(V73)).read_text()
    at = text.index('[CTB].data: ') + 3000
    (tmp_path / 'bad').write_text(text[:at] + '~' + text[at + 1:])
    run = guclog('dump', 'bad', rc=1)
    assert 'byte 0x7e in the data is not ascii85' in run.out
    assert 'guc_id 32, queue ccs32' in run.out


def test_damaged_remark_about_a_ring(guclog):
    """A ring is read although the remark after its name is damaged."""
    whole = Dump(rings=(sections.h2g(), sections.g2h())).text(V73)
    damaged = whole.replace('G2H CTB (all sizes in DW):', 'G2H CTB (all siz')
    rings = [guclog('dump', '--json', '-', stdin=text, rc=None).json['gts'][0]['ct']
             for text in (whole, damaged)]
    assert damaged != whole and rings[0]['g2h'] and rings[0] == rings[1]


def test_unknown_lines_and_sections_are_reported(guclog, write, tmp_path):
    text = (tmp_path / write(V73)).read_text()
    text = text.replace('**** Contexts ****\n', '**** Contexts ****\nwhat is this\n')
    text = text.replace('**** Job ****', '**** Fans ****\nrpm: 3\n\n**** Job ****')
    text = text.replace('\tWidth: 1', '\tWidth: 1\n\tColour: 0x7')
    (tmp_path / 'new').write_text(text)
    run = guclog('dump', '--json', 'new', rc=1)
    problems = [p['text'] for p in run.json['problems']]
    assert problems == ['line is not known: what is this', "section 'Fans' is not known"]
    assert run.json['gts'][0]['contexts'][0]['fields']['Colour'] == '0x7'


def test_numbers_in_the_text(guclog, write, tmp_path):
    """In the text of guclog dump, the name of a queue cannot be mistaken for that of an engine, job
    numbers have no sign, and only the ranges that the driver could not read are counted as such. No
    verb prints "1 events"."""
    context = Context(guc_id=0, name='bcs0', lrcs=(Lrc(start_seqno=-126, seqno=-127),), jobs=())
    out = guclog('dump', write(V73, contexts=(context,), ranges=(Range(0x1a0000, bytes(64)),))).out
    assert 'contexts   guc_id 0, queue bcs0: compute' in out
    assert 'started seqno 4294967170, finished 4294967169' in out
    assert 'VM         1 range, 64 bytes\n' in out
    out = guclog('dump', write(V73)).out
    assert 'VM         2 ranges, 4352 bytes; the driver could not read 1 of the ranges\n' in out
    one = image.standard(ring.ring(8192, 1, 'dump'), (4096, 4096), 'dump').build()
    write(V73, log=forms.Held(one))
    for verb in 'info', 'decode', 'explain':
        assert not re.search(r'\b1 events', guclog(verb, 'dump', rc=None).out)
    assert '1 event, not wrapped' in guclog('info', 'dump').out


def test_two_dumps_in_one_file(guclog, write, tmp_path):
    text = (tmp_path / write(V73)).read_text()
    (tmp_path / 'two').write_text(text + text)
    dumps = guclog('dump', '--json', 'two').json['dumps']
    assert [len(dump['gts'][0]['contexts']) for dump in dumps] == [1, 1]
    assert [dump['nr_problems'] for dump in dumps] == [0, 0]


def test_escape_sequences_stay_in_the_file(guclog, write):
    machine = forms.Machine(process='\x1b[31mred [1]', reason='\x1b]0;title\x07')
    run = guclog('dump', '--all', write(V73, machine=machine,
                                        contexts=(Context(name='\x1b[2J'),)))
    assert '\x1b' not in run.out and '\\x1b[31mred' in run.out
    assert '\x1b' not in guclog('dump', '--json', 'dump').out


def test_large_range(guclog, tmp_path):
    """guclog dump lists the memory ranges before and after a line with 40 MB of data."""
    text = Dump(ranges=()).text(V73)
    with open(tmp_path / 'big', 'w', encoding='ascii') as file:
        file.write(text + '[1000].length: 0x2000000\n[1000].data: ')
        for _ in range(40):
            file.write('z' * 1000000)
        file.write('\n[9000].length: 0x1000\n[9000].error: -14\n')
    dump = guclog('dump', '--json', 'big').json
    assert [r['address'] for r in dump['vm']['ranges']] == [0x1000, 0x9000]


@pytest.mark.parametrize('lines', (1, 70000))
def test_many_items(guclog, tmp_path, lines):
    """If a dump has more than 65536 memory ranges, guclog dump reads the first 65536, and its exit
    status is 1."""
    text = Dump(ranges=[Range(4096 * (i + 1), error=-14, length=4) for i in range(lines)])
    (tmp_path / 'many').write_text(text.text(V73))
    run = guclog('dump', '--json', 'many', rc=int(lines > 65536))
    assert len(run.json['vm']['ranges']) == min(lines, 65536)
    assert any('only the first 65536 are read' in p['text'] for p in run.json['problems']) == \
        (lines > 65536)


def test_many_parts_with_data(guclog, tmp_path):
    """In a dump with many contexts and memory ranges, each one gets its own data. The library keeps
    them in an array, which moves in memory when it grows."""
    queues = [Context(guc_id=i, lrcs=(Lrc(),) * (1 + i % 9)) for i in range(40)]
    ranges = [Range(0x100000 * (i + 1), bytes(range(256)) * (1 + i % 7)) for i in range(100)]
    (tmp_path / 'many').write_text(Dump(contexts=queues, ranges=ranges).text(V73))
    dump = guclog('dump', '--json', 'many').json
    gt, = dump['gts']
    assert [len(c['lrcs']) for c in gt['contexts']] == [len(q.lrcs) for q in queues]
    assert [(r['address'], r['length']) for r in dump['vm']['ranges']] == \
        [(r.address, len(r.data)) for r in ranges]
    assert not dump['cut'] and not dump['problems']
