"""Jobs of Scripts/test: tests of a tier, or a check. Each has a log, a limit against hangs, and for tests a home and an event stream."""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUNDLE = ROOT / ".build/debug/dualcamPackageTests.xctest"
# The tags of Tests/DualCamTestKit/Tags.swift. If a test has several, the first one counts.
TIERS = ["emulatedMachine", "realTime", "process"]
# swift-testing 6.3 cannot choose tests by their tags, but this version of its event stream lists them.
LISTING = ["--list-tests", "--experimental-event-stream-version", "99"]


class Listing:
    """All tests with their tiers."""

    def __init__(self, folder):
        stream = folder / "listing"
        subprocess.run(
            [BUNDLE, "--testing-library", "swift-testing", *LISTING, "--event-stream-output-path", stream], check=True,
            stdout=subprocess.DEVNULL)
        payloads = [json.loads(line)["payload"] for line in stream.read_text().splitlines() if '"kind":"test"' in line]
        self.tags = {payload["id"]: {tag.lstrip(".") for tag in payload.get("_tags", [])} for payload in payloads}
        self.tests = [payload["id"] for payload in payloads if payload["kind"] == "function"]
        self.modules = collections.Counter(test.split(".")[0] for test in self.tests)

    def tier(self, test):
        """Returns the tier of a test or a suite, by its own tags and those of the suites around it."""
        parts = test.split("/")
        tags = set().union(*(self.tags.get("/".join(parts[:number]), set()) for number in range(1, len(parts) + 1)))
        return next((tier for tier in TIERS if tier in tags), "quick")

    def patterns(self, tier, module):
        """Returns regular expressions for all tests of a tier in a module, for whole suites if all their tests belong to the tier."""
        suites = {}
        for test in self.tests:
            if test.startswith(module + "."):
                suites.setdefault(suite(test), []).append(test)
        found = []
        for name, tests in suites.items():
            chosen = [test for test in tests if self.tier(test) == tier]
            if len(chosen) == len(tests):
                # Nested suites have entries of their own.
                found.append(f"^{re.escape(name)}/[^/]*\\(.*\\)/[^/]*$" if name != module else f"^{re.escape(name)}\\.[^/]*$")
            else:
                found += [f"^{re.escape(test)}$" for test in chosen]
        return found

    def shares(self, tier, module, number):
        """Returns the same patterns in `number` lists of about equal numbers of tests.

        Nested suites stay together, as they may share the recordings that they examine."""
        outer = collections.defaultdict(list)
        for pattern in self.patterns(tier, module):
            outer[re.match(r"\^[^/$]*(/[^/\\\[$]*)?", pattern)[0]].append(pattern)
        tests = [test for test in self.tests if self.tier(test) == tier]

        def count(patterns):
            return sum(any(re.search(pattern, test) for pattern in patterns) for test in tests)
        lists = [(0, index, []) for index in range(number)]
        for size, patterns in sorted(((count(patterns), patterns) for patterns in outer.values()), reverse=True):
            total, index, least = min(lists)
            lists[index] = (total + size, index, least + patterns)
        return [patterns for _, _, patterns in lists if patterns]


def suite(test):
    """Returns the suite of a test: its name without function and place in the source, or the module."""
    parts = test.split("/")
    return "/".join(parts[:-2]) if len(parts) > 2 else parts[0].split(".")[0]


class Job:
    """A command that runs in the background.

    environment: variables that it has; a value of None removes one. processors: how many it keeps busy, on average. nice: its niceness
    (0 to 19)."""

    def __init__(self, name, command, limit=600, environment=None, processors=1, nice=0):
        self.name, self.command, self.limit, self.environment = name, command, limit, dict(environment or {})
        self.processors, self.nice = processors, nice
        # The names of jobs that must end first.
        self.after = set()
        self.process = self.log = self.code = None
        # Elapsed seconds, and processor seconds of those processes that the job has waited for.
        self.seconds = self.busy = 0

    def start(self, folder):
        self.log = folder / f"{self.name}.log"
        self.begin = time.monotonic()
        variables = os.environ | self.environment
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                ["nice", "-n", str(self.nice), *self.prepare(folder)], cwd=ROOT, env={name: value for name, value in variables.items() if value is not None},
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)

    def prepare(self, folder):
        return self.command

    def poll(self):
        """Ends the job if it has hung; returns whether it has ended."""
        self.seconds = time.monotonic() - self.begin
        self.wait(os.WNOHANG)
        if self.code is None and self.seconds > self.limit:
            os.killpg(self.process.pid, 9)
            self.wait()
            with self.log.open("a") as log:
                log.write(f"\nScripts/test: ended after {self.limit} s; it hangs\n")
        return self.code is not None

    def wait(self, options=0):
        ended, status, usage = os.wait4(self.process.pid, options)
        if ended:
            self.code = self.process.returncode = os.waitstatus_to_exitcode(status)
            self.busy = usage.ru_utime + usage.ru_stime


class Tests(Job):
    """Tests in a process of their own, one after the other, so that none shares variables, descriptors or signals with another."""

    def __init__(self, name, filters=(), limit=1200, environment=None, processors=1, nice=0):
        super().__init__(name, None, limit, environment, processors, nice)
        self.filters = list(filters)

    def prepare(self, folder):
        home = folder / "homes" / self.name
        for part in ["config", "state", "data", "cache", "runtime"]:
            (home / part).mkdir(parents=True)
        (home / "runtime").chmod(0o700)
        # Some plugins are read again if HOME changes: each home has its registry.
        shutil.copy(folder / "registry", home / "registry")
        self.environment |= {
            "HOME": str(home), "GST_REGISTRY": str(home / "registry"), "XDG_RUNTIME_DIR": str(home / "runtime"),
            **{f"XDG_{part.upper()}_HOME": str(home / part) for part in ["config", "state", "data", "cache"]}}
        return self.arguments(folder / "events" / self.name)

    def arguments(self, events):
        filters = [word for pattern in self.filters for word in ("--filter", pattern)]
        # `swift test` loses output: it drops a whole piece that ends within a character.
        return [BUNDLE, "--testing-library", "swift-testing", "--no-parallel", "--event-stream-version", "0",
                "--event-stream-output-path", events, *filters]


class PageTests(Tests):
    """The web page's tests in real browsers. The filters are arguments of pytest."""

    def arguments(self, events):
        # Root's Chromium would raise its priority above the recorder's.
        modest = ["setpriv", "--bounding-set=-sys_nice"] if os.getuid() == 0 else []
        return [*modest, "Tests/Tools/page-test", f"--events={events}", *self.filters]


def run(jobs, folder, processors):
    """Runs jobs in their order, as many at a time as keep `processors` processors busy; prints a line when one has ended.

    Returns the jobs that failed."""
    waiting, running, failed = list(jobs), [], []
    names = {job.name for job in waiting}
    before = processor_times()
    while waiting or running:
        for job in [job for job in waiting if not job.after & names]:
            if running and sum(other.processors for other in running) + job.processors > processors:
                continue
            waiting.remove(job)
            job.start(folder)
            running.append(job)
        time.sleep(0.05)
        for job in [job for job in running if job.poll()]:
            running.remove(job)
            names.discard(job.name)
            if job.code != 0:
                failed.append(job)
            print(f"  {job.seconds:6.1f} s ({job.busy:5.1f} s of processor)  {job.name}"
                  f"{'' if job.code == 0 else f': FAILED with {job.code}'}", flush=True)
    busy, all_of_it = (now - then for now, then in zip(processor_times(), before))
    print(f"  The processors were busy {100 * busy / max(all_of_it, 1):.0f} % of that time.", flush=True)
    return failed


def processor_times():
    """Returns the busy time and the total time of all processors since the machine's start (proc(5), `stat`)."""
    times = [int(word) for word in pathlib.Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return sum(times) - times[3] - times[4], sum(times)
