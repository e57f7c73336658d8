"""Tests the speed of the machine in the settings: the known figures, and measuring them."""
import pathlib

import pytest

from processes import until
from recorder import Recorder

# A pipeline that needs almost no processor time while it stands by, so that measuring is allowed.
CALM = """\
cameras: {back: {device: 'test:black', size: 320x180, rate: 10}}
microphone: none
recording: {directory: %s}
encoders: {default: {use: x264, preset: ultrafast}}
budget: {enforce: off, shed: []}
"""
MEASURED = {
    "measured": "2026-05-04T10:20:30Z", "cores": 2, "notes": ["Other programs kept 20 % of this machine busy meanwhile."], "problem": None,
    "encoders": [{"name": "x264 veryfast", "cores": 0.4, "at-once": 4}, {"name": "x265 medium", "cores": 3.1, "at-once": 0}],
}


@pytest.fixture
def calm(tmp_path):
    recorder = Recorder(tmp_path, CALM).start()
    yield recorder
    recorder.stop()


def settings(visit, recorder, **options):
    page = visit(**options).open(recorder.link_to("/settings"))
    page.get_by_role("heading", name="Speed of this machine").wait_for()
    return page


def left_behind(recorder):
    """Returns the folders and worker processes that a measurement has left."""
    folders = list((recorder.folder / "cache/dualcam").glob("calibrating-*"))
    lines = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            lines.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return folders + [line for line in lines if f"{recorder.folder}/cache/dualcam/calibrating-" in line]


def await_nothing_left(recorder):
    until(lambda: not left_behind(recorder), lambda: left_behind(recorder))


def test_what_is_known_is_shown(recorder, visit, screenshot):
    visitor = visit()
    visitor.context.route("**/api/v1/calibration", lambda route: route.fulfill(json=MEASURED))
    page = visitor.open(recorder.link_to("/settings"))
    page.get_by_text("Measured: 4 May 2026").wait_for()
    assert page.get_by_role("row").all_inner_texts() == ["Full HD, 30 frames a second\tAt once", "x264 veryfast\t4"]
    page.get_by_text("Other programs kept 20 %").wait_for()
    page.get_by_role("button", name="Measure again").scroll_into_view_if_needed()
    screenshot(page, "calibration-desktop")


def test_nothing_is_measured_while_something_is_recorded(recorder, visit):
    page = settings(visit, recorder)
    page.get_by_text("Not measured yet").wait_for()
    recorder.command("record")
    recorder.await_event("recording")
    button = page.locator("button[aria-disabled]", has_text="Measure")
    button.wait_for()
    assert button.get_attribute("title") == "Only while nothing is recorded"
    status, answer = recorder.request("POST", "/api/v1/calibration", {})
    assert (status, answer["error"]["message"]) == (409, "Nothing is measured while something is recorded.")
    recorder.command("stop")
    recorder.await_event("finished")


def test_it_shows_how_far_it_is_and_is_cancelled(calm, visit, screenshot):
    page, other = settings(visit, calm), settings(visit, calm)
    page.get_by_role("button", name="Measure").click()
    bar = page.get_by_role("progressbar", name="Measuring")
    bar.wait_for()
    page.wait_for_function("() => document.querySelector('.calibration-work progress').value > 40")
    other.get_by_role("progressbar", name="Measuring").wait_for()
    assert left_behind(calm) != []
    screenshot(page, "calibration-runs")
    page.get_by_role("button", name="Cancel").click()
    for one in (page, other):
        one.get_by_text("It was cancelled.").wait_for()
    await_nothing_left(calm)
    page.get_by_role("button", name="Measure").wait_for()


def test_a_take_ends_it(calm, visit):
    page = settings(visit, calm)
    page.get_by_role("button", name="Measure").click()
    page.get_by_role("progressbar", name="Measuring").wait_for()
    calm.command("record", duration="1s")
    page.get_by_text("A recording began.").wait_for()
    calm.await_event("finished")
    await_nothing_left(calm)
