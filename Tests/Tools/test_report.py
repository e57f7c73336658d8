"""Summarises test runs in a few lines, from the event streams that swift-testing writes.

The summary lists the slowest tests, every second attempt with its first failure, skipped tests, and each failure; the closing line is
last. A run fails if something failed, if more tests needed a second attempt than are allowed, if a test was skipped that
Tests/may-be-skipped does not name, or if a process ended before its tests did."""
import json
import math
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LONGEST = 4
LINES_OF_A_FAILURE = 30
# Characters: a case's arguments may be 60 KB of text.
LONGEST_TITLE = 120


class Run:
    """One process's report of its tests."""

    def __init__(self, path):
        self.name = path.stem
        self.names, self.suites = {}, set()
        self.started, self.seconds = {}, {}
        self.issues, self.attempts, self.skipped = [], {}, []
        self.closing = None
        self.begin, self.end = math.inf, -math.inf
        for line in path.read_text(errors="replace").splitlines() if path.exists() else []:
            try:
                record = json.loads(line)
            except json.JSONDecodeError:
                continue
            self.take(record["kind"], record["payload"])

    def take(self, kind, payload):
        if kind == "test":
            self.names[payload["id"]] = payload.get("displayName") or payload["name"]
            if payload["kind"] == "suite":
                self.suites.add(payload["id"])
            return
        test, instant = payload.get("testID"), payload["instant"]["absolute"]
        self.begin, self.end = min(self.begin, instant), max(self.end, instant)
        match payload["kind"]:
            case "testStarted":
                self.started[test] = instant
            case "testEnded":
                self.seconds[test] = instant - self.started.get(test, instant)
            case "testSkipped":
                self.skipped.append((test, text_of(payload)))
            case "issueRecorded":
                self.take_issue(test, payload)
            case "runEnded":
                self.closing = text_of(payload)

    def take_issue(self, test, payload):
        case = payload.get("_testCase", {}).get("displayName")
        # Only a first attempt makes an issue a known one.
        if payload["issue"].get("isKnown"):
            self.attempts.setdefault((test, case), text_of(payload))
        else:
            self.issues.append((test, case, text_of(payload)))

    @property
    def tests(self):
        return [test for test in self.seconds if test not in self.suites]

    @property
    def unfinished(self):
        return [test for test in self.started if test not in self.seconds and test not in self.suites]

    def title(self, test, case=None):
        suite = ".".join(test.split("/")[0].split(".")[:2]) if test else "outside of a test"
        name = self.names.get(test, test or "")
        title = " ".join((f"{suite}: {name}" + (f" ({case})" if case else "")).split())
        return title if len(title) <= LONGEST_TITLE else title[:LONGEST_TITLE - 3] + "..."


def text_of(payload):
    return "\n".join(message["text"] for message in payload["messages"]).strip()


def shown(text):
    lines = text.splitlines()
    cut = lines[:LINES_OF_A_FAILURE] + (["..."] if len(lines) > LINES_OF_A_FAILURE else [])
    return "".join(f"\n    {line[:300]}" for line in cut)


def may_be_skipped():
    """Returns parts of names; see the file."""
    names = []
    for line in (ROOT / "Tests/may-be-skipped").read_text().splitlines():
        name = line.removeprefix("without-root ")
        if line and not line.startswith("#") and (name == line or os.geteuid() != 0):
            names.append(name)
    return names


def print_times(runs):
    """Prints in a few lines what takes long."""
    suites = [(run.seconds[suite], suite) for run in runs for suite in run.suites & run.seconds.keys()]
    print("The longest suites:")
    for seconds, suite in sorted(suites, reverse=True)[:LONGEST]:
        print(f"  {seconds:7.1f} s  {suite}")
    tests = sorted(((run.seconds[test], run.title(test)) for run in runs for test in run.tests), reverse=True)
    print("The longest tests:")
    for seconds, title in tests[:LONGEST]:
        print(f"  {seconds:7.1f} s  {title[:110]}")


def judge(runs, allowed_attempts):
    """Prints what went wrong; returns whether anything did."""
    attempts = [(run, *key, text) for run in runs for key, text in run.attempts.items()]
    if attempts:
        print(f"Second attempts: {len(attempts)} ({allowed_attempts} allowed)")
    for run, test, case, text in attempts:
        print(f"  {run.title(test, case)}{shown(text)}")
    bad = len(attempts) > allowed_attempts
    allowed = may_be_skipped()
    for run in runs:
        for test, why in run.skipped:
            known = any(name in test or name in run.title(test) for name in allowed)
            bad |= not known
            print(f"Skipped{'' if known else ', and not in Tests/may-be-skipped'}: {run.title(test)}: {why}")
    for run in runs:
        for test in run.unfinished:
            bad = True
            print(f"Not ended: {run.title(test)}")
        if run.closing is None:
            bad = True
            print(f"The process of the tests {run.name!r} ended in the middle.")
    failures = [(run, *issue) for run in runs for issue in run.issues]
    for run, test, case, text in failures:
        print(f"Failed: {run.title(test, case)}{shown(text)}")
    return bad or bool(failures)


def report(events, seconds, failed, attempts):
    """Prints the results of all processes; returns the exit code.

    events: a file of JSON lines for each process, named after it. failed: the names of jobs that ended with another code than 0.
    attempts: how many tests may have needed a second attempt."""
    runs = [Run(path) for path in events]
    print_times(runs)
    bad = judge(runs, attempts)
    tests, suites = sum(len(run.tests) for run in runs), sum(len(run.suites & run.seconds.keys()) for run in runs)
    issues = sum(len(run.issues) for run in runs)
    if failed:
        print("Failed: " + ", ".join(failed))
    how = f"failed after {seconds:.0f} seconds with {issues} issues" if bad or failed else f"passed after {seconds:.0f} seconds"
    print(f"{'✘' if bad or failed else '✔'} Test run with {tests} tests in {suites} suites {how}.")
    return int(bool(bad or failed))
