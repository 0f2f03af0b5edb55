# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the advice of guclog explain: at most three pieces, each from a finding, and none for a
log in which nothing was found."""

import re

import gucstory as g
import pytest
import stories
import test_known

ENGINES = '/engines/{}/{}'
GPU = 'xe 0000:5e:00.0: [drm] '


def story_dump(kind, reason='LR job cleanup', **options):
    """Return a devcoredump of a compute engine that was reset: another context waited ('refused'),
    the driver had disabled the context ('killed'), or there was a memory error ('memory error')."""
    story = stories.begin(5, engine=(g.COMPUTE, 0))
    if kind == 'refused':
        stories.refuse(story)
    elif kind == 'killed':
        story.guc.killed(story.victim)
    elif kind == 'memory error':
        story.guc.event(0x6000, stories.VICTIM, 1)
        story.guc.reset(story.victim, None, [(g.COMPUTE, 0)])
        story.guc.clean_up(story.victim)
    else:
        story.guc.settle()
    return g.dump(story.guc, f'{reason}, guc_id={story.victim.guc_id}', [story.victim], **options)


def with_firmware(text, version, wanted=None):
    return re.sub(r'^GuC version: .*', f'GuC version: {version} (wanted {wanted or version})', text,
                  flags=re.M)


def with_limit(text, limit=7000):
    return text.replace('9223372036854775807 (ms)', f'{limit} (ms)')


@pytest.fixture
def advice(guclog, tmp_path):
    """A function that returns the advice of explain for a text, as a dict from finding to text."""
    def run(text, *more):
        (tmp_path / 'input').write_text(text)
        said = guclog('explain', '--json', 'input', *more, rc=None).json
        sentences = said['logs'][0]['sentences'] if said.get('logs') else said['sentences']
        texts = [s['text'] for s in sentences if s['text'].startswith('What to do: ')]
        assert texts == [f"What to do: {a['text']}." for a in said['advice']]
        assert texts == [s['text'] for s in sentences][len(sentences) - len(texts):]
        assert len(texts) <= 3
        return {a['finding']: a['text'] for a in said['advice']}
    return run


def test_preemption_timeout_has_its_file(advice):
    found = advice(story_dump('refused'))
    assert ENGINES.format('ccs', 'preempt_timeout_us') in found['preemption timeout']
    assert 'job_timeout_ms' not in ''.join(found.values())


def test_job_timeout_has_its_file(advice):
    found = advice(with_limit(story_dump('killed', 'Timedout job - seqno=9')))
    assert ENGINES.format('ccs', 'job_timeout_ms') in found['job timeout']
    assert 'preempt_timeout_us' not in ''.join(found.values())


def test_memory_fault_hit_no_limit(advice):
    text = with_limit(story_dump('memory error', 'Timedout job - seqno=9'))
    assert not {'preemption timeout', 'job timeout'} & set(advice(text))


def test_a_queue_without_a_limit_hit_none(advice):
    """A job without a time limit cannot have exceeded it, also if the driver disabled the queue."""
    assert 'job timeout' not in advice(story_dump('killed'))


NEWEST = {row['platform']: row for row in test_known.read_rows('guc_newest.csv')}


@pytest.mark.parametrize('platform', ['BATTLEMAGE', 'METEORLAKE'])
def test_old_firmware(advice, platform):
    text = re.sub(r'^PCI ID: .*$', f'PCI ID: {test_known.PCI[platform]}', story_dump('refused'),
                  flags=re.M)
    found = advice(with_firmware(text, '70.36.0'))
    newest = NEWEST[platform]
    assert '70.36.0' in found['firmware'] and newest['version'] in found['firmware']
    assert newest['file'] in found['firmware']
    assert 'firmware' not in advice(with_firmware(text, newest['version']))
    assert 'firmware' not in advice(with_firmware(text, '70.99.0'))


def test_age_of_the_firmware_is_said_once(guclog, tmp_path):
    """The report says that the firmware is old in the advice, or in its head if there is none."""
    for kind in 'refused', 'nothing':
        text = story_dump(kind, 'LR job cleanup' if kind == 'refused' else 'manual')
        (tmp_path / 'dump').write_text(with_firmware(text, '70.44.1', '70.49.4'))
        out = guclog('report', '--text', 'dump', rc=None).out
        assert out.count('linux-firmware') == 1
        assert ('the driver wanted' in out) == (kind == 'nothing')


def test_age_of_the_firmware_beside_more_important_advice(guclog, tmp_path):
    """If there is no room for the advice to update, the fact stands before the advice."""
    (tmp_path / 'kernel').write_text(
        f'[ 2.1] {GPU}GT0: GuC firmware (70.49.4) is recommended, but only (70.44.1) was found in '
        'xe/bmg_guc_70.bin\n'
        f'[ 50.1] {GPU}Tile0: GT0: Engine reset: engine_class=rcs, logical_mask: 0x1, guc_id=3, '
        'state=0x3\n'
        f'[ 50.2] {GPU}Xe device coredump has been created\n'
        f'[ 90.1] {GPU}*ERROR* Tile0: GT0: load failed: status = 0x800001EC, time = 8ms, freq = '
        '2400MHz (req 2400MHz), done = 0\n'
        f'[ 90.2] {GPU}*ERROR* CRITICAL: Xe has declared device 0000:5e:00.0 as wedged.\n')
    said = guclog('explain', '--json', 'kernel', rc=None).json
    texts = [s['text'] for s in said['logs'][0]['sentences']]
    assert texts[-len(said['advice']):] == [f"What to do: {a['text']}." for a in said['advice']]
    assert sum('70.49.4' in text and '70.44.1' in text for text in texts) == 1


def test_known_case_has_its_cure(advice):
    case = next(c for c in test_known.CASES if c['cure'])
    assert case['cure'] in advice(test_known.dump_of(case))['known case']


def test_report_has_an_address(advice):
    story = stories.begin(5, engine=(g.COMPUTE, 0))
    story.guc.disable(story.victim, answer=False)
    text = g.dump(story.guc, f'asked, guc_id={story.victim.guc_id}', [story.victim], late_ms=9000)
    assert 'drm/xe' in advice(text)['report']
    assert 'devcoredump' in advice(text)['report']


def test_nothing_found_no_advice(advice):
    assert advice(story_dump('settled', 'asked by the user')) == {}


def test_job_timeout_of_a_kernel_log(advice):
    line = (GPU + 'Tile0: GT0: Timedout job: seqno=31, lrc_seqno=31, guc_id=12, flags=0x0 in '
            'renderer [3107]\n')
    found = advice('[ 71.250000] ' + line)
    assert 'job_timeout_ms' in found['job timeout'] and 'report' in found
    reset = GPU + 'Tile0: GT0: Engine reset: engine_class=rcs, logical_mask: 0x1, guc_id=12, state=0x3\n'
    found = advice('[ 71.240000] ' + reset + '[ 71.250000] ' + line)
    assert not {'job timeout', 'preemption timeout'} & set(found)


def test_filtered_kernel_log(advice):
    text = ('[ 8.100000] ' + GPU + 'Tile0: GT0: \n[ 8.100090] ' + GPU +
            '*ERROR* Tile0: GT0: Fault response: Unsuccessful -EINVAL\n')
    assert 'journalctl' in advice(text)['filtered']


def test_recommended_firmware(advice):
    text = ('[ 4.000000] ' + GPU + 'GT0: GuC firmware (70.53.0) is recommended, but only (70.29.2) was '
            'found in xe/lnl_guc_70.bin\n')
    found = advice(text)
    assert '70.29.2' in found['firmware'] and '70.53.0' in found['firmware']


def test_platforms_are_known():
    platforms = {row['platform'] for row in test_known.DEVICES}
    assert set(NEWEST) <= platforms
