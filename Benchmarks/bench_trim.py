"""Scripts/bench trim: the speed of cutting a file to the frame, compared with ffmpeg, which copies from a key frame or re-encodes
everything."""
import pathlib
import shutil
import statistics
import tempfile
from bench_compose import measured, recorded
from bench_parts import BITRATE, binary


def trim(arguments):
    with tempfile.TemporaryDirectory(prefix="dualcam-bench-") as name:
        folder = pathlib.Path(name)
        program = binary()
        session = recorded(program, folder, arguments.seconds)
        back = next(session.glob("*_back*.mov"))
        begin, end = 1.3, arguments.seconds - 1.3
        target, made = folder / "new.mov", folder / "trimmed"
        ffmpeg = ["nice", "-n", "19", "ffmpeg", "-v", "error", "-nostdin", "-y", "-ss", str(begin), "-to", str(end), "-i", str(back), "-map", "0"]
        contenders = {
            "dualcam": [program, "trim", str(session), "--from", f"{begin}s", "--to", f"{end}s", "--cameras", "back", "-o", str(made)],
            "ffmpeg, copied": ffmpeg + ["-c", "copy", str(target)],
            "ffmpeg, encoded": ffmpeg + ["-c:v", "libx264", "-preset", "ultrafast", "-b:v", f"{BITRATE}k", "-g", "60", "-c:a", "aac", str(target)],
        }
        runs = {contender: [] for contender in contenders}
        for _ in range(arguments.rounds):
            for contender, command in contenders.items():
                shutil.rmtree(made, ignore_errors=True)
                runs[contender].append(measured(command))
        print(f"{'':20}{'seconds':>9}{'x real time':>13}{'CPU s':>8}{'peak MB':>9}")
        for contender, own in runs.items():
            middle = {key: statistics.median(run[key] for run in own) for key in own[0]}
            print(f"{contender:20}{middle['seconds']:9.2f}{(end - begin) / middle['seconds']:13.0f}{middle['cpu']:8.2f}{middle['memory'] / 1e6:9.0f}")
