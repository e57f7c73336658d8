"""What a page does when the network breaks, or the program behind it, in the middle of a recording."""
import os
import pathlib
import signal
import time

import pytest

from network import Network
from test_preview import COUNTER

BROKEN = 10  # s
BACK = 2_000  # ms from the server's return


@pytest.fixture
def network(own_recorder):
    network = Network(own_recorder.port)
    yield network
    network.stop()


def begin(page):
    page.get_by_role("button", name="Start recording").click()
    page.get_by_role("button", name="Stop recording").wait_for()
    page.evaluate("window.isTheSame = true")


def is_moving(page, timeout):
    """The picture is another one than it was."""
    page.wait_for_function(f"(before) => {{ const now = ({COUNTER})(); return now !== null && now !== before }}",
                           arg=page.evaluate(COUNTER), timeout=timeout)


def lost(page):
    return page.locator("p", has_text="Connection lost")


def whole(recorder, page):
    """The recording is ended by the page, and no frame is missing from its files."""
    page.get_by_role("button", name="Stop recording").click()
    finished = recorder.await_event("finished")
    assert finished["exit-code"] == 0
    assert page.evaluate("window.isTheSame")
    return finished


def test_a_broken_network(own_recorder, network, visit):
    visitor = visit()
    visitor.borne += ["ERR_NETWORK_CHANGED", "ERR_SOCKET_NOT_CONNECTED", "ERR_CONNECTION_CLOSED", "Error during WebSocket handshake"]
    page = visitor.open(network.link(own_recorder))
    begin(page)
    is_moving(page, 10_000)
    network.breaks()
    begun = time.monotonic()
    lost(page).wait_for(timeout=8_000)
    print(f"said so after {time.monotonic() - begun:.1f} s")
    page.wait_for_timeout(max(0, (begun + BROKEN - time.monotonic()) * 1000))
    network.returns()
    begun = time.monotonic()
    lost(page).wait_for(state="detached", timeout=BACK)
    is_moving(page, BACK)
    print(f"right again after {time.monotonic() - begun:.2f} s")
    finished = whole(own_recorder, page)
    for file in finished["files"]:
        assert file["end"] - file["start"] > BROKEN and abs(file["frames"] - (file["end"] - file["start"]) * 15) < 2


def worker_of(process):
    """The process that records, below the one that watches it."""
    tasks = pathlib.Path(f"/proc/{process.pid}/task").iterdir()
    children = [child for task in tasks for child in (task / "children").read_text().split()]
    found = [int(child) for child in children if b"worker" in open(f"/proc/{child}/cmdline", "rb").read()]
    assert len(found) == 1, children
    return found[0]


def test_a_worker_that_is_killed(own_recorder, visit):
    visitor = visit()
    visitor.borne += ["Error during WebSocket handshake", "ERR_CONNECTION_CLOSED", "ERR_SOCKET_NOT_CONNECTED"]
    # Who has just begun draws no picture yet.
    visitor.borne.append("/api/v1/snapshots/")
    page = visitor.open(own_recorder.link)
    begin(page)
    page.wait_for_timeout(1500)
    os.kill(worker_of(own_recorder.process), signal.SIGKILL)
    lost(page).wait_for(timeout=2_000)
    own_recorder.await_event("worker-started")
    own_recorder.await_event("recording")
    lost(page).wait_for(state="detached", timeout=BACK)
    page.get_by_role("button", name="Stop recording").wait_for(timeout=BACK)
    is_moving(page, BACK)
    page.wait_for_timeout(500)
    finished = whole(own_recorder, page)
    # What was recorded before is kept, and what came after lies beside it.
    assert {file["output"] for file in finished["files"]} == {"back", "front", "combined"}
    assert len([file for file in finished["files"] if file["output"] == "back" and file["finished"]]) >= 1


def test_a_page_that_slept(own_recorder, visit):
    """A laptop that is opened again: timers have stood still, and what was open is dead."""
    page = visit().open(own_recorder.link)
    begin(page)
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(4)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    is_moving(page, BACK)
    assert page.evaluate("document.querySelector('.tally-time').textContent") >= "04"
    whole(own_recorder, page)
