"""Thousands of hostile clients of every kind, one kind after the other, while a polite client measures its response times."""
import math
import multiprocessing
import os
import socket
import ssl
import struct
import sys
import time

LONGEST, DESCRIPTORS, GROWTH = 0.1, 5, 2.0
BATCH, WARM, CROWDS = 40, 400, 4
# The rounds of polite requests to answer before the last clients that stay leave, and the seconds after which they leave anyway. Then
# the seconds after which an answer counts as lost: an idle machine answers in less than a tenth of a second.
BESIDE, STAY, PATIENCE = 2, 60, 20
# Connections a second of all crowds together, which share the recorder's processors.
RATE = 2000
STATE = "GET /api/v1/state HTTP/1.1\r\nHost: localhost\r\n{}\r\n"


class Target:
    """The listener's address and its token."""

    def __init__(self, port, token, tls, attackers="127.0.0.1"):
        self.port, self.tls, self.attackers = port, tls, attackers
        self.field = f"Authorization: Bearer {token}\r\n" if token else ""
        self.context = ssl._create_unverified_context() if tls else None
        self.source, self.patience = "127.0.0.1", 2

    def plain(self):
        """Opens a TCP connection, whatever the port expects."""
        return socket.create_connection(("127.0.0.1", self.port), self.patience, (self.source, 0))

    def open(self):
        made = self.plain()
        if not self.context:
            return made
        try:
            return self.context.wrap_socket(made)
        except BaseException:
            made.close()
            raise

    def state(self):
        return STATE.format(self.field).encode()

    def upgrade(self):
        return ("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
                self.field + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()

    def hello(self):
        """Returns a whole ClientHello."""
        arriving, leaving = ssl.MemoryBIO(), ssl.MemoryBIO()
        speaker = ssl._create_unverified_context().wrap_bio(arriving, leaving)
        try:
            speaker.do_handshake()
        except ssl.SSLWantReadError:
            pass
        return leaving.read()


def told(sends, answers=True):
    """Returns a kind of client that sends this text and closes; with `answers` it first waits for the answer."""

    def attack(target):
        client = target.open()
        client.sendall(sends(target) if callable(sends) else sends)
        if answers:
            client.recv(65536)
        client.close()

    return attack


def held(sends, raw=False):
    """Returns a kind of client that sends this and stays."""

    def attack(target):
        client = target.plain() if raw else target.open()
        client.sendall(sends(target) if callable(sends) else sends)
        return client

    return attack


def raw(sends):
    """Returns a kind of client that sends this unencrypted to a TLS port, waits for the reaction and closes."""

    def attack(target):
        client = target.plain()
        client.sendall(sends())
        client.recv(65536)
        client.close()

    return attack


def huge_body(target):
    client = target.open()
    client.sendall((f"POST /api/v1/commands/mark HTTP/1.1\r\nHost: localhost\r\n{target.field}"
                    "Content-Length: 1000000000\r\n\r\n").encode() + b"x" * 300_000)
    client.close()


def reset(target):
    """Closes with RST while the server prepares its answer."""
    client = target.open()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.sendall(target.state())
    client.close()


def half_close(target):
    client = target.open()
    client.sendall(b"GET /api/v1/sta")
    client.shutdown(socket.SHUT_WR)
    client.recv(65536)
    client.close()


def upgraded(reads):
    """Opens a WebSocket, then neither sends nor reads anything."""

    def attack(target):
        client = target.plain()
        if not reads:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        if target.context:
            client = target.context.wrap_socket(client)
        client.sendall(target.upgrade())
        client.recv(500)
        return client

    return attack


KINDS = {
    "null-path": told(b"GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    "star": told(b"GET * HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    "options-star": told(b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    "half-request": told(b"GET /api/v1/state HTTP/1.1\r\nHost: loc", answers=False),
    "slow-head": held(b"G"),
    "answered": told(Target.state),
    "unauthorized": told(STATE.format("Authorization: Bearer wrong\r\n").encode()),
    "idle": held(b""),
    "silent-websocket": upgraded(reads=True),
    "unread-websocket": upgraded(reads=False),
    "cut-upgrade": told(Target.upgrade, answers=False),
    "huge-head": told(b"GET / HTTP/1.1\r\nX: " + b"y" * 100_000),
    "huge-body": huge_body,
    "reset": reset,
    "half-close": half_close,
}
TLS_KINDS = {
    "tls-unclosed": told(Target.state),
    "tls-handshake": told(b"", answers=False),
    "tls-garbage": raw(lambda: os.urandom(2000)),
    "tls-plain-text": raw(lambda: STATE.format("").encode()),
    "tls-half-hello": held(b"\x16\x03\x01\x02\x00\x01", raw=True),
    "tls-stalled": held(Target.hello, raw=True),
}


def crowd(target, kind, count, rate, rounds, results):
    """Connects `count` times, at most `rate` times a second. Clients that stay leave in batches, after a few more bytes.

    The last of them leave when the polite client, whose finished rounds are in `rounds`, has been answered beside them."""
    # Real attackers have machines of their own: here they run at a lower priority than the recorder.
    os.nice(19)
    target.source = target.attackers
    attack, waiting, failures = {**KINDS, **TLS_KINDS}[kind], [], 0
    begin = time.monotonic()
    for number in range(count):
        time.sleep(max(0, begin + number / rate - time.monotonic()))
        try:
            client = attack(target)
            if client:
                waiting.append(client)
        except OSError:
            failures += 1
        if len(waiting) == BATCH or number == count - 1:
            if waiting and number == count - 1:
                outstay(rounds)
            for client in waiting:
                try:
                    if kind == "slow-head":
                        client.sendall(b"E")
                    client.close()
                except OSError:
                    pass
            waiting = []
    results.put(failures)


def outstay(rounds):
    """Returns after the polite client has been answered; one round had begun before."""
    wanted, end = rounds.value + 1 + BESIDE, time.monotonic() + STAY
    while rounds.value < wanted and time.monotonic() < end:
        time.sleep(0.01)


class Polite:
    """A client that keeps one connection and opens another for every second request."""

    def __init__(self, target):
        self.target, self.kept = target, None

    def ask(self, kept):
        """Returns the seconds that an answer took, including the time to connect."""
        begin = time.monotonic()
        client = self.kept if kept and self.kept else self.target.open()
        client.settimeout(PATIENCE)
        client.sendall(self.target.state())
        text = b""
        while b"\r\n\r\n" not in text:
            piece = client.recv(65536)
            if not piece:
                raise OSError("the connection was closed")
            text += piece
        head, body = text.split(b"\r\n\r\n", 1)
        length = int(next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))[15:])
        while len(body) < length:
            piece = client.recv(65536)
            if not piece:
                raise OSError("the connection was closed")
            body += piece
        seconds = time.monotonic() - begin
        if not head.startswith(b"HTTP/1.1 200"):
            raise OSError(head.split(b"\r\n")[0].decode())
        if kept:
            self.kept = client
        else:
            client.close()
        return seconds

    def ask_until(self, end, rounds, results):
        times, lost = {True: [], False: []}, []
        while not end.is_set():
            for kept in (True, False):
                try:
                    times[kept].append(self.ask(kept))
                except OSError as error:
                    lost.append(f"{'kept' if kept else 'new'}: {error!r}")
                    if kept:
                        self.kept = None
            with rounds.get_lock():
                rounds.value += 1
            time.sleep(0.03)
        results.put((times, lost))


def ask_politely(target, end, rounds, results):
    """Runs the polite client in a process of its own."""
    target.patience = PATIENCE
    Polite(target).ask_until(end, rounds, results)


def attack(target, kind, count, rate):
    """Runs the crowds; returns the polite client's measurements, the crowds' failures, and the seconds that it took."""
    results, answers, end = multiprocessing.Queue(), multiprocessing.Queue(), multiprocessing.Event()
    rounds = multiprocessing.Value("i", 0)
    polite = multiprocessing.Process(target=ask_politely, args=(target, end, rounds, answers))
    polite.start()
    begin = time.monotonic()
    share = max(1, math.ceil(count / CROWDS))
    crowds = [multiprocessing.Process(target=crowd, args=(target, kind, share, rate / CROWDS, rounds, results)) for _ in range(CROWDS)]
    for process in crowds:
        process.start()
    failures = sum(results.get() for _ in crowds)
    seconds = time.monotonic() - begin
    end.set()
    seen = answers.get(timeout=6 * PATIENCE)
    for process in crowds + [polite]:
        process.join()
    return seen, failures, seconds


def settled(worker, descriptors, memory, patience=15):
    """Returns the increase of descriptors and MB, as soon as both are within the limits or the time is over."""
    end = time.monotonic() + patience
    while True:
        more = (worker.files() - descriptors, worker.memory() - memory)
        if more[0] <= DESCRIPTORS and more[1] <= GROWTH or time.monotonic() > end:
            return more
        time.sleep(0.1)


def run(target, worker, kinds, count, longest=LONGEST, rate=RATE):
    """Runs one kind after the other; returns how many exceeded a limit."""
    bad = 0
    for kind in kinds:
        attack(target, kind, min(WARM, count), rate)
        time.sleep(0.3)
        before = (worker.files(), worker.memory())
        (times, lost), failures, seconds = attack(target, kind, count, rate)
        descriptors, memory = settled(worker, *before)
        if memory > GROWTH:
            # A cache grows once. Memory that is never released grows with each round: only the next one tells them apart.
            resident = worker.memory()
            (_, more), _, _ = attack(target, kind, count, rate)
            descriptors, memory = settled(worker, before[0], resident)
            lost += more
        slowest = {kept: max(times[kept], default=math.inf) for kept in times}
        fine = descriptors <= DESCRIPTORS and memory <= GROWTH and not lost and max(slowest.values()) <= longest
        bad += not fine
        print(f"{kind}: {count} in {seconds:.1f} s ({failures} turned away): {descriptors:+d} descriptors, {memory:+.1f} MB; "
              f"{len(times[True]) + len(times[False])} polite answers, longest {1000 * slowest[True]:.0f} ms kept, "
              f"{1000 * slowest[False]:.0f} ms new, {len(lost)} lost {lost[:2]}{'' if fine else '  BEYOND A LIMIT'}",
              flush=True)
        if not fine:
            print(f"door-bench: beyond the limit: {kind}", file=sys.stderr)
    return bad
