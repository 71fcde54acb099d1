"""Games as files that need no server: a folder for any web host, a kernel for JavaScript, or a single page."""

from plywise.export.errors import ExportError
from plywise.export.kernel_file import export_kernel, kernel_file
from plywise.export.package import export_package
from plywise.export.single import export_single, single_page
from plywise.export.site import ExportedSite, export_site

__all__ = [
    "ExportError",
    "ExportedSite",
    "export_kernel",
    "export_package",
    "export_single",
    "export_site",
    "kernel_file",
    "single_page",
]
