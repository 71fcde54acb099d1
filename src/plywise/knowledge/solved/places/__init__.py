"""Where folders of tables are, and their bytes: on this machine, behind HTTP, or in a bucket."""

from plywise.knowledge.solved.places.buckets import BucketPlace, is_bucket
from plywise.knowledge.solved.places.place import LocalPlace, Place, is_remote, place_of

__all__ = ["BucketPlace", "LocalPlace", "Place", "is_bucket", "is_remote", "place_of"]
