"""Checks that nothing is left running when the tests are interrupted."""
import os
import signal
import subprocess
import sys

from processes import TIED, descendants, is_running, until

# Another run of the tests, which opens a page and then waits forever.
RUN = """
import os, pathlib, sys
from conftest import CHROMIUM
from processes import home_in, tied
from recorder import Recorder
home = pathlib.Path(sys.argv[1])
os.environ.update(home_in(home))
from playwright._impl._driver import compute_driver_executable
os.environ["PLAYWRIGHT_NODEJS_PATH"] = tied(home, compute_driver_executable()[0])
import playwright.sync_api
recorder = Recorder(home).start()
recorder.command("record")
tool = playwright.sync_api.sync_playwright().start()
page = tool.chromium.launch(executable_path=tied(home, CHROMIUM), args=["--no-sandbox"]).new_page()
page.goto(recorder.link)
page.get_by_role("button", name="Stop recording").wait_for()
print("ready", flush=True)
page.wait_for_timeout(2 ** 31 - 1)
"""


def test_nothing_is_left_of_a_run_that_is_killed(tmp_path):
    run = subprocess.Popen([*TIED, sys.executable, "-c", RUN, tmp_path], stdout=subprocess.PIPE, text=True, cwd=os.path.dirname(__file__))
    assert run.stdout.readline() == "ready\n"
    started = descendants(run.pid)
    programs = " ".join(started.values())
    assert all(name in programs for name in ("node", "chrom", "serve", "worker")), started
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    left = lambda: {number: command for number, command in started.items() if is_running(number)}
    until(lambda: not left(), left)
