#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""words.py [FILE...] -- find words and phrases that comments, messages and documents must not use.

For each use, prints FILE:LINE, the phrase and what to write instead; fails if there is any. Without
FILE, all tracked files are read. In C and Python only comments and strings are read, so names of
variables may contain the phrases. Before that, a negative control puts each phrase into a text, and
fails if the phrase is not found there, or if a permitted use is reported.
"""

import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
BE = r'(?:is|are|was|were|be|been|being)'

# Each row has a phrase (a regular expression), what to write instead, an example of a text with the
# phrase, and permitted uses of the phrase (a regular expression, or None).
WORDS = [
    (r'at hand', '"available"', 'the data at hand', None),
    (r'as (?:it|they) comes?', '"when it arrives", "unsorted" ...', 'decoded as it comes', None),
    (r'what of (?:an?|the|it)', '"which part of"', 'what of a case is known', None),
    (BE + r' told apart', '"distinguished"', 'ids that can be told apart', None),
    (BE + r' told(?! apart)', '"is informed", "gets"', 'the page is told of it', None),
    (r'behind', '"after"', 'Behind the name is a number.',
     r'behind (?:a|the) root port|(?:reader|consumer|entries)[^.]* behind|wrapped, reader behind'),
    (r'this is to be', '"must be"', 'this is to be freed', None),
    (r'how many-th', '"which", "number of"', 'the how many-th job', None),
    (r'(?:looked (?:at|for)|read|shown|taken) so often', 'the interval: "time between two ..."',
     'GPUs are looked for so often.', None),
    (r'so (?:many|much) (?:is|are|of (?:it|one)) ', '"at most this number"',
     'so many are shown', None),
    (r'passed over', '"skipped"', 'kernels are passed over', None),
    (r'swallows?', '"include", "hide"', 'it would swallow the rest', None),
    (r'eats? (?:the|up)', '"use up"', 'must not eat the memory', None),
    (r'speaks? against', '"contradicts", "refutes"', 'what speaks against it', None),
    (r'fits? to', '"matches", "agrees with"', 'it does not fit to the log', None),
    (r'(?:the|a|its|their) begin (?:of|and)', '"the beginning of", "the start of"',
     'the begin of a run', None),
    (r'at the most', '"at most"', 'three at the most', None),
    (r'likewise of', '"the same for"', 'Likewise of a file.', None),
    (r'as of [a-z_]+\(\)', '"as for NAME()"', 'the same as of open_file()', None),
    (r'so[- ]called', 'leave it out', 'a so-called ring', None),
    (r'resp\.', '"and", "or"', 'read resp. written', None),
    (r'informations', '"information"', 'more informations', None),
    (r'the better witness', 'which source is used, and why', 'from the better witness', None),
    (r'(?:amongst|whilst)', '"among", "while"', 'amongst others', None),
    (r'gone with it', 'what is lost, and when', 'the name is gone with it', None),
    (r'(?:NULL|null|0|empty) without(?: one)?(?=\s*(?:[.,;:)*]|$))', '"if there is none"',
     'the dump, NULL without', None),
    (r'have what(?=\s*[.,;:])', 'what is in which', 'which bits have what', None),
    (r'goes? (?:with|without|neither)(?= --| an? [A-Z]| neither)', '"excludes", "needs"',
     '--rdf goes without --to', None),
    (r'(?:something|anything) of (?:the|an?) (?:log|dump|file|ring)', '"a part of"',
     'something of the log is missing', None),
    (r'(?:has|have|had) told', '"reported to"', 'what the GuC has told the driver', None),
    (r'so (?:many|much) (?:of the|characters|events|lines|messages|bytes)(?! that)', '"this number of"',
     'at least so many characters', None),
    (r'tells?(?: \w+){1,4} apart', '"distinguishes"', 'what tells two steps apart', None),
    (r'(?:further|better) witness(?:es)?', '"evidence"', 'a further witness', None),
    (r'(?:comments?|inputs?|logs?|forms?) (?:do not )?tells?', '"has", "says"', 'as far as the input tells', None),
    (r'but for', '"except"', 'zeroed but for its id', None),
    (r'(?:the )?li(?:fe|ves) of (?:an?|each|the|its) ?(?:contexts?|queues?|firmware)?', '"history of"',
     'in the life of each context', None),
    (r'(?:events?|logs?|those|that|state) of before', '"from before", "earlier"',
     'the events of before the hang', None),
    (r'half files?', '"incomplete file"', 'there are no half files', None),
    (r'(?:NULL|false|0),? without memory', '"if there is no memory"', 'NULL without memory', None),
    (r'some (?:ten|dozens?|hundred)', '"tens of", "hundreds of"', 'has some ten MB', None),
    (r'plumbing', 'what it is for', 'only plumbing', None),
    (r'for everybody', '"for all readers"', 'a sentence for everybody', None),
    (r'who waits for whom', '"which context waits for which"', 'it shows who waits for whom', None),
    (r'while it happens', '"live"', 'shown while it happens', None),
    (r'beside xe', '"with xe"', 'loads the module beside xe', r'boots? beside xe'),
    (r'went away', '"was stopped", "was removed"', 'a firmware that went away', None),
    (r'laps? of (?:the|a) ring', '"wraps of the ring"', 'over two laps of the ring', None),
    (BE + ' no(?= [a-z])', '"is not a", "are not"', 'a value that is no number',
     r'there(?: [a-z]+)? ' + BE + ' no|(?:can|may|must|should|will) be no|'
     + BE + ' no (?:longer|more|less|later|earlier|larger|smaller|newer|older|other) '),
]

C_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"', re.S)
C_FILES = ('.c', '.h', '.js', '.S', '.css', '.cocci', '.lds')
TEXT_FILES = ('.rst', '.md', '.1', '.sh', '.html', '.service', '.rules')
# Files that are not read: this file, because it has the list of the phrases, and copies of files of
# other projects.
NOT_OURS = re.compile(r'LICENSES/|vendor/|scripts/checks/words\.py$')


def c_texts(text):
    for match in C_TEXT.finditer(text):
        yield text.count('\n', 0, match.start()) + 1, match.group()


def python_texts(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            # The fields of an f-string ("{name}") have names of variables: replace them by blanks.
            yield token.start[0], re.sub(r'\{[^{}]*\}', lambda m: ' ' * len(m.group()),
                                         token.string)


def texts(path, text):
    """Return the comments and strings of a program, or the whole text of a document, each with the
    number of its first line."""
    first = text.split('\n', 1)[0]
    if path.suffix in C_FILES:
        return c_texts(text)
    if path.suffix == '.py' or first.startswith('#!') and 'python' in first:
        return python_texts(text)
    if path.suffix in TEXT_FILES or first.startswith('#!') or 'ABI' in path.parts:
        return [(1, text)]
    return []


def flat(text):
    """Replace line ends, the comment marks after them, white space and double quotes by blanks, so
    that a phrase is found across lines. The length of the text stays the same."""
    return re.sub(r'\n[ \t]*(?:\*(?!/)|#|//)?|[\s"]', lambda m: ' ' * len(m.group()), text)


def judge(path, text):
    """Yield the number of the line, the phrase, and what to write instead, for each use of a phrase
    that is not permitted."""
    for line, part in texts(path, text):
        words = flat(part)
        for phrase, instead, _, permitted in WORDS:
            found = re.compile(r'\b' + phrase.replace(' ', r' +'), re.I)
            free = [m.span() for m in re.finditer(permitted.replace(' ', r' +'), words, re.I)] \
                if permitted else []
            for m in found.finditer(words):
                end = words[m.end():m.end() + 1]
                if end.isalnum() and words[m.end() - 1].isalnum() or end == '_':
                    continue
                if not any(a <= m.start() and m.end() <= b for a, b in free):
                    yield line + part.count('\n', 0, m.start()), m.group(), instead


def control():
    """Search texts that contain the phrases. Return a message for each phrase that is not found,
    and for each permitted use that is found."""
    faults = []
    for phrase, _, example, _ in WORDS:
        middle = example.replace(' ', '\n * ', 1)
        for name, text in (('a.c', f'int a;\n/*\n * {example}.\n */\n'),
                           ('a.c', f'/*\n * {middle}.\n */\n'), ('a.c', f'f("{example}.");\n'),
                           ('a.py', f'# {example}.\n'), ('a.rst', f'{example}.\n')):
            if not list(judge(Path(name), text)):
                faults.append(f'{name}: the control "{phrase}" is not found in {text!r}')
    for name, text in (('a.c', 'u32 behind = 1;\n'), ('a.py', 'print(f"{behind} bytes")\n'),
                       ('a.rst', 'The device is behind a root port.\n'),
                       ('a.rst', 'A consumer is 300 entries behind.\n')):
        if list(judge(Path(name), text)):
            faults.append(f'{name}: the control reports {text!r}')
    return faults


def tracked():
    names = subprocess.check_output(['git', '-C', TOP, 'ls-files', '-z'], text=True)
    return [TOP / name for name in names.split('\0') if name and not NOT_OURS.search(name)]


def main():
    faults = control()
    for path in [Path(name) for name in sys.argv[1:]] or tracked():
        try:
            text = path.read_text(encoding='utf-8')
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue
        for line, phrase, instead in judge(path, text):
            name = path.relative_to(TOP) if path.is_relative_to(TOP) else path
            faults.append(f'{name}:{line}: "{phrase}": write {instead}')
    for fault in faults:
        print(fault)
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
