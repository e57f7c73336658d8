"""Scripts/bench export: the speed of exporting a session, compared with ffmpeg, which measures and adjusts the loudness."""
import json
import pathlib
import statistics
import subprocess
import tempfile
from bench_compose import LAID, measured, recorded
from bench_parts import binary

FRAMES = {"youtube": "1920:1080", "square": "1080:1080", "podcast": None}
LEVEL = "loudnorm=I=-16:TP=-1:LRA=20"


def told(program, session, template, target):
    """Returns what `dualcam export` prints about the file before it writes it: the encoder's preset and its bitrate limit."""
    lines = subprocess.run([program, "export", str(session), "--as", template, "-o", str(target), "--json"], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    target.unlink()
    begin = json.loads(lines[0])
    return (begin["encoder"] or "x264 medium").split()[-1], int(begin["bytes"] * 8 / begin["seconds"])


def loudness(session):
    """Returns ffmpeg's measurement, as options of its second pass."""
    sound = next(session.glob("*_back*.mov"))
    text = subprocess.run(["ffmpeg", "-nostdin", "-i", str(sound), "-vn", "-af", f"{LEVEL}:print_format=json", "-f", "null", "-"],
                          check=True, capture_output=True, text=True).stderr
    found = json.loads(text[text.rindex("{"):text.rindex("}") + 1])
    names = {"measured_I": "input_i", "measured_TP": "input_tp", "measured_LRA": "input_lra", "measured_thresh": "input_thresh"}
    return ":".join(f"{name}={found[key]}" for name, key in names.items())


def by_ffmpeg(session, frame, preset, bits, target, known):
    """Returns the command of ffmpeg's second pass."""
    back, front = (next(session.glob(f"*_{name}*.mov")) for name in ("back", "front"))
    command = ["nice", "-n", "19", "ffmpeg", "-v", "error", "-nostdin", "-y", "-i", str(back)]
    sound = ["-map", "0:a", "-af", f"{LEVEL}:{known}:linear=true", "-ar", "48000", "-c:a", "aac", "-b:a", "128k"]
    if frame is None:
        return command + ["-vn"] + sound + [str(target)]
    picture = f"{LAID};[c]scale={frame}:force_original_aspect_ratio=increase:flags=bilinear,crop={frame}[d]"
    return command + ["-i", str(front), "-filter_complex", picture, "-map", "[d]", "-c:v", "libx264", "-preset", preset, "-b:v", str(bits),
                      "-maxrate", str(bits), "-bufsize", str(bits), "-g", "60"] + sound + [str(target)]


def measuring(session):
    """Returns the command of ffmpeg's first pass."""
    return ["nice", "-n", "19", "ffmpeg", "-v", "error", "-nostdin", "-i", str(next(session.glob("*_back*.mov"))), "-vn", "-af", LEVEL,
            "-f", "null", "-"]


def export(arguments):
    with tempfile.TemporaryDirectory(prefix="dualcam-bench-") as name:
        folder = pathlib.Path(name)
        program = binary()
        session = recorded(program, folder, arguments.seconds)
        known = loudness(session)
        print(f"{'':24}{'x real time':>12}{'CPU s per s':>13}{'peak MB':>9}")
        for template, frame in FRAMES.items():
            target = folder / f"{template}.{'m4a' if frame is None else 'mp4'}"
            preset, bits = told(program, session, template, target)
            runs = {"dualcam": [], "ffmpeg": []}
            for _ in range(arguments.rounds):
                runs["dualcam"].append(measured([program, "export", str(session), "--as", template, "-o", str(target)]))
                target.unlink()
                first = measured(measuring(session))
                second = measured(by_ffmpeg(session, frame, preset, bits, target, known))
                runs["ffmpeg"].append({key: max(first[key], second[key]) if key == "memory" else first[key] + second[key]
                                       for key in first})
                target.unlink()
            for contender, own in runs.items():
                middle = {key: statistics.median(run[key] for run in own) for key in own[0]}
                print(f"{template + ', ' + contender:24}{arguments.seconds / middle['seconds']:12.2f}"
                      f"{middle['cpu'] / arguments.seconds:13.2f}{middle['memory'] / 1e6:9.0f}", flush=True)
            ratios = {key: statistics.median(mine[key] / theirs[key] for mine, theirs in zip(runs["dualcam"], runs["ffmpeg"]))
                      for key in ("seconds", "cpu", "memory")}
            print(f"  dualcam / ffmpeg ({preset}): time {ratios['seconds']:.2f}, CPU {ratios['cpu']:.2f}, memory {ratios['memory']:.2f}")
