"""A small HTTP server that stands in for a service. It logs requests in FOLDER (log.jsonl) and fails as FAULTS says.

usage: NAME.py FOLDER FAULTS     FAULTS: a JSON object, see the services
It listens on a free port of 127.0.0.1 (or the fault "port") and prints it; with TLS if there is "tls": [CERTIFICATE, KEY].
"""
import http.server
import json
import os
import socket
import ssl
import sys
import threading

PIECE = 1 << 16


class Gone(Exception):
    """The connection ends here."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # The server does not wait forever for a client that stops sending.
    timeout = 120

    @property
    def faults(self):
        return self.server.faults

    def log_message(self, *words):
        pass

    def note(self, **facts):
        with self.server.lock, open(os.path.join(self.server.folder, "log.jsonl"), "a") as log:
            log.write(json.dumps(facts) + "\n")

    def take(self, sink=None, cut=None, hang=None):
        """Reads the body, piece by piece, into `sink`. Closes the connection after `cut` bytes, or stops reading after `hang`."""
        rest, got = int(self.headers.get("Content-Length", 0)), 0
        while rest:
            limit = min(x for x in (rest, PIECE, cut and cut - got, hang and hang - got) if x)
            piece = self.rfile.read(limit)
            if not piece:
                raise Gone
            got, rest = got + len(piece), rest - len(piece)
            if sink:
                sink(piece)
            if cut and got >= cut:
                self.drop()
            if hang and got >= hang:
                self.server.ended.wait()
        return got

    def drop(self):
        """Closes the connection without an answer."""
        self.connection.shutdown(socket.SHUT_RDWR)
        raise Gone

    def answer(self, status, value=None, **fields):
        body = b"" if value is None else value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        for name, text in fields.items():
            self.send_header(name.replace("_", "-"), text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle(self):
        try:
            super().handle()
        except (Gone, ConnectionError, TimeoutError):
            self.close_connection = True

    def finish(self):
        try:
            super().finish()
        except OSError:
            pass


def serve(handler):
    folder, faults = sys.argv[1], json.loads(sys.argv[2])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", faults.get("port", 0)), handler)
    server.daemon_threads = True
    server.folder, server.faults, server.lock, server.ended = folder, faults, threading.RLock(), threading.Event()
    server.state = {}
    if "tls" in faults:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*faults["tls"])
        context.set_alpn_protocols(["h2", "http/1.1"])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    server.serve_forever()
