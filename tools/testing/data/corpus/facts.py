# SPDX-License-Identifier: GPL-2.0-only
"""Facts of a device: in the comment, in info and in the ASIC info."""

from .case import SMALL, log, table
from .devices import B70_TEXT, device, gt, nothing


def image(seed):
    return log(seed, 300, SMALL)


def release(length):
    """Facts with a kernel release of that length."""
    text = '6.12.57+deb12-amd64-with-a-long-name'[:length]
    old = B70_TEXT.split('kernel=')[1].split('\n')[0]
    return device(B70_TEXT.replace(old, text), gt())


for size in (16, 17, 18, 19):
    table([(f'd21-release-{size}', f'a kernel release of {size} characters',
            image)], facts=release(size))
table([('facts-none', 'nothing is known', image)], facts=nothing)
