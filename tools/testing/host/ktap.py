# SPDX-License-Identifier: GPL-2.0-only
"""A pytest plugin: with the option --ktap, pytest prints KTAP, one line for each test.

If a test fails, its traceback follows this line as comments.  The reasons of the first failures are
repeated after all tests, because scripts/check.sh shows only the end of a log.  The slowest tests
are listed with their times.  The last line has the numbers of passed, failed and skipped tests:
"# pass:N fail:N skip:N".
"""

import sys

import pytest


def pytest_addoption(parser):
    parser.addoption('--ktap', action='store_true', help='print KTAP')


@pytest.hookimpl(trylast=True)     # called after pytest has registered its terminal reporter
def pytest_configure(config):
    if config.getoption('ktap') and not config.option.collectonly:
        config.pluginmanager.unregister(name='terminalreporter')
        config.pluginmanager.register(Ktap(sys.stdout), 'ktap-reporter')


REPEATED = 3            # number of failures that are repeated at the end
REASON_LINES = 6        # number of lines of each repeated failure
SLOWEST = 10            # number of tests that are listed with their times


class Ktap:
    """Prints one result for each test: "fail" if its setup, call or teardown failed, else "skip" if
    one of these was skipped, else "pass"."""

    def __init__(self, out):
        self.out = out
        self.phases = []
        self.failures = []
        self.seconds = {}
        self.number = 0
        self.counts = {'pass': 0, 'fail': 0, 'skip': 0}

    def say(self, line):
        self.out.write(line + '\n')
        self.out.flush()

    def comment(self, text):
        for line in str(text).splitlines():
            self.say(f'# {line}'.rstrip())

    def pytest_sessionstart(self):
        self.say('KTAP version 1')

    def pytest_collection_finish(self, session):
        self.say(f'1..{len(session.items)}')

    def result(self, outcome, name, text=None, skipped=False):
        self.number += 1
        self.counts[outcome] += 1
        good = 'not ok' if outcome == 'fail' else 'ok'
        directive = ' # SKIP' if skipped else ''
        self.say(f'{good} {self.number} {name.replace("#", "_")}{directive}')
        if text:
            self.comment(text)
        if outcome == 'fail':
            reason = [line for line in str(text).splitlines() if line.startswith('E ')]
            self.failures.append((name, reason[:REASON_LINES]))

    def pytest_collectreport(self, report):
        """Report a file that cannot be imported as a failed test."""
        if report.failed:
            self.result('fail', report.nodeid or 'collection', report.longreprtext)

    def pytest_runtest_logreport(self, report):
        self.phases.append(report)

    def pytest_runtest_logfinish(self, nodeid):
        phases, self.phases = self.phases, []
        self.seconds[nodeid] = sum(p.duration for p in phases)
        failed = [p for p in phases if p.failed]
        if failed:
            self.result('fail', nodeid, '\n'.join(p.longreprtext for p in failed))
        elif any(p.skipped for p in phases):
            why = next(p.longrepr for p in phases if p.skipped)
            self.result('skip', nodeid, why[2] if isinstance(why, tuple) else why,
                        skipped=True)
        else:
            self.result('pass', nodeid)

    def pytest_internalerror(self, excrepr):
        self.result('fail', 'pytest', excrepr)

    def pytest_sessionfinish(self):
        for name, reason in self.failures[:REPEATED]:
            self.comment('\n'.join([f'failed: {name}', *reason]))
        for name in sorted(self.seconds, key=self.seconds.get, reverse=True)[:SLOWEST]:
            self.comment(f'{self.seconds[name]:.1f} s: {name}')
        self.say('# ' + ' '.join(f'{key}:{n}' for key, n in self.counts.items()))
