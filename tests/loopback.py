"""Web servers for tests: on loopback, on a free port, and silent."""

from __future__ import annotations

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that was killed is no fault of the server."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class LoopbackServer:
    """Answers from its making until it is closed."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        silent = type("Silent", (handler,), {"log_message": lambda *_: None})
        self._server = _Server(("127.0.0.1", 0), silent)
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        # it looks every 0.02 seconds whether it is to stop: many tests close one of their own
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
