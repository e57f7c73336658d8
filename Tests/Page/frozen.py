"""Pages at a standstill: a fixed picture, state and time, so that a view looks the same each time it is opened."""
import io
import json
import random
import struct
import time

from PIL import Image, ImageDraw, ImageFilter

from processes import PATIENCE
from told import EMPTY, webcam

NOW = "2026-05-04T10:20:30Z"
GIGABYTE = 1e9
STATUS = EMPTY | {
    "recorded": 754, "free": 48.2 * GIGABYTE, "lasts": 14_400, "load": 0.37, "battery": {"charge": 0.81, "discharging": True},
    "heat": {"level": "nominal", "celsius": 52, "zone": "cpu", "forecast": None},
    "outputs": [{"output": name, "frames": 22_620, "dropped": 0, "bytes": 1e9} for name in ("back", "front", "combined")],
    "rates": {"back": 30, "front": 30, "combined": 30},
}


def jpeg(picture):
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=90)
    return file.getvalue()


def lecture():
    """Draws a lecture hall with a board, and a person in front of it in the inset."""
    picture = Image.new("RGB", (1280, 720), "#27313f")
    pen = ImageDraw.Draw(picture)
    for row in range(720):
        pen.line((0, row, 1280, row), fill=(60 + row // 12, 74 + row // 14, 92 + row // 16))
    pen.rectangle((170, 90, 1010, 470), fill="#1d3b33", outline="#b58a55", width=14)
    for line, width in enumerate((520, 430, 610, 300)):
        pen.line((230, 160 + 70 * line, 230 + width, 152 + 70 * line), fill="#dfe9e4", width=7)
    pen.ellipse((760, 250, 930, 420), outline="#f3d27a", width=6)
    for seat in range(9):
        pen.ellipse((60 + seat * 140, 560 + seat % 2 * 26, 150 + seat * 140, 650 + seat % 2 * 26), fill="#141a22")
        pen.rectangle((40 + seat * 140, 640 + seat % 2 * 26, 170 + seat * 140, 720), fill="#161d27")
    pen.rectangle((940, 520, 1260, 700), fill="#8fa3b8")
    pen.ellipse((1050, 550, 1150, 650), fill="#d9b08c")
    pen.rectangle((1010, 640, 1190, 700), fill="#32465e")
    return picture.filter(ImageFilter.GaussianBlur(0.6))


def noise():
    made = random.Random(1)
    return Image.frombytes("RGB", (640, 360), made.randbytes(640 * 360 * 3)).resize((1280, 720), Image.NEAREST)


OUTPUTS = [
    {"name": name, "codec": "h264", "encoder": "x264", "width": 1280, "height": 720, "rate": "30", "bitrate": 4_000_000, "bytes-per-hour": 1_857_600_000}
    for name in ("back", "front", "combined")
]


def planned(total, bytes_per_hour=5_572_800_000, refused=False):
    """Returns the cost of a recording as a machine with two cores would report it."""
    return {
        "obstacle": None, "bytes-per-hour": bytes_per_hour, "outputs": OUTPUTS, "directory": "/home/ada/Videos/DualCam",
        "cost": {"total": total, "binding": "cpu", "limit": 0.9, "fits": total <= 0.9, "refused": refused, "measured": False, "margin": 0.3,
                 "cpu": {"cores": 2 * total}, "branches": []},
    }


def plan_of(variant):
    """Returns the plan of a variant: a larger picture costs more."""
    size = next((value for key, value in variant.items() if key.endswith(".size")), "1280x720")
    total = {"3840x2160": 1.62, "1920x1080": 0.94, "1280x720": 0.41}.get(size, 0.33)
    return planned(total, int(5_572_800_000 * total / 0.41), refused=total > 1.5)


def person(name, role="director", command=None, at="10:19:02"):
    last = command and {"command": command, "time": f"2026-05-04T{at}Z"}
    return {"id": name, "role": role, "since": "2026-05-04T10:00:00Z", "last-command": last}


def halves():
    """Draws a picture that is white on the left and black on the right."""
    picture = Image.new("RGB", (1280, 720))
    picture.paste("white", (0, 0, 640, 720))
    return picture


WHITE, BLACK = Image.new("RGB", (1280, 720), "white"), Image.new("RGB", (1280, 720))
PICTURES = {name: jpeg(one) for name, one in
            (("lecture", lecture()), ("white", WHITE), ("black", BLACK), ("noise", noise()), ("halves", halves()))}


class StillPreview:
    """A preview at a standstill for the pages of a context, which uses almost no processor time."""

    def __init__(self, context, picture="lecture"):
        self.picture, self.number = PICTURES[picture], 0
        # The number of the newest acknowledged picture, by open socket.
        self.seen = {}
        context.route_web_socket("**/api/v1/preview*", self._open)

    def _open(self, socket):
        source = "multiview" if "multiview" in socket.url else "combined"
        size = {"width": 1280, "height": 720}
        places = [{"name": name, "x": x, "y": y, "width": 640, "height": 360} for name, x, y in
                  (("combined", 0, 0), ("back", 640, 0), ("front", 0, 360))]
        socket.send(json.dumps({"source": source, "frame-rate": 30, "codec": "jpeg", **size, **({"places": places} if source == "multiview" else {})}))

        def hear(message):
            self.seen[socket] = json.loads(message)["ack"]

        def close(*_):
            self.seen.pop(socket, None)
            socket.close()

        socket.on_message(hear)
        socket.on_close(close)
        self.seen[socket] = 0
        self._send(socket)

    def _send(self, socket):
        self.number += 1
        socket.send(struct.pack(">BBHIQ", 1, 1, 0, self.number, self.number * 1_000_000) + self.picture)

    def show(self, page, picture=None):
        """Shows another picture, or the same one again, and returns when the page has drawn it. A page that receives none for long reports that."""
        if picture:
            self.picture = PICTURES[picture]
        before, end = self.number, time.monotonic() + PATIENCE
        for socket in list(self.seen):
            self._send(socket)
        while not self.seen or min(self.seen.values()) <= before:
            assert time.monotonic() < end, "the picture is not shown"
            page.wait_for_timeout(10)


class Frozen:
    """Gives the pages of a context a fixed state instead of the real one."""

    def __init__(self, recorder, context, picture="lecture"):
        self.phase, self.status = "standby", dict(STATUS)
        self.role, self.people = "director", []
        # Events that are sent after the state.
        self.events = []
        self.preview = StillPreview(context, picture)
        self.state = recorder.request("GET", "/api/v1/state")[1]
        context.add_init_script("""delete window.VideoDecoder; localStorage.setItem('dualcam.view', '{"meters":true}');""")
        context.clock.set_fixed_time(NOW)
        context.route("**/api/v1/pipeline/check", lambda route: route.fulfill(json={
            "problems": [], "notices": [], "changes": {"live": [], "take": [], "graph": [], "start": []},
            "plans": [plan_of(variant) for variant in route.request.post_data_json.get("variants", [])]}))
        context.route("**/api/v1/state", lambda route: route.fulfill(json=self.now()))
        context.route_web_socket("**/api/v1/events", self._events)

    def now(self):
        is_on = self.phase != "standby"
        return self.state | {
            "phase": self.phase, "folder": "/takes/2026-05-04_10-07-56" if is_on else None, "running-time": 800.0 if is_on else None,
            "status": self.status, "settings": self.state["settings"] | webcam("back"),
            "role": self.role, "people": self.people, "person": self.people[0]["id"] if self.people else None,
        }

    def _events(self, page):
        page.send(json.dumps({"event": "state"} | self.now()))
        page.send(json.dumps({"event": "levels", "running-time": 800.0, "peak": [-14.0, -11.0], "rms": [-22.0, -19.0]}))
        for event in self.events:
            page.send(json.dumps({"time": NOW, "running-time": 800.0} | event))
