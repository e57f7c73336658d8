"""Scripts/bench compose: how fast a combined file is drawn after the recording, beside ffmpeg's overlay."""
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from bench_parts import BITRATE, binary, clip, pipeline, resident

PRESETS = ("ultrafast", "superfast", "veryfast")
LAID = "[1:v]scale=480:270:flags=bilinear[s];[0:v][s]overlay=1420:790[c]"


def measured(command):
    """Seconds, seconds of CPU and peak bytes of a program that has to end well."""
    peak, done = [0], threading.Event()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def watch():
        while not done.wait(0.1):
            peak[0] = max(peak[0], resident(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    complaints = process.communicate()[1]
    seconds = time.monotonic() - begin
    done.set()
    watcher.join()
    if process.returncode:
        sys.exit(f"bench: {command[0]} failed:\n{complaints[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"seconds": seconds, "cpu": used, "memory": peak[0]}


def recorded(program, folder, seconds):
    """The folder of a session of two 1080p30 cameras, recorded without a combined picture."""
    clips = [("back", clip(folder, "a", "1920x1080", 30, seconds + 5, "testsrc2")),
             ("front", clip(folder, "b", "1920x1080", 30, seconds + 5, "testsrc"))]
    file = pipeline(folder, clips)
    subprocess.run([program, "run", str(file), "--fresh", "--quiet", "--duration", f"{seconds}s", "--set", "combined.when=later",
                    "--set", "budget.shed=[]"], check=True)
    return next(path.parent for path in folder.glob("*/session.json"))


def with_preset(session, folder, preset):
    """The same session, whose combined file is encoded by another preset."""
    place = folder / preset
    shutil.copytree(session, place, copy_function=os.link)
    facts = json.loads((session / "session.json").read_text())
    for entry in facts["ledger"]:
        if entry["kind"] == "recording":
            entry["picture"]["settings"].append(f"encoders.combined.preset={preset}")
    (place / "session.json").unlink()
    (place / "session.json").write_text(json.dumps(facts))
    return place


def overlay(session, preset, target):
    back, front = (next(session.glob(f"*_{name}*.mov")) for name in ("back", "front"))
    return ["nice", "-n", "19", "ffmpeg", "-v", "error", "-nostdin", "-y", "-i", str(back), "-i", str(front), "-filter_complex", LAID,
            "-map", "[c]", "-map", "0:a", "-c:v", "libx264", "-preset", preset, "-b:v", f"{BITRATE}k", "-maxrate", f"{BITRATE}k",
            "-bufsize", f"{BITRATE}k", "-g", "60", "-c:a", "copy", str(target)]


def compose(arguments):
    with tempfile.TemporaryDirectory(prefix="dualcam-bench-") as name:
        folder = pathlib.Path(name)
        program = binary()
        session = recorded(program, folder, arguments.seconds)
        print(f"{'':24}{'x real time':>12}{'CPU s per s':>13}{'peak MB':>9}")
        for preset in PRESETS:
            place = with_preset(session, folder, preset)
            runs = {"dualcam": [], "ffmpeg": []}
            for turn in range(arguments.rounds):
                target = folder / f"{preset}-{turn}.mov"
                runs["dualcam"].append(measured([program, "compose", str(place), "-o", str(target)]))
                target.unlink()
                runs["ffmpeg"].append(measured(overlay(place, preset, target)))
                target.unlink()
            for contender, own in runs.items():
                middle = {key: statistics.median(run[key] for run in own) for key in own[0]}
                print(f"{preset + ', ' + contender:24}{arguments.seconds / middle['seconds']:12.2f}"
                      f"{middle['cpu'] / arguments.seconds:13.2f}{middle['memory'] / 1e6:9.0f}", flush=True)
            ratios = {key: statistics.median(mine[key] / theirs[key] for mine, theirs in zip(runs["dualcam"], runs["ffmpeg"]))
                      for key in ("seconds", "cpu", "memory")}
            print(f"  dualcam / ffmpeg: time {ratios['seconds']:.2f}, CPU {ratios['cpu']:.2f}, memory {ratios['memory']:.2f}")
