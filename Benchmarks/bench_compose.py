"""Scripts/bench compose: the speed of rendering a combined file after the recording, compared with ffmpeg's overlay and GStreamer's
editing services."""
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
    """Returns seconds, seconds of CPU and peak bytes of a program that must succeed."""
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
    """Records two 1080p30 cameras without a combined picture; returns the session's folder."""
    clips = [("back", clip(folder, "a", "1920x1080", 30, seconds + 5, "testsrc2")),
             ("front", clip(folder, "b", "1920x1080", 30, seconds + 5, "testsrc"))]
    file = pipeline(folder, clips)
    subprocess.run([program, "run", str(file), "--fresh", "--quiet", "--duration", f"{seconds}s", "--set", "combined.when=later",
                    "--set", "budget.shed=[]"], check=True)
    return next(path.parent for path in folder.glob("*/session.json"))


def with_preset(session, folder, preset):
    """Returns the same session, whose combined file is encoded with another preset."""
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


def edited(session, preset, target):
    """Returns the same render by GStreamer's editing services; a preset file holds the settings of their encoder."""
    presets = target.parent / "presets"
    presets.mkdir(exist_ok=True)
    (presets / "GstX264Enc.prs").write_text(
        "[_presets_]\nversion=1.22.0\nelement-name=GstX264Enc\n\n[bench]\n"
        f"speed-preset={preset}\nbitrate={BITRATE}\nkey-int-max=60\nbframes=0\n")
    back, front = (next(session.glob(f"*_{name}*.mov")) for name in ("back", "front"))
    form = ("video/quicktime,variant=apple:video/x-raw,width=1920,height=1080,framerate=30/1->video/x-h264+bench:"
            "audio/mpeg,mpegversion=4")
    return ["env", f"GST_PRESET_PATH={presets}", "nice", "-n", "19", "ges-launch-1.0", "--videosink", "fakevideosink", "-o",
            f"file://{target}", "-f", form, "+clip", str(front), "layer=0", "set-mute", "true", "set-posx", "1420", "set-posy", "790",
            "set-width", "480", "set-height", "270", "+clip", str(back), "layer=1"]


def compose(arguments):
    if not shutil.which("ges-launch-1.0"):
        sys.exit("bench: ges-launch-1.0 is missing; sudo apt install ges1.0-tools")
    with tempfile.TemporaryDirectory(prefix="dualcam-bench-") as name:
        folder = pathlib.Path(name)
        program = binary()
        session = recorded(program, folder, arguments.seconds)
        print(f"{'':24}{'x real time':>12}{'CPU s per s':>13}{'peak MB':>9}")
        for preset in PRESETS:
            place = with_preset(session, folder, preset)
            contenders = {
                "dualcam": lambda target: [program, "compose", str(place), "-o", str(target)],
                "ffmpeg": lambda target: overlay(place, preset, target), "GES": lambda target: edited(place, preset, target)}
            runs = {contender: [] for contender in contenders}
            for turn in range(arguments.rounds):
                for contender, command in contenders.items():
                    target = folder / f"{preset}-{turn}.mov"
                    runs[contender].append(measured(command(target)))
                    target.unlink()
            for contender, own in runs.items():
                middle = {key: statistics.median(run[key] for run in own) for key in own[0]}
                print(f"{preset + ', ' + contender:24}{arguments.seconds / middle['seconds']:12.2f}"
                      f"{middle['cpu'] / arguments.seconds:13.2f}{middle['memory'] / 1e6:9.0f}", flush=True)
            for other in ("ffmpeg", "GES"):
                ratios = {key: statistics.median(mine[key] / theirs[key] for mine, theirs in zip(runs["dualcam"], runs[other]))
                          for key in ("seconds", "cpu", "memory")}
                print(f"  dualcam / {other}: time {ratios['seconds']:.2f}, CPU {ratios['cpu']:.2f}, memory {ratios['memory']:.2f}")
