"""Smaller tables: what the rules tell isn't stored, and is worked out again where all codes are needed."""

from plywise.solve.packing.laid_out import LaidOut
from plywise.solve.packing.packing import PackedTable, pack_folder, total

__all__ = ["LaidOut", "PackedTable", "pack_folder", "total"]
