# SPDX-License-Identifier: GPL-2.0-only
"""Timelines and exports of the library are those of `guclog decode`."""

import os
import subprocess

import gucstory
import pytest
import stories
from installed_library import Library

FORMS = ('csv', 'jsonl', 'json', 'perfetto')
CREATED = '[drm] Xe device coredump has been created'


@pytest.fixture(scope='module', params=('gcc', 'san'))
def export(request, tmp_path_factory):
    """A function that runs the program of the library."""
    built = Library(request.param, tmp_path_factory.mktemp(request.param))
    program = built.program(tmp_path_factory.mktemp('export') / 'export', 'export.c')

    def run(folder, *args):
        done = subprocess.run([program, *args], check=False, capture_output=True, cwd=folder,
                              env={**os.environ, **built.environment})
        assert done.returncode == 0, done.stderr
        return done.stdout
    return run


@pytest.fixture
def inputs(tmp_path):
    story = stories.refuse(stories.begin(1))
    reason = f'LR job cleanup, guc_id={stories.VICTIM}'
    (tmp_path / 'dump').write_text(gucstory.dump(story.guc, reason, [story.victim, story.waiter]))
    (tmp_path / 'dmesg').write_text(f'[    5.000000] xe 0000:03:00.0: {CREATED}\n'
                                    '[    6.000000] xe 0000:03:00.0: [drm] \x1b]0;x\x07 "\\\xff\n',
                                    encoding='latin-1')
    (tmp_path / 'trace').write_text('a-1 [000] 12.5: xe_guclog:guc_event: boot_ns=13000000000\n'
                                    'a-1 [000] 12.6: xe_sched_job_run: dev=0\n')


@pytest.mark.usefixtures('inputs')
@pytest.mark.parametrize('form', FORMS)
@pytest.mark.parametrize('files', (['dump'], ['dump', 'dmesg'], ['dump', 'trace']))
def test_library_writes_what_the_command_writes(export, guclog, tmp_path, form, files):
    said = guclog('decode', '--to', form, '--force', '-o', 'out', *files, rc=None)
    assert said.rc in (0, 1)
    out = export(tmp_path, form, *files)
    assert out == (tmp_path / 'out').read_bytes()
    assert b'\x1b' not in out or form == 'perfetto'
    assert len(out) > 1000
