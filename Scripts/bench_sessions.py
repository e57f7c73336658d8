"""Scripts/bench sessions: how long `dualcam sessions` takes for ten thousand sessions."""
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time
from bench_parts import binary

# What has changed in the last two seconds is read again each time (SessionStamp).
SETTLING = 2.2


def make(folder, count):
    """Finished sessions of two cameras and the combined picture, a minute apart, each with two marks."""
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

        def seconds(*words, expected):
            begin = time.monotonic()
            done = subprocess.run(
                [program, "sessions", *words, "--json"], stdout=subprocess.PIPE, check=True,
                env={**os.environ, "XDG_CACHE_HOME": str(cache)})
            taken = time.monotonic() - begin
            found = len(json.loads(done.stdout))
            assert found == expected, f"{words}: {found} sessions instead of {expected}"
            return taken

        def median(*words, expected):
            return statistics.median(seconds(*words, expected=expected) for _ in range(arguments.rounds))

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
