# SPDX-License-Identifier: GPL-2.0-only
"""Plants a secret in each place where the manual (guclog.1, "Redaction") promises that --redact
removes it, and looks for it in each form of the output that is called redacted.

The table was written from the manual, before its author read the code of the redaction. A row has
the place, what is planted there, and the secret. Each row is one input: a secret that is missed
cannot be hidden by another one.
"""

import base64
import gzip
import html
import io
import json
import re
import struct
import subprocess
import tarfile
import zipfile

import pytest
from reference import ascii85, forms, image, ring, sections
from reference.sections import V73, V612, Context, Dump, Lrc, Message, Range
from test_collect import GPU, Machine

MACHINE = forms.Machine(kernel='6.16.3', process='app [77]',
                        reason='Timedout job - seqno=7, lrc_seqno=7, guc_id=32, flags=0x0 in '
                               'app [77]')
XE = 'xe 0000:03:00.0: [drm] '
JOB = f'{XE}Tile0: GT0: Timedout job: seqno=7, lrc_seqno=7, guc_id=32, flags=0x0 in '
ADDRESS = 0x5ec2e7abc000
PAYLOAD = b'rosebud-payload!'


def log_image():
    return image.standard(ring.ring(8192, 100, 'dump'), (4096, 4096), 'dump').build()


def dump(kernel=V73, log=None, **parts):
    to_guc, to_host = sections.h2g(), sections.g2h()
    to_guc.put(Message(0x4502, (32, 5), 0x8001))
    to_guc.read()
    to_host.read()
    return Dump(machine=MACHINE, log=forms.Held(log or log_image()), rings=(to_guc, to_host),
                **parts).text(kernel)


def with_ring(kernel=V73):
    """A dump with the secret among the messages that the GuC has not read."""
    to_guc, to_host = sections.h2g(), sections.g2h()
    for _ in range(3):
        to_guc.put(Message(0x4502, struct.unpack('<4I', PAYLOAD), 0x8001))
    to_guc.read(2)
    to_host.read()
    return Dump(machine=MACHINE, log=forms.Held(log_image()), rings=(to_guc, to_host)).text(kernel)


def put(pattern, text):
    """A change of a dump: its first line that begins with the pattern becomes the text, in which
    "\\1" is the part of the line that matches the pattern."""
    def change(whole):
        made, count = re.subn(f'(?m)^({pattern}).*$', text, whole, count=1)
        assert count, pattern
        return made
    return change


def after(pattern, text):
    """A change of a dump: the text becomes a line after the first line with the pattern."""
    def change(whole):
        made, count = re.subn(f'(?m)^({pattern}.*)$', lambda m: f'{m[1]}\n{text}', whole, count=1)
        assert count, pattern
        return made
    return change


def before(text):
    return lambda whole: f'{text}\n{whole}'


def behind(text):
    return lambda whole: f'{whole}{text}\n'


# Changes of a dump of Linux 7.3.
DUMP = {
    'process': (put('Process: ', r'\1blender-jdoe [77]'), 'blender-jdoe'),
    'process id': (put('Process: ', r'\1app [3948213]'), '3948213'),
    'process with blanks': (put('Process: ', r'\1my secret  tax [3] [77]'), 'secret'),
    'process with bytes': (put('Process: ', '\\1\xff\x01qz"<jdoe>&\x7f [77]'), 'jdoe'),
    'process with an escape': (put('Process: ', '\\1\x1b[31mjdoe\x1b[0m [77]'), 'jdoe'),
    'process like a key': (put('Process: ', r'\1kernel: 6jdoe [77]'), 'jdoe'),
    'process with a newline': (put('Process: ', '\\1my\njdoe [77]'), 'jdoe'),
    'process with a newline, name': (put('Process: ', '\\1my\nTile: 98765432 [77]'), '98765432'),
    'process with a newline, id': (put('Process: ', '\\1my\nTile: 98765432 [3948213]'), '3948213'),
    'process with a newline, tab': (put('Process: ', '\\1my\n\tTile: 9 [3948213]'), '3948213'),
    'process with a newline, field': (put('Process: ', '\\1my\nPCI ID: 0 [3948213]'), '3948213'),
    'process with a newline, section': (put('Process: ', '\\1my\n**** Job [3948213]'), '3948213'),
    'process with a carriage return': (put('Process: ', '\\1my\rTile: 9 [3948213]'), '3948213'),
    'reason, process': (put('(Reason: .* in )', r'\2blender-jdoe [77]'), 'jdoe'),
    'reason, process id': (put('(Reason: .* in )', r'\2app [3948213]'), '3948213'),
    'reason, no sentence of xe': (put('Reason: ', r'\1rebooted by jdoe'), 'jdoe'),
    'reason with a newline': (put('(Reason: .* in )', '\\2my\nTile: 98765432 [3948213]'), '3948213'),
    'reason with a number at its end': (put('Reason: ', r'\1LR job cleanup, guc_id=22 3948213'),
                                        '3948213'),
    'kernel build': (put('kernel: ', r'\1 6.16.3-1010-acmelab'), 'acmelab'),
    'kernel build with a plus': (put('kernel: ', r'\1 6.16.3+acmelab'), 'acmelab'),
    'kernel build, hash': (put('kernel: ', r'\1 6.16.3-gdeadbea7cafe'), 'deadbea7cafe'),
    'kernel build, who': (put('kernel: ', r'\1 6.16.3 (jdoe@buildbox)'), 'jdoe@buildbox'),
    'kernel build without a dash': (put('kernel: ', r'\1 6.16.3acmelab'), 'acmelab'),
    'module': (put('module: ', r'\1xe_jdoe'), 'jdoe'),
    'serial number': (after('module: ', 'Serial: 5CD1234XYZ'), '5CD1234XYZ'),
    'host': (after('module: ', 'Hostname: frodo-ws'), 'frodo'),
    'user': (after('Uptime: ', 'User: jdoe1987'), 'jdoe1987'),
    'command line': (after('Uptime: ', 'cmdline: root=UUID=0b1c-rosebud'), 'rosebud'),
    'environment': (after('Process: ', 'HOME=/media/jdoe'), 'jdoe'),
    'environment, indented': (after('Process: ', '\tXAUTHORITY=/run/user/1007/jdoe'), 'jdoe'),
    'PCI id with a serial number': (put('PCI ID: ', r'\1 0xe223 SN77Q1ZX'), 'SN77Q1ZX'),
    'PCI revision with a word': (put('PCI revision: ', r'\1 0x00 frodo'), 'frodo'),
    'uptime with a word': (put('Uptime: ', r'\1 7.5 frodo'), 'frodo'),
    'snapshot time with a word': (put('Snapshot time: ', r'\1 7.5 frodo'), 'frodo'),
    'GT id with a word': (put('GT id: ', r'\1 0 frodo'), 'frodo'),
    'type of a GT': (put('\tType: ', r'\1frodo'), 'frodo'),
    'heading of a GT': (put(r'\*\*\*\* GT #0', r'\1 of frodo ****'), 'frodo'),
    'heading': (put(r'\*\*\*\* Xe Device Coredump', r'\1 ****' + '\n**** frodo ****'), 'frodo'),
    'section': (behind('**** Owner ****\nname: jdoe'), 'jdoe'),
    'section in the middle': (before('**** Owner jdoe ****'), 'jdoe'),
    'firmware': (put('GuC firmware: ', r'\1/media/jdoe/guc.bin'), 'jdoe'),
    'firmware under xe': (put('GuC firmware: ', r'\1xe/jdoe_guc_70.bin'), 'jdoe'),
    'firmware under xe, folder': (put('GuC firmware: ', r'\1xe/jdoe/bmg_guc_70.bin'), 'jdoe'),
    'firmware under i915': (put('GuC firmware: ', r'\1i915/frodo-guc-test.bin'), 'frodo'),
    'firmware outside of xe': (put('GuC firmware: ', r'\1xe/../../media/jdoe/bmg_guc_70.bin'),
                               'jdoe'),
    'firmware version': (put('GuC version: ', r'\1 70.44.1-jdoe (wanted 70.49.4)'), 'jdoe'),
    'log level': (put('Log level: ', r'\1 3 jdoe'), 'jdoe'),
    'length of the log': (put(r'\[LOG\].length: ', r'\1 0x13000 jdoe'), 'jdoe'),
    'data of another key': (after('Log level: ', '[rosebud].data: ' + ascii85.encode(PAYLOAD)),
                            'rosebud'),
    'contents of another key': (after('Log level: ', '[MEM].data: ' + ascii85.encode(PAYLOAD)),
                                PAYLOAD),
    'context name': (put('\tName: ', r'\1jdoe'), 'jdoe'),
    'context, unknown line': (after('\tName: ', '\tOwner: jdoe [3948213]'), '3948213'),
    'context address': (put('\tHW Context Desc: ', r'\1 0x5ec2e7a0'), '5ec2e7a0'),
    'ring address': (put('\tHW Ring address: ', r'\1 0x5ec2e7a0'), '5ec2e7a0'),
    'ring start': (put('\tRing start: ', r'\1 (memory) 0x5ec2e7a0'), '5ec2e7a0'),
    'indirect ring state': (put('\tHW Indirect Ring State: ', r'\1 0x5ec2e7a0'), '5ec2e7a0'),
    'HWSP contents': (put(r'\t\[HWSP\].data: ', r'\1' + ascii85.encode(PAYLOAD)), PAYLOAD),
    'batch address': (put(r'batch_addr\[0\]: ', r'\1 0x00005ec2e7abc000'), '5ec2e7abc'),
    'engine, unknown line': (after('\tForcewake', '\tUser: jdoe'), 'jdoe'),
    'engine, unknown register': (after('\tForcewake', '\tJDOE: 0x12345678'), 'JDOE'),
    'engine name': (put('ccs0 ', 'jdoe0 (physical), logical instance=0'), 'jdoe'),
    'capture source': (put('\tCapture_source: ', r'\1jdoe'), 'jdoe'),
    'properties of a range': (after(r'\[1a0000\].length', '[1a0000].properties: owner=jdoe'),
                              'jdoe'),
    'signature of a mail': (behind('-- \nJane Rosebud, ACME, +49 30 1234567'), 'Rosebud'),
    'telephone number': (behind('-- \nJane, +49 30 7654321'), '7654321'),
    'head of a mail': (before('From: jane@frodo.example\nSubject: hang\n'), 'frodo'),
    'shell prompt': (before('jdoe@frodo:~$ cat /sys/class/devcoredump/devcd1/data'), 'frodo'),
    'MAC address': (before('00:1b:44:11:3a:b7'), '3a:b7'),
}

# Whole dumps with a secret.
WHOLE = {
    'ring contents': (with_ring, PAYLOAD),
    'ring contents, Linux 6.12': (lambda: with_ring(V612),
                                  f'{struct.unpack("<I", PAYLOAD[:4])[0]:08x}'),
    'context image': (lambda: dump(contexts=(Context(lrcs=(Lrc(contents=PAYLOAD * 16),)),)), PAYLOAD),
    'work queue': (lambda: dump(contexts=(Context(lrcs=(Lrc(), Lrc()), parallel=True),)).replace(
        'WQ[9]: 0x12345678', 'WQ[9]: 0x5ec2e7a0'), '5ec2e7a0'),
    'VM address': (lambda: dump(ranges=(Range(ADDRESS, bytes(64)),)), f'{ADDRESS:x}'),
    'VM address of an error': (lambda: dump(ranges=(Range(ADDRESS, error=-14, length=4096),)),
                               f'{ADDRESS:x}'),
    'VM contents': (lambda: dump(ranges=(Range(0x1000, PAYLOAD * 4),)), PAYLOAD),
    'after the log': (lambda: dump(log=log_image() + PAYLOAD * 64), PAYLOAD),
    'unused bytes of the state page': (
        lambda: dump(log=log_image()[:2000] + PAYLOAD + log_image()[2016:]), PAYLOAD),
    'debugfs, after the log': (lambda: forms.debugfs(forms.Held(log_image() + PAYLOAD * 64)),
                               PAYLOAD),
    'debugfs of 6.12, unused bytes': (
        lambda: forms.debugfs_old(log_image()[:2000] + PAYLOAD + log_image()[2016:]), PAYLOAD),
    'capture, unused bytes': (
        lambda: kernel_log(*(XE + line for line in forms.capture(
            1, forms.Held(log_image()[:2000] + PAYLOAD + log_image()[2016:])))), PAYLOAD),
    'image, unused bytes': (lambda: log_image()[:2000] + PAYLOAD + log_image()[2016:], PAYLOAD),
    'error state, process': (
        lambda: forms.error_state(MACHINE, forms.Held(log_image())).replace('glxgears', 'rosebud'),
        'rosebud'),
    'error state, subsystem': (
        lambda: forms.error_state(MACHINE, forms.Held(log_image())).replace('1028:0af3', 'q:rosebud'),
        'rosebud'),
    'error state, parameter': (
        lambda: forms.error_state(MACHINE, forms.Held(log_image())) + 'i915.dmc_path=/media/rosebud\n',
        'rosebud'),
}


def kernel_log(*lines, head='[   12.345678] '):
    return ''.join(f'{head}{line}\n' for line in lines)


# Lines of a kernel log, after its first line. {} is a message of xe about a hang.
KERNEL = {
    'host of syslog': (f'Nov 22 10:00:00 frodo kernel: {JOB}app [77]', 'frodo'),
    'host of RFC 5424': (f'<6>1 2026-11-22T10:00:00.1Z frodo kernel - - - {JOB}app [77]', 'frodo'),
    'thread of a line': (f'[   12.345678] [ T3948213] {JOB}app [77]', '3948213'),
    'job, process': (f'[   12.345678] {JOB}blender-jdoe [77]', 'jdoe'),
    'job, process id': (f'[   12.345678] {JOB}app [3948213]', '3948213'),
    'job, process with bytes': (f'[   12.345678] {JOB}\\x1bjdoe"<>\xff [77]', 'jdoe'),
    'MAC address in a message': (f'[   12.345678] {XE}link 00:1b:44:11:3a:b7 is up', '3a:b7'),
    'IPv4 address': (f'[   12.345678] {XE}peer 198.51.100.73', '198.51.100.73'),
    'IPv6 address': (f'[   12.345678] {XE}peer 2001:db8:77aa::9', '77aa'),
    'path of a user': (f'[   12.345678] {XE}loading /media/jdoe/guc.bin', 'jdoe'),
    'firmware of a user': (f'[   12.345678] {XE}Using GuC firmware from /media/jdoe/g.bin version 70.1',
                           'jdoe'),
    'firmware with a name': (f'[   12.345678] {XE}Using GuC firmware from xe/jdoe.bin version 70.44.1',
                             'jdoe'),
    'Linux version': ('[    0.000000] Linux version 6.16.3-acmelab (jdoe@buildbox) (gcc 15) #1 SMP',
                      'acmelab'),
    'builder of the kernel': ('[    0.000000] Linux version 6.16.3 (jdoe@buildbox) (gcc 15)', 'jdoe'),
    'hardware': ('[    0.000000] DMI: ACME Frodo/B550, BIOS 2.1 11/22/2026', 'Frodo'),
    'hardware of an oops': ('[   12.345678] Hardware name: ACME Frodo/B550', 'Frodo'),
    'kernel command line': ('[    0.000000] Command line: root=UUID=0b1c ip=frodo', 'frodo'),
    'serial number of USB': ('[    5.000000] usb 1-2: SerialNumber: 5CD1234XYZ', '5CD1234XYZ'),
    'monitor': (f'[   12.345678] {XE}EDID of monitor Frodo S/N 5CD1234XYZ', '5CD1234XYZ'),
    'audit': ('[   12.345678] audit: type=1400 comm="jdoe" exe="/media/jdoe/x"', 'jdoe'),
    'process of an oops': ('[   12.345678] CPU: 3 UID: 1007 PID: 3948213 Comm: jdoe Tainted: G',
                           'jdoe'),
    'process id of an oops': ('[   12.345678] CPU: 3 UID: 1007 PID: 3948213 Comm: jdoe Tainted: G',
                              '3948213'),
    'register of an oops': ('[   12.345678] RDI: ffff88815ec2e7ab R08: 0', '5ec2e7ab'),
    'modules': ('[   12.345678] Modules linked in: xe jdoe_mod(OE)', 'jdoe'),
    'address of a fault': (f'[   12.345678] {XE}Faulted Address: 0x00005ec2e7abc000', '5ec2e7abc'),
    'UUID': (f'[   12.345678] {XE}uuid 0b1c2d3e-1234-4321-aaaa-5ec2e7abc000', '5ec2e7abc'),
    'killed process': ('[   12.345678] Out of memory: Killed process 3948213 (jdoe) uid:1007', 'jdoe'),
}



def tar(name, data, **owner):
    """A tar archive with one file."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode='w') as archive:
        info = tarfile.TarInfo(name)
        info.size = len(data)
        for key, value in owner.items():
            setattr(info, key, value)
        archive.addfile(info, io.BytesIO(data))
    return made.getvalue()


def zipped(name, data, comment=b''):
    made = io.BytesIO()
    with zipfile.ZipFile(made, 'w') as archive:
        archive.writestr(name, data)
        archive.comment = comment
    return made.getvalue()


def gz(name, data):
    made = io.BytesIO()
    with gzip.GzipFile(name, 'wb', fileobj=made) as file:
        file.write(data)
    return made.getvalue()


def mail(text, head='', foot='', disposition='attachment; filename="dump.txt"'):
    body = base64.encodebytes(text.encode()).decode()
    return (f'From: a@example.org\n{head}MIME-Version: 1.0\n'
            'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n\nHello\n'
            f'{foot}--b\nContent-Type: text/plain\nContent-Disposition: {disposition}\n'
            f'Content-Transfer-Encoding: base64\n\n{body}--b--\n')


def journal(**fields):
    """Lines of journalctl -o json."""
    lines = ['Linux version 6.16.3', *(XE + x for x in forms.capture(1, forms.Held(log_image())))]
    return ''.join(json.dumps({
        '__MONOTONIC_TIMESTAMP': f'{12345678 + i}', '_TRANSPORT': 'kernel',
        'SYSLOG_IDENTIFIER': 'kernel', 'MESSAGE': line, **fields}) + '\n'
        for i, line in enumerate(lines))


def dmesg_json(**fields):
    lines = [*(XE + x for x in forms.capture(1, forms.Held(log_image())))]
    return json.dumps({'dmesg': [{'pri': 6, 'time': 12.5 + i / 1000, 'msg': line, **fields}
                                 for i, line in enumerate(lines)]}, indent=1)


# What is around a dump or a log: the input, and the secret.
AROUND = {
    'name in a tar archive': (lambda: tar('jdoe/dump.txt', dump().encode()), 'jdoe'),
    'owner in a tar archive': (lambda: tar('dump.txt', dump().encode(), uname='jdoe'), 'jdoe'),
    'name in a zip archive': (lambda: zipped('jdoe/dump.txt', dump()), 'jdoe'),
    'comment of a zip archive': (lambda: zipped('dump.txt', dump(), b'of frodo'), 'frodo'),
    'name in a gzip file': (lambda: gz('jdoe.txt', dump().encode()), 'jdoe'),
    'head of a mail with a part': (lambda: mail(dump(), 'Received: from frodo\n'), 'frodo'),
    'subject of a mail': (lambda: mail(dump(), 'Subject: frodo hangs\n'), 'frodo'),
    'text of a mail': (lambda: mail(dump(), foot='Regards, Jane Rosebud\n'), 'Rosebud'),
    'name of a part of a mail': (
        lambda: mail(dump(), disposition='attachment; filename="jdoe.txt"'), 'jdoe'),
    'quoted mail': (lambda: 'On Monday, jdoe wrote:\n' +
                    ''.join(f'> {line}\n' for line in dump().splitlines()), 'jdoe'),
    'title of a web page': (lambda: '<html><head><title>frodo</title></head><body><pre>' +
                            html.escape(dump()) + '</pre></body></html>', 'frodo'),
    'text of a web page': (lambda: '<html><body><p>by jdoe</p><pre>' + html.escape(dump()) +
                           '</pre><p>bye, jdoe</p></body></html>', 'jdoe'),
    'attribute in a web page': (lambda: '<html><body><pre data-user="jdoe">' +
                                html.escape(dump()) + '</pre></body></html>', 'jdoe'),
    'issue in Markdown': (lambda: f'### Owner jdoe\n```\n{dump()}```\n', 'jdoe'),
    'second dump': (lambda: dump() + put('Process: ', r'\1jdoe [77]')(dump()), 'jdoe'),
    'value that is there twice': (
        lambda: after('module: xe', 'module: frodo')(dump()), 'frodo'),
    'key with a blank before the colon': (
        lambda: after('module: xe', 'module : frodo')(dump()), 'frodo'),
    'key with a tab': (lambda: after('module: xe', '\tmodule: frodo')(dump()), 'frodo'),
    'key in capitals': (lambda: after('module: xe', 'MODULE: frodo')(dump()), 'frodo'),
    'number instead of a number': (lambda: put('GT id: ', r'\1 3948213')(dump()), '3948213'),
    'host of the journal as JSON': (lambda: journal(_HOSTNAME='frodo'), 'frodo'),
    'machine id of the journal as JSON': (lambda: journal(_MACHINE_ID='5ec2e7abc' * 3), '5ec2e7abc'),
    'command line of the journal as JSON': (lambda: journal(_CMDLINE='/media/jdoe/x'), 'jdoe'),
    'another field of the journal as JSON': (lambda: journal(JDOE='x'), 'JDOE'),
    'number in the journal as JSON': (lambda: journal(_UID=3948213), '3948213'),
    'field of dmesg as JSON': (lambda: dmesg_json(caller='T3948213'), '3948213'),
    'another field of dmesg as JSON': (lambda: dmesg_json(host='frodo'), 'frodo'),
}

# Options of guclog convert that make an LFD file with a secret.
LFD = {
    'note': (('--note', 'owner=jdoe'), 'jdoe'),
    'note with the beginning of a key': (('--note', 'record_host=frodo'), 'frodo'),
    'note with the beginning of a key, incident': (('--note', 'incident_host=frodo'), 'frodo'),
    'note with the beginning of a key, trigger': (
        ('--note', 'incident_trigger_2_owner=jdoe'), 'jdoe'),
    'note with a key that ends in another way': (('--note', 'gpu_serial=5CD1234XYZ'), '5CD1234XYZ'),
    'note with a number in its key': (('--note', 'incident_trigger_jdoe=1'), 'jdoe'),
    'process of an incident': (('--note', 'incident_process=jdoe'), 'jdoe'),
    'process id of an incident': (('--note', 'incident_pid=3948213'), '3948213'),
    'process of a trigger': (('--note', 'incident_trigger_3_process=jdoe'), 'jdoe'),
    'process id of a trigger': (('--note', 'incident_trigger_3_pid=3948213'), '3948213'),
    'value of a known key': (('--note', 'incident_engine=frodo-server'), 'frodo'),
    'value of a known key, trigger': (('--note', 'incident_trigger_2=jdoe rebooted'), 'jdoe'),
    'kernel of the facts': (('--facts', 'kernel=6.16.3-acmelab\ngt=0\n'), 'acmelab'),
    'firmware of the facts': (('--facts', 'gt=0\nguc_firmware=/media/jdoe/guc.bin\n'), 'jdoe'),
    'firmware of the facts under xe': (('--facts', 'gt=0\nguc_firmware=xe/jdoe_guc.bin\n'), 'jdoe'),
}

# Files of an incident: the name, a change of its text, and the secret. The file is made if it is
# not there.
INCIDENT = {
    'info, comment': ('info.txt', lambda text: text + '# of frodo\n', 'frodo'),
    'info, unknown key': ('info.txt', lambda text: text + 'owner=jdoe\n', 'jdoe'),
    'info, unknown key of a GT': ('info.txt', lambda text: text + 'gt=1\nowner=jdoe\n', 'jdoe'),
    'info, kernel': ('info.txt', lambda text: text + 'kernel=6.16.3-acmelab\n', 'acmelab'),
    'info, a line without a key': ('info.txt', lambda text: text + 'frodo\n', 'frodo'),
    'info, status': ('info.txt', lambda text: text + 'gt=1\nstatus=jdoe says no\n', 'jdoe'),
    'info, firmware': ('info.txt', lambda text: text + 'gt=1\nguc_firmware=xe/jdoe.bin\n', 'jdoe'),
    'asic_info, comment': ('asic_info.rdf', lambda text: '# of frodo\n', 'frodo'),
    'asic_info, text': ('asic_info.rdf', lambda text: 'kernel=6.16\n# of frodo\n', 'frodo'),
    'metadata, text': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'owner': 'jdoe'}), 'jdoe'),
    'metadata, key': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'jdoe': 1}), 'jdoe'),
    'metadata, number': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'serial': 3948213}), '3948213'),
    'metadata, number in an object': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'devcoredump': {**json.loads(text)['devcoredump'], 'uid': 3948213}}),
                                      '3948213'),
    'metadata, object': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'machine': {'host': 'frodo', 'mac': [1, 3948213]}}), '3948213'),
    'metadata, boot id': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'boot_id': '0b1c2d3e-1234-4321-aaaa-5ec2e7abc000'}), '5ec2e7abc'),
    'metadata, error': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'errors': [{'what': '/media/jdoe/x', 'error': 'x'}]}), 'jdoe'),
    'metadata, process': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'devcoredump': {**json.loads(text)['devcoredump'],
                                             'process': 'jdoe'}}), 'jdoe'),
    'metadata, process id': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'devcoredump': {**json.loads(text)['devcoredump'], 'pid': 3948213}}),
                             '3948213'),
    'metadata, processes': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'processes': [{'pid': 3948213, 'name': 'jdoe'}]}), '3948213'),
    'metadata, reason': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'devcoredump': {**json.loads(text)['devcoredump'],
                                             'reason': 'jdoe says no'}}), 'jdoe'),
    'metadata, kernel': ('metadata.json', lambda text: json.dumps(
        {**json.loads(text), 'kernel': '6.16.3-acmelab'}), 'acmelab'),
    'journal': ('journal.txt.zst', lambda text: 'frodo kernel: x\n', 'frodo'),
    'process file': ('process.0.txt.zst', lambda text: 'cmdline: /media/jdoe/x\n', 'jdoe'),
    'mappings of a process': ('process.0.maps.zst', lambda text: '5ec2e7abc-5ec2e7abd /media/jdoe/x\n',
                              'jdoe'),
    'trace': ('trace.txt.zst', lambda text: 'jdoe-3948213 [001] 12.3: xe_sched_job_run: x\n', 'jdoe'),
    'unknown file': ('notes.txt', lambda text: 'call jdoe\n', 'jdoe'),
    'name of an unknown file': ('jdoe.txt', lambda text: 'x\n', 'jdoe'),
    'summary': ('summary.txt', lambda text: text + 'jdoe\n', 'jdoe'),
    'summary as JSON': ('summary.json', lambda text: '{"owner": "jdoe"}', 'jdoe'),
    'state of a stall': ('state.json', lambda text: '{"waiting": [{"process": "jdoe"}]}', 'jdoe'),
}

ROWS = {
    'dump': {name: (lambda change=change: change(dump()), secret)
             for name, (change, secret) in DUMP.items()},
    'whole': WHOLE,
    'kernel log': {name: (lambda line=line: kernel_log('Linux version 6.16.3') + f'{line}\n' +
                          kernel_log(*(XE + x for x in forms.capture(
                              1, forms.Held(log_image())))), secret)
                   for name, (line, secret) in KERNEL.items()},
}


def as_bytes(data):
    return data.encode('latin-1') if isinstance(data, str) else data


def holds(data, secret):
    """Whether bytes contain a secret: as they are, as JSON, as HTML, or as ascii85."""
    texts = [as_bytes(secret)]
    if isinstance(secret, bytes):
        texts.append(ascii85.encode(secret).encode())
    page = html.unescape(data.decode('latin-1')).encode('latin-1', 'replace')
    return any(text.lower() in view.lower() for text in texts for view in (data, page))


def redacted(guclog, tmp_path, name='in'):
    """Yield the name and the bytes of each redacted output that guclog makes of a file."""
    ways = [('--to', form) for form in ('text', 'lfd', 'raw', 'state', 'info')]
    for way in ways:
        (tmp_path / 'out').unlink(missing_ok=True)
        done = guclog('convert', '--redact', *way, '-o', 'out', name, rc=None)
        yield f'message of {way[-1]}', done.err.encode()
        if not (tmp_path / 'out').exists():
            continue
        yield way[-1], (tmp_path / 'out').read_bytes()
    yield 'stdout', guclog('convert', '--redact', name, rc=None).raw
    for way in ((), ('--text',)):
        done = guclog('report', '--redact', *way, name, rc=None)
        yield f'message of report {way}', done.err.encode()
        yield f'report {way}', done.raw
    done = guclog('contribute', name, rc=None)
    yield 'contribution', done.raw + done.err.encode()


@pytest.mark.parametrize(('rows', 'row'), [(rows, row) for rows in ROWS for row in ROWS[rows]])
def test_planted_in_a_text(guclog, tmp_path, rows, row):
    make, secret = ROWS[rows][row]
    data = as_bytes(make())
    assert holds(data, secret)
    for name, content in ('in', data), ('in.gz', gzip.compress(data)):
        (tmp_path / name).write_bytes(content)
    made = list(redacted(guclog, tmp_path))
    assert [way for way, out in made if holds(out, secret)] == []
    assert any(way == 'text' for way, _ in made) or rows == 'whole'
    (tmp_path / 'out').unlink(missing_ok=True)
    guclog('convert', '--redact', '-o', 'out', 'in.gz', rc=None)
    assert not holds((tmp_path / 'out').read_bytes(), secret)


@pytest.mark.parametrize('row', AROUND)
def test_planted_around_a_dump(guclog, tmp_path, row):
    """The secret is not in the dump or log, but in its packing, or in a line that is not xe's."""
    make, secret = AROUND[row]
    (tmp_path / 'in').write_bytes(as_bytes(make()))
    made = list(redacted(guclog, tmp_path))
    assert [way for way, out in made if holds(out, secret)] == []
    assert {'text', 'lfd'} & set(dict(made))


@pytest.mark.parametrize('row', KERNEL)
def test_planted_in_a_kernel_log(guclog, tmp_path, row):
    """A kernel log without a GuC log is a further input of report."""
    line, secret = KERNEL[row]
    (tmp_path / 'dump').write_text(dump())
    (tmp_path / 'dmesg').write_bytes(as_bytes(
        kernel_log('Linux version 6.16.3') + f'{line}\n' + kernel_log(f'{JOB}app [77]')))
    for way in ((), ('--text',)):
        done = guclog('report', '--redact', *way, 'dump', 'dmesg', rc=None)
        assert not holds(done.raw + done.err.encode(), secret) and done.rc in (0, 1), way


@pytest.mark.parametrize('row', LFD)
def test_planted_in_an_lfd_file(guclog, tmp_path, row):
    (option, value), secret = LFD[row]
    (tmp_path / 'raw').write_bytes(log_image())
    if option == '--facts':
        (tmp_path / 'facts').write_text(value)
        value = 'facts'
    guclog('convert', 'raw', '-o', 'in', option, value)
    assert holds((tmp_path / 'in').read_bytes(), secret)
    made = list(redacted(guclog, tmp_path))
    assert [way for way, out in made if holds(out, secret)] == []
    if option == '--facts':
        for way in 'lfd', 'info', 'state':
            out = guclog('convert', '--redact', '--to', way, option, value, 'raw', rc=None)
            assert not holds(out.raw, secret) and not holds(out.err.encode(), secret)


@pytest.mark.parametrize('row', INCIDENT)
def test_planted_in_an_incident(guclog, tmp_path, row):
    file, change, secret = INCIDENT[row]
    machine = Machine(tmp_path, guclog)
    machine.xe_dump('devcd1', dump())
    info = machine.sys / f'kernel/debug/xe_guclog/{GPU}'
    info.mkdir(parents=True)
    (info / 'info').write_text('source=xe\nkernel=6.16.3\ngt=0\nstatus=ok\n')
    name, = machine.collect('devcd1')
    path = machine.store / name / file
    before = path.read_text() if path.exists() and path.suffix != '.zst' else ''
    data = change(before).encode()
    assert data != before.encode()
    if path.suffix == '.zst':
        data = subprocess.run(['zstd', '-c'], input=data, check=True, capture_output=True,
                              timeout=60).stdout
    path.write_bytes(data)
    done = guclog('incidents', '--store', machine.store, '--redact', '--json', 'export', name,
                  '-o', 'out.tar.zst', rc=None)
    tar = subprocess.run(['zstd', '-dc', 'out.tar.zst'], check=True, capture_output=True,
                         timeout=60).stdout
    left = [out for out in (done.raw, done.err.encode(), tar) if holds(out, secret)]
    (tmp_path / 'unpacked').mkdir()
    subprocess.run(['tar', '-xf', '-', '-C', 'unpacked'], input=tar, check=True, timeout=60)
    for file in (tmp_path / 'unpacked').rglob('*.zst'):
        data = subprocess.run(['zstd', '-dc', file], check=True, capture_output=True,
                              timeout=60).stdout
        left += [file.name] if holds(data, secret) else []
    assert left == []
    # Without -o, as the plugin of sos runs it.
    raw = guclog('incidents', '--store', machine.store, '--redact', 'export', name, rc=None).raw
    plain = subprocess.run(['zstd', '-dc'], input=raw, check=True, capture_output=True,
                           timeout=60).stdout
    assert len(plain) == len(tar) and not holds(plain, secret)


def test_number_of_rows():
    assert sum(map(len, (*ROWS.values(), AROUND, LFD, INCIDENT))) >= 80
