"""The content of a session's folder, for the scripts that judge it: its ledger, and the frames of its files."""
import dataclasses
import json
import pathlib
import subprocess
import tempfile

import numpy
from frame_mark import FrameMark

MARK = FrameMark(16, 16, 4, 16, 0, 0)
CONTAINERS = (".mov", ".mp4", ".mkv")


def ledger(folder):
    """Returns the entries in order; those of a finished session are in `session.json`. Only the last line may be cut in half by a crash."""
    entries, path = [], pathlib.Path(folder) / "ledger.jsonl"
    if not path.exists():
        return json.loads((path.parent / "session.json").read_text())["ledger"]
    lines = path.read_text(errors="replace").split("\n")
    for number, line in enumerate(lines):
        try:
            if line.strip("\0"):
                entries.append(json.loads(line))
        except json.JSONDecodeError:
            if any(rest.strip("\0") for rest in lines[number + 1:]):
                raise
    return entries


@dataclasses.dataclass
class Part:
    """The part that one worker recorded: running times count from `offset` in Unix seconds; `start` is its first instant."""
    start: float
    offset: float
    files: list

    @property
    def began(self):
        """Returns the Unix time of the first instant."""
        return self.offset + self.start

    def names(self, output):
        return [file["file"] for file in self.files if file["output"] == output]


def parts(entries):
    found = []
    for entry in entries:
        if entry["kind"] == "recording":
            found.append(Part(entry["running-time"], entry["wall-clock-offset"], []))
        if found:
            found[-1].files += entry.get("files", [])
    return found


def files(folder):
    """Returns all recordings in a session's folder, by name."""
    return sorted(path for path in pathlib.Path(folder).iterdir() if path.suffix in CONTAINERS)


@dataclasses.dataclass
class Frames:
    """A file's decoded frames: the counter of each (`None`: unreadable), and the decoder's complaints."""
    counters: list
    complaints: list

    @property
    def steps(self):
        known = [counter for counter in self.counters if counter is not None]
        return [after - before for before, after in zip(known, known[1:])]

    @property
    def missing(self):
        return sum(step - 1 for step in self.steps if step > 1)

    @property
    def repeated(self):
        return self.steps.count(0)

    @property
    def is_sound(self):
        """Returns whether every counter is readable and none is lower than the one before."""
        return bool(self.counters) and None not in self.counters and all(step >= 0 for step in self.steps)


def packet_sizes(path):
    """Returns the size of each picture in a file, in bytes."""
    command = ["ffprobe", "-v", "quiet", "-select_streams", "v:0", "-show_entries", "packet=size", "-of", "csv=p=0", str(path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [int(line.strip(",")) for line in told.split()]


def decode(path, width, height, mark=MARK):
    """Decodes every stream of a file from end to end and reads the counters of its pictures."""
    command = ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-i", str(path), "-map", "0:v:0", "-fps_mode", "passthrough",
               "-enc_time_base", "-1", "-vf", "format=gray", "-f", "rawvideo", "-", "-map", "0:a?", "-map", "0:v:0",
               "-fps_mode", "passthrough", "-enc_time_base", "-1", "-f", "null", "-"]
    counters = []
    with tempfile.TemporaryFile("w+") as complaints:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints) as process:
            while len(frame := process.stdout.read(width * height)) == width * height:
                counters.append(mark.read(numpy.frombuffer(frame, dtype=numpy.uint8).reshape(height, width)))
        complaints.seek(0)
        return Frames(counters, [line for line in complaints.read().splitlines() if line])
