"""A network between browser and program that a test can break. Data that are sent meanwhile are kept, as
with TCP."""
import select
import socket
import threading


class Network:
    def __init__(self, port):
        self.target, self.holds, self.closed = port, threading.Event(), False
        self.holds.set()  # Set: data flow.
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def link(self, recorder):
        return f"http://127.0.0.1:{self.port}/#token={recorder.token}"

    def breaks(self):
        self.holds.clear()

    def returns(self):
        self.holds.set()

    def stop(self):
        self.closed = True
        self.holds.set()
        self.listener.close()

    def _accept(self):
        while not self.closed:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near):
        self.holds.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            near.close()
            return
        with near, far:
            for one in (near, far):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while not self.closed:
                ready, _, _ = select.select([near, far], [], [], 0.5)
                self.holds.wait()
                for one in ready:
                    try:
                        data = one.recv(65536)
                        if not data:
                            return
                        (far if one is near else near).sendall(data)
                    except OSError:
                        return
