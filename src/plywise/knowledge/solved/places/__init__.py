"""Where folders of tables are, and their bytes: on this machine, behind HTTP, or in a bucket."""

from plywise.knowledge.solved.places.buckets import BucketPlace, is_bucket
from plywise.knowledge.solved.places.pieces import STRIDE, PiecePlace, piece_path
from plywise.knowledge.solved.places.place import LocalPlace, Place, is_remote, place_of
from plywise.knowledge.solved.places.web import AddressPlace

__all__ = [
    "STRIDE",
    "AddressPlace",
    "BucketPlace",
    "LocalPlace",
    "PiecePlace",
    "Place",
    "is_bucket",
    "is_remote",
    "piece_path",
    "place_of",
]
