# SPDX-License-Identifier: GPL-2.0-only
"""Makes archives. files: a dict from the name of each member to its data."""

import io
import tarfile
import zipfile


def tar(mode, files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def zipped(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()
