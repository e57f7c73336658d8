"""Tests the page when the network or the program breaks during a recording."""
import os
import pathlib
import signal

import pytest

from network import Network
from shown import Shown
from test_preview import COUNTER

BROKEN = 10  # s of the recording


@pytest.fixture
def network(own_recorder):
    network = Network(own_recorder.port)
    yield network
    network.stop()


def begin(page):
    page.get_by_role("button", name="Start recording").click()
    page.get_by_role("button", name="Stop recording").wait_for()
    page.evaluate("window.isTheSame = true")


def is_moving(page):
    """Waits until the picture has changed."""
    page.wait_for_function(f"(before) => {{ const now = ({COUNTER})(); return now !== null && now !== before }}",
                           arg=page.evaluate(COUNTER))


def lost(page):
    return page.locator("p", has_text="Connection lost")


def whole(recorder, page):
    """Ends the recording from the page, and checks that its files lack no frame."""
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
    is_moving(page)
    before = max(0, own_recorder.recorded)
    network.breaks()
    # A broken network closes nothing, so that the page has to notice by itself.
    lost(page).wait_for()
    own_recorder.await_recorded(before + BROKEN)
    network.returns()
    lost(page).wait_for(state="detached")
    is_moving(page)
    finished = whole(own_recorder, page)
    for file in finished["files"]:
        assert file["end"] - file["start"] > BROKEN and abs(file["frames"] - (file["end"] - file["start"]) * 15) < 2


def worker_of(process):
    """Returns the worker process that a supervisor has started."""
    tasks = pathlib.Path(f"/proc/{process.pid}/task").iterdir()
    children = [child for task in tasks for child in (task / "children").read_text().split()]
    found = [int(child) for child in children if b"worker" in open(f"/proc/{child}/cmdline", "rb").read()]
    assert len(found) == 1, children
    return found[0]


def test_a_worker_that_is_killed(own_recorder, visit):
    visitor = visit()
    visitor.borne += ["Error during WebSocket handshake", "ERR_CONNECTION_CLOSED", "ERR_SOCKET_NOT_CONNECTED"]
    # A worker that has just started has no picture yet.
    visitor.borne.append("/api/v1/snapshots/")
    page = visitor.open(own_recorder.link)
    begin(page)
    own_recorder.await_recorded(1.5)
    shown = Shown(page)
    os.kill(worker_of(own_recorder.process), signal.SIGKILL)
    # Another worker may be running before the page notices.
    shown.wait("Connection lost")
    own_recorder.await_event("worker-started")
    own_recorder.await_event("recording")
    lost(page).wait_for(state="detached")
    page.get_by_role("button", name="Stop recording").wait_for()
    is_moving(page)
    own_recorder.await_recorded(max(0, own_recorder.recorded) + 0.5)
    finished = whole(own_recorder, page)
    # The earlier recording is kept, and the later one lies beside it.
    assert {file["output"] for file in finished["files"]} == {"back", "front", "combined"}
    assert len([file for file in finished["files"] if file["output"] == "back" and file["finished"]]) >= 1


def test_a_page_that_slept(own_recorder, visit):
    """A laptop that is opened again: its timers have stood still, and its connections are dead."""
    page = visit().open(own_recorder.link)
    begin(page)
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    slept = max(0, own_recorder.recorded) + 4
    own_recorder.await_recorded(slept)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    is_moving(page)
    # The seconds, and after one minute the minutes, too.
    page.wait_for_function(
        "(least) => document.querySelector('.tally-time').textContent.split(':').reduce((sum, part) => 60 * sum + Number(part), 0) >= least",
        arg=int(slept))
    whole(own_recorder, page)
