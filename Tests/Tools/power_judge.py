"""Judges what a power cut has left of a recording, by the program's output until then."""
import json
import subprocess
import time

import session_reading as reading

WIDTH, HEIGHT, RATE = 320, 180, 5
OUTPUTS = ("back", "front")


def unix_time(text):
    """Returns the Unix seconds of a time such as 2026-11-21T14:05:03.250Z."""
    whole, rest = text.removesuffix("Z").split(".")
    return time.mktime(time.strptime(whole + " UTC", "%Y-%m-%dT%H:%M:%S %Z")) - time.timezone + float("0." + rest)


class Recording:
    """The output of `dualcam run --json` for one recording, and its ledger at the end."""

    def __init__(self, container, lines, session):
        """`lines` are the event lines, `session` is the text of `session.json`."""
        self.container = container
        events = [json.loads(line) for line in lines]
        began = [event for event in events if event["event"] == "recording"]
        ended = [event for event in events if event["event"] == "finished"]
        if not began or not ended:
            raise ValueError(f"{container} was not recorded: {''.join(lines[-20:])}")
        self.folder = next(event["folder"] for event in events if event["event"] == "started").rsplit("/", 1)[-1]
        self.began, self.ended = unix_time(began[0]["time"]), unix_time(ended[0]["time"])
        self.code = ended[0]["exit-code"]
        # For each status its time, and for each output its frames and those that the machine was too slow for.
        self.told = [(self.began, {output: (0, 0) for output in OUTPUTS})]
        self.told += [(unix_time(event["time"]), figures(event["outputs"])) for event in events if event["event"] == "status"]
        self.ledger = [(entry["time"], entry["kind"]) for entry in json.loads(session)["ledger"]]
        files = ended[0]["files"]
        self.whole = {output: sum(file["frames"] for file in files if file["output"] == output) for output in OUTPUTS}

    def entries(self, moment, limit):
        """Returns the ledger's entries that must be on the disk at a moment."""
        return [entry for entry in self.ledger if unix_time(entry[0]) <= moment - (0 if moment > self.ended else limit)]

    def due(self, moment, output):
        """Returns the output's last reported frames until `moment`, how many of them were dropped, and the seconds since that report.

        Returns `None` before the output recorded."""
        told = [(at, outputs) for at, outputs in self.told if at <= moment]
        if not told:
            return None
        at, outputs = told[-1]
        return *outputs[output], moment - at


def figures(outputs):
    return {output["output"]: (output["frames"], output["dropped"]) for output in outputs}


def judge_recording(recording, files, moment, program, limit):
    """Returns the largest loss of any output in seconds, the missing frames, and what is wrong.

    `files` is the recording directory after `recover`."""
    session = files / recording.folder
    losses, missing, faults = [0], 0, []
    empty = unplayable(session)
    audit = audited(program, session) if session.is_dir() else None
    for output in OUTPUTS:
        due = recording.due(moment, output)
        if due is None:
            continue
        found = [reading.decode(path, WIDTH, HEIGHT) for path in reading.files(session)
                 if f"_{output}" in path.name and path.name not in empty] if audit else []
        is_over = moment > recording.ended
        lost = lost_seconds(due, found, recording.whole[output] if is_over else None)
        losses.append(lost)
        missing += sum(frames.missing for frames in found)
        if lost > (0 if is_over else limit):
            faults.append(f"{output}: {lost:.2f} s were lost")
        faults += [f"{output}: {fault}" for fault in faults_of(found, due, output, audit)]
    return max(losses), missing, faults + (records_faults(recording, session, moment, audit, limit) if audit else [])


def unplayable(session):
    """Returns the files that, as `recover` said, hold nothing that can be played; their content counts as lost."""
    try:
        outputs = json.loads((session / "session.json").read_text())["outputs"]
    except (OSError, ValueError, KeyError):
        return set()
    return {file["file"] for output in outputs for file in output["files"] if file.get("playable") is False}


def records_faults(recording, session, moment, audit, limit):
    """Returns what is wrong with the ledger, or with the result of `audit`."""
    faults = []
    # Without a ledger entry about the recording, `audit` cannot prove its files.
    may_be_unknown = moment <= recording.began + limit and audit["verdict"] == "unknown"
    if audit["verdict"] != "proven" and not may_be_unknown:
        faults.append(f"audit: {audit['verdict']}: {[finding['text'] for finding in audit['findings']]}")
    try:
        # `audit` lists a line that the cut tore as text.
        known = {(entry["time"], entry["kind"]) for entry in reading.ledger(session) if isinstance(entry, dict)}
    except (OSError, ValueError, KeyError) as error:
        return faults + [f"its ledger cannot be read: {error}"]
    if lacking := [kind for time, kind in recording.entries(moment, limit) if (time, kind) not in known]:
        faults.append(f"the ledger lacks {lacking}")
    return faults


def lost_seconds(due, found, whole):
    """Returns how many seconds of an output are lost. `whole` is its frame count at its reported end, after which nothing may be missing."""
    count = sum(len(frames.counters) for frames in found)
    if whole is not None:
        return (whole - count) / RATE
    told, _, since = due
    return max(0, (told - count) / RATE + since)


def faults_of(found, due, output, audit):
    """Returns what is wrong with an output's files, or with the result of `audit` for them, however small the loss is."""
    faults = []
    counters = [counter for frames in found for counter in frames.counters]
    missing = sum(frames.missing for frames in found)
    if missing > due[1] or any(frames.repeated for frames in found) or not all(frames.is_sound for frames in found):
        faults.append(f"its frames are not one after the other: {counters}")
    if complaints := [line for frames in found for line in frames.complaints]:
        faults.append(f"the decoder complains: {complaints[:3]}")
    counted = sum(row["frames"] for row in audit["outputs"] if row["output"] == output) if audit else 0
    if counted != len(counters):
        faults.append(f"audit counts {counted} frames, and {len(counters)} can be decoded")
    return faults


def audited(program, session):
    """Returns the result of `audit` for a session; a session that it cannot read counts as a verdict, too."""
    done = subprocess.run([program, "audit", "--json", session], capture_output=True, text=True)
    if not done.stdout:
        return {"verdict": f"exit code {done.returncode}", "outputs": [], "findings": [{"text": done.stderr.strip()}]}
    audit = json.loads(done.stdout)
    if (audit["verdict"] == "proven") != (done.returncode == 0):
        audit["findings"].append({"text": f"its exit code is {done.returncode}"})
        audit["verdict"] += ", by its words"
    return audit
