"""Thin HTTP and WebSocket: schema, routes, limits, jobs. Needs the extra `web`; `app.create_app` is the way in.

browser --- guard --- routes, sockets --- jobs --- pool === worker processes, which alone run the rules of games
"""
