#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What file(1) says, with our magic, of the corpus, of text and of other files."""

import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
TOP = Path(__file__).resolve().parents[3]
sys.path.insert(1, str(TOP / 'tools/testing/host'))

import inputs  # noqa: E402
from reference import forms  # noqa: E402

MAGIC = TOP / 'tools/formats/guclog.magic'
STATES = {(0xcabba9e6, 0xdeadfeed), (0xcabba9e6, 0x8086dead),
          (0xcabba9f7, 0xbeeffeed)}


def image(content):
    """The sentence for an image, None when it does not begin with a state."""
    if len(content) < 36:
        return None
    words = struct.unpack_from('<9I', content)
    if words[:2] not in STATES:
        return None
    said = 'GuC log, image'
    if words[1] == 0xdeadfeed:
        # printf's %#x has no prefix for 0.
        pointer = f'{words[3]:#x}' if words[3] else '0'
        said += f', {words[4]} bytes of events, write pointer {pointer}'
        magic, minor, major = struct.unpack('<IHH', content[108:116].ljust(8))
        if magic == 0x8086900d:
            said += f', LIC {major}.{minor}'
    return said


def lfd(content):
    return 'GuC log, LFD file, version {1}.{0}'.format(
        *struct.unpack_from('<HH', content, 8))


def expected(corpus):
    """Yield (path, sentence); a sentence of None is any but ours."""
    for path in sorted(corpus.glob('*.img')):
        yield path, image(path.read_bytes())
    for path in sorted(corpus.glob('*.lfd')):
        yield path, lfd(path.read_bytes())
    for path in sorted(corpus.glob('*.rdf')):
        yield path, 'RDF file, version 3, ASIC info version 1'
    for suffix in ('info', 'state', 'asic_v1'):
        for path in sorted(corpus.glob(f'*.{suffix}')):
            yield path, None


def texts(folder):
    """Yield the same of a kernel's text."""
    held = inputs.held(inputs.small())
    whole = folder / 'coredump'
    whole.write_text(forms.devcoredump(inputs.MACHINE, held))
    yield whole, 'Xe devcoredump, text, with a GuC log'
    bare = folder / 'coredump-without'
    bare.write_text(whole.read_text().partition('**** GuC Log ****')[0])
    yield bare, 'Xe devcoredump, text'
    page = folder / 'guc_log'
    page.write_text(forms.debugfs(held))
    yield page, 'GuC log, text of the Xe driver'


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        want = list(expected(Path(sys.argv[1]))) + list(texts(Path(scratch)))
        said = subprocess.run(
            ['file', '-b', '-m', MAGIC, *(path for path, _ in want)],
            check=True, capture_output=True, text=True).stdout.splitlines()
        for (path, sentence), found in zip(want, said, strict=True):
            good = found == sentence if sentence else \
                not found.startswith(('GuC', 'RDF', 'Xe'))
            passed += good
            failed += not good
            if not good:
                print(f'FAIL {path.name}: {found!r}, not {sentence!r}')
    print(f'{passed} passed, {failed} failed')
    return failed > 0 or not passed


if __name__ == '__main__':
    sys.exit(main())
