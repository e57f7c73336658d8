"""Tests the list of takes, for a person who looks for a take, plays it and organises the list."""
import os
import shutil
import time

import pytest

from conftest import PHONE
from players import FRAME, come_together

COUNT = "() => document.querySelectorAll('.take-card').length"


@pytest.fixture(scope="module")
def recorder(quick_recorder):
    return quick_recorder


@pytest.fixture(scope="module")
def takes(recorder):
    """Makes two takes; the later one is long enough to be played, and has a mark."""
    first = recorder.record(2)
    recorder.command("record", duration="8s")
    recorder.await_event("recording")
    time.sleep(2)
    recorder.command("mark", text="Question")
    folder = recorder.await_event("finished")["folder"]
    return first, folder.split("/")[-1]


def open_take(visitor, recorder, take):
    page = visitor.open(recorder.link_to(f"/takes/{take}"))
    page.wait_for_function("() => [...document.querySelectorAll('video')].filter((one) => one.readyState >= 3).length === 3")
    return page


def test_a_take_appears_when_it_is_recorded(recorder, visit):
    page = visit().open(recorder.link)
    page.get_by_role("link", name="Takes", exact=True).click()
    page.get_by_role("heading", name="Takes").wait_for()
    page.wait_for_function("() => !document.querySelector('main').textContent.includes('Reading')")
    before = page.evaluate(COUNT)
    name = recorder.record(2)
    card = page.locator(f'[data-take="{name}"]')
    card.wait_for()
    assert page.evaluate(COUNT) == before + 1
    assert page.locator(".take-card").first.get_attribute("data-take") == name
    for badge in ("Combined", "back", "front"):
        card.get_by_text(badge, exact=True).wait_for()
    card.get_by_text("No frame lost").wait_for()
    assert card.locator(".take-length").inner_text() == "0:02"


def test_players_stay_within_one_frame_of_each_other(recorder, visit, takes, screenshot):
    page = open_take(visit(), recorder, takes[1])
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelector('video').currentTime > 0.2")
    come_together(page)
    screenshot(page, "player")
    # First less than the distance that a jump corrects, then more.
    for seconds in (0.15, 0.6):
        come_together(page, apart=seconds)


def test_another_picture_is_one_key_away_at_the_same_instant(recorder, visit, takes):
    page = open_take(visit(), recorder, takes[1])
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => Math.abs(document.querySelector('video').currentTime - 5) < 0.05")
    for key, output in [("2", "back"), ("3", "front"), ("1", "combined")]:
        page.keyboard.press(key)
        assert page.locator(".picture[data-shown]").get_attribute("data-output") == output
        times = page.evaluate("() => [...document.querySelectorAll('video')].map((one) => one.currentTime)")
        assert max(times) - min(times) < FRAME


def test_chapters_come_from_marks(recorder, visit, takes):
    page = open_take(visit(), recorder, takes[1])
    page.get_by_role("navigation", name="Chapters").get_by_role("button").click()
    page.wait_for_function("() => Math.abs(document.querySelector('video').currentTime - 2) < 0.7")
    page.keyboard.press("[")
    page.wait_for_function("() => document.querySelector('video').currentTime < 0.1")
    page.keyboard.press("]")
    page.wait_for_function("() => document.querySelector('video').currentTime > 1")


def test_renaming_is_seen_by_others(recorder, visit, takes):
    one, other = visit(), visit()
    page, watcher = one.open(recorder.link_to(f"/takes/{takes[0]}")), other.open(recorder.link_to("/takes"))
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("textbox", name="Name").fill("Lecture on optics")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Lecture on optics").wait_for()
    watcher.get_by_role("heading", name="Lecture on optics").wait_for()
    page.get_by_role("button", name="Rename").wait_for()


def test_deleting_can_be_undone(recorder, visit, takes):
    page = visit().open(recorder.link_to("/takes"))
    page.wait_for_selector(".take-card")
    before = page.evaluate(COUNT)
    page.locator(f'[data-take="{takes[0]}"]').get_by_role("checkbox").check()
    page.get_by_role("toolbar").get_by_role("button", name="Delete").click()
    page.wait_for_function(f"() => document.querySelectorAll('.take-card').length === {before - 1}")
    page.get_by_role("button", name="Undo").click()
    page.locator(f'[data-take="{takes[0]}"]').wait_for()
    assert len(list((recorder.takes / takes[0]).glob("*.mov"))) == 3


def test_a_folder_without_an_address_is_named_until_it_is_renamed(recorder, visit, takes):
    strange, plain = os.fsencode(recorder.takes) + b"/take\xe9", recorder.takes / "take"
    shutil.copytree(os.fsencode(recorder.takes / takes[0]), strange)
    try:
        page = visit().open(recorder.link_to("/takes"))
        page.locator(".takes-unreachable li").get_by_text("take\\xe9", exact=True).wait_for()
        assert page.locator('[data-take="take"]').count() == 0
        os.rename(strange, plain)
        page.locator('[data-take="take"]').wait_for()
        page.locator(".takes-unreachable").wait_for(state="detached")
    finally:
        for folder in (strange, os.fsencode(plain)):
            shutil.rmtree(folder, ignore_errors=True)


def test_filters(recorder, visit, takes):
    page = visit().open(recorder.link_to("/takes"))
    page.wait_for_selector(".take-card")
    page.get_by_label("State").select_option("marked")
    page.wait_for_function(f"() => [...document.querySelectorAll('.take-card')].every((one) => one.textContent.includes('1 mark'))")
    page.get_by_label("Length").select_option("long")
    page.get_by_text("No take matches.").wait_for()
    page.get_by_role("button", name="Show all takes").click()
    page.locator(f'[data-take="{takes[0]}"]').wait_for()


def test_film_strips_are_leafed_through(recorder, visit, takes):
    page = visit().open(recorder.link_to("/takes"))
    picture = page.locator(f'[data-take="{takes[1]}"] .take-picture')
    picture.hover(position={"x": 20, "y": 40})
    still = picture.locator(".film-strip img")
    # A process at idle priority makes the still.
    still.wait_for()
    first = still.evaluate("(image) => image.style.transform")
    picture.hover(position={"x": 220, "y": 40})
    assert still.evaluate("(image) => image.style.transform") != first


def test_downloads(recorder, visit, takes):
    page = visit().open(recorder.link_to(f"/takes/{takes[1]}"))
    with page.expect_download() as one:
        page.get_by_role("link", name="Download Combined").click()
    assert one.value.suggested_filename.endswith("_combined_000.mov")
    with page.expect_download() as archive:
        page.get_by_role("link", name="Download all").click()
    assert archive.value.suggested_filename.endswith(".zip")


def test_a_phone_plays(recorder, visit, takes):
    page = open_take(visit(viewport=PHONE, has_touch=True, is_mobile=True), recorder, takes[1])
    page.get_by_role("button", name="Play").tap()
    page.wait_for_function("() => document.querySelector('video').currentTime > 0.3")
    page.get_by_role("button", name="Show back").tap()
    assert page.locator(".picture[data-shown]").get_attribute("data-output") == "back"
