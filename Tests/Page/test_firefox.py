"""Tests that the page opens in Firefox, shows a moving picture and records, if Firefox is installed. Uses WebDriver BiDi."""
import base64
import itertools
import json
import os
import re
import shutil
import socket
import struct
import subprocess

import pytest

from processes import PATIENCE, TIED, home_in, until
from test_preview import COUNTER

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    def __init__(self, folder):
        self.numbers = itertools.count(1)
        environment = os.environ | home_in(folder) | {"MOZ_DISABLE_CONTENT_SANDBOX": "1"}
        self.process = subprocess.Popen(
            [*TIED, FIREFOX, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0", "about:blank"], env=environment,
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in self.process.stderr:
            if found := re.search(r"BiDi listening on ws://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                break

    def connect(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        self.reader = self.socket.makefile("rb")
        while self.reader.readline() != b"\r\n":
            pass
        self.ask("session.new", capabilities={})
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method, **parameters):
        number = next(self.numbers)
        data = json.dumps({"id": number, "method": method, "params": parameters}).encode()
        length = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack(">BH", 0x80 | 126, len(data))
        mask = bytes((1, 2, 3, 4))  # Firefox rejects a mask of zeros.
        self.socket.sendall(b"\x81" + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))
        while True:
            _, length = self.reader.read(2)
            if length > 125:
                length = struct.unpack(">H" if length == 126 else ">Q", self.reader.read(2 if length == 126 else 8))[0]
            message = json.loads(self.reader.read(length))
            if message.get("id") == number:
                assert message["type"] == "success", message
                return message["result"]

    def open(self, address):
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, script):
        answer = self.ask("script.evaluate", expression=script, target={"context": self.tab}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def wait(self, script):
        """Returns the result of a script as soon as it is neither null nor false."""
        values = []
        until(lambda: values.append(self.evaluate(script)) or values[-1] not in (None, False), lambda: script)
        return values[-1]

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


@pytest.fixture
def firefox(tmp_path):
    browser = Firefox(tmp_path)
    try:
        browser.connect(browser.port)
        yield browser
    finally:
        browser.stop()


@pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed")
@pytest.mark.parametrize("has_codecs", [True, False], ids=["as-it-is", "without-webcodecs"])
def test_the_page_in_firefox(recorder, firefox, has_codecs):
    if not has_codecs:
        firefox.ask("script.addPreloadScript", functionDeclaration="() => { delete window.VideoDecoder }")
    firefox.open(recorder.link)
    first = firefox.wait(f"({COUNTER})()")
    firefox.wait(f"({COUNTER})() > {first} + 20")
    status = firefox.evaluate("document.querySelector('.preview-canvas').dataset.status")
    assert status == "live"
    press = "document.querySelector('.record-button').click()"
    firefox.evaluate(press)
    firefox.wait("document.querySelector('.record').dataset.phase === 'recording'")
    firefox.evaluate(press)
    recorder.await_event("finished")
