"""Scripts/bench sessions: the time that `dualcam sessions` and `GET /api/v1/sessions` take for ten thousand sessions."""
import http.client
import json
import os
import pathlib
import signal
import socket
import statistics
import subprocess
import tempfile
import time
from bench_parts import binary

# dualcam reads a session again each time if it has changed in the last two seconds (SessionStamp).
SETTLING = 2.2


def make(folder, count):
    """Makes finished sessions of two cameras and the combined picture, a minute apart, each with two marks."""
    for number in range(count):
        day, rest = divmod(number, 1440)
        start = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(1767225600 + day * 86400 + rest * 60))
        name = f"Lecture_{number:05d}"
        place = folder / name
        place.mkdir()
        outputs = []
        for output in ("back", "front", "combined"):
            file = f"{name}_{output}.mov"
            (place / file).write_bytes(b"content")
            entry = {"file": file, "output": output, "segment": 0, "part": 0, "finished": True, "size": 7, "duration": 4.0 + number % 3600,
                "frames": 120, "start": 0.5, "end": 4.5 + number % 3600, "digest": "0" * 64}
            outputs.append({"output": output, "rate": "30/1", "finished": True, "files": [entry]})
        head = {"time": start, "running-time": 0.5}
        ledger = [dict(head, kind="recording", clock="monotonic", files=[]) | {"wall-clock-offset": 1795443716.0}]
        ledger += [dict(head, kind="marked", at=1.0 + mark, text=f"question {number * 2 + mark}") for mark in range(2)]
        manifest = {"format": 1, "dualcam": "0.1", "name": "bench", "host": "here", "state": "finished", "start": head,
            "exit-code": 0, "outputs": outputs, "ledger": ledger}
        (place / "session.json").write_text(json.dumps(manifest))


def sessions(arguments):
    program, count = binary(), arguments.sessions
    with tempfile.TemporaryDirectory(prefix="dualcam-bench-") as name:
        folder, cache = pathlib.Path(name, "recordings"), pathlib.Path(name, "cache")
        folder.mkdir()
        make(folder, count)
        time.sleep(SETTLING)

        environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}

        def seconds(*words, expected, form=("--json",)):
            begin = time.monotonic()
            done = subprocess.run(
                [program, "sessions", *words, *form], stdout=subprocess.PIPE, check=True, env=environment)
            taken = time.monotonic() - begin
            found = len(json.loads(done.stdout)) if form else done.stdout.count(b"\n  finished")
            assert found == expected, f"{words}: {found} sessions instead of {expected}"
            return taken

        def median(*words, **options):
            return statistics.median(seconds(*words, **options) for _ in range(arguments.rounds))

        print(f"{count} sessions, medians of {arguments.rounds}:")
        print(f"  cold                          {seconds(str(folder), expected=count) * 1000:8.0f} ms")
        for title, words, expected in (
            ("warm", [str(folder)], count), ("warm, all folders", [], count),
            ("--mark 'question 17'", [str(folder), "--mark", "question 17"],
             sum("17" in (str(n * 2)[:2], str(n * 2 + 1)[:2]) for n in range(count))),
            ("--name, --longer and --camera", [str(folder), "--name", "LECTURE_00", "--longer", "10min", "--camera", "back"],
             sum(4 + n % 3600 >= 600 for n in range(min(count, 1000)))),
            ("--tag", [str(folder), "--tag", "none"], 0)):
            print(f"  {title:30}{median(*words, expected=expected) * 1000:8.0f} ms")
        text = median(str(folder), expected=count, form=())
        print(f"  {'warm, as text':30}{text * 1000:8.0f} ms")
        for title, query in (("HTTP, a page of 50", "limit=50"), ("HTTP, 50 by a mark", "limit=50&mark=question%2017")):
            print(f"  {title:30}{asked(program, folder, query, environment, arguments.rounds) * 1000:8.0f} ms")


def asked(program, folder, query, environment, rounds):
    """Returns the median response time of one query, over the Unix socket of a program that stands by."""
    with tempfile.TemporaryDirectory(prefix="dualcam-bench-") as place:
        pipeline = pathlib.Path(place, "pipeline.yaml")
        pipeline.write_text(f"cameras: {{back: test}}\nmicrophone: none\nrecording: {{directory: '{folder}'}}\n")
        own = {**environment, "XDG_RUNTIME_DIR": place, "XDG_STATE_HOME": place}
        with subprocess.Popen(
                [program, "serve", str(pipeline), "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env=own) as serving:
            events = (json.loads(line) for line in serving.stdout)
            path = next(event["socket"] for event in events if event["event"] == "control")

            def once():
                begin = time.monotonic()
                link = http.client.HTTPConnection("localhost")
                link.sock = socket.socket(socket.AF_UNIX)
                link.sock.connect(path)
                link.request("GET", f"/api/v1/sessions?{query}")
                assert json.loads(link.getresponse().read())["sessions"]
                link.close()
                return time.monotonic() - begin

            # The first answer reads the sessions that it shows.
            once()
            taken = statistics.median(once() for _ in range(rounds))
            serving.send_signal(signal.SIGINT)
            serving.stdout.read()
        return taken
