# SPDX-License-Identifier: GPL-2.0-only
"""Tests the HTML documentation that scripts/docs.sh makes, in a browser that opens its files."""

import shutil
import subprocess

import pytest
from conftest import TOP

PAGES = sorted(x.stem for x in (TOP / 'Documentation').glob('*.rst')
               if not x.stem.endswith('-table'))


@pytest.fixture(scope='module')
def site():
    subprocess.run([TOP / 'scripts/docs.sh'], check=True)
    return TOP / 'build/docs'


def show(browser, path, width=1300):
    browser.driver.set_window_size(width, 1400)
    browser.driver.get(f'file://{path}')


@pytest.mark.parametrize('name', PAGES)
def test_page_has_no_errors_and_fits(site, browser, name):
    for width in 1300, 420:
        show(browser, site / f'{name}.html', width)
        assert browser.js('document.documentElement.scrollWidth <= innerWidth'), width
        assert browser.js("[...document.images].every(i => i.naturalWidth > 0)")
    assert browser.console() == []


def test_pages_link_to_each_other(site, browser):
    show(browser, site / 'index.html')
    linked = set(browser.js("[...document.querySelectorAll('.sidebar-tree a')]"
                            ".map(a => a.getAttribute('href').replace('.html', ''))"))
    assert linked == set(PAGES) - {'index'}


def test_light_and_dark(site, browser):
    show(browser, site / 'tutorial.html')
    colors = set()
    for _ in range(3):
        browser.click('.theme-toggle-content .theme-toggle')
        colors.add(browser.js("getComputedStyle(document.body).backgroundColor"))
    assert len(colors) == 2


def test_search(site, browser):
    browser.driver.get(f'file://{site}/search.html?q=preemption')
    browser.wait("document.querySelectorAll('#search-results li').length > 0")


def test_warning_stays_an_error(tmp_path):
    """If Sphinx warns about a page, scripts/docs.sh fails, and fails again each time until the page
    is fixed. (Sphinx caches pages. Without a measure against this, it would not read the unchanged
    page again, and would print no warning the second time.)"""
    for name in 'scripts', 'Documentation', 'tools/guclog':
        (tmp_path / name).mkdir(parents=True)
    shutil.copy(TOP / 'scripts/docs.sh', tmp_path / 'scripts')
    shutil.copy(TOP / 'scripts/setup.sh', tmp_path / 'scripts')
    for name in 'gen-event-table.py', 'gen-known-trouble.py', 'gen-model.py':
        makes_a_page = tmp_path / 'scripts' / name
        makes_a_page.write_text('#!/bin/sh\nfor page; do :; done\n: >"$page"\n')
        makes_a_page.chmod(0o755)
    (tmp_path / 'tools/guclog/guclog.1').write_text('.Dd today\n')
    (tmp_path / 'Documentation/conf.py').write_text('')
    page = tmp_path / 'Documentation/index.rst'
    for text, status in (':doc:`absent`', 1), (':doc:`absent`', 1), ('text', 0):
        if text not in (page.read_text() if page.exists() else ''):
            page.write_text(f'Title\n=====\n\n{text}\n')
        done = subprocess.run([tmp_path / 'scripts/docs.sh'], capture_output=True, check=False)
        assert done.returncode == status, done.stderr
