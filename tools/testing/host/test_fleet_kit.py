# SPDX-License-Identifier: GPL-2.0-only
"""The alert rules for Prometheus and the dashboard for Grafana in contrib/fleet, and the table in
Documentation/fleet.rst that maps fields of the collector's journal records to attributes of
OpenTelemetry."""

import json
import re
import shutil
import subprocess

import pytest
from conftest import TOP
from test_collect import Machine, header

KIT = TOP / 'contrib/fleet'
RULES, TESTS = KIT / 'xe-guclog.rules.yml', KIT / 'xe-guclog.rules.test.yml'
DASHBOARD = KIT / 'xe-guclog.dashboard.json'
METRIC = re.compile(r'\bxe_guclog_\w+')
needs_promtool = pytest.mark.skipif(not shutil.which('promtool'), reason='no promtool')

# A JSON schema with the rules of Grafana's own schema for those parts that the dashboard has.
SCHEMA = {
    'type': 'object',
    'required': ['title', 'uid', 'schemaVersion', 'panels', 'templating', 'time'],
    'properties': {
        'uid': {'type': 'string', 'maxLength': 40},
        'title': {'type': 'string', 'minLength': 1},
        'schemaVersion': {'type': 'integer', 'minimum': 36},
        'time': {'type': 'object', 'required': ['from', 'to']},
        'templating': {'type': 'object', 'required': ['list'], 'properties': {'list': {
            'type': 'array', 'items': {
                'type': 'object', 'required': ['name', 'type', 'query'],
                'properties': {'type': {'enum': [
                    'query', 'adhoc', 'constant', 'datasource', 'interval', 'textbox', 'custom',
                    'system']}}}}}},
        'panels': {'type': 'array', 'minItems': 1, 'items': {
            'type': 'object',
            'required': ['id', 'type', 'title', 'gridPos', 'targets', 'datasource', 'fieldConfig'],
            'properties': {
                'type': {'enum': ['stat', 'timeseries', 'table']},
                'gridPos': {
                    'type': 'object', 'required': ['x', 'y', 'w', 'h'],
                    'properties': {
                        'x': {'type': 'integer', 'minimum': 0, 'exclusiveMaximum': 24},
                        'y': {'type': 'integer', 'minimum': 0},
                        'w': {'type': 'integer', 'minimum': 1, 'maximum': 24},
                        'h': {'type': 'integer', 'minimum': 1}}},
                'fieldConfig': {'type': 'object', 'required': ['defaults', 'overrides']},
                'targets': {'type': 'array', 'minItems': 1, 'items': {
                    'type': 'object', 'required': ['refId', 'expr']}}}}}}}


@pytest.fixture
def metrics(tmp_path, guclog):
    """The metrics that guclog collect has written after one hang, for the node exporter of
    Prometheus."""
    machine, prom = Machine(tmp_path, guclog), tmp_path / 'xe.prom'
    machine.xe_dump('devcd1', header())
    machine.collect('devcd1', '--metrics', prom)
    return prom.read_text()


def promtool(*args, stdin=None):
    done = subprocess.run(['promtool', *map(str, args)], input=stdin, capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@needs_promtool
def test_metrics_are_valid(metrics):
    assert promtool('check', 'metrics', stdin=metrics) == (0, '')


@needs_promtool
def test_alerts():
    """The unit tests of the alert rules, which promtool runs, pass: each alert is raised when it
    should be, and only then. Each alert has a unit test."""
    rc, text = promtool('check', 'rules', RULES)
    assert rc == 0, text
    rc, text = promtool('test', 'rules', TESTS)
    assert rc == 0, text
    tested = set(re.findall(r'alertname: (\w+)', TESTS.read_text()))
    assert tested == set(re.findall(r'- alert: (\w+)', RULES.read_text()))


@needs_promtool
@pytest.mark.sampled
@pytest.mark.parametrize('old, new', [
    ('[15m])) > 0', '[15m])) > 1'), ('kind="wedged"', 'kind="log"'), ('>= 10', '>= 100'),
    ('>= 5', '>= 6'), ('or (xe_guclog', 'and (xe_guclog')])
def test_wrong_alert_is_noticed(tmp_path, old, new):
    """The unit tests of the alert rules fail if a rule is wrong."""
    assert old in RULES.read_text()
    (tmp_path / RULES.name).write_text(RULES.read_text().replace(old, new))
    shutil.copy(TESTS, tmp_path)
    assert promtool('test', 'rules', tmp_path / TESTS.name)[0] != 0


@pytest.mark.parametrize('file', [RULES, TESTS, DASHBOARD])
def test_used_metrics_exist(metrics, file):
    written = {line.split()[2] for line in metrics.splitlines() if line.startswith('# TYPE')}
    used = set(METRIC.findall(file.read_text()))
    assert used and used <= written
    labels = set(re.findall(r'(\w+)=~?\\?"', file.read_text())) - {'instance'}
    assert labels <= set(re.findall(r'(\w+)="', metrics))


def test_dashboard_has_the_form_of_one():
    jsonschema = pytest.importorskip('jsonschema')
    board = json.loads(DASHBOARD.read_text())
    jsonschema.validate(board, SCHEMA)
    panels = board['panels']
    assert len({panel['id'] for panel in panels}) == len(panels)
    cells = [(x, y) for p in panels for at in [p['gridPos']]
             for x in range(at['x'], at['x'] + at['w']) for y in range(at['y'], at['y'] + at['h'])]
    assert len(cells) == len(set(cells)), 'panels overlap'
    assert all(x < 24 for x, _ in cells)


@needs_promtool
def test_expressions_of_the_dashboard_are_valid(tmp_path):
    board = json.loads(DASHBOARD.read_text())
    rules = [{'record': f'r{i}', 'expr': target['expr'].replace('$__range', '1h')}
             for i, target in enumerate(t for p in board['panels'] for t in p['targets'])]
    (tmp_path / 'rules.yml').write_text(json.dumps({'groups': [{'name': 'x', 'rules': rules}]}))
    rc, text = promtool('check', 'rules', tmp_path / 'rules.yml')
    assert rc == 0, text


def test_mapping_to_opentelemetry_is_complete():
    """The table in Documentation/fleet.rst has each field of a journal record of the collector."""
    source = (TOP / 'tools/guclog/collect/journal.c').read_text()
    fields = set(re.findall(r'"(XE_GUCLOG_\w+|MESSAGE|PRIORITY)"', source))
    assert len(fields) > 20
    table = (TOP / 'Documentation/fleet.rst').read_text().split('OpenTelemetry\n', 1)[1]
    assert fields <= set(re.findall(r'``([A-Z_]+)``', table))


def test_documented_fields_are_those_of_a_record():
    source = (TOP / 'tools/guclog/collect/journal.c').read_text()
    fields = set(re.findall(r'field(?:_\w+)?\(r, "(\w+)"', source))
    text = (TOP / 'Documentation/install.rst').read_text().split('The record has these fields')[1]
    assert fields == set(re.findall(r'^``([A-Z_]+)``', text, re.M))
