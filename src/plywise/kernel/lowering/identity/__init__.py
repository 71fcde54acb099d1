"""What rules are known by without being lowered: the identity that names kernels, the fingerprint that names tables."""

from typing import TYPE_CHECKING

from plywise.kernel.lowering.identity.identity import source_identity
from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.kernel.lowering.identity.fingerprint import rules_fingerprint

__all__ = ["rules_fingerprint", "source_identity"]

__getattr__ = lazy_names(__name__, {"fingerprint": ("rules_fingerprint",)})
