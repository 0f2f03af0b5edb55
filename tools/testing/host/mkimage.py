#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Make the log images of corpus/, and the output that guclog must make from each of them."""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from corpus import CASES, kept, random_images  # noqa: E402
from corpus.outputs import outputs, spoiled_outputs  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument('--out', metavar='DIR', type=Path,
                      help='write the files of all images, or of the named images')
    what.add_argument('--list', action='store_true',
                      help='names and descriptions, separated by a tab')
    what.add_argument('--update', action='store_true',
                      help='write SHA256SUMS')
    parser.add_argument('--max-bytes', metavar='N', type=int,
                        help='with --out and --list: no larger images')
    parser.add_argument('--random', metavar='N', type=int,
                        help='with --out: N random images instead')
    parser.add_argument('--seed', metavar='S', type=int, default=1,
                        help='with --random: seed of the random images')
    parser.add_argument('names', metavar='NAME', nargs='*')
    args = parser.parse_args()
    unknown = [name for name in args.names if name not in CASES]
    if unknown:
        parser.error(f'no image of the name {unknown[0]}')
    return args


def chosen(args):
    if args.random is not None:
        yield from random_images.cases(args.seed, args.random)
        return
    for case in CASES.values():
        if args.names and case.name not in args.names:
            continue
        if args.max_bytes is None or len(case.image()) <= args.max_bytes:
            yield case


def write(args):
    args.out.mkdir(parents=True, exist_ok=True)
    for case in chosen(args):
        for name, content in outputs(case):
            (args.out / name).write_bytes(content)
    if not args.names and args.random is None:
        (args.out / 'spoiled').mkdir(exist_ok=True)
        for name, content in spoiled_outputs():
            (args.out / name).write_bytes(content)


def main():
    args = arguments()
    if args.update:
        kept.SUMS.write_text(kept.sums(), 'ascii')
    elif args.list:
        for case in chosen(args):
            print(f'{case.name}\t{case.shows}')
    else:
        write(args)
    return 0


if __name__ == '__main__':
    sys.exit(main())
