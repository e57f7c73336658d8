"""What is done to takes and takes its time, and links to them: by the page, with the real program."""
import shutil

import pytest

from recorder import PIPELINE, Recorder

# What is made in idle time only takes a while on a machine with other work. In milliseconds.
IDLE = 60_000


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A program whose camera `front` is recorded in a codec that browsers do not play, and one take of it."""
    pipeline = PIPELINE.replace("encoders: {", "encoders: {front: {use: mjpeg}, ")
    recorder = Recorder(tmp_path_factory.mktemp("work"), pipeline).start()
    recorder.take = recorder.record(2)
    yield recorder
    recorder.stop()


def open_take(page, recorder, take):
    page.goto(f"{recorder.url}/takes/{take}")
    page.get_by_role("button", name="Check files").wait_for()


def test_files_are_checked(own, visit):
    page = visit().open(own.link)
    open_take(page, own, own.take)
    page.get_by_role("button", name="Check files").click()
    work = page.locator(".work")
    work.get_by_text("Checking files").wait_for()
    work.get_by_text("Done").wait_for(timeout=IDLE)
    work.get_by_role("button", name="Close").click()
    work.wait_for(state="detached")


def test_what_a_crash_left_is_recovered(own, visit):
    left = own.takes / "left"
    shutil.copytree(own.takes / own.take, left)
    (left / "session.json").unlink()
    (left / "UNFINISHED").write_text("")
    page = visit().open(own.link)
    page.goto(own.url + "/takes")
    card = page.locator('[data-take="left"]')
    card.get_by_text("Not finished").wait_for()
    open_take(page, own, "left")
    page.get_by_role("button", name="Recover").click()
    page.locator(".work").get_by_text("Done").wait_for(timeout=IDLE)
    page.get_by_role("button", name="Recover").wait_for(state="detached")
    assert not (left / "UNFINISHED").exists()


def test_a_copy_plays_where_the_file_does_not(own, visit, screenshot):
    page = visit().open(own.link)
    open_take(page, own, own.take)
    page.get_by_role("button", name="Show front").click()
    page.get_by_text("This browser cannot play this file").wait_for(timeout=IDLE)
    screenshot(page, "unplayable")
    page.get_by_role("button", name="Make a copy that plays here").click()
    front = page.locator('.picture[data-output="front"] video')
    front.wait_for(timeout=IDLE)
    assert "/proxies/" in front.get_attribute("src")
    page.wait_for_function("() => document.querySelector('.picture[data-output=front] video').readyState >= 3")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => document.querySelector('.picture[data-output=front] video').currentTime > 0.3")


def test_work_that_is_not_wanted_ends(own, visit):
    """The server's answers are played: real work may be over before it can be ended."""
    page = visit().open(own.link)
    work = {"id": 7, "kind": "audit", "session": own.take, "file": None, "percent": 40, "state": "running", "result": None, "error": None}
    page.route("**/api/v1/sessions/*/audit", lambda route: route.fulfill(status=202, json={"work": work}))
    ended = []
    page.route("**/api/v1/work/7", lambda route: (ended.append(route.request.method), route.fulfill(json={"work": work})))
    open_take(page, own, own.take)
    page.get_by_role("button", name="Check files").click()
    assert page.get_by_role("progressbar").get_attribute("value") == "40"
    page.locator(".work").get_by_role("button", name="Stop").click()
    page.wait_for_function("() => true")
    assert ended == ["DELETE"]
