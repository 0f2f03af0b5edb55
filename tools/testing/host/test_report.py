# SPDX-License-Identifier: GPL-2.0-only
"""Tests the HTML page that guclog report makes, mostly in a browser, and the report as text."""

import json
import random
import re
import struct

import gucstory
import live
import pytest
import screenshots
import stories
import streams
from conftest import TOP
from memory import cpu
from reference import forms, image, ring, sections

# Marks tests in the browser: they only run with one build of guclog, because each build makes the
# same page.
in_browser = pytest.mark.any_build
EVENTS = 200
HOSTILE = '</script><img src=x onerror=document.title=1><!--'


def dump_text(events=EVENTS):
    machine = forms.Machine()
    log = image.standard(ring.ring(1 << 20, events, 'report'), (4096, 4096), 'report').build()
    return forms.devcoredump(machine, forms.Held(log, machine.gts[0]))


@pytest.fixture
def page(guclog, tmp_path):
    """A function that makes the page of guclog report for a text, and returns the path of the
    page."""
    def make(text, rc=0):
        (tmp_path / 'dump').write_text(text)
        guclog('report', 'dump', '-o', 'page.html', rc=rc)
        return tmp_path / 'page.html'
    return make


def count(browser):
    return int(browser.js("document.getElementById('count').textContent.split(' ')[0]"))


@in_browser
def test_page_opens_from_a_file_without_errors(browser, page):
    browser.open(page(dump_text()))
    assert browser.console() == []
    assert count(browser) == EVENTS
    assert browser.js("document.querySelector('#timeline canvas').width") > 500


def test_page_loads_nothing(page):
    text = page(dump_text()).read_text()
    assert not re.findall(r'<(?:img|link|iframe|script|source)[^>]*(?:src|href)="(?!data:)',
                          text)
    assert "default-src 'none'" in text


def test_page_has_the_licence_of_the_library(page):
    """The page contains the JavaScript library uPlot, so it must contain its licence, too."""
    text = page(dump_text()).read_text()
    licence = (TOP / 'tools/guclog/output/report/vendor/uplot.LICENSE').read_text()
    assert 'uPlot' in text and licence in text and 'Permission is hereby granted' in licence


def test_page_of_a_small_ring_is_small(page):
    assert page(dump_text(3276)).stat().st_size < 2 << 20


@in_browser
def test_filter_shows_matching_events_only(browser, page):
    browser.open(page(dump_text()))
    wanted = browser.js("document.querySelector('#rows .row span:nth-child(3)').textContent")
    browser.type('#filter', wanted)
    browser.wait(f"document.getElementById('count').textContent[0] !== '{EVENTS}'[0] || "
                 f"!document.getElementById('count').textContent.startsWith('{EVENTS} ')")
    names = browser.js("[...document.querySelectorAll('#rows .row span:nth-child(3)')]"
                       ".map(x => x.textContent)")
    assert 0 < count(browser) < EVENTS and set(names) == {wanted}
    browser.type('#filter', 'no such event')
    browser.wait("document.getElementById('count').textContent.startsWith('0 ')")
    assert browser.console() == []


@in_browser
def test_zoom_narrows_what_the_list_shows(browser, page):
    browser.open(page(dump_text()))
    browser.click('#in-view')
    whole = browser.js("document.getElementById('range').textContent")
    for _ in range(4):
        browser.click('#zoom-in')
    assert browser.js("document.getElementById('range').textContent") != whole
    assert count(browser) < EVENTS
    browser.click('#all')
    assert browser.js("document.getElementById('range').textContent") == whole
    assert count(browser) == EVENTS


@in_browser
def test_keyboard_moves_the_timeline(browser, page):
    browser.open(page(dump_text()))
    shown = [browser.js("document.getElementById('range').textContent")]
    for key in ('+', 'ArrowRight', 'ArrowLeft', '-'):
        browser.js("document.getElementById('timeline').dispatchEvent("
                   f"new KeyboardEvent('keydown', {{key: '{key}'}}))")
        shown.append(browser.js("document.getElementById('range').textContent"))
    assert shown[0] != shown[1] != shown[2] and shown[3] == shown[1] and shown[4] == shown[0]


@in_browser
def test_light_and_dark(browser, page):
    browser.open(page(dump_text()))
    before = browser.js('getComputedStyle(document.body).backgroundColor')
    browser.click('#theme')
    assert browser.js('getComputedStyle(document.body).backgroundColor') != before
    assert browser.console() == []


def narrow(browser, page):
    """Return the width in pixels of the page's content if the screen is 420 pixels wide."""
    browser.open(page, width=500, height=900)
    browser.driver.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
        'width': 420, 'height': 900, 'deviceScaleFactor': 1, 'mobile': False})
    browser.wait('innerWidth === 420')
    # The page gets the new size only when the browser draws a frame, so wait for two frames.
    browser.js('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    width = browser.js('document.documentElement.scrollWidth')
    browser.driver.execute_cdp_cmd('Emulation.clearDeviceMetricsOverride', {})
    return width


@in_browser
def test_readable_on_a_narrow_screen(browser, page):
    assert narrow(browser, page(dump_text())) <= 420


@in_browser
def test_long_names_on_a_narrow_screen(browser, guclog, tmp_path):
    (tmp_path / 'dumps').mkdir()
    for name in 'ab':
        (tmp_path / 'dumps' / (name * 200)).write_text(dump_text(3))
    guclog('report', 'dumps', '-o', 'page.html')
    assert narrow(browser, tmp_path / 'page.html') <= 420


@in_browser
@pytest.mark.parametrize('line', ['Process: ', 'Reason: ', 'kernel: '])
def test_strings_of_a_dump_never_become_markup(browser, page, line):
    text = re.sub(f'^{line}.*$', lambda _: line + HOSTILE, dump_text(), flags=re.M)
    if HOSTILE not in text:
        text = text.replace('\nkernel: ', f'\n{line}{HOSTILE}\nkernel: ', 1)
    path = page(text, rc=None)
    browser.open(path)
    assert browser.console() == []
    assert browser.js("document.querySelectorAll('main img').length") == 0
    assert browser.js('document.title').startswith('GuC log: ')
    assert HOSTILE in browser.js('document.body.textContent')


@in_browser
def test_fuzzed_dumps_never_become_markup(browser, guclog, tmp_path):
    """Texts of a dump never become elements of the page. The dumps here have HTML or random bytes
    at random places, and some are truncated."""
    whole, _ = screenshots.hang()
    opened = 0
    for seed in range(24):
        rng = random.Random(seed)
        data = bytearray(whole.encode())
        for _ in range(rng.randrange(1, 40)):
            at = rng.randrange(len(data)) if rng.random() < 0.3 else rng.choice(
                [i for i in range(0, len(data), 997)] + [data.find(b': ', rng.randrange(8000))])
            what = rng.choice([HOSTILE.encode(), bytes([rng.randrange(256)]), b'\xe2\x80\xa8\\u003c',
                               b'"><svg onload=document.title=1>', b'\0', b'\xff\xfe'])
            data[at:at + rng.choice((0, len(what)))] = what
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)):]
        (tmp_path / 'dump').write_bytes(data)
        guclog('report', 'dump', '--force', '-o', 'page.html', rc=None)
        if not (tmp_path / 'page.html').exists():
            continue
        opened += 1
        browser.open(tmp_path / 'page.html')
        assert browser.console() == [], seed
        assert browser.js("document.querySelectorAll('main img, main svg, iframe').length") == 0
        assert browser.js('document.title').startswith('GuC log: '), seed
        (tmp_path / 'page.html').unlink()
    assert opened >= 12


@in_browser
def test_file_name_never_becomes_markup(browser, guclog, tmp_path):
    name = '<b>x<!--'
    (tmp_path / name).write_text(dump_text())
    guclog('report', name, '-o', 'page.html')
    browser.open(tmp_path / 'page.html')
    assert name in browser.js("document.getElementById('source').textContent")
    assert browser.console() == []


@in_browser
def test_cut_dump_says_what_is_missing(browser, page):
    text = dump_text(3276)
    path = page(text[:len(text) // 2], rc=1)
    browser.open(path)
    assert 'loss' in browser.js("document.getElementById('tables').textContent")
    assert browser.console() == []


def test_input_without_a_log(guclog, tmp_path):
    (tmp_path / 'empty').write_text('nothing\n')
    guclog('report', 'empty', '-o', 'page.html', rc=2)
    assert not (tmp_path / 'page.html').exists()


@in_browser
def test_verdict_and_its_mark(browser, page):
    """The verdict on the page has the sentence about the engine reset, but not as its first
    sentence. The timeline has marks for the reset, for the timeout, and for the firmware's request
    to preempt the context."""
    story = stories.refuse(stories.begin(1))
    reason = f'LR job cleanup, guc_id={stories.VICTIM}'
    browser.open(page(gucstory.dump(story.guc, reason, [story.victim])))
    shown = browser.js("[...document.querySelectorAll('.verdict.hang p')].map(p => p.textContent)")
    assert any(text.startswith(f'Engine reset on {story.name}') for text in shown[1:])
    assert not shown[0].startswith('Engine reset')
    browser.click('#hang')
    begin, end = (float(x) for x in browser.js(
        "document.getElementById('range').textContent.split(' s ')[0]").split(' to '))
    marks = browser.js("timeline.marks.filter(m => m.main).map(m => [m.text, m.t])")
    assert [text for text, _ in marks] == [f'reset of {story.name}', 'timeout',
                                           'asked to switch out']
    assert all(begin < at < end for _, at in marks) and end - begin < 2
    assert browser.console() == []


def hung(seed=1, **args):
    story = stories.refuse(stories.begin(seed, **args))
    reason = f'LR job cleanup, guc_id={stories.VICTIM}'
    return story, gucstory.dump(story.guc, reason, [story.victim, story.waiter])


def summary(browser):
    return dict(browser.js("[...document.querySelectorAll('#summary dt')]"
                           ".map(d => [d.textContent, d.nextSibling.textContent])"))


@in_browser
def test_filter_finds_whole_numbers(browser, page):
    """If the filter of the page is a number or ends with one, it finds only events with this
    number, and not those with a longer number that begins with it."""
    browser.open(page(hung(1)[1]))
    words = browser.js('[...Array(list.log.n).keys()]'
                       '.map(i => describe(list.log, i).words.join(" ").toLowerCase())')
    numbers = sorted({pair for line in words for pair in re.findall(r'\w+=\d\d+\b', line)})
    for wanted in (pair[:-1] for pair in numbers[:20]):
        said = browser.js('[...Array(list.log.n).keys()]'
                          f'.filter(list.matches("{wanted}")).length')
        assert said == sum(bool(re.search(wanted + r'(?!\d)', x)) for x in words), wanted
        assert said < sum(wanted in x for x in words)
    assert len(numbers) > 3
    assert browser.js('[...Array(list.log.n).keys()].filter(list.matches("0x")).length') == len(words)


@in_browser
def test_faults_and_advice(browser, page):
    """The verdict on the page states how many page faults the log has. The summary states that the
    log has no faults, and advises what to do next."""
    browser.open(page(hung()[1]))
    assert 'Page faults: this log has' in browser.js("$('verdict').textContent")
    rows = summary(browser)
    assert rows['damage'] == 'none' and 'update linux-firmware' in rows['next']


@in_browser
def test_summary_of_a_cut_dump(browser, page):
    text = dump_text(60000)
    browser.open(page(text[:len(text) // 2], rc=1))
    rows = summary(browser)
    assert rows['data'].startswith('incomplete: ') and 'missing' in rows['events']


@in_browser
def test_words_are_those_of_decode(browser, guclog, page):
    """The page describes each event with the same name and words as guclog decode."""
    browser.open(page(hung()[1]))
    shown = browser.js('Array.from({length: list.log.n}, (_, i) => describe(list.log, i))'
                       '.map(d => [d.name, ...d.words].join(" "))')
    lines = [line.split(None, 3) for line in guclog('decode', 'dump').out.splitlines()
             if not line.startswith('#')]
    want = [line[3] for line in lines]
    assert len(want) == len(shown) > 100
    # Only events about H2G messages differ: the page also decodes the arguments of the message.
    differ = [pair for pair in zip(want, shown) if pair[0] != pair[1]]
    assert all(line.startswith('H2G_RECEIVED action=') and ' fence=' in line and
               line.split(' fence=')[0] == text.split(' fence ')[0]
               for line, text in differ)


@in_browser
def test_evidence_leads_to_its_events(browser, page):
    browser.open(page(hung()[1]))
    browser.js("document.querySelectorAll('.evidence button')[1].click()")
    index = browser.js("document.querySelectorAll('.evidence button')[1].textContent")
    browser.wait(f"document.querySelector('.row.chosen')?.dataset.index === '{index.split()[1]}'")
    assert index + ',' in browser.js("document.getElementById('detail').textContent")
    assert browser.js('timeline.view[0] < list.log.t[list.chosen] && '
                      'list.log.t[list.chosen] < timeline.view[1]')


def mouse(browser, kind, index=None, x=None, **more):
    """Send a mouse event to the timeline: at the log event with this index, or at the horizontal
    position x. Return whether the page prevents the default action of the browser."""
    where = f'timeline.plot.valToPos(list.log.t[{index}], "x")' if index is not None else x
    lane = f'timeline.painter.of[{index}] + 0.5' if index is not None else '0.5'
    options = ''.join(f', {key}: {value}' for key, value in more.items())
    return browser.driver.execute_script(f'''
        const over = timeline.plot.over, box = over.getBoundingClientRect();
        const e = new {'WheelEvent' if kind == 'wheel' else 'MouseEvent'}('{kind}', {{
            clientX: box.left + {where}, bubbles: true, cancelable: true,
            clientY: box.top + ({lane}) / timeline.painter.lanes.length * box.height{options} }});
        over.dispatchEvent(e);
        return e.defaultPrevented;''')


@in_browser
def test_pointer_shows_the_decoded_event(browser, page):
    browser.open(page(hung()[1]))
    reset = browser.js('list.main')
    browser.js(f'timeline.center({reset})')
    mouse(browser, 'mousemove', reset)
    shown = browser.js("[...document.querySelectorAll('#tip div')].map(d => d.textContent)")
    assert shown[0] == 'CTX_NOT_READY' and f'guc_id={stories.VICTIM}' in shown[1]
    assert shown[2] == 'the context has no work or may not run'
    assert shown[3].startswith(f'event {reset}, ') and browser.js("!$('tip').hidden")
    mouse(browser, 'mouseleave', x=0)
    assert browser.js("$('tip').hidden")
    # Click one of several events that are close to each other in the same lane of the timeline.
    browser.js(f'timeline.setView(list.log.t[{reset}] - 2e-6, list.log.t[{reset}] + 2e-6)')
    for kind in ('mousemove', 'mousedown', 'mouseup', 'click'):
        mouse(browser, kind, reset + 1)
    assert browser.js('list.chosen') == reset + 1


@in_browser
def test_wheel_scrolls_the_page_unless_ctrl_is_held(browser, page):
    browser.open(page(hung()[1]))
    view = browser.js('timeline.view')
    assert not mouse(browser, 'wheel', x=300, deltaY=100)
    assert browser.js('timeline.view') == view
    assert mouse(browser, 'wheel', x=300, deltaY=-100, ctrlKey='true')
    zoomed = browser.js('timeline.view')
    assert zoomed[1] - zoomed[0] < view[1] - view[0]
    assert mouse(browser, 'wheel', x=300, deltaY=100, shiftKey='true')
    assert browser.js('timeline.view') > zoomed


@in_browser
def test_overview_moves_the_timeline(browser, page):
    browser.open(page(hung(steps=400)[1]))
    browser.js(f'timeline.center({browser.js("list.main")})')
    browser.js('''(() => { const over = timeline.overview.over, box = over.getBoundingClientRect();
        over.setPointerCapture = () => {};
        over.dispatchEvent(new PointerEvent('pointerdown',
            { clientX: box.left + 1, clientY: box.top + 5, buttons: 1 })); })()''')
    assert browser.js('timeline.view[0] === timeline.whole[0]')


@in_browser
def test_list_begins_at_the_hang_and_obeys_keys(browser, page):
    browser.open(page(hung()[1]))
    key = ("document.getElementById('events').dispatchEvent("
           "new KeyboardEvent('keydown', {{key: '{}'}}))")
    start = browser.js('list.chosen')
    assert start == browser.js('data.marks.find(m => m.text.startsWith("reset")).index')
    for name, want in (('ArrowDown', start + 1), ('ArrowUp', start), ('Home', 0),
                       ('ArrowUp', 0), ('End', browser.js('list.log.n') - 1)):
        browser.js(key.format(name))
        assert browser.js('list.chosen') == want
        assert browser.js("document.querySelector('.row.chosen').dataset.index") == str(want)
    assert browser.console() == []


@in_browser
def test_labels_of_marks_do_not_overlap(browser, page):
    browser.open(page(hung()[1]))
    for view in ('timeline.hang()', 'timeline.whole'):
        browser.js(f'timeline.setView(...{view})')
        places = browser.js('''(() => { const p = timeline.painter, taken = [];
            p.begin(timeline.plot);
            for (const m of timeline.marks) p.place(p.x(m.t), 90, taken);
            return taken; })()''')
        places.sort()
        assert places and all(a[1] < b[0] for a, b in zip(places, places[1:]))
    # At the right edge of the timeline, labels are to the left of their marks and do not overlap.
    assert browser.js('''(() => { const p = timeline.painter, taken = [];
        const end = p.left + p.width, later = p.place(end - 60 * p.r, 90 * p.r, taken);
        const earlier = p.place(end - 61 * p.r, 40 * p.r, taken);
        return later < end - 150 * p.r && (earlier === null || earlier < later); })()''')


@in_browser
def test_contexts_messages_and_asic_info(browser, page):
    browser.open(page(hung()[1]))
    text = browser.js("document.getElementById('tables').textContent")
    for title in ('Contexts in the log (GT 0)', 'Exec queues in the devcoredump',
                  'Messages to the GuC (H2G), newest first', 'ASIC info'):
        assert title in text
    lanes = browser.js('timeline.painter.lanes')
    assert {'H2G', 'G2H', f'guc_id {stories.VICTIM}'} <= set(lanes)
    assert browser.js("[...document.querySelectorAll('details')].filter(d => d.open).length") >= 4


@in_browser
def test_devcoredump_without_a_log(browser, page):
    """For a dump without a GuC log, such as a dump of Linux 6.12, the page shows the other parts of
    the dump. The tables have no column for times, because there are none."""
    text = ''.join(line for line in hung()[1].splitlines(keepends=True)
                   if not line.startswith('[LOG]'))
    browser.open(page(text, rc=1))
    assert browser.js("$('timeline-section').hidden && $('summary-section').hidden")
    assert 'has no GuC log' in browser.js("document.querySelector('.verdict').textContent")
    heads = browser.js("[...document.querySelectorAll('th')].map(x => x.textContent)")
    assert 'fence' in heads and 'time (s)' not in heads
    assert browser.console() == []


@in_browser
def test_log_without_events(browser, guclog, tmp_path):
    log = image.standard(ring.ring(8192, 0, 'none'), (4096, 4096), 'none').build()
    (tmp_path / 'raw').write_bytes(log)
    guclog('report', 'raw', '-o', 'page.html')
    browser.open(tmp_path / 'page.html')
    assert 'No verdict' in browser.js("$('verdict').textContent") and browser.console() == []


def data_of(page):
    """Return the JSON data in a page. (The events are in another element of the page.)"""
    return json.loads(re.search(r'<script[^>]*id="data">(.*?)</script>', page, re.S)[1])


def test_messages_have_the_times_of_their_events(guclog, tmp_path):
    """The page lists the messages between driver and GuC, the newest first, with the same times as
    guclog decode --timeline."""
    (tmp_path / 'dump').write_text(hung()[1])
    data = data_of(guclog('report', 'dump').out)
    tables = {table['title']: table['rows'] for table in data['tables']}
    said = guclog('decode', '--timeline', '--json', 'dump').json
    for name in ('H2G', 'G2H'):
        rows = next(rows for title, rows in tables.items() if f'({name})' in title)
        want = [(f"{e['time_ns'] / 1e9:.9f}", e['text'].split(None, 3)[3])
                for e in said['events'] if e.get('text', '').startswith(name + ' ')]
        assert [(row[0], row[4]) for row in rows if row[0]] == want[::-1]


@in_browser
def test_only_the_address_of_known_trouble_is_a_link(browser, page):
    story, _ = hung(3, engine=(gucstory.COMPUTE, 0))
    text = gucstory.dump(story.guc, 'LR job cleanup, guc_id=22 https://example.org/',
                         [story.victim, story.waiter])
    browser.open(page(text))
    links = browser.js("[...document.querySelectorAll('a')].map(a => a.href)")
    assert all(link.startswith('https://github.com/') for link in links)
    assert 'https://example.org/' in browser.js("document.body.textContent")


@in_browser
def test_nothing_runs_across_a_gap(browser, page):
    """Where events are missing, the timeline does not show that a context stays on its engine,
    because it is unknown which context is on the engine after the gap."""
    story = stories.begin(1, steps=400)
    lines = gucstory.dump(story.guc, 'x', []).splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith('[LOG].data'))
    lines[at] = lines[at][:9000] + lines[at][9100:]
    browser.open(page(''.join(lines), rc=1))
    gaps = browser.js('[...list.log.flags].map((f, i) => f & GAP ? i : 0).filter(i => i)')
    assert gaps
    for gap in gaps:
        at = browser.js(f'[list.log.t[{gap} - 1], list.log.t[{gap}]]')
        assert browser.js(f'timeline.painter.runs.filter(r => r.from < {at[0]} && '
                          f'r.to > {at[1]}).length') == 0


@in_browser
def test_print_has_few_rows(browser, page):
    """If the page is printed, it has only 61 of the thousands of events of the log."""
    browser.open(page(hung(steps=900)[1]))
    assert browser.js('list.log.n') > 3000
    browser.driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'media': 'print'})
    height = browser.js('document.documentElement.scrollHeight')
    shown = browser.js("[...document.querySelectorAll('#printed .row')]"
                       ".filter(r => r.offsetHeight).length")
    marked = browser.js("document.querySelectorAll('#printed .row.mark').length")
    browser.driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'media': ''})
    assert height < 8000 and shown == 61 and marked >= 2


@in_browser
def test_paper_is_white(browser, page):
    browser.open(page(hung()[1]))
    browser.js('setTheme(true)')
    browser.js("dispatchEvent(new Event('beforeprint'))")
    assert browser.js('isDark()') is False
    browser.js("dispatchEvent(new Event('afterprint'))")
    assert browser.js('isDark()') is True


@in_browser
def test_names_that_do_not_hold_are_not_shown(browser, page):
    """If rules of the dictionary of events fail, because the arguments of the events are exchanged
    here, the page shows ids instead of the names that depend on these rules, and no verdict of a
    hang."""
    story = stories.refuse(stories.begin(2))
    mixed = stories.exchange(story.guc.events, None)
    browser.open(page(gucstory.dump(story.guc, 'x', [], events=mixed)))
    names = browser.js("[...document.querySelectorAll('#rows .row span:nth-child(3)')]"
                       ".map(x => x.textContent)")
    assert all(name.startswith('0x') for name in names)
    assert browser.js("document.querySelectorAll('.verdict.hang').length") == 0


def with_kernel_log(guclog, tmp_path, *lines):
    """Make the page of a hang, with a kernel log to which these lines are added. Return the path of
    the page."""
    text, kernel = screenshots.hang()
    (tmp_path / 'dump').write_text(text)
    (tmp_path / 'dmesg').write_text(kernel + ''.join(lines))
    guclog('report', 'dump', 'dmesg', '-o', 'page.html')
    return tmp_path / 'page.html'


@in_browser
def test_kernel_log_is_on_the_same_clock(browser, guclog, tmp_path):
    browser.open(with_kernel_log(guclog, tmp_path))
    marks = browser.js("JSON.parse(document.getElementById('data').textContent).kernel")
    assert [m['text'].endswith('has been created') for m in marks] == [False, True, False]
    assert abs(marks[1]['t'] - screenshots.UPTIME / 1e9) < 0.1
    shown = browser.js("document.getElementById('tables').textContent")
    assert 'Xe device coredump has been created' in shown
    assert browser.console() == []


@in_browser
def test_kernel_lines_never_become_markup(browser, guclog, tmp_path):
    line = f'[ {screenshots.UPTIME // 10 ** 9}.5] xe 0000:03:00.0: {HOSTILE}\n'
    browser.open(with_kernel_log(guclog, tmp_path, line))
    assert browser.console() == []
    assert browser.js("document.querySelectorAll('main img').length") == 0
    assert HOSTILE in browser.js("document.getElementById('tables').textContent")


def test_kernel_log_of_a_directory(guclog, tmp_path):
    """A directory has a kernel log and two dumps. The first dump has no times, so the clock of the
    kernel log can only be found from its line about the second dump."""
    text, kernel = screenshots.hang()
    (tmp_path / 'dumps').mkdir()
    (tmp_path / 'dumps/a.txt').write_text(re.sub('(?m)^(Snapshot time|Uptime): .*\n', '', text))
    (tmp_path / 'dumps/b.txt').write_text(text)
    (tmp_path / 'dumps/dmesg.txt').write_text(kernel)
    marks = data_of(guclog('report', 'dumps').out)['kernel']
    assert [m['text'].endswith('has been created') for m in marks] == [False, True, False]


def test_clocks_can_be_given(guclog, tmp_path):
    """guclog report has the options of guclog decode which state how the clock of a kernel log, and
    that of a trace, are related to the clock of the GuC log."""
    text, _ = screenshots.hang()
    at = screenshots.UPTIME / 1e9
    (tmp_path / 'dump').write_text(text)
    (tmp_path / 'dmesg').write_text(f'[{at:.6f}] xe 0000:03:00.0: [drm] a line\n')
    (tmp_path / 'trace').write_text(f'cpus=1\n  a-1 [000] {at:.6f}: xe_exec_queue_reset: x\n')

    def placed(*options):
        guclog('report', 'dump', 'dmesg', 'trace', '--force', '-o', 'page.html', *options)
        return (tmp_path / 'page.html').read_text().count('"text":"xe')
    assert placed() == 0
    assert placed('--no-suspend') == 1
    assert placed('--no-suspend', '--trace-clock', 'boot') == 2


def test_cut_devcoredump_is_a_problem(guclog, tmp_path):
    """If a dump is truncated after its log, the page states that the dump is incomplete."""
    text, _ = screenshots.hang()
    (tmp_path / 'dump').write_text(text[:text.index('[CTB].data') + 500])
    guclog('report', 'dump', '-o', 'page.html', rc=1)
    assert 'the beginning or the end of the dump is missing' in (tmp_path / 'page.html').read_text()


@in_browser
def test_logs_of_a_directory(browser, guclog, tmp_path):
    """In the page of a directory with two dumps, the name of each log contains that of its file.
    The verdict on the log with the hang is the first one, and this log is shown first."""
    fine = stories.begin(6, steps=100)
    fine.guc.settle()
    (tmp_path / 'dumps').mkdir()
    (tmp_path / 'dumps/a.txt').write_text(gucstory.dump(fine.guc, 'asked', []))
    (tmp_path / 'dumps/b.txt').write_text(hung()[1])
    guclog('report', 'dumps', '-o', 'page.html')
    browser.open(tmp_path / 'page.html')
    assert browser.js("[...document.querySelectorAll('#gt option')].map(o => o.textContent)") == [
        'a.txt: GT 0', 'b.txt: GT 0']
    assert browser.js("[...document.querySelectorAll('#verdict h3')].map(h => h.textContent)") == [
        'dumps/b.txt: GT 0', 'dumps/a.txt: GT 0']
    assert browser.js('list.log.index') == 1
    browser.js("(() => { const gt = $('gt'); gt.value = 0; gt.onchange(); })()")
    browser.wait('list.log.index === 0')
    assert browser.js("$('hang').hidden") and browser.console() == []
    browser.click('#verdict h3 button')
    browser.wait('list.log.index === 1')


def tables(browser):
    """Return a dict of the visible tables, from the title to the text."""
    return dict(browser.js("[...document.querySelectorAll('#tables details')]"
                           ".filter(d => d.checkVisibility())"
                           ".map(d => [d.querySelector('summary').textContent, d.textContent])"))


@in_browser
def test_tables_are_those_of_the_chosen_dump(browser, guclog, tmp_path):
    """In the page of a directory with four dumps, only the tables of one dump are visible: of the
    dump that has the chosen log, or of a chosen dump without a log."""
    folder = tmp_path / 'dumps'
    folder.mkdir()
    text = hung()[1]
    for name in ('anna', 'berta'):
        (folder / f'{name}.txt').write_text(re.sub('(?m)^Process: .*', f'Process: {name} [7]', text))
        machine = forms.Machine(process=f'bare-{name} [8]')
        (folder / f'bare-{name}.txt').write_text(sections.Dump(machine=machine).text(sections.V73))
    said = guclog('report', 'dumps', '-o', 'page.html', rc=None)
    assert 'bare-anna.txt' in said.err
    browser.open(tmp_path / 'page.html')
    names = browser.js("[...document.querySelectorAll('#verdict h3')].map(h => h.textContent)")
    assert {'dumps/anna.txt: GT 0', 'dumps/berta.txt: GT 0', 'dumps/bare-anna.txt',
            'dumps/bare-berta.txt'} == set(names)
    for index, name, other in (1, 'berta', 'anna'), (0, 'anna', 'berta'):
        browser.js(f'select({index})')
        browser.wait(f'list.log.index === {index}')
        shown = tables(browser)
        assert f'{name} [7]' in shown['Devcoredump'] and f'{other} [7]' not in str(shown)
        assert len([x for x in shown if x.startswith('Messages to the GuC')]) == 1
        assert 'ASIC info' in shown and [x for x in shown if x.startswith('Contexts in the log')]
    button, = [x for x in browser.driver.find_elements('css selector', '#verdict h3 button')
               if x.text == 'dumps/bare-anna.txt']
    button.click()
    assert 'bare-anna [8]' in tables(browser)['Devcoredump']
    assert not browser.js("$('timeline-section').checkVisibility()")
    browser.click('.evidence button')
    browser.wait("$('timeline-section').checkVisibility()")
    assert 'anna [7]' in tables(browser)['Devcoredump'] and browser.console() == []


@pytest.mark.any_build
def test_many_dumps_take_as_long_as_each_alone(guclog_path, tmp_path):
    """The page of 64 dumps takes less than 6 s of processor time. It would take longer if the
    messages of each log were searched in all dumps instead of only in its own dump."""
    (tmp_path / 'dumps').mkdir()
    text = hung(steps=1500)[1]
    for i in range(64):
        (tmp_path / f'dumps/{i}.txt').write_text(text)
    assert cpu(guclog_path, 'report', tmp_path / 'dumps', '-o', tmp_path / 'page.html') < 6


def test_second_log_is_refused(guclog, tmp_path):
    for name in 'ab':
        (tmp_path / name).write_text(dump_text(3))
    assert 'b: is neither a kernel log nor a trace; for a page of several logs give their ' \
        'directory' in guclog.fails('report', 'a', 'b', '-o', 'page.html').err
    assert not (tmp_path / 'page.html').exists()


def messages(data, log):
    return [(m['index'], m['t'], m['text']) for m in data['messages'] if m['log'] == log]


def test_messages_belong_to_the_dump_that_has_them(guclog, tmp_path):
    """In the page of a directory with several dumps, some in a subfolder, each log has the messages
    of its own dump."""
    (tmp_path / 'dumps/a').mkdir(parents=True)
    for seed, name in enumerate(('x.txt', 'a/x.txt', 'a/y.txt'), 1):
        (tmp_path / 'dumps' / name).write_text(hung(seed)[1])
    data = data_of(guclog('report', 'dumps').out)
    assert len(data['logs']) == 3
    for log, title in enumerate(x['title'].removesuffix(': GT 0') for x in data['logs']):
        alone = messages(data_of(guclog('report', f'dumps/{title}').out), 0)
        assert alone and messages(data, log) == alone


def test_anchor_beside_a_dump_places_its_messages(guclog, tmp_path):
    """A directory has a dump without a clock anchor (it does not state the times of its clocks),
    and another copy of its log with an anchor. The messages of the dump get the same times as from
    a dump with an anchor."""
    text = hung()[1]
    lfd = guclog('convert', '-', stdin=text).raw
    (tmp_path / 'incident').mkdir()
    (tmp_path / 'incident/guc_log.gt0.lfd').write_bytes(lfd)
    (tmp_path / 'incident/devcoredump.txt').write_text(
        re.sub('(?m)^(Kernel timestamp|GuC timestamp|Snapshot time|Uptime): .*\n', '', text))
    want = messages(data_of(guclog('report', '-', stdin=text).out), 0)
    data = data_of(guclog('report', 'incident', rc=None).out)
    logs = {m['log'] for m in data['messages']}
    assert want and [messages(data, log) for log in logs] == [want]


def test_standard_input_and_a_kernel_log(guclog, tmp_path):
    """If a dump is read from standard input, together with a kernel log from a file, the page has
    the same content as if the dump is read from a file."""
    text, kernel = screenshots.hang()
    (tmp_path / 'dump').write_text(text)
    (tmp_path / 'dmesg').write_text(kernel)
    pages = [data_of(guclog('report', first, 'dmesg', stdin=text).out) for first in ('dump', '-')]
    assert pages[0]['messages'] and pages[0]['kernel']
    for key in 'messages', 'kernel', 'tables', 'marks':
        assert pages[0][key] == pages[1][key]


@in_browser
def test_dump_of_an_incident_is_shown_with_each_log(browser, guclog, tmp_path):
    """An incident of guclog collect has a dump, and a log that the module has recorded. In its
    page, the tables of the dump are shown for both: the log in the dump, and that of the module."""
    (tmp_path / 'incident').mkdir()
    (tmp_path / 'incident/devcoredump.txt').write_text(hung()[1])
    guclog('convert', 'incident/devcoredump.txt', '-o', 'incident/guc_log.gt0.lfd')
    guclog('report', 'incident', '-o', 'page.html')
    browser.open(tmp_path / 'page.html')
    assert browser.js('data.logs.length') == 2
    for index in 1, 0:
        browser.js(f'select({index})')
        browser.wait(f'list.log.index === {index}')
        shown = tables(browser)
        assert 'Devcoredump' in shown and 'ASIC info' in shown
        sent, = [text for name, text in shown.items() if name.startswith('Messages to the GuC')]
        assert re.search(r'365\d{3}\.\d{6}', sent)


def test_more_logs_than_a_page_has(guclog, tmp_path):
    (tmp_path / 'dumps').mkdir()
    text = dump_text(3)
    for i in range(65):
        (tmp_path / f'dumps/{i}.txt').write_text(text)
    said = guclog.fails('report', 'dumps', '-o', 'page.html')
    assert "has 65 logs, and a page has at most 64; 'guclog triage'" in said.err
    assert not (tmp_path / 'page.html').exists()
    (tmp_path / 'dumps/0.txt').unlink()
    guclog('report', 'dumps', '-o', 'page.html')


@in_browser
def test_what_is_stuck_comes_first(browser, page):
    story = stories.begin(4)
    story.guc.disable(story.victim, answer=False)
    browser.open(page(gucstory.dump(story.guc, 'x', [story.victim], late_ms=9000)))
    first = browser.js("document.querySelector('.verdict.hang p').textContent")
    assert first.startswith('Stuck: the GuC has not acknowledged the disable')
    assert browser.js('timeline.marks.map(m => m.text)') == ['stuck: disable']


def test_kernel_log_with_an_unknown_offset_has_no_marks(guclog, tmp_path):
    (tmp_path / 'dump').write_text(dump_text())
    (tmp_path / 'dmesg').write_text('[    5.000000] xe 0000:03:00.0: [drm] Found it\n')
    guclog('report', 'dump', 'dmesg', '-o', 'page.html')
    page = (tmp_path / 'page.html').read_text()
    assert '"kernel":[]' in page and 'dmesg: not in the timeline, because' in page and 'Found it' in page


@in_browser
def test_ring_of_16_mib(browser, guclog, tmp_path):
    """The page of a log with the largest ring needs less than 20 s of processor time in the browser
    until it is shown. (A quiet machine needed less than one second, a busy one more than three.)"""
    nr = (16 << 20) // 20 - 10
    story = stories.refuse(stories.begin(3, steps=170000))
    (tmp_path / 'dump').write_bytes(gucstory.log_image(
        story.guc, events=story.guc.events[-nr:], size=16 << 20))
    guclog('report', 'dump', '-o', 'page.html')
    browser.driver.execute_cdp_cmd('Performance.enable', {'timeDomain': 'threadTicks'})
    browser.open(tmp_path / 'page.html')
    metrics = browser.driver.execute_cdp_cmd('Performance.getMetrics', {})['metrics']
    seconds = {m['name']: m['value'] for m in metrics}['ThreadTime']
    print(f'processor time of the page: {seconds:.2f} s')
    assert count(browser) == nr and seconds < 20
    # The list can be scrolled to the last event.
    browser.js("document.getElementById('events').scrollTop = 1e9")
    browser.wait(f"document.querySelector('#rows .row:last-child').dataset.index === '{nr - 1}'")
    assert browser.js('timeline.painter.runs.length') > 10000
    assert browser.console() == []


@in_browser
def test_more_events_than_a_page_has(browser, guclog, tmp_path):
    """If a log has more than a million events, the page has the newest million, and states how many
    are left out. The events keep the numbers that they have in the log."""
    story = stories.refuse(stories.begin(3))
    stream = live.Stream(story.guc, tick=story.guc.events[0][0])
    hang = stream.head + stream.events()
    filler = streams.events([struct.pack('<5I', i * 16 & 0xffffffff, 0, 0xf0, 0, 0)
                             for i in range(100000)])
    (tmp_path / 'long').write_bytes(stream.head + 11 * filler + hang[len(stream.head):])
    guclog('report', 'long', '-o', 'page.html')
    assert (tmp_path / 'page.html').stat().st_size < 35 << 20
    browser.open(tmp_path / 'page.html')
    assert count(browser) == 1000000
    left = 100000 + len(story.guc.events)
    assert f'the oldest {left} events are not on this page' in browser.js(
        "document.getElementById('summary').textContent")
    index = browser.js("document.querySelector('.evidence button').textContent").split()[1]
    browser.js("document.querySelector('.evidence button').click()")
    browser.wait("list.chosen >= 0 && document.getElementById('detail').textContent."
                 f"includes('event {index},')")
    assert int(index) > 1100000 and browser.js(f'list.chosen === {index} - {left}')
    assert browser.js("document.querySelector('#rows .chosen span').textContent") == index
    assert browser.js("data.marks.find(m => m.main).index") < 1000000
    assert browser.console() == []


def facts(browser):
    """Return the facts about the machine at the top of the page, as a dict from name to text."""
    return dict(browser.js("[...document.querySelectorAll('.head-facts dt')]"
                           ".map(dt => [dt.textContent, dt.nextSibling.textContent])"))


@in_browser
@pytest.mark.parametrize('width', (1200, 420))
def test_what_the_machine_was_is_above_the_fold(browser, page, width):
    """At the top of the page, and visible without scrolling, there are a sentence that every user
    understands, and GPU, kernel, firmware and date."""
    browser.open(page(hung(1)[1]), width, 900)
    shown = facts(browser)
    assert {'GPU', 'kernel', 'firmware', 'date'} <= set(shown)
    assert 'UTC' in shown['date'] and 'GuC 70.' in shown['firmware']
    first = browser.js("document.querySelector('.verdict').firstChild.className")
    assert first == 'lead'
    assert browser.js("document.querySelector('.head-facts').getBoundingClientRect().bottom") < 800
    assert not browser.js("document.querySelectorAll('.incomplete').length")


@in_browser
def test_incomplete_data_are_said_in_red(browser, page):
    text = dump_text(3276)
    browser.open(page(text[:len(text) // 2], rc=1))
    said = browser.js("[...document.querySelectorAll('.incomplete')].map(p => p.textContent)")
    assert said and all(text.startswith('Incomplete: ') for text in said)
    assert any('The beginning or the end of the devcoredump is missing' in text for text in said)
    color = browser.js("getComputedStyle(document.querySelector('.incomplete')).color")
    red, green, blue = (int(x) for x in re.findall(r'\d+', color))
    assert red > 150 and red > 2 * green and red > 2 * blue


def test_text_for_an_issue_form(guclog, tmp_path):
    """guclog report --text prints the sentences of guclog explain, facts about the machine and a
    list of the exec queues, without markup. For a truncated dump, it states that it is
    incomplete."""
    (tmp_path / 'dump').write_text(hung(1)[1])
    text = guclog('report', '--text', 'dump').out
    assert '<' not in text.replace('<=', '') and len(text) < 20000
    for line in ('GuC log report of dump', '  GPU: ', '  kernel: ', '  firmware: ', '  date: ',
                 'Signature: ', 'Exec queues in the devcoredump:'):
        assert line in text
    for sentence in guclog('explain', '--json', 'dump').json['logs'][0]['sentences']:
        assert sentence['text'] in text
    cut = dump_text(3276)
    (tmp_path / 'cut').write_text(cut[:len(cut) // 2])
    assert 'INCOMPLETE: ' in guclog('report', '--text', 'cut', rc=1).out


def test_redacted_report_with_a_kernel_log(guclog, tmp_path):
    """guclog report --redact removes names of processes and serial numbers from the dump and from
    the kernel log, and does not show the names of their files. It refuses a trace, which it cannot
    redact."""
    (tmp_path / 'secret-dump').write_text(hung(1)[1])
    (tmp_path / 'secret-dmesg').write_text(
        '[    5.000000] usb 1-2: SerialNumber: secret-serial\n'
        '[    6.000000] xe 0000:03:00.0: [drm] Tile0: GT0: Timedout job: seqno=7, guc_id=22, '
        'flags=0x0 in secret prog [4242]\n')
    for more in ((), ('--text',)):
        done = guclog('report', '--redact', *more, '--force', '-o', 'out', 'secret-dump',
                      'secret-dmesg')
        text = (tmp_path / 'out').read_text()
        assert 'secret' not in text and '4242' not in text
        assert 'Timedout job: seqno=7, guc_id=22, flags=0x0 in xxxxxx' in text
        assert 'process name' in done.err and 'process name' in text
        assert 'A program kept ' in text
    (tmp_path / 'trace').write_text('secret-4242 [001] 12.3: xe_sched_job_run: dev=0\n')
    said = guclog('report', '--redact', '--force', '-o', 'out', 'secret-dump', 'trace', rc=2)
    assert 'trace: cannot be redacted' in said.err
    (tmp_path / 'note').write_text('secret\n')
    said = guclog('report', '--redact', 'note', rc=2)
    assert said.err == 'guclog: note: no GuC log in it: it is text without a GuC log\n'


@in_browser
def test_wait_is_drawn_in_the_lane_of_the_waiter(browser, page):
    story, text = hung(1)
    browser.open(page(text))
    wait, = browser.js('timeline.painter.waits')
    assert wait['ctx'] == stories.WAITER
    assert browser.js(f'timeline.painter.lanes[{wait["lane"]}]') == f'guc_id {stories.WAITER}'
    assert 0.6 < wait['to'] - wait['from'] < 0.7
    browser.click('#hang')
    # The wait is drawn as a dashed line in the color of hangs (red). Count its red pixels.
    red = """(() => {
        const p = timeline.painter, w = p.waits[0], c = p.ctx;
        const y = Math.round(p.top + w.lane * p.h + 3 * p.r);
        const x = Math.round(Math.max(p.x(w.from), p.left)), to = Math.min(p.x(w.to), p.left + p.width);
        const line = c.getImageData(x, y, Math.max(1, Math.round(to - x)), 1).data;
        let n = 0;
        for (let i = 0; i < line.length; i += 4)
            n += line[i] > 150 && line[i + 1] < 120 && line[i + 2] < 120;
        return n;
    })()"""
    assert browser.js(red) > 20
    assert browser.console() == []
