"""Tests exports, cuts, new pictures and timelines of a finished take, by people who have never used a command."""
import json
import re
import subprocess
import time

import pytest

from axe import violations
from conftest import NARROW, WISHES, wish_for
from frozen_places import MADE, TAKES, freeze_takes
from test_places import CUT_OFF, LANGUAGES, SMALL

# The timeout in milliseconds for files that the program makes of a few seconds. It runs at idle priority.
MAKING = 180_000
# The tolerance in seconds for players and new files: one frame, and what AAC adds at both ends.
NEAR = 0.15
DIALOGS = 5
# Finds the elements that make a dialog scroll sideways.
TOO_WIDE = """() => [...document.querySelectorAll('dialog, dialog *')].filter((one) => one.clientWidth > 0
  && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible').map((one) => one.outerHTML.slice(0, 200))"""


@pytest.fixture(scope="module")
def take(recorder):
    """A take of six seconds with a mark in the middle."""
    recorder.command("record", duration="6s")
    recorder.await_event("recording")
    time.sleep(3)
    recorder.command("mark", text="Question")
    return recorder.await_event("finished")["folder"].split("/")[-1]


@pytest.fixture
def page(recorder, visit, take):
    page = visit().open(recorder.link_to(f"/takes/{take}"))
    page.wait_for_function("() => [...document.querySelectorAll('video')].filter((one) => one.readyState >= 3).length === 3")
    page.get_by_role("button", name="Export…").wait_for()
    return page


def begin(page):
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.get_by_role("dialog").wait_for(state="detached")


def row(page, path):
    """Returns the list entry of a file that was made."""
    return page.locator(".files li", has=page.get_by_text(path, exact=True))


def made(recorder, take):
    return recorder.request("GET", f"/api/v1/sessions/{take}")[1]["made"]


def probed(path):
    told = subprocess.run(
        ["ffprobe", "-v", "error", "-show_streams", "-show_format", "-of", "json", path], capture_output=True, check=True).stdout
    return json.loads(told)


def picture_of(path):
    return next((stream for stream in probed(path)["streams"] if stream["codec_type"] == "video"), None)


def length_of(path):
    return float(probed(path)["format"]["duration"])


def delete(page, path):
    """Deletes a file. The first press only asks for confirmation."""
    page.get_by_role("button", name=f"Delete {path}").click()
    row(page, path).get_by_role("button", name="Really delete").click()
    row(page, path).wait_for(state="detached")


def test_a_square_of_a_part_is_exported_downloaded_and_deleted(recorder, page, take, tmp_path, screenshot):
    folder = recorder.takes / take
    recorded = {path.name: path.stat().st_size for path in folder.iterdir() if path.suffix == ".mov"}
    button = page.get_by_role("button", name="Export…")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Export")
    dialog.get_by_role("radio", name="Square").check()
    dialog.get_by_label("From", exact=True).fill("1,5")
    dialog.get_by_label("To", exact=True).fill("0:03.5")
    screenshot(page, "export")
    page.keyboard.press("Enter")
    dialog.wait_for(state="detached")
    assert button.evaluate("(one) => one === document.activeElement")
    page.get_by_role("progressbar", name="Exporting: Square").wait_for()
    row(page, "square.mp4").wait_for(timeout=MAKING)
    page.get_by_text("Done: square.mp4").wait_for()
    screenshot(page, "exported")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download square.mp4").click()
    download.value.save_as(tmp_path / "square.mp4")
    told = next(one for one in made(recorder, take) if one["path"] == "square.mp4")
    assert (tmp_path / "square.mp4").stat().st_size == told["bytes"] == (folder / "square.mp4").stat().st_size
    picture = picture_of(tmp_path / "square.mp4")
    assert (picture["width"], picture["height"]) == (1080, 1080)
    assert abs(length_of(tmp_path / "square.mp4") - 2) < NEAR
    delete(page, "square.mp4")
    assert not (folder / "square.mp4").exists() and made(recorder, take) == []
    assert {path.name: path.stat().st_size for path in folder.iterdir() if path.suffix == ".mov"} == recorded


def test_a_file_that_was_made_stays_when_somebody_thinks_twice(recorder, page, take):
    page.get_by_role("button", name="Export…").click()
    dialog = page.get_by_role("dialog", name="Export")
    dialog.get_by_role("radio", name="Podcast").check()
    dialog.get_by_role("switch", name="Even loudness").uncheck()
    begin(page)
    row(page, "podcast.m4a").wait_for(timeout=MAKING)
    page.get_by_role("button", name="Delete podcast.m4a").click()
    page.get_by_role("button", name="Really delete").press("Tab")
    page.get_by_role("button", name="Delete podcast.m4a").wait_for()
    file = recorder.takes / take / "podcast.m4a"
    assert file.exists() and picture_of(file) is None and abs(length_of(file) - 6) < 2 * NEAR
    delete(page, "podcast.m4a")
    assert not file.exists()


def test_an_export_can_be_stopped(recorder, page, take):
    page.get_by_role("button", name="Export…").click()
    begin(page)
    page.get_by_role("progressbar", name="Exporting: YouTube").wait_for()
    page.locator(".work").get_by_role("button", name="Stop").click()
    page.locator(".work[data-state=failed]").wait_for(timeout=MAKING)
    assert made(recorder, take) == [] and not (recorder.takes / take / "youtube.mp4").exists()


def test_one_camera_is_cut_from_where_the_player_is(recorder, page, take):
    page.locator(".player").press("ArrowRight")
    page.wait_for_function("() => Math.abs(document.querySelector('video').currentTime - 5) < 0.05")
    page.get_by_role("button", name="Cut…").click()
    dialog = page.get_by_role("dialog", name="Cut")
    assert dialog.get_by_role("button", name="Begin").get_attribute("aria-disabled") == "true"
    dialog.get_by_role("button", name="From: Current place").click()
    assert dialog.get_by_label("From", exact=True).input_value() == "0:05"
    # The text is still there after the dialog was closed to look at the picture.
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Cut…").click()
    assert dialog.get_by_label("From", exact=True).input_value() == "0:05"
    for name in ("Combined", "front"):
        dialog.get_by_role("switch", name=name).uncheck()
    begin(page)
    page.locator(".work[data-state=done]").wait_for(timeout=MAKING)
    [file] = made(recorder, take)
    assert file["kind"] == "trim" and "back" in file["path"]
    row(page, file["path"]).get_by_text("Cut").wait_for()
    assert abs(length_of(recorder.takes / take / file["path"]) - 1) < NEAR
    delete(page, file["path"])


def test_the_picture_is_drawn_again_with_other_cameras(recorder, page, take):
    page.get_by_role("button", name="Draw again…").click()
    dialog = page.get_by_role("dialog", name="Draw the combined picture again")
    dialog.get_by_role("radio", name="Every few seconds").click()
    dialog.get_by_role("spinbutton", name="Seconds").fill("0")
    dialog.get_by_text("Write a whole number from 1 to 3600.").wait_for()
    dialog.get_by_role("spinbutton", name="Seconds").fill("2")
    begin(page)
    page.locator(".work[data-state=done]").wait_for(timeout=MAKING)
    [file] = made(recorder, take)
    row(page, file["path"]).get_by_text("Drawn again").wait_for()
    assert abs(length_of(recorder.takes / take / file["path"]) - 6) < 2 * NEAR
    delete(page, file["path"])
    assert len(list((recorder.takes / take).glob("*_combined_*.mov"))) == 1


def test_a_camera_becomes_steady(recorder, page, take):
    page.get_by_role("button", name="Steady…").click()
    dialog = page.get_by_role("dialog", name="Make a camera steady")
    dialog.get_by_role("radio", name="front").click()
    dialog.get_by_role("radio", name="A little").click()
    begin(page)
    page.get_by_role("progressbar", name="Making a camera steady").wait_for()
    page.locator(".work[data-state=done]").wait_for(timeout=MAKING)
    [file] = made(recorder, take)
    assert (file["kind"], file["path"]) == ("stabilise", "front_stabilised.mov")
    row(page, file["path"]).get_by_text("Made steady").wait_for()
    assert abs(length_of(recorder.takes / take / file["path"]) - 6) < NEAR
    delete(page, file["path"])


def test_a_take_gets_the_sound_of_a_recorder(recorder, page, take):
    folder = recorder.takes / take
    [recorded] = [path for path in folder.glob("*_front_*.mov")]
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", recorded, "-vn", folder / "recorder.wav"], check=True)
    page.get_by_role("button", name="Sound of a recorder…").click()
    dialog = page.get_by_role("dialog", name="Take the sound of a recorder")
    dialog.get_by_text("Put the recorder's file into the take's folder").wait_for()
    dialog.get_by_role("textbox", name="Name of its file").fill("recorder.wav")
    dialog.get_by_role("spinbutton", name="Where it begins").fill("0")
    begin(page)
    page.get_by_role("progressbar", name="Finding and taking the sound").wait_for()
    page.locator(".work[data-state=done]").wait_for(timeout=MAKING)
    files = made(recorder, take)
    assert sorted(file["path"] for file in files) == ["dub/back.mov", "dub/combined.mov", "dub/front.mov"]
    assert {file["kind"] for file in files} == {"dub"}
    for file in files:
        assert abs(length_of(folder / file["path"]) - 6) < 2 * NEAR
        delete(page, file["path"])
    (folder / "recorder.wav").unlink()


def test_timelines_are_downloaded_for_editors(page, tmp_path):
    page.get_by_text("For editors").click()
    signs = {"otio": "OTIO_SCHEMA", "fcpxml": "<fcpxml", "edl": "TITLE:", "kdenlive": "<mlt"}
    for format, sign in signs.items():
        with page.expect_download() as download:
            page.get_by_role("link", name=f".{format}").click()
        assert download.value.suggested_filename.endswith(f".{format}")
        download.value.save_as(tmp_path / format)
        assert sign in (tmp_path / format).read_text()


def test_who_only_looks_takes_along_what_there_is(recorder, visit):
    visitor = visit()
    freeze_takes(recorder, visitor.context).role = "viewer"
    page = visitor.open(recorder.link_to(f"/takes/{TAKES[0]['id']}"))
    for file in MADE:
        page.get_by_role("link", name=f"Download {file['path']}").wait_for()
    page.get_by_text("For editors").click()
    assert page.locator(".making-list a").count() == 4
    assert page.locator(".making-list button").count() == 0
    assert page.get_by_role("button", name=re.compile("^Delete")).count() == 0


def test_what_the_server_refuses_is_told_in_the_dialog(recorder, visit, take):
    visitor = visit()
    visitor.borne.append("422")
    refusal = {"error": {"code": "unprocessable", "message": "there is not enough room", "advice": ""}}
    visitor.context.route(re.compile("/export$"), lambda route: route.fulfill(status=422, json=refusal))
    page = visitor.open(recorder.link_to(f"/takes/{take}"))
    page.get_by_role("button", name="Export…").click()
    dialog = page.get_by_role("dialog", name="Export")
    dialog.get_by_role("button", name="Begin").click()
    dialog.get_by_text("there is not enough room").wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert page.locator(".notice-trouble").count() == 0


def test_the_dialogs_are_for_everybody(recorder, visit, take):
    page = visit(still="lecture", viewport=NARROW, has_touch=True).open(recorder.link)
    for language in LANGUAGES:
        page.evaluate("(kept) => localStorage.setItem('dualcam.preferences', kept)", json.dumps({"language": language}))
        page.goto(f"{recorder.url}/takes/{take}")
        page.locator(".making-list").wait_for()
        page.locator("summary").click()
        assert page.evaluate(CUT_OFF) == [], language
        for number in range(DIALOGS):
            page.locator(".making-list > button").nth(number).click()
            page.get_by_role("dialog").wait_for()
            assert [page.evaluate(script) for script in (CUT_OFF, SMALL, TOO_WIDE)] == [[], [], []], (language, number)
            for wish in WISHES if language == "en" else ():
                wish_for(page, wish)
                assert violations(page, f"{number}, {wish}") == []
            page.keyboard.press("Escape")
            page.get_by_role("dialog").wait_for(state="detached")
