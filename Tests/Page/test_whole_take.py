"""Tests a take from its first second to its deletion, by touch on a phone and by keyboard alone, and checks the recorded
file."""
import time

import pytest

from conftest import DESKTOP, PHONE
from processes import until
from recorded import RATE, Steps

# Changes of the picture whose answer contains the time of their first frame.
PICTURE = {"inset", "swap", "zoom", "look", "layout"}


class Commands:
    """The commands that a page has sent, with the answers."""

    def __init__(self, page):
        self.answers = []
        page.on("response", self._hear)

    def _hear(self, response):
        if "/api/v1/commands/" in response.url:
            self.answers.append((response.url.split("/")[-1], response))

    def names(self):
        return [name for name, _ in self.answers]

    def times(self):
        """Returns the running time of the first frame of each change of the picture."""
        found, before, factor = [], None, 1
        for name, response in self.answers:
            assert response.ok, (name, response.text())
            if name == "inset":
                at, before = before, moved(response.request.post_data_json, before)
                if at is None or all(abs(one - other) < 2 for one, other in zip(at, before)):
                    continue  # The change is too small to stand out from the usual motion.
            if name == "zoom":
                last, factor = factor, response.request.post_data_json["factor"]
                if abs(factor - last) < 0.1:
                    continue
            if name in PICTURE:
                found.append((name, response.json()["at"]))
        return found

    def wait(self, page, name, count=1):
        until(lambda: self.names().count(name) >= count, self.names, lambda: page.wait_for_timeout(50))


def moved(arguments, before):
    """Returns the position and width of the inset, in percent. Values that the arguments leave out stay the same."""
    x, y, width = before or (0, 0, 25)
    if isinstance(position := arguments.get("position"), dict):
        x, y = (float(position[axis].rstrip("%")) for axis in "xy")
    return x, y, float(arguments["size"].rstrip("%")) if "size" in arguments else width


class Fingers:
    """Touches that the browser treats as real ones."""

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def _send(self, kind, points):
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def move(self, *paths, steps=12):
        """Moves each finger from one point to another, in about half a second."""
        self._send("touchStart", [begin for begin, _ in paths])
        for step in range(1, steps + 1):
            at = [tuple(one + (other - one) * step / steps for one, other in zip(begin, end)) for begin, end in paths]
            self._send("touchMove", at)
            self.page.wait_for_timeout(40)
        self._send("touchEnd", [])

    def pinch(self, centre, begin, end):
        x, y = centre
        self.move(((x - begin, y), (x - end, y)), ((x + begin, y), (x + end, y)))

    def double_tap(self, point):
        self.session.send("Input.synthesizeTapGesture", {"x": point[0], "y": point[1], "duration": 30, "tapCount": 2})


def centre(locator, x=0.5, y=0.5):
    box = locator.bounding_box()
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


@pytest.fixture(scope="module")
def recorder(quick_recorder):
    return quick_recorder


def tab_to(page, locator, limit=90):
    locator.wait_for()
    for _ in range(limit):
        if locator.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {locator}")


def open_at(visit, recorder, **options):
    visitor = visit(**options)
    # Immediate changes can be found in the file.
    visitor.context.add_init_script("""localStorage.setItem('dualcam.transition', '{"transition":"cut","over":0}')""")
    page = visitor.open(recorder.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    return page, Commands(page)


def judge(finished, changes):
    """Checks that each change is in the combined file, at the frame that the page was told."""
    assert finished["exit-code"] == 0
    file = next(file for file in finished["files"] if file["output"] == "combined")
    found = Steps(f"{finished['folder']}/{file['file']}")
    expected = [(name, round((at - file["start"]) * RATE)) for name, at in changes]
    assert len(expected) > 4
    missing = [one for one in expected if not found.changes_at(one[1])]
    near = {number: [round(step, 2) for step in found.steps[number - 3:number + 4]] for _, number in missing}
    assert missing == [], (expected, near)


def deleted(page, recorder, take):
    """Checks that the list no longer contains the take, and that its files still exist."""
    page.locator(".take-card").first.or_(page.locator(".takes-nothing")).wait_for()
    page.locator(f'[data-take="{take}"]').wait_for(state="detached")
    assert len(list((recorder.takes / take).glob("*_combined_*.mov"))) == 1


def test_by_touch_on_a_phone(recorder, visit, screenshot):
    page, commands = open_at(visit, recorder, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    fingers, inset, picture = Fingers(page), page.locator(".inset"), page.locator(".preview-frame")
    page.get_by_role("button", name="Start recording").tap()
    page.get_by_role("button", name="Stop recording").wait_for()
    page.wait_for_timeout(700)
    before = page.locator(".inset").bounding_box()
    begun = time.monotonic()
    fingers.move((centre(inset), centre(picture, 0.3, 0.4)))
    commands.wait(page, "inset")
    page.wait_for_timeout(700)
    after = inset.bounding_box()
    assert after["x"] < before["x"] - 60 and after["y"] < before["y"] - 20
    sent = commands.names().count("inset")
    assert sent <= 2 + 3 * (time.monotonic() - begun)  # At most three per second.
    fingers.pinch(centre(inset), 14, 22)
    commands.wait(page, "inset", sent + 1)
    page.wait_for_timeout(700)
    assert inset.bounding_box()["width"] > after["width"] * 1.3
    fingers.pinch(centre(picture, 0.75, 0.75), 15, 40)
    commands.wait(page, "zoom")
    page.locator(".zoom-chips").wait_for()
    page.wait_for_timeout(400)
    fingers.double_tap(centre(picture, 0.8, 0.8))
    commands.wait(page, "swap")
    page.wait_for_timeout(400)
    screenshot(page, "take-by-touch")
    page.get_by_role("button", name="Controls", exact=True).tap()
    page.get_by_role("tab", name="Looks").tap()
    page.get_by_role("button", name="Noir").tap()
    commands.wait(page, "look")
    page.get_by_role("complementary", name="Controls").get_by_role("button", name="Close").tap()
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Pause").tap()
    page.get_by_role("button", name="Resume").tap()
    page.get_by_role("button", name="Mark", exact=True).tap()
    page.get_by_text("Marked", exact=True).wait_for()
    page.wait_for_timeout(400)
    page.get_by_role("button", name="Stop recording").tap()
    # The button disappears by itself, and judging is slow.
    button = page.get_by_role("button", name="Show the take")
    button.wait_for()
    changes = commands.times()
    button.tap()
    page.wait_for_selector(".player")
    judge(recorder.await_event("finished"), changes)
    assert {"pause", "resume", "mark", "stop"} <= set(commands.names())
    take = page.url.split("/")[-1]
    page.get_by_role("button", name="Play", exact=True).tap()
    page.wait_for_function("() => document.querySelector('video').currentTime > 0.3")
    page.get_by_role("button", name="Rename").tap()
    page.get_by_role("textbox", name="Name").fill("By touch")
    page.get_by_role("button", name="Save").tap()
    page.get_by_role("heading", name="By touch").wait_for()
    page.get_by_role("button", name="Delete").tap()
    deleted(page, recorder, take)
    page.get_by_role("button", name="Undo").tap()
    page.get_by_role("heading", name="By touch").wait_for()


def test_by_keys_alone(recorder, visit):
    page, commands = open_at(visit, recorder, viewport=DESKTOP)
    page.mouse.move = page.mouse.click = None
    press = page.keyboard.press
    press("r")
    page.get_by_role("button", name="Stop recording").wait_for()
    page.wait_for_timeout(700)
    inset = page.locator(".inset")
    tab_to(page, inset)
    before = inset.bounding_box()
    press("Shift+ArrowLeft")
    commands.wait(page, "inset")
    page.wait_for_timeout(500)
    press("Shift+ArrowUp")
    commands.wait(page, "inset", 2)
    page.wait_for_timeout(500)
    assert inset.bounding_box()["x"] < before["x"] - 20 and inset.bounding_box()["y"] < before["y"] - 10
    press("Enter")
    commands.wait(page, "swap")
    page.wait_for_timeout(400)
    press("1")
    tab_to(page, page.get_by_role("button", name="2×"))
    press("Enter")
    commands.wait(page, "zoom")
    press("0")
    page.wait_for_timeout(400)
    press("l")
    commands.wait(page, "layout")
    press("c")
    for _ in range(3):
        press("ArrowRight")
    tab_to(page, page.get_by_role("button", name="Mono"))
    press("Enter")
    commands.wait(page, "look")
    press("Escape")
    page.wait_for_timeout(500)
    press("Space")
    page.get_by_text("Paused").wait_for()
    press("Space")
    press("m")
    commands.wait(page, "mark")
    page.wait_for_timeout(400)
    press("r")
    tab_to(page, page.get_by_role("button", name="Show the take"))
    changes = commands.times()
    press("Enter")
    page.wait_for_selector(".player")
    judge(recorder.await_event("finished"), changes)
    take = page.url.split("/")[-1]
    press("Space")
    page.wait_for_function("() => document.querySelector('video').currentTime > 0.3")
    tab_to(page, page.get_by_role("button", name="Rename"))
    press("Enter")
    page.keyboard.type("By keys")
    press("Enter")
    page.get_by_role("heading", name="By keys").wait_for()
    tab_to(page, page.get_by_role("button", name="Delete"))
    press("Enter")
    deleted(page, recorder, take)
    tab_to(page, page.get_by_role("button", name="Undo"))
    press("Enter")
    page.get_by_role("heading", name="By keys").wait_for()
    page.evaluate("() => true")


@pytest.fixture(autouse=True)
def as_it_was(recorder):
    """Restores the picture that the other tests of this program expect."""
    yield
    if recorder.request("GET", "/api/v1/state")[1]["phase"] in ("recording", "paused"):
        recorder.command("stop")
        recorder.await_event("finished")
    recorder.command("look", look="none")
    recorder.command("layout", layout="pip")
    recorder.command("main", camera="back")
    recorder.command("inset", position="bottom-right", size="25%")
    for camera in ("back", "front"):
        recorder.command("zoom", camera=camera, factor=1)
