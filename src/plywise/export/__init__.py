"""Games as a folder of static files that any web host can serve: the app, the engine, the rules."""

from plywise.export.errors import ExportError
from plywise.export.site import ExportedSite, export_site

__all__ = ["ExportError", "ExportedSite", "export_site"]
