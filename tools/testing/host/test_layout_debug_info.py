# SPDX-License-Identifier: GPL-2.0-only
"""Tests xe-guclog-btf, which makes the firmware file with the types of an xe without type
information, on a small object that has the structures of xe and debug information."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tool import save

SCRIPT = Path(__file__).resolve().parents[2] / 'guclog/layout/xe-guclog-btf'
XE = '''
struct device { int x; };
struct drm_device { struct device *dev; };
struct xe_device;
struct xe_gt;
struct xe_tile { struct xe_device *xe; struct xe_gt *primary_gt, *media_gt; };
struct xe_device {
	struct drm_device drm;
	struct { unsigned short devid; unsigned char tile_count; } info;
	struct xe_tile tiles[2];
};
struct xe_bo {
	struct { struct { struct drm_device *dev; unsigned long size; } base; } ttm;
	struct { void *vaddr; _Bool is_iomem; } vmap;
};
struct xe_guc_log { struct xe_bo *bo; };
struct xe_guc { struct xe_guc_log log; };
struct xe_gt {
	struct xe_tile *tile;
	struct { unsigned char id; } info;
	struct { struct xe_guc guc; } uc;
};
struct xe_device *xe;
struct xe_gt *gt;
struct xe_bo *bo;
'''
NOTE = '.note.gnu.build-id'


def built(name, source=XE, build_id='11' * 20):
    """Build the file name with debug information and a build id."""
    save('source.c', source)
    subprocess.run(['gcc', '-g', '-shared', '-nostdlib', f'-Wl,--build-id=0x{build_id}', '-o', name,
                    'source.c'], check=True)


@pytest.fixture
def script(guclog, tmp_path):
    """A function that runs xe-guclog-btf while the xe of the file "loaded" is loaded, and returns
    its exit status, standard output and standard error."""
    if not shutil.which('pahole'):
        pytest.skip('needs pahole')
    notes = tmp_path / 'sys/module/xe/notes'
    notes.mkdir(parents=True)
    built('loaded')
    subprocess.run(['objcopy', '-O', 'binary', '--only-section', NOTE, 'loaded', notes / NOTE],
                   check=True)

    def run(*args, **more):
        done = subprocess.run(
            [SCRIPT, *args], text=True, capture_output=True,
            env={**os.environ, 'PATH': f'{Path(guclog.path).parent}:{os.environ["PATH"]}',
                 'XE_GUCLOG_SYS': str(tmp_path / 'sys'),
                 'XE_GUCLOG_FIRMWARE': str(tmp_path / 'firmware'), **more})
        return done.returncode, done.stdout, done.stderr

    return run


def test_made(script, guclog):
    """The file has the types of the debug information, and the build id in its name."""
    rc, out, err = script('loaded')
    assert (rc, err) == (0, '')
    made = Path('firmware') / f'xe-{"11" * 20}.btf'
    assert [made.name] == os.listdir('firmware') and str(made) in out
    assert made.stat().st_mode & 0o777 == 0o644
    layout = guclog('layout', made).out
    assert 'required 17 of 17' in layout
    assert 'TILE_MEDIA_GT          xe_tile.media_gt 16/8' in layout


def test_packed(script):
    subprocess.run(['xz', '-k', 'loaded'], check=True)
    assert script('loaded.xz')[0] == 0
    assert os.listdir('firmware')


@pytest.mark.parametrize('change, said', [
    (lambda: built('other', build_id='22' * 20), '22' * 20),
    (lambda: subprocess.run(['strip', '-g', 'loaded', '-o', 'other'], check=True), 'debug'),
    (lambda: built('other', XE.replace('*media_gt', '*other_gt')), 'xe_tile.media_gt'),
    (lambda: save('other', b'text'), 'build id')])
def test_refused(script, change, said):
    """Debug information of another xe, a file without any, and that of an xe that the module does
    not support: no file is made."""
    change()
    rc, _, err = script('other')
    assert rc == 1 and said in err
    assert not Path('firmware').exists()


def test_not_needed(script):
    """If xe has type information, no file is made."""
    btf = Path('sys/kernel/btf/xe')
    btf.parent.mkdir(parents=True)
    btf.touch()
    assert script('loaded')[0] == 0
    assert not Path('firmware').exists()


def test_not_found(script):
    """Without an argument, the message names the build id if no debug information is found."""
    rc, _, err = script(DEBUGINFOD_URLS='')
    assert rc == 1 and '11' * 20 in err


def test_locked_down(script):
    """On a locked-down kernel a message says that the module does not use the file."""
    lockdown = Path('sys/kernel/security/lockdown')
    lockdown.parent.mkdir(parents=True)
    lockdown.write_text('none [integrity] confidentiality\n')
    rc, _, err = script('loaded')
    assert rc == 0 and 'locked' in err
