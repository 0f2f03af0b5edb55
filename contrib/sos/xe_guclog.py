# SPDX-License-Identifier: GPL-2.0-only
"""A plugin of sos (https://sos.readthedocs.io) for the GuC logs of Intel GPUs.

Copy this file to the directory sos/report/plugins of sos.

Stored incidents and logs are redacted: they have no names of processes and no memory contents, see
"Redaction" in guclog(1). With the option xe_guclog.unredacted they are copied as they are.
"""

from pathlib import Path

from sos.report.plugins import IndependentPlugin, Plugin, PluginOpt

STORE = '/var/lib/xe-guclog'
DEBUG = '/sys/kernel/debug/xe_guclog'
# The largest number of incidents that are exported, the newest ones.
INCIDENTS = 8


class XeGuclog(Plugin, IndependentPlugin):
    """Stored incidents of Intel GPUs, and the present logs of their firmware"""

    short_desc = 'GuC logs of Intel GPUs'
    plugin_name = 'xe_guclog'
    profiles = ('hardware', 'kernel')
    packages = ('guclog', 'xe-guclog', 'xe-guclog-collect')
    kernel_mods = ('xe_guclog',)
    option_list = [
        PluginOpt('unredacted', default=False,
                  desc='copy dumps with names of processes and memory of programs'),
    ]

    def setup(self):
        # Never copy guc_log_stream: reading it does not end.
        self.add_forbidden_path(f'{DEBUG}/*/gt*/guc_log_stream')
        self.add_copy_spec([f'{DEBUG}/*/info', f'{DEBUG}/*/asic_info.rdf',
                            f'{DEBUG}/*/gt*/guc_log_state', f'{STORE}/counters.json'])
        self.add_cmd_output(['guclog --version', 'guclog info'])
        if self.get_option('unredacted'):
            self.copy_all()
        else:
            self.export()

    def export(self):
        """Add the newest incidents and the present logs without what identifies a program."""
        names = sorted(path.parent.name for path in Path(STORE).glob('*/metadata.json'))
        for name in names[-INCIDENTS:]:
            self.add_cmd_output(f'guclog incidents --redact export {name}', binary=True,
                                suggest_filename=f'{name}.tar.zst')
        for log in sorted(Path(DEBUG).glob('*/gt*/guc_log_lfd')):
            self.add_cmd_output(f'guclog convert --redact {log}', binary=True,
                                suggest_filename=f'{log.parts[-3]}_{log.parts[-2]}.lfd')

    def copy_all(self):
        """Copy the incidents and the present logs, and the text about the newest incident."""
        # A log can have 16 MiB, so limit the size of what is copied. For each pattern, sos copies
        # the newest files first, up to sizelimit MiB in total.
        self.add_copy_spec([f'{DEBUG}/*/gt*/guc_log_lfd'], sizelimit=40)
        self.add_copy_spec([
            f'{STORE}/*/metadata.json', f'{STORE}/*/summary.txt'])
        self.add_copy_spec([
            f'{STORE}/*/{name}' for name in (
                '*.lfd.zst', 'devcoredump.txt.zst', 'info.txt', 'asic_info.rdf')],
            sizelimit=100)
        self.add_cmd_output(['guclog incidents', 'guclog incidents show last'])
