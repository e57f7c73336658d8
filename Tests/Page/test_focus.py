"""Tests focus and exposure by touch on a camera with controls; the camera itself is a stand-in."""
import pytest

from conftest import PHONE, drawn
from processes import until
from told import Told, webcam

# Shares of a picture that is white on the left and black on the right.
WHITE, BLACK = (0.25, 0.86), (0.58, 0.86)
# A pause in ms after which a second tap no longer belongs to the first.
SETTLED = 500


@pytest.fixture
def camera(recorder, visit):
    """A phone's page whose camera `back` has controls, and the stand-in for the camera."""
    visitor = visit(still="halves", viewport=PHONE, has_touch=True, is_mobile=True)
    told = Told(visitor.context, webcam("back"), commands=["control", "swap"])
    page = visitor.open(recorder.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    page.get_by_role("button", name="Swap cameras").wait_for()
    drawn(page)
    return page, told


def spot(page, share):
    box = page.locator(".preview-frame").bounding_box()
    return box["x"] + share[0] * box["width"], box["y"] + share[1] * box["height"]


def tap(page, share, times=1):
    x, y = spot(page, share)
    page.context.new_cdp_session(page).send("Input.synthesizeTapGesture", {"x": x, "y": y, "duration": 30, "tapCount": times})


def values(told, control):
    return [arguments["value"] for name, arguments in told.commands if name == "control" and arguments["control"] == control]


def await_values(page, told, control, is_so):
    """Waits until the values that a control was set to satisfy a condition."""
    until(lambda: is_so(values(told, control)), lambda: (control, told.commands), lambda: page.wait_for_timeout(50))


@pytest.mark.parametrize("share, sign", [(WHITE, -1), (BLACK, 1)], ids=["white", "black"])
def test_a_tap_focuses_and_exposes_for_the_spot(camera, share, sign):
    page, told = camera
    tap(page, share)
    # The square disappears by itself, so that its position is read when it first appears.
    box = page.wait_for_function("() => document.querySelector('.focus-square')?.getBoundingClientRect().toJSON()").json_value()
    x, y = spot(page, share)
    assert abs(box["x"] + box["width"] / 2 - x) < 3 and abs(box["y"] + box["height"] / 2 - y) < 3
    await_values(page, told, "exposure-bias", bool)
    page.locator(".focus-square").wait_for(state="detached")
    assert values(told, "focus") == ["auto"] and values(told, "exposure") == ["auto"]
    assert [float(value) * sign > 0 for value in values(told, "exposure-bias")] == [True]
    assert {arguments["camera"] for name, arguments in told.commands} == {"back"}


def test_a_swipe_beside_the_square_changes_the_exposure(camera):
    page, told = camera
    tap(page, (0.3, 0.5))
    await_values(page, told, "exposure-bias", bool)
    # A swipe begins at the current exposure, which the page has to know.
    until(lambda: told.known == len(told.commands), lambda: told.commands, lambda: page.wait_for_timeout(50))
    page.wait_for_timeout(SETTLED)
    begin = float(told.settings["controls.back.exposure-bias"]["value"])
    touch = page.context.new_cdp_session(page)
    x, y = spot(page, (0.5, 0.9))
    send = lambda kind, *points: touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": at} for at in points]})
    direction = 1 if begin > 0 else -1  # Towards the middle of the range, which leaves room.
    send("touchStart", y)
    for step in range(1, 9):
        send("touchMove", y + direction * step * 10)
    page.get_by_text(" EV").wait_for()
    send("touchEnd")
    await_values(page, told, "exposure-bias", lambda sent: float(sent[-1]) == begin - direction)


def test_three_taps_lock_and_two_swap(camera):
    page, told = camera
    tap(page, (0.3, 0.5), times=3)
    page.locator(".focus-square[data-locked]").wait_for()
    await_values(page, told, "focus", bool)
    await_values(page, told, "exposure", bool)
    assert values(told, "focus") == ["lock"] and values(told, "exposure") == ["lock"]
    assert "swap" not in [name for name, _ in told.commands]
    with page.expect_response("**/commands/swap"):
        tap(page, (0.3, 0.5), times=2)


def test_a_camera_without_controls_shows_no_square(recorder, visit):
    page = visit(still="lecture", viewport=PHONE, has_touch=True).open(recorder.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    tap(page, (0.3, 0.5))
    page.wait_for_timeout(SETTLED)
    assert page.locator(".focus-square").count() == 0


def test_controls_of_a_camera_automatic_and_locked(camera, screenshot):
    page, told = camera
    page.get_by_role("button", name="Controls", exact=True).tap()
    page.get_by_role("tab", name="Cameras").tap()
    focus = page.get_by_role("group", name="Focus")
    assert focus.get_by_role("slider").count() == 0
    screenshot(page, "panel-camera-controls")
    focus.get_by_role("radio", name="Locked").tap()
    await_values(page, told, "focus", lambda sent: sent == ["lock"])
    # The device reports its current value.
    told.settings["controls.back.focus"]["value"] = 100
    slider = focus.get_by_role("slider")
    slider.focus()
    page.wait_for_function("() => document.activeElement.value === '100'")
    page.keyboard.press("ArrowRight")
    await_values(page, told, "focus", lambda sent: sent[-1] == 101)
    focus.get_by_role("radio", name="Automatic").tap()
    slider.wait_for(state="detached")
    # Device-specific controls are listed separately, with the reason why they cannot be set.
    page.get_by_text("All controls of back").tap()
    held = page.get_by_role("slider", name="exposure time absolute")
    assert held.is_disabled() and "auto_exposure" in held.get_attribute("title")
    brightness = page.get_by_role("slider", name="Brightness")
    assert (brightness.get_attribute("min"), brightness.get_attribute("max")) == ("0", "255")
