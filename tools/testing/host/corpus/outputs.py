# SPDX-License-Identifier: GPL-2.0-only
"""Makes the files of a case of the corpus: the image, its facts, and the outputs that guclog and
the module must make from them."""

from reference import asic, chip, facts, lfd, log, rdf, report

from . import spoiled_asic, spoiled_lfd


def outputs(case):
    """Yield (file name, content) for the image of a case, its facts and the expected outputs.

    NAME.lfd is the LFD file with the facts of the first GT. If the device has more GTs,
    NAME.gt1.lfd is that with the facts of the second GT, and so on.
    """
    image = case.image()
    known = case.facts(len(image))
    parsed = log.parse(image)
    info = facts.info(known).encode('ascii')
    yield f'{case.name}.img', image
    yield f'{case.name}.facts', info
    yield f'{case.name}.info', info
    yield f'{case.name}.state', report.state(parsed).encode('ascii')
    yield f'{case.name}.lfd', lfd.build(parsed, image, known.of())
    for i in range(1, len(known.gts)):
        yield f'{case.name}.gt{i}.lfd', lfd.build(parsed, image, known.of(i))
    values = chip.values(known.of())
    yield f'{case.name}.asic_v1', asic.pack(values, 1)
    yield f'{case.name}.asic_v3', asic.pack(values, 3)
    yield f'{case.name}.asic_packed', asic.pack(values, 1, packed=True)
    yield f'{case.name}.rdf', rdf.build(values)


def spoiled_outputs():
    """Yield (file name, content) for each file that guclog check must judge, and for the expected
    message about this file, which is empty if the file is valid."""
    for each in spoiled_lfd.spoiled() + spoiled_asic.spoiled():
        yield f'spoiled/{each.name}', each.content
        yield f'spoiled/{each.name}.check', each.verdict().encode('ascii')
