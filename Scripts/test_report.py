#!/usr/bin/python3
"""Tells in a few lines what runs of the tests came to, from the event streams that swift-testing writes.

Arguments: one file of JSON lines for each process, named after it. Prints the time of each process, of each module and of the suites that
take long, the slowest tests, every second attempt with its first failure, tests that were skipped, and each failure; the
closing line last. Exit code 1: something failed, more than three tests needed a second attempt, a test was skipped that
Tests/may-be-skipped does not name, or a process ended in the middle."""
import argparse
import collections
import json
import math
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECOND_ATTEMPTS = 3
LONG_SUITE = 10
SLOWEST = 10
LINES_OF_A_FAILURE = 30


class Run:
    """What one process said of its tests."""

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
        # Nothing but a first attempt makes an issue a known one.
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
        return f"{suite}: {name}" + (f" ({case})" if case else "")


def text_of(payload):
    return "\n".join(message["text"] for message in payload["messages"]).strip()


def shown(text):
    lines = text.splitlines()
    cut = lines[:LINES_OF_A_FAILURE] + (["..."] if len(lines) > LINES_OF_A_FAILURE else [])
    return "".join(f"\n    {line[:300]}" for line in cut)


def may_be_skipped():
    """Parts of names; see the file."""
    names = []
    for line in (ROOT / "Tests/may-be-skipped").read_text().splitlines():
        name = line.removeprefix("without-root ")
        if line and not line.startswith("#") and (name == line or os.geteuid() != 0):
            names.append(name)
    return names


def print_lanes(runs):
    print("Seconds of the processes, from the first one's start:")
    first = min(run.begin for run in runs)
    for run in sorted(runs, key=lambda run: run.begin):
        if run.end >= run.begin:
            print(f"  {run.end - run.begin:7.1f}  {run.name}, from {run.begin - first:.0f} to {run.end - first:.0f} s, {len(run.tests)} tests")


def print_times(runs):
    modules = collections.Counter()
    counts = collections.Counter()
    for run in runs:
        for suite in run.suites:
            if suite.count(".") == 1 and "/" not in suite:
                modules[suite.split(".")[0]] += run.seconds.get(suite, 0)
        counts.update(test.split(".")[0] for test in run.tests)
    print("Seconds of the modules:")
    for module, seconds in modules.most_common():
        print(f"  {seconds:7.1f}  {module}, {counts[module]} tests")
    suites = [(run.seconds[suite], suite) for run in runs for suite in run.suites if suite in run.seconds]
    print(f"Suites that took more than {LONG_SUITE} s:")
    for seconds, suite in sorted(suites, reverse=True)[:40]:
        if seconds > LONG_SUITE:
            print(f"  {seconds:7.1f}  {suite}")
    slowest = sorted(((run.seconds[test], run.title(test)) for run in runs for test in run.tests), reverse=True)
    print("The slowest tests:")
    for seconds, title in slowest[:SLOWEST]:
        print(f"  {seconds:7.1f}  {title}")


def judge(runs):
    """Prints what went wrong; returns whether anything did."""
    attempts = [(run, *key, text) for run in runs for key, text in run.attempts.items()]
    print(f"Second attempts: {len(attempts)} (at most {SECOND_ATTEMPTS})")
    for run, test, case, text in attempts:
        print(f"  {run.title(test, case)}{shown(text)}")
    bad = len(attempts) > SECOND_ATTEMPTS
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("events", nargs="+", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, required=True, help="how long all of it took")
    options = parser.parse_args()
    runs = [Run(path) for path in options.events]
    print_lanes(runs)
    print_times(runs)
    bad = judge(runs)
    tests, suites = sum(len(run.tests) for run in runs), sum(len(run.suites & run.seconds.keys()) for run in runs)
    issues = sum(len(run.issues) for run in runs)
    told = f"failed after {options.seconds:.0f} seconds with {issues} issues" if bad else f"passed after {options.seconds:.0f} seconds"
    print(f"{'✘' if bad else '✔'} Test run with {tests} tests in {suites} suites {told}.")
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
