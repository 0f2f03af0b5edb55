# SPDX-License-Identifier: GPL-2.0-only
"""The expected results of guclog convert. They are computed from the log image and from the facts
that reference/forms.py wrote into the input, never from the text of the input. Facts are properties
of the device, the driver and the log, such as the version of the firmware."""

from reference import devices, lfd
from reference.forms import NO_STAMP
from reference.log import parse

INTEL = 0x8086

# The names of the forms of input. The comment of an LFD file has the name of the form from which
# the file was made, in the line source=.
IMAGE, DUMP, FILE, OLD, CAPTURE, HEXDUMP, RELAY, ERROR_STATE = (
    'image', 'Xe devcoredump', 'debugfs guc_log', 'debugfs guc_log of 6.12',
    'kernel log capture', 'i915 guc_log_dump', 'i915 guc_log_relay',
    'i915 error state')


def release(text):
    return tuple(map(int, text.split('.')))


def snapshot(held):
    """Return the facts that xe prints before the data of a log. held: this log, a forms.Held."""
    out = {'guc_firmware': held.firmware, 'guc_version': release(held.found),
           'guc_wanted': release(held.wanted), 'log_level': held.level,
           'anchor_boottime_ns': held.boottime}
    if held.tick != NO_STAMP:
        out['anchor_guc_tick'] = held.tick
    return out


def head(machine, gt):
    """Return the facts about the device and one GT that a devcoredump has before its sections. gt:
    the GT of the log."""
    out = {'pci_id': (INTEL, machine.pci_id),
           'pci_revision': machine.revision}
    known = devices.device(out['pci_id'])
    if known.get('platform'):
        out['platform'] = known['platform']
    for each in machine.gts:
        version = 100 * each.ip[0] + each.ip[1]
        if version and each.kind == 'media':
            out.setdefault('media_ip', version)
        elif version and 'graphics_ip' not in out:
            out |= {'graphics_ip': version, 'graphics_step': each.ip[2]}
    if gt in machine.gts:
        out |= {'gt_type': ('main', 'media').index(gt.kind),
                'reference_clock_hz': gt.clock}
    return out | {'gt': gt.number, 'tile': gt.tile}


# Each function of_FORM() returns the facts that guclog must find in an input of this form.
def of_dump(machine, held):
    return {'source': DUMP, 'driver': 'xe', 'kernel': machine.kernel,
            **head(machine, held.gt), **snapshot(held),
            'anchor_realtime_ns':
                machine.snapshot - machine.uptime + held.boottime}


def of_file(held):
    return {'source': FILE, **snapshot(held),
            'reference_clock_hz': held.gt.clock}


def of_old_file():
    return {'source': OLD}


def _printk(held, tiles):
    """Return the facts that follow from the prefix of the lines of a kernel log capture: driver,
    device, tile and GT. tiles: whether the prefix has the tile."""
    out = {'source': CAPTURE, 'driver': 'xe', 'gt': held.gt.number,
           'pci_address': (0, 3, 0, 0)}
    if tiles:
        out['tile'] = held.gt.tile
    return out


def of_capture(machine, held, tiles=True):
    return {**_printk(held, tiles), **snapshot(held),
            'reference_clock_hz': held.gt.clock}


def of_dead_capture(machine, held):
    return {**_printk(held, True), **head(machine, held.gt),
            **snapshot(held)}


def of_hexdump(held):
    return {'source': HEXDUMP,
            'anchor_boottime_ns': held.boottime,
            'anchor_guc_tick': held.tick & 0xffffffff,
            'reference_clock_hz': held.gt.clock}


def of_error_state(machine, held):
    out = {'source': ERROR_STATE, 'driver': 'i915', 'kernel': machine.kernel,
           'pci_id': (INTEL, machine.pci_id), 'pci_revision': machine.revision,
           'guc_firmware': held.firmware, 'guc_version': release(held.found),
           'anchor_boottime_ns': held.boottime // 1000 * 1000,
           'anchor_realtime_ns': machine.snapshot // 1000 * 1000,
           'anchor_guc_tick': held.tick & 0xffffffff,
           'reference_clock_hz': held.gt.clock, 'log_level': held.level}
    if held.wanted != held.found:
        out['guc_wanted'] = release(held.wanted)
    known = devices.device(out['pci_id'])
    return out | ({'platform': known['platform']} if known.get('platform') else {})


def of_relay():
    return {'source': RELAY}


def of_image():
    return {'source': IMAGE}


def lfd_of(image, facts, losses=(), total=None, holes=()):
    """Return the LFD file that guclog must make from a log image with these facts.

    losses: the expected values of the loss= lines
    total: length of the log buffer that the input declares, by default the length of the image
    holes: unknown parts of the image
    """
    notes = ''.join(f'loss={loss}\n' for loss in losses)
    return lfd.build(parse(image, total, holes), image, facts, notes)


def bare(data):
    """Return the blocks of an LFD file without the parts that depend on the form of the input: the
    lines with facts (source, driver, device, GT, firmware, anchor) and losses, and the kernel's
    release. Everything else must be the same for each form."""
    from reference.facts import FACTS
    out = []
    for block in lfd.blocks(data):
        content = block.data
        if block.kind == lfd.OS_ID:
            content = content[:4]
        elif block.kind == lfd.COMMENT:
            content = [pair for pair in lfd.comment_pairs(block)
                       if pair[0] not in FACTS and pair[0] != 'loss']
        out.append((block.kind, content))
    return out


# Checks of the result of guclog convert (tool.Tool.convert()).

def lines(made):
    """Return the key=value lines in the comments of an LFD file as pairs; [] for any other file."""
    try:
        return [pair for block in lfd.blocks(made) if block.kind == lfd.COMMENT
                for pair in lfd.comment_pairs(block)]
    except (lfd.BadFile, ValueError):
        return []


def losses(made):
    """Return the values of the loss= lines in the comments of an LFD file."""
    return [pair[1] for pair in lines(made) if pair[0] == 'loss']


def made(run, expected, rc=0, what=''):
    """Check that a run of guclog convert has written the LFD file "expected" and ended with the
    exit status rc. what: a description of the input, for the message if the check fails."""
    if (run.rc, run.made) != (rc, expected):
        # Compare the comments first, because they differ most often and are readable.
        assert lines(run.made) == lines(expected), what
        at = next((i for i, (a, b) in enumerate(zip(run.made, expected)) if a != b),
                  min(len(run.made), len(expected)))
        raise AssertionError(f'{what}: exit {run.rc}, expected {rc}; the files '
                             f'differ from byte {at:#x}; {run.err:.200}')


def lossy(run, image, facts, total=None, words=(), what='', holes=()):
    """Check that a run has made the LFD file of an incomplete image, with a loss= line for each
    loss, and has reported the losses on standard error.

    total: length of the log buffer that the input declares
    holes: unknown parts of the image
    words: each of these words must occur in a loss= line
    what: a description of the input, for the message if the check fails
    """
    lost = losses(run.made)
    made(run, lfd_of(image, facts, lost, total, holes), 1, what)
    assert lost, f'{what}: no loss= line'
    for word in words:
        assert any(str(word) in loss for loss in lost), (what, word, lost)
    assert all(loss in run.err for loss in lost), (what, run.err)


def refused(run, what=''):
    """Check that a run of guclog convert has written no file, and has ended with the exit status 2
    and a message."""
    assert (run.rc, run.made) == (2, b''), what
    assert run.err.startswith('guclog: '), (what, run.err)
