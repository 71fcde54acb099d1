"""Games as files that need no server: kernels for JavaScript, and single pages."""

from plywise.export.errors import ExportError
from plywise.export.kernel_file import export_kernel, kernel_file
from plywise.export.package import export_package
from plywise.export.single import export_single, single_page

__all__ = ["ExportError", "export_kernel", "export_package", "export_single", "kernel_file", "single_page"]
