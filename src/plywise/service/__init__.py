"""Thin HTTP and WebSocket: schema, routes, limits, jobs."""
