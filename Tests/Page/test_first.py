"""Tests the first visit: dualcam started without a pipeline file, wrote one for what it found, and shows it."""
import re

import pytest

from axe import violations
from conftest import DESKTOP, PHONE, WISHES, wish_for
from frozen import NOW, Frozen
from processes import until
from recorder import Recorder
from test_views import compare_schemes

HEADING = "This is what was found"
NARROW = {"width": 320, "height": 700}


@pytest.fixture
def newcomer(tmp_path):
    """A program that was started without a file."""
    recorder = Recorder(tmp_path, pipeline=None).start()
    yield recorder
    recorder.stop()


def await_text(page, recorder, text):
    """Waits until the file contains a text."""
    read = recorder.file.read_text
    until(lambda: text in read(), lambda: f"no '{text}' in {read()}", lambda: page.wait_for_timeout(100))


def test_from_nothing_to_a_take(newcomer, visit, screenshot):
    assert newcomer.file.read_text().startswith("# Written by dualcam for what it found.")
    visitor = visit(viewport=PHONE, has_touch=True)
    visitor.context.route("**/api/v1/devices", lambda route: route.fulfill(json={"cameras": [], "microphones": []}))
    page = visitor.open(newcomer.link)
    page.get_by_role("heading", name=HEADING).wait_for()
    page.get_by_text("No camera was found. These are test pictures").wait_for()
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    assert page.locator(".multiview-place").count() == 3
    page.wait_for_selector(".meter")
    page.get_by_text(re.compile(r"^\d+% of the machine, [\d.]+ GB an hour$")).wait_for()
    page.get_by_text(f"Kept in {newcomer.file}").wait_for()
    screenshot(page, "first-visit-phone")
    page.get_by_role("button", name="Side by side").click()
    page.get_by_role("button", name="Side by side", pressed=True).wait_for()
    await_text(page, newcomer, "layout: side-by-side")
    page.get_by_role("button", name="Swap cameras").click()
    await_text(page, newcomer, "main: front")
    await_text(page, newcomer, "{camera: back,")
    page.get_by_role("button", name="Start recording").click()
    page.locator('.tally[data-phase="recording"]').wait_for()
    assert page.get_by_role("heading", name=HEADING).count() == 0
    page.get_by_role("button", name="Stop recording").click()
    newcomer.await_event("finished")
    page.get_by_role("button", name="Start recording").wait_for()
    # Something has been recorded, so that nobody sees the first visit any more.
    other = visit(still="lecture").open(newcomer.link)
    other.wait_for_selector('.preview-canvas[data-status="live"]')
    assert other.get_by_role("heading", name=HEADING).count() == page.get_by_role("heading", name=HEADING).count() == 0


def test_whoever_leaves_it_is_shown_all_controls(newcomer, visit):
    visitor = visit(still="lecture")
    visitor.context.route("**/api/v1/devices", lambda route: route.fulfill(json={"cameras": [
        {"name": "usb-1", "card": "Acme", "path": "/dev/video0", "busy": False, "user": None, "modes": []}], "microphones": []}))
    page = visitor.open(newcomer.link)
    page.get_by_text("These are test pictures, as dualcam was started with --simulate.").wait_for()
    page.get_by_role("button", name="To all controls").click()
    page.get_by_role("button", name="Controls", exact=True).wait_for()
    page.reload()
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    assert page.get_by_role("heading", name=HEADING).count() == 0


def test_a_file_that_somebody_named_is_no_first_visit(recorder, visit):
    assert recorder.request("GET", "/api/v1/pipeline")[1]["drafted"] is None
    page = visit(still="lecture").open(recorder.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    assert page.get_by_role("heading", name=HEADING).count() == 0


def open_frozen(visit, recorder, **options):
    """Opens the view at a standstill."""
    visitor = visit(**options)
    frozen = Frozen(recorder, visitor.context)
    file = recorder.request("GET", "/api/v1/pipeline")[1]
    # A path of typical length.
    file |= {"drafted": NOW, "path": "/home/ada/.config/dualcam/dualcam.yaml",
             "text": file["text"].replace(str(recorder.takes), '"~/Videos/DualCam"')}
    visitor.context.route("**/api/v1/pipeline", lambda route: route.fulfill(json=file))
    visitor.context.route("**/api/v1/sessions?*", lambda route: route.fulfill(json={"sessions": [], "total": 0, "next": None}))
    visitor.context.route("**/api/v1/devices", lambda route: route.fulfill(json={"cameras": [], "microphones": []}))
    page = visitor.open(recorder.link)
    page.get_by_role("heading", name=HEADING).wait_for()
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    page.get_by_text("41% of the machine, 5.6 GB an hour").first.wait_for()
    page.wait_for_selector(".meter")
    page.wait_for_selector("canvas.miniature")
    return page, frozen


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing(recorder, visit, size):
    page, _ = open_frozen(visit, recorder, viewport={"phone": PHONE, "desktop": DESKTOP}[size])
    found = []
    for wish in WISHES:
        wish_for(page, wish)
        found += violations(page, wish)
    assert found == []


@pytest.mark.parametrize("size", ["narrow", "phone", "desktop"])
def test_it_looks_as_it_did(recorder, visit, screenshot, request, size):
    viewport = {"narrow": NARROW, "phone": PHONE, "desktop": DESKTOP}[size]
    page, frozen = open_frozen(visit, recorder, viewport=viewport)
    frozen.preview.show(page)
    assert compare_schemes(page, f"first-{size}", request, screenshot) == []


def test_the_folder_of_takes_is_told(newcomer, visit):
    """The folder is shown even if the file does not name it, and while the cameras are opened again because somebody changed the
    file."""
    page = visit(still="lecture").open(newcomer.link)
    page.get_by_text(f"Takes go to {newcomer.folder}/Videos/DualCam", exact=True).wait_for()
    file = newcomer.file.read_text()
    newcomer.file.write_text(file.replace("~/Videos/DualCam", "/films"))
    page.get_by_text("Takes go to /films", exact=True).wait_for()
    newcomer.file.write_text(re.sub(r"^recording:\n(  .*\n)+", "", file, flags=re.MULTILINE))
    assert "directory" not in newcomer.file.read_text()
    page.get_by_text(f"Takes go to {newcomer.folder}/Videos/DualCam", exact=True).wait_for()
    assert page.get_by_role("heading", name=HEADING).count() == 1
