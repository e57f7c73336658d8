"""Tests the status line at the top, with a disk, a battery, heat and losses that this machine does not have."""
import pytest

from told import Told

GIGABYTE = 1e9


def heat(level, celsius):
    return {"level": level, "celsius": celsius, "zone": "cpu", "forecast": None}


def signal(source, code):
    return {"input": source, "code": code, "lasting": 26}


def outputs(dropped):
    return [{"output": "back", "frames": 100, "dropped": dropped, "bytes": 1}]


@pytest.mark.parametrize("status, text, level", [
    ({"free": 80 * GIGABYTE, "lasts": 7500}, "Disk: 80 GB free, enough for 2 hrs 5 mins", "is-good"),
    ({"free": 9.9 * GIGABYTE, "lasts": 2400}, "Disk: 9.9 GB free, enough for 40 mins", "is-warn"),
    ({"free": 0.9 * GIGABYTE, "lasts": 59}, "Disk: 900 MB free, enough for 59 secs", "is-bad"),
    ({"battery": {"charge": 0.62, "discharging": False}}, "Battery: 62%, charging", "is-plain"),
    ({"battery": {"charge": 0.15, "discharging": True}}, "Battery: 15%", "is-warn"),
    ({"battery": {"charge": 0.08, "discharging": True}}, "Battery: 8%", "is-bad"),
    ({"heat": heat("nominal", 51)}, "Heat: Cool", "is-plain"),
    ({"heat": heat("fair", 78)}, "Heat: Warm", "is-warn"),
    ({"heat": heat("critical", 97)}, "Heat: Very hot", "is-bad"),
    ({"load": 0.5}, "Load: 50%", "is-plain"),
    ({"load": 0.5, "shed": [{"step": "rate", "share": "1/2", "reason": "heat"}]}, "Load: 50% · Less is recorded: heat", "is-bad"),
    ({"signals": [signal("microphone", "microphone-silent")]}, "Microphone: silent", "is-bad"),
    ({"signals": [signal("front", "camera-frozen")]}, "front: frozen", "is-bad"),
    ({"still": ["combined"]}, "Combined: no frame is written", "is-bad"),
    ({"outputs": outputs(0)}, "0 frames lost", "is-plain"),
    ({"outputs": outputs(3)}, "3 frames lost", "is-bad"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_a_figure_and_how_bad_it_is(told_page, status, text, level):
    told, page = told_page
    told.status = status
    page.evaluate("dispatchEvent(new Event('offline'))")  # The connection is opened again, and begins with the state.
    chip = page.locator(".chip", has_text=text)
    chip.wait_for()
    assert level in chip.get_attribute("class").split()


@pytest.fixture(scope="module")
def told_page(recorder, chromium, bundle):
    from conftest import Visitor
    visitor = Visitor(chromium, bundle, still="lecture")
    told = Told(visitor.context)
    page = visitor.open(recorder.link)
    page.get_by_role("button", name="Start recording").wait_for()
    yield told, page
    visitor.leave()
    assert visitor.complaints == []
