# SPDX-License-Identifier: GPL-2.0-only
"""The files of a case of the corpus: the image, its facts and the expected outputs."""

from reference import asic, chip, facts, lfd, log, rdf, report

from . import spoiled_asic, spoiled_lfd


def outputs(case):
    """Yield (file name, content): the image, its facts, the expected outputs.

    The LFD file of another GT than the first has the GT's index in its name.
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
    """Yield (file name, content): each spoiled file, and the message of guclog check for it,
    which is empty if the file is valid."""
    for each in spoiled_lfd.spoiled() + spoiled_asic.spoiled():
        yield f'spoiled/{each.name}', each.content
        yield f'spoiled/{each.name}.check', each.verdict().encode('ascii')
