"""The cost of recording a USB camera compared with gst-launch-1.0, in the emulated machine of Scripts/device-test.

That machine's clock counts instructions, so that a busy host does not disturb the measurement."""
import collections
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
from bench_parts import ROOT, binary


def devices(rounds):
    """Prints a line for each kind of camera: the medians of both programs in CPU seconds for 10 s of recording, and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DUALCAM_PROGRAM": binary(), "ROUNDS": str(rounds)}
        ran = subprocess.run([ROOT / "Scripts/device-test", "--into", folder, "bench"], env=environment, capture_output=True, text=True)
        costs = pathlib.Path(folder, "bench/costs")
        if ran.returncode != 0 or not costs.exists():
            sys.exit(f"bench: Scripts/device-test ended with {ran.returncode}:\n{ran.stderr[-2000:]}")
        lines = [line.split() for line in costs.read_text().splitlines()]
    seconds = collections.defaultdict(lambda: collections.defaultdict(list))
    failed = [f"{line[2]} ({line[1]})" for line in lines if line[-1] == "failed"]
    if failed:
        sys.exit(f"bench: these recordings failed: {', '.join(failed)}")
    for _, camera, program, user, system in lines:
        seconds[camera][program].append(float(user) + float(system))
    print("camera   gst-launch   dualcam    ratio   (CPU seconds for 10 s, medians; start and end of the program included)")
    for camera, programs in seconds.items():
        line, own = (statistics.median(programs[name]) for name in ("gst-launch", "dualcam"))
        print(f"{camera:8} {line:8.2f} s {own:8.2f} s {own / line:8.2f}")
