"""Tests every control of the panel against the running program, and reads each change from the program itself."""
import pytest

from processes import until
from recorder import Recorder

PIPELINE = """\
cameras:
  back: {device: test, size: 640x360, rate: 15}
  front: {device: test:gradient, size: 640x360, rate: 15}
microphone: test
combined: {layout: pip, size: 640x360, overlays: {title: {text: Lecture}}}
recording: {directory: %s}
encoders: {default: {use: x264, preset: ultrafast}}
budget: {enforce: off, shed: []}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    recorder = Recorder(tmp_path_factory.mktemp("panel"), PIPELINE).start()
    yield recorder
    recorder.stop()


@pytest.fixture
def page(program, shared_page, request):
    for page in shared_page.lend(request.node, program.link):
        page.wait_for_selector('.preview-canvas[data-status="live"]')
        yield page


def setting(program, name):
    return program.request("GET", "/api/v1/state")[1]["settings"][name]["value"]


def becomes(program, page, name, wanted):
    """Waits until the program has a value, given as the value or as a function that is true for it."""
    is_it = wanted if callable(wanted) else lambda value: value == wanted
    until(lambda: is_it(setting(program, name)), lambda: (name, setting(program, name)), lambda: page.wait_for_timeout(50))


def tab(page, name):
    if not page.get_by_role("tab", name=name, exact=True).is_visible():
        page.get_by_role("button", name="Controls", exact=True).click()
    page.get_by_role("tab", name=name, exact=True).click()


def figure(value):
    return float(str(value).rstrip("%dB Mbps"))


BUTTONS = [
    ("Layout", "button", "Side by side", "layout", "side-by-side"),
    ("Layout", "button", "Picture in picture", "layout", "pip"),
    ("Layout", "radio", "front", "main", "front"),
    ("Layout", "radio", "10 seconds", "switch", "10s"),
    ("Sound", "switch", "Mute", "mute", True),
    ("Sound", "switch", "Wind filter", "wind-filter", True),
    ("Sound", "radio", "Studio", "sound", "studio"),
    ("Looks", "button", "Sepia", "look.combined", "sepia"),
    ("Overlays", "switch", "title", "overlay.title", False),
]


@pytest.mark.parametrize("place, role, name, key, value", BUTTONS, ids=[row[2] for row in BUTTONS])
def test_buttons(program, page, place, role, name, key, value):
    tab(page, place)
    page.get_by_role("tabpanel").get_by_role(role, name=name, exact=True).click()
    becomes(program, page, key, value)


SLIDERS = [
    ("Layout", "Size", "inset.size"), ("Layout", "Round corners", "inset.radius"), ("Layout", "Opacity", "inset.opacity"),
    ("Cameras", "Zoom", "zoom.back"), ("Sound", "Gain", "gain"), ("Looks", "Intensity", "look.combined.intensity"),
    ("Looks", "Exposure", "adjust.combined.exposure"), ("Looks", "Temperature", "adjust.combined.temperature"),
    ("Outputs", "Bitrate: Combined", "bitrate.combined"),
]


@pytest.mark.parametrize("place, name, key", SLIDERS, ids=[row[1] for row in SLIDERS])
def test_sliders(program, page, place, name, key):
    tab(page, place)
    slider = page.get_by_role("tabpanel").get_by_role("slider", name=name).first
    before, shown = figure(setting(program, key)), slider.get_attribute("aria-valuetext")
    slider.focus()
    step = "ArrowLeft" if slider.evaluate("(one) => one.value === one.max") else "ArrowRight"
    for _ in range(3):
        page.keyboard.press(step)
    assert slider.get_attribute("aria-valuetext") != shown
    becomes(program, page, key, lambda value: (figure(value) - before) * (1 if step == "ArrowRight" else -1) > 0)


def test_words_of_an_overlay(program, page):
    tab(page, "Overlays")
    page.get_by_role("textbox", name="Text").fill("Optics, part 2")
    page.get_by_role("button", name="Apply").click()
    becomes(program, page, "overlay.title.text", "Optics, part 2")


def test_limits_are_those_of_the_next_take(program, page):
    tab(page, "Limits")
    page.get_by_role("radio", name="15 minutes").click()
    page.get_by_label("Until").fill("23:59")
    page.get_by_role("tabpanel").get_by_role("radio", name="10 seconds").click()
    with page.expect_request("**/commands/record") as sent:
        page.get_by_role("button", name="Start recording").click()
    assert sent.value.post_data_json == {"duration": "15min", "until": "23:59", "delay": "10s"}
    page.locator(".record-button-count").wait_for()
    page.get_by_role("button", name="Cancel the countdown").click()
    page.get_by_role("button", name="Start recording").wait_for()
    page.get_by_role("radio", name="Off", exact=True).click()
    page.get_by_role("button", name="Start recording").click()
    page.get_by_role("button", name="Stop recording").click()
    program.await_event("finished")


PAINTED = """(selector) => {
  const canvas = document.querySelector(selector);
  if (!canvas || canvas.width === 0) return 0;
  const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {willReadFrequently: true});
  pen.drawImage(canvas, 0, 0);
  return pen.getImageData(0, 0, canvas.width, canvas.height).data.filter((value, at) => at % 4 === 3 && value > 0).length;
}"""

VIEWS = [
    ("switch", "Focus peaking", ".scope-marks"), ("switch", "Zebra", ".scope-marks"), ("switch", "Histogram", ".scope-graph"),
    ("switch", "Waveform", ".scope-graph"),
]


@pytest.mark.parametrize("role, name, canvas", VIEWS, ids=[row[1] for row in VIEWS])
def test_what_is_read_out_of_the_picture(page, role, name, canvas):
    tab(page, "View")
    switch = page.get_by_role(role, name=name)
    switch.click()
    page.wait_for_function(f"() => ({PAINTED})('{canvas}') > 100")
    switch.click()
    page.locator(canvas).wait_for(state="detached")


def test_lines_over_the_picture(page):
    tab(page, "View")
    for role, name in [("radio", "Thirds"), ("radio", "Golden ratio"), ("switch", "Centre cross"), ("switch", "Level lines")]:
        before = page.locator(".guides").inner_html()
        page.get_by_role(role, name=name).click()
        page.wait_for_function("(before) => document.querySelector('.guides').innerHTML !== before", arg=before)
    for shape, ratio in [("16:9", 16 / 9), ("9:16", 9 / 16), ("1:1", 1)]:
        page.get_by_role("radio", name=shape, exact=True).click()
        box = page.locator(f'.safe-area[data-shape="{shape}"]').bounding_box()
        assert abs(box["width"] / box["height"] - ratio) < 0.02
    page.locator("aside").get_by_role("switch", name="Audio meters").click()
    page.locator(".meters").wait_for(state="detached")


def test_a_look_is_tried_before_it_is_applied(program, page):
    before = setting(program, "look.combined")
    tab(page, "Looks")
    page.get_by_role("button", name="Mono").hover()
    assert page.locator(".preview-canvas").evaluate("(one) => getComputedStyle(one).filter") == "grayscale(1)"
    page.mouse.move(5, 300)
    assert page.locator(".preview-canvas").evaluate("(one) => getComputedStyle(one).filter") == "none"
    assert setting(program, "look.combined") == before


def test_controls_hide_while_recording_and_come_back(program, visit):
    page = visit(still="lecture").open(program.link)
    page.get_by_role("button", name="Start recording").click()
    page.get_by_role("button", name="Stop recording").wait_for()
    page.mouse.move(400, 300)
    page.evaluate("document.activeElement.blur()")
    idle = page.locator(".record.is-idle")
    idle.wait_for()
    page.mouse.move(420, 320)
    idle.wait_for(state="detached")
    # Controls never hide while one of them shows the focus.
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Pause").focus()
    page.keyboard.press("Shift+Tab")
    page.wait_for_timeout(3600)
    assert idle.count() == 0
    page.keyboard.press("r")
    # An earlier recording has finished, too, and its event would be mistaken for this one.
    page.get_by_role("button", name="Start recording").wait_for()


# The share of coloured pixels in the upper and in the lower half of a layout's drawing. The test picture has many, the
# gradient has none.
HALVES = """(canvas) => {
  const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {willReadFrequently: true}), coloured = [0, 0];
  pen.drawImage(canvas, 0, 0);
  const {data} = pen.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4) {
    const parts = data.slice(at, at + 3);
    if (Math.max(...parts) - Math.min(...parts) > 60) coloured[at < data.length / 2 ? 0 : 1] += 1;
  }
  return coloured.map((count) => (8 * count) / data.length);
}"""


def test_layouts_are_drawn_with_what_the_cameras_see(recorder, visit):
    page = visit().open(recorder.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    sockets = []
    page.on("websocket", lambda socket: sockets.append(socket))
    button = page.locator(".transport-bar").get_by_role("button", name="Layout", exact=True)
    button.click()
    stacked = page.get_by_role("button", name="Stacked").locator("canvas.miniature")
    stacked.wait_for()
    # The first pictures of a stream may be of cameras that are not there yet.
    halves = lambda: stacked.evaluate(HALVES)
    until(lambda: halves()[0] > 0.5, halves, lambda: page.wait_for_timeout(100))
    upper, lower = halves()
    assert upper > 0.5 and lower < 0.05, (upper, lower)
    pictures = [one for one in sockets if "source=multiview" in one.url]
    assert len(pictures) == 1
    # Once nobody looks at the pictures, the page stops requesting them.
    with pictures[0].expect_event("close"):
        button.click()


def test_microphones_of_the_machine_are_offered(program, visit):
    visitor = visit(still="lecture")
    found = [{"name": "alsa_input.usb-Acme", "title": "Acme HD Mono", "default": True}]
    visitor.context.route("**/api/v1/devices", lambda route: route.fulfill(json={"cameras": [], "microphones": found}))
    page = visitor.open(program.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    tab(page, "Sound")
    device = page.get_by_label("Device")
    device.focus()
    page.locator("datalist option[value='alsa_input.usb-Acme']").wait_for(state="attached")
    assert device.get_attribute("list") == page.locator("datalist").get_attribute("id")
    assert page.get_by_role("button", name="Apply").get_attribute("title") == "Nothing is changed."


def test_a_phone_held_across_has_room_beside_the_panel(program, visit, screenshot):
    page = visit(still="lecture", viewport={"width": 844, "height": 390}, has_touch=True).open(program.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    last = page.get_by_role("link", name="Last take").bounding_box()
    assert last["y"] + last["height"] <= 390 and last["width"] >= 43.5
    tab(page, "Cameras")
    boxes = lambda: [page.locator(one).bounding_box() for one in (".preview-canvas", ".panel")]

    def stand_beside_each_other():
        picture, panel = boxes()
        return picture["width"] > 300 and picture["x"] + picture["width"] <= panel["x"]

    until(stand_beside_each_other, boxes, lambda: page.wait_for_timeout(50))
    panel = page.locator(".panel").bounding_box()
    assert panel["x"] + panel["width"] <= page.locator(".transport-bar").bounding_box()["x"]
    screenshot(page, "panel-across")
