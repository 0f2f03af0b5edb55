#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""golden.py --write [GUCLOG] -- renew transcripts/golden/, the output of guclog for the devcoredumps
of the transcripts, and sentences/, what guclog prints for rows of the tables (explained.py)."""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import transcripts  # noqa: E402

TOP = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
FOLDER, SENTENCES = transcripts.FOLDER / 'golden', HERE / 'sentences'
# The name of the file, and the command.
VERBS = {'explain': ['explain', '--why'], 'triage.json': ['triage', '--json'], 'info': ['info'],
         'contexts': ['decode', '--contexts'], 'dump': ['dump'],
         'messages': ['dump', '--messages', '--last', '8']}
# Output that an input without a log does not have.
OF_A_LOG = {'info', 'contexts', 'messages'}
CASES = [(name, verb) for name in transcripts.NAMES for verb in VERBS
         if verb not in OF_A_LOG or 'event' in transcripts.rows_of(name)]


def output(guclog, name, verb, folder):
    """Return what guclog prints for the devcoredump of a transcript. The devcoredump is written
    into the folder, so that the output has a path without a folder."""
    (folder / f'{name}.devcoredump').write_text(transcripts.dump(name), encoding='ascii')
    done = subprocess.run([guclog, *VERBS[verb], f'{name}.devcoredump'], cwd=folder, check=False,
                          stdout=subprocess.PIPE, env={'LC_ALL': 'C.UTF-8', 'TZ': 'UTC'},
                          timeout=60)
    return done.stdout.decode('utf-8')


def main():
    if sys.argv[1:2] != ['--write'] or len(sys.argv) > 3:
        sys.exit(__doc__)
    guclog = Path(sys.argv[2] if len(sys.argv) == 3 else TOP / 'build/guclog/guclog').resolve()
    with tempfile.TemporaryDirectory() as folder:
        texts = {f'{name}.{verb}': output(guclog, name, verb, Path(folder)) for name, verb in CASES}
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for file, text in texts.items():
        (FOLDER / file).write_text(text, encoding='utf-8')
    for old in SENTENCES.iterdir():
        old.unlink()
    tests = [file for file in HERE.glob('test_*.py') if 'pinned' in file.read_text()]
    sys.exit(subprocess.call(('/usr/bin/python3', '-m', 'pytest', '-q', '-m', 'pinned', '--renew',
                              '--guclog', guclog, *tests)))


if __name__ == '__main__':
    main()
