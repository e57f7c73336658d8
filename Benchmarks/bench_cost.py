"""Scripts/bench cost: the cost that `plan` predicts, compared with the cost of a recording."""
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile
from bench_parts import binary, clip

# Seconds of the shorter one of the two recordings whose difference is measured.
SETTLING = 4

COST_PIPELINES = {
    # A recording by itself: cameras, whether they are combined as well, encoders, file.
    "1x720p smpte, ultrafast": ("back: test:smpte 1280x720 30", "", "x264 ultrafast", "mov"),
    "1x1080p smpte, superfast, mkv": ("back: test:smpte 1920x1080 30", "", "x264 superfast", "mkv"),
    "1x360p60 ball, medium": ("back: test:ball 640x360 60", "", "x264 medium", "mov"),
    "2x720p pip, auto": ("back: test:smpte 1280x720 30, front: test:gradient 1280x720 30", "layout: pip, size: 1280x720", "auto", "mov"),
    "2x540p25 stacked, openh264": ("back: test:smpte 960x540 25, front: test:checkers-8 960x540 25",
                                   "layout: stacked, size: 720x1280, rate: 25", "openh264 low", "mp4"),
    "3x360p side by side, vp9": ("back: test:smpte 640x360 30, front: test:gradient 640x360 30, left: test:ball 640x360 30",
                                 "layout: side-by-side, size: 1280x720", "vp9 9", "mkv"),
    "4x360p grid, superfast": ("back: test:smpte 640x360 30, front: test:ball 640x360 30, left: test:checkers-8 640x360 30, "
                               "right: test:gradient 640x360 30", "layout: grid, size: 1280x720", "x264 superfast", "mov"),
    "4x180p15, ultrafast": ("back: test:smpte 320x180 15, front: test:ball 320x180 15, left: test:checkers-8 320x180 15, "
                            "right: test:gradient 320x180 15", "", "x264 ultrafast", "mkv"),
    "1x360p smpte, x265": ("back: test:smpte 640x360 30", "", "x265 ultrafast", "mov"),
    "1x720p smpte, mjpeg": ("back: test:smpte 1280x720 30", "", "mjpeg", "mov"),
    "1x360p smpte, prores": ("back: test:smpte 640x360 30", "", "prores proxy", "mov"),
    "1x720p clip, veryfast": ("back: file:@scene 1280x720 30", "", "x264 veryfast", "mov"),
    "2x720p clips pip, ultrafast": ("back: file:@scene 1280x720 30, front: file:@chart 1280x720 30", "layout: pip, size: 1280x720",
                                    "x264 ultrafast", "mov"),
    "1x720p clip at 360p15, openh264": ("back: file:@scene 640x360 15", "", "openh264 medium", "mkv"),
}


def scene(folder, size, rate, seconds):
    """A clip like a camera's: detail at every scale, a slow move, and noise."""
    path = folder / "scene.mp4"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"mandelbrot=size={size}:rate={rate}:end_pts=2000,noise=alls=6:allf=t",
         "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000", "-ac", "2", "-t", str(seconds), "-c:v", "libx264", "-preset", "veryfast",
         "-pix_fmt", "yuv420p", "-g", str(rate * 2), "-bf", "0", "-b:v", "8M", "-colorspace", "bt709", "-color_primaries", "bt709",
         "-color_trc", "bt709", "-color_range", "tv", "-c:a", "aac", "-movflags", "+faststart", str(path)], check=True)
    return path


def cost_pipeline(folder, clips, description):
    cameras, combined, encoder, container = description
    text = "name: bench\ncameras:\n"
    for camera in cameras.split(", "):
        name, device, size, rate = camera.split(" ")
        for clip_name, path in clips.items():
            device = device.replace(f"@{clip_name}", str(path))
        text += f"  {name} {{ device: '{device}', size: {size}, rate: {rate} }}\n"
    text += f"microphone: {{ device: '{device if device.startswith('file:') else 'test'}' }}\n"
    text += f"combined: {{ {combined} }}\n" if combined else ""
    use, _, preset = encoder.partition(" ")
    text += f"encoders: {{ default: {{ use: {use}{', preset: ' + repr(preset) if preset else ''} }} }}\n"
    text += f"recording: {{ directory: {folder}, container: {container} }}\nstorage: {{ keep-free: 100MB, warn-at: [] }}\nbudget: {{ enforce: off }}\n"
    path = folder / "bench.yaml"
    path.write_text(text)
    return path


def spent(program, path, seconds):
    """Returns the processor seconds of all processes of a recording of `seconds` seconds, from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "run", str(path), "--quiet", "--duration", f"{seconds}s"], stdin=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def steady(program, path, seconds):
    """Returns the number of cores that a steady recording keeps busy: the difference between a longer and a short recording.

    Opening, the encoders' search for their bitrate and finishing are in both."""
    return (spent(program, path, SETTLING + seconds) - spent(program, path, SETTLING)) / seconds


def foresee(program, path):
    """Returns the number of cores by the table, and the number that `plan` prints."""
    plan = subprocess.run([program, "plan", str(path), "--json"], capture_output=True, text=True, check=True)
    found = json.loads(plan.stdout)["cost"]["cpu"]
    return found["by-table"], found["cores"]


def cost(arguments):
    """Compares the cost by the table of `calibrate` (or the built-in one), and after a rehearsal, with each pipeline's real cost."""
    program = binary()
    with tempfile.TemporaryDirectory(prefix="dualcam-bench-") as name:
        folder = pathlib.Path(name)
        clips = {"scene": scene(folder, "1280x720", 30, 20), "chart": clip(folder, "chart", "1280x720", 30, 20, "testsrc2")}
        # Ignores what dualcam has learned from other recordings on this machine, but uses its calibration.
        learned = dict(os.environ, XDG_CACHE_HOME=name)
        subprocess.run(["cp", "-r", str(cache()), name], check=False, stderr=subprocess.DEVNULL)
        for old in folder.glob("dualcam/experience-*"):
            old.unlink()
        os.environ.update(learned)
        table, foreseen, measured = {}, {}, {}
        for title, description in COST_PIPELINES.items():
            if not re.search(arguments.match, title):
                continue
            place = folder / f"{list(COST_PIPELINES).index(title)}"
            place.mkdir()
            path = cost_pipeline(place, clips, description)
            if not rehearse(program, path):
                print(f"  {title}: left out, nothing is known where other programs keep a tenth of the machine busy", flush=True)
                continue
            table[title], foreseen[title] = foresee(program, path)
            # Immediately: a virtual machine's speed changes within minutes, which must not affect the result.
            measured[title] = statistics.median(steady(program, path, arguments.seconds) for _ in range(arguments.rounds))
            print(f"  {title}: table {table[title]:.3f}, rehearsed {foreseen[title]:.3f}, recorded {measured[title]:.3f}", flush=True)
        if measured:
            report(table, foreseen, measured)


def cache():
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "dualcam"


def rehearse(program, path):
    return any(subprocess.run([program, "calibrate", str(path), "--json"], stdout=subprocess.DEVNULL).returncode == 0 for _ in range(2))


def report(table, foreseen, measured):
    print(f"\n{'pipeline':36}{'table':>8}{'ratio':>7}{'rehearsed':>11}{'ratio':>7}{'measured':>10}")
    for title, taken in measured.items():
        print(f"{title:36}{table[title]:8.3f}{table[title] / taken:7.2f}{foreseen[title]:11.3f}{foreseen[title] / taken:7.2f}{taken:10.3f}")
    for what, figures in (("by the table", table), ("rehearsed", foreseen)):
        ratios = {title: figures[title] / measured[title] for title in measured}
        worst = max(ratios, key=lambda title: abs(ratios[title] - 1))
        near = [sum(abs(ratio - 1) <= limit for ratio in ratios.values()) for limit in (0.05, 0.1)]
        print(f"{what}: {near[0]} of {len(ratios)} within 5 %, {near[1]} within 10 %, median {statistics.median(ratios.values()):.2f}, "
              f"worst {worst}: {100 * (ratios[worst] - 1):+.1f} %")
