"""Folders of solved tables rewritten with other codes, their manifests sound: what only a verification can find."""

from dataclasses import replace
from pathlib import Path

from plywise.knowledge.solved import SolvedFolder


def plant(source: Path, into: Path, changes: dict[tuple[str, int], float]) -> Path:
    """Copy a folder, with other codes in some slots of some tables."""
    folder = SolvedFolder.open(source)
    manifest = folder.manifest
    writer = SolvedFolder.create(
        into, game=manifest.game, fingerprint=manifest.fingerprint, metric=manifest.metric, meaning=manifest.meaning
    )
    writer.manifest = replace(writer.manifest, packing=manifest.packing)
    for entry in manifest.tables:
        table = folder.table(entry.name)
        codes = table.working().copy()
        for (name, slot), code in changes.items():
            if name == entry.name:
                codes[slot] = code
        writer.write_table(entry.name, entry.tier, codes, table.working_keys() if entry.keys else None)
    writer.finish(manifest.build)
    return into
