"""Scripts/bench preview: the latency of the page's picture, its cost, and the cost that remains after the last viewer has left."""
import asyncio
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import door_enemies
import door_watchers
from bench_parts import ROOT, binary, cpu, resident, tree

PAGE = ROOT / "Tests/Page"
PIPELINE = """\
cameras:
  back: {device: test, size: %(size)s}
  front: {device: test:ball, size: %(size)s}
microphone: test
combined: {layout: pip, size: %(size)s}
recording: {directory: %%s}
encoders: {default: {use: x264, preset: ultrafast, keyframes: 2s}}
budget: {enforce: off, shed: []}
"""
SETTLES = 2  # s after the last viewer
RECORDINGS = 5


def recorder(folder, size):
    """Runs the release build in a folder of its own, as a server that records three files."""
    os.environ["DUALCAM_PROGRAM"] = binary()
    sys.path.append(str(PAGE))
    from recorder import Recorder
    place = pathlib.Path(folder) / size
    place.mkdir()
    made = Recorder(place, PIPELINE % {"size": size}).start()
    made.command("record")
    made.await_event("recording")
    time.sleep(3)
    return made


def preview(arguments):
    with tempfile.TemporaryDirectory(prefix="dualcam-bench-") as folder:
        for form in ("h264", "jpeg"):
            latency(folder, arguments, form)
        costs(folder, arguments)


def latency(folder, arguments, form):
    """Measures the latency by comparing the counter in the recorded picture with the counter on the canvas.

    Cameras are not in phase, and the combined picture waits for the last of them. Each recording has other phases."""
    late, first, agreement, medians = [], [], 0, []
    for turn in range(RECORDINGS):
        place = pathlib.Path(folder) / f"{form}-{turn}"
        place.mkdir()
        delays, seen = delays_of(place, arguments, form)
        late += delays
        first += seen["first"]
        agreement = max(agreement, seen["agreement"])
        medians.append(statistics.median(delays))
    late.sort()
    print(f"{form}: from a camera's frame to the canvas at 1280x720, three files recorded: median {statistics.median(late):.0f} ms "
          f"({', '.join(f'{one:.0f}' for one in medians)} of {RECORDINGS} recordings), p95 {late[len(late) * 95 // 100]:.0f} ms ({len(late)} frames, "
          f"the clocks agree to {agreement:.1f} ms); first picture {statistics.median(first):.0f} ms after opening "
          f"(most {max(first):.0f} ms of {len(first)})", flush=True)


def delays_of(folder, arguments, form):
    """Returns the delay in milliseconds of each frame that was seen in one recording, and the page's own report."""
    made = recorder(folder, "1280x720")
    tools = os.environ.get("DUALCAM_PAGE_TOOLS") or pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "dualcam-page-test"
    try:
        done = subprocess.run([f"{tools}/bin/python", ROOT / "Benchmarks/bench_page.py", made.link, str(arguments.seconds), form],
                              stdout=subprocess.PIPE, text=True, check=True)
        made.command("stop")
        finished = made.await_event("finished")
    finally:
        made.stop()
    seen = json.loads(done.stdout)
    recorded = next(file for file in finished["files"] if file["output"] == "back")
    path = f"{finished['folder']}/{recorded['file']}"
    judged = json.loads(subprocess.run([ROOT / "Tests/Tools/judge", path], stdout=subprocess.PIPE, check=True).stdout)[0]
    # Camera `back` fills the combined picture, so that both show the same counter. Frames are 1/30 s apart from the file's first frame.
    times = {counter: recorded["start"] + index / 30 for index, counter in enumerate(judged["counters"]["read"])}
    return [drawn - seen["offset"] - times[counter] * 1000 for drawn, counter in seen["drawn"] if counter in times], seen


async def watch(port, seconds):
    """Watches and acknowledges each frame."""
    reader, writer = await door_watchers.connected(port, "source=combined&width=640")
    end, frames = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        kind, data = await asyncio.wait_for(door_watchers.message(reader), 5)
        if kind == 0x89:
            door_watchers.send(writer, 0x8A, data)
        elif kind == 0x82:
            frames += 1
            door_watchers.send(writer, 0x81, json.dumps({"ack": int.from_bytes(data[4:8], "big")}).encode())
    writer.close()
    await writer.wait_closed()
    return frames


class Meter:
    def __init__(self, made):
        self.processes = tree(made.process.pid)

    def memory(self):
        return resident(self.processes[0]) / 1e6

    def cores(self, work):
        """Returns the number of cores that the program keeps busy during `work`, and the result of `work`."""
        before, begin = cpu(self.processes), time.monotonic()
        result = work()
        return (cpu(self.processes) - before) / (time.monotonic() - begin), result


def costs(folder, arguments):
    made = recorder(folder, "640x360")
    door_enemies.field = f"Authorization: Bearer {made.token}\r\n"
    meter, seconds = Meter(made), arguments.seconds
    try:
        asyncio.run(watch(made.port, 3))
        time.sleep(SETTLES)
        alone, watched, left, memory = [], [], [], [meter.memory()]
        for _ in range(arguments.rounds):
            alone.append(meter.cores(lambda: time.sleep(seconds))[0])
            busy, frames = meter.cores(lambda: asyncio.run(watch(made.port, seconds)))
            watched.append(busy)
            time.sleep(SETTLES)
            left.append(meter.cores(lambda: time.sleep(1))[0])
            memory.append(meter.memory())
        before, beside = statistics.median(alone), statistics.median(watched)
        print(f"640x360, one watcher ({frames / seconds:.0f} frames/s): {beside - before:+.3f} cores beside {before:.3f} of the recording; "
              f"{SETTLES} s behind it {statistics.median(left) - before:+.3f} cores")
        growth = statistics.linear_regression(range(len(memory)), memory).slope
        print(f"memory {SETTLES} s behind each round: " + " ".join(f"{value:.1f}" for value in memory) + f" MB, {growth:+.2f} MB a round")
        made.command("stop")
        made.await_event("finished")
    finally:
        made.stop()
