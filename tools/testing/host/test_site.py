# SPDX-License-Identifier: GPL-2.0-only
"""The site that scripts/docs.sh makes, in a browser, from files."""

import os
import subprocess

import pytest
from browser import Browser
from conftest import TOP

PAGES = sorted(x.stem for x in (TOP / 'Documentation').glob('*.rst')
               if not x.stem.endswith('-table'))


@pytest.fixture(scope='module')
def site(tmp_path_factory):
    out, cache = tmp_path_factory.mktemp('site'), tmp_path_factory.mktemp('cache')
    subprocess.run([TOP / 'scripts/docs.sh', out], check=True,
                   env={**os.environ, 'XDG_CACHE_HOME': str(cache)})
    assert not list(cache.iterdir()), 'the site is built without a kernel'
    return out


@pytest.fixture(scope='module')
def browser():
    it = Browser()
    yield it
    it.close()


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


def test_pages_know_each_other(site, browser):
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
