# SPDX-License-Identifier: GPL-2.0-only
"""Inputs that end early, contradict themselves or are something else."""

import expect
import logs
import lossy
from reference import decorate, forms
from reference.ring import noise
from whole import PACKINGS

DATA = '[LOG].data: '
OLD_DATA = 'Log data: '


def cuts(data):
    """Character counts at which a text may end: at the beginning, in a dword,
    at a zero dword, around the ends of page and regions, before the end."""
    dword = data.some(5, 0x1000)
    yield from (0, 1, 4, 5, 6, data.ends[8], data.ends[8] + 1)
    yield from (data.start(dword) + i for i in range(6))
    for offset in range(0x1000, 0x4000, 0x1000):
        yield from (data.ends[offset // 4 + i] for i in (-2, -1, 0))
    yield from (data.ends[0x1190 // 4], len(data.text) - 1)


def check_cut(tool, count, held):
    """A text that ends somewhere in its data."""
    data, total = lossy.Data(held.image), len(held.image)
    for name, text, known in (
            ('devcoredump', forms.devcoredump(logs.MACHINE, held),
             expect.of_dump(logs.MACHINE, held)),
            ('debugfs', forms.debugfs(held), expect.of_file(held))):
        start = text.index(DATA) + len(DATA)
        for chars in sorted(set(cuts(data))):
            left = data.left(chars)
            lossy.check(count, f'{name} of {chars} characters',
                        tool.convert(text[:start + chars]), left, known,
                        total, (total, len(left)))
        for lost in 1, len(DATA), len(DATA) + 5, start - 10:
            lossy.refused(count, f'{name} that ends {lost} before its data',
                          tool.convert(text[:start - lost]))
        count.made(f'{name} without a last newline', tool.convert(text[:-1]),
                   expect.lfd_of(held.image, known))


def check_old_cut(tool, count, image):
    """The form that has no length: what is there is the log."""
    data, text = lossy.Data(image), forms.debugfs_old(image)
    for chars in sorted(set(cuts(data))):
        if chars in (0, *data.ends):
            continue
        lossy.check(count, f'6.12 of {chars} characters',
                    tool.convert(text[:len(OLD_DATA) + chars]),
                    data.left(chars), expect.of_old_file(), told=('dword',))
    lossy.refused(count, '6.12 without data', tool.convert(OLD_DATA[:-1]))


def check_length(tool, count, image):
    """[LOG].length is not what was decoded."""
    for length in (len(image) + 4, len(image) + 4096, 1 << 40, (1 << 64) - 1):
        held = logs.held(image, length=length)
        lossy.check(count, f'a length of 0x{length:x}',
                    tool.convert(forms.devcoredump(logs.MACHINE, held)),
                    image, expect.of_dump(logs.MACHINE, held), length,
                    (len(image), length))
    for length in len(image) - 4, len(image) - 4096, 4096:
        held = logs.held(image, length=length)
        done = tool.convert(forms.devcoredump(logs.MACHINE, held))
        lossy.check(count, f'a length of 0x{length:x}', done, image[:length],
                    expect.of_dump(logs.MACHINE, held))
        count.same(f'a length of 0x{length:x}: one loss',
                   len(lossy.losses(done.out)), 1)
    held = logs.held(image, length=0)
    done = tool.convert(forms.devcoredump(logs.MACHINE, held))
    count.same('a length of 0', done.status, 1)
    count.check('a length of 0: told', lossy.losses(done.out))


def spoiled(data):
    """Text in which one dword cannot be decoded, and that dword."""
    five, zero = data.some(5, 0x1004), data.some(1, 0x1004)
    start = data.start(five)
    for digit in range(5):
        for bad in '~', ' ', '\t', '\0', '\x7f', 'v', 'z' if digit else '~':
            yield f'{bad!r} for digit {digit}', five, \
                data.text[:start + digit] + bad + data.text[start + digit + 1:]
    yield 'a byte above 0x7f', five, \
        data.text[:start + 2] + '\xe4' + data.text[start + 3:]
    for big in 's8W-"', 'uuuuu', 't!!!!':
        yield f'{big}, which is over 32 bits', five, \
            data.text[:start] + big + data.text[start + 5:]
    at = data.start(zero)
    yield 'a spoiled zero', zero, data.text[:at] + '\x01' + data.text[at + 1:]


def check_character(tool, count, held):
    """A character that is none: the data end before its dword."""
    data, total = lossy.Data(held.image), len(held.image)
    for form, text, known in (
            ('debugfs', forms.debugfs(held), expect.of_file(held)),
            ('6.12', forms.debugfs_old(held.image), expect.of_old_file())):
        for name, dword, bad in spoiled(data):
            done = tool.convert(text.replace(data.text, bad).encode('latin-1'))
            lossy.check(count, f'{form}: {name}', done,
                        held.image[:4 * dword], known,
                        None if form == '6.12' else total)


def check_line_ends(tool, count, held):
    """CR LF, as from a mail program."""
    for form, text, known in (
            ('devcoredump', forms.devcoredump(logs.MACHINE, held),
             expect.of_dump(logs.MACHINE, held)),
            ('debugfs', forms.debugfs(held), expect.of_file(held)),
            ('6.12', forms.debugfs_old(held.image), expect.of_old_file()),
            ('hexdump', forms.hexdump(held), expect.of_hexdump(held))):
        count.made(f'{form} with CR LF',
                   tool.convert(text.replace('\n', '\r\n')),
                   expect.lfd_of(held.image, known))
    text = forms.devcoredump(logs.MACHINE, held).replace('\t', '        ')
    count.made('devcoredump without tabs', tool.convert(text),
               expect.lfd_of(held.image, expect.of_dump(logs.MACHINE, held)))


def check_hexdump(tool, count, held):
    """A hexdump's line has a place, which is 16 bytes: what cannot be read of
    it is 0. In the last line the data end."""
    known = expect.of_hexdump(held)
    rows = forms.hexdump(held).splitlines(True)
    nr = next(i for i in range(500, len(rows)) if '0x00000000' not in rows[i])
    before, row, behind = ''.join(rows[:nr]), rows[nr], ''.join(rows[nr + 1:])
    at = 16 * (nr - 3)                          # behind three lines of head
    for name, text, good, end in (
            ('a spoiled dword', before + row[:7] + 'q' + row[8:] + behind,
             0, 16),
            ('a spoiled third dword', before + row[:25] + 'q' + row[26:] +
             behind, 8, 16),
            ('a line too short', before + row[:30] + '\n' + behind, 8, 16),
            ('a line too long', before + row[:-1] + ' 0x00000000\n' + behind,
             16, 16),
            ('a foreign line', before + 'what?\n' + row + behind, 16, 16),
            ('ends in a line', before + row[:13], 4, None),
            ('ends in a dword', before + row[:15], 4, None)):
        image = held.image[:at + good]
        if end:
            image += bytes(end - good) + held.image[at + end:]
        lossy.check(count, f'hexdump, {name}', tool.convert(text), image,
                    known)
    count.made('hexdump, ends behind a line', tool.convert(before[:-1]),
               expect.lfd_of(held.image[:at], known), 1)


def check_others(tool, count):
    """What is no log, and what can only be one."""
    for name, content in (
            ('text', 'All work and no play makes Jack a dull boy.\n' * 99),
            ('empty lines', '\n\n\n'),
            ('a head and nothing else', '**** Xe Device Coredump ****\n'),
            ('a dump whose log could not be copied',
             forms.devcoredump(logs.MACHINE) +
             '\n**** GuC Log ****\nGuC log snapshot not allocated!\n'),
            ('a 6.12 message', 'GuC log buffer not allocated'),
            ('a kernel log without a capture',
             decorate.text(decorate.dmesg(decorate.OTHERS))),
            ('gzip of nothing sensible', b'\x1f\x8b\x08\0' + noise('gz', 99)),
            ('xz of nothing sensible', b'\xfd7zXZ\0' + noise('xz', 99)),
            ('zstd of nothing sensible', b'\x28\xb5\x2f\xfd' + b'\xff' * 99)):
        lossy.refused(count, name, tool.convert(content))
    for name, content in (('noise', noise('garbage', 50000)), ('nothing', b''),
                          ('NULs', bytes(9000))):
        count.made(name, tool.convert(content),
                   expect.lfd_of(content, expect.of_image()), 1)


def check_packed(tool, count, held):
    """Packed bytes that end early, or whose check sum is wrong: a beginning,
    and a line that says so."""
    text = forms.debugfs(held).encode('ascii')
    for packing, pack in PACKINGS.items():
        packed = pack(text)
        bad = bytearray(packed)
        # gzip: the sum; xz: its backward size; zstd: the last block.
        bad[-8] ^= 1
        for name, content in (
                ('ends in the middle', packed[:len(packed) // 2]),
                ('lacks its end', packed[:-1]), ('is spoiled', bytes(bad))):
            what, done = f'{packing} that {name}', tool.convert(content)
            if not done.out:
                lossy.refused(count, what, done)
                continue
            found = tool.convert(content, '--raw').out
            count.check(f'{what}: a beginning',
                        held.image.startswith(found), len(found))
            lossy.check(count, what, done, found, expect.of_file(held),
                        len(held.image))


def run(tool, count):
    held = logs.held(logs.small())
    check_cut(tool, count, held)
    check_old_cut(tool, count, held.image)
    check_length(tool, count, held.image)
    check_character(tool, count, held)
    check_line_ends(tool, count, held)
    check_hexdump(tool, count, held)
    check_others(tool, count)
    check_packed(tool, count, held)
