# SPDX-License-Identifier: GPL-2.0-only
"""Kernel logs of each kind of trouble, and of healthy days, that were written from the description of
the messages alone. For each one, the facts that guclog explain must print, and words that it must
not print, as regular expressions."""

import re

import pytest

DEVICE = 'xe 0000:0a:00.0: [drm] '
# The name, the text ("@" stands for DEVICE), what explain prints, and what it does not print.
CASES = {
    'job timeout: no-gt-prefix': (
        '[ 4102.118201] @Timedout job: seqno=4294967169, lrc_seqno=4294967169, guc_id=21, '
        'flags=0x0\n'
        '[ 4102.118533] @Xe device coredump has been created\n'
        '[ 4102.118540] @Check your /sys/class/drm/card1/device/devcoredump/data\n',
        [r'\b21\b', 'job'],
        ['no hang']),
    'job timeout: program-with-spaces': (
        '[  911.000012] @Tile0: GT0: Timedout job: seqno=77, lrc_seqno=76, guc_id=5, flags=0x0 '
        'in Web Content [31337]\n',
        ['Web Content', '31337'],
        ['no hang']),
    'job timeout: not-started': (
        'Feb 03 10:11:12 box kernel: @Tile0: GT1: Check job timeout: seqno=12, lrc_seqno=12, '
        'guc_id=9, not started\n'
        'Feb 03 10:11:12 box kernel: @Tile0: GT1: Timedout job: seqno=12, lrc_seqno=12, '
        'guc_id=9, flags=0x0 in ffmpeg [888]\n',
        ['ffmpeg', r'(not|never) (\w+ )?(start|began|begin|run|ran)'],
        ['no hang']),
    'job timeout: timestamp-stuck': (
        '[ 50.5] @GT0: Check job timeout: seqno=3, lrc_seqno=3, guc_id=4, timestamp stuck\n'
        '[ 50.6] @GT0: Timedout job: seqno=3, lrc_seqno=3, guc_id=4, flags=0x0 in blender '
        '[4242]\n',
        ['blender', '4242'],
        ['no hang']),
    'job timeout: kernel-migration': (
        '[  77.100000] @Tile0: GT0: Kernel-submitted job timed out\n'
        '[  77.100100] @Tile0: GT0: Timedout job: seqno=1088, lrc_seqno=1088, guc_id=0, '
        'flags=0x13 in no process [-1]\n'
        '[  77.100900] @Tile0: GT0: trying reset from guc_exec_queue_timedout_job [xe]\n'
        '[  77.101000] @Tile0: GT0: reset queued\n'
        '[  77.101100] @Tile0: GT0: reset started\n'
        '[  77.144000] @Tile0: GT0: reset done\n',
        ['driver|kernel', 'reset'],
        ['no hang', 'pid -1']),
    'engine reset: plain': (
        '[ 600.250000] @Tile0: GT0: Engine reset: engine_class=ccs, logical_mask: 0x1, '
        'guc_id=33, state=0x289\n'
        '[ 600.250900] @Tile0: GT0: Timedout job: seqno=9, lrc_seqno=9, guc_id=33, flags=0x0 '
        'in ollama [2020]\n',
        ['ollama', 'compute|ccs', r'\b33\b'],
        ['no hang']),
    'engine reset: request-failed': (
        '[ 71.000001] @*ERROR* Tile0: GT0: GuC engine reset request failed on 5:0 because '
        '0x00000001\n'
        '[ 71.000400] @Tile0: GT0: trying reset from xe_guc_exec_queue_reset_failure_handler '
        '[xe]\n'
        '[ 71.000500] @Tile0: GT0: reset queued\n'
        '[ 71.000600] @Tile0: GT0: reset started\n'
        '[ 71.090000] @Tile0: GT0: reset done\n',
        ['compute|ccs', 'fail'],
        ['no hang']),
    'engine reset: video-two-queues': (
        '2026-03-01T22:00:00.100000+01:00 nas kernel: @Tile0: GT1: Engine reset: '
        'engine_class=vcs, logical_mask: 0x2, guc_id=14, state=0x3\n'
        '2026-03-01T22:00:00.200000+01:00 nas kernel: @Tile0: GT1: Timedout job: seqno=700, '
        'lrc_seqno=700, guc_id=14, flags=0x0 in jellyfin-ffmpeg [91]\n'
        '2026-03-01T22:09:00.100000+01:00 nas kernel: @Tile0: GT1: Engine reset: '
        'engine_class=vecs, logical_mask: 0x1, guc_id=15, state=0x3\n'
        '2026-03-01T22:09:00.200000+01:00 nas kernel: @Tile0: GT1: Timedout job: seqno=3, '
        'lrc_seqno=3, guc_id=15, flags=0x0 in mpv [92]\n',
        ['jellyfin-ffmpeg', 'mpv'],
        ['no hang']),
    'engine reset: dbg-form': (
        '[ 8.123456] xe 0000:0a:00.0: [drm:xe_guc_exec_queue_reset_handler [xe]] GT0: Engine '
        'reset: engine_class=bcs, logical_mask: 0x100, guc_id=61, state=0x0\n',
        ['copy|bcs', r'\b61\b'],
        ['no hang']),
    'engine reset: blockquoted-mail': (
        '> > [ 600.250000] @GT0: Engine reset: engine_class=rcs, logical_mask: 0x1, guc_id=33, '
        'state=0x289\n'
        '> > [ 600.251000] @GT0: Timedout job: seqno=9, lrc_seqno=9, guc_id=33, flags=0x0 in '
        'Xwayland [2021]\n'
        '> I see this daily.\n',
        ['Xwayland', '2021', 'render|rcs'],
        ['no hang']),
    'memory fault: block-with-cat': (
        '[ 300.000001] @Tile0: GT0: \n'
        '                ASID: 1048\n'
        '                Faulted Address: 0x0000aaad56000000\n'
        '                FaultType: 0\n'
        '                AccessType: 1\n'
        '                FaultLevel: 2\n'
        '                EngineClass: 5 ccs\n'
        '                EngineInstance: 1\n'
        '[ 300.000080] @*ERROR* Tile0: GT0: Fault response: Unsuccessful -EINVAL\n'
        '[ 300.000300] @*ERROR* Tile0: GT0: Engine memory CAT error [18]: class=ccs, '
        'logical_mask: 0x1, guc_id=44\n'
        '[ 300.002000] @Tile0: GT0: Engine reset: engine_class=ccs, logical_mask: 0x1, '
        'guc_id=44, state=0x289\n'
        '[ 300.003000] @Tile0: GT0: Timedout job: seqno=5, lrc_seqno=5, guc_id=44, flags=0x0 '
        'in vllm [7001]\n',
        ['0x0*aaad56000000', 'writ|store', 'vllm', 'CAT'],
        ['no hang', 'AccessType: 1 $']),
    'memory fault: filtered-by-grep': (
        '[ 300.000001] @Tile0: GT0: \n'
        '[ 300.000080] @*ERROR* Tile0: GT0: Fault response: Unsuccessful -ENOENT\n'
        '[ 300.000300] @*ERROR* Tile0: GT0: Engine memory CAT error [18]: class=ccs, '
        'logical_mask: 0x1, guc_id=44\n',
        ['grep', 'journalctl|dmesg'],
        ['no hang']),
    'memory fault: rsyslog-012': (
        'Apr  1 01:02:03 hpc kernel: [ 9.9] @GT0: #012#011ASID: 9#012#011VFID: 0#012#011PDATA: '
        '0x0c09#012#011Faulted Address: 0x0000800400300000#012#011FaultType: '
        '1#012#011AccessType: 0#012#011FaultLevel: 1#012#011EngineClass: 3 '
        'bcs#012#011EngineInstance: 8\n'
        'Apr  1 01:02:03 hpc kernel: [ 9.9] @GT0: Fault response: Unsuccessful -13\n',
        ['0x0*800400300000', 'read', 'copy|bcs'],
        ['no hang']),
    'memory fault: sigid': (
        '[ 12.000000] @Tile0: GT0: \n'
        '\tASID: 77\n'
        '\tFaulted Address: 0x0000d556c0000000\n'
        '\tFaultType: 0\n'
        '\tAccessType: 0\n'
        '\tFaultLevel: 3\n'
        '\tEngineClass: 0 rcs\n'
        '\tEngineInstance: 0\n'
        '[ 12.000100] @*ERROR* SIGID=107 (-ENOENT) Tile0: GT0: PAGEFAULT: Unsuccessful '
        'response\n',
        ['0x0*d556c0000000', '107', 'ENOENT|closed'],
        ['no hang']),
    'GuC unreachable: disable': (
        '[ 12.1] @*ERROR* Tile0: GT0: Schedule disable failed to respond, guc_id=7\n'
        '[ 12.2] @Tile0: GT0: trying reset from guc_exec_queue_timedout_job [xe]\n'
        '[ 12.2] @Tile0: GT0: reset queued\n'
        '[ 12.3] @Tile0: GT0: reset started\n'
        '[ 12.4] @Tile0: GT0: reset done\n',
        ['disable', 'GuC', r'\b7\b'],
        ['no hang']),
    'GuC unreachable: tlb': (
        '[ 99.1] @*ERROR* Tile0: GT1: TLB invalidation fence timeout, seqno=4711 recv=4709\n',
        ['TLB', '4711'],
        ['no hang']),
    'GuC unreachable: g2h-wait': (
        '[ 99.1] @*ERROR* GT0: Timed out wait for G2H, fence 27210, action 1000, done no\n'
        '[ 99.2] @*ERROR* GT0: CT: failed to send: -62\n',
        ['G2H|answer', '0x1000|1000'],
        ['no hang']),
    'GuC unreachable: no-forward': (
        '[ 99.1] @*ERROR* Tile0: GT0: No forward process on H2G, reset required\n'
        '[ 99.2] @*ERROR* Tile0: GT0: CTB is dead - reason=0x4\n',
        ['GuC|H2G', 'dead|broken'],
        ['no hang']),
    'GuC unreachable: recv-failed': (
        '[ 99.1] @*ERROR* Tile0: GT0: CT receive failed: -71\n'
        '[ 99.1] @*ERROR* Tile0: GT0: CTB receive failed: -71\n'
        '[ 99.1] @*ERROR* Tile0: GT0: G2H channel broken on read, type=3, reset required\n',
        ['G2H|channel'],
        ['no hang']),
    'GuC crashed: dump': (
        '[ 5.1] @*ERROR* Tile0: GT0: GuC Crash dump notification\n'
        '[ 5.2] @*ERROR* Tile0: GT0: CTB is dead - reason=0x20\n',
        ['[Cc]rash'],
        ['no hang']),
    'GuC crashed: exception': (
        '[ 5.1] @*ERROR* GT1: GuC Exception notification\n',
        ['exception'],
        ['no hang']),
    'GuC crashed: early': (
        '[ 5.1] @*ERROR* Tile0: GT0: GuC early exception notification\n',
        ['exception'],
        ['no hang']),
    'GuC crashed: eip': (
        '[ 5.1] @*ERROR* GT0: GuC firmware exception. EIP: 0x2b4c8\n'
        '[ 5.2] @*ERROR* GT0: Failed to initialize uC (-EIO)\n',
        ['exception', '0x2b4c8'],
        ['no hang']),
    'GuC crashed: then-timeouts': (
        '[ 5.1] @*ERROR* Tile0: GT0: GuC Crash dump notification\n'
        '[ 5.3] @*ERROR* Tile0: GT0: Schedule disable failed to respond, guc_id=2\n'
        '[ 5.4] @Tile0: GT0: reset started\n'
        '[ 5.5] @Tile0: GT0: Timedout job: seqno=5, lrc_seqno=5, guc_id=2, flags=0x0 in game '
        '[10]\n'
        '[ 5.6] @Tile0: GT0: reset done\n',
        ['[Cc]rash'],
        ['no hang']),
    'load: bootrom': (
        '[ 3.3] @*ERROR* Tile0: GT0: load failed: status = 0x400000A0, time = 1ms, freq = '
        '2400MHz (req 2400MHz), done = -1\n'
        '[ 3.3] @*ERROR* Tile0: GT0: load failed: status: Reset = 0, BootROM = 0x50, UKernel = '
        '0x00, MIA = 0x00, Auth = 0x01\n'
        '[ 3.3] @*ERROR* Tile0: GT0: firmware signature verification failed\n'
        '[ 3.3] @*ERROR* Tile0: GT0: Failed to initialize uC (-EPROTO)\n'
        '[ 3.4] xe 0000:0a:00.0: probe with driver xe failed with error -71\n',
        ['load', 'signature|0x50|BootROM'],
        ['no hang']),
    'load: not-found': (
        '[ 3.3] xe 0000:0a:00.0: Direct firmware load for xe/bmg_guc_70.bin failed with error '
        '-2\n'
        '[ 3.3] @*ERROR* Tile0: GT0: GuC firmware xe/bmg_guc_70.bin: fetch failed with error '
        '-ENOENT\n'
        '[ 3.4] xe 0000:0a:00.0: probe with driver xe failed with error -2\n',
        ['bmg_guc_70.bin'],
        ['no hang']),
    'load: production-part': (
        '[ 3.3] @*ERROR* GT0: load failed: status = 0x40000056, time = 0ms, freq = 1300MHz '
        '(req 1300MHz), done = -1\n'
        '[ 3.3] @*ERROR* GT0: firmware production part check failure\n',
        ['0x40000056', 'BootROM'],
        ['no hang']),
    'load: i915': (
        '[ 3.3] i915 0000:00:02.0: [drm] *ERROR* GT0: GuC initialization failed -EIO\n'
        '[ 3.4] i915 0000:00:02.0: [drm] *ERROR* GT0: Enabling uc failed (-5)\n'
        '[ 3.4] i915 0000:00:02.0: [drm] *ERROR* GT0: Failed to initialize GPU, declaring it '
        'wedged!\n',
        ['GuC', 'wedged|fail'],
        ['no hang']),
    'load: unsupported': (
        '[ 3.3] @*ERROR* GT0: Unsupported GuC v0.0!\n'
        '[ 3.3] @*ERROR* GT0: GuC init failed with -EINVAL\n'
        '[ 3.3] @*ERROR* GT0: Failed to initialize uC (-EINVAL)\n',
        ['GuC', '[Uu]nsupported|version'],
        ['no hang']),
    'gt reset: never-done': (
        '[ 3.3] @Tile0: GT0: trying reset from xe_gt_tlb_fence_timeout [xe]\n'
        '[ 3.3] @Tile0: GT0: reset queued\n'
        '[ 3.4] @Tile0: GT0: reset started\n',
        ['reset'],
        ['no hang']),
    'gt reset: failed': (
        '[ 3.3] @Tile0: GT0: reset started\n'
        '[ 4.3] @*ERROR* Tile0: GT0: reset failed (-ETIMEDOUT)\n'
        '[ 4.4] @*ERROR* CRITICAL: Xe has declared device 0000:0a:00.0 as wedged.\n'
        '               IOCTLs and executions are blocked. Only a rebind may clear the '
        'failure\n',
        ['wedged', 'ETIMEDOUT|reset'],
        ['no hang']),
    'gt reset: debugfs': (
        '[ 3.3] @GT1: trying reset from force_reset_show [xe]\n'
        '[ 3.3] @GT1: reset queued\n'
        '[ 3.4] @GT1: reset started\n'
        '[ 3.5] @GT1: reset done\n',
        ['reset'],
        []),
    'gt reset: sigid': (
        '[ 3.4] @SIGID=106 Tile0: GT0: reset started\n'
        '[ 3.5] @*ERROR* SIGID=106 (-EIO) Tile0: GT0: reset failed\n',
        ['106', 'EIO', 'reset'],
        ['no hang']),
    'gt reset: two-gts': (
        '[ 3.4] @Tile0: GT0: reset started\n'
        '[ 3.4] @Tile0: GT1: reset started\n'
        '[ 3.5] @Tile0: GT0: reset done\n',
        ['GT ?1'],
        ['no hang']),
    'lost: ffff': (
        '[ 3.4] @*ERROR* Tile0: GT0: Forcewake domain 0x1 failed to ack awake request\n'
        '[ 3.4] @*ERROR* Tile0: GT0: Forcewake register returns 0xFFFFFFFF\n',
        ['bus|answer'],
        ['no hang']),
    'lost: wedged-recovery': (
        '[ 3.4] @*ERROR* CRITICAL: Xe has declared device 0000:0a:00.0 as wedged.\n'
        '[ 3.4] @device wedged, needs recovery\n',
        ['wedged'],
        ['no hang']),
    'lost: sigid-wedged': (
        '[ 3.4] @*ERROR* SIGID=102 FATAL (-EIO) WEDGED: Device declared wedged!\n',
        ['wedged', '102'],
        ['no hang']),
    'lost: survivability': (
        '[ 3.4] xe 0000:0a:00.0: In Survivability Mode\n'
        '[ 3.4] @*ERROR* Survivability Mode: Boot failure\n',
        ['[Ss]urvivability'],
        ['no hang']),
    'lost: vf-mmio': (
        '[ 3.4] @*ERROR* VRAM lost power, MMIO unreliable (forcewake)\n'
        '[ 3.4] @*ERROR* PCI error detected, state 2\n',
        ['MMIO|PCI'],
        ['no hang']),
    'own: vm-worker': (
        '[ 3.4] @VM worker error: -12\n',
        ['-12|ENOMEM|memory'],
        ['GPU hung']),
    'own: closed-vm': (
        '[ 3.4] @Trying to schedule after vm is closed or banned\n',
        ['closed|banned'],
        ['GPU hung']),
    'own: order9': (
        '[ 3.4] kworker/u64:3: page allocation failure: order:9, '
        'mode:0x40dc0(GFP_KERNEL|__GFP_COMP|__GFP_ZERO), '
        'nodemask=(null),cpuset=/,mems_allowed=0\n'
        '[ 3.4] Call Trace:\n'
        '[ 3.4]  xe_guc_log_snapshot_capture+0x7e/0x1a0 [xe]\n',
        ['alloc|memory'],
        ['GPU hung']),
    'own: lockup': (
        '[ 3.4] watchdog: CPU3: Watchdog detected hard LOCKUP on cpu 3\n'
        '[ 3.4] RIP: 0010:g2h_read+0x5b/0x2a0 [xe]\n',
        ['g2h_read'],
        ['GPU hung']),
    'own: suspend': (
        '[ 3.4] @Device suspend failed -16\n'
        '[ 3.5] xe 0000:0a:00.0: PM: failed to suspend async: error -16\n',
        ['suspend'],
        ['GPU hung']),
    'dump: created-only': (
        '[ 3.4] @Xe device coredump has been created\n'
        '[ 3.4] @Check your /sys/class/drm/card0/device/devcoredump/data\n',
        ['dump'],
        ['no hang']),
    'dump: deleted': (
        '[ 3.4] @Tile0: GT0: Timedout job: seqno=5, lrc_seqno=5, guc_id=2, flags=0x0 in game '
        '[10]\n'
        '[ 3.4] @Xe device coredump has been created\n'
        '[ 3.4] @Check your /sys/class/drm/card0/device/devcoredump/data\n'
        '[ 3604.9] @Xe device coredump has been deleted.\n',
        ['delet|gone|no longer', 'game'],
        ['no hang']),
    'dump: second-of-two': (
        '[ 3.4] @Tile0: GT0: Timedout job: seqno=5, lrc_seqno=5, guc_id=2, flags=0x0 in first '
        '[10]\n'
        '[ 3.4] @Xe device coredump has been created\n'
        '[ 90.4] @Tile0: GT0: Timedout job: seqno=6, lrc_seqno=6, guc_id=3, flags=0x0 in '
        'second [11]\n',
        ['first', 'second'],
        ['no hang']),
    'dump: thrice': (
        'kernel: @Xe device coredump has been created\n'
        'kernel: @Xe device coredump has been deleted.\n'
        'kernel: @Xe device coredump has been created\n'
        'kernel: @Xe device coredump has been deleted.\n'
        'kernel: @Xe device coredump has been created\n',
        ['dump'],
        ['no hang']),
    'dump: old-kernel': (
        '[ 3.4] @Timedout job: seqno=5, guc_id=2, flags=0x8\n'
        '[ 3.4] @Xe device coredump has been created\n',
        [r'\b2\b'],
        ['no hang']),
    'age: recommended': (
        '[ 3.4] @Tile0: GT0: Using GuC firmware from xe/bmg_guc_70.bin version 70.44.1\n'
        '[ 3.4] @GT0: GuC firmware (70.54.0) is recommended, but only (70.44.1) was found in '
        'xe/bmg_guc_70.bin\n'
        '[ 3.4] @GT0: Consider updating your linux-firmware pkg or downloading from '
        'https://example.org\n',
        [r'70\.54\.0', r'70\.44\.1'],
        ['GPU hung']),
    'age: i915': (
        '[ 3.4] i915 0000:00:02.0: [drm] GT0: GuC firmware i915/adlp_guc_70.bin (70.20.0) is '
        'recommended, but only i915/adlp_guc_70.bin (70.5.1) was found\n',
        [r'70\.20\.0'],
        ['GPU hung']),
    'age: huc': (
        '[ 3.4] @GT1: HuC firmware (8.2.10) is recommended, but only (8.2.4) was found in '
        'xe/bmg_huc.bin\n',
        [r'8\.2\.10'],
        ['GPU hung']),
    'age: age-then-hang': (
        '[ 3.4] @GT0: GuC firmware (70.54.0) is recommended, but only (70.44.1) was found in '
        'xe/bmg_guc_70.bin\n'
        '[ 99.4] @Tile0: GT0: Engine reset: engine_class=rcs, logical_mask: 0x1, guc_id=3, '
        'state=0x3\n'
        '[ 99.5] @Tile0: GT0: Timedout job: seqno=5, lrc_seqno=5, guc_id=3, flags=0x0 in sway '
        '[10]\n',
        [r'70\.54\.0', 'sway'],
        ['no hang']),
    'age: consider': (
        '[ 3.4] @GT0: Consider updating your linux-firmware pkg or downloading from somewhere\n',
        [],
        ['GPU hung']),
    'hw: hec': (
        '[ 3.4] @*ERROR* Tile0: HEC: Uncorrectable Firmware error: 0x4\n'
        '[ 3.4] @*ERROR* Tile0: reported SOC FATAL error\n',
        ['hardware|HEC|SOC'],
        ['no hang']),
    'hw: sigid-memory': (
        '[ 3.4] @*ERROR* SIGID=202 FATAL (0x00000010) HW_ERR Tile0: memory: uncorrectable\n',
        ['202'],
        ['no hang']),
    'hw: csc': (
        '[ 3.4] @*ERROR* Tile0: CSC reported NONFATAL error 0x00000002\n',
        ['CSC'],
        ['no hang']),
    'hw: corrected': (
        '[ 3.4] @SIGID=203 CORRECTED (0x00000001) HW_ERR Tile0: GT0: core: ECC single bit\n',
        ['203'],
        ['GPU hung']),
    'hw: local-error': (
        '[ 3.4] @*ERROR* Tile0: GT0: Uncorrectable local error reported by GuC\n',
        ['[Uu]ncorrectable'],
        ['no hang']),
    'healthy: boot': (
        '[ 0.000000] Linux version 6.12.48+deb13-amd64 (debian-kernel@lists.debian.org)\n'
        '[ 2.100001] xe 0000:0a:00.0: vgaarb: deactivate vga console\n'
        '[ 2.100301] @Found battlemage (device ID e20b) discrete display version 14.01 '
        'stepping B0\n'
        '[ 2.101000] @VISIBLE VRAM: 0x000000e000000000, 0x0000000300000000\n'
        '[ 2.200000] @Tile0: GT0: Using GuC firmware from xe/bmg_guc_70.bin version 70.44.1\n'
        '[ 2.300000] @Tile0: GT1: Using HuC firmware from xe/bmg_huc.bin version 8.2.10\n'
        '[ 2.310000] @GT0: ccs1 fused off\n'
        '[ 2.400000] [drm] Initialized xe 1.1.0 for 0000:0a:00.0 on minor 1\n'
        '[ 2.500000] @Using 46-bit DMA addresses\n'
        '[ 9.500000] snd_hda_intel 0000:0b:00.0: bound 0000:0a:00.0 (ops '
        'intel_audio_component_bind_ops [xe])\n'
        '[ 9.600000] fbcon: xedrmfb (fb0) is primary device\n',
        [],
        ['hung', 'incident', 'fault', 'reset']),
    'healthy: suspend': (
        '[ 100.0] PM: suspend entry (deep)\n'
        '[ 100.1] Filesystems sync: 0.01 seconds\n'
        '[ 100.2] printk: Suspending console(s) (use no_console_suspend to debug)\n'
        '[ 101.2] @GT0: suspended\n'
        '[ 101.3] ACPI: PM: Preparing to enter system sleep state S3\n'
        '[ 105.2] @Tile0: GT0: Using GuC firmware from xe/bmg_guc_70.bin version 70.44.1\n'
        '[ 105.2] @GT0: resumed\n'
        '[ 106.1] PM: suspend exit\n',
        [],
        ['hung', 'incident', 'fault']),
    'healthy: update': (
        'Feb 03 10:11:12 box apt[100]: upgraded firmware-intel-graphics (20260110-1)\n'
        'Feb 03 10:11:14 box kernel: @Tile0: GT0: Using GuC firmware from xe/bmg_guc_70.bin '
        'version 70.54.0\n'
        'Feb 03 10:11:12 box systemd[1]: Reloading.\n'
        'Feb 03 10:12:12 box kernel: usb 1-1: reset high-speed USB device number 4 using '
        'xhci_hcd\n'
        'Feb 03 10:13:12 box kernel: nvme nvme0: I/O tag 12 (100c) opcode 0x1 timeout, '
        'aborting req_op:WRITE(1)\n'
        'Feb 03 10:14:12 box kernel: ata1: SATA link up 6.0 Gbps\n',
        [],
        ['hung', 'incident']),
    'healthy: other-gpu': (
        '[ 700.1] amdgpu 0000:03:00.0: amdgpu: ring gfx_0.0.0 timeout, signaled seq=1, emitted '
        'seq=3\n'
        '[ 700.2] amdgpu 0000:03:00.0: amdgpu: GPU reset begin!\n'
        '[ 700.3] @Tile0: GT0: Using GuC firmware from xe/bmg_guc_70.bin version 70.54.0\n',
        [],
        ['xe.*hung', 'engine reset']),
    'healthy: app-lines': (
        'Feb 03 10:11:14 box kernel: @Initialized xe 1.1.0\n'
        'Feb 03 10:11:15 box gnome-shell[800]: Failed to create GPU reset context: timeout\n'
        'Feb 03 10:11:16 box firefox[801]: [GFX1-]: Device reset due to WR context\n'
        'Feb 03 10:11:17 box audit[802]: SECCOMP auid=1000 comm="xe_thread" '
        'exe="/usr/bin/xe_exec_reset" sig=0\n'
        'Feb 03 10:11:18 box kernel: perf: interrupt took too long (2505 > 2500), lowering '
        'kernel.perf_event_max_sample_rate to 79000\n',
        [],
        ['hung', 'incident']),
}
STORM = ''.join(
    f'[ 400.{i:06d}] @*ERROR* Tile0: GT0: Engine memory CAT error [18]: class=ccs, logical_mask: 0x1, '
    f'guc_id={40 + i % 4}\n' for i in range(60)) + ''.join(
    f'[ {400.9 + i / 20:.6f}] @Tile0: GT0: Timedout job: seqno={i}, lrc_seqno={i}, '
    f'guc_id={40 + i % 4}, flags=0x0 in xhpl [5{i % 4}]\n' for i in range(60))


@pytest.fixture
def explained(guclog, tmp_path):
    def run(text):
        (tmp_path / 'kernel').write_text(text.replace('@', DEVICE))
        return guclog('explain', 'kernel', rc=None).out, guclog(
            'explain', '--json', 'kernel', rc=None).json
    return run


@pytest.mark.parametrize('name', CASES)
def test_case(explained, name):
    text, has, no = CASES[name]
    said, _ = explained(text)
    for pattern in has:
        assert re.search(pattern, said), (pattern, said)
    for pattern in no:
        assert not re.search(pattern, said), (pattern, said)


@pytest.mark.parametrize('name', [name for name in CASES if name.startswith('healthy')])
def test_healthy_day(explained, name):
    said, facts = explained(CASES[name][0])
    assert not facts.get('incidents') and not facts.get('advice'), said
    assert facts.get('hang') is not True


def test_storm_is_one_incident(explained):
    said, facts = explained(STORM)
    assert len(facts['incidents']) == 1 and 'xhpl' in said and 'CAT' in said


def test_first_sentence_has_the_address(explained):
    """The first sentence names the refused fault with its address, and the CAT error."""
    said, facts = explained(CASES['memory fault: block-with-cat'][0])
    first = said.splitlines()[0]
    assert '0xaaad56000000' in first and 'CAT' in first and '18' in first and 'vllm' in first
    assert facts['memory_fault']['fault']['address'] == '0xaaad56000000'
    other = CASES['memory fault: block-with-cat'][0].replace('class=ccs', 'class=bcs')
    assert '0xaaad56000000' not in explained(other)[0].splitlines()[0]


def test_each_gt_has_its_reset(explained):
    text = CASES['gt reset: two-gts'][0]
    for ended, other in (('GT0', 'GT1'), ('GT1', 'GT0')):
        said, facts = explained(text.replace('GT0: reset done', f'{ended}: reset done'))
        assert facts['incidents'][0]['open_reset'] and f'reset of {other} ' in said
        assert f'reset of {ended} ' not in said
    facts = explained(text + '[ 3.6] @Tile0: GT1: reset done\n')[1]
    assert not facts['incidents'][0]['open_reset']
