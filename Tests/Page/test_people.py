"""Tests several people at one recording: who is there, who has done what, and viewers who only look."""
import pytest

from axe import violations
from conftest import NARROW, PHONE, at_any_size
from processes import until
from recorder import PIPELINE, Recorder
from shown import Shown

PHONE_AGENT = "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/120 Mobile Safari/537.36"


@pytest.fixture(scope="module")
def open_recorder(tmp_path_factory):
    """A program with a link for viewers."""
    recorder = Recorder(tmp_path_factory.mktemp("viewers"), PIPELINE + "control: {viewers: on}\n").start()
    yield recorder
    recorder.stop()


@pytest.fixture
def viewers_link(open_recorder):
    # People are told apart by numbers. Those of the previous test keep theirs until the program knows that they have left.
    open_recorder.await_people(0)
    return open_recorder.url + open_recorder.request("GET", "/api/v1/link")[1]["viewers"]


def enter(recorder, visitor, link):
    """Opens a page, and returns it when the program knows its visitor: people are numbered in the order of arrival."""
    count = len(recorder.state["people"])
    page = visitor.open(link)
    recorder.await_people(count + 1, lambda: page.wait_for_timeout(50))
    return page


class Sent:
    """The requests of a page that change something, over HTTP and over its WebSockets."""

    def __init__(self, page):
        self.requests, self.messages = [], []
        page.on("request", lambda one: self.requests.append(f"{one.method} {one.url}") if one.method != "GET" else None)
        page.on("websocket", lambda socket: socket.on("framesent", lambda text: self.messages.append(text)) if "events" in socket.url else None)


def press_all_there_is(page):
    """Presses each button of the current view, and each key."""
    for button in page.locator(".record button:visible:not(.record-keys), .record [role=tab]:visible").all():
        if button.is_visible():
            button.click()
            page.wait_for_timeout(60)
            page.keyboard.press("Escape")
    for key in ["r", "Space", "m", "x", "n", "u", "l", "Shift+Digit2"]:
        page.keyboard.press(key)
    page.keyboard.press("0")
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    page.locator(".record-stage").dblclick(position={"x": 300, "y": 300})
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")


def test_a_viewer_sees_all_and_changes_nothing(open_recorder, viewers_link, visit, screenshot):
    director = enter(open_recorder, visit(still="lecture", user_agent=PHONE_AGENT, viewport=PHONE), open_recorder.link)
    director.get_by_role("button", name="Swap cameras").wait_for()
    visitor = visit()
    page = visitor.context.new_page()
    sent = Sent(page)
    page.goto(viewers_link)
    page.get_by_text("This link only looks").wait_for()
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    page.wait_for_selector(".meter")
    for name in ["Start recording", "Swap cameras", "Mark", "Pause", "Split", "Layout", "Transition", "Microphone"]:
        assert page.get_by_role("button", name=name, exact=True).count() == 0, name
    assert page.locator(".inset").count() == 0
    before = open_recorder.request("GET", "/api/v1/state")[1]
    press_all_there_is(page)
    screenshot(page, "viewer-desktop")

    # Other people's changes are shown, with their names.
    shown = Shown(page)
    director.get_by_role("button", name="Swap cameras").click()
    shown.wait("Phone 1: Cameras swapped")
    page.get_by_role("button", name="2 people").click()
    listed = page.get_by_role("region", name="Who is here")
    assert listed.get_by_role("listitem").all_inner_texts()[0].startswith("Phone 1 · in control")
    assert "Computer 1 (you) · looks" in listed.inner_text()
    screenshot(page, "viewer-people")
    with director.expect_response("**/commands/swap"):
        director.get_by_role("button", name="Swap cameras").click()
    directed = lambda state: (state["phase"], state["settings"]["main"], state["settings"]["layout"])
    until(lambda: directed(open_recorder.state) == directed(before | {"phase": "standby"}), lambda: directed(open_recorder.state))
    assert [one for one in sent.requests if not one.endswith("/api/v1/entry")] == []
    assert sent.messages == []


def test_a_third_is_told_who_has_done_it(open_recorder, viewers_link, visit):
    one = enter(open_recorder, visit(still="lecture", user_agent=PHONE_AGENT, viewport=PHONE), open_recorder.link)
    links = (open_recorder.link, open_recorder.link, viewers_link)
    two, three, viewer = (enter(open_recorder, visit(still="lecture"), link) for link in links)
    for page in (one, two, three, viewer):
        page.get_by_role("button", name="4 people").wait_for()
    # News items disappear by themselves, and the pages are checked one after the other.
    shown = {page: Shown(page) for page in (one, two, three, viewer)}
    two.get_by_role("button", name="4 people").click()
    three.keyboard.press("l")
    for page in (one, two, viewer):
        shown[page].wait("Computer 2: Layout")
    rows = two.get_by_role("region", name="Who is here").get_by_role("listitem")
    rows.filter(has_text="Computer 2 · in control").wait_for()
    assert "Layout, " in rows.filter(has_text="in control").inner_text()
    assert "Computer 1 (you) · directs" in rows.nth(1).inner_text()
    # Commands from people who are not in the list are shown, too.
    one.get_by_text("Computer 2: Layout").wait_for(state="detached")
    open_recorder.command("swap")
    for page in (one, three):
        shown[page].wait("Changed elsewhere: Cameras swapped")
    # The person who made a change is not notified: the page showed nothing of it before the next news.
    assert not any("Layout" in text for text in shown[three].texts)
    three.close()
    two.get_by_role("button", name="3 people").wait_for()


def test_a_viewer_plays_takes_and_nothing_else(open_recorder, viewers_link, visit, screenshot):
    name = open_recorder.record(2)
    page = visit(still="lecture").open(viewers_link)
    page.get_by_text("This link only looks").wait_for()
    page.get_by_role("link", name="Takes", exact=True).click()
    page.get_by_role("link", name=f"Open {name}").click()
    page.get_by_role("link", name="Download all").wait_for()
    for label in ["Delete", "Rename", "Share", "Check files", "Recover"]:
        assert page.get_by_role("button", name=label).count() == 0, label
    page.locator("video").first.wait_for()
    page.keyboard.press("Space")
    page.wait_for_function("() => [...document.querySelectorAll('video')].some((film) => film.currentTime > 0.2)")
    screenshot(page, "viewer-take")
    page.goto(open_recorder.url + "/settings/pipeline")
    page.get_by_role("heading", name="Settings").wait_for()
    assert page.get_by_role("link", name="Open the pipeline file").count() == 0


def test_both_links_are_shown(open_recorder, viewers_link, visit, screenshot):
    page = visit(viewport=PHONE).open(open_recorder.link_to("/settings"))
    page.get_by_role("button", name="Show the link").click()
    looks = page.get_by_role("textbox", name="Link that only looks")
    assert looks.input_value() == viewers_link
    page.get_by_role("img", name="Link that only looks").scroll_into_view_if_needed()
    screenshot(page, "entry-phone")
    assert page.get_by_role("textbox", name="Link with the token").input_value() == open_recorder.link
    viewer = visit(viewport=PHONE).open(viewers_link.replace("/#", "/settings#"))
    viewer.get_by_role("button", name="Show the link").click()
    assert viewer.get_by_role("textbox", name="Link that only looks").input_value() == viewers_link
    assert viewer.get_by_role("textbox", name="Link with the token").count() == 0


def test_how_to_let_viewers_in_is_said(recorder, visit):
    page = visit().open(recorder.link_to("/settings"))
    page.get_by_role("button", name="Show the link").click()
    page.get_by_text("control: {viewers: on}").wait_for()
    assert page.get_by_role("textbox", name="Link that only looks").count() == 0


@pytest.mark.parametrize("role", ["director", "viewer"])
def test_people_and_viewers_find_room(open_recorder, viewers_link, visit, screenshot, role):
    """Checks that nothing is cut off, and that axe finds nothing."""
    visit(still="lecture", user_agent=PHONE_AGENT).open(open_recorder.link)
    page = visit(still="lecture", viewport=NARROW).open(open_recorder.link if role == "director" else viewers_link)
    page.get_by_role("button", name="people").click()
    page.get_by_role("region", name="Who is here").wait_for()
    found = []
    for name in at_any_size(page, screenshot, f"people-{role}"):
        outside = page.evaluate("""() => [...document.querySelectorAll('.top *, .transport *, .people *')].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width > 1 && !one.closest('.visually-hidden') && (box.left < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5);
        }).map((one) => one.outerHTML.slice(0, 80))""")
        assert outside == [], name
        assert page.get_by_role("region", name="Who is here").is_visible(), name
        found += violations(page, name)
    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_role("button", name="Show the link").click()
    for name in at_any_size(page, screenshot, f"settings-{role}"):
        page.get_by_role("img", name="Link that only looks").scroll_into_view_if_needed()
        assert page.evaluate("document.querySelector('.settings').scrollWidth <= innerWidth"), name
        found += violations(page, name)
    assert found == []
