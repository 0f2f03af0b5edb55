#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""screenshots.py [GUCLOG] -- make the pictures in Documentation/pictures.

They show the page that guclog report makes for a generated hang and a kernel log. The page is
displayed by Debian's Chromium: with light and dark colors, on a narrow screen, and printed.
"""

import base64
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import gucstory  # noqa: E402
import stories  # noqa: E402
from browser import Browser  # noqa: E402
from reference import forms  # noqa: E402

TOP = Path(__file__).resolve().parents[3]
PICTURES = TOP / 'Documentation/pictures'
LIMIT = 100 * 1024
UPTIME = forms.Machine().uptime
KERNEL = ((0.0051, '[drm] Tile0: GT0: Engine reset: engine_class=ccs, logical_mask: 0x1, guc_id=22'),
          (0.0061, '[drm] Xe device coredump has been created'),
          (0.0062, '[drm] Check your /sys/class/drm/card0/device/devcoredump/data'))


def hang():
    """Return a devcoredump with an engine reset, and the kernel log of the same machine."""
    story = stories.begin(5, steps=200, engine=(gucstory.COMPUTE, 0))
    stories.refuse(story)
    text = gucstory.dump(story.guc, f'LR job cleanup, guc_id={stories.VICTIM}',
                         [story.victim, story.waiter])
    lines = ''.join(f'[{UPTIME / 1e9 + at:.6f}] xe 0000:03:00.0: {line}\n'
                    for at, line in KERNEL)
    return text, lines


def report(guclog, folder):
    """Write the page of guclog report for the hang into a folder. Return its path."""
    text, lines = hang()
    (folder / 'dump.txt').write_text(text)
    (folder / 'dmesg.txt').write_text(lines)
    subprocess.run([guclog, 'report', 'dump.txt', 'dmesg.txt', '-o', 'hang.html'],
                   cwd=folder, check=True)
    return folder / 'hang.html'


def shrink(png):
    """Return the picture with only 64 colors, so that it needs a third of the bytes."""
    return subprocess.run(['pngquant', '--speed', '1', '64', '-'], input=png,
                          stdout=subprocess.PIPE, check=True).stdout


class Camera:
    """Takes pictures of a page."""

    def __init__(self, page):
        self.page, self.browser = page, Browser()

    def command(self, name, **arguments):
        return self.browser.driver.execute_cdp_cmd(name, arguments)

    def shot(self, name, width=1100, height=1000, theme='light', media='screen', whole=False):
        """Take a picture of the page, write it to a file of this name in Documentation/pictures,
        and return the path. whole: whether it shows the page to its end, but at most 1700
        pixels."""
        self.command('Emulation.setEmulatedMedia', media=media, features=[
            {'name': 'prefers-color-scheme', 'value': theme}])
        self.command('Emulation.setDeviceMetricsOverride', width=width, height=height,
                     deviceScaleFactor=1, mobile=False)
        self.browser.open(self.page, max(width, 500), height)
        self.browser.wait(f'innerWidth === {width}')
        self.browser.js("document.getElementById('hang').hidden || "
                        "document.getElementById('hang').click()")
        if whole:
            height = self.browser.js('document.documentElement.scrollHeight')
        # Wait for two frames of the browser; then the plots have been drawn.
        self.browser.driver.execute_async_script(
            'requestAnimationFrame(() => requestAnimationFrame(arguments[0]))')
        picture = self.command('Page.captureScreenshot', format='png',
                               captureBeyondViewport=whole,
                               clip={'x': 0, 'y': 0, 'width': width,
                                     'height': min(height, 1700), 'scale': 1})
        data = shrink(base64.b64decode(picture['data']))
        assert len(data) < LIMIT, f'{name} has {len(data)} bytes'
        assert self.browser.console() == []
        (PICTURES / name).write_bytes(data)
        return PICTURES / name

    def close(self):
        self.browser.close()


def main():
    guclog = Path(sys.argv[1] if len(sys.argv) > 1 else TOP / 'build/guclog/guclog').resolve()
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        camera = Camera(report(guclog, Path(folder)))
        camera.shot('report-light.png', height=1480)
        camera.shot('report-dark.png', height=1300, theme='dark')
        camera.shot('report-narrow.png', width=420, whole=True)
        camera.shot('report-print.png', width=800, media='print', whole=True)
        camera.close()
    for path in sorted(PICTURES.glob('*.png')):
        print(path.name, path.stat().st_size)


if __name__ == '__main__':
    main()
