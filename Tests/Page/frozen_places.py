"""The pages other than the record page, at a standstill: a pipeline file, a machine, takes and an address that stay the same."""
import functools
import pathlib
import re
import subprocess
import tempfile

from frozen import NOW, PICTURES, Frozen, lecture

# An address as users have it in their network; the program's own port differs in each run.
ADDRESS = "http://192.168.1.20:8080"
VIEWERS = "/#token=0f0e0d0c0b0a09080706050403020100ffeeddccbbaa99887766554433221100"

FILE = """\
# The lecture hall
name: lecture
cameras:
  back:
    device: usb-Acme_HD_Camera   # Acme HD
    size: 1280x720
    rate: 30
  front: {device: usb-Beta_2, size: 1280x720}
microphone: auto
combined:
  layout: pip   # stacked, grid
  main: back
  inset: {camera: front, position: bottom-right}
recording:
  directory: ~/Videos/DualCam
  container: mov
"""

PIPELINE = {
    "name": "dualcam.yaml", "path": "/home/ada/.config/dualcam/dualcam.yaml", "text": FILE, "hash": "0" * 64, "obstacle": None, "copy": None,
    "reloads": True, "drafted": None, "simulated": False,
}
PROBLEM = {
    "file": PIPELINE["path"], "line": 11, "column": 3, "length": 6, "key": "combined.layuot", "message": "unknown key",
    "advice": "did you mean 'layout'?",
}
MODES = [{"format": "MJPG", "width": 1920, "height": 1080, "rates": ["30"]}, {"format": "YUYV", "width": 640, "height": 480, "rates": ["30"]}]
DEVICES = {
    "cameras": [
        {"name": "usb-Acme_HD_Camera", "card": "Acme HD", "path": "/dev/video0", "busy": True, "user": {"name": "dualcam"}, "modes": MODES},
        {"name": "usb-Beta_2", "card": "Beta 2", "path": "/dev/video2", "busy": False, "user": None, "modes": MODES[:1]},
    ],
    "microphones": [{"name": "alsa_input.usb-Acme", "title": "Acme HD Mono", "default": True}],
}
ENCODERS = {"encoders": [
    {"codec": codec, "implementation": name, "element": element, "available": True}
    for codec, name, element in (("h264", "x264", "x264enc"), ("h265", "x265", "x265enc"), ("mjpeg", "jpeg", "jpegenc"))
]}
MEASURED = {
    "measured": NOW, "cores": 2, "notes": [], "problem": None,
    "encoders": [{"name": "x264 veryfast", "cores": 0.4, "at-once": 4}, {"name": "x264 medium", "cores": 0.9, "at-once": 2}],
}


def answer(context, path, value, method="GET"):
    """Answers a page's request instead of the program."""
    context.route(path, lambda route: route.fulfill(json=value) if route.request.method == method else route.fallback())


def at_address(recorder, visitor):
    """Serves the program's pages and answers from an address that is always the same. Replaced answers are routed after this."""
    def ask(route):
        headers = {name: text for name, text in route.request.all_headers().items() if name not in ("origin", "referer", "host")}
        headers["authorization"] = f"Bearer {recorder.token}"
        route.fulfill(response=route.fetch(url=route.request.url.replace(ADDRESS, recorder.url), headers=headers))

    visitor.context.route(ADDRESS + "/**", ask)
    # A browser logs one more message for an address without encryption.
    visitor.borne.append("Cross-Origin-Opener-Policy header has been ignored")


def freeze_settings(recorder, context, problems=()):
    """Fixes the values that the settings show."""
    frozen = Frozen(recorder, context)
    frozen.state["name"] = "lecture"
    for path, value in (
        ("pipeline", PIPELINE), ("devices", DEVICES), ("encoders", ENCODERS), ("calibration", MEASURED), ("jobs", {"jobs": []}),
        ("link", {"link": None, "viewers": VIEWERS}),
    ):
        answer(context, f"**/api/v1/{path}", value)
    if problems:
        answer(context, "**/api/v1/pipeline/check", {"problems": list(problems), "notices": [], "changes": None, "plans": []}, "POST")


def file_of(take, output, audio=None):
    video = {"codec": "h264", "width": 1280, "height": 720, "frame-rate": "30/1"}
    return {
        "output": output, "segment": 0, "path": f"{take}_{output}.mp4", "bytes": 188_000_000, "finished": True, "frames": 22_620, "start": 0.0,
        "end": 754.0, "container": "mp4", "video": video, "audio": audio, "plays": True, "proxy": None,
    }


def session(take, name, start, **more):
    outputs = ("combined", "back", "front")
    return {
        "id": take, "name": name, "start": start, "state": "finished", "reason": "request", "recorded": 754.0, "bytes": 564_000_000,
        "cameras": ["back", "front"], "files": [file_of(take, output, {"codec": "aac"}) for output in outputs], "file-count": 3, "marks": [],
        "losses": {"missing": 0, "dropped": 0, "inputs-lost": 0}, "proven": None,
    } | more


TAKES = [
    session("2026-05-04_10-07-56", "Lecture 3", "2026-05-04T10:07:56Z", proven=True, marks=[{"at": 62.0, "text": "Question"}, {"at": 411.0, "text": None}]),
    session("2026-05-04_09-00-02", "2026-05-04_09-00-02", "2026-05-04T09:00:02Z", recorded=41.0, losses={"missing": 3, "dropped": 0, "inputs-lost": 1}),
    session("2026-05-03_16-30-00", "Rehearsal", "2026-05-03T16:30:00Z", state="unfinished", files=[], losses=None),
]
# Takes with a doubtful clock, with a corrected clock, and with frames left out on purpose.
DOUBTFUL = [
    session("2026-05-04_10-07-56", "Lecture 3", "2026-05-04T10:07:56Z", **{"start-doubtful": True}),
    session("2025-03-30_09-00-02", "Lecture 2", "2026-05-04T09:00:02Z", proven=True, **{"clock-corrected": 34_560_000.0}),
    session("2026-05-04_08-00-00", "Lecture 1", "2026-05-04T08:00:00Z", proven=True, losses={"missing": 0, "dropped": 0, "shed": 150, "inputs-lost": 0}),
]


@functools.cache
def film():
    """Returns a one-second film of the lecture that browsers play."""
    with tempfile.TemporaryDirectory() as folder:
        picture, path = pathlib.Path(folder, "lecture.png"), pathlib.Path(folder, "lecture.mp4")
        lecture().save(picture)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-loop", "1", "-i", picture, "-t", "1", "-r", "30", "-pix_fmt", "yuv420p", "-c:v", "libx264",
             "-movflags", "faststart", path], check=True)
        return path.read_bytes()


MADE = [
    {"id": 1, "kind": "export", "path": "youtube.mp4", "bytes": 754_000_000, "time": "2026-05-04T10:18:00.000Z", "type": "video/mp4"},
    {"id": 2, "kind": "trim", "path": "trim/back_000.mov", "bytes": 91_000_000, "time": None, "type": "video/quicktime"},
]


def able(context, *words):
    """Makes the program claim more abilities for takes, so that the page under test shows them."""
    def tell(route):
        answer = route.fetch()
        told = answer.json()
        told["paths"] |= {f"/api/v1/sessions/{{session}}/{word}": {} for word in words}
        route.fulfill(response=answer, json=told)

    context.route("**/api/v1/openapi.json", tell)


def freeze_takes(recorder, context, takes=TAKES, unreachable=()):
    """Fixes the recorded takes, each of which shows the lecture."""
    frozen = Frozen(recorder, context)
    able(context, "export", "trim", "compose", "timeline/{format}", "made/{made}")
    content = film()
    answer(context, "**/api/v1/jobs", {"jobs": []})
    answer(context, re.compile(r"/api/v1/sessions\?"), {"sessions": takes, "total": len(takes), "next": None, "unreachable": list(unreachable)})
    for one in takes:
        whole = one | {
            "folder": f"/home/ada/Videos/DualCam/{one['id']}", "host": "hall", "dualcam": "0.1.0", "exit-code": 0, "outputs": [], "gaps": [],
            "pauses": [], "findings": [], "made": MADE if one is TAKES[0] else [],
        }
        answer(context, f"**/api/v1/sessions/{one['id']}", whole)
    context.route("**/poster/*", lambda route: route.fulfill(content_type="image/jpeg", body=PICTURES["lecture"]))
    strip = {"columns": 1, "rows": 1, "width": 1280, "height": 720, "interval": 754}
    context.route("**/strip/*", lambda route: route.fulfill(
        **({"json": strip} if "format=json" in route.request.url else {"content_type": "image/jpeg", "body": PICTURES["lecture"]})))
    context.route("**/files/*", lambda route: route.fulfill(content_type="video/mp4", body=content))
    return frozen
