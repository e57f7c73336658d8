"""The shared parts of Scripts/bench: the program, clips, pipelines, processes and their CPU time."""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
BITRATE = 8000


def binary():
    subprocess.run([str(ROOT / "Scripts/dualcam"), "version"], check=True, stdout=subprocess.DEVNULL)
    return str(ROOT / ".build/debug/dualcam")


def clip(folder, name, size, rate, seconds, source):
    """Makes a clip with sound, the same for all three programs."""
    path = folder / f"{name}.mp4"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"{source}=size={size}:rate={rate}:duration={seconds}",
         "-f", "lavfi", "-i", f"sine=frequency=440:sample_rate=48000:duration={seconds}", "-ac", "2",
         "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", str(rate * 2), "-bf", "0", "-b:v", "8M",
         "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv",
         "-c:a", "aac", "-movflags", "+faststart", str(path)], check=True)
    return path


def tree(pid):
    """Returns a process and all its descendants."""
    found, waiting = [], [pid]
    while waiting:
        current = waiting.pop()
        found.append(current)
        try:
            for task in os.listdir(f"/proc/{current}/task"):
                waiting += [int(child) for child in open(f"/proc/{current}/task/{task}/children").read().split()]
        except OSError:
            pass
    return found


def resident(pid):
    """Returns the proportional set size of a process tree in bytes."""
    total = 0
    for process in tree(pid):
        try:
            for line in open(f"/proc/{process}/smaps_rollup"):
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
        except OSError:
            pass
    return total


def pipeline(folder, clips, size="1920x1080", combined=True, preset="ultrafast", bitrate=BITRATE):
    cameras = "".join(f"  {name}: {{ device: 'file:{path}', size: {size}, rate: 30 }}\n" for name, path in clips)
    text = f"name: bench\ncameras:\n{cameras}microphone: {{ device: 'file:{clips[0][1]}' }}\n"
    if combined:
        text += f"combined: {{ layout: pip, size: {size}, rate: 30, inset: {{ size: 25%, margin: 20 }} }}\n"
    text += (f"encoders:\n  default: {{ use: x264, preset: {preset}, bitrate: {bitrate}kbps, keyframes: 2s }}\n"
             f"recording: {{ directory: {folder} }}\nstorage: {{ keep-free: 100MB, warn-at: [] }}\n")
    path = folder / "bench.yaml"
    path.write_text(text)
    return path


def cpu(processes):
    """Returns the seconds of user and system time that these processes have used."""
    total = 0
    for process in processes:
        try:
            total += sum(int(field) for field in open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[11:13])
        except OSError:
            pass
    return total / os.sysconf("SC_CLK_TCK")
