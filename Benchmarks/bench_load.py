"""Scripts/bench load: frames shed and lost under load."""
import datetime
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
from bench_parts import binary, clip, cpu, pipeline, tree

SPIN = "while True: pass"


class Busy:
    """Processes that only keep cores busy."""

    def __init__(self):
        self.processes = []

    def keep(self, count):
        while len(self.processes) > count:
            process = self.processes.pop()
            process.kill()
            process.wait()
        while len(self.processes) < count:
            self.processes.append(subprocess.Popen([sys.executable, "-c", SPIN]))


def load(arguments):
    """Records two cameras and the combined picture while busy loops come and go."""
    cores, length = os.cpu_count() or 1, arguments.seconds
    phases = [("alone", 0, 12), (f"{max(1, cores // 2)} of {cores} cores busy", max(1, cores // 2), length),
              (f"{cores} of {cores} cores busy", cores, length), ("calm again", 0, 2 * length)]
    busy, marks = Busy(), []
    with tempfile.TemporaryDirectory(prefix="dualcam-bench-") as name:
        folder = pathlib.Path(name)
        clips = [("back", clip(folder, "a", arguments.size, 30, 30, "testsrc2")), ("front", clip(folder, "b", arguments.size, 30, 30, "testsrc"))]
        file = pipeline(folder, clips, arguments.size, preset=arguments.preset)
        # Only the events of the running recording count.
        file.write_text(file.read_text() + "budget: { enforce: off }\n")
        log = open(folder / "log", "w")
        process = subprocess.Popen([binary(), "run", str(file), "--quiet"], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        try:
            for phase, count, seconds in phases:
                busy.keep(count)
                before, begin = cpu(tree(process.pid)), time.time()
                time.sleep(seconds)
                marks.append((begin, phase))
                print(f"{phase}: the recording takes {(cpu(tree(process.pid)) - before) / (time.time() - begin):.2f} of {cores} cores", flush=True)
        finally:
            busy.keep(0)
            process.send_signal(signal.SIGINT)
            code = process.wait(timeout=30)
        session = json.loads(next(folder.glob("*/session.json")).read_text())
        shed = timeline(session["ledger"], marks)
        audit = subprocess.run([binary(), "audit", str(next(folder.glob("*/session.json")).parent)], capture_output=True, text=True)
        lost = {output["output"]: output["dropped"] for output in session["outputs"]}
        print("frames lost: " + ", ".join(f"{output} {count}" for output, count in lost.items()))
        print(f"run: exit {code}; audit: exit {audit.returncode}\n{audit.stdout}" + (open(folder / "log").read()[-2000:] if code else ""))
        if code or audit.returncode or not shed or any(count for output, count in lost.items() if output != "combined"):
            sys.exit(1)


def timeline(ledger, marks):
    """Prints what was shed and restored in which phase; returns how much was shed."""
    told = {"shed", "restored", "rate-changed", "dropped", "output-dropped", "output-restored", "warning"}
    lines = [(begin, f"-- {phase}") for begin, phase in marks]
    for entry in ledger:
        if entry["kind"] in told:
            what = " ".join(f"{key}={value}" for key, value in entry.items() if key not in ("time", "running-time", "kind", "files", "at"))
            lines.append((datetime.datetime.fromisoformat(entry["time"].replace("Z", "+00:00")).timestamp(), f"{entry['kind']} {what}"))
    begin = marks[0][0]
    for moment, line in sorted(lines):
        print(f"{moment - begin:7.1f} s  {line}")
    return sum(entry["kind"] == "shed" for entry in ledger)
