# SPDX-License-Identifier: GPL-2.0-only
"""explain of a kernel log without a dump: which messages of the drivers it knows, the values in
them, and the incidents that it makes of them. Each case has a kernel log of a kind that people
publish, and the facts that the explanation must have."""

import json

import pytest
from explained import sentences

A, B = '0000:03:00.0', '0000:b3:00.0'


def xe(*rows, device=A, tile='Tile0: ', gt=0):
    """Return lines of xe about a GT. rows: (time in seconds since boot, text); a text that begins
    with "!" is printed as an error, one with "=" has no GT."""
    out = []
    for at, text in rows:
        error = '*ERROR* ' if text[0] == '!' else ''
        text = text[text[0] == '!':]
        place = '' if text[0] == '=' else f'{tile}GT{gt}: '
        out.append(f'[{at:12.6f}] xe {device}: [drm] {error}{place}{text[text[0] == "=":]}')
    return '\n'.join(out) + '\n'


def fault(address, asid=9, access=0, kind=0, level=1, engine='5 ccs'):
    return (f'\n\tASID: {asid}\n\tFaulted Address: {address:#018x}\n\tFaultType: {kind}\n'
            f'\tAccessType: {access}\n\tFaultLevel: {level}\n\tEngineClass: {engine}\n'
            '\tEngineInstance: 0')


def timeout(guc_id, name, pid, seqno=77, flags=0):
    return (f'Timedout job: seqno={seqno}, lrc_seqno={seqno}, guc_id={guc_id}, flags={flags:#x} '
            f'in {name} [{pid}]')


def reset(guc_id, engine='ccs', mask=1, state=None):
    end = '' if state is None else f', state={state:#x}'
    return f'Engine reset: engine_class={engine}, logical_mask: {mask:#x}, guc_id={guc_id}{end}'


def cat(guc_id, kind=18, engine='ccs'):
    return f'Engine memory CAT error [{kind}]: class={engine}, logical_mask: 0x1, guc_id={guc_id}'


CREATED = '=Xe device coredump has been created'
DELETED = '=Xe device coredump has been deleted.'
WEDGED = f'!=CRITICAL: Xe has declared device {A} as wedged.'

# name: (text, facts); facts: "about", "cause" and "device" of the gravest incident, "incidents" their
# number, "events" of the gravest, "says" and "not" for the sentences, "hang", "victim", "process"
CASES = {
    'memory fault with its chain': (
        xe((500.1, fault(0x5ead24400000)), (500.10021, 'Fault response: Unsuccessful -ENOENT'),
           (500.1003, cat(4)), (500.1019, reset(4, state=0x249)),
           (500.1021, timeout(4, 'trainer', 9911, 322, 0x20)), (500.13, CREATED)),
        {'incidents': 1, 'about': 'memory fault', 'cause': 'page fault', 'device': A,
         'hang': True, 'victim': 4, 'process': ('trainer', 9911),
         'events': {'page fault': 1, 'page fault not resolved': 1, 'memory error': 1,
                    'engine reset': 1, 'job timeout': 1, 'devcoredump created': 1},
         'fields': {'page fault': {'address': '0x00005ead24400000', 'access_type': '0'}},
         'words': {'page fault': {'access_type': 'read', 'fault_type': 'not present'}},
         'says': ['0x00005ead24400000', '-ENOENT', '18', 'trainer', '322', 'low latency', 'banned'],
         'dump': 'may exist'}),
    'errno as a number, debugging messages, old spelling': (
        '[  30.100000] xe 0000:03:00.0: [drm:pf_queue_work_func [xe]]\n'
        '                ASID: 511\n                VFID: 0\n                PDATA: 0x0490\n'
        '                Faulted Address: 0x00000000004c0000\n                FaultType: 0\n'
        '                AccessType: 1\n                FaultLevel: 1\n'
        '                EngineClass: 0 rcs\n                EngineInstance: 0\n'
        '[  30.100040] xe 0000:03:00.0: [drm:pf_queue_work_func [xe]] Fault response: Unsuccessful -22\n'
        '[  30.100300] xe 0000:03:00.0: [drm:xe_guc_exec_queue_memory_cat_error_handler [xe]] GT0: '
        'Engine memory cat error: engine_class=rcs, logical_mask: 0x1, guc_id=3\n'
        + xe((30.1036, reset(3, 'rcs')), (30.1037, timeout(3, 'some_test', 7001, 4294967169)),
             tile=''),
        {'incidents': 1, 'about': 'memory fault', 'cause': 'page fault', 'victim': 3,
         'process': ('some_test', 7001), 'says': ['4c0000', '-EINVAL', '511', 'write', '-127']}),
    'a storm of CAT errors without addresses': (
        ''.join(f'[   79.{10 * i:06}] xe {A}: [drm] Tile0: GT0: {cat(12)}\n'
                f'[   79.{10 * i + 3:06}] xe {A}: [drm] Tile0: GT0:\n'
                f'[   79.{10 * i + 7:06}] xe {A}: [drm] Tile0: GT0: '
                'Fault response: Unsuccessful -EIO\n' for i in range(4)),
        {'incidents': 1, 'about': 'memory fault', 'victim': 12, 'filtered': 4,
         'events': {'memory error': 4, 'page fault': 4, 'page fault not resolved': 4},
         'says': ['4 times memory error', '-EIO', 'dmesg'], 'not': ['no hang']}),
    'five thousand timeouts after one fault': (
        xe((100, cat(7)), *[(100.001 + 0.048 * i, timeout(8 + i % 30, f'p{i % 30}', 500 + i % 30))
                            for i in range(5000)]),
        {'incidents': 1, 'about': 'memory fault', 'cause': 'memory error',
         'events': {'memory error': 1, 'job timeout': 5000}}),
    'sixteen cards': (
        ''.join(xe((50 + i / 100, reset(2)), (50.001 + i / 100, timeout(2, 'bench', 40 + i)),
                   device=f'0000:{16 + i:02x}:00.0') for i in range(16)),
        {'incidents': 16, 'about': 'engine reset', 'says': ['16 GPUs']}),
    'several hangs of several programs, one dump': (
        ''.join(f'Mar {3 + (i > 5)} 0{4 + (i > 5)}:59:{at:02} kernel: xe {A}: [drm] {text}\n'
                for i, (at, text) in enumerate((
                    (2, 'Tile0: GT0: ' + reset(41, 'rcs', state=3)),
                    (2, 'Tile0: GT0: ' + timeout(41, 'composer', 812, 4294967169)),
                    (2, 'Xe device coredump has been created'),
                    (30, 'Tile0: GT0: ' + reset(43, 'rcs', state=3)),
                    (30, 'Tile0: GT0: ' + timeout(43, 'glinfo', 90210, 4294967169)),
                    (59, 'Tile0: GT0: ' + reset(43, 'rcs', state=3)),
                ))) + f'Mar 3 06:02:00 kernel: xe {A}: [drm] Xe device coredump has been deleted.\n',
        {'incidents': 3, 'about': 'engine reset', 'says': ['3 engine resets', 'glinfo', 'composer'],
         'dumps': ['deleted', None, None], 'words': {'engine reset': {'state': 'registered, enabled'}}}),
    'the GuC could not reset an engine, and the GPU was given up': (
        xe((9000.1, '!GuC engine reset request failed on 0:0 because 0x00000000'),
           (9000.10001, 'trying reset from xe_guc_exec_queue_reset_failure_handler [xe]'),
           (9000.1004, 'reset queued'),
           (9000.1005, '!GuC engine reset request failed on 4:1 because 0x00000000'),
           (9000.113, CREATED), (9000.1147, 'reset started'),
           (9000.1203, '!failed to clear GRDOM_FULL (-ETIMEDOUT)'),
           (9000.1218, '!reset failed (-ETIMEDOUT)'), (9000.12182, WEDGED)),
        {'incidents': 1, 'about': 'device lost', 'cause': 'engine reset failed', 'hang': True,
         'events': {'engine reset failed': 2, 'GT reset': 1, 'GPU given up': 1},
         'says': ['rcs0', 'wedged', '-ETIMEDOUT'], 'not': ['was reset.'],
         'open_reset': False}),
    'a function level reset behind the driver': (
        ''.join(f'Aug 02 04:08:{at} core kernel: xe {B}: {text}\n' for at, text in (
            (14, 'resetting'), (14, 'reset done'),
            (26, '[drm] *ERROR* TLB invalidation fence timeout, seqno=1209 recv=1208'),
            (29, '[drm] *ERROR* TLB invalidation fence timeout, seqno=1209 recv=1208'),
            (34, '[drm] Tile0: GT0: Check job timeout: seqno=5511, lrc_seqno=5511, guc_id=0, not started'),
            (49, '[drm] Tile0: GT0: trying reset from guc_exec_queue_timedout_job [xe]'),
            (49, '[drm] *ERROR* Tile0: GT0: load failed: status = 0x40000056, time = 0ms, '
                 'freq = 2800MHz (req 2800MHz)'),
            (49, '[drm] *ERROR* Tile0: GT0: load failed: status: Reset = 0, BootROM = 0x2B, '
                 'UKernel = 0x00, MIA = 0x00, Auth = 0x01'),
            (49, '[drm] *ERROR* Tile0: GT0: firmware production part check failure'),
            (49, '[drm] *ERROR* Tile0: GT0: reset failed (-EPROTO)'))),
        {'incidents': 1, 'about': 'load failure', 'cause': 'function level reset', 'device': B,
         'events': {'function level reset': 1, 'no answer to a TLB invalidation': 2,
                    'job not started': 1, 'GT reset failed': 1},
         'says': ['PROD_KEY_CHECK_FAILURE', '5511'], 'not': ['GT reset done']}),
    'a reset that never ended': (
        xe((70, '!Schedule disable failed to respond'), (70.1, 'reset queued'),
           (70.2, 'reset started')),
        {'incidents': 1, 'cause': 'no answer of the GuC', 'open_reset': True,
         'says': ['has no end']}),
    'a reset that ended': (
        xe((70, 'Schedule disable failed to respond, guc_id=66'), (70.1, 'reset started'),
           (71.2, 'reset done'), (75.0, timeout(3, 'viewer', 31))),
        {'incidents': 1, 'about': 'GuC unreachable', 'open_reset': False,
         'events': {'GT reset': 1, 'GT reset done': 1, 'job timeout': 1}}),
    'an enable without an answer, then the GPU was given up': (
        xe((10, 'Schedule enable failed to respond'),
           (15, 'Check job timeout: seqno=71201, lrc_seqno=71201, guc_id=0, not started'),
           (20, WEDGED), (20.1, '=device wedged, needs recovery')),
        {'incidents': 1, 'about': 'device lost', 'cause': 'no answer of the GuC',
         'says': ['71201'], 'not': ['engine reset']}),
    'the driver banned an address space': (
        xe((60, '=VM worker error: -12'), (60.01, '=Trying to schedule after vm is closed or banned')),
        {'incidents': 1, 'about': 'driver', 'hang': None, 'says': ['-ENOMEM'],
         'not': ['engine reset', 'thrown away']}),
    'the firmware is too old for the driver': (
        xe((5.4, '!Unsupported GuC v70.19.2! v70.29.2 or newer is required'),
           (5.41, '!GuC init failed with -EINVAL'), (5.42, '!Failed to initialize uC (-EINVAL)'),
           tile='') + f'[    5.430000] xe {A}: probe with driver xe failed with error -22\n',
        {'incidents': 1, 'about': 'load failure', 'cause': 'firmware too old', 'hang': None,
         'says': ['70.19.2', '70.29.2', 'linux-firmware'], 'not': ['thrown away']}),
    'the firmware does not start': (
        xe((11.7, '!load failed: status = 0x800001EC, time = 3301ms, freq = 2400MHz (req 2400MHz), done = 0'),
           (11.8, '!load failed: status: Reset = 0, BootROM = 0x76, UKernel = 0x01, MIA = 0x00, Auth = 0x02'),
           (11.81, WEDGED), (11.9, '!GuC mmio request 0x4100: no reply 0x4100'), tile=''),
        {'incidents': 1, 'about': 'device lost', 'cause': 'load failed',
         'says': ['JUMP_PASSED', 'START', '0x800001EC', '3301ms', '0x4100']}),
    'the first job of an engine at the start of the driver': (
        xe((14.3, '!hwe ccs0: emit_wa_job failed (-ETIME) guc_id=2')),
        {'incidents': 1, 'about': 'job timeout', 'cause': 'first job failed', 'hang': True,
         'victim': 2, 'says': ['ccs0', '-ETIME'], 'not': ['no line']}),
    'the firmware crashed': (
        xe((800, '!GuC Crash dump notification'), (800.1, '!CT dequeue failed: -32'),
           (800.2, 'trying reset from receive_g2h [xe]'), (800.4, 'reset started'),
           (800.9, 'reset done')),
        {'incidents': 1, 'about': 'GuC crash', 'cause': 'firmware crash', 'hang': True}),
    'stable numbers': (
        f'[  600.100000] xe {A}: [drm] Tile0: GT0: \n\tASID: 31\n\tFaulted Address: 0x0000800400600000\n'
        '\tFaultType: 1\n\tAccessType: 1\n\tFaultLevel: 2\n\tEngineClass: 3 bcs\n\tEngineInstance: 4\n'
        f'[  600.100100] xe {A}: [drm] *ERROR* SIGID=107 (-EINVAL) Tile0: GT0: PAGEFAULT: '
        'Unsuccessful response\n'
        f'[  602.000000] xe {A}: [drm] *ERROR* SIGID=102 FATAL (-EIO) WEDGED: Device declared wedged!\n'
        f'[  602.100000] xe {A}: [drm] *ERROR* SIGID=106 (-ETIMEDOUT) Tile0: GT0: GT: reset failed\n',
        {'incidents': 2, 'about': 'device lost', 'sigids': [107, 102, 106],
         'says': ['800400600000', 'bcs', '-EINVAL']}),
    'an error of a later kernel with a stable number': (
        f'[  602.000000] xe {A}: [drm] *ERROR* SIGID=204 (-EIO) Tile0: GT0: LINK: training lost\n',
        {'incidents': 0, 'sigids': [204], 'says': ['LINK: training lost'], 'not': ['no hang']}),
    'i915: TLB invalidations': (
        ''.join(f'[Sat Apr 26 22:40:{50 + 2 * i} 2025] i915 0000:00:02.0: [drm] *ERROR* GT0: GUC: TLB '
                f'invalidation response timed out for seqno {88 + i}\n' for i in range(5)),
        {'incidents': 1, 'about': 'GuC unreachable', 'device': '0000:00:02.0',
         'events': {'no answer to a TLB invalidation': 5}, 'driver': 'i915', 'says': ['88']}),
    'i915: an engine that could not be reset, and a GuC that does not answer': (
        f'May 02 12:09:43 srv kernel: i915 {A}: [drm] *ERROR* GT0: GUC: Engine reset request failed on '
        '0:0 (rcs0) because 0x0, GDRST = 0x00000000\n'
        f'May 02 12:09:48 srv kernel: i915 {A}: GPU HANG: ecode 12:0:00000000\n'
        f'May 02 12:09:48 srv kernel: i915 {A}: [drm] Resetting chip for GuC failed to reset rcs0 '
        '(reason=0x00000000)\n'
        'May 02 12:14:37 srv kernel: [drm:wait_for_ct_request_update [i915]] *ERROR* CT: fence 91 err '
        '-62\n'
        f'May 02 12:14:37 srv kernel: i915 {B}: [drm] *ERROR* GT0 [GUC COMMUNICATION] CT: No response '
        'for request 0x5503 (fence 91)\n',
        {'incidents': 2, 'about': 'GuC unreachable', 'device': B, 'driver': 'i915',
         'says': ['rcs0', '0x5503', '12:0:00000000']}),
    'a log that was shortened by hand': (
        '[  1.0] xe 0000:83:00.0: [drm] Tile0: GT0: Fault response: Unsuccessful -ENOENT\n'
        '[  1.0] xe 0000:83:00.0: [drm] Tile0: GT0: Engine reset: engine_class=ccs, ...\n'
        '[ 91.0] xe 0000:83:00.0: [drm] Tile0: GT0: Fault response: Unsuccessful -EINVAL\n'
        '[ 91.0] xe 0000:83:00.0: [drm] Tile0: GT0: Engine reset: engine_class=bcs, ...\n',
        {'incidents': 2, 'about': 'memory fault', 'says': ['ccs', 'bcs', '-ENOENT', '-EINVAL']}),
    'text after the line': (
        xe((12, timeout(5, 'my prog', 4511) + '", '), (13.5, reset(6, 'bcs') + '   (x3)')),
        {'incidents': 2, 'process': None, 'programs': [('my prog', 4511)]}),
    'faults of other cards when the program ends': (
        xe((310, fault(0xaaad54c00000)), (310.0002, 'Fault response: Unsuccessful -ENOENT'),
           (310.0003, cat(6)), (310.002, reset(6, state=0x249)),
           (310.0022, timeout(6, 'infer', 5150, 644, 0x20)), (310.04, CREATED))
        + xe((475, fault(0xb31722400000, engine='3 bcs')),
             (475.0001, 'Fault response: Unsuccessful -ENOENT'), (475.001, reset(8, 'bcs')))
        + xe((475.1, fault(0xc41722400000, engine='3 bcs')),
             (475.1001, 'Fault response: Unsuccessful -ENOENT'), (475.101, reset(8, 'bcs')),
             device=B),
        {'incidents': 3, 'about': 'memory fault', 'victim': 6, 'process': ('infer', 5150),
         'device': A, 'says': ['2 GPUs', 'b31722400000', 'c41722400000', 'What to do']}),
    'a reset whose dump was deleted': (
        xe((20, reset(2)), (20.001, timeout(2, 'bench', 40)), (20.03, CREATED), (99, DELETED)),
        {'incidents': 1, 'about': 'engine reset', 'not': ['save the devcoredump']}),
    'a reset without a line about a dump': (
        xe((20, reset(2)), (20.001, timeout(2, 'bench', 40))),
        {'incidents': 1, 'about': 'engine reset', 'not': ['save the devcoredump']}),
    'a memory error, and what followed is not in the text': (
        xe((20, cat(4))), {'incidents': 1, 'about': 'memory fault', 'not': ['thrown away']}),
    'a warning behind a line': (
        xe((30, timeout(3, 'paint', 88)), (31, 'reset started'), (32, 'reset done'),
           (33, 'VM job timed out on non-killed execqueueWARNING: drivers/gpu/drm/xe/x.c:9 at')),
        {'incidents': 1, 'events': {'job timeout': 1, 'GT reset': 1, 'GT reset done': 1,
                                    'timeout of a job of the driver': 1}, 'not': ['not understood']}),
    'the snapshot of Linux 6.9 as errors': (
        ''.join(f'xe 0000:00:02.0: [drm] {text}\n' for text in (
            'Timedout job: seqno=4294967169, guc_id=4, flags=0x0',
            *(f'*ERROR* {text}' for text in (
                'H2G CTB (all sizes in DW):', '\tsize: 1024', '\tresv_space: 0', '\thead: 0',
                '\ttail: 88', '\tspace: 935', '\tbroken: 0', '\thead (memory): 84',
                '\ttail (memory): 88', '\tstatus (memory): 0x0', '\tcmd[84]: 0x80140003',
                '\tcmd[85]: 0x20001001', '\tcmd[86]: 0x00000007', '\tcmd[87]: 0x00000001',
                'vcs1 (physical), logical instance=1', '\tForcewake: domain 0x4, ref 1',
                '\tHWSTAM: 0xffffffff', '\tRING_EXECLIST_STATUS: 0x0000004000018001',
                '\tBBADDR: 0x0000fffe00000008', '\tIPEHR: 0x02800000', ' VM root: A:0x1000 SYS',
                ' [0000000100000000-0000000100000fff] S:0x0000000000001000 A:000000000 SYS')))),
        {'incidents': 1, 'about': 'job timeout', 'events': {'job timeout': 1, 'detail': 22},
         'not': ['not understood'], 'says': ['SCHED_CONTEXT_MODE_SET', 'guc_id=7']}),
    'only the line about a dump': (
        xe((12, CREATED)), {'incidents': 1, 'about': 'dump', 'dump': 'may exist'}),
    'the card is in survivability mode': (
        xe((3, '!=In Survivability Mode')), {'incidents': 1, 'about': 'device lost'}),
    'the bus': (
        xe((3, '!=Force wake domain 4: wait. MMIO unreliable (forcewake register returns 0xFFFFFFFF)!')),
        {'incidents': 1, 'about': 'device lost', 'says': ['0xFFFFFFFF']}),
}


@pytest.mark.parametrize('name', CASES)
def test_case(guclog, tmp_path, name):
    text, facts = CASES[name]
    (tmp_path / 'kernel').write_text(text)
    said = guclog('explain', '--json', 'kernel', rc=0).json
    shown = sentences(said)
    incidents = said['incidents']
    assert len(incidents) == facts['incidents'], shown
    gravest = max(reversed(incidents), key=lambda i: (
        i['weight'], any(p['pid'] for p in i['programs']))) if incidents else {}
    for key in ('about', 'cause', 'device', 'open_reset', 'dump'):
        if key in facts:
            assert gravest[key] == facts[key], shown
    for event, number in facts.get('events', {}).items():
        assert gravest['events'].get(event) == number, (event, shown)
    for text in facts.get('says', ()):
        assert text in shown
    for text in facts.get('not', ()):
        assert text not in shown
    if 'hang' in facts:
        assert said['hang'] == facts['hang']
    if 'victim' in facts:
        assert said['victim']['guc_id'] == facts['victim']
    if facts.get('process'):
        assert said['driver']['process'] == dict(zip(('name', 'pid'), facts['process']))
    if 'programs' in facts:
        assert [(p['name'], p['pid']) for i in incidents for p in i['programs']] == facts['programs']
    if 'dumps' in facts:
        assert [i['dump'] for i in incidents] == facts['dumps']
    if 'filtered' in facts:
        assert said['messages']['filtered'] == facts['filtered']
    if 'sigids' in facts:
        assert [line['sigid'] for line in said['kernel_log'] if line['sigid']] == facts['sigids'] or \
            sorted(line['sigid'] for line in said['kernel_log'] if line['sigid']) == \
            sorted(facts['sigids'])
    if 'driver' in facts:
        assert {line['driver'] for line in said['kernel_log']} == {facts['driver']}
    for what in ('fields', 'words'):
        for event, wanted in facts.get(what, {}).items():
            line = next(line for line in said['kernel_log'] if line['event'] == event)
            values = {f['name']: f['text' if what == 'fields' else 'words'] for f in line['fields']}
            assert {key: values.get(key) for key in wanted} == wanted


HEALTHY = {
    'boot': f'''\
[    2.100000] xe {A}: vgaarb: deactivate vga console
[    2.200000] xe {A}: enabling device (0000 -> 0002)
[    2.300000] xe {A}: [drm] Found battlemage (device ID e20b) discrete display version 14.01 stepping B0
[    2.400000] xe {A}: [drm] VISIBLE VRAM: 0x0000004000000000, 0x0000000300000000
[    2.410000] xe {A}: [drm] VRAM[0, 0]: Actual physical size 0x0000000300000000, usable size exclude stolen 0x2fb800000, CPU accessible size 0x00000002fb800000
[    2.420000] xe {A}: [drm] Total VRAM: 0x0000004000000000, 0x0000000300000000
[    2.500000] xe {A}: [drm] Finished loading DMC firmware i915/bmg_dmc.bin (v2.6)
[    2.600000] xe {A}: [drm] Tile0: GT0: Using GuC firmware from xe/bmg_guc_70.bin version 70.54.0
[    2.700000] xe {A}: [drm] Tile0: GT1: Using GuC firmware from xe/bmg_guc_70.bin version 70.54.0
[    2.710000] xe {A}: [drm] Tile0: GT1: Using HuC firmware from xe/bmg_huc.bin version 8.2.10
[    2.800000] xe {A}: [drm] Tile0: GT0: ccs1 fused off
[    2.810000] xe {A}: [drm] Registered 4 planes with drm panic
[    2.820000] [drm] Initialized xe 1.1.0 for {A} on minor 1
[    2.900000] xe {A}: [drm] fb0: xedrmfb frame buffer device
''',
    'old firmware': f'''\
[    2.600000] xe {A}: [drm] Using GuC firmware from i915/tgl_guc_70.bin version 70.13.1
[    2.610000] xe {A}: [drm] GuC firmware (70.29.2) is recommended, but only (70.13.1) was found in i915/tgl_guc_70.bin
[    2.620000] xe {A}: [drm] Consider updating your linux-firmware pkg or downloading from https://git.kernel.org/pub/scm/linux/kernel/git/firmware/linux-firmware.git
''',
    'only the second line about old firmware': f'''\
[    2.620000] xe {A}: [drm] Consider updating your linux-firmware pkg or downloading from https://git.kernel.org/pub/scm/linux/kernel/git/firmware/linux-firmware.git
''',
    'suspend and resume': f'''\
[ 8000.000000] PM: suspend entry (s2idle)
[ 8001.000000] xe {A}: [drm:xe_pm_suspend [xe]] Suspending device
[ 8002.000000] xe {A}: [drm] Tile0: GT0: Using GuC firmware from xe/bmg_guc_70.bin version 70.54.0
[ 8002.100000] PM: suspend exit
''',
    'i915': '''\
[    1.900000] i915 0000:00:02.0: [drm] VT-d active for gfx access
[    2.000000] i915 0000:00:02.0: [drm] GT0: GuC firmware i915/adlp_guc_70.bin version 70.36.0
[    2.100000] i915 0000:00:02.0: [drm] GT0: HuC firmware i915/tgl_huc.bin version 7.9.3
[    2.200000] i915 0000:00:02.0: [drm] GT0: GUC: submission enabled
[    2.210000] i915 0000:00:02.0: [drm] GT0: GUC: SLPC enabled
[    2.220000] i915 0000:00:02.0: [drm] GT0: GUC: RC enabled
[    2.300000] [drm] Initialized i915 1.6.0 for 0000:00:02.0 on minor 1
''',
    'the display': f'''\
[  100.000000] xe {A}: [drm] *ERROR* CPU pipe A FIFO underrun
[  101.000000] i915 0000:00:02.0: [drm] *ERROR* [CRTC:80:pipe A] flip_done timed out
''',
}


@pytest.mark.parametrize('name', HEALTHY)
def test_healthy(guclog, tmp_path, name):
    """Lines of a machine without trouble are no incident, and no error that is not understood."""
    (tmp_path / 'kernel').write_text(HEALTHY[name])
    said = guclog('explain', '--json', 'kernel', rc=0).json
    assert said['incidents'] == [] and said['hang'] is None
    assert said['messages']['unknown_errors'] == 0
    assert ([a['finding'] for a in said['advice']] == ['firmware']) == ('firmware' in name)
    if name == 'old firmware':
        assert sentences(said).count('70.13.1') == sentences(said).count('70.29.2') == 1


def test_dump_without_the_title_of_the_queues(guclog, tmp_path):
    """A dump of Linux 6.12 that was cut, with blanks for tabs and without the title of the queues,
    still tells its queue and that none of its jobs has ended."""
    (tmp_path / 'dump').write_text(
        '**** Xe Device Coredump ****\nkernel: 6.12.9-test\nmodule: xe\n'
        'Snapshot time: 1731112223.101112131\nUptime: 77.100200300\nProcess: encoder\n'
        'PCI ID: 0x4908\nPCI revision: 0x01\nGT id: 0\n        Type: main\n'
        '        CS reference clock: 19200000\n\n**** GuC CT ****\nH2G CTB (all sizes in DW):\n'
        '        size: 1024\n        head: 9\n        tail: 9\n\nGuC ID: 7\n'
        '        Name: vcs7\n        Class: 1\n        Logical mask: 0x3\n        Width: 1\n'
        '        Timeout: 1500 (ms)\n        HW Context Desc: 0x00707000\n'
        '        LRC Head: (memory) 0\n        LRC Tail: (internal) 512, (memory) 512\n'
        '        Start seqno: (memory) -127\n        Seqno: (memory) -128\n')
    said = guclog('explain', '--json', 'dump', rc=None).json
    assert said['driver']['guc_id'] == 7 and said['driver']['process']['name'] == 'encoder'
    assert 'guc_id 7 is a queue of class vcs' in sentences(said)
    assert 'none of its jobs' in sentences(said)


def test_dump_of_an_incident(guclog, tmp_path):
    """The driver keeps one dump until it is deleted: which incident has it, and which has none
    because of it."""
    text = xe((100, reset(3)), (100.1, CREATED), (400, reset(5)), (900, DELETED),
              (1000, reset(7)), (1000.1, CREATED), (8000, reset(9)))
    (tmp_path / 'kernel').write_text(text)
    incidents = guclog('explain', '--json', 'kernel', rc=0).json['incidents']
    assert [i['dump'] for i in incidents] == ['deleted', None, 'expired', None]
    assert [i['dump_of'] for i in incidents] == [None, 0, None, None]


def test_lines_twice(guclog, tmp_path):
    """A kernel log that was put together from two sources has each line twice, at once or one after
    the other."""
    lines = xe((100, reset(3)), (100.1, timeout(3, 'prog', 55))).splitlines(True)
    for name, text in (('pairs', ''.join(line * 2 for line in lines)), ('blocks', ''.join(lines * 2))):
        (tmp_path / name).write_text(text)
        said = guclog('explain', '--json', name, rc=0).json
        assert [i['events'] for i in said['incidents']] == [{'engine reset': 1, 'job timeout': 1}]


@pytest.mark.parametrize('kernel, words', (('6.12.3-test', 'was closed'), ('7.3.4-test', 'mirrors')))
def test_errno_by_kernel(guclog, tmp_path, kernel, words):
    """What an error number means depends on the kernel."""
    (tmp_path / 'kernel').write_text(
        f'[    0.000000] Linux version {kernel} (root@host) #1\n' +
        xe((9, fault(0x1000)), (9.0001, 'Fault response: Unsuccessful -ENOENT')))
    said = guclog('explain', '--json', 'kernel', rc=0).json
    line = next(line for line in said['kernel_log'] if line['event'] == 'page fault not resolved')
    assert words in line['fields'][0]['words']


@pytest.mark.parametrize('text, to', (
    (xe((7, timeout(3, 'app', 41)),), 'user space driver'),
    (xe((7, fault(0x800400000000)), (7.1, cat(3))), 'user space driver'),
    (xe((7, '!hwe ccs0: emit_wa_job failed (-ETIME) guc_id=4')), 'drm/xe'),
    (xe((7, 'Check job timeout: seqno=9, lrc_seqno=9, guc_id=0, not started'), (7.1, WEDGED)),
     'drm/xe'),
    (xe((7, '!TLB invalidation fence timeout, seqno=31 recv=30')), 'drm/xe'),
    ('[ 7.1] i915 0000:00:02.0: [drm] *ERROR* GT0: GUC: TLB invalidation response timed out for '
     'seqno 88\n', 'drm/i915')))
def test_whom_to_report_to(guclog, tmp_path, text, to):
    """What the driver, the firmware or the device did is not reported to the developers of a program,
    and i915 has its own developers."""
    (tmp_path / 'kernel').write_text(text if isinstance(text, str) else text[0])
    said = guclog('explain', '--json', 'kernel', rc=None).json
    advice = [a['text'] for a in said['advice'] if a['finding'] == 'report']
    assert len(advice) == 1 and to in advice[0]
    assert ('driver i915' in sentences(said)) == ('i915' in to)


def test_first_job_of_a_queue(guclog, tmp_path):
    (tmp_path / 'kernel').write_text(xe((7, timeout(3, 'app', 41, seqno=2**32 - 127)),
                                        (9, timeout(4, 'app', 41, seqno=5))))
    assert sentences(guclog('explain', '--json', 'kernel').json).count(' first job') == 1


def test_flags_decide_whose_queue_it_is(guclog, tmp_path):
    """A queue of a process that has ended has "no process", as a queue of the driver has. Its flags
    show the difference."""
    for flags, own in ((0, False), (1, True), (0x13, True)):
        (tmp_path / 'kernel').write_text(xe((9, timeout(3, 'no process', -1, flags=flags))))
        said = json.loads(guclog('explain', '--json', 'kernel', rc=0).out)
        assert said['driver']['kernel_queue'] is own


def test_other_verbs_take_a_kernel_log(guclog, tmp_path):
    """info, decode, triage and report take a kernel log without a dump, as explain does."""
    text = CASES['memory fault with its chain'][0]
    (tmp_path / 'kernel').write_text(text)
    (tmp_path / 'second').write_text(text.replace('trainer', 'other').replace(A, B))
    (tmp_path / 'healthy').write_text(HEALTHY['boot'])
    said = guclog('info', '--json', 'kernel', rc=0).json['kernel_logs'][0]
    assert (said['incidents'], said['unknown_errors']) == (1, 0)
    assert 'memory fault' in guclog('info', 'kernel', rc=0).out
    lines = guclog('decode', 'kernel', rc=0).out.splitlines()
    assert len(lines) == 6 and '0x00005ead24400000' in lines[0] and 'read' in lines[0]
    guclog('decode', '-o', 'out', 'kernel', rc=0)
    assert (tmp_path / 'out').read_text().splitlines() == lines
    groups = guclog('triage', '--json', '.', rc=None).json
    assert [g['count'] for g in groups['groups']] == [2]
    page = guclog('report', 'kernel', rc=0).out
    assert 'trainer' in page and '0x00005ead24400000' in page
    assert 'trainer' in guclog('report', '--text', 'kernel', rc=0).out
    redacted = guclog('report', '--redact', '--text', 'kernel', rc=0).out
    assert 'trainer' not in redacted and '9911' not in redacted and 'memory fault' in redacted


@pytest.mark.parametrize('verb', ('info', 'decode', 'report'))
def test_other_verbs_refuse_other_texts(guclog, tmp_path, verb):
    (tmp_path / 'text').write_text('a text about a GPU\n')
    assert 'no GuC log' in guclog(verb, 'text', rc=2).err
