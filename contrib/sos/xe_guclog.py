# SPDX-License-Identifier: GPL-2.0-only
"""A plugin of sos (https://sos.readthedocs.io) for the GuC logs of Intel GPUs.

Copy this file to the directory sos/report/plugins of sos.
"""

from sos.report.plugins import IndependentPlugin, Plugin

STORE = '/var/lib/xe-guclog'
DEBUG = '/sys/kernel/debug/xe_guclog'


class XeGuclog(Plugin, IndependentPlugin):
    """Stored incidents of Intel GPUs, and the present logs of their firmware"""

    short_desc = 'GuC logs of Intel GPUs'
    plugin_name = 'xe_guclog'
    profiles = ('hardware', 'kernel')
    packages = ('guclog', 'xe-guclog', 'xe-guclog-collect')
    kernel_mods = ('xe_guclog',)

    def setup(self):
        # Never copy guc_log_stream: reading it does not end.
        self.add_forbidden_path(f'{DEBUG}/*/gt*/guc_log_stream')
        self.add_copy_spec([
            f'{DEBUG}/*/{name}' for name in ('info', 'asic_info.rdf')])
        # A log can have 16 MiB, so limit the size of what is copied. For each pattern, sos copies
        # the newest files first, up to sizelimit MiB in total.
        self.add_copy_spec([
            f'{DEBUG}/*/gt*/{name}' for name in ('guc_log_lfd', 'guc_log_state')],
            sizelimit=40)
        self.add_copy_spec([
            f'{STORE}/*/metadata.json', f'{STORE}/*/summary.txt', f'{STORE}/counters.json'])
        self.add_copy_spec([
            f'{STORE}/*/{name}' for name in (
                '*.lfd.zst', 'devcoredump.txt.zst', 'info.txt', 'asic_info.rdf')],
            sizelimit=100)
        self.add_cmd_output([
            'guclog --version', 'guclog incidents', 'guclog info',
            'guclog incidents show last'])
