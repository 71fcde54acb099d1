"""Games as a folder of static files that any web host can serve: the app, the engine, the rules."""

from plywise.export.site.writing import ExportedSite, export_site

__all__ = ["ExportedSite", "export_site"]
