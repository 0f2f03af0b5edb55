# SPDX-License-Identifier: GPL-2.0-only
"""guclog explain with a trace of xe's trace events: whether memory was bound at the address of a page
fault, and whether the program had ended. The lines are those of the TP_printk() of xe's sources."""

import gucstory
import pytest
import stories
from test_explain_faults import ASID, fault_story
from test_kernel_incidents import cat, fault, reset, xe

GPU, OTHER_GPU = '0000:03:00.0', '0000:04:00.0'
ADDRESS, START, END = 0x800400a03000, 0x800400a00000, 0x800400bfffff
ERROR = 7_001_000           # us


def line(us, name, fields, form='tracefs'):
    """Return a line of a trace, in the form of tracefs, "trace-cmd report" or "perf script"."""
    time = f'{us // 10**6}.{us % 10**6:06}'
    return {'tracefs': f'     app-501     (    500) [001] .....  {time}: {name}: {fields}\n',
            'trace-cmd': f'     app-501   [001]  {time}: {name + ":":20} {fields}\n',
            'perf': f'app   501 [001]  {time}: xe:{name}: {fields}\n'}[form]


def vma(us, what, start=START, end=END, asid=ASID, gpu=GPU, kernel='7.3', form='tracefs'):
    vm = 'vm=00000000def, ' if kernel == '7.3' else ''
    comma = '' if kernel == '7.3' else ','
    return line(us, f'xe_vma_{what}', f'dev={gpu}, vma=00000000abc, {vm}asid=0x{asid:05x}, '
                f'start=0x{start:012x}, end=0x{end:012x}, userptr=0x000000000000{comma}', form)


def vm(us, what, asid=ASID):
    return line(us, f'xe_vm_{what}', f'dev={GPU}, vm=00000000def, asid=0x{asid:05x}, vm flags=0x00001')


def queue(us, what, guc_id=stories.VICTIM, gpu=GPU, form='tracefs'):
    return line(us, f'xe_exec_queue_{what}', f'dev={gpu}, 5:0x1, gt=0, width=1, guc_id={guc_id}, '
                'guc_state=0x3, flags=0x0', form)


def head(lost=0):
    return f'# tracer: nop\n#\n# entries-in-buffer/entries-written: 40/{40 + lost}   #P:4\n#\n'


@pytest.fixture(params=('dump', 'kernel log'))
def said(request, guclog, tmp_path):
    """A function that explains a page fault with a trace, and returns the sentences from it: of a
    devcoredump, and of a kernel log alone."""
    if request.param == 'dump':
        story = fault_story(6, address=ADDRESS & ~0xfff)
        text = gucstory.dump(story.guc, stories.timed_out(stories.VICTIM), [story.victim])
    else:
        text = xe((7, fault(ADDRESS, asid=ASID)), (7.0001, 'Fault response: Unsuccessful -EINVAL'),
                  (7.001, cat(stories.VICTIM)), (7.002, reset(stories.VICTIM)))
    (tmp_path / 'input').write_text(text)

    def run(*trace):
        (tmp_path / 'trace').write_text(''.join(trace))
        shown = guclog('explain', '--json', 'input', 'trace', rc=None).json
        of = shown['logs'][0] if 'logs' in shown else shown
        return ' '.join(s['text'] for s in of['sentences'] if s['basis'] == 'trace')
    return run


@pytest.mark.parametrize('form', ('tracefs', 'trace-cmd', 'perf'))
@pytest.mark.parametrize('kernel', ('6.12', '7.3'))
def test_unbound(said, kernel, form):
    more = {'kernel': kernel, 'form': form}
    text = said(vma(5_000_000, 'bind', **more), vma(6_999_000, 'unbind', **more),
                queue(ERROR, 'memory_cat_error', form=form))
    assert 'had unbound' in text and f'{START:#x}' in text and f'{END:#x}' in text
    assert ' 6.999000 ' in text and ' 2.000 ms before' in text and ' 1999.000 ms after' in text


def test_bound_again(said):
    text = said(vma(5_000_000, 'bind'), vma(6_000_000, 'unbind'), vma(6_500_000, 'bind'),
                queue(ERROR, 'memory_cat_error'), vma(ERROR + 10, 'unbind'))
    assert ' was bound' in text and 'unbound' not in text and ' 501.000 ms before' in text


def test_evicted(said):
    text = said(vma(5_000_000, 'bind'), vma(6_000_000, 'evict'), queue(ERROR, 'memory_cat_error'))
    assert 'evicted' in text and 'program' not in text


def test_mirror_of_the_memory_of_the_process(said):
    text = said(vma(5_000_000, 'bind', 0, (1 << 48) - 1), queue(ERROR, 'memory_cat_error'))
    assert 'mirror' in text


def test_range_beside_the_address(said):
    """The last address of a range is printed, not the first one after it."""
    text = said(vma(5_000_000, 'bind', START, ADDRESS - 0x3001), queue(ERROR, 'memory_cat_error'))
    assert 'no event' in text


@pytest.mark.parametrize('trace, never', (
    ((head(), vm(4_000_000, 'create'), vma(5_000_000, 'bind', 0x1000, 0x1fff)), True),
    ((head(), vm(4_000_000, 'create')), True),
    ((head(9), vm(4_000_000, 'create'), vma(5_000_000, 'bind', 0x1000, 0x1fff)), False),
    ((head(), vm(4_000_000, 'create'), 'CPU:1 [LOST 7 EVENTS]\n', vma(5_000_000, 'bind', 1, 2)),
     False),
    ((vm(4_000_000, 'create'), vma(5_000_000, 'bind', 0x1000, 0x1fff)), False),
    ((head(), vm(4_000_000, 'create', asid=0), vma(5_000_000, 'bind', 0x1000, 0x1fff)), False)))
def test_never_bound(said, trace, never):
    """The trace only proves this if it has the creation of the address space and no event is lost.
    In Linux 6.12, the address space has no number yet when its creation is traced."""
    text = said(*trace, queue(ERROR, 'memory_cat_error'))
    assert ('never bound' in text) == never and ('can have lost' in text) == (not never)


def test_address_space_with_the_same_number(said):
    """The number of an address space is used again; what was bound in the former one is gone."""
    text = said(head(), vma(3_000_000, 'bind'), vm(4_000_000, 'create'),
                queue(ERROR, 'memory_cat_error'))
    assert 'never bound' in text


@pytest.mark.parametrize('trace', (
    (vma(5_000_000, 'unbind', asid=ASID + 1), queue(ERROR, 'memory_cat_error')),
    (vma(5_000_000, 'unbind', gpu=OTHER_GPU), queue(ERROR, 'memory_cat_error')),
    (vma(5_000_000, 'unbind'), queue(ERROR, 'memory_cat_error', guc_id=stories.VICTIM + 1)),
    (vma(5_000_000, 'unbind'),),
    (vma(5_000_000, 'unbind'), queue(6_000_000, 'memory_cat_error'), vma(6_500_000, 'bind'),
     queue(ERROR, 'memory_cat_error')),
), ids=('address space', 'GPU', 'queue', 'no error', 'two errors'))
def test_trace_of_something_else(said, trace):
    assert not said(*trace)


def test_reset_without_a_memory_error(said):
    """Linux 6.8 traces the reset of the queue; the memory error is used if both are there."""
    assert ' 2002.000 ms before' in said(vma(5_000_000, 'unbind'), queue(ERROR + 1000, 'reset'))
    assert ' 2001.000 ms before' in said(vma(5_000_000, 'unbind'),
                                         queue(ERROR, 'memory_cat_error'),
                                         queue(ERROR + 1000, 'reset'))


@pytest.mark.parametrize('event, word', ((vm(6_900_000, 'kill'), 'address space was killed'),
                                         (vm(6_900_000, 'free'), 'address space was killed or freed'),
                                         (queue(6_900_000, 'kill'), 'queue was killed'),
                                         (queue(6_900_000, 'close'), 'closed')))
def test_program_that_had_ended(said, event, word):
    text = said(vma(5_000_000, 'bind'), event, queue(ERROR, 'memory_cat_error'))
    assert word in text and 'consequence' in text and ' 101.000 ms before' in text
    text = said(vma(5_000_000, 'bind'), queue(ERROR, 'memory_cat_error'), event.replace('6.9', '7.9'))
    assert 'consequence' not in text


def test_guc_id_that_is_used_again(said):
    """An earlier queue with this guc_id was killed; the one with the error was not."""
    text = said(queue(6_000_000, 'kill'), queue(6_500_000, 'create'), vma(6_600_000, 'bind'),
                queue(ERROR, 'memory_cat_error'))
    assert ' was bound' in text and 'consequence' not in text


def test_report_and_folder(guclog, tmp_path):
    """report takes the trace, too, and explain finds it in the folder of an incident."""
    story = fault_story(6, address=ADDRESS & ~0xfff)
    (tmp_path / 'folder').mkdir()
    (tmp_path / 'folder/dump').write_text(
        gucstory.dump(story.guc, stories.timed_out(stories.VICTIM), [story.victim]))
    (tmp_path / 'folder/trace').write_text(
        vma(5_000_000, 'bind') + vma(6_999_000, 'unbind') + queue(ERROR, 'memory_cat_error'))
    assert 'had unbound' in guclog('explain', 'folder', rc=None).out
    assert 'had unbound' in guclog('report', '--text', 'folder/dump', 'folder/trace', rc=None).out


def test_trace_alone(guclog, tmp_path):
    """A trace alone is not explained."""
    (tmp_path / 'trace').write_text(vma(5_000_000, 'bind'))
    assert 'trace' in guclog('explain', 'trace', rc=2).err
