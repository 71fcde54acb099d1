"""Games as files that need no server: kernels for JavaScript, and single pages."""

from plywise.export.errors import ExportError
from plywise.export.kernel_file import export_kernel, kernel_file

__all__ = ["ExportError", "export_kernel", "kernel_file"]
