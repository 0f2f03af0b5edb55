# SPDX-License-Identifier: GPL-2.0-only
"""Controls Debian's Chromium with selenium. The browser shows no window."""

import os
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

ARGUMENTS = ('--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic',
             '--no-first-run', '--disable-background-networking',
             '--disable-component-update', '--disable-sync',
             '--disable-dev-shm-usage', '--hide-scrollbars')
TIMEOUT = 60            # seconds, for a machine that is busy with other tests


class Browser:
    """A browser that opens HTML files, clicks and types in them, and returns the messages on their
    consoles."""

    def __init__(self):
        options = Options()
        for argument in ARGUMENTS:
            options.add_argument(argument)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
        self.driver = webdriver.Chrome(options=options,
                                       service=Service('/usr/bin/chromedriver',
                                                       log_path=os.devnull))

    def open(self, path, width=1200, height=1400):
        """Open an HTML file. Return the seconds until its script has set the attribute
        data-ready."""
        self.driver.set_window_size(width, height)
        began = time.monotonic()
        self.driver.get(f'file://{path}')
        while not self.js('document.documentElement.dataset.ready'):
            assert time.monotonic() - began < TIMEOUT, 'the page is not ready'
            time.sleep(0.02)
        return time.monotonic() - began

    def js(self, expression):
        """Evaluate a JavaScript expression in the page."""
        return self.driver.execute_script(f'return ({expression});')

    def click(self, selector):
        self.driver.find_element('css selector', selector).click()

    def type(self, selector, text):
        field = self.driver.find_element('css selector', selector)
        field.clear()
        field.send_keys(text)

    def wait(self, expression):
        """Wait until a JavaScript expression is true in the page."""
        began = time.monotonic()
        while not self.js(expression):
            assert time.monotonic() - began < TIMEOUT, expression
            time.sleep(0.02)

    def console(self):
        """Return the messages on the page's console since the last call of this function."""
        return [entry['message'] for entry in self.driver.get_log('browser')]

    def close(self):
        self.driver.quit()
