# SPDX-License-Identifier: GPL-2.0-only
"""Inputs that have lost something: what is left is converted, the loss is
told, the exit status is 1."""

import expect
from reference import ascii85
from tool import lines


def losses(made):
    """What the comment says is lost."""
    return [pair[1] for pair in lines(made) if pair[0] == 'loss']


def check(count, what, done, image, facts, total=None, told=()):
    """Byte for byte the log that is left, with a line for each loss.

    total: length of the log buffer as the input says it
    told: what has to be among the words of the losses
    """
    lost = losses(done.out)
    want = expect.lfd_of(image, facts, lost, total)
    count.made(what, done, want, 1)
    count.check(f'{what}: the loss is told', lost and all(
        any(str(word) in loss for loss in lost) for word in told), lost)
    count.check(f'{what}: on standard error, too',
                all(loss in done.err for loss in lost), done.err)


def refused(count, what, done):
    """Nothing is made, and a sentence says why."""
    count.same(what, (done.status, done.out), (2, b''))
    count.check(f'{what}: why', done.err.startswith('guclog: '), done.err)


class Data:
    """The ascii85 text of an image, and where its dwords are."""

    def __init__(self, image):
        self.image = image
        self.digits = ascii85.digits(image)
        self.text = ''.join(self.digits)
        self.ends, at = [], 0
        for digits in self.digits:
            at += len(digits)
            self.ends.append(at)

    def left(self, chars):
        """The image of which that many characters are left."""
        whole = sum(end <= chars for end in self.ends)
        return self.image[:4 * whole]

    def start(self, dword):
        """Where a dword's text begins."""
        return self.ends[dword] - len(self.digits[dword])

    def some(self, size, after=0):
        """A dword behind a byte offset, whose text has so many digits."""
        return next(i for i in range(after // 4, len(self.digits))
                    if len(self.digits[i]) == size)


def dwords(text):
    """How many dwords a piece of text holds."""
    zeroes = text.count('z')
    return zeroes + (len(text) - zeroes) // 5
