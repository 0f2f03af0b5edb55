# SPDX-License-Identifier: GPL-2.0-only
"""Reads a Perfetto trace, which protoc decodes with the field numbers that Perfetto publishes
(published.proto)."""
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def scalar(text):
    if text.startswith('"'):
        # The escape sequences that protoc prints have the same meaning in Python.
        return text[1:-1].encode().decode('unicode_escape')
    if text in ('true', 'false'):
        return text == 'true'
    return int(text) if text.lstrip('-').isdigit() else text


def parse(lines, strict=True):
    """Parse the text that protoc prints for a message. Return a dict from the name of a field to
    the list of its values; the value of a field that is a message is such a dict, too. strict:
    whether to fail for a field that is not in the published definition, for which protoc prints the
    number instead of the name."""
    top = {}
    stack = [top]
    for line in lines:
        line = line.strip()
        if line.endswith('{'):
            message = {}
            stack[-1].setdefault(line[:-2], []).append(message)
            stack.append(message)
        elif line == '}':
            stack.pop()
        else:
            key, value = line.split(': ', 1)
            assert not (strict and key.isdigit()), f'field {key} is not published'
            stack[-1].setdefault(key, []).append(scalar(value))
    return top


def one(message, key, default=None):
    values = message.get(key, [default])
    assert len(values) == 1, (key, values)
    return values[0]


class Event:
    def __init__(self, packet, event, names, notes, defaults):
        self.timestamp = one(packet, 'timestamp')
        self.clock = one(packet, 'timestamp_clock_id',
                         one(defaults, 'timestamp_clock_id'))
        self.track = one(event, 'track_uuid', one(
            one(defaults, 'track_event_defaults'), 'track_uuid'))
        self.type = one(event, 'type')
        iid = one(event, 'name_iid')
        self.interned = iid is not None
        self.name = names[iid] if iid else one(event, 'name')
        self.notes = {}
        for note in event.get('debug_annotations', []):
            key = one(note, 'name_iid')
            key = notes[key] if key else one(note, 'name')
            values = [v[0] for k, v in note.items() if k.endswith('_value')]
            assert len(values) == 1 and key not in self.notes
            self.notes[key] = values[0]


class Trace:
    """Reads a trace in the same way as Perfetto: a number of an interned name is only valid in
    packets of the sequence in which the name was defined."""

    def __init__(self, data):
        text = subprocess.run(
            ['protoc', f'-I{HERE}', '--decode=perfetto.protos.Trace',
             'published.proto'], input=data, capture_output=True, check=True,
            cwd=HERE).stdout.decode()
        self.packets = parse(text.splitlines()).get('packet', [])
        self.clocks = {}
        self.tracks = {}
        self.events = []
        self.sequences = {}
        for packet in self.packets:
            self.take(packet)

    def take(self, packet):
        number = one(packet, 'trusted_packet_sequence_id')
        flags = one(packet, 'sequence_flags')
        if flags & 1:
            self.sequences[number] = {'names': {}, 'notes': {}, 'defaults': None}
        else:
            assert flags & 2
        state = self.sequences[number]
        if 'trace_packet_defaults' in packet:
            state['defaults'] = one(packet, 'trace_packet_defaults')
        for data in packet.get('interned_data', []):
            for key, into in (('event_names', 'names'),
                              ('debug_annotation_names', 'notes')):
                for name in data.get(key, []):
                    assert one(name, 'iid') not in state[into]
                    state[into][one(name, 'iid')] = one(name, 'name')
        if 'clock_snapshot' in packet:
            self.clocks[number] = {
                one(c, 'clock_id'): one(c, 'timestamp')
                for c in one(packet, 'clock_snapshot')['clocks']}
        if 'track_descriptor' in packet:
            track = one(packet, 'track_descriptor')
            assert one(track, 'uuid') not in self.tracks
            self.tracks[one(track, 'uuid')] = track
        if 'track_event' in packet:
            self.events.append(Event(packet, one(packet, 'track_event'),
                                     state['names'], state['notes'],
                                     state['defaults']))

    @property
    def names(self):
        """Return the names of all tracks."""
        return [one(track, 'name') for track in self.tracks.values()]

    def of(self, name):
        """Return the events of the track with this name. There must be exactly one such track."""
        uuid = [u for u, t in self.tracks.items() if one(t, 'name') == name]
        assert len(uuid) == 1, (name, self.tracks)
        return [e for e in self.events if e.track == uuid[0]]

    def about(self):
        """Return a dict from the name of a log's track to the annotations of the event that
        describes the export of this log: how many events were exported, how many were left out,
        and why. The event is the only one on a child track of the log's track."""
        said = {}
        for uuid, track in self.tracks.items():
            if 'parent_uuid' in track:
                parent = self.tracks[one(track, 'parent_uuid')]
                events = [e for e in self.events if e.track == uuid]
                assert len(events) == 1
                said[one(parent, 'name')] = events[0].notes
        return said
