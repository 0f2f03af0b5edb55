# SPDX-License-Identifier: GPL-2.0-only
"""guclog diff."""
import os
import random

from small import ANCHOR, block, image, lfd, walk
from tool import same, save

RING = walk(1000, 5000)


def diff(guclog, a, b, rc=1):
    """Both forms; the text must agree with JSON that there is a difference."""
    save('a', a)
    save('b', b)
    text = guclog('diff', 'a', 'b', rc=rc).out
    same('no difference' in text, rc == 0)
    found = guclog('diff', '--json', 'a', 'b', rc=rc).json
    same(found['same'], rc == 0)
    return found['logs'][0], text


def events(found):
    e = found['events']
    return e['only_a'], e['common'], e['only_b'], e['places_between']


def test_same(guclog):
    for data in (lfd(RING), lfd([]), image(RING, 20000, 0, 24000),
                 lfd(RING, old=RING[0], crash=b'crash')):
        found, text = diff(guclog, data, data, 0)
        same((found['facts'], found['ring'], found['blocks']), ([], [], []))
        same(text.splitlines()[-1], '  no difference')


def test_later_capture_of_a_ring(guclog):
    found, text = diff(guclog, lfd(RING[:600]), lfd(RING[150:]))
    same(events(found), (150, 450, 400, 0))
    e = found['events']
    same((e['older'], e['newer']),
         ({'a_index': 0, 'a_events': 150, 'b_index': 0, 'b_events': 0},
          {'a_index': 600, 'a_events': 0, 'b_index': 450, 'b_events': 400}))
    assert '    150 only in A, 450 common, 400 only in B\n' in text
    assert 'the 150 oldest of A are not in B' in text
    assert 'the 400 newest of B are not in A' in text


def test_earlier_capture(guclog):
    found, _ = diff(guclog, lfd(RING[150:]), lfd(RING[:600]))
    same(events(found), (400, 450, 150, 0))


def test_wrapped_images(guclog):
    """The same ring a little later: other run lengths, the same events."""
    size, wrap = 20020, 20000
    first = image(RING[500:] + RING[:500], 10000, wrap, size)
    # 100 more over the oldest
    more = walk(100, 5000 + 960 * 1000, ident=0x700)
    ring = RING[500:] + more + RING[100:500]
    found, _ = diff(guclog, image(RING[500:] + RING[:500], 10000, wrap, size),
                    image(ring, 12000, wrap, size))
    same(events(found), (100, 900, 100, 0))
    same([(v['key'], v['a'], v['b']) for v in found['ring']],
         [('write_ptr', '0x2710', '0x2ee0')])
    diff(guclog, first, lfd(RING, facts={}), 1)


def test_differences_in_between(guclog):
    changed = list(RING)
    changed[400] = walk(1, 7, ident=0x800)[0]
    del changed[700:703]
    changed.insert(900, walk(1, 8, ident=0x801)[0])
    found, text = diff(guclog, lfd(RING), lfd(changed[100:]))
    same(events(found), (104, 896, 2, 3))
    same([list(h.values()) for h in found['events']['between']],
         [[400, 1, 300, 1], [700, 3, 600, 0], [903, 0, 800, 1]])
    assert '    -    400  stamp 0x0005ef88  0x0401' in text, text
    assert '    +    300  stamp 0x00000007  0x0800' in text, text


def test_nothing_in_common(guclog):
    found, _ = diff(guclog, lfd(RING), lfd(walk(10, 77, ident=0x900)))
    same(events(found), (1000, 0, 10, 0))
    found, _ = diff(guclog, lfd(RING), lfd([]))
    same(events(found), (1000, 0, 0, 0))


def test_any_logs(guclog, rounds):
    """For any logs the counts add up, and a log equals itself."""
    rand = random.Random(3)
    few = walk(5, 1)
    for _ in range(rounds(30)):
        a = [rand.choice(few) for _ in range(rand.randrange(40))]
        b = [rand.choice(few) for _ in range(rand.randrange(40))]
        found, _ = diff(guclog, lfd(a), lfd(b), 0 if a == b else 1)
        only_a, common, only_b, _ = events(found)
        same((only_a + common, only_b + common), (len(a), len(b)))
        diff(guclog, lfd(a), lfd(a), 0)


def test_all_alike(guclog):
    """A ring of one and the same entry takes no longer than any other."""
    entry = RING[0]
    found, _ = diff(guclog, lfd([entry] * 200000), lfd([entry] * 100000))
    same(events(found), (100000, 100000, 0, 0))


def test_facts(guclog):
    found, text = diff(guclog, lfd(RING), lfd(RING, {'log_level': 3}))
    same({v['key']: (v['a'], v['b']) for v in found['facts']},
         {key: (str(value), None) for key, value in ANCHOR.items()} |
         {'log_level': (None, '3')})
    same([b['name'] for b in found['blocks']], ['HOST_COMMENT'])
    assert '    log_level              (not known) -> 3\n' in text, text


def test_lic(guclog):
    found, _ = diff(guclog, lfd(RING), lfd(RING, khz=38400))
    same(found['lic'], [{'key': 'tsc_frequency_khz', 'a': '0x4b00', 'b': '0x9600'}])
    same(found['blocks'], [])


def test_blocks(guclog):
    a = lfd(RING, crash=b'0123456789abcdef') + block(0x6002, b'1234')
    b = lfd(RING, crash=b'0123456789abcXef') + block(0x7123, b'12') + \
        block(0x7123, b'5678')
    found, text = diff(guclog, a, b)
    same([(d['type'], d['nth'], d['a_bytes'], d['b_bytes'],
           d.get('first_difference')) for d in found['blocks']],
         [(0x2001, 0, 16, 16, 13), (0x6002, 0, 4, None, None),
          (0x7123, 0, None, 4, None), (0x7123, 1, None, 4, None)])
    assert '0x2001 FW_CRASH_DUMP: 16 bytes, differ from byte 13' in text, text
    assert '0x7123 (unknown) #2: only in B, 4 bytes' in text, text


def test_many_blocks(guclog):
    found, text = diff(guclog, lfd(RING) + block(0x7000, b'1234') * 20000,
                       lfd(RING) + block(0x7000, b'1235') * 20000)
    same((found['blocks_differ'], len(found['blocks'])), (20000, 64))
    assert 'and 19936 more' in text


def test_image_and_its_file(guclog):
    """The same log in two forms: only what is said of the source differs."""
    save('img', image(RING, 20000, 0, 24000))
    guclog('convert', 'img', '-o', 'lfd')
    with open('img', 'rb') as a, open('lfd', 'rb') as b:
        data = a.read(), b.read()
    save('a', data[0])
    save('b', data[1])
    out = guclog('diff', 'a', 'b', rc=0).out
    assert 'no difference' in out, out


def test_gts(guclog):
    for folder, gts in (('one', (0, 1)), ('two', (1, 2))):
        os.mkdir(folder)
        for gt in gts:
            save(f'{folder}/{9 - gt}.lfd', lfd(RING, gt=gt))
    found = guclog('diff', '--json', 'one', 'two', rc=1).json['logs']
    same(sorted((bool(p['a']), bool(p['b']), p['same']) for p in found),
         [(False, True, False), (True, False, False), (True, True, True)])
    out = guclog('diff', '--gt', '1', 'one', 'two').out
    assert out.count('GT 1') == 2 and 'no difference' in out, out


def test_usage(guclog):
    save('a', lfd(RING))
    guclog.usage('diff', 'a')
    guclog.usage('diff', 'a', 'a', 'a')
    guclog.usage('diff', '--nothing', 'a', 'a')
    guclog('diff', 'a', 'nothing-there', rc=2)
    guclog('diff', '--gt', '7', 'a', 'a', rc=2)
    assert 'Usage: guclog diff' in guclog('diff', '--help').out
    guclog('diff', '-', 'a', stdin=lfd(RING))


def test_all(guclog):
    """--all shows every place and every event; otherwise it is told that there are more."""
    other = [list(entry) if isinstance(entry, tuple) else entry for entry in RING]
    odd = walk(1000, 5000, ident=0x700)
    mixed = [odd[i] if i % 25 < 5 else RING[i] for i in range(len(other))]
    save('a', lfd(RING))
    save('b', lfd(mixed))
    short = guclog('diff', 'a', 'b', rc=1).out
    assert 'more places, see --all' in short and 'more\n' in short
    long = guclog('diff', '--all', 'a', 'b', rc=1).out
    assert 'see --all' not in long and ' more\n' not in long
    events_of = guclog('diff', '--json', 'a', 'b', rc=1).json['logs'][0]['events']
    assert len(events_of['between']) == 10 < events_of['places_between']
    every = guclog('diff', '--json', '--all', 'a', 'b', rc=1).json['logs'][0]['events']
    assert len(every['between']) == every['places_between'] == events_of['places_between']
    rows = [line for line in long.splitlines() if line.startswith(('    -', '    +'))]
    assert sum(row.startswith('    -') for row in rows) == every['only_a']
    assert sum(row.startswith('    +') for row in rows) == every['only_b']


def test_all_blocks(guclog):
    """More blocks than are shown without --all."""
    count = 70
    save('a', lfd(RING[:5]) + b''.join(block(0x7f00 + i, b'abcd') for i in range(count)))
    save('b', lfd(RING[:5]) + b''.join(block(0x7f00 + i, b'abce') for i in range(count)))
    assert 'and 6 more, see --all' in guclog('diff', 'a', 'b', rc=1).out
    assert len(guclog('diff', '--json', '--all', 'a', 'b', rc=1).json['logs'][0]['blocks']) == count
