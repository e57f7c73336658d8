"""The built program, which serves test cameras from a folder of its own."""
import json
import os
import pathlib
import queue
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

from processes import PATIENCE, TIED, home_in, until

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("DUALCAM_PROGRAM", ROOT / ".build/debug/dualcam"))

PIPELINE = """\
cameras:
  back: {device: test, size: 640x360, rate: 15}
  front: {device: test:gradient, size: 640x360, rate: 15}
microphone: test
combined: {layout: pip, size: 640x360, rate: 15}
recording: {directory: %s}
encoders: {default: {use: x264, preset: ultrafast, keyframes: 1s}}
budget: {enforce: off, shed: []}
"""
# The frame rate of most cameras, for tests that compare players frame by frame.
QUICK = PIPELINE.replace("rate: 15", "rate: 30")


class Recorder:
    """`dualcam serve` on a loopback port that stays the same after a restart.

    Without a pipeline it starts without a file, and writes one."""

    def __init__(self, folder, pipeline=PIPELINE):
        self.folder = pathlib.Path(folder)
        self.takes = self.folder / "takes"
        self.named = [] if pipeline is None else [self.folder / "pipeline.yaml"]
        self.file = self.named[0] if self.named else self.folder / "config/dualcam/test-pictures.yaml"
        if pipeline is not None:
            self.file.write_text(pipeline % self.takes if "%s" in pipeline else pipeline)
        registry = pathlib.Path(os.environ.get("GST_REGISTRY", "/none"))
        if registry.is_file():
            shutil.copy(registry, self.folder / "registry")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = None
        self.errors = (self.folder / "errors.txt").open("w")

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self):
        return (self.folder / "state/dualcam/control/token").read_text().strip()

    @property
    def link(self):
        return self.link_to("/")

    def link_to(self, path):
        """Returns the link that authorises a browser and opens a page directly."""
        return f"{self.url}{path}#token={self.token}"

    def start(self):
        environment = os.environ | home_in(self.folder) | {"NO_COLOR": "1"}
        if "GST_REGISTRY" in environment:
            environment["GST_REGISTRY"] = str(self.folder / "registry")
        self.process = subprocess.Popen(
            [*TIED, PROGRAM, "serve", *self.named, "--simulate", "--listen", str(self.port), "--json"], env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.events = queue.Queue()
        threading.Thread(target=self._read, args=(self.process.stdout, self.events), daemon=True).start()
        self.await_event("control")
        return self

    @staticmethod
    def _read(lines, events):
        for line in lines:
            events.put(json.loads(line))
        events.put(None)

    def await_event(self, name):
        """Returns the next event of a name, and discards those before it."""
        end = time.monotonic() + PATIENCE
        while (left := end - time.monotonic()) > 0:
            try:
                event = self.events.get(timeout=left)
            except queue.Empty:
                break
            if event is None:
                raise AssertionError(f"the program ended before '{name}': {(self.folder / 'errors.txt').read_text()}")
            if event["event"] == name:
                return event
        raise AssertionError(f"no event '{name}' within {PATIENCE} s")

    def stop(self, with_signal=signal.SIGINT):
        if self.process and self.process.poll() is None:
            self.process.send_signal(with_signal)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise
        self.process = None

    def request(self, method, path, body=None):
        """Returns the status and the JSON of the answer."""
        request = urllib.request.Request(
            self.url + path, method=method, headers={"Authorization": f"Bearer {self.token}"},
            data=None if body is None else json.dumps(body).encode())
        if body is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read() or b"null")

    def condition(self):
        """Returns the program's state and errors as lines for a test report."""
        try:
            state = self.request("GET", "/api/v1/state")[1]
            state = {name: state[name] for name in ("phase", "folder", "running-time", "people") if name in state}
        except (OSError, ValueError) as failure:
            state = failure
        return f"E program: {state}\nE its errors: {(self.folder / 'errors.txt').read_text()[-600:]!r}"

    def command(self, name, **arguments):
        status, answer = self.request("POST", f"/api/v1/commands/{name}", arguments)
        assert status == 200, f"{name}: {answer}"
        return answer

    @property
    def state(self):
        return self.request("GET", "/api/v1/state")[1]

    @property
    def recorded(self):
        """The recorded seconds of the running take, or `-1` if it has none yet or the program does not answer."""
        try:
            status, state = self.request("GET", "/api/v1/state")
        except OSError:
            return -1
        return (state["status"] or {}).get("recorded", -1) if status == 200 else -1

    def await_recorded(self, seconds):
        """Waits until this many seconds of a take have been recorded."""
        until(lambda: self.recorded >= seconds, lambda: f"{self.recorded} of {seconds} s are recorded", lambda: time.sleep(0.1))

    def await_people(self, count, pause=lambda: time.sleep(0.05)):
        """Waits until the program knows this many people. The names of those who come next then do not depend on who has just left."""
        until(lambda: len(self.state["people"]) == count, lambda: f"{self.state['people']} instead of {count}", pause)

    def record(self, seconds):
        """Records a take and returns the name of its folder."""
        self.command("record", duration=f"{seconds}s")
        return pathlib.Path(self.await_event("finished")["folder"]).name
